# Passages with texts: near-duplicates once, scores from the query, groups, limits, order, deadlines, training on texts.
. tests/cli_lib.sh

cat >"$work/p.jsonl" <<'END'
{"id":"q","query":"Who closed the mill bridge?","budget":20,"items":[{"id":"a","cost":8,"group":"x","text":"Inspectors closed the old mill bridge on Friday after cracks were found."},{"id":"b","cost":7,"group":"x","text":"Inspectors closed the old mill bridge on Friday, after cracks were found!"},{"id":"c","cost":6,"group":"x","text":"The school canteen serves soup and bread at noon."},{"id":"d","cost":6,"group":"y","text":"Drivers use the ferry while the bridge is closed."},{"id":"e","cost":6,"group":"y","text":"A ferry carries drivers across the river until the repair ends."}]}
END
"$KNAP" pack --json "$work/p.jsonl" >"$work/out" 2>"$work/err" || fail "pack: $(cat "$work/err")"
grep -q '"duplicates":\[{"item":"a","of":"b"}\]' "$work/out" || fail "the duplicate is not named: $(cat "$work/out")"
grep -q "1 item left out: near-duplicates" "$work/err" || fail "no note about duplicates: $(cat "$work/err")"
grep -q '"b"' "$work/out" || fail "the most relevant passage is not packed: $(cat "$work/out")"
"$KNAP" pack -q --json --duplicates 0 "$work/p.jsonl" | grep -q duplicates && fail "--duplicates 0 finds some"
# the score comes from the query: what has nothing of it is left out by --min-score
"$KNAP" pack -q -b 100 --min-score 0.01 "$work/p.jsonl" | cut -f 2 | tr '\n' ' ' >"$work/out"
grep -q c "$work/out" && fail "--min-score keeps a passage without a word of the query: $(cat "$work/out")"
# at most one of each group
"$KNAP" pack -q -b 100 --per-group 1 "$work/p.jsonl" | wc -l | grep -qx ' *2' || fail "--per-group 1 of two groups"
for system in relevance cover mmr submod lexrank lead random; do
    [ "$("$KNAP" pack -q -s $system -b 100 --per-group 1 "$work/p.jsonl" | wc -l)" -eq 2 ] || fail "$system: --per-group"
done
# at most so many items
for system in relevance cover mmr submod lexrank lead random; do
    [ "$("$KNAP" pack -q -s $system -b 100 --max-items 3 "$work/p.jsonl" | wc -l)" -eq 3 ] || fail "$system: --max-items"
done
# the order of the input, also of the scores
"$KNAP" pack -q -b 100 --keep-order "$work/p.jsonl" | cut -f 2 >"$work/out"
LC_ALL=C sort -c "$work/out" || fail "--keep-order: $(cat "$work/out")"
# a deadline that is over: greedy lists, which are lists all the same
"$KNAP" pack -q -s cover --search-time 1e-9 "$work/p.jsonl" >"$work/hurried"
"$KNAP" pack -q -s cover --set swap=0 "$work/p.jsonl" | cmp - "$work/hurried" || fail "--search-time does not end the exchanges"
"$KNAP" pack -q -s cover --search-time 1e9 "$work/p.jsonl" >"$work/patient"
"$KNAP" pack -q -s cover "$work/p.jsonl" | cmp - "$work/patient" || fail "--search-time changes a list in time"
expect 2 "duplicates" "$KNAP" pack --duplicates 2 "$work/p.jsonl"

