# knap evaluate: the mean reward is that of knap pack, bounds hold, differences are paired, curves are drawn, errors name the line.
. tests/cli_lib.sh
data=examples/passages.jsonl

# the identity with pack, for systems with and without random choices, and for a model
"$KNAP" train $data -o "$work/m.knap" -q || fail "train"
for system in mmr lead random ilp oracle; do
    said=$("$KNAP" pack --system $system --seed 3 $data 2>&1 >/dev/null | sed -n 's/^mean reward \([0-9.]*\).*/\1/p')
    got=$("$KNAP" evaluate --system $system --seed 3 $data | awk -v name=$system '$1 == name { print $2; exit }')
    [ -n "$said" ] && [ "$said" = "$got" ] || fail "$system: pack says $said, evaluate $got"
done
said=$("$KNAP" pack -m "$work/m.knap" $data 2>&1 >/dev/null | sed -n 's/^mean reward \([0-9.]*\).*/\1/p')
got=$("$KNAP" evaluate -m "$work/m.knap" $data | awk -v name="$work/m.knap" '$1 == name { print $2; exit }')
[ -n "$said" ] && [ "$said" = "$got" ] || fail "model: pack says $said, evaluate $got"

# each instance: reward <= oracle's bound, and the mean of the rows is the table's
"$KNAP" evaluate --each --system mmr --system lead $data >"$work/each" || fail "--each"
awk -F '\t' 'NR == 1 { next } NF == 9 { rows++; sum[$3] += $4; if ($4 > $6 + 1e-6 || $5 > $6 + 1e-6) bad++ }
    $1 ~ /^mmr / { split($1, part, " +"); mean = part[2] }
    END { exit !(rows == 10 && !bad && sprintf("%.4f", sum["mmr"] / 5) == mean) }' "$work/each" || fail "--each printed $(cat "$work/each")"
"$KNAP" evaluate --json --each --system mmr $data >"$work/json" || fail "--json"
[ "$(grep -c '"id":' "$work/json")" -eq 5 ] || fail "five instances were to be printed"
tail -n 1 "$work/json" | grep -q '"proven":{"mean"' || fail "no summary in $(tail -n 1 "$work/json")"

# the same figures with any number of threads
"$KNAP" evaluate -j 1 --system mmr --system random --json $data >"$work/one"
"$KNAP" evaluate -j 4 --system mmr --system random --json $data | cmp - "$work/one" || fail "threads change the figures"

# paired differences: from the first, or from --base; a system differs from itself by nothing
"$KNAP" evaluate --system mmr --system lead --system mmr $data >"$work/table" || fail "three systems"
grep -q '^mmr *+0.0000  \[+0.0000, +0.0000\]   1.0000$' "$work/table" || fail "mmr differs from itself"
"$KNAP" evaluate --system mmr --system lead --base lead $data >"$work/other" || fail "--base"
grep -q '^from lead; p: ' "$work/other" || fail "--base was not taken"
a=$(sed -n 's/^lead  *\([+-][0-9.]*\).*/\1/p' "$work/table") b=$(sed -n 's/^mmr  *\([+-][0-9.]*\).*/\1/p' "$work/other")
[ "${a#[+-]}" = "${b#[+-]}" ] && [ "$a" != "$b" ] || fail "differences $a and $b are not opposite"

# settings of a system, and training
"$KNAP" evaluate --system mmr --system mmr:lambda=0.1 --json $data | grep -q '"name":"mmr:lambda=0.1"' || fail "settings in the name"
expect 0 "scp:epochs=2 " "$KNAP" evaluate --system scp:epochs=2 --train $data $data
expect 2 "system dpp needs training" "$KNAP" evaluate --system dpp $data
expect 2 "did you mean 'lambda'?" "$KNAP" evaluate --system mmr:lamda=1 $data

# budgets: one table each; more budget never lowers the bound; percentages of the data's
"$KNAP" evaluate --budgets 16,32,48,96 --system ilp --curve "$work/c.svg" $data >"$work/table" || fail "--budgets"
awk '/^upper bound/ { if ($3 < last) exit 1; last = $3; n++ } END { exit n != 4 }' "$work/table" || fail "bounds fall with the budget"
"$KNAP" evaluate --budgets 50%,100% --system ilp $data >"$work/share" || fail "percentages"
"$KNAP" evaluate --system ilp $data | tail -n +2 >"$work/own"
sed '1,/budget 100%/d' "$work/share" | cmp - "$work/own" || fail "100% of the data's budget is not the data's budget"
head -c 5 "$work/c.svg" | grep -q '<svg' && tail -n 1 "$work/c.svg" | grep -q '</svg>' || fail "no picture"
[ "$(grep -c '<circle' "$work/c.svg")" -eq 4 ] || fail "four points were to be drawn"
xml=$(command -v xmllint) && { "$xml" --noout "$work/c.svg" || fail "the picture is not XML"; }

# what is wrong is said
expect 2 "--curve needs --budgets" "$KNAP" evaluate --curve "$work/x.svg" $data
expect 2 "'x' is not a number above 0" "$KNAP" evaluate --budgets 10,x $data
expect 2 "'0' is not a number above 0" "$KNAP" evaluate --budgets 0 $data
expect 2 "all as percentages" "$KNAP" evaluate --budgets 10,20% $data
expect 2 "cannot be given together" "$KNAP" evaluate --budgets 10 --budget 5 $data
expect 2 "'fast' is none of the models and systems" "$KNAP" evaluate --base fast $data
expect 1 "no instances in the input" "$KNAP" evaluate
printf '%s\n' '{"id":"a","budget":5,"items":[{"cost":1,"p":1}],"reward":{"kind":"modular"}}' '{"id":"b","budget":5,"items":[{"cost":1}]}' >"$work/bare.jsonl"
expect 1 "$work/bare.jsonl: instance 'b' (line 2) has no reward" "$KNAP" evaluate "$work/bare.jsonl"
finish
