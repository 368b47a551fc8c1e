# The start of the measuring scripts; they source it with their own arguments: KNAP DATA [...].
# Sets knap, data (an absolute path) and work, a temporary folder that is removed on exit.
set -eu
knap=$1
data=$(cd "$2" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Links the sets of FewSum in $data into $work/train and $work/test.
link_fewsum() {
    for part in train test; do
        mkdir "$work/$part"
        for kind in amazon yelp; do
            for set in "$data/fewsum/$kind-$part"/*/; do
                ln -s "$set" "$work/$part/$kind-$(basename "$set")"
            done
        done
    done
}
