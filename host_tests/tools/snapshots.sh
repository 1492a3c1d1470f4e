#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# snapshots.sh FPGACLC FPGACL SOURCES DESCRIPTION: the last cycles of Verilog kernels (fpgaclc --snapshots) show what a
# waveform from the start shows, whatever ends a launch.
set -u
fpgaclc=$1 fpgacl=$2 sources=$3 description=$4 here=$(cd "$(dirname "$0")" && pwd)
unset FPGACL_LOG FPGACL_LOG_FILE FPGACL_TRACE FPGACL_WAVES FPGACL_WAVES_RUNS FPGACL_WAVES_CYCLES FPGACL_WAVES_LAST \
	FPGACL_EMU_CHECK FPGACL_TIMEOUT_S FPGACL_EMU_STALL_S
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
fail() {
	echo "$1" >&2
	head -c 2000 log >&2
	exit 1
}
expect() { grep -Eq "$1" log || fail "expected: $1"; }
refuse() { ! grep -Eq "$1" log || fail "not expected: $1"; }
command -v verilator >/dev/null || exit 77
verilator --version | grep -q '^Verilator 4' && exit 77
export FPGACL_CACHE_DIR=$folder/cache FPGACL_DEVICES=emu:u250 FPGACL_TIMEOUT_S=100

# The kernel `scale` with bugs that show in its last hundred words, one for each of some factors: it waits for what it
# has not asked for; it asks for a burst of a reserved type; it ends the simulation; or it goes on for ever.
mkdir src
cp "$sources"/*.sv "$sources"/*.v "$sources"/*.vh src/
cp "$description" kernel.xml
sed -i 's/^logic \[15:0\] factor;/&\nlogic late;\nlogic [31:0] spins;\nassign late = left < 100;/
	s/^assign m_axi_gmem_arvalid = .*/assign m_axi_gmem_arvalid = phase == ASK \&\& !(late \&\& factor == 901);/
	s/^assign m_axi_gmem_arburst = .*/assign m_axi_gmem_arburst = late \&\& factor == 902 ? 2'"'b11 : 2'b01"';/
	s/^\tASK: begin/&\n\t\tif (late \&\& factor == 903) $stop;\n\t\tif (left == 504) $display("halfway");/
	s/if (m_axi_gmem_arready)/if (late \&\& factor == 904) spins <= spins + 1; else &/' src/scale.sv
