#!/bin/sh
# Mutation testing: apply each mutant of tests/mutants.txt to a copy of the tree, build it, and run the tests until one fails.
#
#     scripts/mutate.sh [--jobs N] [--copies DIR] [--since REV] [--sample N [--seed S]] [--quick] [ID...]
#     scripts/mutate.sh --check [ID...]
#
# A mutant is killed if a test fails, and survives otherwise. The tests that killed are run without a mutant at the end, and must
# pass. IDs are names or shell patterns ("swap-*"); without any, all mutants run. --jobs works on N copies at once. --copies
# keeps the copies in a folder, and the next run uses them again. --since runs the mutants of files that changed since a commit, --sample N of them at random.
# With --quick the tests of the command and the server run only if they are named for the changed file: what survives must run again.
# The test that killed a mutant is kept in tests/mutants_killers.tsv and tried first the next time; otherwise the tests that
# contain the changed file are.
# The tests find no data outside the repository from there, so the score is the same everywhere. Exits with 1 if an edit does not apply or compile, or if fewer than 95% are killed. Needs cmake; uses ninja and ccache
# if they are installed. --check builds nothing: it looks whether every edit changes exactly one file, which takes seconds.
set -u
root=$(cd "$(dirname "$0")/.." && pwd) || exit 2
list=$root/tests/mutants.txt
jobs=1
copies=
check=
since=
sample=
quick=
seed=1
killers=$root/tests/mutants_killers.tsv
while [ $# -gt 0 ]; do
    case $1 in
    --jobs) jobs=${2:?--jobs needs a number} && shift ;;
    --jobs=*) jobs=${1#--jobs=} ;;
    --copies) copies=${2:?--copies needs a folder} && shift ;;
    --since) since=${2:?--since needs a commit} && shift ;;
    --sample) sample=${2:?--sample needs a number} && shift ;;
    --quick) quick=1 ;;
    --seed) seed=${2:?--seed needs a number} && shift ;;
    --check) check=1 ;;
    -*) sed -n '2,15s/^# \{0,1\}//p' "$0" && exit 2 ;;
    *) break ;;
    esac
    shift
done

if [ -n "$copies" ]; then
    mkdir -p "$copies" && work=$(cd "$copies" && pwd) && rm -f "$work"/*/verdicts || exit 2
else
    work=$(mktemp -d "${TMPDIR:-/tmp}/knap-mutants.XXXXXX") || exit 2
fi
workers=
# shellcheck disable=SC2086
finish() { [ -z "$workers" ] || kill $workers 2>/dev/null; [ -n "$copies" ] || rm -rf "$work"; }
trap finish EXIT
trap 'exit 130' INT TERM

# Lines "id<tab>files<tab>edit<tab>what" of the mutants that were asked for.
sed -e '/^#/d' -e '/^ *$/d' -e 's/ *:: */\t/g' "$list" | while IFS="$(printf '\t')" read -r id files edit what; do
    [ $# -gt 0 ] || set -- '*'
    for pattern in "$@"; do
        # shellcheck disable=SC2254
        case $id in $pattern) printf '%s\t%s\t%s\t%s\n' "$id" "$files" "$edit" "$what" && break ;; esac
    done
done >"$work/list"
if [ -n "$since" ]; then
    git -C "$root" diff --name-only "$since" >"$work/changed" || exit 2
    while IFS="$(printf '\t')" read -r id files edit what; do
        while read -r path; do
            # shellcheck disable=SC2254
            case $path in $files) printf '%s\t%s\t%s\t%s\n' "$id" "$files" "$edit" "$what" && break ;; esac
        done <"$work/changed"
    done <"$work/list" >"$work/kept"
    mv "$work/kept" "$work/list"
    [ -s "$work/list" ] || { echo "no mutant is of a file that changed since $since"; exit 0; }
fi
if [ -n "$sample" ]; then # the first by a hash of the seed and the id: the same mutants on every machine
    awk -F'\t' -v seed="$seed" '
        BEGIN { for (i = 32; i < 127; i++) code[sprintf("%c", i)] = i }
        {
            hash = seed
            for (i = 1; i <= length($1); i++) hash = (hash * 16807 + code[substr($1, i, 1)]) % 2147483647
            printf "%010d\t%s\n", hash * 16807 % 2147483647, $0
        }' "$work/list" | sort | head -n "$sample" | cut -f2- >"$work/kept"
    mv "$work/kept" "$work/list"
fi
total=$(grep -c . "$work/list")
[ "$total" -gt 0 ] || { echo "no mutant is called: $*" >&2; exit 2; }
cut -f1 "$work/list" | sort | uniq -d | grep . >&2 && { echo "these ids come twice" >&2; exit 2; }

