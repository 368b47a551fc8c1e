#!/bin/sh
# Measures MultiLing 2011 English, leaving one topic out: scripts/multiling.sh KNAP DATA [SEEDS]
#
# Prints the first table of docs/RESULTS.md. Each topic is summarized by a model trained on the other nine. F, P and R of ROUGE-1
# (unstemmed, nothing cut) are means over topics, then mean and deviation over seeds.
. "$(dirname "$0")/common.sh"
seeds=${3:-5}

# summarize SYSTEM BUDGET SEED: makes a folder of ten summaries
summarize() {
    system=$1 budget=$2 seed=$3 out=$work/out/$1-$2-$3
    mkdir -p "$out"
    for topic in "$data"/*/; do
        topic=$(basename "$topic")
        case $system in
        scp | conseqopt)
            others=""
            for other in "$data"/*/; do
                [ "$(basename "$other")" = "$topic" ] || others="$others $other"
            done
            # shellcheck disable=SC2086
            "$knap" train $others -o "$work/fold.knap" --max-rouge --method "$system" --views paper --decode greedy --filter whole --readability-penalty 0 --budget "$budget" --seed "$seed" --quiet
            "$knap" summarize -m "$work/fold.knap" -b "$budget" "$data/$topic" -o "$out" --quiet
            ;;
        *) "$knap" summarize --max-rouge --system "$system" --seed "$seed" -b "$budget" "$data/$topic" -o "$out" --quiet ;;
        esac
    done
}

echo "| system | budget | F | P | R |"
echo "|---|---|---|---|---|"
for budget in 250w 665b; do
    for system in random lead conseqopt scp oracle; do
        seed=1
        while [ "$seed" -le "$seeds" ]; do
            summarize "$system" "$budget" "$seed"
            "$knap" rouge "$work/out/$system-$budget-$seed" --refs "$data" --ngrams 1 --no-lcs --json
            seed=$((seed + 1))
        done >"$work/lines"
        awk -v name="$system" -v budget="$budget" '
            function value(key) { match($0, "\"" key "\":[^0-9]*[0-9.]+"); v = substr($0, RSTART, RLENGTH); sub(/.*[^0-9.]/, "", v); return 100 * v }
            { f = value("f"); p = value("precision"); r = value("recall"); n++
              sf += f; sp += p; sr += r; qf += f * f; qp += p * p; qr += r * r }
            function show(s, q) { m = s / n; d = n > 1 ? (q - n * m * m) / (n - 1) : 0; return sprintf("%.2f ± %.2f", m, d > 0 ? sqrt(d) : 0) }
            END { printf "| %s | %s | %s | %s | %s |\n", name, budget, show(sf, qf), show(sp, qp), show(sr, qr) }' "$work/lines"
    done
done
