#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# compiler.sh FPGACLC: tests what the docs claim about the compiler's messages.
. "$(dirname "$0")/../tools/lib.sh"
fpgaclc=$1

# A kernel's local memory, at the device's limit and above it.
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

# The size of the arguments, likewise.
echo 'struct s { int w[1022]; }; void fits(int *out, struct s s) { *out = s.w[0]; }
struct t { int w[1023]; }; void beyond(int *out, struct t t) { *out = t.w[0]; }' >args.c
call 0 "$fpgaclc" -t sw_emu --platform u250 -k fits -k beyond args.c -o args.xclbin
says err "kernel 'beyond' has 4100 bytes of arguments, but a device takes 4096"
[ "$(wc -l <err)" = 1 ] || problem "$command: expected one warning"

# Options that no other test covers; --report_level and the like have no effect.
printf '%s\n' '#ifdef LIMIT' '#error' '#endif' 'void opt(int *out) { int never; *out = FORTY + 2; }' >opt.c
call 0 "$fpgaclc" -t sw_emu -f u250 -k opt opt.c -o opt.xclbin --verbose -DLIMIT=1 -ULIMIT -D FORTY=40 -Wunused-variable \
	--save-temps --temp_dir kept --connectivity.slr opt_1:SLR0 --report_level 2
says err 'opt.c:4:.*unused variable'
cat out err | grep -q 'clang.* -DFORTY=40' || problem "$command: --verbose shows no command"
[ -d kept/opt.xclbin.temps ] || problem "$command: --temp_dir keeps nothing: $(ls -R kept)"
call 1 "$fpgaclc" -t sw_emu -f u250 -k opt opt.c -o opt.xclbin -DFORTY=40 --connectivity.slr none_1:SLR0
says err 'none_1'
call 0 "$fpgaclc" --help
call 0 "$fpgaclc" --version
says out '^fpgaclc [0-9.]+'

# Types that OpenCL C kernels cannot take are refused, and the message names the argument.
echo '__kernel void p(sampler_t how, __global int *out) { *out = 1; }' >sampler.cl
call 1 "$fpgaclc" -t sw_emu --platform u250 -cl-std=CL2.0 sampler.cl -o sampler.xclbin
says err "kernel 'p', argument 'how': sampler_t is not supported"

[ "$failures" = 0 ]
