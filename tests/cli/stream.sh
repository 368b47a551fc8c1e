# knap pack as a filter: order with any number of threads, bad lines, --unbuffered, flat memory, one item per line.
. tests/cli_lib.sh

# a thousand instances in the same order with 1, 2 and 7 threads, from a file and a pipe
awk 'BEGIN { for (i = 0; i < 5000; i++) { printf "{\"id\":%d,\"budget\":5,\"query\":\"q\",\"items\":[", i;
    for (k = 0; k < 4; k++) printf "%s{\"cost\":%d,\"score\":%g,\"text\":\"passage %d of %d\"}", k ? "," : "", 1 + (i + k) % 3, (i * 7 + k * 5) % 11, k, i;
    print "]}" } }' >"$work/in"
"$KNAP" pack --json -j 1 "$work/in" >"$work/one" 2>"$work/note" || fail "one thread"
[ "$(wc -l <"$work/one")" -eq 5000 ] || fail "not one line per instance"
for jobs in 2 7; do
    "$KNAP" pack --json -j $jobs "$work/in" 2>/dev/null | cmp - "$work/one" || fail "$jobs threads: another order"
    cat "$work/in" | "$KNAP" pack --json -j $jobs 2>/dev/null | cmp - "$work/one" || fail "$jobs threads from a pipe"
done
"$KNAP" pack --json --unbuffered "$work/in" 2>/dev/null | cmp - "$work/one" || fail "--unbuffered: other lists"
grep -q '"input":{"query":"q"}' "$work/one" || fail "members of the instance do not pass through"
grep -q '"item":{"cost":3,"score":10,"text":"passage' "$work/one" || fail "items do not pass through"

# bad lines are named, keep their place and are counted; others are packed
sed '3s/.*/{"id":3,"items":[{/; 40s/"cost":[0-9]/"cost":"x"/; 4000s/.*/nonsense/' "$work/in" >"$work/bad"
for jobs in 1 3; do
    "$KNAP" pack --json -j $jobs "$work/bad" >"$work/out" 2>"$work/err" && fail "bad lines, and exit status 0"
    [ "$(wc -l <"$work/out")" -eq 5000 ] || fail "lines are not aligned"
    sed -n '3p;40p;4000p' "$work/out" | grep -c '"error":' | grep -qx 3 || fail "bad lines leave no error object"
    sed '3d;40d;4000d' "$work/out" >"$work/rest"
    sed '3d;40d;4000d' "$work/one" | cmp - "$work/rest" || fail "bad lines change others"
    for line in 3 40 4000; do grep -q "bad:$line: " "$work/err" || fail "line $line is not named"; done
    grep -q "3 of 5000 instances were bad" "$work/err" || fail "bad lines are not counted: $(cat "$work/err")"
done
"$KNAP" pack --json --skip-bad "$work/bad" >"$work/out" 2>/dev/null || fail "--skip-bad: exit status"
[ "$(wc -l <"$work/out")" -eq 4997 ] || fail "--skip-bad leaves other lines out"

# a refused item leaves nothing behind: its named vector does not turn the dense ones after it into sparse ones
{
    echo '{"id":"bad","cost":1,"vector":{"a":1},"covers":{"x":-1}}'
    awk 'BEGIN { for (k = 0; k < 3; k++) { printf "{\"id\":\"d%d\",\"cost\":1,\"vector\":[1", k; for (i = 1; i < 20000; i++) printf ",%d", i % 7 + k; print "]}" } }'
} >"$work/refused"
sed 1d "$work/refused" >"$work/accepted"
for system in cover mmr submod centroid; do
    "$KNAP" pack -b 2 --system $system "$work/accepted" >"$work/alone" 2>/dev/null || fail "pack --system $system"
    "$KNAP" pack -b 2 --system $system --skip-bad "$work/refused" >"$work/out" 2>/dev/null || fail "a refused item: status $? of $system"
    cmp -s "$work/alone" "$work/out" || fail "a refused item changes the list of $system"
done

