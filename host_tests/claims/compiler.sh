#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# compiler.sh FPGACLC: what is claimed of the compiler's messages.
. "$(dirname "$0")/../tools/lib.sh"
fpgaclc=$1

# Local memory that a kernel declares, at the device's limit and beyond.
compile_local() {
	cat >local.cl <<-END
		__kernel void keep(__global int *out) {
			__local int kept[$1];
			kept[get_local_id(0)] = 1;
			out[get_global_id(0)] = kept[get_local_id(0)];
		}
	END
	call 0 "$fpgaclc" -t sw_emu --platform u250 local.cl -o local.xclbin
}
compile_local 16384
[ -s err ] && problem "$command: warned"
compile_local 16385
says err "kernel 'keep' declares 65540 bytes of __local variables, but a device has 65536"

[ "$failures" = 0 ]
