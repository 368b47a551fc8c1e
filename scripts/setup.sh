#!/bin/sh
# Installs the Debian packages that knap builds with, where they are missing.
set -eu
packages="gcc g++ make cmake pkg-config libc6-dev libgomp1 libjansson-dev libcsv-dev libxml2-dev libicu-dev libstemmer-dev libcld2-dev
libopenblas-dev liblbfgs-dev libglpk-dev libcmocka-dev locales
libmd4c-dev libarchive-dev libacl1-dev libzstd-dev liblz4-dev libpoppler-glib-dev libgmime-3.0-dev libgpgme-dev libsentencepiece-dev zip zstd"

command -v dpkg-query >/dev/null 2>&1 || exit 0 # not Debian: CMake says what is missing
missing=""
for package in $packages; do
    case "$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true)" in
    *" installed") ;;
    *) missing="$missing $package" ;;
    esac
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ]; then
    as_root=""
elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
    as_root="sudo"
else
    echo "knap needs these packages:$missing" >&2
    echo "Install them as root: apt-get install$missing" >&2
    exit 1
fi
echo "Installing:$missing" >&2
export DEBIAN_FRONTEND=noninteractive
if ! $as_root apt-get install -y -q --no-install-recommends $missing >/dev/null 2>&1; then
    $as_root apt-get update -q >/dev/null
    $as_root apt-get install -y -q --no-install-recommends $missing >/dev/null
fi
