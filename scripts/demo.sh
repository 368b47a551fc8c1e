#!/bin/sh
# The main job on what the repository ships: `make demo`. A sample cluster summarized by the embedded model, and its ROUGE-1
# beside lead, random and the greedy oracle, which knows the references.
set -eu
knap=$1
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cluster=sample/orrin-dam-flood

echo "\$ knap summarize $cluster"
echo
"$knap" summarize --quiet "$cluster"
echo
echo "ROUGE-1 against three reference summaries, 665 bytes:"
for system in random lead knap oracle; do
    if [ $system = knap ]; then how=""; else how="--system $system"; fi
    # shellcheck disable=SC2086
    "$knap" summarize --quiet $how "$cluster" -o "$work/$system"
done
"$knap" rouge "$work" --refs sample --ngrams 1 --no-lcs --json |
    sed 's/{"system":"\([^"]*\)".*"recall":{"mean":\([0-9.]*\).*"precision":{"mean":\([0-9.]*\).*"f":{"mean":\([0-9.]*\).*/\4 \1 \2 \3/' |
    sort -n | awk 'BEGIN { printf "  %-8s %8s %8s %8s\n", "", "F", "P", "R" }
        { printf "  %-8s %8.4f %8.4f %8.4f  ", $2, $1, $4, $3; for (i = 0; i < $1 * 50; i++) printf "#"; printf "\n" }'
