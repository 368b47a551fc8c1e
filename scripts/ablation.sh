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

# rows SYSTEMS [OPTION...]: "system F" lines of each set, side by side
rows() {
    systems=$1
    shift
    "$knap" experiment -t "$data/multiling2011/english" -l en -k 10 -b 250w -s "$systems" -n "$seeds" -q "$@" >"$work/news"
    "$knap" experiment -t "$work/train" -T "$work/test" -l en -b 250b -s "$systems" -n "$seeds" -q "$@" >"$work/few"
    "$knap" experiment -t "$data/opinosis" -l en -k 10 -b 100b -s "$systems" -n "$seeds" -q "$@" >"$work/opinosis"
    for set in news few opinosis; do
        awk '/^ROUGE-1/ { on = 1; next } !NF { on = 0 } on { print $1, $2 }' "$work/$set" >"$work/$set.rows"
    done
    paste -d ' ' "$work/news.rows" "$work/few.rows" "$work/opinosis.rows" |
        awk -v more="$*" '{ printf "| `%s%s` | %s | %s | %s |\n", $1, more ? " " more : "", $2, $4, $6 }'
}

echo "| variant | MultiLing | FewSum | Opinosis |"
echo "|---|---|---|---|"
# views and decoders
rows scp,scp:decode=mbr,scp:decode=swap,scp:views=expected,scp:views=expected:decode=mbr,scp:views=expected:decode=swap,scp-expected,scp-mbr,scp-swap
# the benefit
rows scp-expected:lambda=0,scp-expected:r=1,scp-expected:lambda=0:r=1,scp-swap:lambda=0:r=1
# the learner's method, and one part of the views at a time
rows conseqopt:views=all,conseqopt:views=all:decode=swap,scp:views=expected-gain,scp:views=quality+expected-gain,scp:views=paper+bigram-coverage
# the word model without each group of its features
all=frequency,lead,centrality,background,form,context,title,function,indicators
for group in $(echo $all | tr ',' ' '); do
    rows scp-swap --words "$(echo $all | tr ',' '\n' | grep -vx "$group" | paste -sd ,)"
done
rows scp-swap --words frequency
for l2 in 0.2 1 30; do
    rows scp-swap --word-l2 $l2
done
