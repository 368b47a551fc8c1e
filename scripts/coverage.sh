#!/bin/sh
# Measures which lines and branches of src/, cli/ and server/ the tests run, with gcov and lcov: coverage.sh [JOBS]
# The table by folder is printed; build/coverage/html has the pages. Ends with status 1 below 92% of the lines or 80% of the
# branches. Branches of asserts are left out. Tests that run no code of knap, or only in another build, are left out.
set -eu
cd "$(dirname "$0")/.."
jobs=${1:-2} build=build/coverage
cmake -S . -B $build -DKNAP_TEST_TIMEOUT=7200 -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG="-O0 --coverage -fprofile-update=atomic" -DCMAKE_CXX_FLAGS_DEBUG="-O0 --coverage -fprofile-update=atomic" >/dev/null
cmake --build $build -j "$jobs" -- --no-print-directory -s >/dev/null
find $build -name '*.gcda' -delete
(cd $build && MPI_SECONDS=7200 ctest -j "$jobs" -E 'extend|layers|cycles|install|deb|bench|faults|large_test' --timeout 7200 --output-on-failure | tail -n 30) || true
options="--rc lcov_branch_coverage=1 --rc lcov_excl_br_line=assert"
# the compiler writes paths relative to this folder (-ffile-prefix-map)
lcov -q $options --capture --directory $build --base-directory "$PWD" --output-file $build/all.info
lcov -q $options --extract $build/all.info "$PWD/src/*" "$PWD/cli/*" "$PWD/server/*" --output-file $build/knap.info
genhtml -q --branch-coverage $build/knap.info --output-directory $build/html
lcov $options --list $build/knap.info | sed -n '/^\[/,$p' >$build/files.txt
awk -F: '
    $1 == "SF" { n = split($2, part, "/"); for (i = 1; i < n; i++) if (part[i] ~ /^(src|cli|server)$/) { at = i; break }
                 folder = part[at] == "src" ? "src/" part[at + 1] : part[at] }
    $1 == "LF" { lines[folder] += $2; all += $2 }  $1 == "LH" { run[folder] += $2; ran += $2 }
    $1 == "BRF" { branches[folder] += $2; every += $2 }  $1 == "BRH" { taken[folder] += $2; took += $2 }
    END {
        for (f in lines) printf "%-16s %6d lines %5.1f%%  %6d branches %5.1f%%\n", f, lines[f], 100 * run[f] / lines[f],
            branches[f], branches[f] ? 100 * taken[f] / branches[f] : 100
        printf "%-16s %6d lines %5.1f%%  %6d branches %5.1f%%\n", "~all", all, 100 * ran / all, every, 100 * took / every
        exit 100 * ran / all < 92 || 100 * took / every < 80
    }' $build/knap.info >$build/table.txt && status=0 || status=1
sort $build/table.txt
exit $status
