# The README's commands run as they stand there, and what it shows is what they print.
. tests/cli_lib.sh
top=$PWD
mkdir "$work/bin" "$work/run"
ln -s "$KNAP" "$work/bin/knap"
ln -s "$top/examples" "$top/sample" "$work/run"
awk '/^```sh$/ { on = 1; next } /^```/ { on = 0 } on' README.md >"$work/commands"
[ "$(wc -l <"$work/commands")" -ge 9 ] || fail "the README's commands were not found"
(cd "$work/run" && PATH=$work/bin:$PATH sh -e "$work/commands") >"$work/printed" 2>&1 || fail "a command of the README failed: $(tail -n 3 "$work/printed")"
# the indented lines below the first block
awk '/^```sh$/ { seen = 1 } seen && /^    / { sub(/^    /, ""); print } /^Four of the five/ { exit }' README.md >"$work/shown"
[ "$(wc -l <"$work/shown")" -ge 10 ] || fail "the README's output was not found"
while IFS= read -r line; do
    grep -qxF -e "$line" "$work/printed" || fail "the README shows a line that was not printed: $line"
done <"$work/shown"
# links lead somewhere
grep -o '](\([^)]*\))' README.md docs/*.md CONTRIBUTING.md | sed 's/\(.*\):](\(.*\))/\1 \2/' | while read -r file link; do
    case $link in http*) continue ;; esac
    [ -e "$(dirname "$file")/$link" ] || echo "$file: $link"
done >"$work/dead"
[ -s "$work/dead" ] && fail "dead links: $(cat "$work/dead")"
finish
