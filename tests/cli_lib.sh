# cli_lib.sh - what the shell tests share: a scratch folder, and assertions that say what they saw.
set -u
work=$(mktemp -d)
failures=$(mktemp) # a file, because a variable that a part of a pipeline sets is lost
trap 'rm -rf "$work" "$failures"' EXIT

fail() {
    echo "FAIL: $*" >&2
    echo "$*" >>"$failures"
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
    [ ! -s "$failures" ] || exit 1
    exit 0
}
