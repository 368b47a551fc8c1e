# knap judge: blind sheets that tell nothing about the systems, and scores that are what their definitions say.
. tests/cli_lib.sh

# summaries SYSTEM TOPIC... : a folder with a text per topic that no other system has
summaries() {
    system=$1
    shift
    mkdir -p "$work/$system"
    for topic in "$@"; do echo "The $topic as told by writer $(echo "$system" | cksum | cut -c1-4)." >"$work/$system/$topic.txt"; done
}
number() { awk -v n="$1" 'BEGIN { for (i = 1; i <= n; i++) printf "t%02d\n", i }'; }
# rows KEY: the key's table without its head
rows() { grep -v '^#' "$1" | sed 1d; }
# answer KEY FILE JUDGE OUTCOMES: outcomes (w, l, t, - for none) of the pairs in the order of their ids, from the first system's side
answer() {
    { sed -n 2p "$1"; rows "$1"; } | awk -F'\t' -v outcomes="$4" -v judge="$3" '
        NR == 1 { print "# knap judge answers 1"; print; print "# judge " judge; print "pair\tcontent\treading\toverall\treason"; next }
        $7 == "no" {
            o = substr(outcomes, ++n, 1)
            v = o == "t" ? "T" : o == "-" ? "" : (o == "w") == ($5 == "first") ? "A" : "B"
            print $1 "\t" v "\t" v "\t" v "\t" (v == "" ? "" : "reason " n)
        }' >"$2"
}
# field NAME: a number of the first "overall" in the JSON of the total
field() { sed -n "s/.*\"overall\":{\([^}]*\)}.*/\1/p" "$work/json" | head -n 1 | tr ',' '\n' | sed -n "s/^\"$1\"://p"; }
near() { awk -v a="$1" -v b="$2" 'BEGIN { d = a - b; exit !(a != "" && d < 1e-5 && d > -1e-5) }' || fail "$3: $1 is not $2"; }

# ---- Sheets ----

summaries ours t01 t02 t03 t04
summaries rival-x t01 t02 t03
summaries rival-y t01 t02 t03 t04
cp "$work/ours/t02.txt" "$work/rival-y/t02.txt"
printf '\357\273\277  The\r\nt03\t as\302\240told \n\n by writer %s. ' "$(echo ours | cksum | cut -c1-4)" >"$work/rival-y/t03.txt" # the same but for its layout
expect 0 "5 pairs to read, 2 pairs of identical texts" "$KNAP" judge sheet "$work/ours" "$work/rival-x" "$work/rival-y" -o "$work/s"
grep -qF "note: rival-x has no summary of 1 of 4 topics: t04" "$work/out" || fail "the missing topic is not named: $(cat "$work/out")"
[ "$(ls "$work/s" | tr '\n' ' ')" = "answers.tsv key.tsv sheet.html sheet.txt " ] || fail "files: $(ls "$work/s")"
[ "$(rows "$work/s/key.tsv" | grep -c 'yes$')" = 2 ] || fail "ties in the key: $(cat "$work/s/key.tsv")"
for file in sheet.txt sheet.html answers.tsv; do
    grep -nE "rival-|ours|$work|seed" "$work/s/$file" && fail "$file tells a system, a path or the seed"
    grep -qF "$(sed -n 's/^# digest //p' "$work/s/key.tsv")" "$work/s/$file" || fail "$file has no digest"
done
for id in $(rows "$work/s/key.tsv" | awk -F'\t' '$7 == "no" { print $1 }'); do
    for file in sheet.txt sheet.html answers.tsv; do grep -q "$id" "$work/s/$file" || fail "$id is not in $file"; done
done
grep -q '^S0' "$work/s/answers.tsv" && fail "a pair of identical texts is to be answered"
# what the sheet shows as A is what the key says it is
rows "$work/s/key.tsv" | awk -F'\t' '$7 == "no"' | while IFS='	' read -r id topic first second a part same; do
    [ "$a" = first ] && system=$first || system=$second
    shown=$(awk -v id="$id" '$0 ~ "pair " id "," { on = 1 } on && /summary A/ { getline; getline; print; exit }' "$work/s/sheet.txt")
    [ "$shown" = "$(cat "$work/$system/$topic.txt")" ] || echo "$id: $shown"
done >"$work/wrong"
[ -s "$work/wrong" ] && fail "sides: $(cat "$work/wrong")"

