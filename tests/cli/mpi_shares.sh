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
# same NAME RANKS STATUS ARGUMENTS...: the same bytes on standard output, the same notes, the same status for each number of processes
same() {
    name=$1
    numbers=$2
    was=$3
    shift 3
    "$KNAP" "$@" >"$work/alone" 2>"$work/alone.notes"
    [ $? = "$was" ] || fail "$name: one process does not end with status $was: $(cat "$work/alone.notes")"
    for n in $numbers; do
        ranks "$n" "$KNAP" "$@" >"$work/team" 2>"$work/team.notes"
        got=$?
        [ "$was" = $got ] || fail "$name: status $got of $n processes, not $was: $(cat "$work/team.notes")"
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
same "pack" "1 2 3 4" 0 pack --json "$work/plain.jsonl"
same "pack of lists without id" "2 3" 0 pack "$work/plain.jsonl" "$work/plain.jsonl"
same "pack with a random system" "3" 0 pack -s random --json "$work/plain.jsonl" # each list has its own seed
sed 's/$/\r/' "$work/plain.jsonl" >"$work/crlf.jsonl"
same "pack of CRLF" "2 4" 0 pack --json "$work/crlf.jsonl"
head -c -1 "$work/plain.jsonl" >"$work/open.jsonl"
same "pack without a last newline" "3" 0 pack --json "$work/open.jsonl"
(head -n 1 "$work/plain.jsonl"; echo; echo "   "; sed -n 2,20p "$work/plain.jsonl"; echo; echo; sed -n 21,40p "$work/plain.jsonl"; echo) >"$work/blank.jsonl"
same "pack of empty lines" "2 3 4" 0 pack --json "$work/blank.jsonl"
head -n 2 "$work/plain.jsonl" >"$work/few.jsonl"
same "pack of fewer lines than ranks" "4" 0 pack --json "$work/few.jsonl"
head -n 1 "$work/plain.jsonl" >"$work/one.jsonl"
same "pack of one line" "4" 0 pack --json "$work/one.jsonl"
instances 1 | sed "s/\"items\":\[/&{\"cost\":1,\"features\":{\"a\":1},\"text\":\"$(head -c 60000 /dev/zero | tr '\0' x)\"},/" >"$work/big.jsonl"
(head -n 3 "$work/plain.jsonl"; cat "$work/big.jsonl"; tail -n 5 "$work/plain.jsonl") >"$work/large-line.jsonl"
same "pack of a line larger than a share" "2 3 4" 0 pack "$work/large-line.jsonl"
awk 'NR % 9 == 4 { print "{\"items\":[{\"cost\":" NR "}"; next } NR % 11 == 6 { print "{\"items\":[{\"cost\":1}]}"; next } { print }' \
    "$work/blank.jsonl" >"$work/bad.jsonl"
same "pack of bad lines in each share" "2 3 4" 1 pack --json "$work/bad.jsonl"
same "pack --skip-bad" "4" 0 pack --skip-bad "$work/bad.jsonl"
same "pack --unbuffered" "3" 1 pack --unbuffered "$work/bad.jsonl"
instances 30000 >"$work/long.jsonl" # several rounds of shares
same "pack of a long file" "2 4" 0 pack "$work/long.jsonl" --jobs 2
(cat "$work/plain.jsonl"; printf '['; cat "$work/plain.jsonl") >"$work/mixed.jsonl"
same "pack of a line that is no instance" "2 4" 1 pack "$work/mixed.jsonl"
(echo '['; awk 'NR > 1 { print "," } { print }' "$work/plain.jsonl"; echo ']') >"$work/list.json"
same "pack of a list, which is not divided" "3" 0 pack --json "$work/list.json"

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
# ---- rouge ----

evaluation() { # COUNT: topics with two references and two systems; every seventh line is only a summary of a topic elsewhere
    awk -v count="$1" 'function words(n,  text) { text = ""; for (; n > 0; n--) text = text " w" int(rand() * 40); return text }
        BEGIN { srand(8)
        for (k = 0; k < count; k++) {
            if (k % 7 == 6) printf "{\"id\":\"t%d\",\"system\":\"late\",\"peer\":\"%s\"}\n", 7 * (int(k / 7) * 3 % int(count / 7)), words(9)
            else printf "{%s\"refs\":[\"%s\",\"%s\"],\"peers\":{\"b\":\"%s\",\"a\":[\"%s\",\"%s\"]}}\n",
                k % 4 == 3 && k % 7 ? "" : "\"id\":\"t" k "\",", words(12), words(9), words(11), words(5), words(6)
        } }'
}
evaluation 60 >"$work/e.jsonl"
same "rouge" "1 2 3 4" 0 rouge "$work/e.jsonl" --each --json
same "rouge as a table" "3" 0 rouge "$work/e.jsonl" --stem --compare a,b
sed 's/$/\r/' "$work/e.jsonl" | head -c -2 >"$work/e-crlf.jsonl"
same "rouge of CRLF without a last newline" "2 4" 0 rouge "$work/e-crlf.jsonl" --each --json
(echo; head -n 20 "$work/e.jsonl"; echo; echo " "; tail -n 40 "$work/e.jsonl"; echo) >"$work/e-blank.jsonl"
same "rouge of empty lines" "2 3" 0 rouge "$work/e-blank.jsonl" --each --json
head -n 2 "$work/e.jsonl" >"$work/e-few.jsonl"
same "rouge of fewer lines than ranks" "4" 0 rouge "$work/e-few.jsonl" --json
(sed -n 1,3p "$work/e.jsonl"; printf '{"id":"big","refs":["%s"],"peers":{"a":"w1"}}\n' "$(head -c 50000 /dev/zero | tr '\0' x)"; sed -n 4,6p "$work/e.jsonl") >"$work/e-large.jsonl"
same "rouge of a line larger than a share" "2 3 4" 0 rouge "$work/e-large.jsonl" --each --json
# summaries first, their references last: every process needs references of another one
(grep -o '"id":"t[0-9]*"' "$work/e.jsonl" | sort -u | sed 's/.*/{&,"system":"s","peer":"w1 w2 w3"}/'; grep '"refs"' "$work/e.jsonl") >"$work/e-late.jsonl"
same "rouge of references in other shares" "2 3 4" 0 rouge "$work/e-late.jsonl" --each --json
# repeated references, then errors in each share: the first one of the file is named
sed 's/"peers":{"b"/"peers":{"c"/; s/"a":/"d":/' "$work/e.jsonl" | grep '"id".*"refs"' >"$work/e-again.jsonl"
cat "$work/e.jsonl" "$work/e-again.jsonl" >"$work/e-twice.jsonl"
same "rouge of repeated references" "2 4" 0 rouge "$work/e-twice.jsonl" --each --json
for at in 2 25 45 75; do
    awk -v at=$at 'NR == at { print "{\"id\":"; next } NR == at + 3 { print "5"; next } { print }' "$work/e-twice.jsonl" >"$work/e-bad.jsonl"
    same "rouge of bad lines from $at on" "3" 1 rouge "$work/e-bad.jsonl"
done
sed '70s/"refs":\["/&other /' "$work/e-twice.jsonl" >"$work/e-bad.jsonl"
same "rouge of changed references" "4" 1 rouge "$work/e-bad.jsonl"
(cat "$work/e-twice.jsonl"; head -n 1 "$work/e.jsonl") >"$work/e-bad.jsonl"
same "rouge of two summaries for a topic" "2 4" 1 rouge "$work/e-bad.jsonl"
(cat "$work/e.jsonl"; echo '{"id":"alone","peer":"w1"}') >"$work/e-bad.jsonl"
same "rouge of a topic without references" "3" 1 rouge "$work/e-bad.jsonl"
# the language is guessed from the references of all shares
awk 'BEGIN { for (k = 0; k < 30; k++) print "{\"refs\":[\"Москва является столицей России и крупнейшим городом страны " k "\"],\"peer\":\"Москва столица России " k "\"}" }' >"$work/e-lang.jsonl"
same "rouge in another language" "3" 0 rouge "$work/e-lang.jsonl" --json
same "rouge --lang auto" "4" 0 rouge "$work/e.jsonl" --lang auto --json

share pack "$(wc -c <"$work/long.jsonl")" 4 pack -q "$work/long.jsonl"
evaluation 30000 >"$work/e-long.jsonl"
share rouge "$(wc -c <"$work/e-long.jsonl")" 4 rouge "$work/e-long.jsonl"
finish
