#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# install.sh CMAKE BUILD LIBDIR VENDORSDIR MODULES: a complete `cmake --install` under DESTDIR
# installs exactly these files (MODULES are those beside the library), leaves another vendor's files
# alone, and the installed compiler compiles a kernel without the build tree.
set -eu
cmake=$1 build=$2 vendorsdir=$4
modules=$5
prefix=/opt/x libdir=/opt/x/$3
tree=$prefix/libexec/fpgacl/vitis
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
root=$folder/root

mkdir -p "$root$vendorsdir"
echo libother.so >"$root$vendorsdir/other.icd"
DESTDIR=$root "$cmake" --install "$build" --prefix "$prefix" >"$folder/log" || {
	cat "$folder/log" >&2
	exit 1
}
cat >"$folder/expected" <<LIST
$prefix/bin/fpgacl
$prefix/bin/fpgaclc
$prefix/include/fpgacl/fpgacl_model.h
$tree/bin/aoc
$tree/bin/aocl
$tree/bin/fpga_crossgen
$tree/bin/fpga_libtool
$tree/bin/emconfigutil
$tree/bin/fpgacl
$tree/bin/perf_analyze
$tree/bin/platforminfo
$tree/bin/sdx_analyze
$tree/bin/tapa
$tree/bin/tapac
$tree/bin/v++
$tree/bin/vitis
$tree/bin/vitis-run
$tree/bin/vitis_hls
$tree/bin/vivado
$tree/bin/vivado_hls
$tree/bin/xbutil
$tree/bin/xclbinutil
$tree/bin/xcpp
$tree/bin/xocc
$tree/bin/xrt-smi
$tree/include/CL/cl.hpp
$tree/include/CL/cl2.hpp
$tree/include/CL/cl_ext.h
$tree/include/CL/cl_ext_intelfpga.h
$tree/include/CL/cl_ext_xilinx.h
$tree/include/CL/opencl.h
$tree/intel/bin
$tree/intel/board
$tree/intel/host/include
$tree/intel/host/linux64/bin
$tree/intel/host/linux64/lib
$tree/intel/include/kernel_headers/README
$tree/intel/init_opencl.sh
$tree/intel/lib/libOpenCL.so
$tree/intel/linux64/bin
$tree/intel/linux64/lib
$tree/lib/libacl_emulator_kernel_rt.so
$tree/lib/libalteracl.so
$tree/lib/libfpgacl.so
$tree/lib/libxilinxopencl.a
$tree/lib/libxilinxopencl.so
$tree/lib/libxrt_core.so
$tree/lib/libxrt_coreutil.so
$tree/lnx64/lib/csim/libhlsm-GCC46.so
$tree/lnx64/lib/csim/libhlsmc++-GCC46.so
$tree/lnx64/tools/fpo_v7_0/libIp_floating_point_v7_0_bitacc_cmodel.so
$tree/lnx64/tools/fpo_v7_0/libgmp.so
$tree/lnx64/tools/fpo_v7_0/libmpfr.so
$tree/lnx64/tools/fpo_v7_1/libIp_floating_point_v7_1_bitacc_cmodel.so
$tree/lnx64/tools/fpo_v7_1/libgmp.so
$tree/lnx64/tools/fpo_v7_1/libmpfr.so
$tree/settings64.sh
$tree/setup.sh
$tree/tps/lnx64/python-3.8.3/bin/python3
$tree/vendors/fpgacl.icd
$libdir/cmake/fpgacl/fpgaclConfig.cmake
$libdir/cmake/fpgacl/fpgaclConfigVersion.cmake
$libdir/fpgacl/libpi_fpgacl.so
$libdir/libfpgacl.so
$libdir/libfpgacl.so.0
$libdir/libfpgacl.so.0.1.0
$libdir/pkgconfig/fpgacl.pc
$prefix/share/bash-completion/completions/fpgacl
$prefix/share/bash-completion/completions/fpgaclc
$prefix/share/fpgacl/boards/board.rng
$prefix/share/zsh/site-functions/_fpgacl
$vendorsdir/fpgacl.icd
$vendorsdir/other.icd
LIST
for guide in README.md $(cd "$(dirname "$0")/../.." && find docs -type f); do
	echo "$prefix/share/doc/fpgacl-tools/$guide"
