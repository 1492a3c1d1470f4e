#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# hw_emulation.sh FPGACLC FPGACL SOURCES DESCRIPTION HOST: the commands of docs/hardware-emulation.md, with the kernel
# `scale` of host_tests/apps/vitis/rtl.
set -u
fpgaclc=$1 fpgacl=$2 sources=$3 description=$4 host=$5
unset FPGACL_LOG FPGACL_LOG_FILE FPGACL_TRACE FPGACL_WAVES FPGACL_WAVES_RUNS FPGACL_WAVES_CYCLES FPGACL_WAVES_LAST FPGACL_EMU_CHECK
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
fail() {
	echo "$1" >&2
	head -c 2000 log >&2
	exit 1
}
mkdir src
cp "$sources"/*.sv "$sources"/*.v "$sources"/*.vh src/
cp "$description" kernel.xml
export FPGACL_CACHE_DIR=$folder/cache FPGACL_DEVICES=emu:u250

link() { "$fpgaclc" -t hw_emu --platform u250 -k scale kernel.xml src/*.sv src/*.v src/*.vh "$@" >log 2>&1; }
run() {
	"$fpgacl" run "$1" --kernel scale --arg from=100xint --arg to=100xint --arg count=100 --arg factor=3 -o to=to.npy \
		>log 2>&1
}

link -o plain.xclbin || fail "cannot link"
link -c -o scale_rtl.xo || fail "cannot compile to a .xo file"
"$fpgacl" info --json scale_rtl.xo >log 2>&1 || fail "fpgacl info does not read the .xo file"
python3 - log <<'PY' || fail "wrong facts of the .xo file"
import json, sys
xo = json.load(open(sys.argv[1]))
(kernel,) = xo["kernels"]
assert (xo["container"], xo["target"], kernel["name"], kernel["language"]) == ("xo", "any", "scale", "ip_c"), xo
assert [(a["name"], a["qualifier"], a["offset"], a["size"], a["port"]) for a in kernel["arguments"]][1:3] == [
    ("to", "global", 28, 8, "M_AXI_GMEM"), ("count", "scalar", 40, 4, "S_AXI_CONTROL")], kernel
PY
"$fpgacl" info scale_rtl.xo >log && grep -q '^key *fpgaclc.sources=src/scale.sv src/scale_control.v src/scale.vh$' log || fail "no sources"
sed 's/^arg 0/arg 9/' scale_rtl.xo >damaged.xo
"$fpgacl" info damaged.xo >log 2>&1 && fail "a damaged .xo file was read"
grep -q 'damaged.xo: the digest does not match' log || fail "expected the digest"
link --waves fst --x-initial random:7 -o fst.xclbin || fail "cannot link with waveforms"
FPGACL_LOG=info run plain.xclbin || fail "the kernel failed"
mv to.npy zeros.npy
cycles=$(sed -n 's/.*took \([0-9]*\) cycles.*/\1/p' log)
# Each of 100 words is read and then written, and 14 answers take 27 cycles (90 ns at 300 MHz).
[ "${cycles:-0}" -gt $((200 + 14 * 27)) ] && [ "$cycles" -lt 2000 ] || fail "expected a count of cycles"
grep -q 'port M_AXI_GMEM: read 400 bytes, wrote 400 in 14 bursts, at most 1 outstanding; waited for memory in [1-9]' log ||
	fail "expected a report on the port"