# ---- One edit ----

# The files that an edit changes, one per line. All files of the pattern pass through one sed, each followed by a mark.
changes() { # folder files edit scratch
    end='end of a file of the list of mutants'
    paths=$(cd "$1" && eval "ls $2" 2>/dev/null) || return 1
    # shellcheck disable=SC2086
    (cd "$1" && sed -s -e "\$a\\
$end" $paths >"$4/plain" && sed -s -e "$3" -e "\$a\\
$end" $paths >"$4/edited") || return 1
    # shellcheck disable=SC2086
    awk -v end="$end" -v paths="$(echo $paths)" '
        BEGIN { split(paths, path, " ") }
        FNR == 1 { file = 1; part++ }
        $0 == end { file++; next }
        part == 1 { plain[file] = plain[file] $0 "\n"; next }
        { edited[file] = edited[file] $0 "\n" }
        END { for (i = 1; i in path; i++) if (plain[i] != edited[i]) print path[i] }' "$4/plain" "$4/edited"
}
one_change() { # folder files edit scratch: sets $changed to the one file that the edit changes
    changed=$(changes "$@") && [ -n "$changed" ] && [ "$(echo "$changed" | wc -l)" = 1 ]
}

if [ -n "$check" ]; then
    while IFS="$(printf '\t')" read -r id files edit what; do
        one_change "$root" "$files" "$edit" "$work" ||
            echo "mutants.txt: $id changes $(echo "$changed" | grep -c .) files of $files, not one: repair the edit" >&2
    done <"$work/list" 2>"$work/problems"
    cat "$work/problems" >&2
    [ -s "$work/problems" ] && exit 1
    echo "$total edits apply"
    exit 0
fi

# ---- One copy of the tree ----

export CCACHE_NOHASHDIR=1 CCACHE_BASEDIR="$work" CTEST_OUTPUT_ON_FAILURE=
launcher=$(command -v ccache >/dev/null && echo -DCMAKE_C_COMPILER_LAUNCHER=ccache)
generator=$(command -v ninja >/dev/null && echo -GNinja)
# Tests that say nothing of a mutant: of the build, or long with large inputs only.
never='^(large_test|cli_extend|cli_install|cli_layers|cli_shared_data)$'

copy() {
    mkdir -p "$1/knap" || return 1
    (cd "$root" && git ls-files -z --cached --others --exclude-standard | tar -c --null -T - --ignore-failed-read) |
        tar -x -C "$1/knap" || return 1
    # shellcheck disable=SC2086
    cmake -S "$1/knap" -B "$1/knap/build/release" $generator $launcher >"$1/log" 2>&1 && ln -sfn knap/build/release "$1/build" && build "$1" all
}
build() { # copy target...
    place=$1 && shift
    cmake --build "$place/build" --target "$@" >"$place/log" 2>&1 </dev/null
}
run() { # copy regex exclude: whether the tests pass; the first that fails is in the log
    ctest --test-dir "$1/build" -R "$2" -E "$3" --stop-on-failure --timeout 300 >"$1/log" 2>&1 </dev/null
}

# The tests to run first: test programs that contain the file, those that name a function of it before others, or tests of the command
# by its name.
contains() { # copy file: the test programs that a symbol of its object is in
    object=$(find "$1/build/CMakeFiles" -path "*/$2.o" | head -n 1)
    case $2 in
    *.h) grep -o 'knap\{0,1\}_[a-z_]*(' "$1/knap/$2" | tr -d '(' | sort -u ;; # in line: tests that name them, or the files that do
    *) nm --defined-only -g "$object" | sed 's/.* //' ;;
    esac >"$1/symbols"
    for program in $(ls -Sr "$1"/build/tests/*_test | grep -v /slate_test); do # which takes minutes, of logs
        name=$(basename "$program")
        { nm --defined-only "$program" | sed 's/.* //'; cat "$1/knap/tests/$name.c"; } | grep -qwFf "$1/symbols" || continue
        echo "$(grep -cwFf "$1/symbols" "$1/knap/tests/$name.c") $name"
    done | sort -rns -k1,1 | cut -d' ' -f2
}
first_tests() { # copy id file: regexes of tests, one per line
    awk -v id="$2" '$1 == id { print "^" $2 "$" }' "$killers" 2>/dev/null
    case $3 in
    cli/options.c) echo '^cli_(errors|usage)$' ;;
    cli/*experiment*) echo '^cli_experiment$' ;;
    cli/*pack*) echo '^cli_(train_pack|errors|stream)$' ;;
    cli/*rouge*) echo '^cli_rouge' ;;
    cli/html.c | cli/*summarize*) echo '^cli_(summarize|for_readers)$' ;;
    server/*) echo '^server_' ;;
    src/formats/*) ;;
    src/*) # of a .c file, no other test program can tell a difference
        contains "$1" "$3" | sed 's/.*/^&$/' >"$1/programs"
        head -n 4 "$1/programs" | paste -s -d '|'
        tail -n +5 "$1/programs" | paste -s -d '|'
        ;;
    esac
    case $3 in
    src/formats/*) echo '^(formats|captions|documents|lines).*_test$|^cli_(formats|structured|convert)$' ;;
    src/text/*) echo '^cli_(summarize|languages)$' ;;
    src/logs/*) echo '^slate_test$' ;;
    esac
    case $3 in src/formats/* | *.h) echo '_test$' ;; esac
    [ -n "$quick" ] || echo '^(cli|server)_'
}

# ---- One mutant ----

# Applies the edit to the one file that it changes, named in $changed; what it was is kept in COPY/before.
apply() { # copy files edit
    rm -f "$1/before"
    one_change "$1/knap" "$2" "$3" "$1" || return 1
    echo "$changed" >"$1/changed"
    cp "$1/knap/$changed" "$1/before" && sed "$3" "$1/before" >"$1/knap/$changed"
}
failing() { # copy: the test that failed, and whether it took too long
    sed -n 's/.*Test *#[0-9]*: \([a-z_0-9]*\) .*\*\*\*\([FTE]\).*/\1 \2/p' "$1/log" | sed 's/ T$/ (timeout)/;s/ [FE]$//;q'
}