done >>"$folder/expected"
for module in $modules; do echo "$libdir/$module"; done >>"$folder/expected"
for board in "$(dirname "$0")"/../../board_support/*/board.xml; do
	echo "$prefix/share/fpgacl/boards/$(basename "$(dirname "$board")")/board.xml"
done >>"$folder/expected"
for tool in vivado hls vitis; do
	for script in "$(dirname "$0")"/../../tools/vitis/$tool.d/*; do
		echo "$tree/data/$tool/$(basename "$script")"
	done
done >>"$folder/expected"
for part in bin boards data include lib lnx64 platforms settings64.sh tps vendors; do
	echo "$tree/Vitis/2022.2/$part"
done >>"$folder/expected"
for page in "$build"/tools/packaging/*.1.gz; do
	[ ! -e "$page" ] || echo "$prefix/share/man/man1/$(basename "$page")"
done >>"$folder/expected"
echo "$libdir/fpgacl/libfpgacl_layer.so" >>"$folder/expected"
[ ! -e "$build/libopenvx.so" ] || cat >>"$folder/expected" <<LIST
$(cd "$(dirname "$0")/../../runtime/clients/openvx/include" && find VX -name '*.h' | sed "s|^|$prefix/include/|")
$libdir/fpgacl/vision/vision.vx.json
$libdir/fpgacl/vision/vision.xclbin
$libdir/libopenvx.so
$libdir/libopenvx.so.1
$libdir/libopenvx.so.1.3.0
$libdir/pkgconfig/openvx.pc
LIST
for file in fpgacl-slurm fpgacl-prolog fpgacl-epilog fpgacl-task-prolog shards.sbatch; do
	echo "$prefix/libexec/fpgacl/slurm/$file" >>"$folder/expected"
done
# For traffic generators.
emulation=$tree/data/emulation
older=$emulation/ip_utils/xtlm_ipc/xtlm_ipc_v1_0
source=$(dirname "$0")/../../tools/vitis/xtlm_ipc
{
	for bits in 8 16 32 64 128 256 512 1024 2048; do
		echo "$emulation/XO/sim_ipc_axis_master_$bits.xo"
		echo "$emulation/XO/sim_ipc_axis_slave_$bits.xo"
	done
	for kernel in aurora_flow_0 aurora_flow_1 cmac_0 cmac_1 cmac_krnl krnl_aurora networklayer \
		networklayer_63; do
		echo "$emulation/XO/$kernel.xo"
	done
	for file in "$source"/python/xilinx_xtlm/*.py protocol.py; do
		for place in "$emulation/python/xtlm_ipc" "$emulation/python/xtlm_ipc_v2" "$older/python"; do
			echo "$place/xilinx_xtlm/$(basename "$file")"
		done
	done
	for file in "$source"/python_v2/*.py; do
		echo "$emulation/python/xtlm_ipc_v2/$(basename "$file")"
	done
	for place in "$emulation/cpp/inc/xtlm_ipc" "$emulation/cpp/inc/xtlm_ipc/axis" "$older/cpp/inc"; do
		echo "$place/xtlm_ipc.h"
		echo "$place/fpgacl_xtlm_transfers.h"
		echo "$place/fpgacl_xtlm_connection.h"
		echo "$place/fpgacl_trust_rules.h"
		echo "$place/fpgacl_external.h"
	done
	for file in axis/empty.cpp common/empty.cpp common/empty.cc; do echo "$older/cpp/src/$file"; done
	for file in "$emulation/cpp/lib/libxtlm_ipc" "$older/cpp/lib/libxtlm_ipc" "$tree/lib/lnx64.o/librdizlib"; do
		echo "$file.a"
	done
	for version in 6.2.0 8.3.0 9.3.0; do
		echo "$tree/tps/lnx64/gcc-$version/bin/gcc"
		echo "$tree/tps/lnx64/gcc-$version/bin/g++"
	done
} >>"$folder/expected"
# Present only where the packages for it are installed.
for file in data/emulation/unified/cpu_em/generic_pcie/model/genericpciemodel data/emulation/unified/sw_emu \
	lib/libxrt_swemu.so.2 lib/libxrt_hwemu.so.2; do
	[ ! -e "$build/vitis/$file" ] || echo "$tree/$file"
done >>"$folder/expected"
[ ! -e "$build/bin/fpgacl-serve" ] || echo "$prefix/bin/fpgacl-serve
$prefix/share/fpgacl/fpgacl-serve.service" >>"$folder/expected"
echo "$prefix/bin/fpgacl-replay" >>"$folder/expected"
[ ! -e "$build/bin/fpgacl-device-plugin" ] || echo "$prefix/bin/fpgacl-device-plugin
$prefix/share/fpgacl/kubernetes/daemonset.yaml
$prefix/share/fpgacl/kubernetes/pod.yaml
$prefix/share/fpgacl/kubernetes/serve.yaml" >>"$folder/expected"
sort -o "$folder/expected" "$folder/expected"
# The headers for kernels are many, and more will be added, so they are not listed one by one; nor
# are the platforms' files.
(cd "$root" && find . -type f -o -type l) | sed 's/^\.//' | grep -v "$tree/include/[^C]" |
	grep -v "$tree/include/CL/opencl.hpp" | grep -v "$prefix/libexec/fpgacl/prepared/" | grep -Ev "$tree/(boards|platforms)/([^/]*)/\\2.xpfm" | sort >"$folder/found"
diff "$folder/expected" "$folder/found" >&2
echo "$libdir/libfpgacl.so.0" | diff - "$root$vendorsdir/fpgacl.icd" >&2
echo libother.so | diff - "$root$vendorsdir/other.icd" >&2

# The Slurm scripts tell from the name under which they run what to do, and report what is missing.
echo 'FPGACL_VISIBLE_DEVICES=none' | sed 's/^/export /' >"$folder/tasks"
echo "board 0000:17:00.1" >"$folder/boards"
FPGACL_SLURM_BOARDS=$folder/boards "$root$prefix/libexec/fpgacl/slurm/fpgacl-task-prolog" | diff "$folder/tasks" - >&2

# The tool finds the modules in the same way as the library.
if [ -n "$modules" ]; then
	(cd "$root$prefix/bin" && PATH=$PWD:$PATH && cd / && XCL_EMULATION_MODE=noop fpgacl list) |
		grep -q '^0 *xrt '
fi

echo 'extern "C" void copy(const int *in, int *out) { *out = *in; }' >"$folder/copy.cpp"
"$root$prefix/bin/fpgaclc" -t sw_emu --platform u280 -k copy "$folder/copy.cpp" -o "$folder/copy.xclbin"
[ -s "$folder/copy.xclbin" ]
# The compiler uses the payload support that the build precompiled.
FPGACL_CACHE_DIR=off "$root$prefix/bin/fpgaclc" --verbose -t sw_emu --platform u280 -k copy "$folder/copy.cpp" \
	-o "$folder/copy.xclbin" 2>"$folder/commands"
grep -q copy.cpp "$folder/commands"
if grep 'payload_support.c -o' "$folder/commands" >&2; then exit 1; fi

# The tree for Vitis projects works from any location.
echo '#include <CL/cl_ext_xilinx.h>
#include <stdio.h>
int main() { cl_platform_id id; char name[64] = "";
	if (!clGetPlatformIDs(1, &id, NULL)) clGetPlatformInfo(id, CL_PLATFORM_NAME, 64, name, NULL);
	return puts(name) < 0; }' >"$folder/host.cpp"
(
	unset OCL_ICD_VENDORS
	. "$root$tree/settings64.sh"
	cd "$folder"
	[ "$XILINX_VITIS$XILINX_XRT" = "$root$tree/Vitis/2022.2$root$tree" ]
	v++ -c -t sw_emu --platform u280 -k copy copy.cpp -o copy.xo
	v++ -l -t sw_emu --platform u280 copy.xo -o copy2.xclbin
	"$XILINX_VITIS/bin/v++" -c --mode hls -k copy copy.cpp -o copy3.xo
	emconfigutil --platform u280
	g++ -I"$XILINX_XRT/include" host.cpp -o host -L"$XILINX_XRT/lib" -lOpenCL
	XCL_EMULATION_MODE=sw_emu ./host | grep -qx Xilinx
	echo '__kernel void copy(__global const int *in, __global int *out) { *out = *in; }' >copy.cl
	aoc -march=emulator copy.cl
	[ -s copy.aocx ]
	# shellcheck disable=SC2046
	g++ $(aocl compile-config) host.cpp -o host $(aocl link-config)
	[ -e "$INTELFPGAOCLSDKROOT/host/include/CL/opencl.h" ]
	# Scripts find the loader in these folders only, and split flags at spaces.
	# shellcheck disable=SC2046
	ls $(aocl link-config | grep -o -- '-L[^ ]*' | cut -c3- | sed 's|$|/libOpenCL.so|') 2>/dev/null | grep -q .
	aocl compile-config | grep -qx -- '-I[^ ]* '
	# The C++ binding of OpenCL 1.2.
	echo '#include <CL/cl.hpp>
		int main() { VECTOR_CLASS<cl::Platform> all; cl::Program::Binaries none; cl::Platform::get(&all);
		none.push_back({"", size_t(0)}); return all.empty() || sizeof(cl::make_kernel<cl::Buffer &>) == 0; }' >older.cpp
	# shellcheck disable=SC2046
	g++ $(aocl compile-config) older.cpp -o older $(aocl link-config)
	./older
	! aocl reprogram-all 2>/dev/null
)
