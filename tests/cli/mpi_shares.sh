# mpirun -n N knap: each process reads its own share of the input, and the output, the messages, the numbers of lines and the exit
# status are those of one process.
. tests/mpi_lib.sh
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
        grep -v '^--*$\|^Primary job\|^a non-zero\|mpirun\|^ *Process name\|^ *Exit code\|^$\|^MPI_ABORT\|^with errorcode\|^NOTE: invoking\|^You may or may not\|^exactly when\|^\[warn\] Epoll' \
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
same "pack of lists without id" "3" 0 pack "$work/plain.jsonl" "$work/plain.jsonl"
same "pack with a random system" "3" 0 pack -s random --json "$work/plain.jsonl" # each list has its own seed
sed 's/$/\r/' "$work/plain.jsonl" >"$work/crlf.jsonl"
same "pack of CRLF" "4" 0 pack --json "$work/crlf.jsonl"
head -c -1 "$work/plain.jsonl" >"$work/open.jsonl"
same "pack without a last newline" "3" 0 pack --json "$work/open.jsonl"
(head -n 1 "$work/plain.jsonl"; echo; echo "   "; sed -n 2,20p "$work/plain.jsonl"; echo; echo; sed -n 21,40p "$work/plain.jsonl"; echo) >"$work/blank.jsonl"
same "pack of empty lines" "3" 0 pack --json "$work/blank.jsonl"
head -n 2 "$work/plain.jsonl" >"$work/few.jsonl"
same "pack of fewer lines than ranks" "4" 0 pack --json "$work/few.jsonl"
head -n 1 "$work/plain.jsonl" >"$work/one.jsonl"
same "pack of one line" "4" 0 pack --json "$work/one.jsonl"
instances 1 | sed "s/\"items\":\[/&{\"cost\":1,\"features\":{\"a\":1},\"text\":\"$(head -c 60000 /dev/zero | tr '\0' x)\"},/" >"$work/big.jsonl"
(head -n 3 "$work/plain.jsonl"; cat "$work/big.jsonl"; tail -n 5 "$work/plain.jsonl") >"$work/large-line.jsonl"
same "pack of a line larger than a share" "2 4" 0 pack "$work/large-line.jsonl"
awk 'NR % 9 == 4 { print "{\"items\":[{\"cost\":" NR "}"; next } NR % 11 == 6 { print "{\"items\":[{\"cost\":1}]}"; next } { print }' \
    "$work/blank.jsonl" >"$work/bad.jsonl"
same "pack of bad lines in each share" "2 3 4" 1 pack --json "$work/bad.jsonl"
same "pack --skip-bad" "4" 0 pack --skip-bad "$work/bad.jsonl"
same "pack --unbuffered" "3" 1 pack --unbuffered "$work/bad.jsonl"
instances 30000 >"$work/long.jsonl" # several rounds of shares
same "pack of a long file" "2 4" 0 pack "$work/long.jsonl" --jobs 2
(cat "$work/plain.jsonl"; printf '['; cat "$work/plain.jsonl") >"$work/mixed.jsonl"
same "pack of a line that is no instance" "4" 1 pack "$work/mixed.jsonl"
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
share() { # NAME SIZE RANKS ARGUMENTS...: each process reads at most its share, the first 64 KiB up to four times, and the end of
    # a line
    name=$1
    size=$2
    n=$3
    shift 3
    strace -o /dev/null true 2>/dev/null || { echo "$name: bytes of each process not measured: strace is missing or not allowed"; return; }
    read_by_rank "$n" "$@" >"$work/bytes"
    [ "$(wc -l <"$work/bytes")" = "$n" ] || fail "$name: no trace of each process"
    echo "$name, $size bytes, $n processes: $(tr '\n' ';' <"$work/bytes")"
    awk -v most=$((size / n + 270000)) -v least="$size" '{ sum += $2 } $2 > most { bad = 1 } END { exit bad || sum < least }' "$work/bytes" ||
        fail "$name: a process reads more than its share of $size bytes: $(cat "$work/bytes")"
}
# ---- train ----