# Relevance leads: passages that hardly match do not take the place of those that do, however many words of their own they have.
cat >"$work/ranked" <<'END'
{"id":"q","budget":3,"items":[{"id":"a","cost":1,"score":0.9,"text":"The warehouse opened in May and has nine gates."},{"id":"b","cost":1,"score":0.85,"text":"Nine gates of the warehouse opened in May, with more staff."},{"id":"c","cost":1,"score":0.8,"text":"Trains reach the warehouse within an hour of the harbour."},{"id":"d","cost":1,"score":0.1,"text":"Penguins, whales, albatrosses, krill and seals populate remote southern oceans, islands, glaciers."},{"id":"e","cost":1,"score":0.1,"text":"Quartz, granite, basalt, marble, slate and gypsum dominate different mountain ranges, deserts, valleys."},{"id":"f","cost":1,"score":0.1,"text":"Violins, cellos, clarinets, bassoons, trumpets and harps furnish large symphonic concert orchestras today."}]}
END
[ "$("$KNAP" pack -q "$work/ranked" | cut -f 2 | sort | tr -d '\n')" = abc ] || fail "the default: $("$KNAP" pack -q "$work/ranked")"
[ "$("$KNAP" pack -q "$work/ranked" | head -n 1 | cut -f 2)" = a ] || fail "the best passage is not first"
# of near-duplicates the one with the highest score stays, though it costs more, unless it does not fit
printf '%s\n' '{"id":"q","budget":9,"items":[{"id":"long","cost":9,"score":0.9,"text":"Inspectors closed the old mill bridge on Friday, after cracks were found!"},{"id":"short","cost":3,"score":0.5,"text":"Inspectors closed the old mill bridge on Friday after cracks were found."}]}' >"$work/twice"
"$KNAP" pack -q "$work/twice" | grep -q long || fail "the best of near-duplicates: $("$KNAP" pack -q "$work/twice")"
"$KNAP" pack -q -b 8 "$work/twice" | grep -q short || fail "the only near-duplicate that fits: $("$KNAP" pack -q -b 8 "$work/twice")"

# the same lists with any number of threads
for i in 1 2 3 4 5 6 7 8; do cat "$work/p.jsonl"; done >"$work/many"
"$KNAP" pack -q -j 1 "$work/many" >"$work/one"
"$KNAP" pack -q -j 4 "$work/many" | cmp - "$work/one" || fail "lists depend on the number of threads"

# training on texts: the question set of the sample
questions=$BUILD/bench/knap-questions
if [ -x "$questions" ]; then
    "$questions" 1 sample >"$work/questions" 2>/dev/null || fail "knap-questions"
    "$questions" 1 sample 2>/dev/null | cmp - "$work/questions" || fail "knap-questions: the same seed gives another set"
    [ "$(wc -l <"$work/questions")" -eq 6 ] || fail "the sample has six questions"
    "$KNAP" train -q "$work/questions" -o "$work/m" --views expected --decode swap || fail "training on texts"
    grep -q "^section passages" "$work/m" || grep -q passages "$work/m" || fail "the model has no worths of words"
    "$KNAP" train -q -j 4 "$work/questions" -o "$work/m4" --views expected --decode swap
    cmp "$work/m" "$work/m4" || fail "the model depends on the number of threads"
    "$KNAP" pack -m "$work/m" "$work/questions" 2>"$work/trained" >/dev/null || fail "packing with it"
    "$KNAP" pack "$work/questions" 2>"$work/untrained" >/dev/null
    better=$(sed -n 's/mean reward \([0-9.]*\).*/\1/p' "$work/trained")
    worse=$(sed -n 's/mean reward \([0-9.]*\).*/\1/p' "$work/untrained")
    awk "BEGIN {exit !($better > $worse)}" || fail "on its own training data: $better is not above $worse"
    "$KNAP" evaluate -m "$work/m" --system cover "$work/questions" >/dev/null || fail "evaluate with a model of passages"
fi
# A system has the same figures whatever models are evaluated beside it, and so has a model.
head -n 4 examples/passages.jsonl >"$work/four"
"$KNAP" train -q "$work/four" -o "$work/one.knap" && "$KNAP" train -q "$work/four" --views expected -o "$work/two.knap" || fail "train"
row() { # NAME MODEL-OR-SYSTEM...: the line of NAME
    name=$1
    shift
    "$KNAP" evaluate "$@" examples/passages.jsonl 2>/dev/null | awk -v name="$name" '$1 == name { print $2, $3, $4, $5, $6, $7, $8, $9; exit }'
}
for system in ilp freq greedykl mmr relevance; do
    [ "$(row $system -s $system)" = "$(row $system -m "$work/one.knap" -m "$work/two.knap" -s $system)" ] || fail "$system beside models"
