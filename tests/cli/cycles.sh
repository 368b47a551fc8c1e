# No file of a layer depends on itself through others, by includes or by calls.
. tests/cli_lib.sh
sh scripts/cycles.sh "$BUILD" base core systems text passages formats rouge io summarize requests >"$work/cycles" || fail "$(cat "$work/cycles")"
# the script does find one
mkdir -p "$work/src/loop" "$work/build/CMakeFiles/knap_loop.dir/src/loop"
echo 'int a(void); int b(void); int a(void) { return b(); }' >"$work/src/loop/a.c"
echo 'int a(void); int b(void); int b(void) { return a(); }' >"$work/src/loop/b.c"
for name in a b; do
    $CC -c "$work/src/loop/$name.c" -o "$work/build/CMakeFiles/knap_loop.dir/src/loop/$name.c.o" || fail "compiling $name.c"
done
script=$PWD/scripts/cycles.sh
(cd "$work" && ! sh "$script" "$work/build" loop >"$work/found") || fail "a cycle of calls was not found"
grep -q "a.c" "$work/found" || fail "the cycle is not printed: $(cat "$work/found")"
finish
