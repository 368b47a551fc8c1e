# Costs counted in texts (--cost, --tokenizer, --per-item) and budgets in tokens.
. tests/cli_lib.sh
vocabulary=tests/data/tokens/small.cl100k_base.tiktoken

# tokens FILE: those of its text, as the cost of an item
tokens() {
    sed 's/\\/\\\\/g; s/"/\\"/g' "$1" | awk 'BEGIN { printf "{\"budget\": 1e6, \"items\": [{\"text\": \"" }
        { printf "%s\\n", $0 } END { print "\"}]}" }' |
        "$KNAP" pack --system lead --tokenizer $vocabulary --quiet | cut -f 3
}

cat >"$work/items.jsonl" <<'END'
{"id": "q", "budget": 30, "items": [{"id": "a", "text": "Caf\u00e9 \u4e2d\u6587"}, {"id": "b", "text": "two words"}]}
END
pack() { "$KNAP" pack --system lead --quiet "$@" "$work/items.jsonl" | cut -f 3 | tr '\n' ' '; }
[ "$(pack --cost bytes)" = "12 9 " ] || fail "bytes: $(pack --cost bytes)"
[ "$(pack --cost chars)" = "7 9 " ] || fail "characters: $(pack --cost chars)"
[ "$(pack --cost words)" = "2 2 " ] || fail "words: $(pack --cost words)"
[ "$(pack --cost words --per-item 3)" = "5 5 " ] || fail "words and 3 per item: $(pack --cost words --per-item 3)"
plain=$(pack --tokenizer $vocabulary -b 100)
[ "$plain" = "$(pack --cost tokens --tokenizer cl100k_base:$vocabulary -b 100)" ] || fail "a scheme before the file"
[ "$plain" = "12 6 " ] || fail "tokens: $plain" # as tiktoken has it

# every command that reads instances has the options
for command in "pack --system oracle" evaluate; do
    "$KNAP" $command --cost words --per-item 1 -b 30 examples/passages.jsonl >"$work/out" 2>&1 || fail "$command: $(cat "$work/out")"
done
"$KNAP" train examples/passages.jsonl -o "$work/m.knap" --cost words -b 30 --quiet || fail "train with --cost"

# errors
refused() {
    expected=$1
    shift
    "$KNAP" "$@" >"$work/out" 2>&1 && fail "$* was accepted"
    grep -q -e "$expected" "$work/out" || fail "$*: $(cat "$work/out")"
}
refused 'no "cost"' pack "$work/items.jsonl"
refused "needs a vocabulary: --tokenizer" pack --cost tokens "$work/items.jsonl"
refused "needs no --tokenizer" pack --cost words --tokenizer $vocabulary "$work/items.jsonl"
refused "not one of given, bytes, chars, words, tokens" pack --cost word "$work/items.jsonl"
refused "nowhere: cannot open" pack --tokenizer nowhere "$work/items.jsonl"
echo '{"budget": 3, "items": [{"id": "a", "cost": 1}]}' >"$work/silent.jsonl"
refused "silent.jsonl:1: item 'a' has no text" pack --cost words "$work/silent.jsonl"
refused "a budget in tokens needs a vocabulary" summarize sample/westmere-recount -b 100t
refused "are for instances" train sample -o "$work/m.knap" --cost words
cp $vocabulary "$work/renamed"
refused "name the scheme" pack --tokenizer "$work/renamed" "$work/items.jsonl"

# summaries: the whole has no more tokens than the budget
for vocabulary in tests/data/tokens/*.tiktoken tests/data/tokens/*.json tests/data/tokens/*.model; do
    [ $vocabulary = tests/data/tokens/golden.json ] && continue
    "$KNAP" summarize sample/westmere-recount -b 300t --tokenizer $vocabulary --quiet >"$work/summary" 2>"$work/err" ||
        fail "$vocabulary: $(cat "$work/err")"
    [ -s "$work/summary" ] || fail "$vocabulary: no summary"
    count=$(tokens "$work/summary")
    # the expressions of rank files never join a line end with what follows it, so that the sentences add up
    case $vocabulary in
    *.tiktoken)
        cost=$("$KNAP" summarize sample/westmere-recount -b 300t --tokenizer $vocabulary --json --quiet | sed 's/.*"budget":"300t","cost":\([0-9]*\).*/\1/')
        [ "$cost" = "$count" ] || fail "$vocabulary: a summary of $count tokens costs $cost"
        ;;
    esac
    [ "$count" -le 300 ] || fail "$vocabulary: a summary of $count tokens for a budget of 300"
done

finish
