#!/bin/sh
# Compiles the layers base and core with musl's C library, as far as they need no other library, and uses them: a model is trained,
# saved and loaded, and has the bytes that glibc's build writes. OpenMP is left out: one thread.
set -eu
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
includes="-Ibuild/release/layers/core -Iinclude -Ibuild/release/generated -Isrc"
for compiler in gcc musl-gcc; do
    [ $compiler = gcc ] && options="" || options="-static"
    $compiler -std=c11 -O2 -ffp-contract=off -Wno-unknown-pragmas -D_XOPEN_SOURCE=700 -D_FILE_OFFSET_BITS=64 $includes $options \
        $(ls src/base/*.c src/core/*.c | grep -v -e base/minimise.c) tests/portability/core.c -lm -o "$work/$compiler"
    (cd "$work" && ./$compiler $compiler.knap >$compiler.txt)
done
cmp "$work/gcc.txt" "$work/musl-gcc.txt"
cmp "$work/gcc.knap" "$work/musl-gcc.knap"
echo "the core on musl: $(wc -l <"$work/musl-gcc.txt") lists and the model have the same bytes"
