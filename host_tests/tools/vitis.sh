#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# vitis.sh TREE: settings64.sh, and what emconfigutil and platforminfo print and refuse.
. "$(dirname "$0")/lib.sh"
unset XILINX_VITIS XILINX_XRT XILINX_VIVADO XILINX_HLS XILINX_SDX PLATFORM_REPO_PATHS OCL_ICD_VENDORS \
	VITIS_SW_EMU_DISABLE_SINGLE_MMAP LD_LIBRARY_PATH FPGACL_BOARD_PATH
tree=$1

# run STATUS COMMAND...
run() {
	call "$@"
}

# Sourced twice from another folder: each folder is listed once.
. "$tree/settings64.sh"
. "$tree/settings64.sh"
command=settings64.sh
: >out; : >err
# Build scripts parse the version from the names of these two folders.
for variable in XILINX_VITIS XILINX_HLS; do
	[[ ${!variable} = */2022.2 && ${!variable}/bin/v++ -ef $tree/bin/v++ && ${!variable}/include -ef $tree/include ]] ||
		problem "$variable is '${!variable}'"
done
for variable in XILINX_VIVADO XILINX_XRT XILINX_SDX; do
	[ "${!variable}" -ef "$tree" ] || problem "$variable is '${!variable}'"
done
[ "$(tr : '\n' <<<"$PATH" | grep -c "^$XILINX_VITIS/bin\$")" = 1 ] || problem "PATH is '$PATH'"
[ "$LD_LIBRARY_PATH" = "$XILINX_XRT/lib" ] || problem "LD_LIBRARY_PATH is '$LD_LIBRARY_PATH'"
run 0 bash -c "set -eu; . '$tree/settings64.sh'"
run 0 bash -c ". '$XILINX_VITIS/settings64.sh'; [ \$XILINX_VITIS = '$XILINX_VITIS' ]"
# A shell that cannot tell the folder of the file uses the tree that was set before, or reports an
# error.
run 0 dash -c "set -eu; . '$tree/setup.sh'; [ \$XILINX_VIVADO -ef '$tree' ]"
run 1 env -u XILINX_SDX dash -c ". '$tree/setup.sh'"
says err 'bash or zsh has to source this file'
# An XRT that is newer than the tree's stays, and has its buffers in files of their own.
mkdir -p xrt/include/xrt older/include/xrt
touch xrt/include/xrt/xrt_hw_context.h
run 0 bash -c "XILINX_XRT=$PWD/xrt; . '$tree/settings64.sh'; [ \$XILINX_XRT = $PWD/xrt ]"
run 0 bash -c "XILINX_XRT=$PWD/older; . '$tree/settings64.sh'; [ \$XILINX_XRT -ef '$tree' ]"
[ "$VITIS_SW_EMU_DISABLE_SINGLE_MMAP" = 1 ] || problem "VITIS_SW_EMU_DISABLE_SINGLE_MMAP is not set"
run 0 platforminfo -p "$(echo "$PLATFORM_REPO_PATHS"/xilinx_u55c*/*.xpfm)"
says out '^Platform: +xilinx_u55c'
run 0 platforminfo "$XILINX_VITIS/platforms/xilinx_u50_gen3x16_xdma_201920_3/xilinx_u50_gen3x16_xdma_201920_3.xpfm"
run 0 xocc -v
says out 'v20'
run 0 v++ --version
says out '^\*\*\*\*\*\* v\+\+ v20[0-9][0-9]\.[0-9]'
run 0 v++ -v
says out 'v\+\+ v'
run 0 vitis --version
run 1 vitis -new

run 0 platforminfo -p xilinx_u250_gen3x16_xdma_4_1_202210_1
says out '^FPGA Family: +virtexuplus$'
says out '^Platform: +xilinx_u250_gen3x16_xdma_4_1_202210_1$'
says out 'DDR\[3\]'
grep -q 'CPU Type' out && problem "platforminfo: a card has no processor of its own"
run 0 platforminfo /some/where/xilinx_u280_gen3x16_xdma_1_202211_1.xpfm
says out '^FPGA Family: +virtexuplusHBM$'
run 0 platforminfo -p u200 --json=hardwarePlatform.board.part
says out '^xcu200'
run 0 platforminfo --json -p u50
python3 -c 'import json, sys
platform = json.load(open(sys.argv[1]))
assert platform["uniqueName"] == "u50"
hardware = platform["hardwarePlatform"]
assert hardware["board"]["device"] == "xcu50"
assert len(hardware["devices"]) == 1 and len(hardware["memories"]) > 32
assert hardware["memories"][1]["spTag"] == "HBM[1]"
assert hardware["extensions"]["raptor2"]["feature_support"]["HBM"] == "32"' out || problem "$command: not that JSON"
# Makefiles and scripts look for this line and parse the part in this form.
run 0 platforminfo --json="hardwarePlatform.devices[0].fpgaPart" --platform u250
says out '^virtexuplus:xcu250:figd2104:-2l:e$'
run 0 platforminfo -f -j -o pinfo.json -d u250
grep -q '^ *"part": "xcu250-figd2104-2l-e",$' pinfo.json || problem "$command: no line with the part"
run 0 platforminfo -j -p u250 pinfo2.json
cmp pinfo.json pinfo2.json || problem "$command: another text"
run 0 platforminfo --json=hardwarePlatform.extensions u250
says out '"DDR": "4",'
run 1 platforminfo --json=hardwarePlatform.devices[0].fpga u250
run 0 platforminfo --list
python3 -c 'import json, sys
names = [p["baseName"] for p in json.load(open(sys.argv[1]))["platforms"]]
assert len(names) >= 6 and sum(n.startswith("xilinx_u55c") for n in names) == 1' out || problem "$command: not that JSON"
run 0 platforminfo -p u250 -jhardwarePlatform.systemClocks
python3 -c 'import json, sys
clocks = json.load(open(sys.argv[1]))
assert [float(c["frequency"]) for c in clocks if c["default"] == "true"] == [300], clocks' out || problem "$command: not that JSON"
run 0 platforminfo u50 -o info.txt
run 1 platforminfo u50 -o info.txt
says err "'info.txt' exists"
run 0 platforminfo u50 -o info.txt --force
run 1 platforminfo -p u250 --json=nothing
says err 'unknown key'
run 1 platforminfo -p zcu102
says err '^platforminfo: error: no board "zcu102"; known boards: aws-f1, u200, u250'
run 1 platforminfo
says err 'no platform'

run 0 emconfigutil --platform xilinx_u250_gen3x16_xdma_3_1_202020_1 --nd 3 --od sub
[ "$(grep -c '"Name": "xilinx_u250_gen3x16_xdma_3_1_202020_1",' sub/emconfig.json)" = 3 ] ||
	problem "emconfig.json does not hold the three boards"
run 0 emconfigutil -f u55c -s
says emconfig.json '"Name": "xilinx_u55c'
run 1 emconfigutil -f u250 --nd 0
says err "--nd '0': expected a number from 1 to 16"
run 1 emconfigutil -f u250 --nd two
run 1 emconfigutil
says err 'no platform'
run 1 emconfigutil -f u99
says err 'no board "u99"'
run 0 emconfigutil -f u250 --od a/b/c
[ -s a/b/c/emconfig.json ] || problem "$command: no file"
touch file
run 1 emconfigutil -f u250 --od file/c
says err "cannot create 'file/c': Not a directory"
run 1 emconfigutil -f u250 more
says err "unexpected argument 'more'"
run 1 emconfigutil -f 'xilinx_u250_"x"'
says err "not a platform's name"

exit $((failures > 0))
