# mpirun -n N knap: each process reads its own share of the input, and the output, the messages, the numbers of lines and the exit
# status are those of one process.
. tests/cli_lib.sh
if ! command -v mpirun >/dev/null 2>&1 || [ ! -e "$(dirname "$KNAP")/knap-mpi.so" ]; then
    echo "left out: mpirun or knap-mpi.so is missing (Debian: openmpi-bin, libopenmpi-dev; then build again)"
    exit 77
fi
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMP_WAIT_POLICY=passive
export LSAN_OPTIONS=detect_leaks=0 # MPI's own
ranks() {
    count=$1
    shift
    timeout 120 mpirun --oversubscribe -q -n "$count" "$@"
}
# same NAME RANKS ARGUMENTS...: the same bytes on standard output, the same notes, the same status for each number of processes
same() {
    name=$1
    numbers=$2
    shift 2
    "$KNAP" "$@" >"$work/alone" 2>"$work/alone.notes"
    was=$?
    for n in $numbers; do
        ranks "$n" "$KNAP" "$@" >"$work/team" 2>"$work/team.notes"
        got=$?
        [ $was = $got ] || fail "$name: status $got of $n processes, not $was: $(cat "$work/team.notes")"
        cmp "$work/alone" "$work/team" || fail "$name: other output of $n processes"
        grep -v '^--*$\|^Primary job\|^a non-zero\|mpirun\|^ *Process name\|^ *Exit code\|^$\|^MPI_ABORT\|^with errorcode\|^NOTE: invoking\|^You may or may not\|^exactly when' \
            "$work/team.notes" >"$work/team.own"
        cmp "$work/alone.notes" "$work/team.own" || fail "$name: other notes of $n processes: $(cat "$work/team.own")"
    done
}

# ---- pack ----

instances() { # COUNT: lines, of which every third has a member that is not used
    awk -v count="$1" 'BEGIN { srand(3)
        for (k = 0; k < count; k++) {
            printf "{%s\"budget\":20,%s\"items\":[", k % 5 ? "" : "\"id\":\"i" int(k / 10) "\",", k % 3 ? "" : "\"extra\":1,"
            for (i = 0; i < 8; i++)
                printf "%s{\"cost\":%d,\"features\":{\"a\":%d},\"covers\":{\"t%d\":1}}", i ? "," : "", 1 + int(rand() * 9), rand() * 9, rand() * 5
            print "],\"reward\":{\"kind\":\"coverage\",\"targets\":{\"t0\":1,\"t1\":1,\"t2\":2}}}"
        } }'
}
instances 40 >"$work/plain.jsonl"
same "pack" "1 2 3 4" pack --json "$work/plain.jsonl"
same "pack of lists without id" "2 3" pack "$work/plain.jsonl" "$work/plain.jsonl"
same "pack with a random system" "3" pack -s random --json "$work/plain.jsonl" # each list has its own seed
sed 's/$/\r/' "$work/plain.jsonl" >"$work/crlf.jsonl"
same "pack of CRLF" "2 4" pack --json "$work/crlf.jsonl"
head -c -1 "$work/plain.jsonl" >"$work/open.jsonl"
same "pack without a last newline" "3" pack --json "$work/open.jsonl"
(head -n 1 "$work/plain.jsonl"; echo; echo "   "; sed -n 2,20p "$work/plain.jsonl"; echo; echo; sed -n 21,40p "$work/plain.jsonl"; echo) >"$work/blank.jsonl"
same "pack of empty lines" "2 3 4" pack --json "$work/blank.jsonl"
head -n 2 "$work/plain.jsonl" >"$work/few.jsonl"
same "pack of fewer lines than ranks" "4" pack --json "$work/few.jsonl"
head -n 1 "$work/plain.jsonl" >"$work/one.jsonl"
same "pack of one line" "4" pack --json "$work/one.jsonl"
instances 1 | sed "s/\"items\":\[/&{\"cost\":1,\"text\":\"$(head -c 60000 /dev/zero | tr '\0' x)\"},/" >"$work/big.jsonl"
(head -n 3 "$work/plain.jsonl"; cat "$work/big.jsonl"; tail -n 5 "$work/plain.jsonl") >"$work/large-line.jsonl"
same "pack of a line larger than a share" "2 3 4" pack "$work/large-line.jsonl"
awk 'NR % 9 == 4 { print "{\"items\":[{\"cost\":" NR "}"; next } NR % 11 == 6 { print "{\"items\":[{\"cost\":1}]}"; next } { print }' \
    "$work/blank.jsonl" >"$work/bad.jsonl"
same "pack of bad lines in each share" "2 3 4" pack --json "$work/bad.jsonl"
same "pack --skip-bad" "4" pack --skip-bad "$work/bad.jsonl"
same "pack --unbuffered" "3" pack --unbuffered "$work/bad.jsonl"
instances 30000 >"$work/long.jsonl" # several rounds of shares
same "pack of a long file" "2 4" pack "$work/long.jsonl" --jobs 2
(cat "$work/plain.jsonl"; printf '['; cat "$work/plain.jsonl") >"$work/mixed.jsonl"
same "pack of a line that is no instance" "2 4" pack "$work/mixed.jsonl"
(echo '['; awk 'NR > 1 { print "," } { print }' "$work/plain.jsonl"; echo ']') >"$work/list.json"
same "pack of a list, which is not divided" "3" pack --json "$work/list.json"

# each process reads its share only: the bytes that it asked the system for
read_by_rank() { # RANKS ARGUMENTS...: "RANK BYTES" of the files of the input, from the calls of each process
    n=$1
    shift
    rm -f "$work"/trace.*
    # shellcheck disable=SC2016
    ranks "$n" sh -c 'exec strace -f -e trace=openat,read,pread64,close,mmap -o "$0/trace.$OMPI_COMM_WORLD_RANK" "$@"' "$work" "$KNAP" "$@" >/dev/null 2>&1
    for file in "$work"/trace.*; do
        printf '%s ' "${file##*.}"
        awk -v path="$work/" '
            /openat\(/ && index($0, path) && $NF + 0 > 2 { open[$NF + 0] = 1; next }
            /close\(/ { split($0, part, /[()]/); delete open[part[2] + 0] }
            /(read|pread64)\(/ { split($0, part, /[(,]/); if ((part[2] + 0) in open && $NF > 0) total += $NF }
            END { print total + 0 }' "$file"
    done
}
share() { # NAME SIZE RANKS ARGUMENTS...: each process reads at most its share and 160 KiB: the head of the file and the end of a line
    name=$1
    size=$2
    n=$3
    shift 3
    command -v strace >/dev/null 2>&1 || { echo "$name: bytes of each process not measured: strace is missing"; return; }
    read_by_rank "$n" "$@" >"$work/bytes"
    [ "$(wc -l <"$work/bytes")" = "$n" ] || fail "$name: no trace of each process"
    echo "$name, $size bytes, $n processes: $(tr '\n' ';' <"$work/bytes")"
    awk -v most=$((size / n + 163840)) -v least="$size" '{ sum += $2 } $2 > most { bad = 1 } END { exit bad || sum < least }' "$work/bytes" ||
        fail "$name: a process reads more than its share of $size bytes: $(cat "$work/bytes")"
}
share pack "$(wc -c <"$work/long.jsonl")" 4 pack -q "$work/long.jsonl"
finish
