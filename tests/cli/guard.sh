# Limits of every command: --max-memory and --max-time end it with status 3, --jobs is bounded by the work.
. tests/cli_lib.sh

# --- every command has them, and they are options like others ---
for command in summarize experiment train tune pack evaluate inspect convert rouge judge; do
    "$KNAP" help $command more >"$work/more" || fail "help $command more"
    for option in max-memory max-time; do
        grep -q -- "--$option " "$work/more" || fail "knap $command has no --$option"
    done
done
expect 2 "'12Q' is not a size, such as 500M or 2G" "$KNAP" pack --max-memory 12Q examples/passages.jsonl
expect 2 "did you mean '--max-memory'?" "$KNAP" pack --max-memroy 1G examples/passages.jsonl

# --- memory: enough changes nothing, too little ends with 3 and a message ---
"$KNAP" convert sample -q -o "$work/sample.jsonl" || fail "convert"
"$KNAP" train examples/passages.jsonl -q -o "$work/model.knap" || fail "train"
cp "$work/model.knap" "$work/before.knap"
within() { # within ENOUGH TOO_LITTLE COMMAND...
    enough=$1 little=$2
    shift 2
    "$KNAP" "$@" >"$work/free" 2>&1 </dev/null
    "$KNAP" "$@" --max-memory "$enough" >"$work/limited" 2>&1 </dev/null || fail "--max-memory $enough: $* -- $(cat "$work/limited")"
    sed 's/ *[0-9.]* s$//' "$work/free" >"$work/a"
    sed 's/ *[0-9.]* s$//' "$work/limited" | cmp - "$work/a" || fail "--max-memory changes the output of $*"
    expect 3 'that --max-memory allows' "$KNAP" "$@" --max-memory "$little"
}
within 1G 100K summarize sample -b 100w
within 1G 100K pack examples/passages.jsonl
within 1G 20K train examples/passages.jsonl -o "$work/model.knap"
cmp "$work/model.knap" "$work/before.knap" || fail "a limit of memory changed the model"
within 1G 10K evaluate -m "$work/model.knap" examples/passages.jsonl
within 1G 10K pack -s oracle examples/passages.jsonl
within 1G 1K inspect "$work/model.knap"
within 1G 100K convert sample
within 1G 10K convert "$work/sample.jsonl"
within 1G 100K experiment --train sample --folds 2 -s lead -q
within 1G 100K tune sample -o "$work/tuned.knap" -g "seed=1" --views paper --epochs 1 -q -k 2

# --- what foreign libraries allocate is limited too: a PDF whose forms draw each other ---
if [ "$(printf '%%PDF-1.4\n' | "$KNAP" convert - 2>&1 | grep -c WITH_PDF)" = 0 ] && case $BUILD in *asan*) false ;; esac; then
    PYTHONPATH=tests/server python3 -B -c 'import costly, sys; sys.stdout.buffer.write(costly.pdf())' >"$work/forms.pdf"
    expect 3 'that --max-memory allows' "$KNAP" convert --max-memory 64M --max-time 120 "$work/forms.pdf"
fi

# --- time: a command that waits for input that never comes ---
mkfifo "$work/never"
exec 9<>"$work/never"
for command in pack summarize convert; do
    expect 3 'that --max-time allows' "$KNAP" $command "$work/never" --max-time 0.05
done
expect 3 'that --max-time allows' "$KNAP" train "$work/never" -o "$work/model.knap" --max-time 0.05
cmp "$work/model.knap" "$work/before.knap" || fail "a limit of time changed the model"
exec 9>&-
expect 0 '' "$KNAP" pack examples/passages.jsonl --max-time 1e9
# and one that works for long: no segment of the summary reaches the first word of the references
awk 'BEGIN { for (i = 0; i < 40000; i++) print "a b" }' >"$work/peer"
awk 'BEGIN { for (i = 0; i < 40000; i++) print "a a" }' >"$work/reference"
expect 3 'that --max-time allows' "$KNAP" rouge --rouge L "$work/peer" "$work/reference" --max-time 0.5

# --- threads ---
"$KNAP" pack examples/passages.jsonl -q >"$work/one"
for jobs in 3 1000 1000000 9007199254740992; do
    "$KNAP" pack examples/passages.jsonl -q -j $jobs | cmp - "$work/one" || fail "pack --jobs $jobs"
    expect 0 '' "$KNAP" summarize sample -b 50w -q -j $jobs
    expect 0 '' "$KNAP" experiment --train sample --folds 2 -s lead -q -j $jobs