# trained NAME RANKS ARGUMENTS...: the same model, report and notes for each number of processes
trained() {
    name=$1
    numbers=$2
    shift 2
    rm -f "$work/model"
    "$KNAP" train "$@" -o "$work/model" --json >"$work/alone" 2>"$work/alone.notes" || fail "$name: $(cat "$work/alone.notes")"
    mv "$work/model" "$work/model.alone"
    for n in $numbers; do
        rm -f "$work/model"
        ranks "$n" "$KNAP" train "$@" -o "$work/model" --json >"$work/team" 2>"$work/team.notes" || fail "$name: $n processes: $(cat "$work/team.notes")"
        cmp "$work/model.alone" "$work/model" || fail "$name: another model of $n processes"
        cmp "$work/alone" "$work/team" || fail "$name: another report of $n processes"
        grep -v "note: this training needs all data" "$work/team.notes" | cmp "$work/alone.notes" - || fail "$name: other notes of $n processes: $(cat "$work/team.notes")"
    done
}
trained "train" "1 2 3 4" "$work/plain.jsonl" --batch 8
trained "train on two files" "3" "$work/plain.jsonl" "$work/blank.jsonl" --batch 5 --learner ogd --result mixture --epochs 3
trained "train on CRLF without a last newline" "4" "$work/crlf.jsonl" "$work/open.jsonl" --batch 7 --guided
trained "train on fewer lines than ranks" "4" "$work/few.jsonl" --batch 2
trained "train for each position" "3" "$work/plain.jsonl" --batch 16 --method conseqopt --positions 2 -b 15
trained "train on a long file" "2 4" "$work/long.jsonl" --batch 512 --epochs 1 --jobs 2
trained "train on texts, which is not divided" "3" "$work/large-line.jsonl" --batch 4
trained "train with result best, which is not divided" "2" "$work/plain.jsonl" --batch 4 --result best
trained "train --skip-bad" "3" "$work/bad.jsonl" --batch 4 --skip-bad
same "train on bad lines in each share" "4" 1 train "$work/bad.jsonl" --batch 4 -o "$work/x"
sed '30s/"reward"/"other"/' "$work/plain.jsonl" >"$work/no-reward.jsonl"
same "train on an instance without reward" "3" 1 train "$work/no-reward.jsonl" --batch 4 -o "$work/x"
sed '33s/"budget"/"other"/' "$work/plain.jsonl" >"$work/no-budget.jsonl"
same "train on an instance without budget" "3" 1 train "$work/no-budget.jsonl" --batch 4 -o "$work/x"
same "train on views that the data cannot fill" "2" 1 train "$work/plain.jsonl" --batch 4 --views volume -o "$work/x"

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
same "rouge" "2 3 4" 0 rouge "$work/e.jsonl" --each --json
same "rouge as a table" "3" 0 rouge "$work/e.jsonl" --stem --compare a,b
sed 's/$/\r/' "$work/e.jsonl" | head -c -2 >"$work/e-crlf.jsonl"
same "rouge of CRLF without a last newline" "4" 0 rouge "$work/e-crlf.jsonl" --each --json
(echo; head -n 20 "$work/e.jsonl"; echo; echo " "; tail -n 40 "$work/e.jsonl"; echo) >"$work/e-blank.jsonl"
same "rouge of empty lines" "3" 0 rouge "$work/e-blank.jsonl" --each --json
head -n 2 "$work/e.jsonl" >"$work/e-few.jsonl"
same "rouge of fewer lines than ranks" "4" 0 rouge "$work/e-few.jsonl" --json
(sed -n 1,3p "$work/e.jsonl"; printf '{"id":"big","refs":["%s"],"peers":{"a":"w1"}}\n' "$(head -c 50000 /dev/zero | tr '\0' x)"; sed -n 4,6p "$work/e.jsonl") >"$work/e-large.jsonl"
same "rouge of a line larger than a share" "4" 0 rouge "$work/e-large.jsonl" --each --json
# summaries first, their references last: every process needs references of another one
(grep -o '"id":"t[0-9]*"' "$work/e.jsonl" | sort -u | sed 's/.*/{&,"system":"s","peer":"w1 w2 w3"}/'; grep '"refs"' "$work/e.jsonl") >"$work/e-late.jsonl"
same "rouge of references in other shares" "2 3" 0 rouge "$work/e-late.jsonl" --each --json
# repeated references, then errors in each share: the first one of the file is named
sed 's/"peers":{"b"/"peers":{"c"/; s/"a":/"d":/' "$work/e.jsonl" | grep '"id".*"refs"' >"$work/e-again.jsonl"
cat "$work/e.jsonl" "$work/e-again.jsonl" >"$work/e-twice.jsonl"
same "rouge of repeated references" "4" 0 rouge "$work/e-twice.jsonl" --each --json
for at in 2 25 45 75; do
    awk -v at=$at 'NR == at { print "{\"id\":"; next } NR == at + 3 { print "5"; next } { print }' "$work/e-twice.jsonl" >"$work/e-bad.jsonl"
    same "rouge of bad lines from $at on" "3" 1 rouge "$work/e-bad.jsonl"
