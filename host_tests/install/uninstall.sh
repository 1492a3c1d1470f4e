#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# uninstall.sh CMAKE SOURCE BUILD LIBDIR VERSION: an installation to a user's own prefix writes
# nothing outside of it, works for a project outside of the source tree, reports the same version
# everywhere, and is removed completely.
set -eu
cmake=$1 source=$2 build=$3 libdir=$4 version=$5
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
prefix=$folder/prefix
vendors=$prefix/etc/OpenCL/vendors
unset OCL_ICD_VENDORS XCL_EMULATION_MODE DESTDIR
fail() {
	echo "$1" >&2
	exit 1
}
# Lists the files in the system's folder, before and after.
system() { find /etc/OpenCL -type f -exec md5sum {} + 2>/dev/null | sort; }

system >"$folder/before"
mkdir -p "$vendors"
echo libother.so >"$vendors/other.icd"
"$cmake" --install "$build" --prefix "$prefix" >"$folder/log" || fail "$(tail "$folder/log")"
system | diff "$folder/before" - || fail "the system's vendors folder has changed"
manifest=$build/install_manifest.txt
outside=$(grep -v "^$prefix/" "$manifest" || :)
[ -z "$outside" ] || fail "installed outside of the prefix: $outside"
cp "$manifest" "$folder/manifest"
# shellcheck disable=SC2154
[ "$(cat "$vendors/fpgacl.icd")" = "$prefix/$libdir/libfpgacl.so.${version%%.*}" ] || fail "the vendors file is another"
[ -e "$(cat "$vendors/fpgacl.icd")" ] || fail "the vendors file names a library that is missing"
readelf -d "$(cat "$vendors/fpgacl.icd")" | grep -q "SONAME.*\[libfpgacl.so.${version%%.*}\]" || fail "the SONAME is another"
# Intel's tree has a file for the linker of that name.
[ -z "$(find "$prefix" -name 'libOpenCL*' ! -path '*/intel/lib/libOpenCL.so')" ] || fail "a loader was installed"

# The same version everywhere.
{
	"$prefix/bin/fpgacl" --version
	"$prefix/bin/fpgaclc" --version | head -1
	PKG_CONFIG_PATH=$prefix/$libdir/pkgconfig pkg-config --modversion fpgacl
	OCL_ICD_VENDORS=$vendors clinfo | grep 'Driver Version'
	grep -m 1 '^## [0-9]' "$source/CHANGELOG.md"
} >"$folder/versions" 2>&1
[ "$(grep -cF "$version" "$folder/versions")" = 5 ] || fail "expected version $version five times: $(cat "$folder/versions")"

# A project that uses the installation.
[ -x "$(PKG_CONFIG_PATH=$prefix/$libdir/pkgconfig pkg-config --variable=fpgaclc fpgacl)" ] || fail "pkg-config finds no fpgaclc"
cp -r "$source/tools/packaging/sample" "$folder/sample"
(
	cd "$folder/sample"
	export OCL_ICD_VENDORS=$vendors CMAKE_PREFIX_PATH=$prefix
	# The steps of the project's CI workflow after the packages are installed.
	sed -n 's/^ *- run: \(cmake\|ctest\) /\1 /p' ci.yml >steps
	[ "$(wc -l <steps)" = 3 ] && bash -e steps && build/host build/vadd.xclbin
) >"$folder/log" 2>&1 || fail "the sample: $(tail -20 "$folder/log")"
grep -q '^1000 sums are right$' "$folder/log" || fail "the sample printed something else"
# The project rebuilds its image when the kernel's source changes.
echo 'extern "C" void vadd(const int *a, const int *b, int *c, int n) { c[0] = a[0] + b[0] + n; }' >"$folder/sample/vadd.cpp"
"$cmake" --build "$folder/sample/build" >"$folder/log" || fail "the sample does not build again"
(cd "$folder/sample" && ! OCL_ICD_VENDORS=$vendors build/host build/vadd.xclbin >/dev/null) || fail "the image was not built again"

# OpenVX, found by the CMake package and by pkg-config, with the program from the docs.
if [ -e "$prefix/$libdir/libopenvx.so" ]; then
	mkdir "$folder/vx"
	awk '$0 == "```c" {on = 1; next} /^```$/ {on = 0} on' "$source/docs/openvx.md" >"$folder/vx/edges.c"
	cat >"$folder/vx/CMakeLists.txt" <<'PROJECT'
cmake_minimum_required(VERSION 3.22)
project(edges C)
enable_testing()
find_package(fpgacl 0.1 REQUIRED)
add_executable(edges edges.c)
target_link_libraries(edges PRIVATE fpgacl::openvx)
add_test(NAME edges COMMAND edges ${fpgacl_OPENVX_KERNELS})
PROJECT
	(
		cd "$folder/vx"
		export OCL_ICD_VENDORS=$vendors PKG_CONFIG_PATH=$prefix/$libdir/pkgconfig
		CMAKE_PREFIX_PATH=$prefix "$cmake" -B build -S . && "$cmake" --build build && (cd build && ctest --output-on-failure -V)
		# shellcheck disable=SC2046
		gcc edges.c -o edges $(pkg-config --cflags --libs openvx)
		LD_LIBRARY_PATH=$prefix/$libdir ./edges "$(pkg-config --variable=kernels openvx)"
	) >"$folder/log" 2>&1 || fail "OpenVX: $(tail -20 "$folder/log")"
	[ "$(grep -c 'edge at column' "$folder/log")" = 4 ] || fail "OpenVX found other edges: $(tail -20 "$folder/log")"
fi

# Only the other driver's file remains.
cp "$folder/manifest" "$folder/install_manifest.txt"
"$cmake" -DMANIFEST="$folder/install_manifest.txt" -P "$source/tools/packaging/uninstall.cmake" >"$folder/log"
left=$(find "$prefix" ! -type d)
[ "$left" = "$vendors/other.icd" ] || fail "left behind: $left"
left=$(find "$prefix" -type d -name fpgacl)
[ -z "$left" ] || fail "left behind: $left"
