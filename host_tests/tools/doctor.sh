#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# doctor.sh TOOL LIBRARY IMAGES: `fpgacl doctor` finds each problem, and only that problem.
. "$(dirname "$0")/lib.sh"
unset FPGACL_DEVICES FPGACL_VISIBLE_DEVICES FPGACL_BOARD_PATH FPGACL_LOG XCL_EMULATION_MODE XILINX_XRT
tool=$1 library=$2 images=$3

mkdir good empty broken
echo "$library" >good/fpgacl.icd
echo "/nonexistent/libfpgacl.so" >broken/fpgacl.icd
export OCL_ICD_VENDORS=$PWD/good

doctor() { call "$1" "$tool" doctor "${@:2}"; }
wrong() {
	says out "^wrong +$1"
	[ "$(grep -c '^wrong' out)" = "${2:-1}" ] || problem "$command: more is wrong than that"
}

doctor 0
says out '^good +the OpenCL loader is /.*libOpenCL'
says out "^good +$PWD/good/fpgacl.icd names $library"
says out '^good +device 0 is emu:u250'
says out '^good +fpgaclc compiles with '
says out '^note +the platform is named fpgacl; .*XCL_EMULATION_MODE=sw_emu'
says out '^no problems found'
# As packages install them: the tools in the compiler's folder.
mkdir beside
cp "$tool" "$(dirname "$tool")/fpgaclc" beside
ln -s "$(beside/fpgaclc --print-clang)" beside
PATH=$PWD/beside:$PATH call 0 beside/fpgacl doctor
says out "^good +fpgaclc compiles with $PWD/beside/clang"
doctor 0 "$images/vadd.xclbin"
says out '^good +device 0, emu:u250, accepts '

OCL_ICD_VENDORS=$PWD/empty doctor 1
wrong 'no vendors file in .*/empty names libfpgacl.so, so clGetPlatformIDs returns -1001'
OCL_ICD_VENDORS=$PWD/broken doctor 1
wrong '.*/broken/fpgacl.icd names a library that cannot be opened: ' 2
OCL_ICD_VENDORS=$PWD/missing doctor 1
wrong 'the folder of vendors files, .*/missing, cannot be read' 2
FPGACL_DEVICES=emu:u999 doctor 1
wrong 'a device is not offered: ' 2
doctor 1 "$images/vadd_u50.xclbin"
wrong 'device 0, emu:u250, refuses .*vadd_u50.xclbin: '
doctor 1 good/fpgacl.icd
wrong 'good/fpgacl.icd is not an image: clCreateProgramWithBinary returns -42'
# XRT is where the backend finds it. A root without XRT is an error if there is no other. The tree
# for Vitis projects, to which its settings64.sh points XILINX_XRT, does not count as an XRT.
doctor 0
if grep -q 'built without XRT' out; then
	:
elif grep -q '^good *XRT is in ' out; then
	xrt=$(sed -n 's/^good *XRT is in //p' out)
	mkdir root
	ln -s "$xrt" root/lib
	[ -e root/lib/libxrt_coreutil.so.2 ] || problem "$command: there is no XRT"
	XILINX_XRT=$PWD/root doctor 0
	says out "^good +XRT is in $(realpath "$xrt")\$"
	XILINX_XRT=$PWD/empty doctor 0
	says out '^note +XILINX_XRT is .*/empty, where there is no XRT; the one in .* is used'
else
	says out '^note +XRT is not installed.*: only cards need it'
	XILINX_XRT=$PWD/empty doctor 1
	wrong 'XRT is not installed'
fi
mkdir -p tree/vendors
: >tree/vendors/fpgacl.icd
XILINX_XRT=$PWD/tree doctor 0
grep -q "^[a-z]* *XILINX_XRT is" out && problem "$command: the tree for Vitis projects is no XRT"

# A libOpenCL that is itself a driver: it exports the calls, and does not read vendors files.
mkdir own
echo 'int clGetPlatformIDs(void) { return 0; }' >own.c
cc -shared -fPIC -Wl,-soname,libOpenCL.so.1 own.c -o own/libOpenCL.so.1
LD_LIBRARY_PATH=$PWD/own doctor 1
wrong '.*/own/libOpenCL.so.1 is not an ICD loader but a driver'

# Notes on what kernels in some languages need.
mkdir languages
ln -s "$(realpath "$tool")" "$(realpath "$(dirname "$tool")/fpgaclc")" languages
ln -s "$("$tool" doctor | sed -n 's/^good *fpgaclc compiles with //p')" "$(command -v ld)" languages
PATH=$PWD/languages call 0 languages/fpgacl doctor
for program in verilator ghdl; do says out "^note +$program is not on PATH: only kernels in "; done
printf '#!/bin/sh\n' >languages/verilator
chmod +x languages/verilator
PATH=$PWD/languages call 0 languages/fpgacl doctor
grep -q verilator out && problem "$command: a verilator on PATH is missing"

# Without a compiler, and without fpgaclc beside it.
mkdir bin
cp "$tool" bin/fpgacl
call 1 env PATH=/nonexistent "$PWD/bin/fpgacl" doctor
says out '^wrong +fpgaclc finds no compiler, or is missing'
exit $((failures > 0))
