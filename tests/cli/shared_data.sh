# Every shared set loads, trains and is summarized; what is said on stderr of it is true.
. tests/cli_lib.sh
data=../shared/data
[ -d "$data" ] || { echo "skipped: $data is not there"; exit 77; }

for set in multiling2011/arabic multiling2011/czech multiling2011/english multiling2011/french multiling2011/greek \
    multiling2011/hebrew multiling2011/hindi opinosis fewsum/yelp-train fewsum/amazon-train; do
    budget=250w
    case $set in opinosis) budget=100b ;; fewsum*) budget=250b ;; esac
    "$KNAP" train "$data/$set" -o "$work/m.knap" --budget $budget --epochs 3 2>"$work/err" || fail "$set: $(tail -n 1 "$work/err")"
    "$KNAP" summarize -m "$work/m.knap" -b $budget "$data/$set" -o "$work/out" 2>"$work/err2" || fail "$set: $(tail -n 1 "$work/err2")"
    # a file said not to be UTF-8 is not; two said to be the same are
    grep -vE '^(trained on|model:|mean |Theorem 1 )' "$work/err" >"$work/notes"
    while IFS= read -r note; do
        file=${note#knap: }
        file=${file%%: *}
        case $note in
        *"same text"*) ;;
        *UTF-8*) iconv -f UTF-8 -t UTF-8 "$file" >/dev/null 2>&1 && fail "$file is UTF-8: $note" ;;
        *) fail "$set: unexpected: $note" ;;
        esac
    done <"$work/notes"
    learned=$(sed -n 's/^mean ROUGE-1 recall \([0-9.]*\).*/\1/p' "$work/err2")
    random=$("$KNAP" summarize -m "$work/m.knap" -b $budget --system random "$data/$set" -o "$work/out" 2>&1 | sed -n 's/^mean ROUGE-1 recall \([0-9.]*\).*/\1/p')
    awk "BEGIN { exit !($learned > $random) }" || fail "$set: learned $learned is no better than random $random on its own training data"
done
finish
