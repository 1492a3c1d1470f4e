#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# vitis_hls.sh TREE: scripts for vitis_hls, components for vitis-run and v++ --mode hls, and what
# these tools refuse.
. "$(dirname "$0")/lib.sh"
tree=$1
unset OCL_ICD_VENDORS PLATFORM_REPO_PATHS
. "$tree/settings64.sh"

# run STATUS COMMAND...
run() {
	call "$@"
}

mkdir -p src work
cat >src/scale.h <<'END'
// Simulation is not synthesis, and each says so.
#if defined __HLS_CSIM__ == defined __SYNTHESIS__ || !defined __VITIS_HLS__
#error which one
#endif
void scale(const int *in, int *out, int n);
END
cat >src/scale.cpp <<'END'
#include "scale.h"
#include <offset.h>
static __attribute__((noinline)) void fill(int *array, int value)
{
	for (int i = 0; i < 8; i++)
		array[i] = value;
}
void scale(const int *in, int *out, int n)
{
	copy: for (int i = 0; i < n; i++) {
		{
			int kept[8]; /* a memory of the circuit: its contents stay */
			if (!i)
				fill(kept, OFFSET);
			out[i] = in[i] * SCALE + kept[i & 7];
		}
		{
			int other[8];
			fill(other, 100);
		}
	}
}
END
mkdir src/inc
echo '#define OFFSET 1' >src/inc/offset.h
cat >src/tb.cpp <<'END'
#include <cstdio>
#include <cstring>
#include "scale.h"
int main(int argc, char **argv)
{
	int in[3] = {1, 2, -3}, out[3];
	int wanted;
	FILE *file = fopen("wanted.dat", "r");
	scale(in, out, 3);
	for (int i = 0; i < 3; i++)
		if (!file || fscanf(file, "%d", &wanted) != 1 || out[i] != wanted)
			return 5;
#ifdef LINKED /* by a flag of the linker */
	extern int linked();
	int (*volatile told)() = &linked; /* not known to the compiler */
	if (!told)
		return 7;
#endif
	/* None of these redirects anything. */
	return argc == 6 && !strcmp(argv[1], "|a") && !strcmp(argv[2], "b c") &&
	       !strcmp(argv[3], "<") && !strcmp(argv[4], ">c") && !strcmp(argv[5], "|") ? 0 : 6;
}
END
echo '4 7 -8' >src/wanted.dat

# --- a script, as vitis_hls -f runs it
cat >run.tcl <<'END'
open_project -reset project
set_top scale; add_files src/wanted.dat
add_file src/scale.cpp -cflags "--std=gnu++17 -I src -I src/inc -DSCALE=3"
add_files -tb "src/tb.cpp src/scale.cpp" -cflags "-Isrc/inc -DSCALE=4 -DLINKED -Wl,--defsym=_Z6linkedv=main"
open_solution -flow_target vitis "solution"
set_part {xcu250-figd2104-2L-e}
create_clock -period 3.3
::common::set_param a.b 1; common::set_param -quiet hls.xocc.mode csynth
csim_design -argv {|a "b c" < >c |} -ldflags {{-Wl,--as-needed -Wl,-z,now}}
config_interface -m_axi_latency 64
set_directive_interface -mode m_axi -bundle second "scale" out
set_directive_interface -mode s_axilite "scale"
set_directive_pipeline "scale/copy"
csynth_design
cosim_design -rtl verilog
export_design -format xo -output scale.xo
exit
END
run 0 vitis_hls -f run.tcl
says out 'CSim done with 0 errors'
says err 'no effect on an emulated board: set_param$'
# Estimates where the vendor's tool has its reports, for the script's part, clock and flow.
says out 'csynth_design: .scale. compiles for an emulated board; no RTL is made; estimates are in project/solution/syn/report/csynth.rpt'
for file in csynth.rpt csynth.xml scale_csynth.rpt scale_csynth.xml scale.schedule.json; do
	[ -s "project/solution/syn/report/$file" ] || problem "csynth_design wrote no $file"
