#!/bin/sh
# CMake names all libraries that are missing, at once and by their Debian packages. pkg-config and CMake are made to find none.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/empty"
if PKG_CONFIG_LIBDIR=$work/empty PKG_CONFIG_PATH=$work/empty cmake -S . -B "$work/build" \
    -DCMAKE_FIND_ROOT_PATH="$work/empty" -DCMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY >"$work/log" 2>&1; then
    echo "cmake found libraries where there are none" >&2
    exit 1
fi
line=$(tr '\n' ' ' <"$work/log" | tr -s ' ')
for package in libjansson-dev libcsv-dev libxml2-dev libicu-dev libstemmer-dev libcld2-dev libopenblas-dev libglpk-dev; do
    case $line in
    *"apt-get install"*" $package"*) ;;
    *) echo "$package is not named:" >&2 && cat "$work/log" >&2 && exit 1 ;;
    esac
done
