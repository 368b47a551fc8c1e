# knap export: pairs and rows for Vowpal Wabbit, against values that are worked out by hand.
. tests/cli_lib.sh

# Budget 2, cost 1 each. The oracle picks a (gain 0.6), then c (gain 0.4): two positions.
cat >"$work/data.jsonl" <<'END'
{"id": "x", "budget": 2, "items": [
 {"id": "a", "cost": 1, "features": {"f 1": 4}, "covers": {"p": 1, "q": 1}},
 {"id": "b", "cost": 1, "features": {"f 1": 2}, "covers": {"q": 1}},
 {"id": "c", "cost": 1, "features": {"f 1": 1}, "covers": {"r": 1}}],
 "reward": {"kind": "coverage", "targets": {"p": 2, "q": 1, "r": 1}}}
END
tr -d '\n' <"$work/data.jsonl" >"$work/line.jsonl"

# weights: (1 - 1/2) * 1/2 and 1/2; benefits: gain / cost * budget, with gains 1/2, 1/4, 1/4 of the 4 that are to be covered
"$KNAP" export "$work/line.jsonl" --views quality --no-standardize -o "$work/pairs" 2>"$work/note" || fail "export"
printf '1 0.125 |v f_1:2\n1 0.125 |v f_1:3\n1 0.25 |v f_1:-1\n' | cmp -s - "$work/pairs" || fail "pairs: $(cat "$work/pairs")"
grep -q '3 pairs' "$work/note" || fail "note: $(cat "$work/note")"
"$KNAP" export "$work/line.jsonl" --views quality --no-standardize --rows -q >"$work/rows" 2>"$work/note" || fail "export --rows"
printf '1 0.25 |v f_1:4\n0.5 0.25 |v f_1:2\n0.5 0.25 |v f_1:1\n0 0.5 |v f_1:2\n0.5 0.5 |v f_1:1\n' | cmp -s - "$work/rows" ||
    fail "rows: $(cat "$work/rows")"
[ -s "$work/note" ] && fail "--quiet printed $(cat "$work/note")"

expect 2 "'wv' is not one of vw" "$KNAP" export "$work/line.jsonl" --format wv
expect 2 "export reads one file" "$KNAP" export "$work/line.jsonl" "$work/line.jsonl"
expect 1 "cannot write it" "$KNAP" export "$work/line.jsonl" -o "$work/none/x"
sed 's/"reward".*/"other": 1}/' "$work/line.jsonl" >"$work/bare.jsonl"
expect 1 "has no reward" "$KNAP" export "$work/bare.jsonl" --views quality
finish
