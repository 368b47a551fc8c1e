#!/bin/sh
# Runs `make demo`: summarizes a sample cluster with the embedded model, and compares its ROUGE-1 with that of lead, random and the
# greedy oracle, which knows the references. demo.sh PROGRAM uses this program. demo.sh alone builds one in build/demo. If packages
# for that are missing, it takes the knap of this version that is installed, or that of a wheel in build/wheel, and installs no compiler.
set -eu
cd "$(dirname "$0")/.."
knap=${1:-}
serves() { [ "$("$1" --version 2>/dev/null | head -n 1)" = "knap $(cat VERSION)" ]; }
if [ -z "$knap" ] && ! { command -v cmake && KNAP_INSTALL=no sh scripts/setup.sh demo; } >/dev/null 2>&1; then
    for wheel in build/wheel/*.whl; do
        python3 -m zipfile -e "$wheel" build/demo && chmod 755 build/demo/knap/bin/knap && knap=build/demo/knap/bin/knap
    done >/dev/null 2>&1
    for found in "$(command -v knap || true)" "$knap"; do
        serves "$found" && knap=$found && break
        knap=""
    done
fi
if [ -z "$knap" ]; then
    sh scripts/setup.sh demo
    command -v cmake >/dev/null || { echo "make demo: CMake is missing. Install the packages of docs/INSTALL.md" >&2; exit 1; }
    cmake -S . -B build/demo/build -DKNAP_TESTS=OFF -DKNAP_FORMATS=OFF >build-demo.log 2>&1 || { cat build-demo.log; exit 1; }
    rm -f build-demo.log
    cmake --build build/demo/build -j "$(nproc)" --target knap -- --no-print-directory -s
    knap=build/demo/build/knap
fi
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
