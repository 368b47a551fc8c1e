#!/bin/sh
# knap rouge: the script's options and lines, the inputs, the exit statuses.
set -u
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
# a topic may come again for another system, with the same references only
printf '%s\n' '{"id":"t","refs":["the cat sat"],"peers":{"A":"the cat sat"}}' '{"id":"t","refs":["the cat sat"],"peers":{"B":"the cat"}}' >again.jsonl
expect 0 '"system":"B"' "$KNAP" rouge --json again.jsonl
printf '%s\n' '{"id":"t","refs":["the cat sat"],"peers":{"A":"the cat sat"}}' '{"id":"t","refs":["a dog ran"],"peers":{"B":"a dog ran"}}' >other.jsonl
expect 1 'other.jsonl:2: the topic came before with other references' "$KNAP" rouge other.jsonl
expect 0 '^1 .*ROUGE-L ' "$KNAP" rouge refs/T1/1.txt --refs refs/T2/1.txt

# Measures and their names; bundled letters, attached and negative values.
"$KNAP" rouge -xn2 -w1.2 -2 -1 -U --format rouge config.xml >out 2>&1 || fail "bundled letters"
[ "$(grep -c '^-----' out)" = 10 ] || fail "5 measures of 2 systems"
grep -q '^A ROUGE-W-1.2 ' out && grep -q '^A ROUGE-S\* ' out && grep -q '^A ROUGE-SU\* ' out || fail "names of measures"
expect 0 'A ROUGE-SU4 ' "$KNAP" rouge -2 4 -u --format rouge config.xml
expect 0 '^A ROUGE-1 M_count: 15 P_count: 12 H_count: 10$' "$KNAP" rouge -x -n 1 -t 2 --format rouge config.xml
# -2 alone is S, with -u SU, with -U both
for given in ':S4 ' '-u:SU4 ' '-U:S4 SU4 '; do
    # shellcheck disable=SC2086
    names=$("$KNAP" rouge -x -2 4 ${given%%:*} --format rouge config.xml A | sed -n 's/^A ROUGE-\([^ ]*\) Average_F.*/\1/p' | tr '\n' ' ')
    [ "$names" = "${given#*:}" ] || fail "-2 4 ${given%%:*} measures $names"
done
# -t 0 gives every summary the same weight, -t 1 every word; the recalls are 2/4 and 2/2
printf '%s\n' '{"id":"T1","refs":["red blue green grey"],"peers":{"A":"red blue"}}' '{"id":"T2","refs":["one two"],"peers":{"A":"one two three"}}' >units.jsonl
recall() { "$KNAP" rouge -x -n 1 "$@" | sed -n 's/^A ROUGE-1 Average_R: \([0-9.]*\) .*/\1/p'; }
by_summary=$(recall --unit summary --format rouge units.jsonl) by_token=$(recall --unit token --format rouge units.jsonl)
awk -v a="$by_summary" -v b="$by_token" 'BEGIN { exit !(a > b && b > 0.5) }' || fail "recall by summary $by_summary, by token $by_token"
[ "$(recall -t 0 --format rouge units.jsonl)" = "$by_summary" ] || fail "-t 0 is not --unit summary"
[ "$(recall -t 1 --format rouge units.jsonl)" = "$by_token" ] || fail "-t 1 is not --unit token"
[ "$("$KNAP" rouge --format rouge config.xml A | grep -c Average_R)" = 1 ] || fail "without options only ROUGE-L, as the script"
expect 0 'A - B over 1 topics' "$KNAP" rouge config.xml --compare A,B
expect 0 '"p_randomization"' "$KNAP" rouge config.xml --compare A,B --json

# --rouge: the measures named, in that order, and no others
measures() { # measures NAMES: the names printed for A
    "$KNAP" rouge --rouge "$1" --format rouge config.xml A | sed -n 's/^A ROUGE-\([^ ]*\) Average_F.*/\1/p' | tr '\n' ' '
}
for names in 1 2 L,1 1,2,L,SU4 3 W1.2 'S*,SU*' SU4,S4,W2; do
    wanted=$(echo "$names" | tr ',' ' ' | sed 's/W/W-/')
    [ "$(measures "$names")" = "$wanted " ] || fail "--rouge $names measures $(measures "$names")"
done
"$KNAP" rouge -2 4 -u -n 2 --format rouge config.xml | grep 'ROUGE-\(2\|SU4\) ' >flags
"$KNAP" rouge --rouge 2,SU4 --format rouge config.xml | grep 'ROUGE-\(2\|SU4\) ' | cmp - flags || fail "--rouge 2,SU4 is not -n 2 -2 4 -u"
expect 2 "cannot be given together" "$KNAP" rouge --rouge 1 -n 2 config.xml
expect 2 "--rouge: 'S9' cannot be measured" "$KNAP" rouge --rouge SU4,S9 config.xml
expect 2 "--rouge: '1' is listed twice" "$KNAP" rouge --rouge 1,1 config.xml
for bad in 0 10 x L2 W W0 S S-1 SU 1,,2 1,2x; do
    expect 2 "^knap: --rouge: '" "$KNAP" rouge --rouge "$bad" config.xml
done

