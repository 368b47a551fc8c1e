# Names made from data: two ids never share a file, two columns never share a name.
. tests/cli_lib.sh

# --- columns: features with the names of other columns, and names that agree in their first 600 bytes ---
features() {
    printf '{"id":"1","budget":3,"reward":{"kind":"coverage","targets":{"x":1,"y":1}},"items":['
    printf '{"id":"a","cost":1,"features":{"%s":1,"%s":2},"vector":[1,0],"covers":{"x":1}},' "$1" "$2"
    printf '{"id":"b","cost":1,"features":{"%s":2,"%s":0},"vector":[0,1],"covers":{"y":1}},' "$1" "$2"
    printf '{"id":"c","cost":2,"features":{"%s":0,"%s":1},"vector":[1,1],"covers":{"x":1}}]}\n' "$1" "$2"
}
long=$(printf '%0600d' 7)
features volume 'volume#2' >"$work/volume.jsonl"
features "${long}a" "${long}b" >"$work/long.jsonl"
for name in volume long; do
    "$KNAP" train "$work/$name.jsonl" -o "$work/$name.knap" -q || fail "train with features named $name"
    expect 0 'columns' "$KNAP" inspect "$work/$name.knap"
    expect 0 '"items"' "$KNAP" pack -m "$work/$name.knap" "$work/$name.jsonl" --json
    columns=$(grep '^column ' "$work/$name.knap" | cut -d' ' -f2)
    [ "$(echo "$columns" | wc -l)" = 7 ] || fail "not 7 columns in $name.knap"
    [ -z "$(echo "$columns" | sort | uniq -d)" ] || fail "a column comes twice in $name.knap"
done

# --- summaries ---
mkdir -p "$work/A/topic" "$work/B/topic"
echo "The cat sat on the mat in the house." >"$work/A/topic/a.txt"
echo "A dog ran over the hill towards the sea." >"$work/B/topic/b.txt"
expect 0 'another cluster has this id' "$KNAP" summarize "$work/A/topic" "$work/B/topic" -o "$work/folders"
grep -q cat "$work/folders/topic.txt" || fail "no summary of A/topic"
grep -q dog "$work/folders/topic-2.txt" || fail "no summary of B/topic"

cluster() {
    printf '{"id":"%s","documents":["The %s sat on the mat in the house."],"references":["The %s sat."]}\n' "$1" "$2" "$2"
}
{ cluster x cat; cluster x dog; cluster a/b owl; cluster a-b fox; cluster '' hen; cluster .h yak; } >"$work/six.jsonl"
"$KNAP" summarize "$work/six.jsonl" -o "$work/six" -q || fail "summarize six.jsonl"
[ "$(ls "$work/six" | wc -l)" = 6 ] || fail "six summaries, but these files: $(ls "$work/six" | tr '\n' ' ')"
for animal in cat dog owl fox hen yak; do
    [ "$(grep -l $animal "$work/six"/* | wc -l)" = 1 ] || fail "$animal is not in one file"
done
cluster "$(printf '%0400d' 1)" cat >"$work/400.jsonl"
expect 0 '' "$KNAP" summarize "$work/400.jsonl" -o "$work/400"
[ "$(cat "$work/400"/*.txt | wc -l)" = 1 ] || fail "no summary of an id of 400 bytes"

# --- folders ---
{ cluster a cat; cluster a-3 dog; cluster a owl; } >"$work/three.jsonl"
expect 0 'written to a-4' "$KNAP" convert "$work/three.jsonl" --to folder -o "$work/three"
[ "$(find "$work/three" -path '*/docs/*' -type f | wc -l)" = 3 ] || fail "not three documents"
[ "$(ls "$work/three" | tr '\n' ' ')" = "a a-3 a-4 " ] || fail "folders: $(ls "$work/three")"
"$KNAP" convert "$work/three" -q | grep -c '"id"' | grep -qx 3 || fail "not three clusters are read back"
# ids that are folders of each other, or have the names of the layout: no cluster is lost on the way back
{ cluster a cat; cluster a/b dog; cluster c/docs owl; cluster docs fox; cluster refs hen; cluster d/refs/e yak; } >"$work/nested.jsonl"
"$KNAP" convert "$work/nested.jsonl" --to folder -o "$work/nested" -q || fail "convert nested.jsonl"
"$KNAP" convert "$work/nested" -q >"$work/back.jsonl" || fail "convert nested"
[ "$(grep -c '"id"' "$work/back.jsonl")" = 6 ] || fail "clusters are lost: $(cut -c1-60 "$work/back.jsonl" | tr '\n' ' ')"
for animal in cat dog owl fox hen yak; do
    grep -q "\["'"'"The $animal sat on the mat" "$work/back.jsonl" || fail "the document of $animal is lost"
