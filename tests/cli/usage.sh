# Wrong usage is told apart from wrong data; --help shows the values in force.
. tests/cli_lib.sh

expect 2 "Usage: knap COMMAND" "$KNAP"
expect 0 "inspect" "$KNAP" --help
expect 0 "knap $(cat VERSION)" "$KNAP" --version
expect 2 "unknown command 'fly'" "$KNAP" fly
for command in train pack oracle inspect summarize convert rouge experiment judge; do
    expect 0 "Usage: knap $command" "$KNAP" $command --help
    lines=$("$KNAP" $command --help | wc -l)
    [ "$lines" -le 50 ] || fail "$command --help has $lines lines: it does not fit a screen"
    expect 2 "unknown option '--wings'" "$KNAP" $command --wings
    expect 2 "unknown option '-Z'" "$KNAP" $command -Z
done
expect 0 "(20)" "$KNAP" train --help
expect 0 "(7)" "$KNAP" train --epochs 7 --help
expect 0 "(conseqopt)" "$KNAP" train --help --method=conseqopt
expect 0 "On documents the defaults are --views expected --readability-penalty 0.4 --decode swap" "$KNAP" train --help
expect 2 "train needs DATA" "$KNAP" train -o "$work/m"
expect 2 "train needs -o MODEL" "$KNAP" train examples/passages.jsonl
expect 2 "--epochs: '0' is not a whole number from 1" "$KNAP" train x -o y --epochs 0
expect 2 "--method: 'magic' is not one of scp, conseqopt" "$KNAP" train x -o y --method magic
expect 2 "--views: 'quality,smell' is not one of" "$KNAP" train x -o y --views quality,smell
expect 2 "--budget needs a value" "$KNAP" pack --budget
expect 2 "--budget: 'much' is not a number" "$KNAP" pack --budget much
expect 2 "--jobs: '1.5' is not a whole number" "$KNAP" pack --jobs 1.5
expect 2 "--json takes no value" "$KNAP" pack --json=1
expect 2 "exclude each other" "$KNAP" pack --json --text
expect 2 "exclude each other" "$KNAP" pack -m m --system mmr
expect 2 "unknown system 'magic': there are mmr" "$KNAP" pack --system magic
expect 2 "system lead has no setting 'x'" "$KNAP" pack --system lead --set x=1 examples/passages.jsonl
expect 2 "'lambda' is not name=value" "$KNAP" pack --system mmr --set lambda examples/passages.jsonl
expect 2 "lambda: '2' is not a number from 0 to 1" "$KNAP" pack --system mmr --set lambda=2 examples/passages.jsonl
expect 2 "--tune needs training data" "$KNAP" pack --system mmr --tune examples/passages.jsonl
expect 2 "--train goes with --tune" "$KNAP" pack --system mmr --train examples/passages.jsonl examples/passages.jsonl
expect 2 "go with --system" "$KNAP" pack -m m --train examples/passages.jsonl
expect 2 "its settings are not searched" "$KNAP" pack --system dpp --tune --train examples/passages.jsonl examples/passages.jsonl
expect 2 "'magic' is not one of benefit" "$KNAP" oracle --rule magic
expect 2 "inspect needs one MODEL" "$KNAP" inspect
finish