verdict() { # copy id files edit
    apply "$1" "$3" "$4" || { echo "does not apply"; return; }
    tried=$never
    first_tests "$1" "$2" "$changed" >"$1/first"
    while read -r regex; do
        [ -n "$regex" ] || continue
        programs=$(ctest --test-dir "$1/build" -N -R "$regex" -E "$tried" | sed -n 's/^ *Test *#[0-9]*: //p' | grep '_test$')
        # shellcheck disable=SC2086
        build "$1" $programs knap || { echo "does not compile: $(grep -m1 error: "$1/log")"; return; }
        run "$1" "$regex" "$tried" || { echo "killed by $(failing "$1")"; return; }
        tried="$tried|$regex"
    done <"$1/first"
    echo survived
}

worker() { # number: every jobs-th mutant from that one on
    place=$work/$1
    copy "$place" || { echo "cannot build a copy:" && tail -20 "$place/log"; return 1; } >&2
    awk -v n="$jobs" -v at="$1" 'NR % n == at % n' "$work/list" | while IFS="$(printf '\t')" read -r id files edit what; do
        found=$(verdict "$place" "$id" "$files" "$edit" </dev/null)
        printf '%-22s %-34s %s\n' "$id" "$found" "$what"
        printf '%s\t%s\n' "$id" "$found" >>"$place/verdicts"
        [ ! -f "$place/before" ] || cp "$place/before" "$place/knap/$(cat "$place/changed")"
    done
}

n=1
while [ "$n" -le "$jobs" ]; do
    worker "$n" &
    workers="$workers $!"
    n=$((n + 1))
done
wait
workers=

# A test that fails without a mutant too kills nothing: the tests that killed must pass in the copy as it was.
check_killers() {
    used=$(sed -n 's/.*killed by \([a-z_0-9]*\).*/\1/p' "$work/verdicts" | sort -u | paste -s -d '|')
    [ -n "$used" ] || return 0
    build "$work/1" all && run "$work/1" "^($used)\$" '^$' && return 0
    echo "a test that killed fails without any mutant too, or the copy does not build:" >&2
    tail -20 "$work/1/log" >&2
    exit 2
}

cat "$work"/*/verdicts >"$work/verdicts" 2>/dev/null
check_killers
# Keeps the killers for the next run.
{ sed -n 's/\tkilled by \([a-z_0-9]*\).*/\t\1/p' "$work/verdicts"; cat "$killers" 2>/dev/null; } |
    awk -F'\t' '!seen[$1]++' | sort >"$work/killers" && cp "$work/killers" "$killers"
killed=$(grep -c "$(printf '\t')killed" "$work/verdicts")
survived=$(grep -c "$(printf '\t')survived" "$work/verdicts")
broken=$((total - killed - survived))
echo
grep -v "$(printf '\t')killed" "$work/verdicts" | sort
echo "$killed killed, $survived survived, $broken not run (edits that do not apply or compile): score $((killed * 1000 / total))/1000"
[ "$broken" -eq 0 ] && [ $((killed * 100)) -ge $((total * 95)) ]
