#!/bin/sh
# Installs a wheel in a clean Debian system, with Python and pip and nothing else, and summarizes a page, a PDF and a text there, and
# starts the command: check_wheel.sh WHEEL FOLDER. FOLDER is the root that debootstrap --variant=minbase --include=python3-pip made.
# Needs root, for chroot.
set -eu
wheel=$1 root=$2
cp "$wheel" "$root/tmp/"
mount -t proc proc "$root/proc" # programs find the libraries beside them by /proc/self/exe
trap 'umount "$root/proc"' EXIT
cat >"$root/tmp/page.html" <<'PAGE'
<html><head><title>Dam</title></head><body><p>The Orrin dam broke on Monday, flooding two towns in the valley.</p>
<p>Nobody was hurt, officials said.</p></body></html>
PAGE
cp tests/fuzz/seeds/pdf/a.pdf "$root/tmp/page.pdf"
chroot "$root" /bin/sh -eu -c '
    pip install -q --no-index --break-system-packages --root-user-action=ignore /tmp/'"$(basename "$wheel")"' 2>/tmp/pip.log ||
        pip install -q --no-index /tmp/'"$(basename "$wheel")"'
    cd /tmp
    knap --version
    python3 -c "
import knap, pathlib
page = knap.summarize(pathlib.Path(\"page.html\"), \"15w\")
assert \"dam broke\" in str(page), page
print(\"page:\", page)
pdf = knap.summarize(pathlib.Path(\"page.pdf\"), \"30w\")
assert len(pdf) > 0, pdf
print(\"PDF:\", pdf)
print(\"ilp:\", knap.pack([{\"cost\": 1, \"covers\": {\"a\": 1}}, {\"cost\": 1, \"covers\": {\"b\": 2}}], 1, system=\"ilp\").indices)
"'
