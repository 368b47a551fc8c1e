# Defaults for readers and --max-rouge: what train and summarize set, systems with text settings in experiment, wrong settings.
. tests/cli_lib.sh

# the model file says what it was trained for; inspect says which penalties the policy has
"$KNAP" train sample -o "$work/reader.knap" --epochs 1 -q || fail "train"
"$KNAP" train sample -o "$work/rouge.knap" --epochs 1 --max-rouge -q || fail "train --max-rouge"
for setting in 'set reward content' 'set name-penalty 0x1p-1'; do
    grep -q "^$setting$" "$work/reader.knap" || fail "for readers: no '$setting'"
done
for setting in 'set reward rouge-1' 'set name-penalty 0x0p+0' 'set standalone-penalty 0x0p+0' 'set superseded-penalty 0x0p+0'; do
    grep -q "^$setting$" "$work/rouge.knap" || fail "--max-rouge: no '$setting'"
done
for penalty in readability item term pair; do
    "$KNAP" inspect "$work/rouge.knap" | grep -qE "^  $penalty-penalty +0$" || fail "--max-rouge has a $penalty-penalty"
    "$KNAP" inspect "$work/reader.knap" | grep -qE "^  $penalty-penalty +0$" && fail "for readers there is no $penalty-penalty"
done

# --max-rouge of summarize turns the same off in a model for readers, and changes what is picked; ROUGE-1 is no lower
for model in "" "-m $work/reader.knap"; do
    # shellcheck disable=SC2086
    "$KNAP" summarize $model -b 100w sample >"$work/a" 2>"$work/mean_a" || fail "summarize $model"
    # shellcheck disable=SC2086
    "$KNAP" summarize $model --max-rouge -b 100w sample >"$work/b" 2>"$work/mean_b" || fail "summarize $model --max-rouge"
    cmp -s "$work/a" "$work/b" && fail "--max-rouge changes nothing: $model"
done
"$KNAP" summarize -q -m "$work/reader.knap" -b 100w sample -o "$work/peers_a"
"$KNAP" summarize -q -m "$work/reader.knap" --max-rouge -b 100w sample -o "$work/peers_b"
for peers in a b; do
    "$KNAP" rouge "$work/peers_$peers" --refs sample --rouge 1 --format rouge -d | awk '/ Eval /{ sub(/.*F:/, ""); sum += $1; n++ } END { print sum / n }' >"$work/f_$peers"
done
awk 'NR == FNR { a = $1; next } { exit !($1 >= a) }' "$work/f_a" "$work/f_b" || fail "ROUGE-1 F with --max-rouge $(cat "$work/f_b"), without $(cat "$work/f_a")"

# systems with settings of text run on a ground of their own in one experiment
"$KNAP" experiment --train sample --folds 2 --systems reader,scp-swap:reward=content,scp-swap:reward=rouge-1,lead --seeds 1 -b 100w -q --output "$work/run" >"$work/table" || fail "experiment"
for system in reader scp-swap:reward=content scp-swap:reward=rouge-1 lead; do
    grep -q "^$system " "$work/table" || fail "no row of $system: $(cat "$work/table")"
done
cmp -s "$work/run/summaries/scp-swap:reward=content/1/westmere-recount.txt" "$work/run/summaries/scp-swap:reward=rouge-1/1/westmere-recount.txt" &&
    cmp -s "$work/run/summaries/scp-swap:reward=content/1/orrin-dam-flood.txt" "$work/run/summaries/scp-swap:reward=rouge-1/1/orrin-dam-flood.txt" &&
    fail "the reward changes nothing"

# wrong settings of text
expect 2 "reward: 'magic' is not one of rouge-1, content" "$KNAP" experiment --train sample --systems scp-swap:reward=magic
expect 2 "name-penalty" "$KNAP" experiment --train sample --systems reader:name-penalty=-1
expect 2 "has no setting 'rewards'" "$KNAP" experiment --train sample --systems scp-swap:rewards=content
finish
