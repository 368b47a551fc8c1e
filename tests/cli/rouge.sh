#!/bin/sh
# knap rouge: the script's options and lines, the inputs, the exit statuses.
set -u
here=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "FAILED: $*" >&2
    exit 1
}
# expect STATUS PATTERN COMMAND...: its exit status, and a line of stdout and stderr together
expect() {
    status=$1 pattern=$2
    shift 2
    "$@" >"$work/out" 2>&1 </dev/null
    got=$?
    [ $got -eq "$status" ] || { cat "$work/out"; fail "exit status $got, not $status: $*"; }
    grep -q -e "$pattern" "$work/out" || { cat "$work/out"; fail "no '$pattern' from: $*"; }
}

mkdir -p "$work/peers/A" "$work/peers/B" "$work/refs/T1" "$work/refs/T2" "$work/empty"
for t in T1 T2; do
    printf 'the cat sat on the mat\nit was old\n' >"$work/refs/$t/1.txt"
    printf 'a cat was on a mat\n' >"$work/refs/$t/2.txt"
    printf 'the cat was on the mat\n' >"$work/peers/A/$t.txt"
done
printf 'dogs\n' >"$work/peers/B/T1.txt"
cat >"$work/config.xml" <<EOF
<ROUGE-EVAL version="1.0">
<EVAL ID="T1"><PEER-ROOT>$work/peers</PEER-ROOT><MODEL-ROOT>$work/refs/T1</MODEL-ROOT><INPUT-FORMAT TYPE="SPL"/>
<PEERS><P ID="A">A/T1.txt</P><P ID="B">B/T1.txt</P></PEERS><MODELS><M ID="1">1.txt</M><M ID="2">2.txt</M></MODELS></EVAL>
</ROUGE-EVAL>
EOF
cd "$work" || exit 1

# Inputs: folders, files, a configuration, a list, JSONL; the same figures from all of them.
expect 0 '^A .*ROUGE-1 ' "$KNAP" rouge peers refs
expect 0 'warning: system B has no summary for 1 of 2 topics, the first T2' "$KNAP" rouge peers refs
expect 0 '^A ROUGE-1 Average_R: 0.66667 (95%-conf.int. 0.66667 - 0.66667)$' "$KNAP" rouge -n 1 --format rouge peers/A --refs refs
expect 0 '^A ROUGE-1 Eval T1.A R:0.66667 P:0.83333 F:0.74074$' "$KNAP" rouge -adn1 --format rouge config.xml
expect 0 '^B ROUGE-1 Eval T1.B R:0.00000 P:0.00000 F:0.00000$' "$KNAP" rouge -n 1 -d --format rouge config.xml B
echo "$work/peers/A/T1.txt $work/refs/T1/1.txt $work/refs/T1/2.txt" >list
expect 0 '^S ROUGE-1 Eval 1.S R:0.66667 P:0.83333 F:0.74074$' "$KNAP" rouge -n 1 -d -z SPL --format rouge list S
printf '%s\n' '{"id":"T1","refs":["the cat sat on the mat\nit was old",["a cat was on a mat"]],"peers":{"A":"the cat was on the mat"}}' >set.jsonl
expect 0 '^A ROUGE-1 Eval T1.A R:0.66667 P:0.83333 F:0.74074$' "$KNAP" rouge -n 1 -d --format rouge set.jsonl
expect 0 '"system":"A".*"recall":{"mean":0.66667' "$KNAP" rouge --json set.jsonl
"$KNAP" rouge --json - <set.jsonl | grep -q '"system":"A"' || fail "JSONL on standard input"
expect 0 '^1 .*ROUGE-L ' "$KNAP" rouge refs/T1/1.txt --refs refs/T2/1.txt

# Measures and their names; bundled letters, attached and negative values.
"$KNAP" rouge -xn2 -w1.2 -2 -1 -U --format rouge config.xml >out 2>&1 || fail "bundled letters"
[ "$(grep -c '^-----' out)" = 10 ] || fail "5 measures of 2 systems"
grep -q '^A ROUGE-W-1.2 ' out && grep -q '^A ROUGE-S\* ' out && grep -q '^A ROUGE-SU\* ' out || fail "names of measures"
expect 0 'A ROUGE-SU4 ' "$KNAP" rouge -2 4 -u --format rouge config.xml
expect 0 '^A ROUGE-1 M_count: 15 P_count: 12 H_count: 10$' "$KNAP" rouge -x -n 1 -t 2 --format rouge config.xml
[ "$("$KNAP" rouge --format rouge config.xml A | grep -c Average_R)" = 1 ] || fail "without options only ROUGE-L, as the script"
expect 0 'A - B over 1 topics' "$KNAP" rouge config.xml --compare A,B
expect 0 '"p_randomization"' "$KNAP" rouge config.xml --compare A,B --json

