# The source tarball builds; the Debian packages made from it pass lintian, have the same bytes wherever they are built,
# can be installed, used and removed (below a folder, not on this system). Time: two builds.
. tests/cli_lib.sh
case "$BUILD" in *asan*) echo "skipped: packages do not depend on how the tests were built"; exit 77 ;; esac
for program in git dpkg-buildpackage dh lintian; do
    command -v $program >/dev/null || { echo "skipped: $program is not installed"; exit 77; }
done
git rev-parse --git-dir >/dev/null 2>&1 || { echo "skipped: this is not a git checkout"; exit 77; }
export CCACHE_DISABLE=1 # a second build from a cache would prove nothing
unset CMAKE_C_COMPILER_LAUNCHER MAINTAINER

# the tarball: the same bytes again, and nothing else than what git knows
version=$(cat VERSION)
sh scripts/dist.sh "$work/one" >/dev/null || fail "dist"
(umask 077 && TZ=Asia/Tokyo LC_ALL=C.UTF-8 sh scripts/dist.sh "$work/two" >/dev/null) || fail "dist again"
cmp "$work/one/knap-$version.tar.gz" "$work/two/knap-$version.tar.gz" || fail "dist is not reproducible"
tar -tzf "$work/one/knap-$version.tar.gz" | sed "s|^knap-$version/||" | LC_ALL=C sort >"$work/packed"
git ls-files | LC_ALL=C sort | cmp - "$work/packed" || fail "the tarball does not have the files that git knows"

# the packages, from two folders, with other settings of time, language and modes
sh scripts/deb.sh "$work/one" >"$work/log" 2>&1 || fail "deb: $(tail -n 20 "$work/log")"
grep -E '^[EW]: ' "$work/log" && fail "lintian: $(grep -E '^[EW]: ' "$work/log" | head -n 5)"
[ -s "$failures" ] && exit 1
(umask 077 && TZ=Asia/Tokyo LC_ALL=C.UTF-8 sh scripts/deb.sh "$work/two" "$work/another folder of another length/x") >"$work/log" 2>&1 ||
    fail "deb in another folder: $(tail -n 20 "$work/log")"
for package in "$work"/one/*.deb; do
    cmp "$package" "$work/two/$(basename "$package")" || fail "$(basename "$package") depends on where it was built"
done
[ "$(ls "$work"/one/*.deb | wc -l)" = 3 ] || fail "packages: $(ls "$work/one")"

# the packages that they depend on are known
if command -v apt-get >/dev/null; then
    apt-get install --simulate --no-install-recommends "$work"/one/*.deb >"$work/log" 2>&1 || fail "dependencies: $(tail -n 5 "$work/log")"
fi

# installed below a folder, used, removed
root=$work/root
mkdir -p "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates" "$root/var/lib/dpkg/triggers"
: >"$root/var/lib/dpkg/status"
install="dpkg --root=$root --force-not-root,depends,bad-path --log=$work/dpkg.log"
$install --install "$work"/one/*.deb >"$work/log" 2>&1 || fail "dpkg --install: $(tail -n 5 "$work/log")"
expect 0 "knap $version" "$root/usr/bin/knap" --version
(cd "$root/usr/share/doc/knap" && "$root/usr/bin/knap" summarize sample/averill-ferry-strike -b 100w -q) >"$work/summary" || fail "the installed program"
grep -q Brandvold "$work/summary" || fail "the installed program summarizes: $(cat "$work/summary")"
(cd "$root/usr/share/doc/knap" && "$root/usr/bin/knap" pack -q examples/passages.jsonl) >/dev/null || fail "the installed examples"
[ "$(find "$root/usr/share/man/man1" -name 'knap*.1.gz' | wc -l)" -ge 13 ] || fail "man pages are missing"
for file in usr/share/bash-completion/completions/knap usr/share/zsh/vendor-completions/_knap usr/share/fish/vendor_completions.d/knap.fish \
    usr/share/doc/knap/NOTICE usr/share/doc/knap/copyright; do
    [ -s "$root/$file" ] || fail "not installed: $file"
done
lib=$(dirname "$(find "$root/usr/lib" -name libknap.so)")
$CC -std=c11 examples/client.c -I "$root/usr/include" -L "$lib" -lknap -o "$work/client" || fail "linking with the installed library"
LD_LIBRARY_PATH=$lib "$work/client" "$(cat sample/orrin-dam-flood/docs/01*)" | grep -qi dam || fail "running with the installed library"
$install --purge knap libknap-dev "libknap$(readelf -d "$lib/libknap.so" | sed -n 's/.*SONAME.*\[libknap\.so\.\(.*\)\]/\1/p')" >"$work/log" 2>&1 ||
    fail "dpkg --purge: $(tail -n 5 "$work/log")"
find "$root" -name '*knap*' -o -path "$root/usr/*" -type f >"$work/left"
[ -s "$work/left" ] && fail "files stay after the removal: $(head -n 3 "$work/left")"
finish