done
says project/solution/syn/report/scale_csynth.xml '<Part>xcu250-figd2104-2L-e</Part>'
says project/solution/syn/report/scale_csynth.xml '<TargetClockPeriod>3.30</TargetClockPeriod>'
says project/solution/syn/report/scale_csynth.xml '<ClockUncertainty>0.89</ClockUncertainty>'
says project/solution/syn/report/scale_csynth.xml '<EstimatedClockPeriod>[0-9.]+[1-9]'
says project/hls.app '<solution name="solution"'
says err 'cosim_design is skipped: there is no RTL'
# It links for any board and target, with the port from the directive.
for target in sw_emu hw_emu; do
	run 0 v++ -l -t $target --platform u280 scale.xo -o $target.xclbin
done
says err 'kernels in C, C\+\+ and OpenCL C run as native code'
for image in sw_emu hw_emu; do
	run 0 env FPGACL_LOG=info FPGACL_DEVICES=emu:u280 fpgacl run $image.xclbin --arg in=4xint --arg out=4xint --arg n=4
	case $image in
	sw_emu) grep -q cycles err && problem "$command: a component counts cycles for sw_emu" ;;
	hw_emu) says err 'scale:scale_1: took [0-9]+ cycles' ;;
	esac
done
run 0 xclbinutil --info --input sw_emu.xclbin
says out '[Ss][Ee][Cc][Oo][Nn][Dd]'

# --- errors in scripts
echo '4 7 -9' >src/wanted.dat
run 1 vitis_hls run.tcl
says err 'csim_design: the test bench returned 5, expected 0'
says err 'in run.tcl, line 9'
for line in 'launch_simulation|does not know the command .launch_simulation.' \
	'csim_design|no project is open' \
	'open_project p; csynth_design|no solution is open' \
	'open_component c; csynth_design|no top function' \
	'open_component c; csim_design|no source files' \
	'open_component c; add_files -blackbox x.json|no RTL that could stand in' \
	'open_component c; csim_design -fast|does not know the option -fast' \
	'open_component c; export_design -format xo|csynth_design comes first'; do
	echo "${line%|*}" >bad.tcl
	run 1 vitis_hls -f bad.tcl
	says err "${line#*|}"
done
run 1 vitis_hls
says err 'usage: vitis_hls -f SCRIPT'
run 1 vivado_hls -gui
says err 'no graphical environment'
run 0 vitis_hls -version
says out 'Vitis HLS.*v20'
mkdir bare
ln -s "$(command -v sh)" "$(command -v dirname)" "$(command -v basename)" bare/
run 1 env PATH="$PWD/bare" "$tree/bin/vitis_hls" -f run.tcl
says err 'install the package tcl'
echo 'puts [join $argv +]' >show.tcl
run 0 vitis_hls -f show.tcl -tclargs x y
says out '^-f\+show.tcl\+-tclargs\+x\+y$'
run 0 vitis-run --mode hls --tcl show.tcl

