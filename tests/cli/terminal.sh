# On a terminal: the progress bar fits its width and leaves nothing behind, not even after a signal; no colours.
. tests/cli_lib.sh
command -v script >/dev/null && script -qec true /dev/null >/dev/null 2>&1 ||
    { echo "skipped: 'script' (Debian's bsdutils) makes no terminal here"; exit 77; }
long="train sample -o $work/m.knap --epochs 1000000"

# on COLUMNS COMMAND: runs it on a terminal of that width until its bar has been drawn, ends it with SIGTERM and leaves
# what the terminal was sent in $work/screen
on() {
    cat >"$work/run.sh" <<END
stty cols $1
$2 &
echo \$! >"$work/pid.new" && mv "$work/pid.new" "$work/pid"
wait \$!
END
    rm -f "$work/pid" "$work/screen"
    TERM=xterm script -qec "sh $work/run.sh" "$work/screen" >/dev/null 2>&1 </dev/null &
    runner=$!
    for _ in $(seq 1 100); do
        [ -e "$work/pid" ] && grep -q '[0-9]%' "$work/screen" && break
        sleep 0.1
    done
    kill -TERM "$(cat "$work/pid")"
    wait $runner
    # without the lines of script itself and the shell's note
    sed '1d; /^Script done/d' "$work/screen" | tr -d '\n' | sed 's/Terminated *\r*$//' >"$work/sent"
    mv "$work/sent" "$work/screen"
    grep -q '[0-9]%' "$work/screen" || fail "no bar at $1 columns: $(cat "$work/screen")"
}
for columns in 30 80 200; do
    on $columns "$KNAP $long"
    widest=$(tr '\r' '\n' <"$work/screen" | awk '{ if (length($0) > most) most = length($0) } END { print most }')
    [ "$widest" -lt $columns ] || fail "$widest characters on a terminal of $columns"
    # the last thing drawn is a blank line, and the cursor is at its start
    tail -c 1 "$work/screen" | od -c | grep -q '\\r' || fail "$columns columns: the cursor is not at the start: $(tail -c 40 "$work/screen" | od -c)"
    tr '\r' '\n' <"$work/screen" | tail -n 1 | grep -q '[^ ]' && fail "$columns columns: something is left of the bar"
    grep -q "$(printf '\033')" "$work/screen" && fail "an escape sequence"
done
tr '\r' '\n' <"$work/screen" | grep -q '% .* s left .*\[.*\] .*reward .*regret' || fail "a part is missing at 200 columns"

# TERM=dumb and --quiet: no bar
short="train examples/passages.jsonl -o $work/m.knap --epochs 2000"
TERM=dumb script -qec "$KNAP $short" "$work/screen" >/dev/null 2>&1 </dev/null
grep -q "trained on" "$work/screen" || fail "TERM=dumb: $(cat "$work/screen")"
grep -q '[0-9]%' "$work/screen" && fail "a bar with TERM=dumb"
TERM=xterm script -qec "$KNAP $short -q" "$work/screen" >/dev/null 2>&1 </dev/null
grep -q '[0-9]%' "$work/screen" && fail "a bar with -q"
# a message begins a line of its own
TERM=xterm NO_COLOR=1 script -qec "$KNAP $short" "$work/screen" >/dev/null 2>&1 </dev/null
tr '\r' '\n' <"$work/screen" | grep -q '^trained on' || fail "the report does not begin a line: $(cat "$work/screen")"
grep -q "$(printf '\033')" "$work/screen" && fail "an escape sequence with NO_COLOR"
finish
