# From instances to a model to lists, in both formats, from files and standard input.
. tests/cli_lib.sh
data=examples/passages.jsonl

"$KNAP" train $data -o "$work/a.knap" --seed 3 --jobs 1 --quiet || fail "train"
"$KNAP" train - -o "$work/b.knap" --seed 3 --jobs 2 --quiet <$data || fail "train from standard input"
cmp "$work/a.knap" "$work/b.knap" || fail "the same seed gives other bytes with 2 threads"
"$KNAP" train $data -o "$work/c.knap" --seed 4 --jobs 1 --quiet
cmp -s "$work/a.knap" "$work/c.knap" && fail "another seed gives the same bytes"

# pack: a JSON object an instance, with its reward; the mean on stderr; never over the budget
"$KNAP" pack -m "$work/a.knap" --json $data >"$work/lists" 2>"$work/mean" || fail "pack"
[ "$(wc -l <"$work/lists")" = 5 ] || fail "pack printed $(wc -l <"$work/lists") lines"
[ "$(grep -c '"reward":' "$work/lists")" = 5 ] || fail "a reward is missing"
grep -q '^mean reward 0\.[0-9]* over 5 instances$' "$work/mean" || fail "no mean: $(cat "$work/mean")"
sed 's/.*"cost":\([0-9]*\),"budget".*/\1/' "$work/lists" | while read -r cost; do [ "$cost" -le 48 ] || echo over; done | grep -q over &&
    fail "over the budget"
"$KNAP" pack -m "$work/a.knap" --json --jobs 1 $data 2>/dev/null | cmp - "$work/lists" || fail "--jobs 1 packs otherwise"
"$KNAP" pack -m "$work/a.knap" --json <$data 2>/dev/null | cmp - "$work/lists" || fail "standard input packs otherwise"
expect 0 '"items":[],"indices":[],"scores":[],"cost":0,"budget":1,' "$KNAP" pack -m "$work/a.knap" --json --budget 1 $data
expect 0 "mean reward 0.0000 over 5" "$KNAP" pack -m "$work/a.knap" --budget 0 $data
expect 0 "The town library reopens" "$KNAP" pack --system lead --text $data
expect 0 "	p1	" "$KNAP" pack --system lead $data
for system in mmr submod submod2011 lexrank centroid greedykl freq ilp lead random oracle oracle-reward oracle-benefit oracle-gain oracle-f; do
    expect 0 "over 5 instances" "$KNAP" pack --system $system $data
done
for system in dpp dpp-mbr scp scp-mbr conseqopt; do
    expect 2 "system $system needs training: give training data with --train FILE" "$KNAP" pack --system $system $data
    expect 0 "over 5 instances" "$KNAP" pack --system $system --train $data $data
    "$KNAP" pack --system $system --train $data --jobs 1 --json $data >"$work/one" 2>/dev/null
    "$KNAP" pack --system $system --train $data --jobs 3 --json $data 2>/dev/null | cmp - "$work/one" || fail "$system: --jobs 3 packs otherwise"
done
"$KNAP" train $data -o "$work/s.knap" --epochs 3 --quiet
"$KNAP" pack -m "$work/s.knap" --json $data >"$work/model" 2>/dev/null
"$KNAP" pack --system scp --set epochs=3 --train $data --json $data 2>/dev/null | cmp - "$work/model" || fail "system scp is not knap train"
# --report: a page with reward, regret and bound by epoch; the last row is what training prints
"$KNAP" train $data -o "$work/r.knap" --epochs 300 --report "$work/report.html" --json -q >"$work/json" || fail "--report"
cmp -s "$work/r.knap" "$work/report.html" && fail "the page is the model"
grep -q '<svg' "$work/report.html" || fail "no figure"
[ "$(grep -c '<tr><td>[0-9]*</td><td>' "$work/report.html")" -ge 15 ] || fail "too few rounds"
sed 's/.*"reward":\([0-9.]*\),"regret":\([0-9.]*\),"bound":\([-0-9.]*\).*/\1 \2 \3/' "$work/json" | awk '{ printf "%.4f %.4f %.4f\n", $1, $2, $3 }' >"$work/told"
sed -n 's|^<tr><td>300</td><td>1500</td><td>\([^<]*\)</td><td>\([^<]*\)</td><td>\([^<]*\)</td>.*|\1 \2 \3|p' "$work/report.html" | cmp - "$work/told" ||
    fail "the page ends with $(grep '<tr><td>300' "$work/report.html"), training with $(cat "$work/told")"
