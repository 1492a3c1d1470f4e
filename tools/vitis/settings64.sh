# SPDX-License-Identifier: Apache-2.0
# Sourced by bash or zsh: sets what Makefiles of Vitis projects look for, so that `make run TARGET=sw_emu
# PLATFORM=...` builds and runs them with fpgacl. The tree is the folder that this file lies in.
if [ -n "${BASH_SOURCE:-}" ]; then
	fpgacl_tree=${BASH_SOURCE[0]}
else
	fpgacl_tree=$0
fi
fpgacl_tree=$(cd "$(dirname "$fpgacl_tree")" && pwd)

export XILINX_VITIS="$fpgacl_tree"
export XILINX_HLS="$fpgacl_tree"
export XILINX_VIVADO="$fpgacl_tree"
export XILINX_XRT="$fpgacl_tree"
export OCL_ICD_VENDORS="$fpgacl_tree/vendors"
# Sourced twice, nothing is listed twice.
case ":$PATH:" in
*":$fpgacl_tree/bin:"*) ;;
*) export PATH="$fpgacl_tree/bin:$PATH" ;;
esac
case ":${LD_LIBRARY_PATH:-}:" in
*":$fpgacl_tree/lib:"*) ;;
*) export LD_LIBRARY_PATH="$fpgacl_tree/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" ;;
esac
unset fpgacl_tree
