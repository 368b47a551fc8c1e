#!/bin/sh
# Fills the four columns of a page with ads. An ad comes in several sizes, of which at most one is shown; two makers of cola
# exclude each other; the house ad is always shown; on the last page one advertiser is blocked.
#
# ads.jsonl holds one page per line. `cost` is the width in columns, `p` the probability of a click, which is known for pages
# of the past. Sizes of one ad, and ads that exclude each other, have the same `alternative`.
set -eu
knap=${KNAP:-knap}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

head -n 12 "$here/ads.jsonl" >"$work/past.jsonl"
tail -n 4 "$here/ads.jsonl" >"$work/new.jsonl"
"$knap" train "$work/past.jsonl" -o "$work/ads.knap" --quiet

echo "== The last page: house ad pinned, one cola at most, Ski Valley blocked"
tail -n 1 "$work/new.jsonl" | "$knap" pack -m "$work/ads.knap" --quiet

echo
echo "== Probability of a click on four new pages"
cd "$work"
"$knap" evaluate -m ads.knap --system random --system lead --base random new.jsonl