done
sed '70s/"refs":\["/&other /' "$work/e-twice.jsonl" >"$work/e-bad.jsonl"
same "rouge of changed references" "4" 1 rouge "$work/e-bad.jsonl"
(cat "$work/e-twice.jsonl"; head -n 1 "$work/e.jsonl") >"$work/e-bad.jsonl"
same "rouge of two summaries for a topic" "2" 1 rouge "$work/e-bad.jsonl"
(cat "$work/e.jsonl"; echo '{"id":"alone","peer":"w1"}') >"$work/e-bad.jsonl"
same "rouge of a topic without references" "3" 1 rouge "$work/e-bad.jsonl"
# the language is guessed from the references of all shares
awk 'BEGIN { for (k = 0; k < 30; k++) print "{\"refs\":[\"Москва является столицей России и крупнейшим городом страны " k "\"],\"peer\":\"Москва столица России " k "\"}" }' >"$work/e-lang.jsonl"
same "rouge in another language" "3" 0 rouge "$work/e-lang.jsonl" --json
same "rouge --lang auto" "4" 0 rouge "$work/e.jsonl" --lang auto --json

# ---- summarize ----

# words NUMBER: a text of some sentences that depends on the number
text() {
    awk -v seed="$1" 'BEGIN { srand(seed); split("council bridge river engineer report storm village mayor budget repair winter school", word, " ")
        for (s = 0; s < 7; s++) {
            printf "%sThe %s of the %s", s ? " " : "", word[1 + int(rand() * 12)], word[1 + int(rand() * 12)]
            printf " asked the %s about the %s in %d.", word[1 + int(rand() * 12)], word[1 + int(rand() * 12)], 1900 + int(rand() * 99)
        }
        print "" }'
}
clusters() { # COUNT: clusters in JSON; some have no id, some have the same, some have the same document twice
    for k in $(seq 1 "$1"); do
        one=$(text "$k")
        case $((k % 5)) in
        0) printf '{"documents":["%s","%s"]}\n' "$one" "$(text $((k + 500)))" ;;
        1) printf '{"id":"c1","documents":["%s","%s"],"references":["%s"]}\n' "$one" "$one" "$(text $((k + 900)))" ;;
        2) printf '{"id":%d,"documents":[{"text":"%s"}]}\n' "$k" "$one" ;;
        *) printf '{"id":"k%d","documents":["%s"]}\n' "$k" "$one" ;;
        esac
    done
}
clusters 20 >"$work/c.jsonl"
same "summarize JSONL" "2 3 4" 0 summarize "$work/c.jsonl" -b 20w --json
same "summarize JSONL as text" "3" 0 summarize "$work/c.jsonl" -b 20w --explain
sed 's/$/\r/' "$work/c.jsonl" | head -c -2 >"$work/c-crlf.jsonl"
same "summarize JSONL of CRLF without a last newline" "4" 0 summarize "$work/c-crlf.jsonl" -b 20w --json
(echo; head -n 4 "$work/c.jsonl"; echo; echo " "; tail -n 6 "$work/c.jsonl"; echo) >"$work/c-blank.jsonl"
same "summarize JSONL of empty lines" "3" 0 summarize "$work/c-blank.jsonl" -b 20w --json
head -n 2 "$work/c.jsonl" >"$work/c-few.jsonl"
same "summarize fewer lines than ranks" "4" 0 summarize "$work/c-few.jsonl" -b 20w --json
(head -n 2 "$work/c.jsonl"; printf '{"id":"big","documents":["%s"]}\n' "$(for k in $(seq 1 40); do text "$k"; done | tr '\n' ' ')"; sed -n 3,4p "$work/c.jsonl") >"$work/c-large.jsonl"
same "summarize a line larger than a share" "4" 0 summarize "$work/c-large.jsonl" -b 20w --json
for at in 2 11 19; do
    awk -v at=$at 'NR == at { print "{\"documents\":[\"\"]}"; next } NR == at + 1 { print "[1]"; next } { print }' "$work/c.jsonl" >"$work/c-bad.jsonl"
    same "summarize with a bad line at $at" "3" 1 summarize "$work/c-bad.jsonl" -b 20w
done
sed 's/"documents":/\n&/' "$work/c.jsonl" >"$work/c-lines.jsonl" # objects of two lines: not divided
same "summarize objects of several lines" "3" 0 summarize "$work/c-lines.jsonl" -b 20w --json
printf '\303\050' | cat "$work/c.jsonl" - "$work/c.jsonl" >"$work/c-bytes.jsonl"
same "summarize bytes that are not UTF-8" "3" 1 summarize "$work/c-bytes.jsonl" -b 20w
sed '7s/report/r\xe9port/g' "$work/c.jsonl" >"$work/c-latin.jsonl"
same "summarize Windows-1252" "3" 0 summarize "$work/c-latin.jsonl" -b 20w --json