# the same again is the same; another seed is not; another's key is not overwritten, and answers stay
cp -r "$work/s" "$work/again"
echo kept >"$work/again/answers.tsv"
expect 0 "answers.tsv is there already and stays" "$KNAP" judge sheet "$work/ours" "$work/rival-x" "$work/rival-y" -o "$work/again"
[ "$(cat "$work/again/answers.tsv")" = kept ] || fail "answers were overwritten"
for file in key.tsv sheet.txt sheet.html; do cmp -s "$work/s/$file" "$work/again/$file" || fail "$file differs from run to run"; done
expect 1 "another key is there" "$KNAP" judge sheet "$work/ours" "$work/rival-x" -o "$work/again" --seed 2
expect 0 "" "$KNAP" judge sheet "$work/ours" "$work/rival-x" "$work/rival-y" -o "$work/seed" --seed 9
cmp -s "$work/s/key.tsv" "$work/seed/key.tsv" && fail "the seed has no effect"

# names of files are matched without case, endings and what they have in common; a folder of folders; experiment's folders
mkdir -p "$work/peers/ID1" "$work/peers/ID2" "$work/out-folder/summaries/lead/1"
for n in 1 2 3 4; do
    echo "one $n" >"$work/peers/ID1/T0$n.english.ID1"
    echo "two $n" >"$work/peers/ID2/t0${n}x.M.100.7"
    echo "lead $n" >"$work/out-folder/summaries/lead/1/t0$n.txt"
done
touch "$work/out-folder/experiment.txt" "$work/out-folder/summaries/lead/1/fold-1.done"
expect 0 "12 pairs to read, 0 pairs" "$KNAP" judge sheet "$work/ours" "$work/peers" "$work/out-folder" -o "$work/m"
[ "$(rows "$work/m/key.tsv" | cut -f 4 | sort | uniq -c | awk '{ printf "%s %s ", $1, $2 }')" = "4 ID1 4 ID2 4 lead " ] || fail "systems: $(cat "$work/m/key.tsv")"
expect 0 "24 pairs to read" "$KNAP" judge sheet "$work/ours" "$work/peers" "$work/out-folder" -o "$work/all" --all-pairs
expect 1 "2 systems are in the first folder" "$KNAP" judge sheet "$work/peers" "$work/ours" -o "$work/no"
expect 1 "no topic in common" "$KNAP" judge sheet "$work/ours" sample/orrin-dam-flood/refs -o "$work/no"
expect 1 "one system only" "$KNAP" judge sheet "$work/ours" -o "$work/no"
mkdir "$work/two"
touch "$work/two/t01.txt" "$work/two/t01.md"
expect 1 "two files are about topic 't01'" "$KNAP" judge sheet "$work/ours" "$work/two" -o "$work/no"
expect 1 "given twice" "$KNAP" judge sheet "$work/ours" "$work/ours" -o "$work/no"
expect 1 "cannot open this folder" "$KNAP" judge sheet "$work/ours" "$work/absent" -o "$work/no"
expect 1 "no cluster has the name of a topic" "$KNAP" judge sheet "$work/ours" "$work/rival-x" --refs sample -o "$work/no"
expect 2 "judge sheet needs -o FOLDER" "$KNAP" judge sheet "$work/ours" "$work/rival-x"
expect 2 "'3/2' is not I/N" "$KNAP" judge sheet "$work/ours" "$work/rival-x" -o "$work/no" --part 3/2
expect 2 "--overlap needs --parts" "$KNAP" judge sheet "$work/ours" "$work/rival-x" -o "$work/no" --overlap 2
expect 2 "fewer pairs" "$KNAP" judge sheet "$work/ours" "$work/rival-x" -o "$work/no" --parts 4
expect 2 "'shout' is neither sheet nor score" "$KNAP" judge shout
[ -e "$work/no" ] && fail "a failed run wrote something"

# cut to one length, as bytes and as words; a character is never cut in two
mkdir -p "$work/u1" "$work/u2"
printf 'd\303\251j\303\240 vu hier soir' >"$work/u1/a.txt"
printf 'one two three four' >"$work/u2/a.txt"
"$KNAP" judge sheet "$work/u1" "$work/u2" -o "$work/cut" --max-bytes 2 -q
grep -qx 'd' "$work/cut/sheet.txt" && grep -qx 'on' "$work/cut/sheet.txt" || fail "--max-bytes: $(cat "$work/cut/sheet.txt")"
"$KNAP" judge sheet "$work/u1" "$work/u2" -o "$work/cut2" --max-words 3 -q
grep -qx "$(printf 'd\303\251j\303\240 vu hier')" "$work/cut2/sheet.txt" && grep -qx 'one two three' "$work/cut2/sheet.txt" || fail "--max-words"

