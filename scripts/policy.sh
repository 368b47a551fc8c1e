#!/bin/sh
# Compares systems over all sets by cross-validation: scripts/policy.sh KNAP DATA [SEEDS] [SYSTEMS] [SETS] [OPTION...]
#
# Prints the ROUGE-1 F of each system (mean over the seeds) on each set, and its difference from the first system with the p of a
# paired test. DATA is the folder that holds multiling2011, fewsum and opinosis. SYSTEMS are separated by commas, the first is the
# baseline. SETS are some of news-250w, news-665b (MultiLing in six languages other than English), english-250w, english-665b,
# fewsum-train (10 folds of the train splits), fewsum-test (train -> test, 250 bytes) and opinosis (10 folds, 100 bytes).
# OPTION... goes to 'knap experiment'.
#
# The test changes the signs of the differences: of all clusters of a set, or, for the six languages, whose topics are the same, of
# the means of each topic over the languages. Up to 12 differences all changes of sign are taken, else 20000 at random.
. "$(dirname "$0")/common.sh"
seeds=${3:-3}
systems=${4:-expected,scp-swap,expected:swap=no,scp-expected}
sets=${5:-news-250w news-665b english-250w english-665b fewsum-train fewsum-test opinosis}
[ $# -le 5 ] && shift $# || shift 5
link_fewsum

# run SET OPTION...: appends lines "system cluster f", one for each seed, to scores.SET
run() {
    name=$1
    shift
    "$knap" experiment "$@" -s "$systems" --seeds "$seeds" -q --output "$work/out" >"$work/table"
    awk -F, 'NR > 1 && $4 == "ROUGE-1" { print $1, $3, $5 }' "$work/out/scores.csv" >>"$work/scores.$name"
    rm -rf "$work/out"
}

for set in $sets; do
    case $set in
    news-*)
        for pair in french:fr czech:cs greek:el arabic:ar hebrew:he hindi:hi; do
            run "$set" -t "$data/multiling2011/${pair%%:*}" -l "${pair##*:}" -k 10 -b "${set#news-}" "$@"
        done
        ;;
    english-*) run "$set" -t "$data/multiling2011/english" -l en -k 10 -b "${set#english-}" "$@" ;;
    fewsum-train) run "$set" -t "$work/train" -l en -k 10 -b 250b "$@" ;;
    fewsum-test) run "$set" -t "$work/train" --test "$work/test" -l en -b 250b "$@" ;;
    opinosis) run "$set" -t "$data/opinosis" -l en -k 10 -b 100b "$@" ;;
    *)
        echo "policy.sh: no set '$set'" >&2
        exit 2
        ;;
    esac
    awk -v set="$set" '
        { sum[$1, $2] += $3; count[$1, $2]++; cluster[$2] = 1; all[$1] += $3; n[$1]++; if (!($1 in known)) { known[$1] = 1; name[systems++] = $1 } }
        function test(d, m,    i, j, observed, total, trials, hits) {
            for (i = 0; i < m; i++) observed += d[i]
            observed = observed < 0 ? -observed : observed
            trials = m <= 12 ? 2 ^ m : 20000
            for (j = 0; j < trials; j++) {
                total = 0
                for (i = 0; i < m; i++) total += (m <= 12 ? int(j / 2 ^ i) % 2 : rand() < 0.5) ? d[i] : -d[i]
                hits += (total < 0 ? -total : total) >= observed - 1e-9
            }
            return hits / trials
        }
        END {
            srand(1)
            base = name[0]
            printf "| %s | `%s` | %.2f | | |\n", set, base, all[base] / n[base]
            for (s = 1; s < systems; s++) {
                m = 0
                for (c in cluster) d[m++] = sum[name[s], c] / count[name[s], c] - sum[base, c] / count[base, c]
                printf "| | `%s` | %.2f | %+.2f | %.4f |\n", name[s], all[name[s]] / n[name[s]], all[name[s]] / n[name[s]] - all[base] / n[base], test(d, m)
            }
        }' "$work/scores.$set"
done
