#!/bin/sh
# Packs the files that git knows, as they are in the working tree: dist.sh FOLDER writes FOLDER/knap-VERSION.tar.gz. The
# same files give the same bytes: names are sorted, and all times are SOURCE_DATE_EPOCH [the last commit's].
set -eu
folder=$1
cd "$(dirname "$0")/.."
git rev-parse --git-dir >/dev/null 2>&1 || {
    echo "dist.sh: this is not a git checkout, so the list of source files is not known" >&2
    exit 1
}
name=knap-$(cat VERSION)
epoch=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
mkdir -p "$folder"
tar="$folder/$name.tar"
git ls-files -z | LC_ALL=C sort -z >"$tar.list"
tar --create --file="$tar" --format=gnu --mtime="@$epoch" --owner=0 --group=0 --numeric-owner --mode=u+rw,go=rX,a+rX \
    --transform="flags=r;s|^|$name/|" --no-recursion --null --files-from="$tar.list"
gzip -n -9 -f "$tar"
rm "$tar.list"
echo "$tar.gz"
