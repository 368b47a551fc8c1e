# On a terminal: the progress bar fits its width and leaves nothing behind, not even after a signal; no colours.
. tests/cli_lib.sh
command -v script >/dev/null && script -qec true /dev/null >/dev/null 2>&1 ||
    { echo "skipped: 'script' (Debian's bsdutils) makes no terminal here"; exit 77; }
long="train sample -o $work/m.knap --epochs 1000000"

# on COLUMNS COMMAND [WORD]: runs it on a terminal of that width until its bar (with WORD) has been drawn, ends it with SIGTERM and
# leaves what the terminal was sent in $work/screen
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
    for _ in $(seq 1 1200); do
        [ -e "$work/pid" ] && grep -q "[0-9]%.*${3:-}" "$work/screen" && break
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
    on $columns "$KNAP $long" "$([ $columns = 200 ] && echo regret)"
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

# --- what a document says does not control the terminal: control characters are shown, and files get them as they are ---
escape=$(printf '\033]0;title\007\033[2J')
printf 'The cat \302\233 sat %s on the \177 mat in caf\303\251 \342\202\254.\n' "$escape" >"$work/evil.txt"
printf '{"id":"x","budget":9,"items":[{"id":"a\\u001b[31m","cost":1,"text":"b\\u0007"}]}\n' >"$work/evil.jsonl"
: >"$work/$(printf 'bad\033[31m.txt')"
for command in "summarize $work/evil.txt" "summarize $work/evil.txt --explain" "pack $work/evil.jsonl" "pack --text $work/evil.jsonl" \
    "summarize $work/bad*.txt" "inspect $work/bad*.txt"; do
    TERM=xterm script -qec "$KNAP $command" "$work/screen" >/dev/null 2>&1 </dev/null
    sed '1d; /^Script done/d' "$work/screen" | tr -d '\r\n\t' >"$work/sent"
    LC_ALL=C grep -q '[[:cntrl:]]' "$work/sent" && fail "control characters of $command reach the terminal: $(od -c "$work/sent")"
    [ -s "$work/sent" ] || fail "nothing is printed by $command"
done
TERM=xterm script -qec "$KNAP summarize $work/evil.txt" "$work/screen" >/dev/null 2>&1 </dev/null
grep -qF '^[]0;title^G^[[2J' "$work/screen" || fail "control characters are not shown: $(od -c "$work/screen")"
grep -qF 'café €' "$work/screen" || fail "characters that are not ASCII are damaged: $(od -c "$work/screen")"
"$KNAP" summarize "$work/evil.txt" 2>/dev/null | grep -qF "$escape" || fail "a pipe does not get the bytes as they are"
finish
