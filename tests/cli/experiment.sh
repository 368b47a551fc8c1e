# knap experiment: the table, JSON, the out folder, resuming, folds and sets.
. tests/cli_lib.sh
quick="--seeds 2 --systems scp,dpp,lexrank,oracle,random -q"

# shellcheck disable=SC2086
"$KNAP" experiment --train sample --folds 3 --budget 100w $quick --output "$work/run" >"$work/table" || fail "experiment"
for system in scp dpp lexrank oracle random; do
    grep -q "^$system " "$work/table" || fail "no row of $system"
done
# the oracle is above all; learned is above random
awk '$1 == "scp" || $1 == "oracle" || $1 == "random" || $1 == "lexrank" { f[$1] = $2 }
    END { exit !(f["oracle"] > f["scp"] && f["scp"] > f["random"] && f["oracle"] > f["lexrank"]) }' "$work/table" || fail "order: $(cat "$work/table")"
for file in experiment.txt scores.csv scores.json report.html summaries/scp/2/orrin-dam-flood.txt; do
    [ -s "$work/run/$file" ] || fail "$file is missing"
done
find "$work/run/summaries" -name '*.txt' | while read -r file; do [ "$(wc -w <"$file")" -le 100 ] || echo over; done | grep -q over && fail "over the budget"
grep -q '<svg' "$work/run/report.html" || fail "no figures"
grep -qE '(src|href)="(http|//)' "$work/run/report.html" && fail "the page loads something from elsewhere"

