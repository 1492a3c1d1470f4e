#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# install.sh CMAKE BUILD LIBDIR VENDORSDIR: the whole `cmake --install` under DESTDIR puts down exactly
# these files, leaves another vendor's alone, and what was installed compiles a kernel by itself.
set -eu
cmake=$1 build=$2 vendorsdir=$4
prefix=/opt/x libdir=/opt/x/$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
root=$folder/root

mkdir -p "$root$vendorsdir"
echo libother.so >"$root$vendorsdir/other.icd"
DESTDIR=$root "$cmake" --install "$build" --prefix "$prefix" >"$folder/log" || {
	cat "$folder/log" >&2
	exit 1
}
sort >"$folder/expected" <<LIST
$prefix/bin/fpgacl
$prefix/bin/fpgaclc
$prefix/include/fpgacl/fpgacl_model.h
$libdir/libfpgacl.so
$vendorsdir/fpgacl.icd
$vendorsdir/other.icd
LIST
(cd "$root" && find . -type f -o -type l) | sed 's/^\.//' | sort >"$folder/found"
diff "$folder/expected" "$folder/found" >&2
echo "$libdir/libfpgacl.so" | diff - "$root$vendorsdir/fpgacl.icd" >&2
echo libother.so | diff - "$root$vendorsdir/other.icd" >&2

echo 'extern "C" void copy(const int *in, int *out) { *out = *in; }' >"$folder/copy.cpp"
"$root$prefix/bin/fpgaclc" -t sw_emu --platform u280 -k copy "$folder/copy.cpp" -o "$folder/copy.xclbin"
[ -s "$folder/copy.xclbin" ]
