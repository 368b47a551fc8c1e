# The program and the library of a release build have stack protectors, checked calls of the C library and read-only relocations.
. tests/cli_lib.sh
grep -q '^CMAKE_BUILD_TYPE:[A-Z]*=Release' "$BUILD/CMakeCache.txt" || { echo "skipped: this is not a release build"; exit 77; }
command -v readelf >/dev/null || { echo "skipped: readelf is not installed"; exit 77; }

for file in "$KNAP" "$BUILD/libknap.so"; do
    readelf -W -h -l -d --dyn-syms "$file" >"$work/elf" || fail "readelf $file"
    grep -q 'Type: *DYN' "$work/elf" || fail "$file is not position-independent"
    grep -q 'GNU_RELRO' "$work/elf" || fail "$file has no read-only relocations"
    grep -qE 'BIND_NOW|Flags:.* NOW' "$work/elf" || fail "$file binds late"
    grep -qE 'GNU_STACK.* RWE' "$work/elf" && fail "$file has an executable stack"
    grep -q ' __stack_chk_fail' "$work/elf" || fail "$file has no stack protector"
    grep -qE ' __(mem|str|v?sn?printf|fread|read)[a-z_]*_chk' "$work/elf" || fail "$file has no checked calls"
done
finish
