# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
# import <fpgacl> <designs> <design> <folder>: imports one of the example designs, with what its files do not say.
import() {
	case $3 in
	litefury) set -- "$@" --identify 0x4c465259@0 "$2/$3/top.bd" "$2/$3/component.xml" ;;
	kcu116) set -- "$@" "$2/$3/top.hwh" "$2/$3/xvadd_hw.h" ;;
	two) set -- "$@" --name two --args vadd.a,b,sum,n "$2/$3/top.hwh" "$2/$3/xvadd_hw.h" ;;
	vcu118) set -- "$@" --uuid 6f1c7c52-5d11-4ff9-8f3b-6b4f6e0f7a10@0x10000 "$2/$3/top.hwh" "$2/$3/kernel.xml" ;;
	esac
	fpgacl_=$1 to=$4
	shift 4
	"$fpgacl_" card import "$@" -o "$to"
}

# into_two_interfaces <folder>: a copy of kcu116 becomes a design whose kernel has n in s_axi_control, and its buffers in
# s_axi_control_r.
into_two_interfaces() {
	sed -i 's/XVADD_CONTROL_\(ADDR\|BITS\)_\(A\|B\|SUM\)_/XVADD_CONTROL_R_\1_\2_/; s/0x34/0x10/' "$1/xvadd_hw.h"
	sed -i '/INSTANCE="vadd_1" MASTERBUSINTERFACE="M_AXI_LITE"/{p;s/0x44A1/0x44A2/g;s/s_axi_control/s_axi_control_r/}
		s/^ *<REGISTER NAME="a_1">/<\/REGISTERS><\/ADDRESSBLOCK><ADDRESSBLOCK INTERFACE="s_axi_control_r"><REGISTERS>&/
		s/^ *<REGISTER NAME="n">/<\/REGISTERS><\/ADDRESSBLOCK><ADDRESSBLOCK INTERFACE="s_axi_control"><REGISTERS>&/
		s/0x34/0x10/' "$1/top.hwh"
}

# bitstream <part>: a .bit file without a design.
bitstream() {
	printf '\000\011\017\360\017\360\017\360\017\360\000\000\001a\000\004top\000b\000'
	# shellcheck disable=SC2059
	printf "\\$(printf %03o $((${#1} + 1)))$1\000"
	printf 'c\000\0132026/11/29\000d\000\01108:00:00\000e\000\000\000\020'
	printf '\377\377\377\377\252\231\125\146\040\000\000\000\040\000\000\000'
}