grep -q 'arburst = late' src/scale.sv && grep -q stop src/scale.sv || fail "the sources have changed"
link() { "$fpgaclc" -t hw_emu --platform u250 -k scale kernel.xml src/*.sv src/*.v src/*.vh "$@" >log 2>&1; }
link --snapshots --waves vcd --connectivity.nk scale:2 -o scale.xclbin || fail "cannot link with --snapshots"
run() { # FACTOR: of 1,000 words
	"$fpgacl" run scale.xclbin --kernel scale:scale_1 --arg from=1000xint --arg to=1000xint --arg count=1000 \
		--arg factor="$1" -o to=to.npy >log 2>&1
}
same() { python3 "$here/same_waves.py" "$@" >log 2>&1 || fail "$*: the waveforms differ"; }

# Nobody asks, and nothing fails: no waveform.
run 3 || fail "the kernel failed"
[ -e waves ] && fail "a waveform was written that nobody asked for"
cp to.npy plain.npy
# Asked for: the last cycles, although all went well; what the HDL prints appears once.
FPGACL_WAVES=full run 3 || fail "the kernel failed"
FPGACL_LOG=info FPGACL_WAVES=last FPGACL_WAVES_LAST=700 run 3 || fail "the kernel failed"
[ "$(grep -c halfway log)" = 1 ] || fail "expected one line of the HDL"
cmp to.npy plain.npy || fail "the results differ"
same full/scale_1.vcd last/scale_1.vcd 700
# More cycles than there are.
rm -rf last
FPGACL_WAVES=last FPGACL_WAVES_LAST=1000000 run 3 || fail "the kernel failed"
cycles=$(grep -c '^#' full/scale_1.vcd)
same full/scale_1.vcd last/scale_1.vcd $((cycles / 2 - 20)) # without the reset
# A window of cycles; the others run without a waveform.
FPGACL_WAVES=window FPGACL_WAVES_CYCLES=1001-1200 run 3 || fail "the kernel failed"
same full/scale_1.vcd window/scale_1.vcd 200 $((cycles / 2 - 20 - 1200))
# What fails in a cycle.
fails() { # FACTOR SENTENCE
	rm -rf full waves last
	FPGACL_WAVES=full run "$1" && fail "factor $1: expected a failure"
	expect "$2"
	run "$1" && fail "factor $1: expected a failure"
	expect "$2.*; the last 1000 clock cycles are in waves/scale_1\.vcd\$"
	same full/scale_1.vcd waves/scale_1.vcd 1000
	FPGACL_WAVES=last FPGACL_WAVES_LAST=20 run "$1" && fail "factor $1: expected a failure"
	expect "; the last 20 clock cycles are in last/scale_1\.vcd\$"
	same full/scale_1.vcd last/scale_1.vcd 20
}
fails 901 'the kernel is stuck and has not raised ap_done'
fails 902 'burst type 3 is reserved'
rm -rf waves
FPGACL_WAVES_LAST=0 run 902 && fail "factor 902: expected a failure"
refuse "clock cycles are in"
[ -e waves ] && fail "FPGACL_WAVES_LAST=0 writes a waveform"
fails 903 'the HDL ended its simulation: .stop or an assertion'
# The engine finds out that an address is in no buffer.
rm -rf full waves
beyond() {
	"$fpgacl" run scale.xclbin --kernel scale:scale_1 --arg from=1024xint --arg to=1024xint --arg count=2500 --arg factor=3 \
		>log 2>&1
}
FPGACL_WAVES=full beyond && fail "bursts behind a buffer went unnoticed"
beyond && fail "bursts behind a buffer went unnoticed"
expect 'at offset [0-9]* of argument .*; the last 1000 clock cycles are in waves/scale_1\.vcd$'
same full/scale_1.vcd waves/scale_1.vcd 1000
# The engine's limit of time, which it applies between two cycles.
rm -rf waves
FPGACL_TIMEOUT_S=1 run 904 && fail "a kernel went on for ever"
expect 'FPGACL_TIMEOUT_S.*; the last 1000 clock cycles are in waves/scale_1\.vcd$'
[ "$(grep -c '^#' waves/scale_1.vcd)" = 2000 ] || fail "expected 1,000 cycles"

# What cannot be saved is refused, and an image without snapshots says so.
cp src/scale.sv scale.sv
for bad in 'integer f; initial f = $fopen("x", "w"); // $fopen' 'logic [31:0] r; always @(posedge ap_clk) r <= $urandom; // $urandom' \
	'int q [$]; always @(posedge ap_clk) begin q.push_back(left); if (q.size() == 7) $display("seven"); end // $queues'; do
	sed "s|^endmodule|$bad\nendmodule|" scale.sv >src/scale.sv
	link --snapshots -o x.xclbin && fail "${bad#*// [$]}: accepted"
	expect "^fpgaclc: error: --snapshots: kernel 'scale' .*${bad#*// [$]}.* cannot be saved; link it without"
done
cp scale.sv src/scale.sv
link -o plain.xclbin || fail "cannot link"
FPGACL_WAVES_LAST=5 "$fpgacl" run plain.xclbin --kernel scale --arg from=9xint --arg to=9xint --arg count=9 --arg factor=3 \
	>log 2>&1 || fail "the kernel failed"
expect '^fpgacl: FPGACL_WAVES_LAST: scale:scale_1 has no snapshots; link its image again with fpgaclc -l --snapshots$'

# A host without sanitizers cannot load a library that has them.
ldd "$fpgacl" | grep -q 'lib[at]san' && exit 0

