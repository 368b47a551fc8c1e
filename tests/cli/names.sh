# The public calls pair up as knap/base.h says: *_open with *_close, *_new with *_free, never both kinds for one object.
. tests/cli_lib.sh
calls() { sed -n "s/.*[ *]\(knap_[a-z_]*\)_$1(.*/\1/p" include/knap/*.h | sort -u; }
for kind in open close new free; do
    calls $kind >"$work/$kind"
    [ -s "$work/$kind" ] || fail "no call ends with _$kind"
done
cmp -s "$work/open" "$work/close" || fail "without a pair: $(diff "$work/open" "$work/close")"
[ -z "$(comm -23 "$work/new" "$work/free")" ] || fail "_new without _free: $(comm -23 "$work/new" "$work/free")"
[ -z "$(comm -12 "$work/open" "$work/free")" ] || fail "_open and _free: $(comm -12 "$work/open" "$work/free")"
finish