# Wrong usage is 2, wrong data 1, and the message says what.
expect 2 "unknown option '-q'" "$KNAP" rouge -q config.xml
expect 2 'basic elements' "$KNAP" rouge -3 HM config.xml
expect 2 'unknown option' "$KNAP" rouge --nonsense config.xml
expect 2 'needs a value' "$KNAP" rouge config.xml -n
expect 2 'ngrams' "$KNAP" rouge -n 10 config.xml
expect 2 'above 0' "$KNAP" rouge -w 0 config.xml
expect 2 'neither A' "$KNAP" rouge -f C config.xml
expect 2 'bytes or in words' "$KNAP" rouge -b 10 -l 10 config.xml
expect 2 'no measure' "$KNAP" rouge -x --format rouge config.xml
expect 2 'stopwords' env -u ROUGE_EVAL_HOME "$KNAP" rouge -s config.xml
expect 2 'neither table' "$KNAP" rouge --format html config.xml
expect 2 'none of SPL' "$KNAP" rouge --input html peers refs
expect 2 'two folders' "$KNAP" rouge peers
expect 1 'cannot open' "$KNAP" rouge nothing.xml
expect 1 'cannot open' "$KNAP" rouge peers nothing
expect 1 'cannot open' "$KNAP" rouge -m --exceptions nothing config.xml
expect 1 'no adj.exc' "$KNAP" rouge -m --exceptions empty config.xml
expect 1 'no summary' "$KNAP" rouge config.xml C
expect 1 'no summary' "$KNAP" rouge empty refs
expect 1 'two of the systems' "$KNAP" rouge config.xml --compare A,C
echo '<ROUGE-EVAL>' >wrong.xml
expect 1 'wrong.xml:' "$KNAP" rouge -a wrong.xml
echo '{"refs": 1}' >wrong.jsonl
expect 1 'wrong.jsonl:1: ' "$KNAP" rouge wrong.jsonl

# Without exception lists stems are plain Porter, said once.
expect 0 'plain Porter' env -u ROUGE_EVAL_HOME WNSEARCHDIR="$work/none" "$KNAP" rouge -m config.xml
[ "$(grep -c Porter "$work/out")" = 1 ] || fail "said more than once"
printf 'mats mat\n' >empty/noun.exc
expect 0 '^A ' env -u ROUGE_EVAL_HOME WNSEARCHDIR="$work/empty" "$KNAP" rouge -m config.xml
grep -q Porter "$work/out" && fail "lists are there, and still plain Porter"

# The script's data folder gives the stop words.
mkdir home && printf 'the\non\n' >home/smart_common_words.txt
expect 0 '^A ROUGE-1 M_count: 11 ' "$KNAP" rouge -x -s -n 1 -t 2 -e home --format rouge config.xml
expect 0 '^A ROUGE-1 M_count: 11 ' env ROUGE_EVAL_HOME=home "$KNAP" rouge -x -s -n 1 -t 2 --format rouge config.xml

# Every golden file, line for line, where the data are at hand.
# other languages: the script drops every letter that is not ASCII, --lang counts them
mkdir -p "$work/lang/refs"
printf 'Η γάτα κοιμάται.\n' >"$work/lang/peer.txt"
printf 'Η γάτα τρέχει.\n' >"$work/lang/refs/A.txt"
"$KNAP" rouge "$work/lang/peer.txt" --refs "$work/lang/refs" --ngrams 1 --lcs no --lang el --json | grep -q '"recall":{"mean":0.66667,' || fail "--lang el"
"$KNAP" rouge "$work/lang/peer.txt" --refs "$work/lang/refs" --ngrams 1 --lcs no --json | grep -q '"recall":{"mean":0.0,' || fail "without --lang there are no Greek words"
printf 'Les forêts\n' >"$work/lang/peer.txt"
printf 'La forêt\n' >"$work/lang/refs/A.txt"
"$KNAP" rouge "$work/lang/peer.txt" --refs "$work/lang/refs" --ngrams 1 --lcs no --lang fr --stem yes --json | grep -q '"hits":1' || fail "--lang fr with stems"
"$KNAP" rouge "$work/lang/peer.txt" --refs "$work/lang/refs" --ngrams 1 --lcs no --lang fr -b 6 --json >/dev/null || fail "a cut within a character"
"$KNAP" rouge "$work/lang/peer.txt" --refs "$work/lang/refs" --lang xx 2>&1 | grep -q "no language 'xx'" || fail "--lang xx"

cd "$here" || exit 1
golden=../shared/golden/rouge-1.5.5 data=../shared/data/multiling2011
if [ ! -e $golden/stem_b665.txt ]; then
    echo "golden files not at hand: not compared"
    exit 0
fi
check() {
    file=$1
    shift
    "$KNAP" rouge "$@" --format rouge --exceptions $golden/wordnet-2.0-exceptions.tsv \
        $data/submissions/english $data/english >"$work/all" || fail "$file"
    grep -v '^-----' "$work/all" | cmp - $golden/$file || fail "$file differs"
}
check plain_b665.txt -a -n 4 -w 1.2 -2 4 -u -b 665 -c 95 -r 1000 -f A -p 0.5 -d
check stem_b665.txt -a -n 4 -w 1.2 -2 4 -u -m -b 665 -c 95 -r 1000 -f A -p 0.5 -d
check stem_l100_nolcs.txt -a -n 4 -m -l 100 -x -c 95 -r 1000 -f A -p 0.5 -d
check plain_full.txt -a -n 2 -w 1.2 -2 4 -u -c 95 -r 1000 -d
check stem_stop_l250.txt -a -n 2 -m -s -l 250 -2 4 -u -c 95 -d --stopwords $golden/smart_common_words.txt
check stem_best_b665.txt -a -n 2 -m -b 665 -f B -c 95 -d
check stem_full_p0.8.txt -a -n 2 -m -p 0.8 -c 95 -d
