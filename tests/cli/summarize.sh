# knap summarize, train on documents, convert: what they print, and what they say of bad input.
. tests/cli_lib.sh

# out of the box, on a folder, a cluster, files, standard input
expect 0 "mean ROUGE-1 recall" "$KNAP" summarize sample/orrin-dam-flood
"$KNAP" summarize -q sample/orrin-dam-flood >"$work/summary" || fail "summarize"
[ "$(wc -c <"$work/summary")" -le 665 ] || fail "over 665 bytes"
[ "$(wc -l <"$work/summary")" -ge 3 ] || fail "fewer than 3 sentences"
"$KNAP" summarize -q sample/orrin-dam-flood/docs/*.txt | cmp - "$work/summary" || fail "files named together differ from their folder"
expect 0 "# westmere-recount" "$KNAP" summarize sample
[ "$("$KNAP" summarize -q sample | grep -c '^# ')" = 6 ] || fail "not six clusters"
"$KNAP" summarize -q --jobs 1 sample >"$work/one"
"$KNAP" summarize -q --jobs 2 sample | cmp - "$work/one" || fail "the number of threads changes the output"

# an archive in two languages: each summary is that of its cluster alone, and the number of threads changes nothing
mkdir "$work/archive"
for i in 1 2 3 4; do
    for cluster in sample/*/ tests/data/eboulement-orsine/; do
        name=$(basename "$cluster")
        cp -r "$cluster" "$work/archive/$i-$name"
        [ $i = 1 ] || continue
        "$KNAP" summarize -q --json --explain -b 80w "$cluster" | sed 's/.*"sentences"//' >"$work/alone-$name"
    done
