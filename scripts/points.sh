#!/bin/sh
# Fits the weights of src/summarize/point.h: scripts/points.sh [FOLDER]
#
# Some 3,200 Debian packages are fetched (apt-get download) and unpacked, not run; none of them is in scripts/real_files.txt. Their
# READMEs, manual pages and HTML pages stand beside the descriptions of the packages, which others wrote. The model is fitted to tell
# which sentences of a document are nearest to the description. Prints figures of five-fold cross-validation, by package, and the
# table of weights for src/summarize/point.h. FOLDER [build/points] gets the packages and documents; nothing of it is committed.
#
# Needs: apt-get, dpkg-deb, python3 with venv.
set -eu
cd "$(dirname "$0")/.."
folder=${1:-build/points}
mkdir -p "$folder"
make -s all
cmake --build build/release --target knap-points -- -s >/dev/null
[ -x "$folder/venv/bin/python" ] || python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check numpy scipy
"$folder/venv/bin/python" scripts/points.py collect "$folder"
find "$folder/pairs" -type f ! -name .description -print0 | sort -z |
    xargs -0 build/release/tests/knap-points >"$folder/rows.tsv" 2>"$folder/refused.txt"
"$folder/venv/bin/python" scripts/points.py fit "$folder"
