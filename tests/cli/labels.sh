# Training and evaluation from labels: useful items, answers, logs. What is wrong is named with its line.
. tests/cli_lib.sh

# useful items: the reward needs no "reward" member
"$KNAP" train examples/cited.jsonl -o "$work/cited.knap" 2>"$work/said" || fail "train on useful items: $(cat "$work/said")"
grep -q 'trained on 12 instances' "$work/said" || fail "said $(cat "$work/said")"
oracle=$("$KNAP" evaluate --system oracle examples/cited.jsonl 2>/dev/null | awk '$1 == "oracle" { print $2; exit }')
[ "$oracle" = 1.0000 ] || fail "the two useful passages fit, and the oracle has $oracle"
"$KNAP" evaluate -m "$work/cited.knap" --system random --base random examples/cited.jsonl >"$work/table" 2>/dev/null || fail "evaluate on useful items"
awk -v name="$work/cited.knap" '$1 == name && $2 ~ /^[+-]/ { exit !($2 > 0) }' "$work/table" || fail "learned nothing from useful items"

# answers
"$KNAP" train examples/answers.jsonl -o "$work/answers.knap" -q || fail "train on answers"
"$KNAP" evaluate -m "$work/answers.knap" --system random --system oracle --base random examples/answers.jsonl >"$work/table" 2>/dev/null || fail "evaluate on answers"
awk -v name="$work/answers.knap" '$1 == name && $2 ~ /^[+-]/ { exit !($2 > 0) }' "$work/table" || fail "learned nothing from answers"
sed 's/"answer": "[^"]*"/"answer": "Xylophone"/' examples/answers.jsonl | head -n 1 >"$work/none.jsonl"
expect 0 "1 of 1 answers shares no word with the items" "$KNAP" evaluate --system lead "$work/none.jsonl"

# logs
"$KNAP" train examples/shown.jsonl -o "$work/shown.knap" 2>"$work/said" || fail "train on logs: $(cat "$work/said")"
grep -q '160 logged lists: the reward of others is estimated from them, with weights 1/propensity of at most 100' "$work/said" || fail "said $(cat "$work/said")"
"$KNAP" evaluate -m "$work/shown.knap" --system random --base random examples/shown.jsonl >"$work/table" || fail "evaluate on logs"
grep -q '^160 logged lists, mean reward 0.[0-9]* as shown; weights clipped at 100$' "$work/table" || fail "printed $(cat "$work/table")"
"$KNAP" evaluate --json --clip 0 -m "$work/shown.knap" examples/shown.jsonl >"$work/json" || fail "logs as JSON"
grep -q '"clip":0.0,.*"matched":[0-9]*,"clipped":0,.*"snips":{"value":0.[0-9]*,"low"' "$work/json" || fail "printed $(cat "$work/json")"
"$KNAP" evaluate -j 1 --json -m "$work/shown.knap" examples/shown.jsonl >"$work/one"
"$KNAP" evaluate -j 4 --json -m "$work/shown.knap" examples/shown.jsonl | cmp - "$work/one" || fail "threads change the estimates"
# few matches: their number, and no interval
"$KNAP" evaluate -m "$work/shown.knap" --system lead examples/shown.jsonl >"$work/table" 2>"$work/said" || fail "few matches"
grep -q "26 of 160 logged lists match" "$work/said" || fail "the matches are not named: $(cat "$work/said")"
awk -v name="$work/shown.knap" '$1 == name { found = $NF } END { exit found != "-" }' "$work/table" || fail "an interval of 26 matches: $(cat "$work/table")"
grep -q '"holds":false.*"dr":{"value":[0-9.]*,"low":null' "$work/one" || fail "few matches as JSON: $(cat "$work/one")"
expect 2 "need rewards: a log tells the reward of one list only" "$KNAP" evaluate --budgets 1,2 examples/shown.jsonl

# what is wrong is said, with the line
wrong() { # MESSAGE LINE
    { head -n 1 examples/shown.jsonl; printf '%s\n' "$2"; } >"$work/wrong.jsonl"
    expect 1 "$1" "$KNAP" evaluate "$work/wrong.jsonl"
    grep -q 'wrong.jsonl:2:' "$work/out" || fail "the line is not named: $(cat "$work/out")"
}
items='"budget":2,"items":[{"id":"a","cost":1,"features":{"match":1,"new":0}},{"id":"b","cost":1,"features":{"match":0,"new":0}}]'
wrong 'the propensity is 0: expected the probability' "{$items,\"shown\":[\"a\"],\"reward\":1,\"propensity\":0}"
wrong 'the propensity is 1.5' "{$items,\"shown\":[\"a\"],\"reward\":1,\"propensity\":1.5}"
wrong '"shown" needs "propensity"' "{$items,\"shown\":[\"a\"],\"reward\":1}"
wrong '"shown" needs "reward"' "{$items,\"shown\":[\"a\"],\"propensity\":1}"
wrong 'needs "shown"' "{$items,\"reward\":1,\"propensity\":1}"
wrong "names 'c', which no item is called" "{$items,\"shown\":[\"c\"],\"reward\":1,\"propensity\":1}"
wrong "has 'a' twice" "{$items,\"shown\":[\"a\",\"a\"],\"reward\":1,\"propensity\":1}"
wrong "is not a list" "{$items,\"shown\":\"a\",\"reward\":1,\"propensity\":1}"
wrong '"chances" has 1 numbers for 2 items' "{$items,\"shown\":[\"a\"],\"clicks\":[],\"chances\":[1]}"
wrong 'its chance of being drawn is 0' "{$items,\"shown\":[\"a\"],\"clicks\":[],\"chances\":[0,1]}"
wrong 'the chance of item 1 is -1' "{$items,\"shown\":[\"a\"],\"clicks\":[],\"chances\":[1,-1]}"
wrong "names 'b', which is not in" "{$items,\"shown\":[\"a\"],\"clicks\":[\"b\"],\"chances\":[1,1]}"
wrong '"reward" is 3, and "clicks" has 1 items' "{$items,\"shown\":[\"a\"],\"clicks\":[\"a\"],\"reward\":3,\"chances\":[1,1]}"
wrong '"clicks" needs "shown"' "{$items,\"clicks\":[]}"
wrong '"chances" needs "shown"' "{$items,\"chances\":[1,1]}"
printf '%s\n' "{\"id\":\"x\",$items}" >"$work/bare.jsonl"
cat examples/shown.jsonl "$work/bare.jsonl" >"$work/mixed.jsonl"
expect 1 "has no log" "$KNAP" evaluate "$work/mixed.jsonl"
expect 1 "has no reward" "$KNAP" train "$work/mixed.jsonl" -o "$work/x.knap"
finish
