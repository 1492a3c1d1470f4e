#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# arm64_kernels.sh FPGACLC PLUGIN: the compiler and its plugin generate arm64 code for a kernel in
# OpenCL C, also on other processors. The test arm64, and machines of that kind, run such code.
. "$(dirname "$0")/lib.sh"
fpgaclc=$1 plugin=$2
clang=$("$fpgaclc" --print-clang)
"$clang" --print-targets | grep -q aarch64 || { echo "skipped: $clang makes no code for arm64"; exit 77; }
"$clang" --version | grep -q "clang version $3\." || { echo "skipped: the plugin is for clang $3"; exit 77; }
cat >twice.cl <<'END'
__kernel void once(__global double *x) { *x += 1; }
__kernel void twice(__global double *x) { once(x); once(x); }
END
# An option that fpgaclc passes (opencl/library/library.c); without it, there are no doubles.
for level in -O0 -O2; do
	call 0 "$clang" --target=aarch64-linux-gnu -x cl -cl-std=CL1.2 -Xclang -cl-ext=+all $level \
		-fpass-plugin="$plugin" -c twice.cl -o twice.o
	call 0 readelf -h twice.o
	says out 'AArch64'
done
[ "$failures" = 0 ]