# names of files in another encoding become UTF-8; an empty summary is shown as such; binary data is no summary
mkdir -p "$work/l1" "$work/l2"
echo text >"$work/l1/$(printf 'caf\351').txt"
: >"$work/l2/$(printf 'caf\351').txt"
expect 0 "the summary of topic $(printf 'caf\303\251') is empty" "$KNAP" judge sheet "$work/l1" "$work/l2" -o "$work/latin"
grep -qx "(no text)" "$work/latin/sheet.txt" || fail "an empty summary is not shown"
head -c 3000 "$KNAP" >"$work/l2/$(printf 'caf\351').txt"
expect 1 "$work/l2/" "$KNAP" judge sheet "$work/l1" "$work/l2" -o "$work/no"

# a text cannot break out of the page
mkdir -p "$work/h1" "$work/h2"
echo '</script><script>alert(1)</script> "quoted" \n' >"$work/h1/a.txt"
echo 'plain & simple' >"$work/h2/a.txt"
"$KNAP" judge sheet "$work/h1" "$work/h2" -o "$work/html" -q
[ "$(grep -c '</script>' "$work/html/sheet.html")" = 2 ] || fail "a summary ends the script"
grep -qE 'https?://|src=' "$work/html/sheet.html" && fail "the page loads something"

# parts: every pair on one sheet, those of the overlap on all; topics of a sheet differ
summaries p0 $(number 6)
for r in 1 2 3 4; do summaries "p$r" $(number 6); done
expect 0 "24 pairs to read" "$KNAP" judge sheet "$work/p0" "$work/p1" "$work/p2" "$work/p3" "$work/p4" -o "$work/parts" --parts 4 --overlap 4
[ "$(grep -h '^P' "$work"/parts/answers-?.tsv | cut -f 1 | sort | uniq -c | awk '{ print $1 }' | sort | uniq -c | awk '{ printf "%s:%s ", $2, $1 }')" = "1:20 4:4 " ] || fail "parts do not hold each pair once"
for part in 1 2 3 4; do
    [ "$(grep -c '^P' "$work/parts/answers-$part.tsv")" = 9 ] || fail "part $part has another length"
    [ "$(grep -c '^=* pair' "$work/parts/sheet-$part.txt")" = 9 ] || fail "sheet $part has another length"
done
[ "$(rows "$work/parts/key.tsv" | cut -f 4,5 | sort | uniq -c | awk '{ print $1 }' | sort -u)" = 3 ] || fail "a rival is not on each side equally often"
expect 0 "" "$KNAP" judge sheet "$work/p0" "$work/p1" "$work/p2" "$work/p3" "$work/p4" -o "$work/one" --part 2/4 --overlap 4
[ "$(ls "$work/one" | tr '\n' ' ')" = "answers-2.tsv key.tsv sheet-2.html sheet-2.txt " ] || fail "--part: $(ls "$work/one")"
cmp -s "$work/one/sheet-2.txt" "$work/parts/sheet-2.txt" || fail "--part 2/4 is not part 2 of --parts 4"
expect 0 "8 pairs to read" "$KNAP" judge sheet "$work/p0" "$work/p1" "$work/p2" "$work/p3" "$work/p4" -o "$work/few" --topics 2

# ---- Scores ----

# wins, ties and losses of n topics: the sign test by exact binomial sums, the interval as the roots of Wilson's equation
for outcomes in wwwwwwwwww wwwwwwwwlt llt w wl wwwttttttttl wwwwwwwwwwwwwwwlllll tttt; do
    n=$(printf %s "$outcomes" | wc -c)
    rm -rf "$work/x" "$work/y" "$work/score"
    summaries x $(number "$n")
    summaries y $(number "$n")
    "$KNAP" judge sheet "$work/x" "$work/y" -o "$work/score" -q || fail "sheet of $n"
    answer "$work/score/key.tsv" "$work/a.tsv" ann "$outcomes"
    "$KNAP" judge score "$work/score/key.tsv" "$work/a.tsv" --json >"$work/json" || fail "score of $outcomes"
    w=$(printf %s "$outcomes" | tr -dc w | wc -c) l=$(printf %s "$outcomes" | tr -dc l | wc -c)
    [ "$(field wins) $(field losses) $(field ties)" = "$w $l $((n - w - l))" ] || fail "$outcomes: counts"
    near "$(field preference)" "$(awk "BEGIN { printf \"%.9f\", ($w + ($n - $w - $l) / 2) / $n }")" "$outcomes: preference"
    near "$(field p)" "$(awk -v w="$w" -v l="$l" 'BEGIN {
        n = w + l; m = w > l ? w : l; c = 1; tail = 0          # c = C(n, k), by whole numbers
        for (k = 0; k <= n; k++) { if (k >= m) tail += c; c = c * (n - k) / (k + 1) }
        p = 2 * tail / 2 ^ n; printf "%.9f", (p > 1 ? 1 : p) }')" "$outcomes: sign test"
    # the ends of the interval are the shares p with |share - p| = z sqrt(p (1 - p) / n)
    for end in low high; do
        near "$(field $end)" "$(awk -v s="$(field preference)" -v n="$n" -v end=$end 'BEGIN {
            z = 1.959963984540054; a = s; b = end == "low" ? 0 : 1   # bisection between the share and the end
            for (i = 0; i < 200; i++) { p = (a + b) / 2; d = s - p; if (d * d <= z * z * p * (1 - p) / n) a = p; else b = p }
            printf "%.9f", a }')" "$outcomes: $end"
    done
