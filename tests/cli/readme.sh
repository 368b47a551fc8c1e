# The README's commands run as they stand there, and what it shows is what they print.
. tests/cli_lib.sh
top=$PWD
mkdir "$work/bin" "$work/run"
ln -s "$KNAP" "$work/bin/knap"
ln -s "$top/examples" "$top/sample" "$work/run"
awk '/^```sh$/ { on = 1; next } /^```/ { on = 0 } on' README.md >"$work/commands"
[ "$(wc -l <"$work/commands")" -ge 9 ] || fail "the README's commands were not found"
(cd "$work/run" && PATH=$work/bin:$PATH sh -e "$work/commands") >"$work/printed" 2>&1 || fail "a command of the README failed: $(tail -n 3 "$work/printed")"
# Blocks marked "text" show output. Times differ from run to run and are not compared.
plain() { sed 's/ *[0-9.]* s$//' "$1"; }
awk '/^```text$/ { on = 1; next } /^```/ { on = 0 } on' README.md >"$work/blocks"
plain "$work/blocks" >"$work/shown"
plain "$work/printed" >"$work/plain"
[ "$(wc -l <"$work/shown")" -ge 16 ] || fail "the README's output was not found"
while IFS= read -r line; do
    grep -qxF -e "$line" "$work/plain" || fail "the README shows a line that was not printed: $line"
done <"$work/shown"
# The figures of the README's table of systems are those of docs/RESULTS.md.
awk -F'|' '/^## / { on = /Results/ } on && $3 ~ /^ [0-9]+\.[0-9]+ $/ { print $2 $3; print $2 $4; print $2 $5 }' README.md >"$work/figures"
[ "$(wc -l <"$work/figures")" -ge 18 ] || fail "the README's table of systems was not found"
while read -r system figure; do
    grep -qE "^\|.*[| \`]$system[ \`].*\| $figure( |\$)" docs/RESULTS.md || fail "docs/RESULTS.md does not have the README's $figure for $system"
done <"$work/figures"
# The install section names the main targets of make, and they exist.
for target in demo test install; do
    sed -n '/^## Install/,/^## Summarize/p' README.md | grep -qE "^ +(sudo )?make $target( |\$)" || fail "the README does not name make $target"
    grep -q "^## $target " Makefile || fail "make help does not list $target"
done
# links lead somewhere
grep -o '](\([^)]*\))' README.md docs/*.md CONTRIBUTING.md | sed 's/\(.*\):](\(.*\))/\1 \2/' | while read -r file link; do
    case $link in http* | \#*) continue ;; esac # docs.sh checks the headings
    [ -e "$(dirname "$file")/${link%%#*}" ] || echo "$file: $link"
done >"$work/dead"
[ -s "$work/dead" ] && fail "dead links: $(cat "$work/dead")"
finish
