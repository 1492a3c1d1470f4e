#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# estimates.sh FPGACLC FPGACL PLUGIN: what -t hw_emu estimates for kernels that run as native code.
# PLUGIN is the LLVM version of the compiler's plugin; 0: there is no plugin, and so no estimate.
set -u
fpgaclc=$1 fpgacl=$2 plugin=$3
[ "$plugin" = 0 ] && { echo "estimates.sh: skipped: no clang with LLVM's headers is installed"; exit 77; }
. "$(dirname "$0")/lib.sh"
unset FPGACL_LOG FPGACL_LOG_FILE FPGACL_TRACE FPGACL_SUMMARY XCL_EMULATION_MODE
export FPGACL_DEVICES=emu:u250

cat >kernels.cpp <<'CODE'
#include <hls_burst_maxi.h>
#include <hls_stream.h>
#include <string.h>

/* 12 bytes for each number, in two banks. */
extern "C" void vadd(const int *a, const int *b, int *c, int n)
{
#pragma HLS interface m_axi port=a bundle=one
#pragma HLS interface m_axi port=b bundle=two
#pragma HLS interface m_axi port=c bundle=one
	for (int i = 0; i < n; i++)
		c[i] = a[i] + b[i];
}

static void load(const int *in, hls::stream<int> &out, int n)
{
	for (int i = 0; i < n; i++)
		out.write(in[i]);
}
static void store(hls::stream<int> &in, int *out, int n)
{
	for (int i = 0; i < n; i++)
		out[i] = in.read();
}
extern "C" void flow(const int *in, int *out, int n)
{
#pragma HLS DATAFLOW
	hls::stream<int> between;
	load(in, between, n);
	store(between, out, n);
}

extern "C" void source(const int *in, hls::stream<int> &out, int n)
{
#pragma HLS interface axis port=out
	load(in, out, n);
}
extern "C" void sink(hls::stream<int> &in, int *out, int n)
{
#pragma HLS interface axis port=in
	store(in, out, n);
}

/* Executions of these overlap. */
extern "C" void feed(const int *in, hls::stream<int> &out, int n)
{
#pragma HLS interface ap_ctrl_chain port=return
#pragma HLS interface axis port=out
	load(in, out, n);
}
static void pass_on(hls::stream<int> &in, hls::stream<int> &out, int n)
{
	for (int i = 0; i < n; i++)
		out.write(in.read());
}
extern "C" void pass(hls::stream<int> &in, hls::stream<int> &out, int n)
{
#pragma HLS interface ap_ctrl_chain port=return
#pragma HLS interface axis port=in
#pragma HLS interface axis port=out
#pragma HLS DATAFLOW
	hls::stream<int> between;
	pass_on(in, between, n);
	pass_on(between, out, n);
}
extern "C" void drain(hls::stream<int> &in, int *out, int n)
{
#pragma HLS interface axis port=in
	store(in, out, n);
}

/* 256 bytes at once, and a pointer that moves; what stays in the kernel does not count. */
extern "C" void mixed(const char *from, char *to, int n)
{
	char buffer[256];
	const char *end = from + n;
	int sum = 0;

	memcpy(buffer, from, sizeof(buffer));
	for (; from < end; from++)
		sum += buffer[*from & 255];
	memset(to, sum, 100);
}

/* The condition decides what is written. */
extern "C" void some(const int *from, int *to, int n)
{
	for (int i = 0; i < n; i++)
		if (from[i] > 0)
			to[i] = from[i];
}

extern "C" void burst(hls::burst_maxi<int> m, int n)
{
	int sum = 0;

	m.read_request(0, n);
	for (int i = 0; i < n; i++)
		sum += m.read();
	m.write_request(0, 1);
	m.write(sum);
	m.write_response();
}
CODE
cat >kernels.cl <<'CODE'
__kernel void items(__global const int *a, __global int *b, int n)
{
	int i = get_global_id(0);

	if (i < n)
		b[i] = a[i] * 2;
}
CODE
cat >plain.c <<'CODE'
void plain(const int *a, int *b, int n)
{
	for (int i = 0; i < n; i++)
		b[i] = a[i];
}
CODE
names="vadd flow source sink feed pass drain mixed some burst items plain"
link() { # TARGET OPTIONS...
	call 0 "$fpgaclc" -t "$1" --platform u250 $(for name in $names; do echo -k $name; done) kernels.cpp kernels.cl plain.c \
		--connectivity.sc source_1.out:sink_1.in --connectivity.sc feed_1.out:pass_1.in \
		--connectivity.sc pass_1.out:drain_1.in --connectivity.sp vadd_1.b:DDR[1] \
		--connectivity.sp flow_1.in:DDR[2] --connectivity.sp flow_1.out:DDR[3] "${@:2}"
}
run() { # IMAGE KERNEL ARGUMENTS...
	call 0 env FPGACL_LOG=info "$fpgacl" run "$1" --kernel "$2" "${@:3}"
}