# --- a component; file names are relative to its file
cat >src/hls.cfg <<'END'
part=xcu250-figd2104-2L-e
[hls]
clock=4ns
flow_target=vitis
syn.file=scale.cpp
syn.file_cflags=scale.cpp,-Iinc -DSCALE=3
syn.top=scale
syn.directive.interface=scale out mode=m_axi bundle=second
syn.directive.pipeline=scale/copy
tb.file=tb.cpp
tb.file=wanted.dat
csim.argv=|a "b c" < >c |
package.output.format=xo
END
echo '4 7 -8' >src/wanted.dat
run 0 vitis-run --mode hls --csim --config src/hls.cfg --work_dir work
says out 'CSim done with 0 errors'
run 0 v++ -c --mode hls --config src/hls.cfg --work_dir work
says work/hls/syn/report/csynth.xml '<TargetClockPeriod>4.00</TargetClockPeriod>'
says work/hls/syn/report/csynth.xml '<Name>scale</Name>'
run 0 v++ -c --mode hls --config src/hls.cfg --work_dir work --clock 250MHz --clock_uncertainty 10%
says work/hls/syn/report/scale_csynth.xml '<ClockUncertainty>0.40</ClockUncertainty>'
# What cannot be estimated is no error of a compilation, and leaves no report of a run before.
run 0 v++ -c --mode hls --config src/hls.cfg --work_dir work --part none
says err 'no figures are known for the part .none.'
says err 'no estimate of cycles'
[ -e work/hls/syn/report/csynth.xml ] && problem 'a report of another run is left'
mkdir estimates
run 1 v++ -c -t sw_emu --platform u250 -k scale -Isrc/inc -DSCALE=3 src/scale.cpp -o none.xo --part none --schedule estimates
run 0 v++ -c -t hw_emu --platform u250 -k scale -Isrc/inc -DSCALE=3 src/scale.cpp -o some.xo --schedule estimates
says estimates/csynth.rpt 'Target device: *xcu250'
# What a kernel calls may be in other sources, also in C; a directive is for a loop there that has no block.
printf '%s\n' '#include <ap_int.h>' 'extern "C" int sum_of(const int *from);' \
	'void apart(const int from[64], ap_uint<32> to[64]) {' \
	'	int sum = sum_of(from);' '	for (int i = 0; i < 64; i++)' '		to[i] = ap_uint<32>(sum) >> i % 4;' '}' >src/apart.cpp
printf '%s\n' 'int sum_of(const int *from) {' '	int sum = 0;' 'others:' '	for (int i = 0; i < 64; i++)' \
	'		sum += from[i];' '	return sum;' '}' >src/others.c
printf '%s\n' '[hls]' 'syn.file=apart.cpp' 'syn.file=others.c' 'syn.top=apart' 'syn.directive.pipeline=sum_of/others II=3' >src/apart.cfg
run 0 v++ -c --mode hls --config src/apart.cfg --work_dir apart
says apart/hls/syn/report/csynth.rpt '[|] *o others *[|] .* 3[|] *64[|] *yes[|]'
grep -q unknown apart/hls/syn/report/apart.schedule.json && problem "apart: a figure is not known"
grep -q '"style":"stp"' apart/hls/syn/report/apart.schedule.json || problem "apart: its pipeline is not of style stp"
run 0 v++ -c --mode hls --config src/apart.cfg --work_dir flushing --hls.syn.compile.pipeline_style flp
grep -q '"style":"flp"' flushing/hls/syn/report/apart.schedule.json || problem "apart: its pipeline is not of style flp"
run 1 v++ -c -t hw_emu --platform u250 -k scale -Isrc/inc -DSCALE=3 src/scale.cpp -o none.xo --schedule src/scale.cpp
says err "fpgaclc: error: cannot make the folder 'src/scale.cpp'"
for bad in '--clock 0' '--clock 5min' '--clock_uncertainty 120%' '--clock 250MHz --clock_uncertainty 4ns' '--hls.flow_target none' '--hls.syn.compile.pipeline_loops -1' '--hls.syn.compile.pipeline_style quick'; do
	run 1 v++ -c --mode hls --config src/hls.cfg --work_dir work $bad
	says err "expected"
