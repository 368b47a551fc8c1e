#!/bin/sh
# Installs the Debian packages that a purpose needs, where they are missing: setup.sh [demo|build|bench|package|test|mpi|python|fuzz|coverage|portability|page|format]...
# Each purpose has one list below. Elsewhere than on Debian and Ubuntu it does nothing: docs/INSTALL.md names the packages.
set -eu

# The program without optional formats.
demo="gcc g++ make cmake pkg-config libc6-dev libjansson-dev libcsv-dev libxml2-dev libicu-dev libstemmer-dev
libcld2-dev libopenblas-dev libglpk-dev"
# The program with every format, and the libraries.
build="$demo libmd4c-dev libarchive-dev libacl1-dev libzstd-dev liblz4-dev libpoppler-glib-dev libgmime-3.0-dev libgpgme-dev
libmicrohttpd-dev"
# Benchmarks: instruction counts; load on the server; peers in a virtual environment of Python.
bench="$build valgrind python3 python3-venv jq wrk"
# Debian packages (make deb).
package="$build dpkg-dev debhelper fakeroot lintian"
# The tests: cmocka, locales, archives, shells with completions, checkers of man pages.
test="$package libcmocka-dev locales zip zstd zsh fish mandoc groff-base man-db valgrind python3 curl gdb procps"
# Several processes: mpirun; strace counts the bytes that each of them reads.
mpi="libopenmpi-dev openmpi-bin strace"
# Fuzzing with libFuzzer.
clang=$(apt-cache depends clang 2>/dev/null | sed -n 's/.*Depends: clang-\([0-9]*\)$/\1/p')
fuzz="$build clang libclang-rt-${clang:-14}-dev"
# The Python package, and Java for the tests with Spark.
python="$build python3 python3-dev python3-venv default-jre-headless"
# Coverage of the tests.
coverage="$test lcov"
# Builds for other machines.
portability="$test musl-tools qemu-user gcc-i686-linux-gnu g++-i686-linux-gnu gcc-s390x-linux-gnu g++-s390x-linux-gnu"
# The page of the server: a browser, its driver from npm, and smaller pictures.
page="$build chromium pngquant optipng"
command -v npm >/dev/null 2>&1 || page="$page nodejs npm" # packages of Node.js from elsewhere contain npm
# The formatter of the code.
format="clang-format"

[ $# -gt 0 ] || set -- build
packages=""
for purpose in "$@"; do
    case $purpose in
    demo | build | bench | package | test | mpi | python | fuzz | coverage | portability | page | format) eval "packages=\"\$packages \$$purpose\"" ;;
    *)
        echo "setup.sh: '$purpose' is not one of demo, build, bench, package, test, mpi, python, fuzz, coverage, portability, page, format" >&2
        exit 2
        ;;
    esac
done

command -v dpkg-query >/dev/null 2>&1 || exit 0 # not Debian: CMake says what is missing
missing=""
for package in $packages; do
    case "$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true)" in
    *" installed") ;;
    *) case " $missing " in *" $package "*) ;; *) missing="$missing $package" ;; esac ;;
    esac
done
[ -n "$missing" ] || exit 0

# KNAP_INSTALL=no installs nothing.
if [ "${KNAP_INSTALL:-yes}" != yes ]; then
    echo "knap needs these packages:$missing" >&2
    echo "Install them as root: apt-get install$missing" >&2
    exit 1
elif [ "$(id -u)" = 0 ]; then
    as_root=""
elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
    as_root="sudo"
else
    echo "knap needs these packages:$missing" >&2
    echo "Install them as root: apt-get install$missing" >&2
    exit 1
fi
echo "Running: ${as_root:+$as_root }apt-get install -y --no-install-recommends$missing (KNAP_INSTALL=no prevents it)" >&2
export DEBIAN_FRONTEND=noninteractive
if ! $as_root apt-get install -y -q --no-install-recommends $missing >/dev/null 2>&1; then
    $as_root apt-get update -q >/dev/null
    $as_root apt-get install -y -q --no-install-recommends $missing >/dev/null
fi
