#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# clinfo.sh LIBRARY: a copy of the library, alone in a folder, serves clinfo: one platform, its
# device, nothing on standard error.
set -eu
unset FPGACL_DEVICES FPGACL_VISIBLE_DEVICES FPGACL_BOARD_PATH FPGACL_LOG XCL_EMULATION_MODE
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() {
	echo "$1" >&2
	cat "$folder/out" "$folder/err" >&2
	exit 1
}

mkdir "$folder/lib" "$folder/vendors"
cp "$1" "$folder/lib/libfpgacl.so"
echo "$folder/lib/libfpgacl.so" >"$folder/vendors/fpgacl.icd"
export OCL_ICD_VENDORS="$folder/vendors"
cd "$folder/lib"

clinfo >"$folder/out" 2>"$folder/err" || fail "clinfo failed"
[ -s "$folder/err" ] && fail "clinfo wrote to standard error"
grep -Eq '^Number of platforms +1$' "$folder/out" || fail "expected one platform"
grep -Eq '^Number of devices +1$' "$folder/out" || fail "expected one device"
grep -Eq '^ +Device Name +[^ ]*u250' "$folder/out" || fail "expected a u250"
grep -Eq 'Device Type +Accelerator' "$folder/out" || fail "expected an accelerator"
FPGACL_DEVICES=emu:u250,emu:u50 clinfo -l >"$folder/out" 2>"$folder/err" || fail "clinfo -l failed"
[ "$(grep -c Device "$folder/out")" = 2 ] || fail "expected two devices"
FPGACL_DEVICES=emu:nosuchboard clinfo -l >"$folder/out" 2>"$folder/err" || fail "clinfo -l failed"
grep -q Device "$folder/out" && fail "expected no device"
[ -s "$folder/err" ] && fail "a wrong board was reported on standard error"
FPGACL_VISIBLE_DEVICES=u5000 FPGACL_LOG=error clinfo -l >"$folder/out" 2>"$folder/err" || :
grep -q "^fpgacl: error: .*FPGACL_VISIBLE_DEVICES is 'u5000'" "$folder/err" ||
	fail "expected the reason why there is no device in the log"
exit 0
