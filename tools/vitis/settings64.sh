# SPDX-License-Identifier: Apache-2.0
# Sourced by bash or zsh. Sets the variables that Makefiles of Vitis projects expect, so that `make
# run TARGET=sw_emu PLATFORM=...` builds and runs them with fpgacl. The tree is the directory of
# this file. setup.sh, its name in the vendor's runtime, is the same file.
if [ -n "${BASH_SOURCE:-}" ]; then
	fpgacl_tree=$(eval 'echo "${BASH_SOURCE[0]}"') # hidden from shells that cannot parse it
else
	fpgacl_tree=$0
fi
fpgacl_tree=$(cd "$(dirname "$fpgacl_tree")" && pwd)
# The directory named after the version contains links to the tree.
fpgacl_tree=${fpgacl_tree%/Vitis/2022.2}
# Other shells do not say which file they source; there the tree is one that was sourced before.
[ -e "$fpgacl_tree/vendors/fpgacl.icd" ] || fpgacl_tree=${XILINX_SDX:-}
if [ ! -e "$fpgacl_tree/vendors/fpgacl.icd" ]; then
	echo "settings64.sh: bash or zsh has to source this file" >&2
	unset fpgacl_tree
	return 1
fi

export XILINX_VITIS="$fpgacl_tree/Vitis/2022.2"
export XILINX_HLS="$fpgacl_tree/Vitis/2022.2"
export XILINX_VIVADO="$fpgacl_tree"
# An XRT newer than 2.13 that was set up before stays: it cannot load the emulation that the tree has for 2.13.
if [ ! -e "${XILINX_XRT:-}/include/xrt/xrt_hw_context.h" ] || [ -e "$XILINX_XRT/vendors/fpgacl.icd" ]; then
	export XILINX_XRT="$fpgacl_tree"
fi
# Newer versions of XRT otherwise map all buffers from one file for the whole board.
export VITIS_SW_EMU_DISABLE_SINGLE_MMAP=1
# The name in versions before 2019.2.
export XILINX_SDX="$fpgacl_tree"
# The same for Intel's SDK, under its name before 2017, too.
export INTELFPGAOCLSDKROOT="$fpgacl_tree/intel"
export ALTERAOCLSDKROOT="$fpgacl_tree/intel"
export AOCL_BOARD_PACKAGE_ROOT="$fpgacl_tree/intel/board"
# Where Makefiles look for platform files. boards/ has the newest shells; platforms/ also has older
# ones.
export PLATFORM_REPO_PATHS="${PLATFORM_REPO_PATHS:-$fpgacl_tree/boards}"
export OCL_ICD_VENDORS="$fpgacl_tree/vendors"
# Do not list anything twice if sourced twice.
case ":$PATH:" in
*":$XILINX_VITIS/bin:"*) ;;
# CMake modules that search for v++ derive the installation directory from this path.
*) export PATH="$XILINX_VITIS/bin:$PATH" ;;
esac
case ":${LD_LIBRARY_PATH:-}:" in
*":$fpgacl_tree/lib:"*) ;;
*) export LD_LIBRARY_PATH="$fpgacl_tree/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" ;;
esac
unset fpgacl_tree