done

# --- the cost of an input is bounded by its size: CPU seconds are limited, and a quadratic cost would take minutes ---
bounded() { (ulimit -t 100; "$KNAP" "$@") >"$work/out" 2>&1 || fail "$* ends with $?: $(tail -c 300 "$work/out")"; }
awk 'BEGIN { for (i = 0; i < 67000; i++) printf "w%dx ", i; print "end." }' >"$work/words.txt"
bounded summarize "$work/words.txt" -b 100000w -q
# a note about every other of many documents
awk 'BEGIN { printf "{\"id\":\"x\",\"documents\":["
    for (i = 0; i < 300000; i++) printf "\"\",\"Cat %d sat.\",", i
    print "\"The cat sat.\"]}" }' >"$work/notes.jsonl"
bounded convert "$work/notes.jsonl" -q -o "$work/notes.out"
# ROUGE-L of two texts in one line each: memory does not grow with the product of their lengths, which is 1.4 GB
awk 'BEGIN { for (i = 0; i < 60000; i++) { s = (s * 1103515245 + 12345) % 2147483648; printf "w%d ", s / 65536 % 5000 } print "" }' >"$work/long.a"
awk 'BEGIN { s = 7; for (i = 0; i < 60000; i++) { s = (s * 69069 + 1) % 2147483648; printf "w%d ", s / 65536 % 5000 } print "" }' >"$work/long.b"
bounded rouge "$work/long.a" "$work/long.b" --max-memory 200M
grep -q 'ROUGE-L' "$work/out" || fail "no ROUGE-L: $(cat "$work/out")"
# similarities of all pairs: 3,000 items, and a message past the limit
awk 'BEGIN { s = 1; printf "{\"id\":\"x\",\"budget\":50,\"items\":["
    for (i = 0; i < 3000; i++) { printf "%s{\"id\":\"%d\",\"cost\":5,\"vector\":[", i ? "," : "", i
        for (d = 0; d < 64; d++) { s = (s * 69069 + 1) % 4294967296; printf "%s%.3f", d ? "," : "", s / 2147483648 - 1 }
        printf "]}" } print "]}" }' >"$work/pairs.jsonl"
for system in submod2011 lexrank; do
    bounded pack -q -j 1 -s $system "$work/pairs.jsonl"
done
awk 'BEGIN { printf "{\"id\":\"x\",\"budget\":5,\"items\":["
    for (i = 0; i <= 50000; i++) printf "%s{\"cost\":5,\"vector\":[%d,-1]}", i ? "," : "", i
    print "]}" }' >"$work/many.jsonl"
for system in submod2011 lexrank; do
    expect 1 'takes at most 50000' "$KNAP" pack -q -s $system "$work/many.jsonl"
done
# entities of a document's own
{ echo '<!DOCTYPE r [<!ENTITY e "'
  awk 'BEGIN { for (i = 0; i < 500; i++) printf "%0100d", 0 }'
  echo '">]><ROUGE-EVAL><EVAL ID="1"><PEER-ROOT>'
  awk 'BEGIN { for (i = 0; i < 20000; i++) printf "&e;" }'
  echo '</PEER-ROOT></EVAL></ROUGE-EVAL>'; } >"$work/entities.xml"
expect 1 "entity 'e' is declared here" "$KNAP" rouge "$work/entities.xml"
# thousands of topics of one line, and a long summary of thousands of documents of one line, take little memory
awk 'BEGIN { for (i = 0; i < 5000; i++) printf "{\"id\":\"t%d\",\"documents\":[\"Clerk %d counted the ballots again on Monday.\"]}\n", i, i }' \
    >"$work/topics.jsonl"
expect 0 '' "$KNAP" summarize -q -j 1 --max-memory 24M "$work/topics.jsonl"
awk 'BEGIN { printf "{\"id\":\"a\",\"documents\":["
    for (i = 0; i < 4000; i++) printf "%s\"Clerk %d counted %d ballots in district %d.\"", i ? "," : "", i, i * 7 % 999, i * 31 % 99
    print "]}" }' >"$work/documents.jsonl"
expect 0 '' "$KNAP" summarize -q -j 1 -b 50% --max-memory 30M "$work/documents.jsonl"
finish