FPGACL_LOG=info FPGACL_TRACE=out.json "$host" plain.xclbin 1 100 0 >log 2>&1 || fail "the host failed"
grep -q "\"cycles\":$(sed -n 's/.*took \([0-9]*\) cycles.*/\1/p' log)" out.json || fail "expected the cycles in the trace"
cycles=$(sed -n 's/.*took \([0-9]*\) cycles.*/\1/p' log)
"$fpgacl" report out.json >log 2>&1 || fail "cannot report"
grep -Eq "^  scale:scale_1 +1 +$cycles +$cycles\.0 +$cycles\$" log || fail "expected the cycles in the report"
"$fpgacl" report --json out.json >log 2>&1 || fail "cannot report"
grep -q "\"cycles\": $cycles" log || fail "expected the cycles in the report's JSON"
"$fpgacl" report out.json -o page.html >log 2>&1 || fail "cannot make a page"
grep -q "\"mostCycles\":$cycles" page.html || fail "expected the cycles in the page"
# From the event's profiling times: 724 cycles of 3333 ps, for example.
FPGACL_LOG=info FPGACL_EMU_CLOCK=device "$host" plain.xclbin 1 100 0 >log 2>&1 || fail "the host failed"
cycles=$(sed -n 's/.*took \([0-9]*\) cycles.*/\1/p' log)
[ "$(awk 'NF == 3 { print $3 }' log)" = $((cycles * 3333 / 1000)) ] || fail "expected the event to count cycles"

# Its port leaves the buffers of the arguments, by a page or by one word. No canary notices reads.
beyond() {
	"$fpgacl" run plain.xclbin --kernel scale --arg from=$1xint --arg to=$2xint --arg count=$3 --arg factor=3 >log 2>&1
}
found() {
	grep -Eq "cycle [1-9][0-9]*, port M_AXI_GMEM: a burst that $1 [0-9]+ bytes at offset $2 of argument '$3', a buffer of $4 bytes" log ||
		fail "expected the cycle, the port, the offset and the argument"
}
beyond 1024 1024 2500 && fail "bursts behind a buffer went unnoticed"
found '(reads|writes)' 4096 '(from|to)' 4096
FPGACL_EMU_CHECK=off beyond 1024 1024 2500 || fail "FPGACL_EMU_CHECK=off does not permit it"
beyond 200 201 200 || fail "a kernel was kept from the last word of its buffer"
beyond 200 201 201 && fail "a read of one word behind a buffer went unnoticed"
found reads '[0-9]*' from 800
FPGACL_EMU_CHECK=guard beyond 201 200 201 && fail "a write of one word behind a buffer went unnoticed"
found writes '[0-9]*' to 800

