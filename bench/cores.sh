#!/bin/sh
# Measures every command with one thread and with two, and checks that both print the same:
#
#     cores.sh BUILD FOLDER [NAME...]       [all of them]
#
# BUILD has knap and bench/knap-instances. FOLDER gets the data (2 GB), which are removed at the end unless KEEP=1. Wall time, the
# best of RUNS (5): the machine must be idle. GOAL, where a goal is given, is the gain that docs/PERFORMANCE.md asks for.
set -eu
build=$1 folder=$2
shift 2
runs=${RUNS:-5} only="$*"
knap=$(cd "$build" && pwd)/knap make=$(cd "$build" && pwd)/bench/knap-instances
shared=$(cd "$(dirname "$0")/.." && pwd)/../shared/data/multiling2011
sample=$(cd "$(dirname "$0")/.." && pwd)/sample
mkdir -p "$folder"
cd "$folder"

wanted() {
    [ -z "$only" ] || case " $only " in *" $1 "*) ;; *) return 1 ;; esac
}

# data FILE ARGUMENT...: instances, made once
data() {
    [ -s "$1" ] || { file=$1; shift; "$make" "$@" >"$file.part" && mv "$file.part" "$file"; }
}

# best COMMAND...: milliseconds of the fastest run; its output is in `out`
best() {
    least=
    for run in $(seq "$runs"); do
        rm -rf made
        begin=$(date +%s%N)
        "$@" >out 2>errors || { echo "failed: $*" >&2; cat errors >&2; exit 1; }
        took=$((($(date +%s%N) - begin) / 1000000))
        [ -n "$least" ] && [ "$took" -ge "$least" ] || least=$took
    done
}

# measure NAME GOAL TEXT COMMAND...: with -j1 and -j2. A file or folder `made` is compared too.
measure() {
    name=$1 goal=$2 text=$3
    shift 3
    wanted "$name" || return 0
    best "$knap" "$@" -j1
    one=$least
    rm -rf made1 out1
    mv out out1
    [ ! -e made ] || mv made made1
    best "$knap" "$@" -j2
    same=yes
    cmp -s out out1 || same=NO
    [ ! -e made1 ] || diff -rq made made1 >/dev/null || same=NO
    awk -v name="$name" -v text="$text" -v one="$one" -v two="$least" -v goal="$goal" -v same="$same" 'BEGIN {
        gain = one / (two ? two : 1)
        verdict = goal == "" ? "    " : (gain >= goal + 0 ? "kept" : "less")
        printf "%-18s %-52s %8.3f s %8.3f s %6.2f  %5s %s  same: %s\n", name, text, one / 1000, two / 1000, gain, goal,
            verdict, same
    }'
    [ $same = yes ] || different="$different $name"
}

different=
printf '%-18s %-52s %10s %10s %6s  %5s\n' name what -j1 -j2 gain goal

if wanted pack-lead || wanted pack-mmr || wanted pack || wanted train-batch-20 || wanted train-batch-5; then
    data many.jsonl 60000 20 4 4 8
    measure pack-lead 1.85 "pack -s lead, 60,000 instances of 20 items" pack -s lead many.jsonl -q
    measure pack-mmr 1.85 "pack -s mmr, the same" pack -s mmr many.jsonl -q
    measure pack 1.85 "pack, the same" pack many.jsonl -q
    measure train-batch-20 1.8 "train --batch 256 --epochs 20, the same" train many.jsonl -o made --batch 256 --epochs 20 -q
    measure train-batch-5 1.8 "train --batch 256 --epochs 5, the same" train many.jsonl -o made --batch 256 --epochs 5 -q
    [ -n "${KEEP:-}" ] || rm -f many.jsonl
fi

if wanted train-million || wanted evaluate-million; then
    data million.jsonl 1000000 5 3 0 6
    measure train-million 1.8 "train --batch 256 --epochs 5, 1,000,000 instances" train million.jsonl -o made --batch 256 \
        --epochs 5 -q
    measure evaluate-million "" "evaluate -s lead, the same" evaluate -s lead million.jsonl
    [ -n "${KEEP:-}" ] || rm -f million.jsonl
fi

if wanted pack-large || wanted epoch-large; then
    data large.jsonl 1 1000000 16 16 40 1
    data small.jsonl 1 10000 16 16 40 1
    [ -s large.knap ] || "$knap" train small.jsonl -o large.knap --epochs 1 -b 10 -q
    measure pack-large 1.85 "pack 100 of a million items" pack -m large.knap large.jsonl -b 100 -q
    measure epoch-large 1.85 "an epoch on a million items" train large.jsonl -o made --epochs 1 -b 10 -q
    [ -n "${KEEP:-}" ] || rm -f large.jsonl small.jsonl large.knap
fi

# Documents: the shared data, or the sample that is shipped, copied so that there are about 120 clusters.
source=$shared/english copies=12
[ -d "$source" ] || { source=$sample copies=40; }
if wanted summarize || wanted rouge; then
    [ -d clusters ] || for i in $(seq "$copies"); do mkdir -p clusters && cp -r "$source" "clusters/c$i"; done
    measure summarize 1.85 "summarize, $(ls -d clusters/*/*/ | wc -l) clusters" summarize clusters -b 250w -q
    if [ ! -d peers ]; then
        for system in lead lexrank centroid mmr; do
            "$knap" summarize "$source" -s $system -b 250w -q -o "peers-$system" >/dev/null
            mkdir -p peers && mv "peers-$system" "peers/$system"
        done
    fi
    for i in $(seq 3); do [ -d "peers/more$i" ] || { mkdir -p "peers/more$i" && cp -r peers/lead peers/lexrank peers/centroid \
        peers/mmr "peers/more$i/"; }; done
    measure rouge 1.85 "rouge -n 4 -w 1.2, $(find peers -type f | wc -l) summaries" rouge -n 4 -w 1.2 peers "$source" -q
fi
if wanted rouge-many; then
    [ -s evaluation.jsonl ] || awk 'function words(n,  text) { for (; n > 0; n--) text = text " w" int(rand() * rand() * 4000); return text }
        BEGIN { srand(8); for (k = 0; k < 20000; k++)
            printf "{\"id\":\"t%d\",\"refs\":[\"%s\",\"%s\"],\"peers\":{\"b\":\"%s\",\"a\":[\"%s\",\"%s\"]}}\n", k, words(60),
                words(60), words(55), words(30), words(30) }' >evaluation.jsonl
    measure rouge-many 1.85 "rouge -n 2, JSONL of 20,000 topics" rouge -n 2 evaluation.jsonl -q
    [ -n "${KEEP:-}" ] || rm -f evaluation.jsonl
fi
measure train 1.85 "train on documents" train "$source" -o made -b 250w -q
measure experiment 1.85 "experiment, folds of ten, reader and lexrank" experiment "$source" -s reader -s lexrank -b 250w -k "$(
    [ "$source" = "$sample" ] && echo 3 || echo 10)" -q
[ -n "${KEEP:-}" ] || rm -rf clusters peers
rm -rf made made1 out out1 errors
[ -z "$different" ] || { echo "different results with two threads:$different" >&2; exit 1; }
