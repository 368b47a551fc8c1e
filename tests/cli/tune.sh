# knap tune: trials on stderr or as JSON, a model whose settings are the best trial's; decode and max-rouge; what is wrong is said.
. tests/cli_lib.sh
"$KNAP" tune sample -o "$work/t.knap" -b 100w -k 3 --epochs 2 --grids 'views; r=0.7,1' --json -q >"$work/trials" || fail "tune failed"
[ "$(wc -l <"$work/trials")" -eq 5 ] || fail "five trials were to be printed"
"$KNAP" inspect "$work/t.knap" | grep -q '^  epochs *2$' || fail "a setting given on the command line was not kept"
"$KNAP" inspect "$work/t.knap" | grep -q 'will the references use a word' || fail "inspect does not show the word model"
for decode in greedy swap; do
    "$KNAP" summarize -m "$work/t.knap" --decode $decode --max-rouge -b 100w -q sample/westmere-recount >"$work/$decode" || fail "decode $decode"
    [ "$(wc -w <"$work/$decode")" -le 100 ] || fail "$decode: over the budget"
done
"$KNAP" summarize -m "$work/t.knap" --decode no -q sample >/dev/null 2>"$work/said" && fail "an unknown decoder was taken"
grep -q 'greedy, swap' "$work/said" || fail "the decoders are not named"
"$KNAP" tune sample -o "$work/x.knap" --grids 'nothing=1' -q 2>"$work/said" && fail "an unknown setting was taken"
grep -q nothing "$work/said" || fail "the unknown setting is not named"
"$KNAP" train sample -o "$work/v.knap" --views paper,expected-gain -q || fail "a list of views with a group"
"$KNAP" inspect "$work/v.knap" | grep -q 'views *quality,volume,volume\*quality,min-distance,expected-gain$' || fail "the views of a group"
finish
