# Wrong usage is told apart from wrong data; help fits an 80x24 terminal and shows the values in force.
. tests/cli_lib.sh

expect 2 "Usage: knap COMMAND" "$KNAP"
for ask in --help -h help; do
    expect 0 "inspect" "$KNAP" $ask
done
for ask in --version -V; do
    expect 0 "knap $(cat VERSION)" "$KNAP" $ask
done
commands=$("$KNAP" help | sed -n 's/^  \([a-z]*\) .*/\1/p')
[ "$(echo "$commands" | wc -w)" -ge 12 ] || fail "the commands were not found: $commands"
for command in $commands; do
    expect 0 "Usage: knap $command" "$KNAP" $command --help
    "$KNAP" $command --help >"$work/help"
    for same in "$command -h" "help $command" "$command --he"; do
        # shellcheck disable=SC2086
        "$KNAP" $same | cmp - "$work/help" || fail "knap $same is not knap $command --help"
    done
    lines=$(wc -l <"$work/help")
    [ "$lines" -le 24 ] || fail "$command --help has $lines lines: it does not fit a screen"
    "$KNAP" help $command all >"$work/all" || fail "help $command all"
    awk 'length($0) > 80' "$work/help" "$work/all" >"$work/long"
    [ -s "$work/long" ] && fail "help of $command is wider than 80 columns: $(cat "$work/long")"
    [ "$(tail -c 1 "$work/help" | tr '\n' x)" = x ] || fail "help of $command is cut"
    expect 2 "unknown option '--wings'" "$KNAP" $command --wings
    expect 2 "unknown option '-Z'" "$KNAP" $command -Z
done
# a letter means the same in every command, but for those of the script ROUGE-1.5.5
for command in $commands; do
    "$KNAP" help $command all | sed -n 's/^  -\([a-zA-Z]\), --\([a-z-]*\).*/\1 \2/p' | sed 's/ systems$/ system/'
done | sort -u | cut -d ' ' -f 1 | uniq -d >"$work/twice"
[ -s "$work/twice" ] && fail "letters with two meanings: $(tr '\n' ' ' <"$work/twice")"
# and so does the name of a flag: --stem is never followed by a value
for command in train tune experiment rouge; do
    "$KNAP" help $command all | grep -q -- '--\[no-\]stem ' || fail "knap $command has no --[no-]stem"
done

# did you mean
expect 2 "unknown command 'fly': 'knap help' lists the commands" "$KNAP" fly
expect 2 "unknown command 'sumarize'; did you mean 'summarize'?" "$KNAP" sumarize
expect 2 "unknown command 'tarin'; did you mean 'train'?" "$KNAP" help tarin
expect 2 "unknown option '--modle'; did you mean '--model'?" "$KNAP" pack --modle x
expect 2 "unknown option '--no-stme'; did you mean '--no-stem'?" "$KNAP" rouge --no-stme x
expect 2 "'conseqpot' is not one of scp, conseqopt; did you mean 'conseqopt'?" "$KNAP" train x -o y --method conseqpot
expect 2 "did you mean 'volume'?" "$KNAP" train x -o y --views quality,volum
expect 2 "did you mean 'expected'?" "$KNAP" train x -o y --views expcted
expect 2 "unknown system 'lexrnk'; did you mean 'lexrank'?" "$KNAP" pack --system lexrnk
expect 2 "unknown system 'lexrnk'; did you mean 'lexrank'?" "$KNAP" summarize --system lexrnk sample
expect 2 "did you mean 'lambda'?" "$KNAP" pack --system mmr --set lamda=1 examples/passages.jsonl
expect 2 "'jsnl' is not one of jsonl, folder, text; did you mean 'jsonl'?" "$KNAP" convert sample --to jsnl
expect 2 "'sorce' is not one of depend, source, picked; did you mean 'source'?" "$KNAP" summarize sample --order sorce
expect 2 "'tabel' is not one of table, rouge; did you mean 'table'?" "$KNAP" rouge --format tabel x
"$KNAP" pack --xyzzy 2>&1 | grep -q "did you mean" && fail "a suggestion for a word that is like none"

