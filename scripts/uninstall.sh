#!/bin/sh
# Removes what `cmake --install BUILD` installs, and the folders that are empty then: uninstall.sh BUILD PREFIX [DESTDIR]
set -eu
build=$1 prefix=$2 root=${3:-}
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
DESTDIR=$stage cmake --install "$build" --prefix "$prefix" >/dev/null
(cd "$stage" && find . ! -type d) | while IFS= read -r file; do
    rm -f "$root/$file"
done
# folders of our own first; those that other packages use are not empty and stay
(cd "$stage" && find . -depth -mindepth 1 -type d) | while IFS= read -r folder; do
    case $folder in *knap*) rmdir "$root/$folder" 2>/dev/null || true ;; esac
done
if [ -z "$root" ] && [ "$(id -u)" = 0 ] && command -v ldconfig >/dev/null; then ldconfig; fi
