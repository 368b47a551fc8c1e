#!/bin/sh
# Trains from what people can label, in three ways:
#   cited.jsonl    "useful": true for the passages that an answer cited
#   answers.jsonl  "answer": the answer in plain text
#   shown.jsonl    "shown", "reward", "propensity": lists that were shown, clicks on them, and how probable they were
set -eu
knap=${KNAP:-knap}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

for labels in cited answers; do
    head -n 8 "$here/$labels.jsonl" >train.jsonl
    tail -n 4 "$here/$labels.jsonl" >test.jsonl
    "$knap" train train.jsonl -o "$labels.knap" --quiet
    echo "== From $labels.jsonl: eight questions to learn from, four to test"
    "$knap" evaluate -m "$labels.knap" --system lead --base lead test.jsonl
    echo
done

echo "== From shown.jsonl: what the learned policy and others would have earned"
head -n 60 "$here/shown.jsonl" >train.jsonl
tail -n 100 "$here/shown.jsonl" >test.jsonl
"$knap" train train.jsonl -o shown.knap --quiet
"$knap" evaluate -m shown.knap --system lead --base lead test.jsonl
