#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# hw_emulation.sh FPGACLC FPGACL SOURCES DESCRIPTION HOST: the commands of docs/hardware-emulation.md, with the kernel
# `scale` of host_tests/apps/vitis/rtl.
set -u
fpgaclc=$1 fpgacl=$2 sources=$3 description=$4 host=$5
unset FPGACL_LOG FPGACL_LOG_FILE FPGACL_TRACE FPGACL_WAVES FPGACL_WAVES_RUNS FPGACL_WAVES_CYCLES FPGACL_EMU_CHECK
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
link --waves fst --x-initial random:7 -o fst.xclbin || fail "cannot link with waveforms"
FPGACL_LOG=info run plain.xclbin || fail "the kernel failed"
cycles=$(sed -n 's/.*took \([0-9]*\) cycles.*/\1/p' log)
# Each of 100 words is read and written one after the other, and 14 answers take 27 cycles (90 ns at 300 MHz).
[ "${cycles:-0}" -gt $((200 + 14 * 27)) ] && [ "$cycles" -lt 2000 ] || fail "expected a count of cycles"
grep -q 'port M_AXI_GMEM: read 400 bytes, wrote 400 in 14 bursts, at most 1 outstanding; waited for memory in [1-9]' log ||
	fail "expected a report on the port"
FPGACL_LOG=info FPGACL_TRACE=out.json "$host" plain.xclbin 1 100 0 >log 2>&1 || fail "the host failed"
grep -q "\"cycles\":$(sed -n 's/.*took \([0-9]*\) cycles.*/\1/p' log)" out.json || fail "expected the cycles in the trace"
# 724 cycles of 3333 ps, say, by the event.
FPGACL_LOG=info FPGACL_EMU_CLOCK=device "$host" plain.xclbin 1 100 0 >log 2>&1 || fail "the host failed"
cycles=$(sed -n 's/.*took \([0-9]*\) cycles.*/\1/p' log)
[ "$(awk 'NF == 3 { print $3 }' log)" = $((cycles * 3333 / 1000)) ] || fail "expected the event to count cycles"

FPGACL_LOG=warn FPGACL_WAVES=waves run plain.xclbin || fail "the kernel failed"
grep -q 'link the image with fpgaclc --waves' log || fail "expected the model to say that it has no waveforms"
FPGACL_WAVES=waves run fst.xclbin || fail "the kernel failed"
[ -s waves/scale_1.fst ] || fail "expected waves/scale_1.fst"
if command -v fst2vcd >/dev/null; then
	fst2vcd waves/scale_1.fst >fst.vcd 2>/dev/null || fail "fst2vcd does not read the waveform"
	grep -q m_axi_gmem_araddr fst.vcd || fail "a signal is missing in the waveform"
fi
FPGACL_WAVES_CYCLES=5-1 FPGACL_WAVES=waves run fst.xclbin || fail "the kernel failed"
grep -q 'FPGACL_WAVES_CYCLES=5-1: expected FIRST-LAST' log || fail "a window without cycles was accepted"

# The HDL's own $dumpvars and $dumpfile, a window of ten cycles, and VCD.
sed -i 's/^endmodule/initial begin $dumpfile("mine.vcd"); $dumpvars(0, scale); end\nendmodule/' src/scale.sv
link --waves vcd -o vcd.xclbin || fail "cannot link with VCD"
run vcd.xclbin || fail "the kernel failed"
[ -e mine.vcd ] && fail "a waveform was written that nobody asked for"
FPGACL_WAVES=waves FPGACL_WAVES_CYCLES=11-20 run vcd.xclbin || fail "the kernel failed"
[ "$(grep -c '^#' waves/scale_1.mine.vcd)" = 20 ] || fail "expected two times for each of ten cycles"

link --waves lxt -o x.xclbin && fail "a format was accepted that does not exist"
grep -q "expected fst or vcd" log || fail "expected the formats"
link --x-initial 2 -o x.xclbin && fail "a start value was accepted that does not exist"
grep -q "expected 0, 1, random or random:SEED" log || fail "expected the values"
exit 0