done
for model in one two; do
    [ "$(row "$work/$model.knap" -m "$work/$model.knap")" = "$(row "$work/$model.knap" -m "$work/two.knap" -s ilp -m "$work/one.knap")" ] ||
        fail "model $model beside others"
done
# Passages without concepts: systems that read concepts use the words of the texts, and have the same figures beside models.
for system in ilp freq greedykl; do
    "$KNAP" pack -q -s $system "$work/p.jsonl" >"$work/out" 2>"$work/err" && [ -s "$work/out" ] || fail "$system on texts: $(cat "$work/err")"
done
if [ -x "$questions" ]; then
    for system in ilp freq greedykl relevance; do
        "$KNAP" evaluate -s $system "$work/questions" 2>/dev/null | grep "^$system " >"$work/alone"
        "$KNAP" evaluate -m "$work/m" -s $system -s ilp "$work/questions" 2>/dev/null | grep -m 1 "^$system " | tr -s ' ' | cut -d ' ' -f 1-8 >"$work/beside"
        [ -s "$work/alone" ] && [ "$(tr -s ' ' <"$work/alone" | cut -d ' ' -f 1-8)" = "$(cat "$work/beside")" ] ||
            fail "$system beside a model: $(cat "$work/alone" "$work/beside")"
    done
fi
# A plain name of --map is looked for in metadata too; a limit that finds nothing to work on says so.
cat >"$work/inner" <<'END'
{"budget":30,"items":[{"id":"a","cost":8,"score":3,"metadata":{"source":"x"}},{"id":"b","cost":5,"score":2,"metadata":{"source":"x"}},{"id":"c","cost":4,"score":1,"metadata":{"source":"y"}}]}
END
[ "$("$KNAP" pack -q --map group=source --per-group 1 "$work/inner" | cut -f 2 | tr -d '\n')" = ac ] || fail "--map group=source in metadata"
[ "$("$KNAP" pack -q --map group=metadata.source --per-group 1 "$work/inner" | cut -f 2 | tr -d '\n')" = ac ] || fail "--map with a path"
expect 0 "in 1 of 1 instances, per-group has no effect: no item has a group" "$KNAP" pack --per-group 1 "$work/inner"
expect 0 "half-life has no effect: no item has a date" "$KNAP" pack --half-life 30d "$work/inner"
sed 's/"score":[0-9]*,//g' "$work/inner" >"$work/unscored"
expect 0 "min-ratio and half-life have no effect: no item has a score" "$KNAP" pack --min-ratio 0.5 "$work/unscored"
echo '{"budget":9,"items":[{"cost":1,"score":2},{"cost":1,"score":3}]}' >"$work/low"
expect 0 "min-score leaves out all items: no score is as high" "$KNAP" pack --min-score 4 "$work/low"
"$KNAP" pack --min-score 3 "$work/low" 2>&1 >/dev/null | grep "leaves out" && fail "min-score leaves an item"
"$KNAP" pack --map group=source --per-group 1 "$work/inner" 2>&1 >/dev/null | grep "no effect" && fail "a limit that has an effect"
expect 2 "half-life: '2x' is not a number" "$KNAP" pack --half-life 2x "$work/inner"
# Vectors as lists, in base64 (32-bit, little-endian) and as rows of a .npy file are the same.
b64() { printf "$1" | base64; }
one='\0\0\200\077' zero='\0\0\0\0' half='\0\0\0\277' # 1, 0 and -0.5
{ printf '\223NUMPY\1\0v\0'; printf "%-117s\n" "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), }"; printf "$one$zero$zero$one$one$half"; } >"$work/v.npy"
printf '{"budget":2,"items":[{"cost":1,"score":1,"vector":%s},{"cost":1,"score":1,"vector":%s},{"cost":1,"score":1,"vector":%s}]}\n' '[1,0]' '[0,1]' '[1,-0.5]' >"$work/lists"
printf '{"budget":2,"items":[{"cost":1,"score":1,"vector":"%s"},{"cost":1,"score":1,"vector":"%s"},{"cost":1,"score":1,"vector":"%s"}]}\n' "$(b64 "$one$zero")" "$(b64 "$zero$one")" "$(b64 "$one$half")" >"$work/base64"
printf '{"budget":2,"items":[{"cost":1,"score":1,"vector":0},{"cost":1,"score":1,"vector":1},{"cost":1,"score":1,"vector":2}]}\n' >"$work/rows"
printf '{"cost":1,"score":1}\n{"cost":1,"score":1}\n{"cost":1,"score":1}\n' >"$work/lines"
"$KNAP" pack -q -b 3 --json "$work/lists" >"$work/out"
grep -q '"similarity":0.894427' "$work/out" || fail "the cosine of the vectors: $(cat "$work/out")"
"$KNAP" pack -q -b 3 --json "$work/base64" | cmp - "$work/out" || fail "vectors in base64"
"$KNAP" pack -q -b 3 --json --vectors "$work/v.npy" "$work/rows" | cmp - "$work/out" || fail "rows of a file of vectors"
"$KNAP" pack -q -b 3 --json --vectors "$work/v.npy" "$work/lines" | cmp - "$work/out" || fail "rows by the place of the item"
expect 1 "none is given (--vectors FILE.npy)" "$KNAP" pack "$work/rows"
sed 's/"vector":2/"vector":3/' "$work/rows" >"$work/far"
expect 1 "vector 3: the file of vectors has the rows 0 to 2" "$KNAP" pack --vectors "$work/v.npy" "$work/far"
expect 1 "not 32-bit numbers in base64" sh -c "sed 's/\"vector\":0/\"vector\":\"AAA=\"/' '$work/rows' | '$KNAP' pack --vectors '$work/v.npy'"
expect 1 "not a file of numpy" "$KNAP" pack --vectors "$work/rows" "$work/rows"
head -c 150 "$work/v.npy" >"$work/short.npy"
expect 1 "it ends before its last row" "$KNAP" pack --vectors "$work/short.npy" "$work/rows"
# Dates in the usual forms; what is none is not used, unless --map names it.
cat >"$work/dated" <<'END'
{"budget":1,"items":[{"id":"old","cost":1,"score":10,"date":"2024-01-01"},{"id":"new","cost":1,"score":9,"date":"2024-03-01T12:00:00+02:00"},{"id":"least","cost":1,"score":1,"date":1704067200}]}
END
[ "$("$KNAP" pack -q "$work/dated" | cut -f 2)" = old ] || fail "dates count without --half-life"
[ "$("$KNAP" pack -q --half-life 30d "$work/dated" | cut -f 2)" = new ] || fail "--half-life 30d"
[ "$("$KNAP" pack -q --half-life 100y "$work/dated" | cut -f 2)" = old ] || fail "--half-life 100y"
expect 0 '"date" (1)' sh -c "sed 's/2024-01-01/May/' '$work/dated' | '$KNAP' pack"
expect 1 '"date" is not a date such as 2024-05-31' sh -c "sed 's/2024-01-01/2023-02-29/' '$work/dated' | '$KNAP' pack --map date=date"
# With texts and no features the policy sees the scores without being told to; without scores, the words.
cat >"$work/useful" <<'END'
{"id":"q","budget":12,"items":[{"cost":6,"score":0.9,"useful":true,"text":"Inspectors closed the bridge after cracks were found."},{"cost":6,"score":0.1,"useful":false,"text":"The canteen serves soup at noon."},{"cost":6,"score":0.5,"useful":true,"text":"Drivers use the ferry while the bridge is closed."}]}
{"id":"r","budget":12,"items":[{"cost":6,"score":0.2,"useful":false,"text":"The river is cold and deep."},{"cost":6,"score":0.7,"useful":true,"text":"Cracks closed the old bridge again."},{"cost":6,"score":0.6,"useful":true,"text":"A ferry replaces the bridge."}]}
END
expect 0 "reward 1.0000" "$KNAP" train "$work/useful" -o "$work/m"
sed 's/"score":[0-9.]*,//g' "$work/useful" >"$work/plain"
"$KNAP" train -q "$work/plain" -o "$work/words"
"$KNAP" inspect "$work/words" | grep -q "expected:gain" || fail "the views are not those of texts"
for column in best next rank first cost match near source others repeats; do
    "$KNAP" inspect "$work/m" | grep -q "score:$column" || fail "the policy does not see score:$column: $("$KNAP" inspect "$work/m")"
