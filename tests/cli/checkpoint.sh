# knap train --checkpoint and --resume: a training that was stopped or killed anywhere goes on to the same model.
. tests/cli_lib.sh
model="$work/whole.knap"
state="$work/state"
data=examples/passages.jsonl
train() { "$KNAP" train $data --learner adagrad --epochs 40 -q "$@"; }
train -o "$model" || fail "train"

# written by epochs, and resumed from what is left
train -o "$work/a.knap" --checkpoint "$state" --checkpoint-every 7e || fail "--checkpoint"
cmp "$model" "$work/a.knap" || fail "a checkpoint changes the model"
[ -s "$state" ] || fail "no checkpoint"
train -o "$work/a.knap" --resume "$state" || fail "--resume"
cmp "$model" "$work/a.knap" || fail "resuming changes the model"

# stopped by a signal: status 4, the message names the file, no model; then resumed, again and again
# with an absurd number of epochs a training cannot end before the signal
# (a shell lets its background jobs ignore SIGINT, which knap respects: env undoes that)
long() { exec env --default-signal=INT "$KNAP" train $data --learner adagrad --epochs 1000000 -q -o "$work/b.knap" --checkpoint "$state" --checkpoint-every 1e; }
for signal in INT TERM; do
    rm -f "$state"
    long 2>"$work/said" &
    pid=$!
    while [ ! -s "$state" ] && kill -0 $pid 2>/dev/null; do sleep 0.02; done
    kill -$signal $pid
    wait $pid && status=0 || status=$?
    [ "$status" = 4 ] || fail "SIG$signal: status $status: $(cat "$work/said")"
    grep -q -- "--resume $state" "$work/said" || fail "SIG$signal: $(cat "$work/said")"
    [ ! -e "$work/b.knap" ] || fail "a model was written"
done

# killed: the file is the one before or the one after; then it goes on to the same model
mkdir "$work/killed" # kill -9 may leave a temporary file behind
state="$work/killed/state"
short() { "$KNAP" train $data --learner ogd --epochs 3000 -q "$@"; }
short -o "$work/c.knap" || fail "train"
rm -f "$state"
(exec "$KNAP" train $data --learner ogd --epochs 3000 -q -o "$work/d.knap" --checkpoint "$state" --checkpoint-every 1e) &
pid=$!
while [ ! -s "$state" ] && kill -0 $pid 2>/dev/null; do sleep 0.02; done
kill -KILL $pid 2>/dev/null
wait $pid 2>/dev/null
short -o "$work/d.knap" --resume "$state" || fail "after a kill"
cmp "$work/c.knap" "$work/d.knap" || fail "after a kill the model is another"

rm -r "$work/killed"
state="$work/state"

# documents too
"$KNAP" train sample -o "$work/e.knap" -q --epochs 2 --checkpoint "$state" --checkpoint-every 1e || fail "documents"
"$KNAP" train sample -o "$work/f.knap" -q --epochs 2 --resume "$state" || fail "documents"
cmp "$work/e.knap" "$work/f.knap" || fail "documents: another model"

# what differs is named, and nothing is done
train -o "$work/a.knap" --checkpoint "$state" --checkpoint-every 20e || fail "--checkpoint"
cksum "$state" "$work/a.knap" >"$work/before"
expect 1 "this run has 'epochs 41'" train --epochs 41 -o "$work/a.knap" --resume "$state"
expect 1 "training-data" "$KNAP" train examples/answers.jsonl --learner adagrad --epochs 40 -q -o "$work/a.knap" --resume "$state"
expect 1 "this run has 'budget 9'" train --budget 9 -o "$work/a.knap" --resume "$state"
head -c 50 "$state" >"$work/cut"
expect 1 "damaged" train -o "$work/a.knap" --resume "$work/cut"
expect 1 "not a checkpoint" train -o "$work/a.knap" --resume "$data"
expect 1 "cannot open" train -o "$work/a.knap" --resume "$work/none"
expect 2 "5e" train -o "$work/a.knap" --checkpoint "$state" --checkpoint-every 5
expect 2 "needs --checkpoint" train -o "$work/a.knap" --checkpoint-every 5e
expect 2 "different files" train -o "$work/a.knap" --checkpoint "$work/other" --resume "$state"
cksum "$state" "$work/a.knap" | cmp - "$work/before" || fail "a refused run changed a file"
[ -z "$(find "$work" -name '.knap-*')" ] || fail "a temporary file is left: $(find "$work" -name '.knap-*')"
finish
