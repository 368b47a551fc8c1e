# knap experiment --output goes on from an earlier run only with the same data and options, and trusts no file that was changed.
. tests/cli_lib.sh
cp -r sample "$work/data"
one=$(find "$work/data" -path '*/docs/*' -type f | sort | head -1)
run() {
    "$KNAP" experiment --train "$work/data" --folds 3 -b 100w --systems lead,random --seeds 2 -q "$@" | sed 's/ *[0-9.]* s$//'
    return 0
}
again() { "$KNAP" experiment --train "$work/data" --folds 3 -b 100w --systems lead,random --seeds 2 -q -o "$work/run" "$@"; }
run -o "$work/run" >"$work/table"
[ -s "$work/table" ] || fail "experiment"
run -o "$work/run" | cmp - "$work/table" || fail "resuming gives another table"

# the same data elsewhere are the same data; a relative path means what it is in this working folder
cp -r "$work/data" "$work/copy"
"$KNAP" experiment --train "$work/copy" --folds 3 -b 100w --systems lead,random --seeds 2 -q -o "$work/run" >/dev/null || fail "a copy of the data"
mkdir -p "$work/a" "$work/b" && cp -r sample "$work/a/set" && cp -r sample "$work/b/set"
echo "Another sentence stands here, as the first of them all." | cat - "$one" >"$work/first" && cp "$work/first" "$work/b/set/${one#"$work/data/"}"
(cd "$work/a" && "$KNAP" experiment --train set --folds 3 -s lead -q -o ../moved >/dev/null) || fail "experiment in a"
(cd "$work/b" && "$KNAP" experiment --train set --folds 3 -s lead -q -o ../moved >/dev/null 2>"$work/said") && fail "other data under the same path were taken"
grep -q "test-data" "$work/said" || fail "what differs is not said: $(cat "$work/said")"

# what decides the summaries and differs is named, and nothing is done
find "$work/run" -type f | sort | xargs cksum >"$work/before"
expect 1 "'filter whole (given)'" again --filter whole
expect 1 "this run has 'budget 90w'" again -b 90w
printf 'sat\tsit\n' >"$work/one.tsv"
printf 'sat\tset\n' >"$work/two.tsv"
"$KNAP" experiment --train sample --folds 3 -s lead -q --stem --exceptions "$work/one.tsv" -o "$work/stem" >/dev/null || fail "--exceptions"
expect 1 "exceptions" "$KNAP" experiment --train sample --folds 3 -s lead -q --stem --exceptions "$work/two.tsv" -o "$work/stem"
cp "$one" "$work/document"
cp "$work/first" "$one"
expect 1 "test-data" again
cp "$work/document" "$one"
find "$work/run" -type f | sort | xargs cksum | cmp - "$work/before" || fail "a refused run changed the folder"

# a summary or a marker that is empty, cut or gone is made again
summary=$(find "$work/run/summaries/lead" -name '*.txt' | sort | head -1)
marker=$(find "$work/run/summaries/random" -name '.fold-*.done' | sort | head -1)
for file in "$summary" "$marker"; do
    cp "$file" "$work/whole"
    for size in 0 1 9 -1; do
        head -c $size "$work/whole" >"$file"
        run -o "$work/run" | cmp - "$work/table" || fail "another table after $file was cut to $size bytes"
        case $file in *.txt) cmp "$work/whole" "$file" || fail "a cut summary stays" ;; esac
    done
done
finish