done
"$KNAP" summarize -q --json --explain -b 80w --jobs 1 "$work/archive" | sed 's/.*"sentences"//' >"$work/together"
[ "$(wc -l <"$work/together")" = 28 ] || fail "not 28 clusters"
for cluster in "$work"/archive/*/; do
    name=$(basename "$cluster")
    sed 's/"document":"[^"]*\//"document":"/g' "$work/alone-${name#?-}"
done >"$work/alone-all"
sed 's/"document":"[^"]*\//"document":"/g' "$work/together" | cmp - "$work/alone-all" || fail "a summary depends on those before it"
for jobs in 1 2 3 9; do
    "$KNAP" summarize --json -b 10% --jobs $jobs "$work/archive" --html "$work/page$jobs" -o "$work/files$jobs" >"$work/out$jobs" 2>&1 ||
        fail "an archive with $jobs threads: $(cat "$work/out$jobs")"
    "$KNAP" summarize -b 2w --jobs $jobs "$work/archive" >"$work/empty$jobs" 2>&1 && fail "empty summaries are no error"
    cmp "$work/out1" "$work/out$jobs" && cmp "$work/page1" "$work/page$jobs" && diff -r "$work/files1" "$work/files$jobs" &&
        cmp "$work/empty1" "$work/empty$jobs" || fail "$jobs threads change the output"
done
[ "$(grep -c 'no sentence fits the budget' "$work/empty1")" = 28 ] || fail "empty summaries are not named: $(head -3 "$work/empty1")"
cat sample/westmere-recount/docs/01*.txt | "$KNAP" summarize -q -b 200b - >"$work/out" || fail "standard input"
[ -s "$work/out" ] && [ "$(wc -c <"$work/out")" -le 200 ] || fail "standard input: $(cat "$work/out")"
for budget in 1b 50b 100b 400c 60w 5000w 4s 100%; do # status 1 if, and only if, nothing fits
    "$KNAP" summarize -q -b $budget sample/orrin-dam-flood >"$work/out" 2>/dev/null
    status=$?
    { [ $status = 0 ] && [ -s "$work/out" ]; } || { [ $status = 1 ] && [ ! -s "$work/out" ]; } || fail "-b $budget: $status"
done
[ "$("$KNAP" summarize -q -b 60w sample/orrin-dam-flood | wc -w)" -le 60 ] || fail "over 60 words"
[ -z "$("$KNAP" summarize -q -b 0b sample/orrin-dam-flood 2>/dev/null)" ] || fail "budget 0b prints something"
expect 1 "no sentence fits the budget 3w; the shortest costs" "$KNAP" summarize -q -b 3w sample/orrin-dam-flood
expect 2 "has no unit: write 665w for words" "$KNAP" summarize -b 665 sample/orrin-dam-flood
[ "$("$KNAP" summarize -q -b "3 sentences" sample/orrin-dam-flood | wc -l)" = 3 ] || fail "3 sentences are not 3 lines"
percent=$("$KNAP" summarize -q -b 10% sample/orrin-dam-flood | wc -m)
all=$(cat sample/orrin-dam-flood/docs/* | wc -m)
[ $((percent * 10)) -le "$all" ] && [ $((percent * 20)) -ge "$all" ] || fail "10% of $all characters are $percent"
"$KNAP" summarize -q --order depend sample/orrin-dam-flood | cmp - "$work/summary" || fail "--order depend is not the default"
for order in depend source picked; do
    "$KNAP" help summarize orders | grep -q "^  $order  " || fail "--help does not name order $order"
    "$KNAP" summarize -q --order $order sample/orrin-dam-flood | sort >"$work/sorted"
    sort "$work/summary" | cmp - "$work/sorted" || fail "--order $order has other sentences"
done
# the newer document is named first: every kind of output tells the older one first, and --order source does not
mkdir -p "$work/order/docs"
printf 'Back to work\n\nMay 9, 2011\n\nPilots voted on Friday to end their walkout at the port.\n' >"$work/order/docs/a.txt"
printf 'Walkout\n\nMay 2, 2011\n\nFerries stopped at noon because the harbour pilots walked out over pay.\n' >"$work/order/docs/b.txt"
in_order() { # in_order WHAT FIRST SECOND: both stand in $work/out, one before the other
    [ "$(grep -oE "(Pilots voted|Ferries stopped)" "$work/out" | head -n 2 | tr '\n' ' ')" = "$2 $3 " ] || fail "$1: $(cat "$work/out")"
}
"$KNAP" summarize -q "$work/order" >"$work/out" && in_order text "Ferries stopped" "Pilots voted"
"$KNAP" summarize -q --json "$work/order" | sed 's/.*"sentences"//' >"$work/out" && in_order json "Ferries stopped" "Pilots voted"
"$KNAP" summarize -q --explain "$work/order" >"$work/out" && in_order explain "Ferries stopped" "Pilots voted"
"$KNAP" summarize -q --html - "$work/order" | grep '<li>' >"$work/out" && in_order html "Ferries stopped" "Pilots voted"
"$KNAP" summarize -q --order source "$work/order" >"$work/out" && in_order source "Pilots voted" "Ferries stopped"
for system in lead random mmr oracle; do
    expect 0 "mean ROUGE-1 recall" "$KNAP" summarize --system $system sample
done
expect 0 "picked 1 of" "$KNAP" summarize --explain sample/orrin-dam-flood
expect 0 '"why":[{"name":' "$KNAP" summarize --explain --json sample/orrin-dam-flood

# --json: the offsets cut the sentence out of its file
"$KNAP" summarize -q --json -b 2000b sample/orrin-dam-flood | tr '{' '\n' |
    sed -n 's/.*"text":"\(.*\)","document":"\([^"]*\)","begin":\([0-9]*\),"end":\([0-9]*\),.*/\3 \4 \2 \1/p' >"$work/cuts"
[ "$(wc -l <"$work/cuts")" -ge 8 ] || fail "--json has $(wc -l <"$work/cuts") sentences"
while read -r begin end file text; do
    cut=$(tail -c +$((begin + 1)) "$file" | head -c $((end - begin)) | tr '\n' ' ' | sed 's/"/\\"/g')
    [ "$cut" = "$text" ] || fail "$file [$begin,$end) is '$cut', not '$text'"
done <"$work/cuts"

