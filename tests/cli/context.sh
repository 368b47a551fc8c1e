# Contexts for prompts: formats, merging, cuts, orders, reasons; the count is that of the text, and options that contradict each other.
. tests/cli_lib.sh

cat >"$work/c.jsonl" <<'END'
{"id":"q","query":"mill bridge closed","budget":40,"items":[{"id":"a1","score":9,"group":"guide.md","position":1,"text":"Inspectors closed the old mill bridge on Friday. Cracks were found in the girder."},{"id":"a2","score":7,"group":"guide.md","position":2,"text":"Cracks were found in the girder. Repairs will take two years."},{"id":"b","score":8,"group":"R&D <1>","position":1,"text":"Drivers use the ferry while the mill bridge is closed. The ferry runs every hour. It costs two coins. The mayor asked for patience. Shops near the bridge lose money. The council will meet on Monday to discuss a new bridge."},{"id":"c","score":1,"group":"x","text":"The canteen serves \"soup\"."}]}
END
# The text is paid once where two passages share it, and the neighbours are one passage.
"$KNAP" pack -q --cost words --format markdown --merge "$work/c.jsonl" >"$work/out"
cat >"$work/expected" <<'END'
### [1] guide.md

Inspectors closed the old mill bridge on Friday. Cracks were found in the girder. Repairs will take two years.

### [2] x

The canteen serves "soup".
END
cmp "$work/out" "$work/expected" || fail "markdown: $(cat "$work/out")"
# "cost" is the count of the context: bytes are easily counted here.
for format in text markdown xml json; do
    for budget in 60 150 400 2000; do
        "$KNAP" pack -q --cost bytes -b $budget --merge --compress --format $format "$work/c.jsonl" >"$work/text"
        "$KNAP" pack -q --cost bytes -b $budget --merge --compress --format $format --json "$work/c.jsonl" >"$work/json"
        bytes=$(($(wc -c <"$work/text") - 1)) # without the line end of the command
        grep -q "\"cost\":$bytes," "$work/json" || fail "$format $budget: $bytes bytes, $(cat "$work/json")"
        [ $bytes -le $budget ] || grep -q '"items":\[\]' "$work/json" || fail "$format: $bytes of $budget"
    done
done
"$KNAP" pack -q --cost bytes -b 2000 --format json "$work/c.jsonl" | python3 -c 'import json, sys
passages = json.load(sys.stdin)
assert [p["n"] for p in passages] == [1, 2, 3, 4] and {p["source"] for p in passages} == {"guide.md", "R&D <1>", "x"}, passages' || fail "json"
"$KNAP" pack -q --cost bytes -b 2000 --format xml "$work/c.jsonl" | python3 -c 'import sys, xml.dom.minidom as m
root = m.parse(sys.stdin).documentElement
assert {p.getAttribute("source") for p in root.getElementsByTagName("passage")} == {"guide.md", "R&D <1>", "x"}' || fail "xml"
# A cut passage says which bytes are left of it.
"$KNAP" pack -q --cost words -b 45 --format markdown --merge --compress --json "$work/c.jsonl" >"$work/json"
grep -q '"items":\["b"\],"indices":\[2\],"spans":\[\[0,54\]\],"text":"Drivers use the ferry while the mill bridge is closed."' "$work/json" || fail "spans: $(cat "$work/json")"
# Orders, without a context.
order() { "$KNAP" pack -q --cost words -b 400 --order "$1" "$work/c.jsonl" | cut -f 2 | tr '\n' ' '; }
[ "$(order relevance)" = "a1 b a2 c " ] || fail "relevance: $(order relevance)"
[ "$(order source)" = "a1 a2 b c " ] || fail "source: $(order source)"
[ "$(order edges)" = "a1 a2 c b " ] || fail "edges: $(order edges)"
# Why items are out, in lines and in JSON.
"$KNAP" pack -q --cost words --explain --min-ratio 0.1 "$work/c.jsonl" >"$work/out"
printf 'q\ta1\t14\tpicked\nq\ta2\t11\tpicked\nq\tb\t41\ttoo-long\tIt costs 41, more than the whole budget of 40.\nq\tc\t4\tmin-ratio\tIts score is too far below the best one.\n' | cmp - "$work/out" || fail "--explain: $(cat "$work/out")"
"$KNAP" pack -q --cost words --explain --json --per-group 1 -b 45 "$work/c.jsonl" | grep -q '"left":\[{"item":"a2","index":1,"reason":"per-group","text":"The list has as many items of its group as it may have."},{"item":"b"' ||
    fail "reasons in JSON: $("$KNAP" pack -q --cost words --explain --json --per-group 1 -b 45 "$work/c.jsonl")"
# the same with several threads; a meter of words serves one thread
for i in 1 2 3 4 5 6; do cat "$work/c.jsonl"; done >"$work/many"
"$KNAP" pack -q -j 1 --cost words --merge --compress --format xml "$work/many" >"$work/one"
"$KNAP" pack -q -j 3 --cost words --merge --compress --format xml "$work/many" | cmp - "$work/one" || fail "contexts depend on the threads"
# Without groups and positions nothing can be merged, and the command says so.
sed 's/"position":[0-9],//g' "$work/c.jsonl" >"$work/unplaced"
expect 0 "in 1 of 1 instances, merge has no effect: no item has a group and a position" "$KNAP" pack --cost words --merge "$work/unplaced"
"$KNAP" pack --cost words --merge "$work/c.jsonl" 2>&1 >/dev/null | grep "no effect" && fail "--merge that has an effect"
# With given costs the text is made, and the list is that of the costs.
"$KNAP" pack -q --format text examples/passages.jsonl | grep -q . || fail "given costs"
expect 2 "compress needs costs that are counted" "$KNAP" pack --compress examples/passages.jsonl
expect 2 "a context counts its headers" "$KNAP" pack --cost words --per-item 2 --format xml "$work/c.jsonl"
expect 2 "--keep-order and --order" "$KNAP" pack --keep-order --order edges "$work/c.jsonl"
expect 2 "--text cannot be given together with --format" "$KNAP" pack --text --format xml "$work/c.jsonl"
expect 2 "--explain of texts needs --json" "$KNAP" pack --explain --format xml "$work/c.jsonl"
expect 2 "format: 'pdf' is not one of" "$KNAP" pack --format pdf "$work/c.jsonl"
finish
