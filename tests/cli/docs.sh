# What the docs name exists: files, functions ("`name` in `file.c`"), tests, headings that links lead to, options of the commands.
# Their examples run.
. tests/cli_lib.sh
docs="README.md CONTRIBUTING.md docs/*.md"

# files: a path, or the name of a file of the project
# shellcheck disable=SC2086
grep -ohE '`[A-Za-z0-9_/]+\.(c|h|sh|cmake)`' $docs | tr -d '`' | grep -v NAME | sort -u >"$work/files"
[ "$(wc -l <"$work/files")" -ge 80 ] || fail "the names of files were not found"
while read -r name; do
    [ -e "$name" ] || [ -n "$(find src cli server cmake include tests bench examples scripts \( -path "*/$name" -o -path "*/knap/$name" \) -print -quit)" ] ||
        fail "the docs name a file that does not exist: $name"
done <"$work/files"

# functions
# shellcheck disable=SC2086
grep -ohE '(`[A-Za-z_]+`, )*`[A-Za-z_]+` in `[A-Za-z0-9_/]+\.[ch]`' $docs |
    sed 's/`//g; s/,//g; s/ in / /' | awk '{ for (i = 1; i < NF; i++) print $i, $NF }' | sort -u >"$work/functions"
[ "$(wc -l <"$work/functions")" -ge 15 ] || fail "the names of functions were not found"
while read -r name file; do
    found=$(find src cli server include tests -path "*/$file" -exec grep -lw -e "$name" {} + | head -n 1)
    [ -n "$found" ] || [ -n "$(grep -lw -e "$name" "$file" 2>/dev/null)" ] || fail "the docs name $name in $file, which has no such name"
done <"$work/functions"

# test programs
grep -ohE '`[a-z_]+_test`' docs/*.md | tr -d '`' | sort -u | while read -r name; do
    [ -e "tests/$name.c" ] || echo "$name"
done >"$work/absent"
[ -s "$work/absent" ] && fail "the docs name tests that do not exist: $(tr '\n' ' ' <"$work/absent")"

# headings within a page
for page in README.md docs/*.md; do
    grep -oE '\]\(#[a-z_-]+\)' "$page" | sed 's/](#\(.*\))/\1/' | while read -r heading; do
        grep -E '^#+ ' "$page" | sed "s/^#* //; s/[^A-Za-z0-9_ -]//g; s/ /-/g" | tr 'A-Z' 'a-z' | grep -qx -e "$heading" || echo "$page#$heading"
    done
done >"$work/lost"
[ -s "$work/lost" ] && fail "links to headings that do not exist: $(tr '\n' ' ' <"$work/lost")"

# a table of members, options or fields has one row for each
# shellcheck disable=SC2086
awk -F'|' 'FNR == 1 || !/^\|/ { split("", seen) } /^\| `/ { if ($2 in seen) print FILENAME ": " $2; seen[$2] = 1 }' $docs >"$work/rows"
[ -s "$work/rows" ] && fail "rows that stand twice in a table: $(cat "$work/rows")"

# options
for command in $("$KNAP" help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
    "$KNAP" $command --help=all
done 2>&1 | sed 's|--\[no-\]|--|g' | grep -oE -e '--[a-z][a-z0-9-]*' | sort -u >"$work/known"
# shellcheck disable=SC2086
grep -ohE -e '(^|[ `(])--[a-z][a-z0-9-]*' $docs | grep -oE -e '--.*' | sed 's/-$//' | sort -u >"$work/named"
while read -r option; do
    grep -qxF -e "$option" "$work/known" || grep -qxF -e "--${option#--no-}" "$work/known" || case $option in
        --cflags | --libs | --static | --jobs | --check | --since | --sample | --copies | --seed | --quick | --help | --man) ;; # of pkg-config, of scripts/mutate.sh
        --data-binary | --now) ;; # of curl and systemctl
        --array | --cpus-per-task | --mpi | --nodes | --ntasks-per-node | --wrap) ;; # of Slurm
        --archives) ;; # of Spark
        --kind | --list | --sheet | --tally) ;; # of scripts/real_measure.py
        --by | --sizes) ;; # of tests/growth/growth.py
        *) fail "the docs name an option that no command has: $option" ;;
    esac
done <"$work/named"

# examples: judge.sh runs those of docs/JUDGE.md, and readme.sh those of README.md
top=$PWD
mkdir "$work/bin" "$work/run"
ln -s "$KNAP" "$work/bin/knap"
ln -s "$top/examples" "$top/sample" "$work/run"
for page in docs/*.md; do
    [ $page = docs/JUDGE.md ] && continue
    awk '/^```sh$/ { on = 1; next } /^```/ { on = 0 } on' $page >"$work/commands"
    (cd "$work/run" && PATH=$work/bin:$PATH sh -e "$work/commands") >"$work/printed" 2>&1 || fail "a command of $page failed: $(tail -n 3 "$work/printed")"
done
finish
