# knap tune: trials on stderr or as JSON, a model whose settings are the best trial's; decode and max-rouge; what is wrong is said.
. tests/cli_lib.sh
"$KNAP" tune sample -o "$work/t.knap" -b 100w -k 3 --epochs 2 --grid 'views; r=0.7,1' --json -q >"$work/trials" || fail "tune failed"
[ "$(wc -l <"$work/trials")" -eq 5 ] || fail "five trials were to be printed"
"$KNAP" inspect "$work/t.knap" | grep -q '^  epochs *2$' || fail "a setting given on the command line was not kept"
"$KNAP" inspect "$work/t.knap" | grep -q 'will the references use a word' || fail "inspect does not show the word model"
for decode in greedy swap; do
    "$KNAP" summarize -m "$work/t.knap" --decode $decode --max-rouge -b 100w -q sample/westmere-recount >"$work/$decode" || fail "decode $decode"
    [ "$(wc -w <"$work/$decode")" -le 100 ] || fail "$decode: over the budget"
done
"$KNAP" summarize -m "$work/t.knap" --decode no -q sample >/dev/null 2>"$work/said" && fail "an unknown decoder was taken"
grep -q 'greedy, swap, mbr' "$work/said" || fail "the decoders are not named"
"$KNAP" summarize -m "$work/t.knap" --decode mbr -q sample >/dev/null 2>"$work/said" && fail "a single policy has nothing to agree with"
grep -q 'train with the setting decode=mbr or result=mixture' "$work/said" || fail "what to do is not said"
expect 2 'train with the setting decode=mbr or result=mixture' "$KNAP" summarize --decode mbr sample
"$KNAP" train sample -o "$work/m.knap" -b 100w --epochs 2 --result mixture -q || fail "a mixture"
"$KNAP" summarize -m "$work/m.knap" --decode mbr -q sample/westmere-recount >"$work/mbr" || fail "decode mbr"
"$KNAP" summarize -m "$work/m.knap" --decode mbr --seed 5 -q sample/westmere-recount | cmp - "$work/mbr" || fail "mbr depends on the seed"
[ "$(wc -w <"$work/mbr")" -le 100 ] || fail "mbr: over the budget"
expect 0 "picked 1 of" "$KNAP" summarize -m "$work/m.knap" --decode mbr --explain sample/westmere-recount
# the named grid tries all three decoders, and leaves out the one that a setting given does not go with
"$KNAP" tune sample -o "$work/d.knap" -b 100w -k 2 --epochs 2 --grid decode --json -q >"$work/trials" || fail "tune decode"
[ "$(grep -cE '"decode":"(swap|greedy|mbr)"' "$work/trials")" -eq 3 ] || fail "three decoders were to be tried"
"$KNAP" tune sample -o "$work/d.knap" -b 100w -k 2 --epochs 2 --result average --grid decode --json -q >"$work/trials" || fail "tune with --result"
[ "$(wc -l <"$work/trials")" -eq 2 ] || fail "two decoders go with --result average"
expect 2 "decode mbr needs result mixture" "$KNAP" tune sample -o "$work/d.knap" -k 2 --epochs 2 --result last --grid decode=mbr,swap
"$KNAP" tune sample -o "$work/x.knap" --grid 'nothing=1' -q 2>"$work/said" && fail "an unknown setting was taken"
grep -q nothing "$work/said" || fail "the unknown setting is not named"
"$KNAP" train sample -o "$work/v.knap" --views paper,expected-gain -q || fail "a list of views with a group"
"$KNAP" inspect "$work/v.knap" | grep -q 'views *paper,expected-gain$' || fail "the views of a group"
# one cluster tells nothing of the words of others: the paper's views, unless others are asked for
"$KNAP" train sample/orrin-dam-flood -o "$work/one.knap" --epochs 2 -q || fail "training on one cluster"
"$KNAP" inspect "$work/one.knap" | grep -q 'views *paper$' || fail "one cluster, and not the paper's views"
"$KNAP" inspect "$work/v.knap" | grep -q expected-gain || fail "several clusters, and nothing expected"
expect 1 "cannot fill the views asked for" "$KNAP" train sample/orrin-dam-flood -o "$work/one.knap" --views expected
"$KNAP" experiment --train sample/orrin-dam-flood --test sample --systems scp-swap --seeds 1 -q >"$work/said" || fail "scp-swap on one cluster"
finish
