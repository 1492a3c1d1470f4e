#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run_native.sh TREE FOLDER EXPECTED PROGRAM XCLBIN [ARGUMENT...]: runs a host that uses XRT's own
# interfaces on an emulated u200, in a process group of its own, because XRT kills its group when
# the board fails. The output must match EXPECTED.
set -u
tree=$1 folder=$2 expected=$3
shift 3
# shellcheck disable=SC1091
source "$tree/settings64.sh" || exit 1
rm -rf "$folder" && mkdir -p "$folder" && cd "$folder" || exit 1
emconfigutil --platform u200 || exit 1
# XRT waits five seconds at the end before it removes its folder.
printf '[Emulation]\nkeep_run_dir=true\n' > xrt.ini
export XCL_EMULATION_MODE=${TEST_MODE:-sw_emu} EMCONFIG_PATH=$folder SDACCEL_EM_RUN_DIR=$folder XRT_INI_PATH=$folder/xrt.ini
export USER=${USER:-fpgacl}
export FPGACL_DEVICES=${TEST_DEVICES:-}
setsid -w timeout -s KILL 120 "$@" > output 2>&1
status=$?
cat output
[ $status -ne 137 ] || { echo "the host did not end"; exit 1; }
# XRT ends such a host from a signal handler, which does not always get as far as printing its
# message.
if [ "${TEST_ENDS:-}" ]; then
	[ $status -ne 0 ] && ! grep -q survived output || { echo "the host went on"; exit 1; }
elif [ $status -ne 0 ]; then
	echo "status $status"
	exit 1
fi
grep -q -E "$expected" output || { echo "status $status; expected in the output: $expected"; exit 1; }
