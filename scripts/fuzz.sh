#!/bin/sh
# Runs the fuzz targets of tests/fuzz with libFuzzer, from the committed inputs and from those that earlier runs found.
#
#     scripts/fuzz.sh [--seconds N | --runs N] [TARGET...]      [--seconds 60, all targets]
#
# Found inputs are kept in build/fuzz-corpus/TARGET. An input that fails is kept in build/fuzz-crashes: add it to
# tests/fuzz/crashes/TARGET together with the repair. Ends with status 1 if a target failed.
set -u
cd "$(dirname "$0")/.."
limit="-max_total_time=60"
case "${1:-}" in
--seconds) limit="-max_total_time=$2" && shift 2 ;;
--runs) limit="-runs=$2" && shift 2 ;;
esac
programs=build/fuzz/tests/fuzz
[ $# -gt 0 ] || set -- $(ls $programs/fuzz_* | sed 's/.*fuzz_//')
mkdir -p build/fuzz-crashes build/fuzz-logs
export OMP_NUM_THREADS=1 ASAN_OPTIONS=allocator_may_return_null=1:detect_leaks=1
status=0
for target; do
    corpus=build/fuzz-corpus/$target inputs=""
    mkdir -p "$corpus"
    for folder in "tests/fuzz/seeds/$target" "tests/fuzz/crashes/$target"; do
        [ ! -d "$folder" ] || inputs="$inputs $folder"
    done
    dictionary=tests/fuzz/dictionaries/$target
    [ ! -f "$dictionary" ] || dictionary="-dict=$dictionary"
    [ "${dictionary#-dict}" != "$dictionary" ] || dictionary=""
    log=build/fuzz-logs/$target.log
    if "$programs/fuzz_$target" $limit $dictionary -timeout=20 -rss_limit_mb=3000 -malloc_limit_mb=1000 -max_len=8192 \
        -print_final_stats=1 -artifact_prefix="build/fuzz-crashes/$target-" "$corpus" $inputs >"$log" 2>&1; then
        result=ok
    else
        result=FAILED status=1
        grep -E 'ERROR|CHECK failed|SUMMARY|runtime error|Test unit written' "$log"
    fi
    printf '%-12s %-6s %12s runs\n' "$target" "$result" "$(sed -n 's/stat::number_of_executed_units: *//p' "$log")"
    sed -n 's/stat::number_of_executed_units: */'"$target"' /p' "$log" >>build/fuzz-logs/counts
done
exit $status
