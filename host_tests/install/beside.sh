#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# beside.sh LIBRARY IMAGE: with PoCL installed as well, clinfo, pyopencl and the C++ bindings see
# both drivers and can use both, and PoCL keeps its place in the list. IMAGE contains a kernel vadd
# for the default board.
set -eu
library=$1 image=$2
here=$(cd "$(dirname "$0")" && pwd)
unset FPGACL_DEVICES FPGACL_VISIBLE_DEVICES FPGACL_BOARD_PATH FPGACL_LOG XCL_EMULATION_MODE OCL_ICD_PLATFORM_SORT
pocl=$(cat /etc/OpenCL/vendors/pocl.icd 2>/dev/null || true)
[ -n "$pocl" ] || { echo "skipped: the package pocl-opencl-icd is not installed"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
fail() {
	echo "$1" >&2
	cat out err >&2
	exit 1
}
export OCL_ICD_VENDORS=$folder/vendors POCL_CACHE_DIR=$folder
mkdir vendors
echo "$pocl" >vendors/pocl.icd

# The platforms without the driver, and then with it, whichever file comes first in the folder and
# however the loader sorts.
platforms() { clinfo -l 2>err | sed -n 's/^Platform #[0-9]*: //p'; }
platforms >before
[ -s before ] || fail "clinfo finds no PoCL"
for name in a fpgacl z; do
	echo "$library" >vendors/$name.icd
	for sort in '' none; do
		OCL_ICD_PLATFORM_SORT=$sort platforms >out
		[ -s err ] && fail "clinfo wrote to standard error"
		grep -qx fpgacl out || fail "$name.icd: clinfo does not list fpgacl"
		grep -vx fpgacl out | diff before - || fail "$name.icd: the other platforms are not those of before"
		# ocl-icd lists CPUs before accelerators, so a host that takes the first platform
		# gets the same one as before.
		[ -n "$sort" ] || ! clinfo | grep -q 'OCL Icd' || [ "$(head -1 out)" = "$(head -1 before)" ] ||
			fail "$name.icd: another platform is the first one"
	done
	rm vendors/$name.icd
done

echo "$library" >vendors/fpgacl.icd
# uses WHAT COMMAND...: runs a host that adds vectors on both platforms.
uses() {
	timeout -k 5 120 "${@:2}" >out 2>err || fail "$1 failed"
	grep -q '^fpgacl: ' out || fail "$1 does not use fpgacl"
	[ "$(grep -c ': 1000 right$' out)" = 2 ] || fail "$1: expected 1000 sums of each driver"
}
if /usr/bin/python3 -c 'import pyopencl, numpy' 2>/dev/null; then
	uses pyopencl /usr/bin/python3 "$here/beside.py" "$image"
else
	echo "without pyopencl: the package python3-pyopencl is not installed"
fi
if [ -e /usr/include/CL/opencl.hpp ]; then
	g++ -std=c++17 -w "$here/beside.cpp" -o beside -lOpenCL >out 2>err || fail "the host in C++ does not compile"
	uses "the C++ bindings" ./beside "$image"
else
	echo "without the C++ bindings: the package opencl-clhpp-headers is not installed"
fi

# If the driver's library is missing, as after a removal that left the vendors file behind, PoCL
# still works.
echo "$folder/missing.so" >vendors/fpgacl.icd
platforms >out
diff before out || fail "a vendors file without its library hides PoCL"