# names and ids of the input are escaped in the answer: they add no member, no line and no cell
printf '%s\n' '{"id":"a\tb\nc","budget":1,"items":[{"id":"d\te","cost":1}],"x\":1},\"items\":[\"EVIL\"],\"y\":{\"":1,"two\nlines":2}' >"$work/names"
"$KNAP" pack --json "$work/names" 2>/dev/null | python3 -c '
import json, sys
lines = sys.stdin.read().split("\n")
assert len(lines) == 2 and lines[1] == "", lines
answer = json.loads(lines[0], object_pairs_hook=lambda pairs: dict(pairs) if len(dict(pairs)) == len(pairs) else sys.exit("a member twice"))
assert answer["items"] == ["d\te"] and len(answer["input"]) == 2 and answer["input"]["two\nlines"] == 2, answer
' || fail "names of members break the JSON of pack"
"$KNAP" pack "$work/names" 2>/dev/null | awk -F'\t' 'NF != 3 || $1 != "a b c" || $2 != "d e" { bad = 1 } END { exit bad || NR != 1 }' ||
    fail "ids with tabs and line ends break the rows of pack"

# the answer to a line comes before the next line is sent
mkfifo "$work/to" "$work/from"
"$KNAP" pack --unbuffered --json <"$work/to" >"$work/from" 2>/dev/null &
exec 3>"$work/to" 4<"$work/from"
for i in 1 2 3; do
    sed -n "${i}p" "$work/in" >&3
    IFS= read -r answer <&4 || fail "no answer to line $i"
    [ "$answer" = "$(sed -n "${i}p" "$work/one")" ] || fail "another answer to line $i: $answer"
done
exec 3>&- 4<&-
wait

# memory does not grow with the file
awk 'BEGIN { for (i = 0; i < 400000; i++) print "{\"id\":" i ",\"budget\":5,\"items\":[{\"cost\":2,\"score\":1},{\"cost\":4,\"score\":2}]}" }' >"$work/long"
if [ -x /usr/bin/time ] && [ -z "${KNAP_SANITIZED:-}" ] && ! nm "$KNAP" 2>/dev/null | grep -q __asan_init; then
    peak=$(/usr/bin/time -f %M "$KNAP" pack --system lead -j 2 -q "$work/long" 2>&1 >/dev/null | tail -1)
    [ "$peak" -lt 51200 ] || fail "$peak KB for a file of small instances"
fi

# one item per line: the members that are not used are named, with --map they are used
printf '%s\n' '{"qid":"a","len":2,"body":"x","rank":1}' '{"qid":"a","len":3,"body":"y","rank":2}' \
    '{"qid":"b","len":1,"body":"z","rank":3}' >"$work/rows"
"$KNAP" pack -b 3 --by qid --json "$work/rows" >"$work/out" 2>"$work/err" || fail "--by"
[ "$(wc -l <"$work/out")" -eq 2 ] || fail "--by makes other instances: $(cat "$work/out")"
grep -q 'not used: "rank" (3)' "$work/err" || fail "unused members are not named: $(cat "$work/err")"
expect 0 'b	0	1' "$KNAP" pack -b 3 --by qid "$work/rows"
expect 0 'a	1	3' "$KNAP" pack -b 3 --by qid --map score=rank "$work/rows"
expect 0 '0	2	1' "$KNAP" pack -b 3 --map score=rank "$work/rows"
expect 2 "did you mean 'score'" "$KNAP" pack -b 3 --map scroe=rank "$work/rows"
expect 1 "has no budget: add \"budget\" to it, or give all instances one with --budget" "$KNAP" pack "$work/rows"
printf 'qid\tlen\tbody\na\t2\tx\na\t3\ty\nb\t1\tz\n' >"$work/t.tsv"
expect 0 'b	0	1' "$KNAP" pack -b 3 --by qid "$work/t.tsv"
printf 'qid,len,body\na,2,"x\ny"\nb,1\n' >"$work/t.csv"
expect 1 't.csv:4: the row has 2 cells and the header 3' "$KNAP" pack -b 3 --by qid "$work/t.csv"
expect 0 'a	0	2' "$KNAP" pack -b 3 --by qid --skip-bad "$work/t.csv"
finish