# abbreviations
expect 0 '"id"' "$KNAP" pack --sys lead --js examples/passages.jsonl
expect 2 "option '--se' is ambiguous: it may be --set, --search-time, --seed" "$KNAP" pack --se 1
expect 2 "option '--s' is ambiguous" "$KNAP" pack --s=1
"$KNAP" rouge --no-l --ngr 1 tests/data/none x 2>&1 | grep -q "unknown option" && fail "--no-l is not --no-lcs"
# flags of a table
expect 2 "--stem takes no value of its own: write --no-stem" "$KNAP" rouge --stem no peers refs
expect 2 "--no-stem takes no value" "$KNAP" rouge --no-stem=yes peers refs
expect 2 "stem: 'maybe'" "$KNAP" rouge --stem=maybe peers refs
"$KNAP" train sample --stem=yes -o x --help=text | grep -q 'stem .*\[yes\]$' || fail "--stem=yes"

# topics
expect 0 "[20]" "$KNAP" help train settings
expect 0 "[7]" "$KNAP" train --epochs 7 --help=settings
expect 0 "[conseqopt]" "$KNAP" train --help=all --method=conseqopt
expect 0 "--min-words N" "$KNAP" help train text
expect 0 "lexrank" "$KNAP" help pack systems
expect 0 "lambda=N" "$KNAP" pack --system mmr --help
expect 2 "has no topic 'wings': the topics are more, settings, text, passages, examples, all" "$KNAP" help train wings
expect 2 "'knap help evaluate' has no topic 'wings'" "$KNAP" help evaluate wings
expect 0 "the settings of the system reader" "$KNAP" train --help

expect 2 "train needs DATA" "$KNAP" train -o "$work/m"
expect 2 "train needs -o MODEL" "$KNAP" train examples/passages.jsonl
expect 2 "--epochs: '0' is not a whole number from 1" "$KNAP" train x -o y --epochs 0
expect 2 "--method: 'magic' is not one of scp, conseqopt" "$KNAP" train x -o y --method magic
expect 2 "--views: 'quality,smell' is not one of" "$KNAP" train x -o y --views quality,smell
expect 2 "--budget needs a value" "$KNAP" pack --budget
expect 2 "--budget: 'much' is not a number" "$KNAP" pack --budget much
expect 2 "--jobs: '1.5' is not a whole number" "$KNAP" pack --jobs 1.5
expect 2 "--json takes no value" "$KNAP" pack --json=1
# what follows -- is a file, whatever it is called
cp examples/passages.jsonl "$work/--text"
(cd "$work" && "$KNAP" pack --system mmr --json -- --text 2>/dev/null) >"$work/dashes" || fail "a file called --text after --"
"$KNAP" pack --system mmr --json examples/passages.jsonl 2>/dev/null | cmp - "$work/dashes" || fail "-- --text gives other lists"
expect 2 "cannot be given together" "$KNAP" pack --json --text
expect 2 "cannot be given together" "$KNAP" pack -m m --system mmr
expect 2 "unknown system 'magic': 'knap help pack systems' lists the systems" "$KNAP" pack --system magic
expect 2 "system lead has no setting 'x'" "$KNAP" pack --system lead --set x=1 examples/passages.jsonl
expect 2 "'lambda' is not name=value" "$KNAP" pack --system mmr --set lambda examples/passages.jsonl
expect 2 "lambda: '2' is not a number from 0 to 1" "$KNAP" pack --system mmr --set lambda=2 examples/passages.jsonl
expect 2 "--tune needs training data" "$KNAP" pack --system mmr --tune examples/passages.jsonl
expect 2 "--train needs --tune" "$KNAP" pack --system mmr --train examples/passages.jsonl examples/passages.jsonl
expect 2 "need --system" "$KNAP" pack -m m --train examples/passages.jsonl
expect 2 "its settings are not searched" "$KNAP" pack --system dpp --tune --train examples/passages.jsonl examples/passages.jsonl
expect 2 "inspect needs one MODEL" "$KNAP" inspect
finish
