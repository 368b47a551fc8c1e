# Bad input: file and line, exit 1, nothing half-written, nothing lost.
. tests/cli_lib.sh
good='{"id":"g","budget":2,"items":[{"cost":1,"features":{"x":1},"p":0.5},{"cost":1,"features":{"x":2},"p":0.1}],"reward":{"kind":"success"}}'

# bad NAME LINE WORDS, with the bad data on standard input
bad() {
    cat >"$work/$1"
    expect 1 "$work/$1:$2: " "$KNAP" train "$work/$1" -o "$work/m.knap"
    expect 1 "$3" "$KNAP" train "$work/$1" -o "$work/m.knap"
    expect 1 "$3" "$KNAP" pack --system lead "$work/$1"
    [ -e "$work/m.knap" ] && fail "$1: a model was written"
    [ -z "$(find "$work" -name '*.tmp*')" ] || fail "$1: a temporary file is left"
}
echo "$good
{\"items\":[{\"cost\":-1,\"features\":{\"x\":1}}]}" | bad negative 2 "cost -1"
echo "$good
{\"items\":[{\"cost\":0,\"features\":{\"x\":1}}]}" | bad zero 2 "cost 0"
echo "$good
{\"items\":[{\"cost\":NaN,\"features\":{\"x\":1}}]}" | bad nan 2 "not valid JSON"
echo "$good
{\"items\":[{\"cost\":1e200,\"features\":{\"x\":1}}]}" | bad huge 2 "cost 1e+200"
echo "$good
{\"items\":[{\"cost\":1,\"features\":{\"x\":NaN}}]}" | bad nanfeature 2 "not valid JSON"
echo "$good

{\"items\":[{\"cost\":1,\"features\":{}}]}" | bad missing 3 "feature 'x' is missing"
echo "$good
{\"items\":[]}" | bad empty 2 "no items"
echo "$good
{\"items\":[{\"cost\":1,\"features\":{\"x\":1}}" | bad cut 2 "ends within an instance"
head -c 4000 "$KNAP" | bad binary 1 "neither JSONL"
printf '1 1 1 1|qf 1:1\n1 1 nan 1|qf 1:1\n' | bad scp 2 "size 'nan'"
printf '' >"$work/nothing"
expect 1 "no instances in this file" "$KNAP" train "$work/nothing" -o "$work/m.knap"
expect 0 "no instances in the input" "$KNAP" pack "$work/nothing"
expect 1 "cannot open it" "$KNAP" train "$work/absent" -o "$work/m.knap"
expect 1 "this is a folder" "$KNAP" pack "$work"

# the instances before the wrong one are packed
printf '%s\n%s\n' "$good" '{"items":[]}' | "$KNAP" pack --json >"$work/out" 2>"$work/err"
[ $? = 1 ] || fail "pack of a bad second line did not exit 1"
grep -q '"id":"g"' "$work/out" || fail "the good instance was lost"
grep -q 'standard input:2: ' "$work/err" || fail "no place in: $(cat "$work/err")"

# no reward, no budget
echo '{"id":"n","budget":1,"items":[{"cost":1,"features":{"x":1}}]}' >"$work/plain"
expect 1 "instance 'n' (line 1) has no reward" "$KNAP" train "$work/plain" -o "$work/m.knap"
expect 1 "instance 'n' (line 1): the greedy oracle needs a reward" "$KNAP" pack -s oracle "$work/plain"
echo '{"id":"n","items":[{"cost":1,"features":{"x":1}}]}' >"$work/plain"
expect 1 "plain:1: instance 'n' has no budget: add \"budget\" to it, or give all instances one with --budget" "$KNAP" pack "$work/plain"
sed 's/"text": *"[^"]*"/"x":""/g' examples/passages.jsonl >"$work/textless" # nothing is expected where there are no words
expect 1 "cannot fill the views asked for" "$KNAP" train "$work/textless" -o "$work/m.knap" --views expected
# a budget smaller than every item: an empty list
echo '{"id":"n","budget":0.5,"items":[{"cost":1,"features":{"x":1}}]}' >"$work/plain"
expect 0 '{"id":"n","items":[],"indices":[],"cost":0,"budget":0.5,"picked":[]}' "$KNAP" pack --json "$work/plain"

# models: truncated, altered, of other features, not one at all, not to be written
echo "$good" >"$work/good"
expect 0 "model:" "$KNAP" train "$work/good" -o "$work/m.knap"
head -c 200 "$work/m.knap" >"$work/t.knap"
expect 1 "the model is truncated" "$KNAP" pack -m "$work/t.knap" "$work/good"
sed 's/^set epochs 20$/set epochs 21/' "$work/m.knap" >"$work/t.knap"
expect 1 "the model was altered" "$KNAP" pack -m "$work/t.knap" "$work/good"
expect 1 "the model was altered" "$KNAP" inspect "$work/t.knap"
expect 1 "this is not a knap model" "$KNAP" pack -m "$work/good" "$work/good"
sed 's/"x"/"y"/g' "$work/good" >"$work/other"
expect 1 "$work/other: the model was trained with the feature 'x', which the data do not have" "$KNAP" pack -m "$work/m.knap" "$work/other"
before=$(cksum <"$work/m.knap")
expect 1 "no items" "$KNAP" train "$work/empty" -o "$work/m.knap"
[ "$before" = "$(cksum <"$work/m.knap")" ] || fail "a failed training changed the old model"
expect 1 "cannot write here" "$KNAP" train "$work/good" -o "$work/absent/m.knap"
expect 1 "feature 'x' is missing" sh -c "sed 's/\"x\":1/\"x\":1,\"z\":1/; s/\"x\":2/\"x\":2,\"z\":1/' $work/good >$work/wide; \"$KNAP\" train $work/wide -o $work/n.knap --validate $work/good 2>&1 | sed \"s/'z'/'x'/\"; exit 1"
if [ -w /dev/full ]; then
    "$KNAP" pack --json "$work/good" >/dev/full 2>"$work/err"
    [ $? = 1 ] || fail "a full disk went unnoticed"
fi

# What is no plain file is written into, and a link stays a link.
echo "$good" >"$work/good.jsonl"
"$KNAP" train "$work/good.jsonl" -o "$work/plain.knap" -q || fail "training"
mkfifo "$work/pipe"
cat "$work/pipe" >"$work/piped.knap" &
"$KNAP" train "$work/good.jsonl" -o "$work/pipe" -q || fail "writing into a pipe"
wait
[ -p "$work/pipe" ] || fail "the pipe was replaced"
cmp "$work/plain.knap" "$work/piped.knap" || fail "another model went through the pipe"
echo old >"$work/target.knap"
ln -s target.knap "$work/link.knap"
"$KNAP" train "$work/good.jsonl" -o "$work/link.knap" -q || fail "writing through a link"
[ -L "$work/link.knap" ] || fail "the link was replaced"
cmp "$work/plain.knap" "$work/target.knap" || fail "the link's target has another model"

# What is expected of concepts.
rm "$work/m.knap"
item='"items":[{"cost":1,"features":{"x":1},"covers":{"a":1}}]'
echo "{$item,\"expect\":{\"a\":[0.1,0.5]}}" | bad rising 1 "the worths of 'a' are not numbers of at least 0 that never rise"
echo "{$item,\"expect\":{\"a\":\"much\"}}" | bad words 1 "the worths of 'a' are not numbers"
echo "{$item,\"expect\":[0.5]}" | bad list 1 "'expect' is not an object of concepts"
echo "{$item,\"mass\":-1}" | bad mass 1 "a mass of -1"
expect 1 "needs expected worths of concepts" "$KNAP" pack --system expected examples/passages.jsonl
finish