link hw_emu --no-cycles -o fast.xclbin
link hw_emu --no-cycles -O0 -o slow.xclbin
printf '%s\n' $(seq -499 500) >half.csv # 500 of 1000 are above 0
for image in fast.xclbin slow.xclbin; do
	# 8000 bytes through DDR[0], which moves 19200 MB/s.
	run $image vadd --arg a=1000xint --arg b=1000xint --arg c=1000xint --arg n=1000
	says err 'vadd:vadd_1: estimate: at least 0.417 us on a board, 125 cycles at 300 MHz \(DDR\[0\], 19200 MB/s\)'
	says err 'vadd:vadd_1: estimate: port M_AXI_ONE: reads 4000 bytes, writes 4000'
	says err 'vadd:vadd_1: estimate: port M_AXI_TWO: reads 4000 bytes, writes 0'
	run $image plain --arg a=1000xint --arg b=1000xint --arg n=1000
	says err 'port M_AXI_GMEM: reads 4000 bytes, writes 4000'
	run $image some --arg from=1000xint@half.csv --arg to=1000xint --arg n=1000
	says err 'writes 2000'
	run $image mixed --arg from=1000xchar --arg to=1000xchar --arg n=1000
	says err 'port M_AXI_GMEM: reads 1256 bytes, writes 100'
	run $image burst --arg m=1000xint --arg n=1000
	says err 'port M_AXI_GMEM: reads 4000 bytes, writes 4'
	run $image flow --arg in=1000xint --arg out=1000xint --arg n=1000
	says err 'port M_AXI_GMEM: reads 4000 bytes, writes 4000'
	# One port to two banks, each of which transfers half of the bytes.
	says err 'flow_1: estimate: at least 0.208 us on a board, 62 cycles at 300 MHz \(DDR\[[23]\], 19200 MB/s\)'
	run $image source --arg in=1000xint --arg n=1000 --kernel sink --arg out=1000xint --arg n=1000
	says err 'source_1: estimate: at least 3.333 us on a board, 1000 cycles at 300 MHz \(port out, one packet a cycle\)'
	says err 'source_1: estimate: port out: writes 4000 bytes in 1000 packets'
	says err 'sink_1: estimate: port M_AXI_GMEM: reads 0 bytes, writes 4000'
	# Each execution counts its own packets, even while others use the port.
	run $image $(for n in 1000 2000 3000; do
		echo "--kernel feed --arg in=${n}xint --arg n=$n --kernel pass --arg n=$n"
	done | sed '1s/--kernel feed/feed/') --kernel drain --arg out=6000xint --arg n=6000
	for n in 1000 2000 3000; do
		[ "$(grep -c "estimate: port [a-z]*: [a-z]* $((4 * n)) bytes in $n packets" err)" = 3 ] ||
			problem "$image: packets of overlapping executions: expected $n at three ports: $(grep packets err)"
	done
	# Helper threads run some of these groups.
	run $image items --arg a=1000000xint --arg b=1000000xint --arg n=999999 --range 1000000 --group 100
	says err 'port M_AXI_GMEM: reads 3999996 bytes, writes 3999996'
done

# Trace, summary, report and page mark the figure as an estimate.
call 0 env FPGACL_TRACE=out.json FPGACL_SUMMARY=1 "$fpgacl" run fast.xclbin --kernel vadd --arg a=1000xint --arg b=1000xint \
	--arg c=1000xint --arg n=1000
says err '^estimates for a board  *bytes  *at least us  bound$'
says err '^  vadd:vadd_1  *12000  *0.417  DDR\[0\], 19200 MB/s$'
call 0 "$fpgacl" report out.json -o page.html
says page.html '"least":0.417,.*"bound":"DDR\[0\], 19200 MB\\/s"'
call 0 python3 - out.json <<'PY'
import json, sys
(execution,) = [e["args"] for e in json.load(open(sys.argv[1])) if e.get("cat") == "cu"]
assert execution["estimated_bytes"] == 12000 and execution["estimated_least_us"] == 0.417, execution
assert execution["estimated_ports"] == "M_AXI_ONE: reads 4000, writes 4000; M_AXI_TWO: reads 4000, writes 0", execution
assert "cycles" not in execution, execution
PY

# For sw_emu nothing is counted.
link sw_emu -o plain.xclbin
run plain.xclbin vadd --arg a=1000xint --arg b=1000xint --arg c=1000xint --arg n=1000
grep -q estimate err && problem "an estimate for sw_emu"
exit $((failures > 0))