grep -q '<tr><td>[34][1-9][0-9]</td>' "$work/report.html" && fail "the page has epochs that were not run"
"$KNAP" train $data -o "$work/r2.knap" --epochs 300 -q && cmp "$work/r.knap" "$work/r2.knap" || fail "--report changes the model"
expect 2 "shows one training" "$KNAP" train $data -o "$work/r.knap" --validate $data --report "$work/report.html"
expect 2 "name the same file" "$KNAP" train $data -o "$work/r.knap" --report "$work/r.knap"
expect 2 "needs the name of a file" "$KNAP" train $data -o "$work/r.knap" --report ""
expect 0 "tuned: mean reward" "$KNAP" pack --system submod --train $data --tune $data
expect 0 "with --set lambda=0.7" "$KNAP" pack --system mmr --train $data --tune --grid lambda=0.7 $data
expect 0 "over 5 instances" "$KNAP" pack --system submod --set lambda=2,r=0 --set r=0.5 $data
expect 0 "over 5 instances" "$KNAP" pack --system scp --set views=quality,volume,epochs=2 --train $data $data
expect 0 "lambda=N                 Weigh redundancy [2]" "$KNAP" pack --system submod --set lambda=2 --help
expect 1 "no instances in this file" "$KNAP" pack --system dpp --train /dev/null $data
expect 0 "over 5 instances" "$KNAP" pack -s oracle-gain $data

# the text format, recognised from its content; the budget comes from the command line
awk 'BEGIN { srand(7); for (e = 1; e <= 30; e++) { for (i = 0; i < 20; i++) { a = rand(); b = rand();
    printf "%d 1 1 %d|qf 1:%.4f 2:%.4f |sf 1:%.4f 2:%.4f\n", (a + 0.3 * b > 1), e, a, b, a, b } print "" } }' >"$work/scp.txt"
expect 1 "has no budget: add" "$KNAP" train "$work/scp.txt" -o "$work/s.knap"
expect 0 "trained on 30 instances" "$KNAP" train "$work/scp.txt" -o "$work/s.knap" --budget 3
expect 0 "over 30 instances" "$KNAP" pack -m "$work/s.knap" --budget 3 "$work/scp.txt"
learned=$("$KNAP" pack -m "$work/s.knap" --budget 1 "$work/scp.txt" 2>&1 >/dev/null | sed 's/mean reward \([0-9.]*\).*/\1/')
oracle=$("$KNAP" pack -s oracle --budget 1 "$work/scp.txt" 2>&1 >/dev/null | sed 's/mean reward \([0-9.]*\).*/\1/')
awk "BEGIN { exit !($learned >= 0.95 * $oracle) }" || fail "learned $learned, oracle $oracle"
printf '0 1 1 1|qf 1:1\n' | "$KNAP" pack -m "$work/s.knap" --budget 1 --json 2>/dev/null | grep -q '"items":\[0\]' ||
    fail "a feature that a line does not name is 0 in this format"

# validation chooses result and settings, and says so
expect 0 "held out: reward" "$KNAP" train "$work/scp.txt" -o "$work/v.knap" --budget 3 --validate "$work/scp.txt" --epochs 3
expect 0 "the best of 9 settings" "$KNAP" train "$work/scp.txt" -o "$work/v.knap" --budget 3 --validate "$work/scp.txt" --epochs 3
expect 0 "the best of 3 settings" "$KNAP" train "$work/scp.txt" -o "$work/v.knap" --budget 3 --validate "$work/scp.txt" --epochs 2 --reduction rank
expect 0 '"validation":' "$KNAP" train "$work/scp.txt" -o "$work/v.knap" --budget 3 --validate "$work/scp.txt" --epochs 2 --json

# every choice of every setting runs
for option in "--method conseqopt" "--method conseqopt --positions 1" "--learner ogd" "--learner vw" "--learner vw-pairs" \
    "--learner aggregate" "--reduction regress" "--reduction classify" "--views quality" "--views volume,min-distance" \
    "--guided" "--no-standardize" "--result last" "--result best" "--result mixture" "--decode mbr" "--decode mbr --method conseqopt --result mixture" "--l2 0.01" "--eta 0.3"; do
    # shellcheck disable=SC2086
    expect 0 "model:" "$KNAP" train $data -o "$work/o.knap" --epochs 3 $option
    expect 0 "over 5 instances" "$KNAP" pack -m "$work/o.knap" $data
    expect 0 "column" "$KNAP" inspect "$work/o.knap"
done

