# An installed library is enough for the examples: headers, pkg-config, both kinds of library.
. tests/cli_lib.sh
case "$BUILD" in *asan*) echo "skipped: the libraries are built with sanitizers here"; exit 77 ;; esac
cmake --install "$BUILD" --prefix "$work/usr" >"$work/log" 2>&1 || fail "install: $(cat "$work/log")"
pc=$(dirname "$(find "$work/usr" -name knap.pc)")
sed -i "s|^prefix=.*|prefix=$work/usr|" "$pc/knap.pc"
flags=$(PKG_CONFIG_PATH=$pc pkg-config --cflags --libs knap)
# shellcheck disable=SC2086
$CC -std=c11 -Wall -Werror examples/playlist.c $flags -lm -o "$work/shared" || fail "linking the shared library"
LD_LIBRARY_PATH=$(dirname "$pc") "$work/shared" | grep -q learned || fail "running with the shared library"
# shellcheck disable=SC2086
$CC -std=c11 -Wall -Wextra -Werror examples/client.c $flags -o "$work/client" || fail "building client.c"
LD_LIBRARY_PATH=$(dirname "$pc") "$work/client" sample/orrin-dam-flood/docs/* | grep -qi dam || fail "running client.c"
[ "$(wc -l <examples/client.c)" -le 30 ] || fail "client.c has more than 30 lines"
flags=$(PKG_CONFIG_PATH=$pc pkg-config --static --cflags --libs knap)
# shellcheck disable=SC2086
$CC -std=c11 examples/playlist.c "$(dirname "$pc")/libknap.a" $flags -lm -o "$work/static" || fail "linking statically"
"$work/static" | grep -q learned || fail "running the static one"
expect 0 "knap $(cat VERSION)" "$work/usr/bin/knap" --version
[ "$(PKG_CONFIG_PATH=$pc pkg-config --modversion knap)" = "$(cat VERSION)" ] || fail "knap.pc has another version"
# only knap_ symbols leave the shared library
nm -D --defined-only "$(dirname "$pc")"/libknap.so | awk '$2 ~ /[TDB]/ && $3 !~ /^knap_/ { print; bad = 1 } END { exit bad }' ||
    fail "symbols without knap_ are exported"
finish