# --trim: a clause is cut to make room for another sentence, of several documents alone, and --json says which
mkdir -p "$work/trim"
echo 'Ann Smith, who was born in Oslo, opened the new bridge over the Orrin River on Monday.' >"$work/trim/1.txt"
echo 'The bridge over the Orrin River was closed on Friday after a storm.' >"$work/trim/2.txt"
"$KNAP" summarize -q --json --trim clauses -b 140b "$work/trim/1.txt" "$work/trim/2.txt" >"$work/out"
grep -qF '"cut":[{"begin":9,"end":32,"text":", who was born in Oslo,"}]' "$work/out" || fail "no clause is cut: $(cat "$work/out")"
grep -qF 'Ann Smith opened the new bridge' "$work/out" || fail "--trim clauses: $(cat "$work/out")"
for trim in none safe; do
    "$KNAP" summarize -q --json --trim $trim -b 140b "$work/trim/1.txt" "$work/trim/2.txt" | grep -q '"cut"' && fail "--trim $trim cuts a clause"
done
"$KNAP" summarize -q --json --trim clauses -b 80b "$work/trim/1.txt" 2>&1 | grep -q '"cut"' && fail "a clause of a single document is cut"
expect 2 "not one of none, safe, clauses" "$KNAP" summarize --trim yes sample

