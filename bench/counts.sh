#!/bin/sh
# Counts the instructions of the hot paths (bench/paths_*.c) with callgrind and compares them with bench/counts.tsv.
#
#     bench/counts.sh PROGRAM COMPILER            fails where a path takes 5% more instructions than the file says
#     bench/counts.sh PROGRAM COMPILER --refresh  writes the file
#
# Only instructions of knap's own code count, not those of libc, ICU and other libraries, which differ between machines. Valgrind
# shows programs the same processor everywhere: x86-64 with AVX2, never AVX-512. Another compiler makes other code: then the
# comparison is skipped, with a message and status 77.
set -eu
cd "$(dirname "$0")/.."
program=$1 compiler=$2 mode=${3:-check}
file=bench/counts.tsv
most=5 # per cent

skip() {
    echo "SKIPPED: instruction counts: $1"
    exit 77
}

command -v valgrind >/dev/null 2>&1 || skip "valgrind is not installed"
[ "$(uname -m)" = x86_64 ] || skip "the figures are for x86_64, and this machine is $(uname -m)"
grep -q ' avx2 ' /proc/cpuinfo || skip "the figures are for code with AVX2, which this processor does not have"
made_by="$("$compiler" -dumpfullversion -dumpversion) $("$compiler" -dumpmachine)"
"$compiler" --version | grep -qi clang && made_by="clang $made_by" || made_by="gcc $made_by"
figures_by=$(sed -n 's/^# compiler: //p' $file 2>/dev/null || true)
if [ "$mode" = check ] && [ "$made_by" != "$figures_by" ]; then
    skip "the figures of $file are for '$figures_by', and this build is by '$made_by'. 'make bench-counts' writes new ones"
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The instructions of the program's own code: lines of costs in callgrind's file, but not the line after "calls=", which has the
# costs of the callee.
count() {
    valgrind --tool=callgrind --callgrind-out-file="$work/$1" --toggle-collect=hot_path --compress-strings=no \
        --compress-pos=no "$program" run "$1" "$2" >"$work/$1.log" 2>&1 || { cat "$work/$1.log" >&2; return 1; }
    awk -v name="/$(basename "$program")" '
        /^ob=/ { own = substr($0, length($0) - length(name) + 1) == name; next }
        /^calls=/ { getline; next }
        /^[0-9]/ { if (own) sum += $2 }
        END { printf "%d\n", sum }' "$work/$1"
}

"$program" list >"$work/list"
cut -f 1,2 "$work/list" >"$work/sizes"
previous=
while read -r name size; do # two at a time
    count "$name" "$size" >"$work/$name.count" &
    [ -z "$previous" ] || wait "$previous"
    previous=$!
done <"$work/sizes"
wait "$previous"
{
    echo "# Instructions of hot paths by callgrind. Written by 'make bench-counts'; read by bench/counts.sh."
    echo "# compiler: $made_by"
    while IFS='	' read -r name size layer what; do
        printf '%s\t%s\t%s\t%s\n' "$name" "$(cat "$work/$name.count")" "$layer" "$what"
    done <"$work/list"
} >"$work/counts.tsv"

if [ "$mode" = --refresh ]; then
    cp "$work/counts.tsv" $file
    cat $file
    exit 0
fi
awk -F '\t' -v most=$most '
    FNR == 1 { files++ }
    /^#/ { next }
    files == 1 { old[$1] = $2; next }
    {
        if (!($1 in old)) { printf "  %-10s %12d                 new: run make bench-counts\n", $1, $2; bad++; next }
        change = 100 * ($2 / old[$1] - 1)
        broken = change > most
        bad += broken
        printf "  %-10s %12d %+8.2f%%  %s\n", $1, $2, change, broken ? "MORE than " most "%: a regression" : change < -most ? "fewer: run make bench-counts" : ""
        delete old[$1]
    }
    END {
        for (name in old) { printf "  %-10s is in the file, but no path is called so\n", name; bad++ }
        if (bad) printf "%d of the paths failed\n", bad
        exit bad > 0
    }' $file "$work/counts.tsv"