done
run 0 v++ -l -t sw_emu --platform u50 work/scale.xo -o work.xclbin
run 0 xclbinutil --info --input work.xclbin
says out '[Ss][Ee][Cc][Oo][Nn][Dd]'
run 0 vitis-run --mode hls --package --config src/hls.cfg --work_dir work2
[ -s work2/scale.xo ] || problem 'package wrote nothing'
run 0 v++ -c --mode hls --config src/hls.cfg --hls.package.output.file=named
[ -s named.xo ] || problem 'package.output.file has no effect'
# As Windows editors save it, with a key before any section; and sources that are missing.
printf '\xef\xbb\xbfsyn.file=gone.cpp\r\n[hls]\r\ntb.file=none.cpp\r\n' >bom.cfg
run 1 vitis-run --mode hls --csim --config bom.cfg
says err 'csim_design: no source files: there is no gone.cpp, none.cpp$'
echo '[hls]' >empty.cfg
run 1 vitis-run --mode hls --csim --config empty.cfg
says err 'no source files: expected add_files in a script, or syn.file and tb.file in a config file'
run 1 vitis-run --mode hls --cosim --config src/hls.cfg
says err 'cosim: there is no RTL for emulated boards'
run 1 vitis-run --csim --config src/hls.cfg
says err 'usage: vitis-run --mode hls'
run 1 v++ -c --mode aie --config src/hls.cfg
says err "mode 'aie': expected hls"
run 1 v++ -l --mode hls --config src/hls.cfg
says err 'mode hls: expected -c, found -l'
run 1 v++ -c --mode hls src/scale.cpp
says err 'expected one kernel \(syn.top\), found 0'
printf '[hls]\nsyn.blackbox.file=x.json\n' >box.cfg
run 1 v++ -c --mode hls --config box.cfg
says err 'box.cfg:2: error: syn.blackbox.file: kernels are compiled from C'
run 1 vitis-run --mode hls --csim --config box.cfg
says err 'syn.blackbox.file: kernels are compiled from C here.*add the C files'
printf '[hls]\nsyn.directive.interface=scale mode=m_axi\n' >port.cfg
run 1 v++ -c --mode hls --config port.cfg
says err 'port.cfg:2: error: syn.directive.interface: expected KERNEL PORT'
# Scripts contain directives for variables that are not arguments; like the vendor's tool, ours
# ignores them.
printf '[hls]\nsyn.file=src/scale.cpp\nsyn.cflags=-Isrc/inc -DSCALE=3\nsyn.top=scale\n' >local.cfg
echo 'syn.directive.interface=scale local mode=ap_fifo' >>local.cfg
run 0 v++ -c --mode hls --config local.cfg --work_dir local
says err "local.cfg:5: warning: kernel 'scale': the interface directive for 'local' has no effect"

# Sources in C with the integers of ap_cint.h, and those beside them, are compiled as C++.
mkdir cint
echo '#include "ap_cint.h"
int36 product(int18 a, int18 b);
void multiply(const int *in, long long *out);' >cint/types.h
echo '#include "types.h"
int36 product(int18 a, int18 b) { return a * b; }' >cint/product.c
echo 'void plain(long long *out);
void plain(long long *out) { out[1] = 5; }' >cint/plain.c
echo '#include "types.h"
void plain(long long *out);
void multiply(const int *in, long long *out) { out[0] = product(in[0], in[1]); plain(out); }' >cint/multiply.c
echo '#include <stdio.h>
#include "types.h"
int main(void) {
	int in[2] = {100000, 100000};
	long long out[2] = {0, 0};
	multiply(in, out);
	printf("product %lld\n", out[0]);
	return out[0] != 1410065408 || out[1] != 5;
}' >cint/tb.c
printf '[hls]\nsyn.file=%s\nsyn.file=%s\nsyn.file=%s\nsyn.top=multiply\ntb.file=%s\n' multiply.c product.c plain.c tb.c >cint/hls.cfg
run 0 vitis-run --mode hls --csim --config cint/hls.cfg --work_dir cint_work
says out '^product 1410065408$'
run 0 v++ -c --mode hls --config cint/hls.cfg --work_dir cint_work
run 0 v++ -l -t sw_emu --platform u250 cint_work/multiply.xo -o cint.xclbin
echo '100000 100000' >two.csv
run 0 fpgacl run cint.xclbin --arg in=@two.csv --arg out=2xlong -o out=-
[ "$(paste -sd, out)" = 1410065408,5 ] || problem "the kernel's results are $(paste -sd, out)"

exit $((failures > 0))
