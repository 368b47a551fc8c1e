#!/bin/sh
# Packing retrieved passages into the context window of a language model: the walk-through of the README, as a script.
#
# passages.jsonl holds one question a line: its passages with their cost in tokens, the retriever's score (feature
# `retrieval`, and `p` for systems that need no training), a sparse word vector for similarity and, because these
# questions were checked by hand, the facts each passage covers.
set -eu
knap=${KNAP:-knap}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

echo "== 1. Useful at once, nothing trained: relevance against repetition, within 48 tokens"
tail -n 1 "$here/passages.jsonl" | "$knap" pack --text

echo
echo "== 2. Learn from four questions how to cover the facts, and pack the fifth"
head -n 4 "$here/passages.jsonl" >"$work/train.jsonl"
"$knap" train "$work/train.jsonl" -o "$work/context.knap" --quiet
tail -n 1 "$here/passages.jsonl" | "$knap" pack -m "$work/context.knap" --text

echo
echo "== 3. What the model goes by"
"$knap" inspect "$work/context.knap" --top 5 | tail -n 7

echo
echo "== 4. Facts covered on the fifth question"
for how in "--system lead" "--system mmr" "-m $work/context.knap" "--system oracle"; do
    # shellcheck disable=SC2086 # two words
    tail -n 1 "$here/passages.jsonl" | "$knap" pack $how --json --quiet |
        sed "s|.*\"reward\":\([0-9.]*\).*|${how##*[ /]} \1|"
done
