# The examples run and show what they promise.
. tests/cli_lib.sh
"$BUILD/examples/train" >"$work/out" || fail "train"
awk '/^item/ { items++; cost += $4 } / items, cost / { exit !($1 == items && $1 > 2 && cost <= 10.05 && $NF > 0 && $NF <= 1) }' \
    "$work/out" || fail "train printed $(cat "$work/out")"
# the clients: short, in C and in C++, and the same results as the commands
for client in client pack train_file; do
    [ "$(wc -l <examples/$client.c)" -le 12 ] || fail "$client.c has more than 12 lines"
    for language in "c -std=c11" "c++ -std=c++17"; do
        # shellcheck disable=SC2086
        $CC -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I "$BUILD/layers/examples" -x $language examples/$client.c ||
            fail "compiling $client.c as $language"
    done
done
for file in sample/orrin-dam-flood/docs/*; do
    set -- "$@" "$(cat "$file")"
done
"$BUILD/examples/client" "$@" >"$work/out" || fail "client"
"$KNAP" summarize -q -b 100w sample/orrin-dam-flood/docs/* | cmp -s - "$work/out" || fail "client and knap summarize differ: $(cat "$work/out")"
words=$(wc -w <"$work/out")
[ "$words" -gt 50 ] && [ "$words" -le 100 ] || fail "client printed $words words: $(cat "$work/out")"
[ "$("$BUILD/examples/pack" | tr '\n' ' ')" = "a c " ] || fail "pack printed $("$BUILD/examples/pack")"
for data in examples/answers.jsonl examples/shown.jsonl sample; do
    "$BUILD/examples/train_file" $data "$work/one.knap" || fail "train_file $data"
    "$KNAP" train -q $data -o "$work/two.knap" && cmp -s "$work/one.knap" "$work/two.knap" || fail "train_file and knap train differ: $data"
done
expect 1 "usage: train_file" "$BUILD/examples/train_file"
expect 1 "cannot open" "$BUILD/examples/train_file" "$work/none.jsonl" "$work/one.knap"
sed -n '/^```c$/,/^```$/p' README.md | sed '1d;$d' | cmp -s - examples/client.c || fail "README.md shows another client.c"
expect 1 "there is no text" "$BUILD/examples/client"
"$BUILD/examples/playlist" >"$work/out" || fail "playlist"
awk '$1 == "random" || $1 == "mmr" || $1 == "learned" || $1 == "oracle" { value[$1] = $2 }
    END { exit !(value["learned"] > 1.2 * value["mmr"] && value["learned"] > 0.9 * value["oracle"] && value["oracle"] <= 1) }' \
    "$work/out" || fail "playlist printed $(cat "$work/out")"
sh examples/context_window.sh >"$work/out" 2>&1 || fail "context_window.sh: $(cat "$work/out")"
grep -q "^oracle 0.8$" "$work/out" || fail "context_window.sh printed $(cat "$work/out")"
sh scripts/demo.sh "$KNAP" >"$work/demo" 2>&1 || fail "demo.sh"
[ -s "$work/demo" ] || fail "demo.sh printed nothing"
# Without CMake the demo takes the program that is installed; a package of another version does not serve.
mkdir "$work/tools"
for tool in awk cat dirname head mktemp rm sed sh sort; do ln -s "$(command -v $tool)" "$work/tools/$tool"; done
ln -s "$KNAP" "$work/tools/knap"
PATH=$work/tools sh scripts/demo.sh >"$work/out" 2>&1 || fail "demo.sh without CMake: $(cat "$work/out")"
sed '$d' "$work/demo" >"$work/expected"
sed '$d' "$work/out" | cmp -s - "$work/expected" || fail "demo.sh without CMake printed $(cat "$work/out")"
grep -q "^The program is $work/tools/knap\." "$work/out" || fail "demo.sh took another program: $(tail -n 1 "$work/out")"
rm "$work/tools/knap"
printf '#!/bin/sh\necho knap 0.0.1\n' >"$work/tools/knap"
chmod 755 "$work/tools/knap"
PATH=$work/tools KNAP_INSTALL=no sh scripts/demo.sh >"$work/out" 2>&1 && fail "demo.sh took knap 0.0.1"
finish
