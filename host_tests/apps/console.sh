#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# console.sh HOST IMAGE: under XCL_EMULATION_MODE, output of the kernel in console.cpp appears
# unchanged in the host's own output; otherwise it is in the log at level info.
host=$1 image=$2
unset FPGACL_LOG FPGACL_LOG_FILE FPGACL_DEVICES XCL_EMULATION_MODE
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
fail() {
	echo "$1" >&2
	head -20 out err >&2
	exit 1
}

# The kernel's last line has no newline, so the host's next output continues it.
for mode in sw_emu hw_emu; do
	XCL_EMULATION_MODE=$mode FPGACL_LOG=info "$host" "$image" >out 2>err || fail "the host failed"
	sed -n '/^kernel console/,$p' out >printed
	printf 'kernel console: first line 1\n\nthe restit wrote "x": right\n' | diff - printed ||
		fail "standard output under $mode is another"
	grep -q 'first line' err && fail "what went to standard output is in the log as well"
done
"$host" "$image" >out 2>err || fail "the host failed"
grep -q first out err && fail "expected nothing of the kernel"
FPGACL_LOG=info "$host" "$image" >out 2>err || fail "the host failed"
grep -q first out && fail "expected nothing of the kernel on standard output"
grep ': console:console_1: ' err | sed 's/.*: console:console_1: //' >printed
printf 'first line 1\nthe rest\n' | diff - printed || fail "the log is another"
exit 0
