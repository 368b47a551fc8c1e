# cli_lib.sh - what the shell tests share: a scratch folder, and assertions that say what they saw.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

fail() {
    echo "FAIL: $*" >&2
    failures=$((failures + 1))
}

# expect STATUS WORDS COMMAND...: exit status, and words somewhere in its output (stdout and stderr).
expect() {
    status=$1 words=$2
    shift 2
    "$@" >"$work/out" 2>&1 </dev/null
    got=$?
    [ "$got" = "$status" ] || fail "status $got, not $status, of: $* -- $(head -c 400 "$work/out")"
    grep -qF -e "$words" "$work/out" || fail "'$words' is not in the output of: $* -- $(head -c 400 "$work/out")"
}

finish() {
    [ "$failures" = 0 ] || exit 1
    exit 0
}