done
# What is useful here shows in the score alone: the words are random. The policy follows the score, whatever its scale.
awk 'BEGIN { srand(3); for (q = 0; q < 40; q++) { scale = exp(6 * rand() - 3); shift = 20 * rand() - 10; line = "{\"budget\":3,\"items\":["
    for (i = 0; i < 8; i++) { score = rand(); text = ""; for (w = 0; w < 8; w++) text = text " w" int(rand() * 400)
        line = line (i ? "," : "") "{\"cost\":1,\"score\":" shift + scale * score ",\"useful\":" (score > 0.7 ? "true" : "false") ",\"text\":\"" text "\"}" }
    print line "]}" } }' >"$work/scored"
head -n 20 "$work/scored" >"$work/learn"
tail -n 20 "$work/scored" >"$work/held"
"$KNAP" train -q "$work/learn" -o "$work/m" || fail "training on scores"
"$KNAP" evaluate --json -m "$work/m" -s oracle "$work/held" 2>/dev/null | awk -F'"reward":{"mean":' '{ exit !(NF == 3 && $2 + 0 >= 0.98 * ($3 + 0)) }' ||
    fail "a policy that does not follow the score: $("$KNAP" evaluate -m "$work/m" -s oracle "$work/held")"
# A policy that is not better than no training does not pack, and the command, the model and inspect say so. Here it sees nothing but chance.
awk 'BEGIN { srand(5); for (q = 0; q < 30; q++) { line = "{\"budget\":3,\"items\":["
    for (i = 0; i < 8; i++) { score = rand(); line = line (i ? "," : "") "{\"cost\":1,\"score\":" score ",\"useful\":" (score > 0.7 ? "true" : "false") ",\"features\":{\"luck\":" rand() "}}" }
    print line "]}" } }' >"$work/luck"
