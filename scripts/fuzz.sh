#!/bin/sh
# Runs the fuzz targets of tests/fuzz with libFuzzer, from the committed inputs and from those that earlier runs found.
#
#     scripts/fuzz.sh [--jobs N] [--seconds N | --runs N] [TARGET...]      [1 job, 60 seconds, all targets]
#
# Found inputs are kept in build/fuzz-corpus/TARGET. An input that fails is kept in build/fuzz-crashes: add it to
# tests/fuzz/crashes/TARGET together with the repair. Ends with status 1 if a target failed.
set -u
cd "$(dirname "$0")/.."
limit_name=--seconds limit_value=60 jobs=1
while :; do
    case "${1:-}" in
    --seconds | --runs) limit_name=$1 limit_value=$2 ;;
    --jobs) jobs=$2 ;;
    *) break ;;
    esac
    shift 2
done
[ $limit_name = --seconds ] && limit="-max_total_time=$limit_value" || limit="-runs=$limit_value"
programs=build/fuzz/tests/fuzz
[ $# -gt 0 ] || set -- $(ls $programs/fuzz_* | sed 's/.*fuzz_//')
mkdir -p build/fuzz-crashes build/fuzz-logs
export OMP_NUM_THREADS=1 ASAN_OPTIONS=allocator_may_return_null=1:detect_leaks=1

# Fuzzes one target; the status is that of libFuzzer.
fuzz() {
    target=$1 corpus=build/fuzz-corpus/$1 log=build/fuzz-logs/$1.log
    mkdir -p "$corpus"
    inputs="" dictionary=""
    for folder in "tests/fuzz/seeds/$target" "tests/fuzz/crashes/$target"; do
        [ ! -d "$folder" ] || inputs="$inputs $folder"
    done
    [ ! -f "tests/fuzz/dictionaries/$target" ] || dictionary="-dict=tests/fuzz/dictionaries/$target"
    result=ok
    "$programs/fuzz_$target" $limit $dictionary -timeout=20 -rss_limit_mb=3000 -malloc_limit_mb=1000 -max_len=8192 \
        -print_final_stats=1 -artifact_prefix="build/fuzz-crashes/$target-" "$corpus" $inputs >"$log" 2>&1 || result=FAILED
    [ $result = ok ] || grep -E 'ERROR|CHECK failed|SUMMARY|runtime error|Test unit written' "$log"
    runs=$(sed -n 's/stat::number_of_executed_units: *//p' "$log")
    printf '%-12s %-6s %12s runs\n' "$target" $result "$runs"
    echo "$target ${runs:-0}" >>build/fuzz-logs/counts
    [ $result = ok ]
}

if [ $# = 1 ]; then
    fuzz "$1"
else
    printf '%s\n' "$@" | xargs -P "$jobs" -I TARGET sh scripts/fuzz.sh "$limit_name" "$limit_value" TARGET
fi
