#!/bin/sh
# Packs retrieved passages into the context window of a language model: the example of the README, as a script.
#
# passages.jsonl holds one question per line. Each passage has its cost in tokens, the score of the retriever (as the feature
# `retrieval`, and as `p` for systems that need no training), a sparse word vector for similarity and the facts that it
# covers, which people marked by hand.
set -eu
knap=${KNAP:-knap}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

echo "== 1. Without training: relevance first, then novelty, within 48 tokens"
tail -n 1 "$here/passages.jsonl" | "$knap" pack --text

echo
echo "== 2. Train on four questions, and pack the fifth"
head -n 4 "$here/passages.jsonl" >"$work/train.jsonl"
"$knap" train "$work/train.jsonl" -o "$work/context.knap" --quiet
tail -n 1 "$here/passages.jsonl" | "$knap" pack -m "$work/context.knap" --text

echo
echo "== 3. The largest weights of the model"
"$knap" inspect "$work/context.knap" --top 5 | tail -n 7

echo
echo "== 4. Facts covered on the fifth question"
for how in "--system lead" "--system mmr" "-m $work/context.knap" "--system oracle"; do
    # shellcheck disable=SC2086 # two words
    tail -n 1 "$here/passages.jsonl" | "$knap" pack $how --json --quiet |
        sed "s|.*\"reward\":\([0-9.]*\).*|${how##*[ /]} \1|"
done
