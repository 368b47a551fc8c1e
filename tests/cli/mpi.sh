# mpirun -n 4 knap: the same models, lists, summaries and tables as one process; a rank that fails or is killed ends all of them.
. tests/mpi_lib.sh
data="$work/data.jsonl"
awk 'BEGIN { srand(5)
    for (k = 0; k < 300; k++) {
        printf "{\"id\":\"i%d\",\"budget\":20,\"items\":[", k
        for (i = 0; i < 12; i++) {
            a = int(rand() * 9); b = int(rand() * 9)
            printf "%s{\"cost\":%d,\"features\":{\"a\":%d,\"b\":%.3f,\"c\":%.3f},\"covers\":{\"t%d\":1,\"u%d\":0.5}}",
                i ? "," : "", 1 + int(rand() * 9), a, b + rand(), rand(), a, b
        }
        printf "],\"reward\":{\"kind\":\"coverage\",\"targets\":{"
        for (t = 0; t < 9; t++) printf "%s\"t%d\":%d,\"u%d\":1", t ? "," : "", t, 1 + t, t
        print "}}}"
    } }' >"$data"

# training: equal bytes with 1 and 2 threads, and 1, 2 and 4 ranks
for learner in adagrad ogd; do
    train="train $data --epochs 4 --batch 16 --learner $learner --guided -q"
    # shellcheck disable=SC2086
    "$KNAP" $train -o "$work/one.knap" --jobs 1 || fail "train"
    # shellcheck disable=SC2086
    "$KNAP" $train -o "$work/two.knap" --jobs 2 && cmp "$work/one.knap" "$work/two.knap" || fail "2 threads, $learner"
    for n in 1 2 4; do
        rm -f "$work/two.knap"
        # shellcheck disable=SC2086
        ranks $n "$KNAP" $train -o "$work/two.knap" --jobs 1 && cmp "$work/one.knap" "$work/two.knap" || fail "$n ranks, $learner"
    done
done
ranks 3 "$KNAP" train "$data" --epochs 2 -q -o "$work/two.knap" || fail "batch 1"
"$KNAP" train "$data" --epochs 2 -q -o "$work/three.knap" && cmp "$work/two.knap" "$work/three.knap" || fail "batch 1 in a team"
"$KNAP" train "$data" --epochs 2 -q --batch 8 --validate "$data" -o "$work/two.knap" || fail "--validate"
ranks 2 "$KNAP" train "$data" --epochs 2 -q --batch 8 --validate "$data" -o "$work/three.knap" || fail "--validate in a team"
cmp "$work/two.knap" "$work/three.knap" || fail "--validate in a team: another model"

# the other commands: the same bytes on standard output and the same notes
same() {
    name=$1
    shift
    "$KNAP" "$@" >"$work/alone" 2>"$work/alone.notes"
    was=$?
    ranks 4 "$KNAP" "$@" >"$work/team" 2>"$work/team.notes"
    got=$?
    [ $was = $got ] || fail "$name: status $got, not $was: $(cat "$work/team.notes")"
    cmp "$work/alone" "$work/team" || fail "$name: other output"
    grep -v '^--*$\|^Primary job\|^a non-zero\|mpirun\|^ *Process name\|^ *Exit code\|^$' "$work/team.notes" >"$work/team.own"
    cmp "$work/alone.notes" "$work/team.own" || fail "$name: other notes: $(cat "$work/team.own")"
}
for i in 1 2 3 4 5 6; do cat "$data"; done >"$work/long.jsonl" # several blocks
same pack pack -m "$work/one.knap" "$work/long.jsonl" --json
same "pack of two files" pack -m "$work/one.knap" "$data" "$work/long.jsonl"
(cat "$work/long.jsonl"; echo '{"bad'; cat "$data") >"$work/bad.jsonl"
same "pack of bad lines" pack -m "$work/one.knap" "$work/bad.jsonl"
same summarize summarize sample -b 100w
same "summarize --json" summarize sample -b 60w --json
"$KNAP" summarize sample -b 100w -q -o "$work/out1" && ranks 4 "$KNAP" summarize sample -b 100w -q -o "$work/out4" || fail "summarize -o"
diff -r "$work/out1" "$work/out4" || fail "summarize -o: other files"
same rouge rouge "$work/out1" --refs sample --each
table() { sed 's/ *[0-9.]* s$//'; }
experiment="experiment --train sample --folds 3 -b 100w --systems lead,scp,random --seeds 2 -q"
# shellcheck disable=SC2086
"$KNAP" $experiment | table >"$work/alone"
# shellcheck disable=SC2086
ranks 4 "$KNAP" $experiment -o "$work/run" | table | cmp - "$work/alone" || fail "experiment: another table"
# shellcheck disable=SC2086
"$KNAP" $experiment -o "$work/run" | table | cmp - "$work/alone" || fail "one process does not go on from the results of a team"

