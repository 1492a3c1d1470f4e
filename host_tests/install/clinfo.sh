#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# clinfo.sh LIBRARY: clinfo works with a copy of the library that is alone in a folder. It lists one
# platform with its device, and nothing appears on standard error.
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
# "Silent unless asked" does not apply to a user's typing errors: they are reported in one line,
# once.
grep -q "nosuchboard.*known boards: aws-f1, u200, u250" "$folder/err" || fail "expected a line about a board that is none"
[ "$(wc -l <"$folder/err")" = 1 ] || fail "expected one line about a wrong board"
FPGACL_DEVICES=emu:u50,emu:u250 FPGACL_VISIBLE_DEVICES=0,7 FPGACL_LGO=debug FPGACL_EMU_THREADS=-3 clinfo -l \
	>"$folder/out" 2>"$folder/err" || fail "clinfo -l failed"
[ "$(grep -c Device "$folder/out")" = 1 ] || fail "expected one visible device"
for line in "FPGACL_VISIBLE_DEVICES is '0,7', but '7' names none" 'FPGACL_EMU_THREADS="-3" is ignored' \
	'unknown variable FPGACL_LGO'; do
	grep -q "^fpgacl: .*$line" "$folder/err" || fail "expected a line: $line"
done
[ "$(wc -l <"$folder/err")" = 3 ] || fail "expected three lines about wrong variables"
FPGACL_VISIBLE_DEVICES=u5000 FPGACL_LOG=error clinfo -l >"$folder/out" 2>"$folder/err" || :
grep -q "^fpgacl: error: .*FPGACL_VISIBLE_DEVICES is 'u5000'" "$folder/err" ||
	fail "expected the reason why there is no device in the log"
[ "$(grep -c u5000 "$folder/err")" = 1 ] || fail "what the log says is repeated"
exit 0
