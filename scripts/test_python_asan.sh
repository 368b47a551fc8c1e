#!/bin/sh
# Builds the extension module with AddressSanitizer and UBSan and runs the leak test with it: test_python_asan.sh VENV BUILD WERROR.
# LeakSanitizer also reports what the interpreter keeps; only leaks with a frame of the extension count.
set -eu
venv=$1 build=$2 werror=$3
root=$(pwd)
cmake -S . -B "$build" -DKNAP_SANITIZE=ON -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG=-O1 -DKNAP_WERROR="$werror" \
    -DKNAP_PYTHON=ON -DPython3_EXECUTABLE="$root/$venv/bin/python" >"$build.log" 2>&1 || { cat "$build.log"; exit 1; }
rm -f "$build.log"
cmake --build "$build" -j "$(nproc)" --target knap_python -- --no-print-directory -s

package=$build/package
rm -rf "$package"
mkdir -p "$package"
cp -r python/knap "$package/"
cp "$build/python/_knap.abi3.so" "$package/knap/"
log=$build/python-leaks.log
status=0
PYTHONPATH="$package" PYTHONMALLOC=malloc KNAP_SANITIZED=1 KNAP_ROUNDS=${KNAP_ROUNDS:-100} \
    ASAN_OPTIONS=detect_leaks=1:fast_unwind_on_malloc=0:exitcode=0 LSAN_OPTIONS=exitcode=0:max_leaks=0 \
    LD_PRELOAD="$(${CC:-gcc} -print-file-name=libasan.so) $(${CC:-gcc} -print-file-name=libubsan.so)" \
    "$venv/bin/python" -m pytest -p no:cacheprovider python/tests/test_leaks.py >"$log" 2>&1 || status=1
if [ $status = 1 ] || grep -q "_knap.abi3.so\|ERROR: AddressSanitizer\|runtime error:" "$log"; then
    cat "$log"
    echo "The Python extension leaks or fails under the sanitizers." >&2
    exit 1
fi
grep -E "passed" "$log"
