# Nothing good is overwritten: by a model that training spoiled, by an output that is an input, by a file with another mode.
. tests/cli_lib.sh
data=examples/passages.jsonl

# --- training that diverges stops and leaves the old model ---
"$KNAP" train $data -o "$work/model.knap" -q || fail "train"
cp "$work/model.knap" "$work/good.knap"
diverge() { "$KNAP" train $data -o "$work/model.knap" --learner ogd --eta 1e6 --l2 1e6 --epochs 300 "$@"; }
expect 1 'training diverged: in epoch' diverge
expect 1 'Lower --eta (1e+06)' diverge
cmp "$work/model.knap" "$work/good.knap" || fail "a training that diverged replaced the model"
expect 0 'held out' "$KNAP" train $data --validate $data -o "$work/chosen.knap" --learner ogd --l2 100 --epochs 300
expect 0 'columns' "$KNAP" inspect "$work/chosen.knap"

# --- the output is an input ---
cp $data "$work/in.jsonl"
ln "$work/in.jsonl" "$work/hard.jsonl"
ln -s in.jsonl "$work/soft.jsonl"
for output in in hard soft; do
    expect 2 'this is the input file' "$KNAP" train "$work/in.jsonl" -o "$work/$output.jsonl"
    expect 2 'this is the input file' "$KNAP" train $data --validate "$work/in.jsonl" -o "$work/$output.jsonl"
done
printf '%s\n' '{"id":"x","documents":["One cat sat."],"references":["One cat."]}' >"$work/clusters.jsonl"
expect 2 'this is the input file' "$KNAP" tune "$work/clusters.jsonl" -o "$work/clusters.jsonl"
cmp $data "$work/in.jsonl" || fail "the input was overwritten"

# --- mode and links ---
chmod 640 "$work/model.knap"
ln -s model.knap "$work/link.knap"
"$KNAP" train $data -o "$work/link.knap" -q || fail "train through a link"
[ -L "$work/link.knap" ] || fail "the link was replaced"
[ "$(stat -c %a "$work/model.knap")" = 640 ] || fail "the mode is $(stat -c %a "$work/model.knap"), not 640"
# a file with two names is replaced under the name that was given; the other name keeps the old content
ln "$work/model.knap" "$work/other.knap"
"$KNAP" train $data -o "$work/model.knap" --epochs 3 -q || fail "train to a file with two names"
[ "$(stat -c %h "$work/model.knap")" = 1 ] || fail "the file has two names"
"$KNAP" inspect "$work/model.knap" | grep -q 'epochs  *3' || fail "the content was not replaced"
cmp "$work/good.knap" "$work/other.knap" || fail "the other name lost the old content"
# a longer file is cut to the new length
head -c 100000 /dev/zero >>"$work/model.knap"
"$KNAP" train $data -o "$work/model.knap" -q || fail "train over a longer file"
cmp "$work/good.knap" "$work/model.knap" || fail "a file that was longer is not the one that is new"
# a process that is killed while it writes (here by SIGXFSZ) leaves the old file and nothing else
echo old >"$work/killed.jsonl"
(ulimit -f 4; "$KNAP" convert sample -q -o "$work/killed.jsonl") >/dev/null 2>&1 && fail "a limit of the size of files had no effect"
[ "$(cat "$work/killed.jsonl")" = old ] || fail "a killed process changed the file"
ls -A "$work" | grep -q tmp && fail "a temporary file is left"

# --- a grid is searched in full, or refused ---
values=$(seq -s, 0.001 0.001 0.070)
[ "$("$KNAP" tune sample -o "$work/t.knap" -g "eta=$values; seed=1" --views paper --epochs 1 --json -q -k 2 | wc -l)" = 70 ] ||
    fail "not 70 values are tried"
values=$(seq -s, 1 300)
expect 2 'more than 256 combinations' "$KNAP" tune sample -o "$work/t.knap" -g "seed=$values"
finish