done

# pairs of one topic go together: two rivals that always fare alike are worth one
rm -rf "$work/score"
summaries x $(number 10)
summaries y1 $(number 10)
summaries y2 $(number 10)
"$KNAP" judge sheet "$work/x" "$work/y1" "$work/y2" -o "$work/score" -q
by_topic=$(rows "$work/score/key.tsv" | awk -F'\t' '{ printf "%s", (substr($2, 2) + 0 <= 7 ? "w" : "l") }')
answer "$work/score/key.tsv" "$work/a.tsv" ann "$by_topic"
"$KNAP" judge score "$work/score/key.tsv" "$work/a.tsv" --json >"$work/json"
[ "$(field pairs) $(field topics) $(field topics_won) $(field topics_lost)" = "20 10 7 3" ] || fail "clustered counts: $(cat "$work/json")"
near "$(field p)" 0.34375 "sign test over topics"
# design effect (10/9 * sum of squared topic sums) / (20/19 * sum of squares) = (10/9) 2 / (20/19) = 19/9
near "$(field low)" "$(awk 'BEGIN { s = .7; n = 20 * 9 / 19; z = 1.959963984540054; z2 = z * z; print (s + z2 / 2 / n - z * sqrt(s * (1 - s) / n + z2 / 4 / n / n)) / (1 + z2 / n) }')" "clustered interval"

