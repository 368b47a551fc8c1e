# An installed library is enough for the examples: headers, pkg-config, CMake package, both kinds of library. What is
# installed can be removed, without what others have put there.
. tests/cli_lib.sh
case "$BUILD" in *asan*) echo "skipped: the libraries are built with sanitizers here"; exit 77 ;; esac
top=$PWD root=$work/root prefix=$work/root/usr

# as a packager does it
mkdir -p "$prefix/bin" && echo other >"$prefix/bin/other"
DESTDIR=$root cmake --install "$BUILD" --prefix /usr >"$work/log" 2>&1 || fail "install: $(cat "$work/log")"
grep -rlF "$root" "$root" >"$work/paths" && fail "files name the folder of DESTDIR: $(head -n 3 "$work/paths")"
for file in LICENSE NOTICE README.md examples/client.c sample/averill-ferry-strike/docs; do
    [ -e "$prefix/share/doc/knap/$file" ] || fail "not installed: share/doc/knap/$file"
done
grep -q 'Creative Commons Attribution 3.0' "$prefix/share/doc/knap/NOTICE" || fail "NOTICE does not name the licence of the data"
pc=$(dirname "$(find "$root" -name knap.pc)")
grep -qx 'prefix=/usr' "$pc/knap.pc" || fail "knap.pc has another prefix: $(head -n 1 "$pc/knap.pc")"
sh scripts/uninstall.sh "$BUILD" /usr "$root" >"$work/log" 2>&1 || fail "uninstall: $(cat "$work/log")"
[ "$(find "$root" ! -type d)" = "$prefix/bin/other" ] || fail "uninstall leaves, or removes too much: $(find "$root" ! -type d | head -n 5)"
[ -z "$(find "$root" -name '*knap*')" ] || fail "uninstall leaves folders: $(find "$root" -name '*knap*')"

# as a user does it: to a folder of their own
cmake --install "$BUILD" --prefix "$prefix" >"$work/log" 2>&1 || fail "install: $(cat "$work/log")"
expect 0 "knap $(cat VERSION)" "$prefix/bin/knap" --version
pc=$(dirname "$(find "$prefix" -name knap.pc)") lib=$(dirname "$(find "$prefix" -name libknap.a)")
export PKG_CONFIG_PATH="$pc"
[ "$(pkg-config --modversion knap)" = "$(cat VERSION)" ] || fail "knap.pc has another version"
flags=$(pkg-config --cflags --libs knap)
# shellcheck disable=SC2086
$CC -std=c11 -Wall -Werror examples/playlist.c $flags -lm -o "$work/shared" || fail "linking the shared library"
LD_LIBRARY_PATH=$lib "$work/shared" | grep -q learned || fail "running with the shared library"
# shellcheck disable=SC2086
$CC -std=c11 -Wall -Wextra -Werror examples/client.c $flags -o "$work/client" || fail "building client.c"
LD_LIBRARY_PATH=$lib "$work/client" "$(cat sample/orrin-dam-flood/docs/01*)" | grep -qi dam || fail "running client.c"

# libknap.a, where there is no libknap.so
flags=$(pkg-config --static --cflags --libs knap)
mkdir "$work/hidden" && mv "$lib"/libknap.so* "$work/hidden"
# shellcheck disable=SC2086
$CC -std=c11 -Wall -Werror examples/client.c $flags -o "$work/static" || fail "linking with pkg-config --static"
mv "$work"/hidden/* "$lib"
"$work/static" "$(cat sample/orrin-dam-flood/docs/01*)" | grep -qi dam || fail "running what pkg-config --static links"

# the CMake package
mkdir "$work/project"
cp examples/client.c "$work/project"
cat >"$work/project/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.18)
project(client LANGUAGES C)
find_package(knap $(cut -d . -f 1-2 VERSION) REQUIRED)
add_executable(shared client.c)
target_link_libraries(shared PRIVATE knap::knap)
add_executable(static client.c)
target_link_libraries(static PRIVATE knap::static)
END
(cd "$work/project" && cmake -S . -B build -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="$CC" && cmake --build build) >"$work/log" 2>&1 ||
    fail "find_package(knap): $(tail -n 5 "$work/log")"
for program in shared static; do
    "$work/project/build/$program" "$(cat sample/orrin-dam-flood/docs/01*)" | grep -qi dam || fail "running the project's $program"
done
readelf -d "$work/project/build/static" | grep -q 'libknap' && fail "knap::static links the shared library"
sed -i 's/find_package(knap [0-9.]*/find_package(knap 99/' "$work/project/CMakeLists.txt"
expect 1 "requested version" cmake -S "$work/project" -B "$work/project/other" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="$CC"

# only knap_ symbols leave the shared library, and its name has the version of the interface
nm -D --defined-only "$lib/libknap.so" | awk '$2 ~ /[TDBRWVi]/ && $3 !~ /^knap_/ { print; bad = 1 } END { exit bad }' ||
    fail "symbols without knap_ are exported"
case $(cat VERSION) in
0.*) soname=libknap.so.$(cut -d . -f 1-2 VERSION) ;;
*) soname=libknap.so.$(cut -d . -f 1 VERSION) ;;
esac
readelf -d "$lib/libknap.so" | grep -qF "[$soname]" || fail "the name of the shared library is not $soname"
[ "$(readlink "$lib/$soname")" = "libknap.so.$(cat "$top/VERSION")" ] || fail "$soname is no link to the library"
# every declared function is there
cat include/knap/*.h | tr '\n' ' ' | grep -oE 'KNAP_API[^;(]*\bknap_[a-z0-9_]+\(' | grep -oE 'knap_[a-z0-9_]+\($' | tr -d '(' | sort -u >"$work/declared"
nm -D --defined-only "$lib/libknap.so" | awk '{ print $3 }' | sort -u >"$work/defined"
comm -13 "$work/declared" "$work/defined" >"$work/secret"
comm -23 "$work/declared" "$work/defined" >"$work/absent"
[ -s "$work/absent" ] && fail "declared, but not exported: $(head -n 3 "$work/absent")"
[ "$(wc -l <"$work/declared")" -le 170 ] || fail "$(wc -l <"$work/declared") public functions: at most 170 (docs/ARCHITECTURE.md, Layers)"
[ -s "$work/secret" ] && fail "exported, but in no header: $(head -n 3 "$work/secret")"
finish
