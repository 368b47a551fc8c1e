#!/bin/sh
# What each part is worth: scripts/ablation.sh KNAP DATA [SEEDS] prints the ablation of docs/RESULTS.md as a table, ROUGE-1 F of each
# variant (mean over the seeds) on MultiLing 2011 English (10 folds, 250 words), FewSum (train -> test, 250 bytes) and Opinosis (10
# folds, 100 bytes). DATA is the folder that holds multiling2011, fewsum and opinosis.
set -eu
knap=$1
data=$(cd "$2" && pwd)
seeds=${3:-5}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for part in train test; do
    mkdir "$work/$part"
    for kind in amazon yelp; do
        for set in "$data/fewsum/$kind-$part"/*/; do
            ln -s "$set" "$work/$part/$kind-$(basename "$set")"
        done
    done
done

# rows NOTE SYSTEMS [OPTION...]: a line a system, its F on the three sets
rows() {
    note=$1
    systems=$2
    shift 2
    "$knap" experiment -t "$data/multiling2011/english" -l en -k 10 -b 250w -s "$systems" -n "$seeds" -q "$@" >"$work/news"
    "$knap" experiment -t "$work/train" -T "$work/test" -l en -b 250b -s "$systems" -n "$seeds" -q "$@" >"$work/few"
    "$knap" experiment -t "$data/opinosis" -l en -k 10 -b 100b -s "$systems" -n "$seeds" -q "$@" >"$work/opinosis"
    for set in news few opinosis; do
        awk '/^ROUGE-1/ { on = 1; next } !NF { on = 0 } on { print $1, $2 }' "$work/$set" >"$work/$set.rows"
    done
    paste -d ' ' "$work/news.rows" "$work/few.rows" "$work/opinosis.rows" |
        awk -v note="$note" '{ printf "| `%s`%s | %s | %s | %s |\n", $1, note ? ", " note : "", $2, $4, $6 }'
}

echo "| variant | MultiLing | FewSum | Opinosis |"
echo "|---|---|---|---|"
# views and decoders
rows "" scp,scp:decode=mbr,scp:decode=swap,scp-expected,scp-mbr,scp-swap,scp:views=all,scp:views=all:decode=mbr,scp:views=all:decode=swap
# parts of the views, the benefit, a policy for each position
rows "" scp:views=expected-gain,scp:views=expected-gain+bigram-coverage,scp:views=expected-gain+bigram-coverage:decode=swap,scp:views=quality+expected-gain,scp:views=paper+bigram-coverage
rows "" scp-expected:lambda=0,scp-expected:r=1,scp-expected:lambda=0:r=1,scp-swap:lambda=0:r=1,conseqopt:views=expected,conseqopt:views=expected:decode=swap
# the word model: without each group of its features, with one alone, with other prices of its weights
all=frequency,lead,centrality,background,form,context,title,function,indicators
for group in $(echo $all | tr ',' ' '); do
    rows "words without $group" scp-swap --words "$(echo $all | tr ',' '\n' | grep -vx "$group" | paste -sd ,)"
done
rows "words by frequency alone" scp-swap --words frequency
for l2 in 0.2 1 30; do
    rows "--word-l2 $l2" scp-swap --word-l2 $l2
done
# what may be picked, and what it costs to read well
for words in 5 12; do
    rows "--min-words $words" scp,scp-swap --min-words $words
done
for filter in none capitals fragments quotes whole,questions whole,leaning all; do
    rows "--filter $filter" scp-swap --filter $filter
done
rows "--filter whole,questions" scp-swap:reading=0.05,scp-swap:reading=0.1,scp-swap:reading=0.2,scp-swap:reading=0.4,scp-swap:reading=1 --filter whole,questions
