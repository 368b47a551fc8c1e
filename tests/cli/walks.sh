# The walks of docs/ARCHITECTURE.md: a debugger runs the command of each and sees its functions called for the first time in that order.
. tests/cli_lib.sh
command -v gdb >/dev/null && gdb -nx -batch -ex 'break main' -ex run -ex kill "$KNAP" 2>/dev/null | grep -q 'Breakpoint 1, ' ||
    { echo "no debugger can run knap"; exit 77; }
root=$PWD
ln -s "$root/examples" "$root/sample" "$work"
# A file NUMBER.walk for each walk: its title, its command, and lines "function file" of its steps.
awk -v work="$work" '
    /^## / { inside = $0 == "## Four walks" }
    inside && /^### / { file = work "/" ++walks ".walk"; print substr($0, 5) >file }
    inside && file && /^    knap / { print substr($0, 10) >file }
    inside && file && /^[0-9]+\. / { split($0, part, "`"); print part[2], part[4] >file }' docs/ARCHITECTURE.md
[ "$(ls "$work"/*.walk | wc -l)" = 4 ] || fail "there are not four walks in docs/ARCHITECTURE.md"

debug() { # walk: runs its command; the functions that are called are in $walk.hit, in order
    {
        printf 'set pagination off\nset confirm off\nset breakpoint pending off\nset debuginfod enabled off\n'
        sed -n '3,$s/ .*//p' "$1" | while read -r name; do
            printf 'tbreak %s\ncommands\nsilent\necho \\nreached %s\\n\ncontinue\nend\n' "$name" "$name"
        done
        echo run
    } >"$1.gdb"
    # shellcheck disable=SC2046
    (cd "$work" && exec gdb -nx -batch -x "$1.gdb" --args "$KNAP" $(sed -n 2p "$1")) >"$1.out" 2>&1 </dev/null &
    process=$!
    case $(sed -n 2p "$1") in serve*) ask "$1" ;; esac
    wait "$process"
    sed -n 's/^reached //p' "$1.out" >"$1.hit"
}
ask() { # walk: sends the server a request, and ends it
    for _ in $(seq 600); do
        url=$(sed 2>/dev/null -n 's/^\(http:.*\)/\1/p' "$1.out") && [ -n "$url" ] && break
        kill -0 "$process" 2>/dev/null || return
        sleep 0.1
    done
    echo '{"documents":["The ferry sank in the night. All of its crew were saved by fishermen."],"budget":"1s"}' |
        curl -s --max-time 60 -H 'Content-Type: application/json' -d @- "${url}v1/summarize" >"$work/answer" ||
        fail "no answer: $(cat "$1.out")"
    pkill -KILL -P "$process"
}

for walk in "$work"/*.walk; do
    title=$(sed -n 1p "$walk")
    sed 1,2d "$walk" >"$walk.steps"
    [ "$(wc -l <"$walk.steps")" -le 12 ] || fail "$title: more than twelve steps"
    while read -r name file; do
        grep -q "^[a-z].*[ *]$name(" "$file" || fail "$title: $name is not in $file"
    done <"$walk.steps"
    debug "$walk"
    sed 's/ .*//' "$walk.steps" | diff - "$walk.hit" >"$walk.diff" ||
        fail "$title: the calls (>) differ from docs/ARCHITECTURE.md (<): $(cat "$walk.diff" "$walk.out" | head -30)"
done
finish
