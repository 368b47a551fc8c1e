#!/bin/sh
# Prints the cycles between the files of a layer and fails if there are any: scripts/cycles.sh BUILD LAYER...
# The graph has an edge where a header or source includes a header of its layer, and where a source uses a symbol that another
# source of its layer defines (by nm on the object files).
set -eu
build=$1
shift
failed=0
for layer; do
    objects="$build/CMakeFiles/knap_$layer.dir/src/$layer"
    [ -d "$objects" ] || { echo "cycles.sh: there is no $objects: build first" >&2; exit 2; }
    edges=$(
        for source in src/"$layer"/*.[ch]; do
            sed -n "s|^#include \"$layer/\([^\"]*\)\".*|${source##*/} \1|p" "$source"
        done
        for object in "$objects"/*.o; do
            name=${object##*/}
            [ -e "src/$layer/${name%.o}" ] || continue # of a source that is gone
            nm "$object" | awk -v file="${name%.o}" '
                NF == 2 && $1 == "U" { print file, "uses", $2 }
                NF == 3 && $2 ~ /[TDBRVW]/ { print file, "defines", $3 }'
        done | awk '
            $2 == "defines" { home[$3] = $1; next }
            { user[++uses] = $1; symbol[uses] = $3 }
            END { for (i = 1; i <= uses; i++) {
                to = home[symbol[i]]
                if (to != "" && to != user[i]) print user[i], to } }' | sort -u
    )
    if ! loop=$(echo "$edges" | tsort 2>&1 >/dev/null); then
        echo "layer $layer has a cycle:"
        echo "$loop" | sed -n 's/^tsort: \([^-].*\)/  \1/p'
        failed=1
    fi
done
exit $failed
