#!/bin/sh
# Makes the summaries and the blind sheets of docs/READING.md: scripts/reading.sh KNAP DATA OUT, where DATA is the folder that holds
# multiling2011, fewsum and opinosis. Sheets go to OUT/sheets, keys to OUT/keys: give a judge the sheets alone. A topic is never
# summarized by a model that has seen it.
set -eu
knap=$1
data=$2
out=$3
english=$data/multiling2011/english
mkdir -p "$out/keys" "$out/sheets"

# all FILE-OR-CLUSTER MODEL BUDGET NAME FOLDER: our summary, and those of the three systems that need no training
all() {
    mkdir -p "$5/knap"
    "$knap" summarize -m "$2" -b "$3" -q "$1" >"$5/knap/$4.txt"
    for system in lexrank centroid lead; do
        mkdir -p "$5/$system"
        "$knap" summarize --system "$system" -b "$3" -q "$1" >"$5/$system/$4.txt"
    done
}

# show SET CLUSTER NAME: what a judge sees of a topic
show() {
    mkdir -p "$out/shown-$1"
    ln -sfn "$2" "$out/shown-$1/$3"
}

for topic in "$english"/*; do
    name=$(basename "$topic")
    others=$(ls -d "$english"/* | grep -v "/$name\$")
    for words in 250 100; do
        mkdir -p "$out/news-$words/knap"
        # shellcheck disable=SC2086
        "$knap" train $others -o "$out/fold.knap" -b "${words}w" --lang en -q
        "$knap" summarize -m "$out/fold.knap" -b "${words}w" -q "$topic" >"$out/news-$words/knap/$name.txt"
        if [ "$words" = 250 ]; then
            for number in 3 8; do
                file=$(ls "$topic"/docs/* | sed -n "${number}p")
                alone=$name-$(basename "$file" .txt)
                mkdir -p "$out/shown-one/$alone/docs"
                cp "$file" "$out/shown-one/$alone/docs/"
                all "$file" "$out/fold.knap" 100w "$alone" "$out/one"
            done
        fi
    done
done
"$knap" train "$english" -o "$out/news.knap" --lang en -q
for file in "$(dirname "$0")"/../tests/data/documents/*; do
    name=$(basename "$file" | sed 's/\..*//')
    mkdir -p "$out/shown-one/$name/docs"
    cp "$file" "$out/shown-one/$name/docs/"
    all "$file" "$out/news.knap" 100w "$name" "$out/one"
done

for kind in amazon yelp; do
    "$knap" train "$data/fewsum/$kind-train" -o "$out/$kind.knap" -b 250b --lang en -q
    for name in $(ls "$data/fewsum/$kind-test" | head -n 12); do
        show reviews "$(realpath "$data/fewsum/$kind-test/$name")" "$kind-$name"
        all "$data/fewsum/$kind-test/$name" "$out/$kind.knap" 250b "$kind-$name" "$out/reviews"
    done
done
# Opinosis: each fourth topic of the first 48 is read, the others are trained on
ls -d "$data"/opinosis/*/ | awk 'NR <= 48 && NR % 4 == 1' >"$out/read"
# shellcheck disable=SC2046
"$knap" train $(ls -d "$data"/opinosis/*/ | grep -vxFf "$out/read") -o "$out/opinosis.knap" -b 100b --lang en -q
while read -r topic; do
    name=op-$(basename "$topic")
    show reviews "$(realpath "$topic")" "$name"
    all "$topic" "$out/opinosis.knap" 100b "$name" "$out/reviews"
done <"$out/read"

submissions=$data/multiling2011/submissions/english
rivals=$(for number in 1 2 3 4 5 6 7 8 9; do echo "$submissions/ID$number"; done)
# shellcheck disable=SC2086
"$knap" judge sheet "$out/news-250/knap" $rivals -o "$out/sheets/news-250" --key "$out/keys/news-250.tsv" --refs "$english" --seed 901 --parts 2
# shellcheck disable=SC2086
"$knap" judge sheet "$out/news-100/knap" $rivals -o "$out/sheets/news-100" --key "$out/keys/news-100.tsv" --refs "$english" --seed 902 --parts 2 --max-words 100
for set in reviews one; do
    [ $set = one ] && what=--docs || what=--refs
    "$knap" judge sheet "$out/$set/knap" "$out/$set/lexrank" "$out/$set/centroid" "$out/$set/lead" -o "$out/sheets/$set" \
        --key "$out/keys/$set.tsv" $what "$out/shown-$set" --seed 903 --parts 2
done
echo "score with: $knap judge score $out/keys/SET.tsv $out/sheets/SET/answers-*.tsv" >&2