# mbr: the policies of a mixture agree on a list, whatever the seed of the draw; a single policy is refused
expect 2 "decode mbr needs result mixture, not average" "$KNAP" train $data -o "$work/n.knap" --decode mbr --result average
expect 2 "decode mbr needs result mixture, not best" "$KNAP" pack --system scp-mbr --set result=best --train $data $data
expect 2 "decode mbr needs several policies" "$KNAP" train $data -o "$work/n.knap" --decode mbr --keep 1
[ -e "$work/n.knap" ] && fail "a model was written"
"$KNAP" train $data -o "$work/n.knap" --decode mbr --views paper -q || fail "train --decode mbr"
"$KNAP" pack -m "$work/n.knap" --json -q $data >"$work/one" || fail "pack by mbr"
"$KNAP" pack -m "$work/n.knap" --json -q --seed 9 --jobs 1 $data | cmp - "$work/one" || fail "mbr depends on the draw"
"$KNAP" pack --system scp-mbr --train $data --json -q $data | cmp - "$work/one" || fail "system scp-mbr is not knap train --decode mbr"
expect 0 "16 policies in the mixture" "$KNAP" inspect "$work/n.knap"
expect 0 '"policies":[[{"name":' "$KNAP" inspect --json "$work/a.knap"
expect 0 "position 2 and later" sh -c "\"$KNAP\" train $data -o $work/p.knap --method conseqopt --positions 2 -q && \"$KNAP\" inspect $work/p.knap"
# flaws and dependent items: "b" is worth most and flawed, "c" depends on "d", which does not fit
flawed='{"id":"f","budget":2,"items":[{"id":"a","cost":1,"features":[0.5],"p":0.5},{"id":"b","cost":1,"features":[0.9],"p":0.9,"flaws":["odd"]},{"id":"c","cost":1,"features":[0.8],"p":0.8,"after":"d"},{"id":"d","cost":9,"features":[0],"p":0},{"id":"e","cost":1,"features":[0.4],"p":0.4}],"reward":{"kind":"modular"}}'
echo "$flawed" >"$work/flawed"
"$KNAP" train "$work/flawed" -o "$work/free.knap" --views all --readability-penalty 0 -q || fail "train on flaws"
"$KNAP" train "$work/flawed" -o "$work/priced.knap" --views all --readability-penalty 2 -q || fail "train with a price"
expect 0 '"items":["b","c"]' "$KNAP" pack --json -m "$work/free.knap" "$work/flawed"
expect 0 '"items":["e","a"]' "$KNAP" pack --json -m "$work/priced.knap" "$work/flawed"
expect 0 "flaw:odd" "$KNAP" inspect "$work/priced.knap"
sed 's/"odd"/"new","odd"/' "$work/flawed" >"$work/more" # a kind that the model does not know
expect 0 '"items":["e","a"]' "$KNAP" pack --json -m "$work/priced.knap" "$work/more"
expect 2 "--readability-penalty: '-1' is not a number from 0" "$KNAP" train "$work/flawed" -o "$work/x.knap" --readability-penalty -1

# terms: "b" covers most, but needs a name that only "a" introduces; both do not fit with "c"
cat >"$work/terms.jsonl" <<'END'
{"id":"t","budget":2,"mass":4,"expect":{"x":0.9,"y":0.8,"z":0.5},
 "items":[{"id":"a","cost":1,"covers":{"z":1},"introduces":["Voss"]},{"id":"b","cost":1,"covers":{"x":1},"needs":{"Voss":1}},
          {"id":"c","cost":1,"covers":{"y":1}}]}
END
[ "$("$KNAP" pack --system expected --set term-penalty=0 -q "$work/terms.jsonl" | cut -f 2 | sort | tr -d '\n')" = bc ] || fail "terms without a penalty"
[ "$("$KNAP" pack --system expected --set term-penalty=0.35 -q "$work/terms.jsonl" | cut -f 2 | sort | tr -d '\n')" = ab ] || fail "terms with a penalty"
sed 's/{"Voss":1}/["Voss"]/' "$work/terms.jsonl" >"$work/listed.jsonl"
[ "$("$KNAP" pack --system expected --set term-penalty=0.35 -q "$work/listed.jsonl" | cut -f 2 | sort | tr -d '\n')" = ab ] || fail "a list of needs"
expect 1 "item 1: the weight of a need of item 1 is -1" sh -c "sed 's/{\"Voss\":1}/{\"Voss\":-1}/' $work/terms.jsonl | \"$KNAP\" pack --system expected"

# Worths of the caller's own: the two items that cover most are not the two of the most gain a unit.
cat >"$work/expect.jsonl" <<'END'
{"id":"q","budget":10,"mass":4,"expect":{"a":0.9,"b":[0.8,0.3],"c":0.2},
 "items":[{"id":"x","cost":6,"features":{"n":1},"covers":{"a":1,"b":1}},{"id":"y","cost":4,"features":{"n":2},"covers":{"b":2}},
          {"id":"z","cost":4,"features":{"n":3},"covers":{"a":1}},{"id":"w","cost":2,"features":{"n":4},"covers":{"c":1}}],
 "reward":{"kind":"expected"}}
END
[ "$("$KNAP" pack --system expected -q "$work/expect.jsonl" | cut -f 2 | sort | tr -d '\n')" = wyz ] || fail "system expected"
"$KNAP" train "$work/expect.jsonl" -o "$work/e.knap" --views expected --decode swap -q || fail "training on expectations"
"$KNAP" inspect "$work/e.knap" | grep -q 'expected-gain' || fail "expected-gain is not in the views"
"$KNAP" pack -m "$work/e.knap" -q "$work/expect.jsonl" | grep -q y || fail "packing by expectations"
finish
