# Man pages are made from the tables of the help: they are correct roff and have all options. The examples of the help
# and of the man pages are the same, and they run.
. tests/cli_lib.sh
commands=$("$KNAP" help | sed -n 's/^  \([a-z]*\) .*/\1/p')
[ "$(echo "$commands" | wc -w)" -ge 12 ] || fail "the commands were not found: $commands"
checkers=0
command -v mandoc >/dev/null && checkers=1 || echo "mandoc is not installed: man pages are checked less"

# check NAME: the page of a command, or of the program, in $work/man
check() {
    page=$work/man/$1.1
    grep -q "^\.TH .* 1 [0-9-]* \"knap $(cat VERSION)\"" "$page" || fail "$1: the first line is $(sed -n 2p "$page")"
    [ $checkers = 0 ] && return
    mandoc -Tlint -W all "$page" >"$work/lint" || true
    [ -s "$work/lint" ] && fail "$1: $(head -n 3 "$work/lint")"
    mandoc -Tascii "$page" | sed "s/.$(printf '\b')//g" >"$work/man/$1.txt"
}
mkdir "$work/man"
"$KNAP" help --man >"$work/man/knap.1" || fail "help --man"
check knap
for command in $commands; do
    "$KNAP" help --man "$command" >"$work/man/knap-$command.1" || fail "help --man $command"
    check "knap-$command"
    grep -qF "knap-$command(1)" "$work/man/knap.txt" || [ $checkers = 0 ] || fail "knap(1) does not name knap-$command(1)"
    cmp -s "$work/man/knap-$command.1" "$BUILD/man/knap-$command.1" || fail "the build has another page of $command"
    # all options of the help
    "$KNAP" help "$command" all | sed -n 's/^  ...[ ,] \(--[^ ]*\).*/\1/p' >"$work/options"
    while read -r option; do
        sed 's/\\-/-/g; s/\\f[BIR]//g' "$work/man/knap-$command.1" | grep -qF -e "$option" || fail "knap-$command(1) does not have $option"
    done <"$work/options"
done
expect 2 "unknown command 'fly'" "$KNAP" help --man fly
if command -v man >/dev/null && command -v groff >/dev/null; then
    for page in "$work"/man/*.1; do
        LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$page" 2>&1 >/dev/null | head -n 3 >"$work/warnings"
        [ -s "$work/warnings" ] && fail "groff warns of $page: $(cat "$work/warnings")"
    done
fi

# examples: those of the man page are those of the help
top=$PWD
mkdir "$work/bin"
ln -s "$KNAP" "$work/bin/knap"
# examples PAGE: the lines between .nf and .fi, without escapes
examples() { awk '/^\.nf$/ { on = 1; next } /^\.fi$/ { on = 0 } on' "$1" | sed 's/\\&//g; s/\\-/-/g; s/\\e/\\/g'; }
for command in $commands; do
    "$KNAP" help "$command" examples | sed -n 's/^  \([^ ]\)/\1/p' >"$work/help"
    [ -s "$work/help" ] || fail "'knap help $command examples' shows none"
    examples "$work/man/knap-$command.1" >"$work/shown"
    cmp -s "$work/help" "$work/shown" || fail "knap-$command(1) and the help have other examples: $(diff "$work/help" "$work/shown" | head -n 3)"
done
for page in "$work"/man/*.1; do
    name=$(basename "$page" .1)
    examples "$page" >"$work/commands"
    grep -q . "$work/commands" || fail "$name(1) has no examples"
    mkdir "$work/run" && ln -s "$top/examples" "$top/sample" "$work/run"
    (cd "$work/run" && PATH=$work/bin:$PATH sh -e "$work/commands") >"$work/printed" 2>&1 </dev/null ||
        fail "an example of $name(1) failed: $(tail -n 3 "$work/printed")"
    rm -r "$work/run"
done
finish
