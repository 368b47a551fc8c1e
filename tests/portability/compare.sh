#!/bin/sh
# Compares the model files and results of two builds of knap, byte for byte: compare.sh KNAP OTHER...
# OTHER may be several words, such as an emulator, its options and the program. EXPECTED names files that may differ.
set -u
knap=$1
shift
here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$here" || exit 1
export OMP_NUM_THREADS=2
differences=0 compared=0

# results FOLDER PROGRAM...: runs the commands and keeps what they print and write; ends at the first command that fails
results() (
    set -e
    out=$1
    shift
    mkdir -p "$out"
    "$@" train examples/passages.jsonl -o "$out/passages.knap" -q
    "$@" train examples/ads.jsonl -o "$out/ads.knap" -q --method conseqopt --result mixture --views all
    "$@" train examples/trajectories.txt -o "$out/trajectories.knap" -q --learner vw --budget 200
    "$@" train sample -o "$out/sample.knap" -q --lang en --epochs 3
    "$@" pack -m "$out/passages.knap" examples/passages.jsonl --json >"$out/pack-model.json"
    for system in cover mmr lexrank centroid submod submod2011 freq greedykl random lead ilp oracle; do
        "$@" pack --system $system examples/passages.jsonl --json >"$out/pack-$system.json"
    done
    "$@" evaluate -s cover -s random examples/passages.jsonl >"$out/evaluate.txt"
    "$@" evaluate -s cover -s random examples/shown.jsonl >"$out/logs.txt"
    "$@" summarize sample --lang en --json >"$out/summaries.json"
    "$@" summarize sample --lang en -m "$out/sample.knap" -b 100w >"$out/summaries.txt"
    "$@" convert sample >"$out/clusters.jsonl"
    "$@" rouge tests/data/rouge-sample/peers --refs sample --rouge 1,2,L,W1.2,SU4 >"$out/rouge.txt"
    "$@" inspect models/default.knap >"$out/inspect.txt"
) 2>>"$work/messages"

failed() {
    echo "$1: a command failed"
    tail -n 3 "$work/messages"
    exit 1
}
results "$work/one" "$knap" # not "results || failed": a shell ignores set -e there
[ $? = 0 ] || failed "$knap"
results "$work/two" "$@"
[ $? = 0 ] || failed "$*"
for file in "$work"/one/*; do
    name=$(basename "$file")
    compared=$((compared + 1))
    if [ ! -s "$file" ]; then
        echo "$name: nothing to compare"
        differences=$((differences + 1))
    elif cmp -s "$file" "$work/two/$name"; then
        continue
    elif [ -s "$work/two/$name" ] && echo " ${EXPECTED:-} " | grep -qF " $name "; then
        echo "$name: differs, as expected"
    else
        echo "$name: differs"
        diff "$file" "$work/two/$name" | head -n 4 | cut -c1-200
        differences=$((differences + 1))
    fi
done
[ $differences = 0 ] || tail -n 5 "$work/messages"
echo "$compared files compared, $differences differ"
[ $differences = 0 ]
