# The build enforces the layers: what stands to the right of a layer cannot be included from it.
. tests/cli_lib.sh
layers=$BUILD/layers

# can LAYER HEADER and cannot LAYER HEADER
try() {
    printf '#include "%s"\n' "$2" | $CC -std=c11 -fsyntax-only -I "$layers/$1" -x c - 2>"$work/err"
}
can() { try "$1" "$2" || fail "$1 cannot see $2: $(cat "$work/err")"; }
cannot() { try "$1" "$2" && fail "$1 can see $2"; }

can base base/memory.h
can core base/memory.h
can core core/walk.h
can core knap/core.h
can systems core/walk.h
can io core/instance.h
can rouge text/language.h
can summarize rouge/scorer.h
can summarize systems/systems.h
can evaluate systems/systems.h
can labels knap/text.h
can logs core/item.h
can calls summarize/summarizer.h
cannot passages knap/calls.h
can cli knap/knap.h
can requests passages/context.h
cannot passages knap/requests.h
can examples knap/knap.h
cannot base core/walk.h
cannot base knap/core.h
cannot core systems/systems.h
cannot core knap/systems.h
cannot core knap/evaluate.h
cannot core knap/logs.h
can batch core/train.h
cannot core knap/batch.h
cannot batch knap/systems.h
cannot labels knap/systems.h
cannot logs knap/text.h
cannot systems knap/evaluate.h
cannot evaluate knap/text.h
cannot core io/format.h
cannot core knap/io.h
cannot core knap/text.h
cannot systems io/format.h
cannot io systems/systems.h
cannot text core/walk.h
can tokens base/symbols.h
cannot tokens text/language.h
cannot tokens core/walk.h
cannot text rouge/scorer.h
cannot rouge core/walk.h
cannot core text/language.h
cannot systems text/language.h
cannot summarize io/format.h
cannot io summarize/story.h
cannot cli core/walk.h
cannot cli base/memory.h
cannot examples base/memory.h
# Every header can be included with every other one, in both orders: each name means one thing.
for order in cat tac; do
    (cd src && ls */*.h) | sed 's/.*/#include "&"/' | $order >"$work/all.c"
    $CC -std=c11 -fsyntax-only -D_GNU_SOURCE -I src -I include -I "$BUILD/generated" -I /usr/include/libxml2 "$work/all.c" 2>"$work/err" ||
        fail "headers cannot be included together: $(grep -m 3 error: "$work/err")"
done
# and nobody goes around by a path
grep -rnE '#include "(\.\./|/)' src include cli examples && fail "a relative include goes around the layers"

# Results are the same on every machine: exp, log and pow come from base/elementary.h. ROUGE rounds to five digits, as the script does.
awk '{ line = $0; sub(/\/\*.*/, "", line) }
    line !~ /^ *\*/ && line ~ /(^|[^A-Za-z0-9_])(expm?1?|log(1p|2|10)?|pow|tanh)\(/ { print FILENAME ":" FNR ": " $0 }' \
    $(find src -name '*.[ch]' ! -path 'src/rouge/*' ! -path src/base/rng.c) >"$work/libm"
[ ! -s "$work/libm" ] || fail "use base/elementary.h: $(cat "$work/libm")"
finish
