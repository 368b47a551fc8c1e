# The examples run and show what they promise.
. tests/cli_lib.sh
"$BUILD/examples/train" >"$work/out" || fail "train"
awk '/^item/ { items++; cost += $4 } / items, cost / { exit !($1 == items && $1 > 2 && cost <= 10.05 && $NF > 0 && $NF <= 1) }' \
    "$work/out" || fail "train printed $(cat "$work/out")"
"$BUILD/examples/client" sample/orrin-dam-flood/docs/* >"$work/out" || fail "client"
sed -n '/^```c$/,/^```$/p' README.md | sed '1d;$d' | cmp -s - examples/client.c || fail "README.md shows another client.c"
words=$(wc -w <"$work/out")
[ "$words" -gt 50 ] && [ "$words" -le 100 ] || fail "client printed $words words: $(cat "$work/out")"
expect 1 "none.txt: cannot open" "$BUILD/examples/client" "$work/none.txt"
expect 1 "no file or folder to read" "$BUILD/examples/client"
"$BUILD/examples/playlist" >"$work/out" || fail "playlist"
awk '$1 == "random" || $1 == "mmr" || $1 == "learned" || $1 == "oracle" { value[$1] = $2 }
    END { exit !(value["learned"] > 1.2 * value["mmr"] && value["learned"] > 0.9 * value["oracle"] && value["oracle"] <= 1) }' \
    "$work/out" || fail "playlist printed $(cat "$work/out")"
sh examples/context_window.sh >"$work/out" 2>&1 || fail "context_window.sh: $(cat "$work/out")"
grep -q "^oracle 0.8$" "$work/out" || fail "context_window.sh printed $(cat "$work/out")"
sh scripts/demo.sh "$KNAP" >"$work/demo" 2>&1 || fail "demo.sh"
[ -s "$work/demo" ] || fail "demo.sh printed nothing"
finish