# agreement of three judges by its definition: pairs of values within pairs of summaries against pairs of any values
answer "$work/score/key.tsv" "$work/b.tsv" bob "wwlltwlwtlwwlltwlwtl"
answer "$work/score/key.tsv" "$work/c.tsv" cy "wwllttlwwl----------"
"$KNAP" judge score "$work/score/key.tsv" "$work/a.tsv" "$work/b.tsv" "$work/c.tsv" --json >"$work/json"
expected=$(cat "$work/a.tsv" "$work/b.tsv" "$work/c.tsv" | awk -F'\t' '
    /^P/ && $4 != "" { m[$1]++; v[$1, m[$1]] = $4; all[++n] = $4 }
    END {
        for (u in m) { if (m[u] < 2) continue; units++; same = 0
            for (i = 1; i <= m[u]; i++) for (j = 1; j <= m[u]; j++) if (i != j) { if (v[u, i] == v[u, j]) same++; else off += 1 / (m[u] - 1) }
            share += same / (m[u] * (m[u] - 1)) }
        for (i = 1; i <= n; i++) for (j = 1; j <= n; j++) if (i != j && all[i] != all[j]) chance++
        printf "%.9f %.9f", share / units, 1 - (off / n) / (chance / (n * (n - 1))) }')
agreement=$(sed -n 's/.*"agreement":.*"overall":{"pairs":20,"share":\([^,]*\),"alpha":\([^,]*\),.*/\1 \2/p' "$work/json")
near "${agreement% *}" "${expected% *}" "agreement"
near "${agreement#* }" "${expected#* }" "Krippendorff's alpha"

# ties of identical texts count half; reasons of losses; reports
answer "$work/s/key.tsv" "$work/a.tsv" ann "wwwll"
"$KNAP" judge score "$work/s/key.tsv" "$work/a.tsv" --json >"$work/json"
near "$(field preference)" 0.571428571 "identical texts"
[ "$(field identical)" = 2 ] || fail "identical texts are not counted"
[ "$(grep -c '"overall":"loss"' "$work/json") $(grep -c '"overall":"win"' "$work/json")" = "2 3" ] || fail "answers in the JSON: $(cat "$work/json")"
share=$(awk -F'\t' '/^P/ { n++; a += $4 == "A" } END { printf "%.6f", a / n }' "$work/a.tsv")
near "$(sed -n 's/.*"agreement".*"overall":.*"side_a":\([^}]*\)}}.*/\1/p' "$work/json")" "$share" "share of side A"
expect 0 "ours lost to rival-" "$KNAP" judge score "$work/s/key.tsv" "$work/a.tsv" --html "$work/report.html"
grep -qF "[ann]  reason 4" "$work/out" || fail "no reason: $(cat "$work/out")"
grep -q "reason 5" "$work/report.html" || fail "the report has no reasons"
grep -q "@BODY@" "$work/report.html" && fail "the report is its template"
answer "$work/all/key.tsv" "$work/all.tsv" ann "$(number 24 | sed 's/.*/w/' | tr -d '\n')"
expect 0 "ID1 against" "$KNAP" judge score "$work/all/key.tsv" "$work/all.tsv"

# a spreadsheet's way to save: carriage returns, quotation marks, a byte order mark, lower case
{ printf '\357\273\277'; tr 'ABT' 'abt' <"$work/a.tsv" | sed 's/reason 4/"said ""no"" twice"/; s/$/\r/'; } >"$work/sheet.tsv"
expect 0 'said "no" twice' "$KNAP" judge score "$work/s/key.tsv" "$work/sheet.tsv"

# ---- Wrong answers ----

# wrong WORDS SCRIPT: answers edited by sed
wrong() {
    sed "$2" "$work/a.tsv" >"$work/w.tsv"
    expect 1 "$work/w.tsv:$1" "$KNAP" judge score "$work/s/key.tsv" "$work/w.tsv"
}
wrong "5: there is no pair 'P999' in the key" 's/^P001/P999/'
wrong "5: pair S001 is on no sheet" 's/^P001/S001/'
wrong "6: reading: 'C' is not A, B or T" 's/^\(P002	.	\)./\1C/'
wrong "4: there is no column 'overall'" 's/overall/all/'
wrong "6: ann answered pair P001 before, at $work/w.tsv:5" 's/^P002/P001/'
wrong " these answers belong to the key 0123" 's/^# digest .*/# digest 0123/'
wrong " there is no line '# digest" '/^# digest/d'
wrong "1: not a file of answers" '1d'
wrong "7: 6 fields, but there are 5 columns" 's/^P003.*/&	x/'
wrong " there is not one answer in it" 's/^\(P...\).*/\1				/'
expect 1 "ann answered pair P001 before" "$KNAP" judge score "$work/s/key.tsv" "$work/a.tsv" "$work/a.tsv"
sed 's/first	1	no/second	1	no/' "$work/s/key.tsv" >"$work/k.tsv"
expect 1 "$work/k.tsv: the key was altered" "$KNAP" judge score "$work/k.tsv" "$work/a.tsv"
expect 1 "not a file of key" "$KNAP" judge score "$work/a.tsv" "$work/a.tsv"
expect 1 "cannot open" "$KNAP" judge score "$work/s/key.tsv" "$work/absent"
expect 2 "judge score needs the KEY" "$KNAP" judge score "$work/s/key.tsv"
sed 's/^P00[45].*//' "$work/a.tsv" >"$work/w.tsv"
expect 0 "5 pairs to read, 3 with an answer" "$KNAP" judge score "$work/s/key.tsv" "$work/w.tsv"

# ---- Memory: what a sheet of many topics takes is their texts ----

if [ -x /usr/bin/time ] && [ -z "${KNAP_SANITIZED:-}" ] && ! nm "$KNAP" 2>/dev/null | grep -q __asan_init; then
    for system in many1 many2; do
        mkdir "$work/$system"
        number 2000 | (cd "$work/$system" && while read -r topic; do echo "The $topic of $system." >"$topic.txt"; done)
    done
    peak=$(/usr/bin/time -f %M "$KNAP" judge sheet "$work/many1" "$work/many2" -o "$work/large" 2>&1 >/dev/null | tail -1)
    [ "$peak" -lt 100000 ] || fail "a sheet of 2,000 topics takes $peak kB"
fi

# ---- The manual's commands run as they stand there ----

mkdir "$work/bin" "$work/run"
ln -s "$KNAP" "$work/bin/knap"
ln -s "$PWD/sample" "$work/run"
awk '/^```sh$/ { on = 1; next } /^```/ { on = 0 } on' docs/JUDGE.md >"$work/commands"
[ "$(wc -l <"$work/commands")" -ge 5 ] || fail "the commands of docs/JUDGE.md were not found"
(cd "$work/run" && PATH=$work/bin:$PATH sh -e "$work/commands") >"$work/printed" 2>&1 || fail "a command of docs/JUDGE.md failed: $(tail -n 3 "$work/printed")"
finish
