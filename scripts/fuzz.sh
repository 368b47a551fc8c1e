#!/bin/sh
# Runs the fuzz targets of tests/fuzz with libFuzzer, from the committed inputs and from those that earlier runs found.
#
#     scripts/fuzz.sh [--jobs N] [--seconds N | --runs N] [--length BYTES] [TARGET...]
#
# Defaults: 1 job, 60 seconds, inputs of at most 8192 bytes, all targets. Shorter inputs give more runs per second.
# PROGRAMS names another folder of fuzz programs. build/fuzz-logs/counts gets a line per run: time, target, executions, CPU seconds.
# Found inputs are kept in build/fuzz-corpus/TARGET. An input that fails is kept in build/fuzz-crashes: add it to
# tests/fuzz/crashes/TARGET together with the repair. Ends with status 1 if a target failed.
set -u
cd "$(dirname "$0")/.."
limit_name=--seconds limit_value=60 jobs=1 longest=8192
while :; do
    case "${1:-}" in
    --seconds | --runs) limit_name=$1 limit_value=$2 ;;
    --jobs) jobs=$2 ;;
    --length) longest=$2 ;;
    *) break ;;
    esac
    shift 2
done
[ $limit_name = --seconds ] && limit="-max_total_time=$limit_value" || limit="-runs=$limit_value"
programs=${PROGRAMS:-build/fuzz/tests/fuzz}
[ $# -gt 0 ] || set -- $(ls $programs/fuzz_* | sed 's/.*fuzz_//')
mkdir -p build/fuzz-crashes build/fuzz-logs
export OMP_NUM_THREADS=1 ASAN_OPTIONS=allocator_may_return_null=1:detect_leaks=1:quarantine_size_mb=16:malloc_context_size=4

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
    "$programs/fuzz_$target" $limit $dictionary -timeout=20 -rss_limit_mb=3000 -malloc_limit_mb=1000 -max_len=$longest \
        -print_final_stats=1 -artifact_prefix="build/fuzz-crashes/$target-" "$corpus" $inputs >"$log" 2>&1 || result=FAILED
    [ $result = ok ] || grep -E 'ERROR|CHECK failed|SUMMARY|runtime error|Test unit written' "$log"
    runs=$(sed -n 's/stat::number_of_executed_units: *//p' "$log")
    times >"$log.times" # of this shell, then of the programs that it ran
    cpu=$(sed -n '2s/[ms]/ /gp' "$log.times" | awk '{ printf "%.0f", 60 * $1 + $2 + 60 * $3 + $4 }')
    printf '%-12s %-6s %12s runs %8s CPU s\n' "$target" $result "$runs" "$cpu"
    echo "$(date +%FT%T) $target ${runs:-0} $cpu" >>build/fuzz-logs/counts
    [ $result = ok ]
}

if [ $# = 1 ]; then
    fuzz "$1"
else
    printf '%s\n' "$@" | xargs -P "$jobs" -I TARGET sh scripts/fuzz.sh "$limit_name" "$limit_value" --length "$longest" TARGET
fi
