# knap rouge prints the lines of ROUGE-1.5.5 for every golden file, where the data are at hand.
. tests/cli_lib.sh
golden=../shared/golden/rouge-1.5.5 data=../shared/data/multiling2011
[ -e $golden/stem_b665.txt ] || { echo "skipped: $golden is not there"; exit 77; }
check() {
    file=$1
    shift
    "$KNAP" rouge "$@" --format rouge --exceptions $golden/wordnet-2.0-exceptions.tsv \
        $data/submissions/english $data/english >"$work/all" || { fail "$file"; return; }
    grep -v '^-----' "$work/all" | cmp - $golden/$file || fail "$file differs"
}
check plain_b665.txt -a -n 4 -w 1.2 -2 4 -u -b 665 -c 95 -r 1000 -f A -p 0.5 -d
check stem_b665.txt -a -n 4 -w 1.2 -2 4 -u -m -b 665 -c 95 -r 1000 -f A -p 0.5 -d
check stem_l100_nolcs.txt -a -n 4 -m -l 100 -x -c 95 -r 1000 -f A -p 0.5 -d
check plain_full.txt -a -n 2 -w 1.2 -2 4 -u -c 95 -r 1000 -d
check stem_stop_l250.txt -a -n 2 -m -s -l 250 -2 4 -u -c 95 -d --stopwords $golden/smart_common_words.txt
check stem_best_b665.txt -a -n 2 -m -b 665 -f B -c 95 -d
check stem_full_p0.8.txt -a -n 2 -m -p 0.8 -c 95 -d
finish
