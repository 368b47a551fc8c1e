#!/bin/sh
# Measures what each part is worth: scripts/ablation.sh KNAP DATA [SEEDS] [PARTS]
#
# Prints the ablation tables of docs/RESULTS.md: the ROUGE-1 F of each variant (mean over the seeds) on MultiLing 2011 English (10
# folds, 250 words), FewSum (train -> test, 250 bytes) and Opinosis (10 folds, 100 bytes). DATA is the folder that holds
# multiling2011, fewsum and opinosis. PARTS are some of views, words and reading; reading also counts awkward sentences.
. "$(dirname "$0")/common.sh"
seeds=${3:-5}
parts=${4:-views words reading}
link_fewsum

# rows NOTE SYSTEMS [OPTION...]: prints one line per system: its F on the three sets and, with counts=yes, its awkward sentences
rows() {
    note=$1
    systems=$2
    shift 2
    "$knap" experiment -t "$data/multiling2011/english" -l en -k 10 -b 250w -s "$systems" --seeds "$seeds" -q --json "$@" >"$work/news"
    "$knap" experiment -t "$work/train" --test "$work/test" -l en -b 250b -s "$systems" --seeds "$seeds" -q --json "$@" >"$work/few"
    "$knap" experiment -t "$data/opinosis" -l en -k 10 -b 100b -s "$systems" --seeds "$seeds" -q --json "$@" >"$work/opinosis"
    for set in news few opinosis; do
        sed 's/{"system":/\n&/g' "$work/$set" | sed -n 's/^{"system":"\([^"]*\)".*"rouge1":{"f":\([0-9.]*\).*"sentences":\([0-9.]*\).*"flawed":\([0-9.]*\).*/\1 \2 \4 \3/p' >"$work/$set.rows"
    done
    paste -d ' ' "$work/news.rows" "$work/few.rows" "$work/opinosis.rows" | awk -v note="$note" -v counts="$counts" '
        function cell(f, flawed, all) { return sprintf(counts ? "%.2f (%.0f of %.0f)" : "%.2f", f, flawed, all) }
        { printf "| `%s`%s | %s | %s | %s |\n", $1, note ? ", " note : "", cell($2, $3, $4), cell($6, $7, $8), cell($10, $11, $12) }'
}

title() {
    printf '\n| %s | MultiLing | FewSum | Opinosis |\n|---|---|---|---|\n' "$1"
}

counts=
for part in $parts; do
    case $part in
    views)
        title "views, decoders, benefit"
        rows "" expected:swap=no,expected,scp,scp:decode=mbr,scp:decode=swap,scp-expected,scp-mbr,scp-swap,scp:views=all,scp:views=all:decode=mbr,scp:views=all:decode=swap
        rows "" scp:views=expected-gain,scp:views=expected-gain+bigram-coverage,scp:views=expected-gain+bigram-coverage:decode=swap,scp:views=quality+expected-gain,scp:views=paper+bigram-coverage
        rows "" scp-expected:lambda=0,scp-expected:r=1,scp-expected:lambda=0:r=1,scp-swap:lambda=0:r=1,conseqopt:views=expected,conseqopt:views=expected:decode=swap
        ;;
    words)
        title "the word model's features and prices"
        all=frequency,lead,centrality,background,form,context,title,function,indicators
        for group in $(echo $all | tr ',' ' '); do
            rows "without $group" scp-swap --words "$(echo $all | tr ',' '\n' | grep -vx "$group" | paste -sd ,)"
        done
        rows "frequency alone" scp-swap --words frequency
        for l2 in 0.2 1 30; do
            rows "\`--word-l2 $l2\`" scp-swap --word-l2 $l2
        done
        ;;
    reading)
        title "what may be picked, and the price of reading well"
        counts=yes
        for words in 5 12; do
            rows "\`--min-words $words\`" scp,scp-swap --min-words $words
        done
        for filter in none capitals fragments quotes whole whole,questions whole,dependent all; do
            rows "\`--filter $filter\`" scp-swap --filter $filter
        done
        rows "\`--filter whole,questions\`" scp-swap:readability-penalty=0.05,scp-swap:readability-penalty=0.1,scp-swap:readability-penalty=0.2,scp-swap:readability-penalty=0.4,scp-swap:readability-penalty=1 --filter whole,questions
        counts=
        ;;
    esac
done
