#!/bin/sh
# Builds knap for other machines and under other tools, and checks that models and results have the same bytes:
#
#     portability.sh [i386|s390x|musl|tsan|valgrind]...      [all of them]
#
# i386      a 32-bit build, run by qemu
# s390x     a big-endian build, run by qemu. Debian has no CLD2 for it: a stub stands for it, and languages are named
# musl      the layers that need no other library (base to logs), and their tests, with the C library musl. Debian has no ICU,
#           libxml2, jansson and cmocka for it: tests/portability/musl stands for the last one
# tsan      every command with four threads, and the tests of the server, under ThreadSanitizer, by clang
# valgrind  every command under valgrind
#
# The libraries of other machines come from the package sources of this machine. They are unpacked below build/sysroot and are not
# installed.
set -eu
cd "$(dirname "$0")/.."
knap=build/release/knap faults=build/release/tests/libknap_faults.so
[ $# -gt 0 ] || set -- i386 s390x musl tsan valgrind

# sysroot ARCHITECTURE PACKAGE...: unpacks packages, with all that they need
sysroot() {
    architecture=$1 folder=$PWD/build/sysroot/$1
    shift
    [ ! -e "$folder/done" ] || return 0
    mkdir -p "$folder/apt/state/lists/partial" "$folder/apt/cache/archives/partial" "$folder/tree"
    : >"$folder/apt/status"
    options="-q -o APT::Architecture=$architecture -o APT::Architectures=$architecture -o Dir::State=$folder/apt/state
        -o Dir::State::status=$folder/apt/status -o Dir::Cache=$folder/apt/cache -o APT::Install-Recommends=false"
    apt-get $options update >"$folder/log" 2>&1 || true # a source that lacks this architecture is no error
    apt-get $options install -y --download-only "$@" >>"$folder/log" 2>&1
    for package in "$folder"/apt/cache/archives/*.deb; do dpkg-deb -x "$package" "$folder/tree"; done
    touch "$folder/done"
}
libraries="libc6-dev libjansson-dev libcsv-dev libxml2-dev libicu-dev libstemmer-dev libopenblas-dev libglpk-dev
    libmd4c-dev libstdc++-12-dev"

# cross ARCHITECTURE COMPILER MULTIARCH: builds the program for another machine
cross() {
    tree=$PWD/build/sysroot/$1/tree
    PKG_CONFIG_LIBDIR=$tree/usr/lib/$3/pkgconfig:$tree/usr/share/pkgconfig:$tree/usr/lib/$3/openblas-pthread/pkgconfig \
        PKG_CONFIG_SYSROOT_DIR=$tree cmake -S . -B "build/$1" -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR="$1" \
        -DCMAKE_C_COMPILER="$2-gcc" -DCMAKE_CXX_COMPILER="$2-g++" -DCMAKE_SYSROOT="$tree" -DCMAKE_FIND_ROOT_PATH="$tree" \
        -DCMAKE_FIND_ROOT_PATH_MODE_PROGRAM=NEVER -DCMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY \
        -DCMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY -DCMAKE_CROSSCOMPILING_EMULATOR="qemu-$1;-L;$tree" -DKNAP_TESTS=OFF -DWITH_PDF=OFF -DWITH_MAIL=OFF -DWITH_OFFICE=OFF \
        >"build/$1.log" 2>&1 || { cat "build/$1.log"; return 1; }
    cmake --build "build/$1" -j 2 --target knap -- --no-print-directory -s >"build/$1.log" 2>&1 ||
        { cat "build/$1.log"; return 1; }
}

i386() {
    sysroot i386 $libraries libcld2-dev
    cross i386 i686-linux-gnu i386-linux-gnu
    sh tests/portability/compare.sh $knap qemu-i386 -L build/sysroot/i386/tree build/i386/knap
}

s390x() {
    sysroot i386 $libraries libcld2-dev # for the headers of CLD2
    sysroot s390x $libraries
    tree=$PWD/build/sysroot/s390x/tree
    cp -r build/sysroot/i386/tree/usr/include/cld2 "$tree/usr/include/"
    s390x-linux-gnu-g++ --sysroot="$tree" -shared -fPIC -O1 -Wl,-soname,libcld2.so.0 tests/portability/cld2_stub.cc \
        -o "$tree/usr/lib/s390x-linux-gnu/libcld2.so.0"
    ln -sf libcld2.so.0 "$tree/usr/lib/s390x-linux-gnu/libcld2.so"
    cross s390x s390x-linux-gnu s390x-linux-gnu
    # the words of passages.knap depend on the language, which only CLD2 recognises
    EXPECTED="passages.knap" sh tests/portability/compare.sh $knap qemu-s390x -L "$tree" build/s390x/knap
}

musl() {
    folder=build/musl
    rm -rf $folder
    mkdir -p $folder/include
    ln -s /usr/include/glpk.h $folder/include/ # the header alone: GLPK itself is loaded when it is needed, and is not there
    flags="-std=c11 -O2 -ffp-contract=off -D_XOPEN_SOURCE=700 -D_FILE_OFFSET_BITS=64 -Wall -Wextra -Werror
        -Itests/portability/musl -Isrc -Iinclude -Ibuild/release/generated -I$folder/include"
    for layer in base core batch systems evaluate logs; do
        for source in src/$layer/*.c; do
            musl-gcc $flags -DKNAP_OPENBLAS='"libopenblas.so.0"' -DKNAP_GLPK='"libglpk.so.40"' -c "$source" \
                -o "$folder/$layer-$(basename "$source" .c).o"
        done
    done
    ar rcs $folder/libknap.a $folder/*.o
    passed=0 failed=0 partly=""
    for source in tests/*_test.c; do # those that need the upper layers are not linked
        name=$(basename "$source" .c)
        case $name in large_test) continue ;; esac # it takes long
        musl-gcc $flags -Wno-error -Itests "$source" $folder/libknap.a -lm -o $folder/$name 2>/dev/null || continue
        if timeout 600 $folder/$name >$folder/$name.log 2>&1; then
            passed=$((passed + 1))
        elif [ "$(grep -c '^FAILED' $folder/$name.log)" = "$(grep -c 'the library lib.*: install it' $folder/$name.log)" ]; then
            partly="$partly $name" # but for tests that need OpenBLAS or GLPK, which are built for glibc
        else
            echo "$name failed: $folder/$name.log"
            failed=$((failed + 1))
        fi
    done
    echo "$passed test programs passed, $failed failed; all but what needs OpenBLAS or GLPK passed in:$partly"
    [ $passed -ge 20 ] && [ $failed = 0 ]
}

tsan() {
    cmake -S . -B build/tsan -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=Debug -DKNAP_TESTS=OFF \
        -DCMAKE_C_FLAGS_DEBUG="-O1 -g -fsanitize=thread" -DCMAKE_CXX_FLAGS_DEBUG="-O1 -g -fsanitize=thread" >build/tsan.log 2>&1
    cmake --build build/tsan -j 2 --target knap -- --no-print-directory -s >build/tsan.log 2>&1 || { cat build/tsan.log; return 1; }
    # code that is not instrumented (ICU, libxml2, ...) is not judged
    options="ignore_noninstrumented_modules=1 exitcode=66"
    TSAN_OPTIONS="$options halt_on_error=1" python3 tests/faults/faults.py build/tsan/knap $faults --under "" --threads 4
    failed=0
    for test in tests/server/*_test.py; do # a server with a report ends with status 66, and the test prints the report
        TSAN_OPTIONS=$options KNAP=$PWD/build/tsan/knap BUILD=$PWD/build/tsan PYTHONDONTWRITEBYTECODE=1 python3 "$test" \
            >"build/tsan-$(basename "$test" .py).log" 2>&1 && continue
        echo "$test: failed, see build/tsan-$(basename "$test" .py).log"
        failed=$((failed + 1))
    done
    echo "$(ls tests/server/*_test.py | wc -l) tests of the server, $failed failed"
    [ $failed = 0 ]
}

valgrind() {
    python3 tests/faults/faults.py $knap $faults \
        --under "valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite"
}

status=0
for what; do
    echo "== $what"
    set +e # a command that fails ends the subshell, which it would not do before ||
    (set -e; $what)
    [ $? = 0 ] || { echo "$what: FAILED"; status=1; }
    set -e
done
exit $status
