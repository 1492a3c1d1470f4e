#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check_missing.sh HAL_CONFORMANCE FOLDER ROOT: if any part of the backend or of XRT is missing or
# wrong, a host that asks for a board gets an error message and continues.
set -eu
host=$1 parts=$2 root=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export XCL_EMULATION_MODE= XILINX_XRT="$root"

# fails TEXT: expects no board, that text, and no signal.
fails() {
	code=0
	FPGACL_LOG=error FPGACL_HAL_PATH=$folder "$host" xrt:u250 >"$folder/out" 2>&1 || code=$?
	[ "$code" -eq 2 ] && grep -q "$1" "$folder/out" && return
	echo "expected code 2 and '$1', found code $code and:" >&2
	cat "$folder/out" >&2
	exit 1
}

echo 'no library' >"$folder/libfpgacl_hal_xrt.so"
fails 'does not load'
cp "$parts/libfpgacl_hal_xrt.so" "$folder"
fails 'cannot run .*/fpgacl-probe-xrt'
cp "$parts/fpgacl-probe-xrt" "$folder"
fails 'libfpgacl_xrt.so does not load'
echo 'no library' >"$folder/libfpgacl_xrt.so"
fails 'libfpgacl_xrt.so does not load'
cp "$parts/libfpgacl_xrt.so" "$folder"
XCL_EMULATION_MODE=bogus fails "XCL_EMULATION_MODE is 'bogus'"
FAKE_XRT=die=count fails 'was killed by signal'
FAKE_XRT=boards=0 fails 'XRT has no board u250'