# Two units at a time, each with its own bug; and two units that pass words around in a circle, until one loses them.
cat >host.c <<'END'
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
static unsigned char binary[1 << 25];
static void CL_CALLBACK notify(const char *text, const void *info, size_t size, void *user)
{
	fprintf(stderr, "%s\n", text);
}
int main(int argc, char **argv)
{
	const unsigned char *bytes = binary;
	size_t size = fread(binary, 1, sizeof(binary), fopen(argv[1], "rb"));
	cl_platform_id platform;
	cl_device_id device;
	cl_event events[8];
	int n = 0;
	clGetPlatformIDs(1, &platform, NULL);
	clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
	cl_context context = clCreateContext(NULL, 1, &device, notify, NULL, NULL);
	cl_command_queue queue = clCreateCommandQueue(context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, NULL);
	cl_program program = clCreateProgramWithBinary(context, 1, &device, &size, &bytes, NULL, NULL);
	for (int i = 2; i + 3 < argc; i += 4, n++) {
		cl_kernel kernel = clCreateKernel(program, argv[i], NULL);
		cl_uint buffers = (cl_uint)atoi(argv[i + 1]), count = (cl_uint)atoi(argv[i + 2]);
		cl_ushort factor = (cl_ushort)atoi(argv[i + 3]);
		for (cl_uint j = 0; j < buffers; j++) {
			cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 4 * count, NULL, NULL);
			clSetKernelArg(kernel, j, sizeof(buffer), &buffer);
		}
		clSetKernelArg(kernel, buffers, sizeof(count), &count);
		clSetKernelArg(kernel, buffers + 1, sizeof(factor), &factor);
		if (clEnqueueTask(queue, kernel, 0, NULL, &events[n]))
			return 2;
	}
	clFinish(queue);
	for (int i = 0; i < n; i++) {
		cl_int status = 0;
		clGetEventInfo(events[i], CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL);
		printf("%s\n", status < 0 ? "failed" : "ran");
	}
	return 0;
}
END
cc -w host.c -o host -lOpenCL >log 2>&1 || fail "cannot compile a host"
rm -rf waves full
both() { ./host scale.xclbin 'scale:{scale_1}' 2 1000 901 'scale:{scale_2}' 2 1500 902 >log 2>&1 || fail "the host failed"; }
FPGACL_WAVES=full both
both
[ "$(grep -c '^failed$' log)" = 2 ] || fail "expected two failures"
expect 'stuck.*; the last 1000 clock cycles are in waves/scale_1\.vcd'
expect 'type 3 is reserved; the last 1000 clock cycles are in waves/scale_2\.vcd'
cp log both.log
same full/scale_1.vcd waves/scale_1.vcd 1000
same full/scale_2.vcd waves/scale_2.vcd 1000

# A cycle of a captured run.
rm -rf waves full
once() { ./host scale.xclbin 'scale:{scale_1}' 2 1000 3 >log 2>&1 || fail "the host failed"; }
FPGACL_WAVES=full once
FPGACL_CAPTURE=run.fclcap once
[ -e waves ] && fail "a waveform was written that nobody asked for"
"$fpgacl" replay --yes --waves-around 1101 run.fclcap >log 2>&1 || fail "cannot replay"
cycles=$(grep -c '^#' full/scale_1.vcd)
same full/scale_1.vcd waves/scale_1.vcd 1001 $((cycles / 2 - 20 - 1601))
"$fpgacl" replay --yes --waves-around 0 run.fclcap >log 2>&1 && fail "cycle 0 was accepted"
expect '^fpgacl: replay: --waves-around needs a number'

mkdir circle
cp src/scale_control.v src/scale.vh circle/
cat >circle/pump.sv <<'END'
module pump (
	input logic ap_clk, ap_rst_n, output logic interrupt,
	input logic from_tvalid, output logic from_tready, input logic [31:0] from_tdata,
	output logic to_tvalid, input logic to_tready, output logic [31:0] to_tdata,
	input logic s_axi_control_awvalid, output logic s_axi_control_awready, input logic [11:0] s_axi_control_awaddr,
	input logic s_axi_control_wvalid, output logic s_axi_control_wready, input logic [31:0] s_axi_control_wdata,
	input logic [3:0] s_axi_control_wstrb, output logic s_axi_control_bvalid, input logic s_axi_control_bready,
	output logic [1:0] s_axi_control_bresp, input logic s_axi_control_arvalid, output logic s_axi_control_arready,
	input logic [11:0] s_axi_control_araddr, output logic s_axi_control_rvalid, input logic s_axi_control_rready,
	output logic [31:0] s_axi_control_rdata, output logic [1:0] s_axi_control_rresp
);
// First sends `factor` words; then passes on `count` words. With five words, it loses the last fifty.
typedef enum logic [1:0] {IDLE, FILL, READ, SEND} phase_t;
phase_t phase;
logic start, done;
logic [63:0] unused_from, unused_to;
logic [31:0] count, left, word;
logic [15:0] factor, tokens;
assign interrupt = 1'b0;
assign from_tready = phase == READ;
assign to_tvalid = phase == FILL || phase == SEND;
assign to_tdata = phase == FILL ? 32'(tokens) : word;
assign done = phase == SEND && to_tready && left == 0;
always_ff @(posedge ap_clk)
	if (!ap_rst_n) phase <= IDLE;
	else case (phase)
	IDLE: if (start) begin left <= count; tokens <= factor; phase <= FILL; end
	FILL: if (to_tready) begin tokens <= tokens - 1; if (tokens == 1) phase <= READ; end
	READ: if (from_tvalid) begin
		word <= from_tdata + 7;
		left <= left - 1;
		if (!(factor == 5 && left < 50)) phase <= SEND;
	end
	default: if (to_tready) phase <= left == 0 ? IDLE : READ;
	endcase