done
printf '%s\n' '{"id":"d","documents":[{"id":"x/y","text":"One cat."},{"id":"x_y","text":"One dog."}]}' >"$work/docs.jsonl"
"$KNAP" convert "$work/docs.jsonl" --to folder -o "$work/docs" -q || fail "convert docs.jsonl"
[ "$(find "$work/docs" -type f | wc -l)" = 2 ] || fail "two documents are not two files"

# --- experiment: six clusters of one id; resuming gives the same table, with any number of threads ---
for animal in cat dog owl fox hen yak; do cluster same $animal; done >"$work/same.jsonl"
table() {
    "$KNAP" experiment --train "$work/same.jsonl" --folds 3 --systems lead,random --seeds 2 -q "$@" | sed 's/  *[0-9.]* *s$//'
}
table >"$work/plain"
table --jobs 4 -o "$work/results" >"$work/first" || fail "experiment with equal ids"
table --jobs 4 -o "$work/results" >"$work/second" || fail "resume an experiment with equal ids"
cmp "$work/plain" "$work/first" || fail "another table with --output"
cmp "$work/first" "$work/second" || fail "another table when resumed"

# --- names of any bytes: bytes that are not UTF-8 become U+FFFD in JSON, and nothing is left out ---
odd=$(printf 'odd\377')
"$KNAP" train "$work/volume.jsonl" -o "$work/$odd.knap" -q || fail "train to a name that is not UTF-8"
expect 0 "$(printf 'odd\357\277\275')" "$KNAP" evaluate -m "$work/$odd.knap" -s lead "$work/volume.jsonl" --json --each
mkdir -p "$work/bytes/$odd/docs" && echo "The cat sat on the mat." >"$work/bytes/$odd/docs/a.txt"
expect 0 "$(printf '"id":"odd\357\277\275"')" "$KNAP" summarize "$work/bytes" --json
"$KNAP" summarize "$work/bytes" -o "$work/bytes.out" -q && [ -s "$work/bytes.out/$odd.txt" ] || fail "no summary under a name that is not UTF-8"

# --- members: a number of documents does not make a corpus of an instance; a member that comes twice is refused ---
sed 's/^{/{"documents":3,/' "$work/volume.jsonl" >"$work/number.jsonl"
sed 's/"id":"1"/"id":"documents"/' "$work/volume.jsonl" >"$work/named.jsonl"
for name in number named; do
    "$KNAP" train "$work/$name.jsonl" -o "$work/$name.knap" -q || fail "train: $name.jsonl is taken for clusters"
done
echo '{"id":"x","documents":["A cat."],"documents":["A dog."]}' >"$work/member.jsonl"
expect 1 'duplicate object key' "$KNAP" summarize "$work/member.jsonl"
printf '{"id":"x","documents":["A cat."]}\n{"id":"y","documents":["A \\u0000dog."]}\n' >"$work/zero.jsonl"
expect 1 'zero.jsonl:2: a text has the character U+0000' "$KNAP" summarize "$work/zero.jsonl"
[ ! -w /dev/full ] || expect 1 '/dev/full: cannot write here: No space' "$KNAP" convert "$work/three.jsonl" -o /dev/full
sed 's/"budget":3/"budget":3,"budget":1/' "$work/volume.jsonl" >"$work/budgets.jsonl"
expect 1 'duplicate member "budget"' "$KNAP" pack -s lead "$work/budgets.jsonl"

# --- temporary files: an empty path is refused ---
cd "$work" && mkdir here && cd here || exit 1
expect 2 'empty' "$KNAP" convert "$work/three.jsonl" -o ""
for command in "train $work/volume.jsonl" "summarize sample" "experiment --train sample -s lead" "export $work/volume.jsonl" "judge sheet a b"; do
    expect 2 'name of the file or folder is empty' "$KNAP" $command -o ""
done
[ -z "$(ls -A)" ] || fail "an empty path leaves $(ls -A)"
finish
