#!/bin/sh
# Measures context packing on questions with known answers: scripts/questions.sh [BUILD [SEEDS [OUT]]]
#
# knap-questions makes a question of each cluster of news (MultiLing 2011, English), product reviews (FewSum) and opinions
# (Opinosis), or of sample/ where ../shared is missing. The reward is the share of the question's facts that a list covers.
# Trained systems learn from the other questions of the same kind, in five folds. Each seed draws other distractors and folds.
# Prints the mean of each system with its 95% interval over the questions, and the gain over the best untrained system.
set -eu
build=${1:-build/release}
seeds=${2:-"1 2 3 4 5"}
out=${3:-$(mktemp -d)}
data=../shared/data
knap=$build/knap
mkdir -p "$out"
: >"$out/rewards"

# rewards KIND SEED NAME: appends "KIND NAME QUESTION SEED REWARD" for each object of knap pack --json.
rewards() {
    sed -n 's/.*"id":"\([^"]*\)".*"reward":\([0-9.e-]*\).*/\1 \2/p' |
        awk -v kind="$1" -v seed="$2" -v name="$3" '{print kind, name, $1, seed, $2}' >>"$out/rewards"
}

measure() { # KIND SEED FOLDER...
    kind=$1
    seed=$2
    shift 2
    "$build/bench/knap-questions" "$seed" "$@" 2>/dev/null |
        awk -v seed="$seed" 'BEGIN {srand(seed)} {print rand() "\t" $0}' | LC_ALL=C sort | cut -f 2- >"$out/$kind"
    pack="$knap pack -q --json"
    $pack -s mmr --set lambda=1 "$out/$kind" | rewards "$kind" "$seed" top-k
    $pack -s mmr "$out/$kind" | rewards "$kind" "$seed" mmr
    $pack -s cover --set cover=items,power=0,lambda=0 "$out/$kind" | rewards "$kind" "$seed" facility-location
    $pack -s cover --set cover=items "$out/$kind" | rewards "$kind" "$seed" facility-weighted
    $pack -s submod "$out/$kind" | rewards "$kind" "$seed" submod
    $pack -s lexrank "$out/$kind" | rewards "$kind" "$seed" lexrank
    $pack "$out/$kind" | rewards "$kind" "$seed" cover
    $pack -s oracle "$out/$kind" | rewards "$kind" "$seed" oracle
    for fold in 0 1 2 3 4; do
        awk -v fold=$fold 'NR % 5 != fold' "$out/$kind" >"$out/train"
        awk -v fold=$fold 'NR % 5 == fold' "$out/$kind" >"$out/test"
        $pack -s dpp --train "$out/train" "$out/test" | rewards "$kind" "$seed" trained:dpp
        $knap train -q "$out/train" -o "$out/model" --views expected --decode swap
        $pack -m "$out/model" "$out/test" | rewards "$kind" "$seed" trained:knap
    done
}

for seed in $seeds; do
    if [ -d "$data" ]; then
        measure news "$seed" "$data/multiling2011/english"
        measure reviews "$seed" "$data/fewsum"
        measure opinions "$seed" "$data/opinosis"
    else
        measure sample "$seed" sample
    fi
done

# A question counts once, with the mean over the seeds. The interval is that of the mean over the questions.
awk '
{ sum[$1, $2, $3] += $5; count[$1, $2, $3]++; kinds[$1]; names[$2] }
function add(kind, name, value) { n[kind, name]++; s[kind, name] += value; q[kind, name] += value * value }
END {
    for (key in sum) {
        split(key, part, SUBSEP)
        add(part[1], part[2], sum[key] / count[key])
        add("all", part[2], sum[key] / count[key])
    }
    kinds["all"]
    for (kind in kinds) {
        best = 0
        for (name in names)
            if (name !~ /trained|oracle/ && s[kind, name] / n[kind, name] > best) best = s[kind, name] / n[kind, name]
        for (name in names) {
            m = s[kind, name] / n[kind, name]
            d = 1.96 * sqrt((q[kind, name] / n[kind, name] - m * m) / n[kind, name])
            printf "%-9s %-18s %.4f [%.4f, %.4f] %+6.1f%% of %d questions\n", kind, name, m, m - d, m + d, 100 * (m / best - 1), n[kind, name]
        }
    }
}' "$out/rewards" | LC_ALL=C sort -k1,1 -k3,3