scale_control control (
	.clk(ap_clk), .rst_n(ap_rst_n),
	.awvalid(s_axi_control_awvalid), .awready(s_axi_control_awready), .awaddr(s_axi_control_awaddr),
	.wvalid(s_axi_control_wvalid), .wready(s_axi_control_wready), .wdata(s_axi_control_wdata),
	.wstrb(s_axi_control_wstrb), .bvalid(s_axi_control_bvalid), .bready(s_axi_control_bready),
	.bresp(s_axi_control_bresp), .arvalid(s_axi_control_arvalid), .arready(s_axi_control_arready),
	.araddr(s_axi_control_araddr), .rvalid(s_axi_control_rvalid), .rready(s_axi_control_rready),
	.rdata(s_axi_control_rdata), .rresp(s_axi_control_rresp),
	.ap_start(start), .ap_done(done), .ap_idle(phase == IDLE),
	.from(unused_from), .to(unused_to), .count(count), .factor(factor)
);
endmodule
END
cat >circle/kernel.xml <<'END'
<root versionMajor="1" versionMinor="6">
  <kernel name="pump" language="ip_c" vlnv="fpgacl:kernels:pump:1.0" hwControlProtocol="ap_ctrl_hs">
    <ports>
      <port name="from" mode="read_only" dataWidth="32" portType="stream"/>
      <port name="to" mode="write_only" dataWidth="32" portType="stream"/>
      <port name="S_AXI_CONTROL" mode="slave" range="0x1000" dataWidth="32" portType="addressable"/>
    </ports>
    <args>
      <arg name="count" addressQualifier="0" id="0" port="S_AXI_CONTROL" size="0x4" offset="0x28" type="uint"/>
      <arg name="factor" addressQualifier="0" id="1" port="S_AXI_CONTROL" size="0x2" offset="0x30" type="ushort"/>
      <arg name="from" addressQualifier="4" id="2" port="from" size="0x4" offset="0" type="stream&lt;int&gt;&amp;"/>
      <arg name="to" addressQualifier="4" id="3" port="to" size="0x4" offset="0" type="stream&lt;int&gt;&amp;"/>
    </args>
  </kernel>
</root>
END
"$fpgaclc" -t hw_emu --platform u250 --snapshots --waves vcd --connectivity.nk pump:2 --connectivity.sc pump_1.to:pump_2.from \
	--connectivity.sc pump_2.to:pump_1.from -k pump circle/kernel.xml circle/*.sv circle/*.v circle/*.vh -o pump.xclbin \
	>log 2>&1 || fail "cannot link units in a circle"
rm -rf waves
./host pump.xclbin 'pump:{pump_1}' 0 20000 5 'pump:{pump_2}' 0 20000 3 >log 2>&1 || fail "the host failed"
[ "$(grep -c '^failed$' log)" = 2 ] || fail "expected that both wait"
expect 'the last 1000 clock cycles are in waves/pump_1\.vcd'
expect 'the last 1000 clock cycles are in waves/pump_2\.vcd'
refuse 'differ from what happened'
# One waits for the other, which has not been started, as long as it is allowed to.
rm -rf waves
FPGACL_EMU_STALL_S=1 ./host pump.xclbin 'pump:{pump_1}' 0 20000 5 >log 2>&1 || fail "the host failed"
expect 'FPGACL_EMU_STALL_S allows; the last [0-9]+ clock cycles are in waves/pump_1\.vcd'
refuse 'differ from what happened'
# Both end well, and are asked.
FPGACL_WAVES=last FPGACL_WAVES_LAST=300 ./host pump.xclbin 'pump:{pump_1}' 0 20000 4 'pump:{pump_2}' 0 20000 3 >log 2>&1 ||
	fail "the host failed"
[ "$(grep -c '^ran$' log)" = 2 ] || fail "expected that both end"
for unit in 1 2; do
	[ "$(grep -c '^#' last/pump_$unit.vcd)" = 600 ] || fail "expected 300 cycles of pump_$unit"
done
exit 0