# the line of the oracle in the learning curve is the mean over the folds, and two runs have the same bytes, whatever the threads
awk 'FNR == 1 { sum += $3; folds++ } END { printf "%.6f\n", sum / folds }' "$work"/run/summaries/scp/1/.fold-*.done >"$work/oracle"
awk -v mean="$(cat "$work/oracle")" '/learning curve of scp"/ { in_curve = 1 }
    in_curve && /y1="20.0"/ { sub(/.*text-anchor="end">/, ""); top = $0 + 0 }
    in_curve && /stroke-dasharray="2 3"/ { sub(/.*points="60.0,/, ""); y = $0 + 0; in_curve = 0 }
    END { off = y - (250 - 230 * mean / top); exit !(top > 0 && off < 0.06 && off > -0.06) }' "$work/run/report.html" ||
    fail "the oracle of the learning curve is not the mean $(cat "$work/oracle")"
for jobs in 1 4; do
    # shellcheck disable=SC2086
    "$KNAP" experiment --train sample --folds 3 --budget 100w $quick --output "$work/run$jobs" --jobs $jobs >/dev/null || fail "experiment"
    diff -r "$work/run" "$work/run$jobs" >"$work/differ" || fail "another run, with $jobs threads, has other bytes: $(cat "$work/differ")"
done

# an interrupted run goes on: what is there is taken, what is not is made, and the table is the same
cp "$work/run/summaries/lexrank/1/westmere-recount.txt" "$work/kept"
rm "$work/run/summaries/scp/1/.fold-2.done" "$work/run/scores.csv"
# shellcheck disable=SC2086
"$KNAP" experiment --train sample --folds 3 --budget 100w $quick --output "$work/run" >"$work/again" || fail "resuming"
sed 's/ *[0-9.]* s$//' "$work/table" >"$work/a"
sed 's/ *[0-9.]* s$//' "$work/again" | cmp - "$work/a" || fail "resuming gives another table"
cmp -s "$work/kept" "$work/run/summaries/lexrank/1/westmere-recount.txt" || fail "a summary changed"
# shellcheck disable=SC2086
expect 1 "results of another experiment" "$KNAP" experiment --train sample --folds 2 --budget 100w $quick --output "$work/run"

# the number of threads changes nothing but the time
# shellcheck disable=SC2086
"$KNAP" experiment --train sample --folds 3 --budget 100w $quick --jobs 1 | sed 's/ *[0-9.]* s$//' | cmp - "$work/a" || fail "--jobs 1 gives another table"

# two sets, stems, more measures, JSON
expect 0 '{"systems":[{"system":"scp","rouge1":{"f":' "$KNAP" experiment --train sample --test sample --systems scp --seeds 1 --json -q
expect 0 '"rougesu4":{"f":' "$KNAP" experiment --train sample --test sample --systems lead --rouge 1,2,L,SU4 --json -q --stem
expect 0 '"stem":true' "$KNAP" experiment --train sample --test sample --systems lead --json -q --stem
expect 0 "unstemmed" "$KNAP" experiment --train sample --test sample --systems lead -q --no-stem
# awkward sentences are counted, filtered and penalised
"$KNAP" experiment --train sample --test sample --systems lead --filter none --json -q | grep -q '"sentences":[0-9.]*,"flawed":[1-9]' || fail "no flawed sentence of lead"
expect 0 '"flawed":0.0' "$KNAP" experiment --train sample --test sample --systems lead,scp-swap --seeds 1 --filter all --json -q
"$KNAP" experiment --train sample --test sample --systems scp-swap --seeds 1 --filter none --json -q | sed 's/.*"flawed":\([0-9.]*\).*/\1/' >"$work/free"
"$KNAP" experiment --train sample --test sample --systems scp-swap:readability-penalty=2 --seeds 1 --filter none --json -q | sed 's/.*"flawed":\([0-9.]*\).*/\1/' >"$work/priced"
[ "$(cat "$work/free")" != 0.0 ] && [ "$(cat "$work/priced")" = 0.0 ] || fail "flawed $(cat "$work/free") without a price, $(cat "$work/priced") with one"
# shellcheck disable=SC2086
expect 1 "results of another experiment" "$KNAP" experiment --train sample --folds 3 --budget 100w $quick --filter none --output "$work/run"
expect 2 "filter: 'magic' is not one of" "$KNAP" experiment --train sample --filter magic
# knap rouge reads the output folder, its summaries, and those of one system; the figures are the table's
for given in run run/summaries; do
    "$KNAP" rouge "$work/$given" --refs sample --rouge 1 --json -q >"$work/json" || fail "knap rouge $given"
    [ "$(grep -c '"system":"scp/[12]"' "$work/json")" = 2 ] || fail "knap rouge $given: $(cut -c 1-40 "$work/json")"
done
"$KNAP" rouge "$work/run/summaries/lexrank/1" --refs sample --rouge 1 --format rouge -d | awk '/ Eval /{ sub(/.*F:/, ""); sum += $1; n++ } END { printf "%.2f\n", 100 * sum / n }' >"$work/g"
[ "$(awk '$1 == "lexrank" { print $2 }' "$work/table")" = "$(cat "$work/g")" ] || fail "lexrank: the table and knap rouge differ: $(cat "$work/g")"
# JSON agrees with knap rouge on the same summaries: F, precision and recall
"$KNAP" experiment --train sample --test sample --systems lead --json -q | sed 's/.*"rouge1":{"f":\([0-9.]*\),"p":\([0-9.]*\),"r":\([0-9.]*\).*/\1 \2 \3/' >"$work/f"
"$KNAP" summarize -q --max-rouge --system lead -b 665b sample -o "$work/peers"
"$KNAP" rouge "$work/peers" --refs sample --rouge 1 --format rouge -d |
    sed -n 's/.* Eval .*R:\([0-9.]*\) P:\([0-9.]*\) F:\([0-9.]*\).*/\3 \2 \1/p' |
    awk '{ for (i = 1; i <= 3; i++) sum[i] += $i } END { printf "%.3f %.3f %.3f\n", 100 * sum[1] / NR, 100 * sum[2] / NR, 100 * sum[3] / NR }' >"$work/g"
awk 'NR == FNR { split($0, f); next } { for (i = 1; i <= 3; i++) if (!(f[i] - $i < 0.001 && $i - f[i] < 0.001)) exit 1 }' "$work/f" "$work/g" ||
    fail "experiment $(cat "$work/f"), rouge $(cat "$work/g")"
awk '{ exit $2 == $3 }' "$work/g" || fail "precision is recall: the lines above show too little"
# the interval of a system with several seeds is that of its mean
"$KNAP" experiment --train sample --systems random --seeds 3 --json -q |
    sed 's/.*"rouge1":{"f":\([0-9.]*\),.*"f_low":\([0-9.]*\),"f_high":\([0-9.]*\).*/\1 \2 \3/' >"$work/f"
awk '{ exit !($2 < $1 && $1 < $3) }' "$work/f" || fail "a mean outside of its interval: $(cat "$work/f")"

expect 0 "6 folds" "$KNAP" experiment --train sample --systems lead -q # fewer clusters than ten
expect 2 "experiment needs --train" "$KNAP" experiment
expect 2 "unknown system 'magic'" "$KNAP" experiment --train sample --systems magic
expect 2 "listed twice" "$KNAP" experiment --train sample --systems lead,lead
expect 0 "against scp:views=quality" "$KNAP" experiment --train sample --systems scp,scp:views=quality:epochs=2 --against scp:views=quality:epochs=2 --seeds 1 -q
expect 0 "against lead, the best of the rivals" "$KNAP" experiment --train sample --systems scp,lead,oracle --seeds 1 -q
expect 0 "against scp." "$KNAP" experiment --train sample --systems oracle,scp,scp-swap --seeds 1 -q
expect 2 "system lead has no setting 'views'" "$KNAP" experiment --train sample --systems lead:views=all
expect 2 "views: 'quality,nothing' is not one of" "$KNAP" experiment --train sample --systems scp:views=quality+nothing
expect 2 "'views' is not name=value" "$KNAP" experiment --train sample --systems scp:views
expect 2 "'mmr' is not one of the systems that are run" "$KNAP" experiment --train sample --systems scp --against mmr
# settings in the name are those of the system itself
"$KNAP" experiment --train sample --systems scp-swap,scp:views=expected:decode=swap:r=-1:idf=documents:stop=no --seeds 1 -q --json |
    sed 's/.*"f":\([0-9.]*\).*"f":\([0-9.]*\).*/\1 \2/' | awk '{ exit !($1 > 10 && $1 == $2) }' || fail "scp-swap is not scp:views=expected:decode=swap"

# the paper's table: its rows in their order, whole and with a last sentence that is cut, the paper's figures beside, with stems too
"$KNAP" experiment --train sample --folds 3 --budget 300b --paper --seeds 1 -q --json -o "$work/paper" >"$work/json" || fail "--paper"
sed 's/{"system":"/\n&/g' "$work/json" | sed -n 's/^{"system":"\([^"]*\)".*/\1/p' | tr '\n' ' ' >"$work/rows"
[ "$(cat "$work/rows")" = "submod dpp dpp-mbr conseqopt scp oracle submod:overflow=yes dpp:overflow=yes conseqopt:overflow=yes scp:overflow=yes oracle:overflow=yes " ] ||
    fail "rows: $(cat "$work/rows")"
sed 's/{"system":"/\n&/g' "$work/json" | grep '^{"system":"scp"' | grep '"rouge1_stemmed":{"f":' | grep -q '"paper":{"f":39.15,"p":39.16,"r":39.17}' || fail "the paper's figures"
[ "$(grep -o '"overflow":true' "$work/json" | wc -l)" = 5 ] || fail "five rows overflow"
"$KNAP" rouge "$work/paper/summaries/submod/1" --refs sample --rouge 1 --stem --format rouge -d | awk '/ Eval /{ sub(/.*F:/, ""); sum += $1; n++ } END { printf "%.3f\n", 100 * sum / n }' >"$work/g"
sed 's/.*"system":"submod","rouge1":[^}]*},"rouge1_stemmed":{"f":\([0-9.]*\).*/\1/' "$work/json" >"$work/f"
awk 'NR == FNR { f = $1; next } { exit !(f - $1 < 0.001 && $1 - f < 0.001) }' "$work/f" "$work/g" || fail "stemmed: experiment $(cat "$work/f"), rouge $(cat "$work/g")"
# a cut summary is as long as the budget allows, but for half a character; a whole one leaves room
for file in "$work"/paper/summaries/submod:overflow=yes/1/*.txt; do
    bytes=$(wc -c <"$file")
    [ "$bytes" -le 300 ] && [ "$bytes" -ge 295 ] || fail "$file has $bytes bytes"
done
cat "$work"/paper/summaries/submod/1/*.txt >"$work/whole"
[ "$(wc -c <"$work/whole")" -lt 1740 ] || fail "whole sentences fill every budget"
"$KNAP" experiment --train sample --folds 3 --budget 300b --paper --seeds 1 -q -o "$work/paper" >"$work/table" || fail "--paper again"
grep -q "^ROUGE-1 stemmed .*paper's F, P, R" "$work/table" || fail "no column of the paper"
[ "$(grep -c ' base ' "$work/table")" = 4 ] || fail "two rivals in two measures: $(cat "$work/table")"
grep -q "<th>paper" "$work/paper/report.html" || fail "the page has no column of the paper"
# --overflow is for all systems but those that choose lists as a whole
f_of() { "$KNAP" experiment --train sample --test sample -b 300b --seeds 1 -q --json -s "$@" | sed 's/.*"rouge1":{"f":\([0-9.]*\).*/\1/'; }
[ "$(f_of lead --overflow)" = "$(f_of lead:overflow=yes)" ] && [ "$(f_of lead)" != "$(f_of lead --overflow)" ] || fail "--overflow"
[ "$(f_of ilp)" = "$(f_of ilp --overflow)" ] || fail "ilp overflows"
expect 2 "overflow: 'maybe' is neither yes nor no" "$KNAP" experiment --train sample -s lead:overflow=maybe
expect 2 "--rouge: '7x' cannot be measured here" "$KNAP" experiment --train sample --rouge 1,7x
expect 2 "--folds: 99 is not from 2 to 6, the number of clusters" "$KNAP" experiment --train sample --folds 99 -q
expect 0 "unstemmed" "$KNAP" experiment --train sample --test sample --systems lead -q --stem --no-stem # the last wins
mkdir -p "$work/noref/one/docs"
cp sample/orrin-dam-flood/docs/01*.txt "$work/noref/one/docs"
expect 1 "has no references" "$KNAP" experiment --train "$work/noref" --test sample -q
expect 1 "absent" "$KNAP" experiment --train "$work/absent" -q

# folds of another experiment are not taken for one's own, and two runs do not share a folder
run_with() { "$KNAP" experiment --train sample --folds 2 -s lead,random -q -b "$1" -o "$2" | sed 's/  *[0-9.]* *s$//'; }
run_with 60w "$work/mixed" >/dev/null
rm "$work/mixed/experiment.txt"
run_with 30w "$work/mixed" >"$work/mixed.table"
run_with 30w "$work/fresh" >"$work/fresh.table"
cmp -s "$work/mixed.table" "$work/fresh.table" || fail "folds of another experiment were taken: $(diff "$work/mixed.table" "$work/fresh.table" | head -4)"
if command -v flock >/dev/null; then
    (
        flock -n 9 || fail "flock"
        expect 1 "another run works in this folder" "$KNAP" experiment --train sample --folds 2 -s lead,random -q -b 30w -o "$work/fresh"
    ) 9<>"$work/fresh/.lock"
fi
finish