# folders: some clusters lack text, some files cannot be read, some are doubles, and names come again
root="$work/clusters"
for k in 1 2 3 4 5 6 7; do
    mkdir -p "$root/d$k/docs"
    text "$k" >"$root/d$k/docs/a.txt"
    text $((k + 40)) >"$root/d$k/docs/b.txt"
done
cp "$root/d2/docs/a.txt" "$root/d2/docs/c.txt"
: >"$root/d4/docs/a.txt"
mkdir "$root/d5/refs" "$root/d6/docs/inner"
text 80 >"$root/d5/refs/r.txt"
printf '%%PDF-1.4 broken' >"$root/d6/docs/b.pdf"
printf '\001\000\002\000binary' >"$root/d3/docs/z.bin"
echo beside >"$root/README"
same "summarize folders" "2 3 4" 1 summarize "$root" -b 20w --json
same "summarize folders --skip-bad" "3" 0 summarize "$root" -b 20w --skip-bad
same "summarize --each" "4" 1 summarize --each "$root" "$work/plain.jsonl" -b 12w --json
mkdir "$work/alone-out" "$work/team-out"
"$KNAP" summarize "$root" "$work/c.jsonl" "$root/d2" "$root/d1/docs/a.txt" --skip-bad -b 20w -o "$work/alone-out" --html "$work/alone.html" 2>"$work/alone.notes" ||
    fail "summarize -o: $(cat "$work/alone.notes")"
for n in 2 3 4; do
    rm -rf "$work/team-out"
    ranks $n "$KNAP" summarize "$root" "$work/c.jsonl" "$root/d2" "$root/d1/docs/a.txt" --skip-bad -b 20w -o "$work/team-out" --html "$work/team.html" 2>"$work/team.notes" ||
        fail "summarize -o of $n processes: $(cat "$work/team.notes")"
    diff -r "$work/alone-out" "$work/team-out" || fail "summarize -o: other files of $n processes"
    cmp "$work/alone.html" "$work/team.html" || fail "summarize --html: another page of $n processes"
    cmp "$work/alone.notes" "$work/team.notes" || fail "summarize: other notes of $n processes"
done
mkdir -p "$work/jsonl" "$work/empty/docs" "$work/blank/x"
cp "$work/c.jsonl" "$work/jsonl/a.jsonl"
sed 's/"id":"k/"id":"m/' "$work/c.jsonl" >"$work/jsonl/b.jsonl"
same "summarize a folder of JSONL" "3" 0 summarize "$work/jsonl" -b 20w --json
echo '{"documents":' >"$work/jsonl/c.jsonl"
same "summarize a folder with a bad file of JSONL" "3" 1 summarize "$work/jsonl" -b 20w --json
: >"$work/blank/x/a.txt"
same "summarize a folder without documents" "2" 1 summarize "$work/empty"
same "summarize a cluster without text" "3" 1 summarize "$root/d1" "$work/blank" "$root/d2"
same "summarize a file that is not there" "3" 1 summarize "$root/d1" "$work/none.txt"
same "summarize files by name" "2" 0 summarize "$root"/d[12]/docs/*.txt -b 20w --json
same "summarize files by name, one unreadable" "2" 1 summarize "$root"/d3/docs/* -b 20w --json

share pack "$(wc -c <"$work/long.jsonl")" 4 pack -q "$work/long.jsonl"
share train "$(wc -c <"$work/long.jsonl")" 4 train -q "$work/long.jsonl" --batch 1024 --epochs 1 -o "$work/x"
evaluation 30000 >"$work/e-long.jsonl"
share rouge "$(wc -c <"$work/e-long.jsonl")" 4 rouge "$work/e-long.jsonl"
for k in $(seq 1 200); do cat "$work/c.jsonl"; done >"$work/c-long.jsonl"
share "summarize JSONL" "$(wc -c <"$work/c-long.jsonl")" 4 summarize -q -b 5w --system lead "$work/c-long.jsonl"
mkdir "$work/many"
for k in $(seq 1 40); do
    mkdir -p "$work/many/$k/docs"
    for i in 1 2 3 4; do cp "$work/c-large.jsonl" "$work/many/$k/docs/$i.txt"; done
done
share "summarize folders" "$(cat "$work"/many/*/docs/* | wc -c)" 4 summarize -q -b 5w --system lead "$work/many"
finish