"$KNAP" train "$work/luck" -o "$work/m" --views quality 2>"$work/said" || fail "training on chance"
grep -q '^cross-validation, 5 folds: reward [0-9.]* with the policy, [0-9.]* with the untrained system relevance$' "$work/said" &&
    grep -q '^The policy was not better, so the model packs with system relevance' "$work/said" || fail "train says $(cat "$work/said")"
"$KNAP" inspect "$work/m" | grep -q '^The policy was not better' || fail "inspect does not say that training did not help"
"$KNAP" inspect --json "$work/m" | grep -q '"choice":{"folds":5,.*"packs":"relevance"}' || fail "inspect --json: $("$KNAP" inspect --json "$work/m")"
grep -q '^set decode relevance$' "$work/m" && grep -q '^section choice 3$' "$work/m" || fail "the model does not say it"
"$KNAP" pack --json "$work/luck" 2>/dev/null | sed 's/"scores":[^]]*\]//' | grep -o '"indices":[^]]*' >"$work/default"
"$KNAP" pack --json -m "$work/m" "$work/luck" 2>/dev/null | grep -o '"indices":[^]]*' | cmp - "$work/default" || fail "the model does not pack as the default"
"$KNAP" train -q "$work/useful" -o "$work/m" --views volume
"$KNAP" inspect "$work/m" | grep -q "score:" && fail "--views is not obeyed"
finish