# PEER REFERENCE: the summary first, then the reference, which are files or folders
printf 'one two three four\n' >a.txt
printf 'one two\n' >b.txt
"$KNAP" rouge a.txt b.txt --rouge 1 | grep -q '^a  *ROUGE-1  *1.00000  0.50000 ' || fail "a.txt is not the summary: $("$KNAP" rouge a.txt b.txt --rouge 1)"
"$KNAP" rouge b.txt a.txt --rouge 1 | grep -q '^b  *ROUGE-1  *0.50000  1.00000 ' || fail "b.txt is not the summary"
"$KNAP" rouge peers/A/T1.txt refs --rouge 1 | grep -q '^A  *ROUGE-1  *0.66667' || fail "a file and a folder of references"
printf '{not JSON}\n' >brace.txt
expect 0 '^brace .*ROUGE-1' "$KNAP" rouge brace.txt b.txt
printf '<html>\n<body>\n<a name="1">[1]</a> <a href="#1" id=1>one two</a>\n</body>\n</html>\n' >see.html
expect 0 '^see  *ROUGE-1  *1.00000' "$KNAP" rouge --input SEE see.html see.html
expect 1 'nothing.txt: cannot open' "$KNAP" rouge a.txt nothing.txt
expect 1 'nothing.txt: cannot open' "$KNAP" rouge nothing.txt a.txt
expect 2 "give PEER REFERENCE" "$KNAP" rouge a.txt
expect 2 "JSONL names its systems itself" "$KNAP" rouge set.jsonl A
mkdir -p deep/x/y && cp peers/A/T1.txt deep/x/y
expect 0 '^x/y .*ROUGE-1' "$KNAP" rouge deep refs -q
ln -s ../.. deep/x/y/up
expect 1 'is there a link to a folder above' "$KNAP" rouge deep refs -q

# Wrong usage is 2, wrong data 1, and the message says what.
expect 2 "unknown option '-Q'" "$KNAP" rouge -Q config.xml
expect 2 'basic elements' "$KNAP" rouge -3 HM config.xml
expect 2 'unknown option' "$KNAP" rouge --nonsense config.xml
expect 2 'needs a value' "$KNAP" rouge config.xml -n
expect 2 'ngrams' "$KNAP" rouge -n 10 config.xml
expect 2 'above 0' "$KNAP" rouge -w 0 config.xml
expect 2 'neither A' "$KNAP" rouge -f C config.xml
expect 2 'bytes or in words' "$KNAP" rouge -b 10 -l 10 config.xml
expect 2 'no measure' "$KNAP" rouge -x --format rouge config.xml
expect 2 'stopwords' env -u ROUGE_EVAL_HOME "$KNAP" rouge -s config.xml
expect 2 'not one of table, rouge' "$KNAP" rouge --format html config.xml
expect 2 'not one of SPL, SEE, ISI, PLAIN' "$KNAP" rouge --input html peers refs
expect 2 'give PEER REFERENCE' "$KNAP" rouge peers
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

# Without exception lists a note says, once, how to get the script's figures.
expect 0 "^knap: no WordNet exception lists in .*for ROUGE-1.5.5's figures install Debian's wordnet-base or give --exceptions PATH$" \
    env -u ROUGE_EVAL_HOME WNSEARCHDIR="$work/none" "$KNAP" rouge -m config.xml
[ "$(grep -c WordNet "$work/out")" = 1 ] || fail "said more than once"
env -u ROUGE_EVAL_HOME WNSEARCHDIR="$work/none" "$KNAP" rouge -mq config.xml 2>&1 | grep -q WordNet && fail "-q, and still a note"
printf 'mats mat\n' >empty/noun.exc
expect 0 '^A ' env -u ROUGE_EVAL_HOME WNSEARCHDIR="$work/empty" "$KNAP" rouge -m config.xml
grep -q WordNet "$work/out" && fail "lists are there, and still the note"
WNSEARCHDIR="$work/empty" "$KNAP" rouge --rouge 1 -mq <<END | grep -q "^X .* 1.00000" || fail "the lists that were found are not used"
{"refs":["a mat"],"peer":"a mats"}
END

# The script's data folder gives the stop words.
mkdir home && printf 'the\non\n' >home/smart_common_words.txt
expect 0 '^A ROUGE-1 M_count: 11 ' "$KNAP" rouge -x -s -n 1 -t 2 -e home --format rouge config.xml
expect 0 '^A ROUGE-1 M_count: 11 ' env ROUGE_EVAL_HOME=home "$KNAP" rouge -x -s -n 1 -t 2 --format rouge config.xml

# other languages: the script drops every letter that is not ASCII; knap guesses the language
mkdir -p "$work/lang/refs"
printf 'Η γάτα κοιμάται.\n' >"$work/lang/peer.txt"
printf 'Η γάτα τρέχει.\n' >"$work/lang/refs/A.txt"
"$KNAP" rouge "$work/lang/peer.txt" --refs "$work/lang/refs" --ngrams 1 --no-lcs --lang el --json | grep -q '"recall":{"mean":0.66667,' || fail "--lang el"
"$KNAP" rouge "$work/lang/peer.txt" --refs "$work/lang/refs" --ngrams 1 --no-lcs --json | grep -q '"recall":{"mean":0.66667,' || fail "without --lang the language is guessed"
"$KNAP" rouge "$work/lang/peer.txt" --refs "$work/lang/refs" -n 1 -x --format rouge | grep -q 'Average_R: 0.00000' || fail "the script has no Greek words"
printf 'Les forêts\n' >"$work/lang/peer.txt"
printf 'La forêt\n' >"$work/lang/refs/A.txt"
"$KNAP" rouge "$work/lang/peer.txt" --refs "$work/lang/refs" --ngrams 1 --no-lcs --lang fr --stem --json | grep -q '"hits":1' || fail "--lang fr with stems"
"$KNAP" rouge "$work/lang/peer.txt" --refs "$work/lang/refs" --ngrams 1 --no-lcs --lang fr -b 6 --json >/dev/null || fail "a cut within a character"
"$KNAP" rouge "$work/lang/peer.txt" --refs "$work/lang/refs" --lang xx 2>&1 | grep -q "no language 'xx'" || fail "--lang xx"