# --html: one page, nothing from elsewhere, every sentence marked where it stands
expect 0 "mean" "$KNAP" summarize --html "$work/page.html" sample
[ "$(grep -o '<mark id=' "$work/page.html" | wc -l)" = "$(grep -o '<li><a href="#s' "$work/page.html" | wc -l)" ] || fail "marks"
grep -qE '(src|href)="(http|//)' "$work/page.html" && fail "the page loads something from elsewhere"
"$KNAP" summarize -q --html - sample/orrin-dam-flood | grep -q '^<!DOCTYPE html>' || fail "--html -"

# texts are shown as they are: nothing in them is markup
mkdir -p "$work/markup/docs"
printf 'The board asked on Monday whether <b>R&D</b> costs were "too high" for the year.\n' >"$work/markup/docs/a.txt"
"$KNAP" summarize -q --html - "$work/markup" >"$work/out" || fail "--html of a text with markup"
grep -qF 'whether &lt;b&gt;R&amp;D&lt;/b&gt; costs' "$work/out" || fail "markup of a text is not escaped: $(grep whether "$work/out")"
grep -qF '<b>R' "$work/out" && fail "the page has the markup of a text"

# other languages, guessed and named
expect 0 '"language":"fr"' "$KNAP" summarize --json tests/data/eboulement-orsine
expect 0 '"language":"en"' "$KNAP" summarize --json --lang en tests/data/eboulement-orsine
expect 2 "no language 'xx'; expected one of: en" "$KNAP" summarize --lang xx sample

# training on documents; the model serves summarize, not pack, and the other way round
"$KNAP" train sample -o "$work/a.knap" --budget 100w --epochs 5 --jobs 1 -q || fail "train on documents"
"$KNAP" train sample -o "$work/b.knap" --budget 100w --epochs 5 --jobs 2 -q
cmp "$work/a.knap" "$work/b.knap" || fail "the number of threads changes the model"
expect 0 "mean ROUGE-1 recall" "$KNAP" summarize -m "$work/a.knap" sample
[ "$("$KNAP" summarize -q -m "$work/a.knap" sample/orrin-dam-flood | wc -w)" -le 100 ] || fail "the model's own budget is not kept"
expect 0 "lexrank" "$KNAP" inspect --top 0 "$work/a.knap"
expect 0 "held out: reward" "$KNAP" train sample -o "$work/v.knap" --epochs 2 --validate sample
expect 0 "model:" "$KNAP" train sample -o "$work/s.knap" --epochs 2 --stem --method conseqopt
expect 0 "mean ROUGE-1 recall" "$KNAP" summarize -m "$work/s.knap" sample
"$KNAP" train examples/passages.jsonl -o "$work/i.knap" -q
expect 1 "was trained on instances" "$KNAP" summarize -m "$work/i.knap" sample

# awkward sentences: filtered, penalised, or taken
cat >"$work/told.txt" <<'END'
The council of Port Averill voted on Monday to close the old ferry pier for the whole winter.
But it will open again for ferry passengers in the early spring, the council of the port said.
Divers had found on Monday that eleven of the forty wooden piles of the ferry pier were hollow.
Why did nobody of the port council look at the piles of the ferry pier in all these years?
Ferry passengers will board at the Customs House while the old ferry pier is closed for repairs.
Repairs of the ferry pier will cost the port two million crowns and take until the early spring.
END
all='-q --json -b 2000b'
# shellcheck disable=SC2086
for model in '' "-m $work/a.knap"; do
    expect 0 '"flaws":["questions"]' "$KNAP" summarize $model $all --max-rouge --filter none "$work/told.txt"
    "$KNAP" summarize $model $all --max-rouge --filter none "$work/told.txt" | grep -q '"unsupported"' && fail "a sentence that depends on one beside it is called unsupported"
    "$KNAP" summarize $model $all --filter questions "$work/told.txt" | grep -q Why && fail "--filter questions"
    "$KNAP" summarize $model $all --filter all "$work/told.txt" | grep -qE 'Why|But' && fail "--filter all"
    "$KNAP" summarize $model $all --max-rouge "$work/told.txt" | grep -q Why || fail "--max-rouge"
    "$KNAP" summarize $model $all "$work/told.txt" | grep -q Why && fail "questions are picked by default"
done
sed -n 2,6p "$work/told.txt" >"$work/untold.txt"
# shellcheck disable=SC2086
expect 0 '"flaws":["unsupported"]' "$KNAP" summarize -m "$work/a.knap" $all --max-rouge "$work/untold.txt"
# shellcheck disable=SC2086
"$KNAP" summarize -m "$work/a.knap" $all --readability-penalty 9 "$work/untold.txt" | grep -q '"But' && fail "a price of 9 is paid"
expect 0 "awkward: questions" "$KNAP" summarize -b 2000b --explain --max-rouge --filter none "$work/told.txt"
expect 2 "filter: 'smells' is not one of quotes, capitals, fragments, questions, dependent, whole" "$KNAP" summarize --filter smells sample
expect 2 "--readability-penalty: '-1' is not a number of at least 0" "$KNAP" summarize --readability-penalty -1 sample
"$KNAP" train sample -o "$work/f.knap" --epochs 2 --max-rouge --filter none -q || fail "train --filter none"
expect 0 '"flaws":["questions"]' "$KNAP" summarize -m "$work/f.knap" -q --json -b 2000b "$work/told.txt"

# how well a sentence stands alone, and whether a later document supersedes it
mkdir -p "$work/dated"
{ echo "2005-01-08"; echo; echo "The quake in Belport killed 120 people on Friday, Mayor Anna Voss said at the town hall."; } >"$work/dated/1.txt"
{ echo "2005-01-10"; echo; echo "The quake in Belport killed 310 people on Friday, Mayor Anna Voss told reporters at the town hall."; } >"$work/dated/2.txt"
"$KNAP" summarize -q --json -b 60w "$work"/dated/*.txt >"$work/json" || fail "summarize dated documents"
grep -q 'killed 120 people[^{]*"standalone":1.0,"style":[01]\.[0-9]*,"superseded":true' "$work/json" || fail "not superseded: $(cat "$work/json")"
grep -q 'killed 310 people[^{]*"standalone":1.0,"style":[01]\.[0-9]*,"superseded":false' "$work/json" || fail "superseded: $(cat "$work/json")"
"$KNAP" summarize -q --explain -b 60w "$work"/dated/*.txt | grep -q '^    100% understandable alone, [0-9]*% in the style of a summary, superseded by a later document$' || fail "--explain does not say superseded"
"$KNAP" summarize -q --json -b 100w sample/orrin-dam-flood | grep -q '"standalone":0\.[0-9]' || fail "all stand alone"

# inspect shows the model of self-containedness, strongest weights first
"$KNAP" inspect --top 5 "$work/a.knap" >"$work/shown"
grep -q '^self-containedness: .* reliability [01]\.[0-9]' "$work/shown" || fail "inspect: no self-containedness"
grep -q '^style: .* reliability [01]\.[0-9]' "$work/shown" || fail "inspect: no style"
[ "$(grep -cE '^  (feature|opening|word) ' "$work/shown")" = 10 ] || fail "inspect --top 5: $(cat "$work/shown")"
"$KNAP" inspect --top 0 "$work/a.knap" | sed -n '/^self-containedness/,/^$/p' | sed '1d;$d' | awk '{ n[$1]++; v = $3 < 0 ? -$3 : $3 + 0; if (NR > 1 && v > last) bad = 1; last = v }
    END { exit !(n["feature"] == 18 && n["opening"] > 0 && n["opening"] == n["word"] && !bad) }' || fail "inspect --top 0: features, words or their order"
"$KNAP" inspect --json --top 2 "$work/a.knap" | grep -qE '"standalone":\{"reliability":[01]\.[0-9]+,"weights":\[\{"kind":"(feature|opening|word)","name":"[^"]+","weight":-?[0-9.]+\},\{[^{}]*\}\]\},"style":\{"reliability":[01]\.[0-9]+,' || fail "inspect --json"
"$KNAP" train examples/passages.jsonl -o "$work/i.knap" --epochs 2 -q
"$KNAP" inspect "$work/i.knap" | grep -q self-containedness && fail "a model of instances has self-containedness"
"$KNAP" inspect --json "$work/i.knap" | grep -q standalone && fail "a model of instances has standalone"

# convert there and back
"$KNAP" convert sample -o "$work/all.jsonl" || fail "convert to JSONL"
[ "$(wc -l <"$work/all.jsonl")" = 6 ] || fail "convert wrote $(wc -l <"$work/all.jsonl") lines"
"$KNAP" convert "$work/all.jsonl" --to folder -o "$work/back" || fail "convert to folders"
"$KNAP" summarize -q "$work/back" | cmp - "$work/one" || fail "the clusters came back otherwise"
"$KNAP" summarize -q "$work/all.jsonl" | cmp - "$work/one" || fail "JSONL is summarized otherwise"
"$KNAP" train "$work/all.jsonl" -o "$work/c.knap" --budget 100w --epochs 5 -q
cmp "$work/a.knap" "$work/c.knap" || fail "JSONL is trained on otherwise"

# DUC's layout: SGML documents, references in a models folder
mkdir -p "$work/duc/d30001t" "$work/duc/models"
for i in 1 2 3; do
    { echo "<DOC><DOCNO> X-$i </DOCNO><HEADLINE>Not this</HEADLINE><TEXT>"; sed -n '4,$p' "sample/orrin-dam-flood/docs/0$i"*.txt | sed 's/&/\&amp;/g; s/^$/<P>/'; echo "</TEXT></DOC>"; } >"$work/duc/d30001t/X-$i"
done
cp sample/orrin-dam-flood/refs/A.txt "$work/duc/models/D30001.M.100.T.A"
cp sample/orrin-dam-flood/refs/B.txt "$work/duc/models/D30001.M.100.T.B"
expect 0 "mean ROUGE-1 recall" "$KNAP" summarize --refs "$work/duc/models" "$work/duc/d30001t"
expect 0 "model:" "$KNAP" train "$work/duc" -o "$work/d.knap" --epochs 2

# bad input
expect 0 "--exceptions has no effect" "$KNAP" summarize --exceptions "$work/absent" sample/orrin-dam-flood
expect 2 "summarize needs CLUSTERS" "$KNAP" summarize
expect 2 "'12x' is not a length" "$KNAP" summarize -b 12x sample
expect 2 "--order: 'up' is not one of depend, source, picked" "$KNAP" summarize --order up sample
expect 2 "unknown system 'magic'" "$KNAP" summarize --system magic sample
expect 1 "absent" "$KNAP" summarize "$work/absent"
mkdir "$work/hollow"
expect 1 "hollow" "$KNAP" summarize "$work/hollow"
head -c 3000 "$KNAP" >"$work/binary"
expect 1 "$work/binary" "$KNAP" summarize "$work/binary"
mkdir -p "$work/noref/one/docs"
cp sample/orrin-dam-flood/docs/01*.txt "$work/noref/one/docs"
expect 1 "has no references to learn from" "$KNAP" train "$work/noref" -o "$work/n.knap"
[ -e "$work/n.knap" ] && fail "a model was written"
printf 'Word' >"$work/word.txt"
expect 0 "Word" "$KNAP" summarize "$work/word.txt"
: >"$work/empty.txt"
expect 1 "$work/empty.txt" "$KNAP" summarize "$work/empty.txt"
expect 0 "$work/empty.txt" "$KNAP" summarize "$work/empty.txt" "$work/word.txt"
cp sample/orrin-dam-flood/docs/01*.txt "$work/twin1.txt"
cp sample/orrin-dam-flood/docs/01*.txt "$work/twin2.txt"
expect 0 "twin" "$KNAP" summarize "$work/twin1.txt" "$work/twin2.txt"
printf 'Le caf\351 a \351t\351 ferm\351 par la mairie de la ville apr\350s les plaintes des voisins du quartier.\n' >"$work/latin.txt"
expect 0 "Le café a été fermé" "$KNAP" summarize "$work/latin.txt"
expect 0 "Le café a été fermé" "$KNAP" summarize -q --encoding latin1 "$work/latin.txt"

# pins and bans
cluster=sample/westmere-recount
expect 0 "Tarrant moved ahead" "$KNAP" summarize $cluster -q -b 60w --pin 5:2
expect 0 "Tarrant moved ahead" "$KNAP" summarize $cluster -q -b 60w --pin 06-tarrant-ahead.txt:2
"$KNAP" summarize $cluster -q -b 60w --ban 5:2 | grep -q "Tarrant moved ahead" && fail "a banned sentence is in the summary"
expect 1 "is a heading" "$KNAP" summarize $cluster -b 60w --pin 0:0
expect 1 "exceed" "$KNAP" summarize $cluster -b 30w --pin 0:2 --pin 5:2
for ban in 5:2 06-tarrant-ahead.txt:2 $cluster/docs/06-tarrant-ahead.txt:2; do # whatever the spelling
    expect 2 "'$ban': --ban names a sentence that --pin names too" "$KNAP" summarize $cluster -b 60w --pin 5:2 --ban $ban
    expect 2 "'5:2': --ban names a sentence that --pin names too" "$KNAP" summarize $cluster -b 60w --ban 5:2 --pin $ban
done
expect 2 "no document 9" "$KNAP" summarize $cluster --pin 9:0
expect 2 "has no sentence 999" "$KNAP" summarize $cluster --ban 0:999
expect 2 "no document has this name" "$KNAP" summarize $cluster --ban nobody.txt:1
mkdir -p "$work/twice/a" "$work/twice/b"
echo "The council of Hest closed the old bridge on Monday. Nobody was hurt in the storm." >"$work/twice/a/report.txt"
echo "The mayor of Hest asked the capital for help with the bridge. Engineers will come to look at it on Friday morning." >"$work/twice/b/report.txt"
expect 2 "several documents have this name" "$KNAP" summarize "$work/twice/a/report.txt" "$work/twice/b/report.txt" --pin report.txt:1
expect 0 "Engineers will come" "$KNAP" summarize "$work/twice/a/report.txt" "$work/twice/b/report.txt" -b 12w --pin "$work/twice/b/report.txt:1"
for bad in 3 : 0: :1 0:x 0:-1 0:99999999999999999999; do
    expect 2 "'$bad'" "$KNAP" summarize $cluster --pin $bad
done
expect 2 "one cluster" "$KNAP" summarize sample --pin 0:2
finish
