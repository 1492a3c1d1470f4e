#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# output.sh BUILD: every tool has --help and --version, and reports an error if it cannot write
# their text.
. "$(dirname "$0")/lib.sh"
build=$1

for tool in "$build"/bin/fpgacl "$build"/bin/fpgaclc "$build"/vitis/bin/{emconfigutil,platforminfo,xclbinutil}; do
	name=$(basename "$tool")
	for option in --help --version; do
		call 0 "$tool" $option
		[ -s out ] || problem "$command: printed nothing"
		call 1 sh -c "'$tool' $option >/dev/full"
		says err "^$name: cannot write to standard output(: No space left on device)?\$"
		call 0 sh -c "'$tool' $option >&-" # closed intentionally
	done
done
call 1 sh -c "'$build/bin/fpgacl' list >/dev/full"
call 1 sh -c "'$build/bin/fpgacl' env >/dev/full"
# A write error does not replace an earlier error's status.
call 2 sh -c "'$build/bin/fpgacl' frobnicate >/dev/full"
exit $((failures > 0))