# On a port of 64 bits, beats of 32 bits count as such: one behind a buffer is in the same word as its end.
mkdir narrow
cp src/* narrow
sed -i 's/DATA_WIDTH = 32/DATA_WIDTH = 64/; s/= words\[at\];/= {2{words[at]}};/; s/m_axi_gmem_rdata \*/m_axi_gmem_rdata[31:0] */' narrow/scale.sv
sed '/name="M_AXI_GMEM"/s/dataWidth="32"/dataWidth="64"/' kernel.xml >narrow/kernel.xml
"$fpgaclc" -t hw_emu --platform u250 -k scale narrow/kernel.xml narrow/*.sv narrow/*.v narrow/*.vh -o narrow.xclbin \
	>log 2>&1 || fail "cannot link a kernel with narrow beats"
mv plain.xclbin wide.xclbin
mv narrow.xclbin plain.xclbin
beyond 201 202 201 || fail "a kernel was kept from the last beat of its buffer"
beyond 201 202 202 && fail "a narrow read behind a buffer went unnoticed"
found reads '[0-9]*' from 804
mv wide.xclbin plain.xclbin

# A port may reach the buffers of another port's arguments, as it can with a crossbar in the kernel.
mkdir crossed
cp src/* crossed
sed -i 's/^\(.*\)m_axi_gmem_arvalid,$/&\n\toutput logic m_axi_idle_arvalid, m_axi_idle_rready,\n\tinput logic m_axi_idle_arready, m_axi_idle_rvalid,\n\toutput logic [63:0] m_axi_idle_araddr,\n\tinput logic [31:0] m_axi_idle_rdata,/' \
	crossed/scale.sv
sed 's,</ports>,<port name="M_AXI_IDLE" mode="master" range="0xFFFFFFFFFFFFFFFF" dataWidth="32" portType="addressable"/>&,
	/name="to"/s/M_AXI_GMEM/M_AXI_IDLE/' kernel.xml >crossed/kernel.xml
"$fpgaclc" -t hw_emu --platform u250 -k scale crossed/kernel.xml crossed/*.sv crossed/*.v crossed/*.vh -o crossed.xclbin \
	>log 2>&1 || fail "cannot link a kernel with two ports"
run crossed.xclbin || fail "a port was kept from the buffer of another port's argument"

# Asking for waveforms of an image that has none prints one line, even without FPGACL_LOG.
FPGACL_WAVES=waves run plain.xclbin || fail "the kernel failed"
[ "$(grep -c '^fpgacl: FPGACL_WAVES: scale:scale_1 has no waveforms; link its image again with fpgaclc -l --waves$' log)" = 1 ] ||
	fail "expected one line that says how to link"
printf 'extern "C" void plus(int *a) { a[0]++; }\n' >plus.cpp
"$fpgaclc" -t hw_emu --platform u250 -k plus plus.cpp -o plus.xclbin >log 2>&1 || fail "cannot link a C kernel"
FPGACL_WAVES=waves "$fpgacl" run plus.xclbin --kernel plus --arg a=4xint >log 2>&1 || fail "the kernel failed"
grep -q '^fpgacl: FPGACL_WAVES: the image with plus:plus_1 has no Verilog kernel' log ||
	fail "expected one line that says why there is no waveform"
FPGACL_WAVES=waves run fst.xclbin || fail "the kernel failed"
[ -s waves/scale_1.fst ] || fail "expected waves/scale_1.fst"
grep '%Warning' log && fail "the model warns about its waveform"
if command -v fst2vcd >/dev/null; then
	fst2vcd waves/scale_1.fst >fst.vcd 2>/dev/null || fail "fst2vcd does not read the waveform"
	grep -q m_axi_gmem_araddr fst.vcd || fail "a signal is missing in the waveform"
	# The reset is in the waveform with a time for each of its cycles: the signal is 0, and 1
	# after 20 cycles.
	name=$(sed -n 's/^\$var wire 1 \(.*\) ap_rst_n \$end$/\1/p' fst.vcd | head -n 1)
	times=$(awk -v name="$name" '/^#/ {times++} $0 == "1" name {print times; exit}' fst.vcd)
	[ "${times:-0}" -gt 38 ] || fail "expected the reset in the waveform, found ${times:-no} times before its end"
fi
FPGACL_WAVES_CYCLES=5-1 FPGACL_WAVES=waves run fst.xclbin || fail "the kernel failed"
grep -q 'FPGACL_WAVES_CYCLES=5-1: expected FIRST-LAST' log || fail "a window without cycles was accepted"

# Data files that the HDL reads are part of the image, whatever the host's working directory; a
# missing file is an error.
cp src/scale.sv scale.sv
sed -i 's/{16.b0, factor}/{16'"'"'b0, factors[at % 2]}/; s/^logic \[15:0\] factor;/&\nlogic [15:0] factors [2];\ninitial $readmemh(".\/data\/factors.mem", factors);/' \
	src/scale.sv
link -o x.xclbin && fail "a file that the HDL reads is missing, and nothing was reported"
grep -q "src/scale.sv:[0-9]*: error: \$readmemh reads './data/factors.mem', which is not among the kernel's files" log ||
	fail "expected the file's name"
printf '0005\n0011\n' >src/factors.mem
link src/factors.mem -o rom.xclbin || fail "cannot link with a file that the HDL reads"
mkdir elsewhere
printf '\1\0\0\0\1\0\0\0\1\0\0\0\1\0\0\0' >elsewhere/ones.bin
(cd elsewhere && "$fpgacl" run ../rom.xclbin --kernel scale --arg from=4xint@ones.bin --arg to=4xint --arg count=4 \
	--arg factor=3 -o to=to.csv) >log 2>&1 || fail "the kernel failed"
[ "$(tr -s ',\n' ' ' <elsewhere/to.csv)" = "5 17 5 17 " ] || fail "expected products with the file's numbers"
# After an execution that failed, the model is restarted, with the same data.
cat >again.c <<'END'
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
static unsigned char binary[1 << 24];
int main(int argc, char **argv)
{
	const unsigned char *bytes = binary;
	const cl_uint ones[4] = {1, 1, 1, 1}, count = 4;
	const cl_ushort factor = 3;
	cl_uint products[4] = {0};
	size_t size = fread(binary, 1, sizeof(binary), fopen(argv[1], "rb"));
	cl_platform_id platform;
	cl_device_id device;
	clGetPlatformIDs(1, &platform, NULL);
	clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
	cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
	cl_command_queue queue = clCreateCommandQueue(context, device, 0, NULL);
	cl_program program = clCreateProgramWithBinary(context, 1, &device, &size, &bytes, NULL, NULL);
	cl_kernel kernel = clCreateKernel(program, "scale", NULL);
	cl_mem from = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof(ones), (void *)ones, NULL);
	cl_mem to = clCreateBuffer(context, 0, sizeof(products), NULL, NULL);
	for (int run = 0; run < 3; run++) {
		cl_event event;
		cl_int status = 0;
		clSetKernelArg(kernel, 0, sizeof(from), run == 1 ? NULL : &from);
		clSetKernelArg(kernel, 1, sizeof(to), &to);
		clSetKernelArg(kernel, 2, sizeof(count), &count);
		clSetKernelArg(kernel, 3, sizeof(factor), &factor);
		if (clEnqueueTask(queue, kernel, 0, NULL, &event))
			return 2;
		clFinish(queue);
		clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL);
		printf("%s ", status < 0 ? "failed" : "ran");
	}
	clEnqueueReadBuffer(queue, to, CL_TRUE, 0, sizeof(products), products, 0, NULL, NULL);
	printf("%u %u %u %u\n", products[0], products[1], products[2], products[3]);
	return 0;
}
END
cc -w again.c -o again -lOpenCL >log 2>&1 || fail "cannot compile a host"
# A host without sanitizers cannot load a library that has them.
if ! ldd "$host" | grep -q 'lib[at]san'; then
	(cd elsewhere && ../again ../rom.xclbin) >log 2>&1 || fail "the host failed"
	grep -q '^ran failed ran 5 17 5 17$' log || fail "expected the same data after a failure"
fi
mv scale.sv src/scale.sv

# The vendor's .xo file is an archive.
if ldd "$fpgaclc" | grep -q libzip; then
	mkdir -p packed/scale packed/ip_repo/scale_1_0
	cp kernel.xml packed/scale
	cp -r src packed/ip_repo/scale_1_0
	(cd packed && python3 -m zipfile -c ../scale.xo scale ip_repo) || fail "cannot make an archive"
	"$fpgaclc" -l -t hw_emu --platform u250 scale.xo -o packed.xclbin >log 2>&1 || fail "cannot link the vendor's .xo"
	run packed.xclbin || fail "the kernel failed"
	# As Vitis HLS packages it: in Verilog and in VHDL, with a test bench; headers of the same
	# name differ by directory.
	cp -r packed both
	echo 'entity scale is' >both/ip_repo/scale_1_0/src/scale.vhd
	echo 'module scale_tb; import absent_pkg::*; endmodule' >both/ip_repo/scale_1_0/src/scale_tb.sv
	set_of() { # NAME FILE ...
		echo "<fileSet><name>xilinx_$1_view_fileset</name>"
		shift
		printf '<file><name>%s</name></file>' "$@"
		echo "</fileSet>"
	}
	sources=$(cd src && ls *.sv *.v *.vh | sed 's,^,src/,')
	{
		echo '<component><name>scale</name><fileSets>'
		set_of verilogsynthesis $sources
		set_of verilogbehavioralsimulation $sources
		set_of vhdlsynthesis src/scale.vhd
		set_of vhdlbehavioralsimulation src/scale.vhd
		set_of testbench src/scale_tb.sv
		echo '</fileSets></component>'
	} >both/ip_repo/scale_1_0/component.xml
	(cd both && python3 -m zipfile -c ../both.xo scale ip_repo) || fail "cannot make an archive"
	python3 - both.xo <<'PY' || fail "cannot change the archive"
import sys, zipfile
data = bytearray(open(sys.argv[1], "rb").read())
for info in zipfile.ZipFile(sys.argv[1]).infolist():
    data[info.header_offset + 10 : info.header_offset + 14] = bytes(4)
open(sys.argv[1], "wb").write(data)
PY
	"$fpgaclc" -l -t hw_emu --platform u250 both.xo -o both.xclbin >log 2>&1 || fail "cannot link a kernel in two languages"
	run both.xclbin || fail "the kernel failed"
	# Only an inner core has a Verilog file set; the kernel's own is the VHDL one.
	{
		echo '<component><name>scale</name><fileSets>'
		set_of vhdlsynthesis src/scale.sv src/scale.vh
		set_of verilogsynthesis_xilinx_com_ip_scale_control_1_0__ref src/scale_control.v
		echo '</fileSets></component>'
	} >packed/ip_repo/scale_1_0/component.xml
	(cd packed && python3 -m zipfile -c ../inner.xo scale ip_repo) || fail "cannot make an archive"
	"$fpgaclc" -l -t hw_emu --platform u250 inner.xo -o inner.xclbin >log 2>&1 || fail "cannot link a kernel with a core inside"
	run inner.xclbin || fail "the kernel failed"
	refuse() { # WHAT SENTENCE: expects that bad.xo is refused with this message
		"$fpgaclc" -l -t hw_emu --platform u250 bad.xo -o x.xclbin >log 2>&1 && fail "$1 was accepted"
		grep -q "$2" log || fail "$1: expected '$2'"
	}
	head -c 2000 scale.xo >bad.xo
	refuse "half an archive" "bad.xo: this archive is damaged"
	add() { python3 -c 'import sys, zipfile; zipfile.ZipFile("bad.xo", "a").writestr(sys.argv[1], "x")' "$1"; }
	cp scale.xo bad.xo
	add ../../climbs.v
	refuse "a name that climbs" "bad.xo: a file name leads outside the archive: ../../climbs.v"
	cp scale.xo bad.xo
	add other/kernel.xml
	refuse "two kernels" "bad.xo: expected one kernel, found another one in other/kernel.xml"
	mkdir -p outside/scale outside/ip
	echo secret >secret.txt
	sed 's/<file>//' kernel.xml >outside/scale/kernel.xml
	for name in /etc/fstab.v ../../secret.txt ../x/../../secret.txt; do
		cat >outside/ip/component.xml <<END
<component><name>scale</name><fileSets><fileSet><file><name>$name</name></file></fileSet></fileSets></component>
END
		(cd outside && python3 -m zipfile -c ../bad.xo scale ip) || fail "cannot make an archive"
		refuse "a file outside of the archive" "bad.xo(ip/component.xml):1: error: expected a file of the archive, found '$name'"
	done
	rm -f bad.xo
	add readme
	refuse "an archive of something else" "bad.xo: expected a kernel.xml or component.xml, found neither"
fi

# The HDL's own $dumpvars and $dumpfile, a window of ten cycles, and VCD; and a register that
# nothing sets, with a random value.
sed -i 's/^logic \[15:0\] factor;/&\nlogic [31:0] never;/; s/\(words\[at\] <= .*\);/\1 + never;/' src/scale.sv
sed -i 's/^endmodule/initial begin $dumpfile("mine.vcd"); $dumpvars(0, scale); end\nendmodule/' src/scale.sv
link --waves vcd --x-initial random:7 -o vcd.xclbin || fail "cannot link with VCD"
run vcd.xclbin || fail "the kernel failed"
cmp -s to.npy zeros.npy && fail "--x-initial random left a register at 0"
[ -e mine.vcd ] && fail "a waveform was written that nobody asked for"
FPGACL_WAVES=waves FPGACL_WAVES_CYCLES=11-20 run vcd.xclbin || fail "the kernel failed"
[ "$(grep -c '^#' waves/scale_1.mine.vcd)" = 20 ] || fail "expected two times for each of ten cycles"

link --waves lxt -o x.xclbin && fail "a format was accepted that does not exist"
grep -q "expected fst or vcd" log || fail "expected the formats"
link --x-initial 2 -o x.xclbin && fail "a start value was accepted that does not exist"
grep -q "expected 0, 1, random or random:SEED" log || fail "expected the values"
exit 0