# wrong usage and wrong data: one message, the status of the command
expect 1 "none.jsonl" ranks 3 "$KNAP" train "$work/none.jsonl" -o "$work/x.knap"
[ "$(grep -c 'none.jsonl' "$work/out")" = 1 ] || fail "the message comes several times: $(cat "$work/out")"
expect 2 "name a file that all can read" ranks 2 "$KNAP" pack -m "$work/one.knap"
"$KNAP" summarize sample --html "$work/page.html" -q >"$work/said" && ranks 3 "$KNAP" summarize sample --html "$work/team.html" -q >"$work/said" ||
    fail "summarize --html"
cmp "$work/page.html" "$work/team.html" || fail "summarize --html: another page"
expect 0 "note: knap inspect is run by one process" ranks 2 "$KNAP" inspect "$work/one.knap"

# all processes meet the error, and the first one is late with its message: its stderr is a full pipe for two seconds
cat >"$work/late.sh" <<'END'
[ "$OMPI_COMM_WORLD_RANK" = 0 ] || exec "$@"
{ head -c 65536 /dev/zero; exec "$@" 2>&1 >/dev/null; } | setsid sh -c 'sleep 2; tr -d "\0" >"$0"; : >"$0.end"' "$LATE"
END
LATE="$work/late" ranks 3 sh "$work/late.sh" "$KNAP" train "$work/none.jsonl" -o "$work/x.knap" >"$work/said" 2>&1
while [ ! -e "$work/late.end" ]; do sleep 0.05; done
grep -q 'none.jsonl' "$work/late" || fail "the message of the first process is missing: $(cat "$work/late")"
! grep 'rank 1\|rank 2' "$work/said" || fail "other processes print the message too"

# one process alone fails, before messages to all and before one to the first: its message with its rank, and its status
cat >"$work/one.sh" <<'END'
[ "$OMPI_COMM_WORLD_RANK" = 2 ] || exec "$@"
exec "$@" --max-memory 100K
END
for command in "train $data --epochs 2 --batch 8 -o $work/x.knap" "rouge $work/out1 --refs sample" "pack $work/long.jsonl" \
    "summarize sample -b 50w"; do
    # shellcheck disable=SC2086
    expect 3 "rank 2: knap: the memory that --max-memory allows" ranks 3 sh "$work/one.sh" "$KNAP" $command
    [ "$(grep -c '^rank' "$work/out")" = 1 ] || fail "$command: the message comes several times: $(cat "$work/out")"
done
[ ! -e "$work/x.knap" ] || fail "a model was written"

# a rank is killed in the middle: no model, no half of one; the message says what to do; then it goes on to the same model
long="train $data --epochs 1500 --batch 64 -q --jobs 1"
state="$work/state"
# shellcheck disable=SC2086
"$KNAP" $long -o "$work/whole.knap" || fail "train"
# shellcheck disable=SC2086
ranks 4 "$KNAP" $long -o "$work/x.knap" --checkpoint "$state" --checkpoint-every 1e >"$work/said" 2>&1 &
job=$!
while [ ! -s "$state" ] && kill -0 $job 2>/dev/null; do sleep 0.05; done
victim=$(pgrep -f -- "--checkpoint $state" | while read -r pid; do
    tr '\0' '\n' <"/proc/$pid/environ" 2>/dev/null | grep -qx OMPI_COMM_WORLD_RANK=2 && echo "$pid"
done | head -1)
[ -n "$victim" ] && kill -KILL "$victim" || fail "no rank to kill"
wait $job && fail "a job that lost a rank succeeds"
[ ! -e "$work/x.knap" ] || fail "a model was written"
grep -q -- "--resume $state" "$work/said" || fail "what to do is not said: $(cat "$work/said")"
# shellcheck disable=SC2086
ranks 2 "$KNAP" $long -o "$work/x.knap" --resume "$state" || fail "--resume in a team"
cmp "$work/whole.knap" "$work/x.knap" || fail "after a kill the model is another"
finish
