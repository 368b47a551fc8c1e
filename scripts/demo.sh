#!/bin/sh
# Runs `make demo`: summarizes a sample cluster with the embedded model, and compares its ROUGE-1 with that of lead, random and the
# greedy oracle, which knows the references.
set -eu
knap=$1
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cluster=sample/averill-ferry-strike
budget=100w

echo "\$ knap summarize $cluster --budget $budget"
echo
"$knap" summarize --quiet "$cluster" --budget $budget
echo
echo "ROUGE-1 against three reference summaries, 100 words:"
for system in random lead knap oracle; do
    if [ $system = knap ]; then how=""; else how="--system $system"; fi
    # shellcheck disable=SC2086
    "$knap" summarize --quiet $how "$cluster" --budget $budget -o "$work/$system"
done
"$knap" rouge "$work" --refs sample --ngrams 1 --no-lcs --json |
    sed 's/{"system":"\([^"]*\)".*"recall":{"mean":\([0-9.]*\).*"precision":{"mean":\([0-9.]*\).*"f":{"mean":\([0-9.]*\).*/\4 \1 \2 \3/' |
    sort -n | awk 'BEGIN { printf "  %-8s %8s %8s %8s\n", "", "F", "P", "R" }
        { printf "  %-8s %8.4f %8.4f %8.4f  ", $2, $1, $4, $3; for (i = 0; i < $1 * 50; i++) printf "#"; printf "\n" }'
echo
echo "The program is $knap. 'make' builds it with all formats, and 'sudo make install' installs it."
