#!/bin/sh
# Makes Debian packages from the source tarball that scripts/dist.sh wrote: deb.sh FOLDER [WORK]. They are built in WORK
# [FOLDER/deb] and put into FOLDER, and lintian checks them. The same tarball gives the same bytes, wherever WORK is.
# MAINTAINER="Name <address>" is the maintainer of the packages.
set -eu
folder=$1 work=${2:-$1/deb}
top=$(cd "$(dirname "$0")/.." && pwd)
version=$(cat "$top/VERSION")
case $version in 0.*) interface=$(echo "$version" | cut -d . -f 1-2) ;; *) interface=${version%%.*} ;; esac
date=$(sed -n "s/^## $version (\(.*\))\$/\1/p" "$top/CHANGELOG.md")
[ -n "$date" ] || {
    echo "deb.sh: CHANGELOG.md has no heading '## $version (DATE)'" >&2
    exit 1
}
nobody="The knap authors <knap@localhost.localdomain>" maintainer=${MAINTAINER:-$nobody}
folder=$(cd "$folder" && pwd)
rm -rf "$work"
mkdir -p "$work"
work=$(cd "$work" && pwd)
umask 022
tar -xzf "$folder/knap-$version.tar.gz" -C "$work"
cd "$work/knap-$version"

cp -R packaging/debian debian
sed -i "s/@INTERFACE@/$interface/g; s/@MAINTAINER@/$maintainer/" debian/control
mv debian/libknap.install "debian/libknap$interface.install"
cat >debian/changelog <<END
knap ($version) unstable; urgency=medium

  * Version $version; see /usr/share/doc/knap/changelog.gz.

 -- $maintainer  $(LC_ALL=C date -u -d "$date 12:00" -R)
END
# The project has no address of its own for mail; whoever distributes the packages sets MAINTAINER.
if [ "$maintainer" = "$nobody" ]; then
    for package in knap "libknap$interface" libknap-dev; do
        printf '%s: bogus-mail-host *\n%s: bogus-mail-host-in-debian-changelog *\n' $package $package >debian/$package.lintian-overrides
    done
fi
unset SOURCE_DATE_EPOCH # dpkg takes the date of debian/changelog
DEB_BUILD_OPTIONS="noautodbgsym parallel=$(nproc)" dpkg-buildpackage -us -uc -b >../build.log 2>&1 || {
    tail -n 30 ../build.log >&2
    exit 1
}
cd "$folder"
mv "$work"/*.deb "$folder"
if command -v lintian >/dev/null; then
    lintian --allow-root --fail-on error,warning "$folder"/*"_${version}_"*.deb
fi
rm -rf "$work"
ls "$folder"/*"_${version}_"*.deb
