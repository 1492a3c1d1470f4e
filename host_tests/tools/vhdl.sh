#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# vhdl.sh FPGACLC FPGACL DESCRIPTION: a VHDL kernel runs, both from its sources and as packaged by
# the vendor's tools.
set -u
fpgaclc=$1 fpgacl=$2 description=$3 sources=$(cd "$(dirname "$0")/vhdl" && pwd)
for tool in ghdl verilator; do
	command -v $tool >/dev/null || { echo "vhdl.sh: skipped: the package $tool is not installed"; exit 77; }
done
. "$(dirname "$0")/lib.sh"
unset FPGACL_LOG FPGACL_LOG_FILE FPGACL_TRACE FPGACL_WAVES FPGACL_EMU_CHECK
export FPGACL_CACHE_DIR=$folder/cache FPGACL_DEVICES=emu:u250

cp "$description" kernel.xml
mkdir src
cp "$sources"/control.vhd "$sources"/scale.vhd src/
seq 1 100 >from.csv
seq 7 7 700 >expected.csv
# runs IMAGE: checks the results, the cycles, and the bytes that passed through the port.
runs() {
	call 0 env FPGACL_LOG=info "$fpgacl" run "$1" --kernel scale --arg from=100xint@from.csv --arg to=100xint --arg count=100 \
		--arg factor=7 -o to=to.csv
	says err 'scale:scale_1: took [0-9]+ cycles'
	says err 'port M_AXI_GMEM: read 400 bytes, wrote 400 in 200 bursts'
	cmp -s to.csv expected.csv || problem "$1: wrong results"
	# With nothing to do, the kernel ends at once.
	call 0 "$fpgacl" run "$1" --kernel scale --arg from=1xint --arg to=1xint --arg count=0 --arg factor=7
}
call 0 "$fpgaclc" -t hw_emu --platform u250 -k scale kernel.xml src/control.vhd src/scale.vhd -o scale.xclbin
runs scale.xclbin
call 0 "$fpgaclc" -t hw_emu --platform u250 --waves vcd -k scale kernel.xml src/control.vhd src/scale.vhd -o waves.xclbin
export FPGACL_WAVES=waves
runs waves.xclbin
grep -q m_axi_gmem_araddr waves/scale_1.vcd || problem "a signal is missing in the waveform"
unset FPGACL_WAVES

if ldd "$fpgaclc" | grep -q libzip; then
	mkdir -p packed/scale packed/ip_repo/scale_1_0
	cp kernel.xml packed/scale
	cp -r src packed/ip_repo/scale_1_0
	(cd packed && python3 -m zipfile -c ../scale.xo scale ip_repo) || problem "cannot make an archive"
	call 0 "$fpgaclc" -l -t hw_emu --platform u250 scale.xo -o packed.xclbin
	runs packed.xclbin
	# Encrypted sources are refused, with their names.
	printf 'library ieee;\n`protect begin_protected\n' >packed/ip_repo/scale_1_0/src/control.vhd
	(cd packed && python3 -m zipfile -c ../locked.xo scale ip_repo) || problem "cannot make an archive"
	call 1 "$fpgaclc" -l -t hw_emu --platform u250 locked.xo -o x.xclbin
	says err 'control.vhd:[0-9]+: error: this source is encrypted'
fi
exit $((failures > 0))
