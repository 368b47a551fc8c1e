# A closed or a full standard output is an error of every command that writes to it, and never ends in another file.
. tests/cli_lib.sh
mkdir "$work/peers"
cp sample/orrin-dam-flood/refs/A.txt "$work/peers/orrin-dam-flood.txt"
"$KNAP" train examples/passages.jsonl -o "$work/m.knap" -q || fail "train"
before=$(cksum <"$work/m.knap")

# writes COMMAND...: its output cannot be written
writes() {
    "$KNAP" "$@" >&- 2>"$work/err" </dev/null
    status=$?
    [ $status = 1 ] || fail "status $status with stdout closed: $*"
    grep -q "cannot write" "$work/err" || fail "stdout closed, and no message: $*: $(cat "$work/err")"
    if [ -w /dev/full ]; then
        "$KNAP" "$@" >/dev/full 2>"$work/err" </dev/null
        status=$?
        [ $status = 1 ] || fail "status $status with stdout full: $*"
        grep -q "cannot write" "$work/err" || fail "stdout full, and no message: $*: $(cat "$work/err")"
    fi
}
writes --version
writes -V
writes --help
writes help train
writes pack --help
writes summarize sample/orrin-dam-flood
writes summarize --json sample/orrin-dam-flood
writes summarize --html - sample/orrin-dam-flood
writes pack examples/passages.jsonl
writes pack --json examples/passages.jsonl
writes pack -s oracle --text examples/passages.jsonl
writes inspect "$work/m.knap"
writes inspect --json "$work/m.knap"
writes convert sample
writes rouge "$work/peers" --refs sample
writes rouge --json "$work/peers" --refs sample
writes experiment --train sample --systems lead --folds 2 -q
writes train examples/passages.jsonl -o "$work/m.knap" --json
[ "$before" = "$(cksum <"$work/m.knap")" ] || fail "what belongs to a closed stdout went into the model"
writes tune sample -o "$work/t.knap" -b 100w -k 2 --epochs 1 --grid r=0.7,1 --json -q

# a command that prints nothing on stdout needs none
"$KNAP" train examples/passages.jsonl -o "$work/m.knap" -q >&- || fail "train -q needs no stdout"
# the other two streams may be closed too
"$KNAP" pack examples/passages.jsonl 2>&- | grep -q p1 || fail "stderr closed"
"$KNAP" pack <&- >/dev/null 2>"$work/err" && fail "standard input is closed, and nothing is said"
grep -q "standard input" "$work/err" || fail "stdin closed: $(cat "$work/err")"
finish
