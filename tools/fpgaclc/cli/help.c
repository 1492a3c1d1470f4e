/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/cli/help.h"

#include <stdio.h>
#include <string.h>

#include "tools/fpgaclc/cli/option_table.h"
#include "tools/fpgaclc/common/isa.h"
#include "tools/fpgaclc/common/pragma_table.h"
#include "tools/fpgaclc/common/synthesis_table.h"

static const char text[] =
	"Usage: fpgaclc -t sw_emu --platform BOARD -k KERNEL SOURCE... -o FILE.xclbin\n"
	"       v++ -c -t sw_emu --platform BOARD -k KERNEL SOURCE... -o FILE.xo\n"
	"       v++ -l -t sw_emu --platform BOARD FILE.xo... -o FILE.xclbin\n"
	"       v++ -c --mode hls --config FILE [--work_dir DIR]\n"
	"       v++ -p -t sw_emu --platform BOARD FILE.xclbin -o FILE.xclbin\n"
	"       aoc -march=emulator [-board=BOARD] FILE.cl -o FILE.aocx\n"
	"       fpgaclc --mode=binary --source=FILE --output=FILE --cl-device-info=FILE\n"
	"               [-- BUILD OPTION...]   as OpenCL's conformance tests call a compiler\n"
	"\n"
	"Compiles kernels (HLS C and C++, OpenCL C, Verilog) into an image for an emulated FPGA board, in one\n"
	"step or in those of v++: compile (-c), link (-l) and package (-p, which copies). For example:\n"
	"\n"
	"    fpgaclc -t sw_emu --platform u250 -k vadd vadd.cpp -o vadd.xclbin\n"
	"\n"
	"  -t, --target TARGET       sw_emu, hw_emu, or hw, which runs the vendor's v++\n"
	"  -f, --platform BOARD      a board, such as u250 (platforminfo --list has them all), a\n"
	"                            platform's full name, or the path of an .xpfm file\n"
	"  @FILE                     more arguments, from a file\n"
	"  -k, --kernel NAME         function that becomes a kernel; may be repeated; default: all\n"
	"                            kernels in OpenCL C sources\n"
	"  -o, --output FILE         FILE.xclbin, FILE.xo with -c, FILE.elf for a bare ELF\n"
	"\n"
	"Compute units, memory and streams (also in a --config file, under [connectivity]):\n"
	"  --config FILE             reads options from a file; may be given more than once\n"
	"  --connectivity.nk K:N[:CU1.CU2...]\n"
	"                            N compute units of kernel K; default: one, named K_1, or as many\n"
	"                            as its num_compute_units says\n"
	"  --connectivity.sp CU.ARG:BANK\n"
	"                            memory of an argument (or port): DDR[0], DDR[0:3], "
	"HBM[0:15],\n"
	"                            PLRAM[0], bank0; default: the board's first bank\n"
	"  --connectivity.sc CU1.ARG:CU2.ARG[:DEPTH]\n"
	"                            a FIFO from one compute unit's stream to another's\n"
	"  --connectivity.connect CU/PORT:io_gt_qsfp1_00\n"
	"                            the port of the board that a kernel of a network is behind\n"
	"  --connectivity.slr CU:SLR0\n"
	"                            checked, but has no effect\n"
	"  --kernel_frequency MHZ, --clock.defaultFreqHz HZ\n"
	"                            clock frequency that the image states\n"
	"\n"
	"Compiler:\n"
	"  -I DIR, -D NAME[=VALUE], -U NAME, -include FILE, -std=STANDARD, -Wwarning\n"
	"                            as for clang; C++ is gnu++14 unless -std= says otherwise\n"
	"  --mode hls                with -c: compiles a Vitis HLS component, which a config file describes\n"
	"                            under [hls], with the macros of synthesis; the result links for\n"
	"                            any board and target\n"
	"  --work_dir DIR            with --mode hls: where the output goes unless another option says\n"
	"  --schedule DIR            estimates cycles: writes the schedules of kernels to DIR,\n"
	"                            and reports of latency and intervals in the shape of HLS tools';\n"
	"                            --mode hls does so below --work_dir\n"
	"  --cycles, --no-cycles     whether kernels in C and C++ count the cycles of their schedules when\n"
	"                            they run; default: with -t hw_emu\n"
	"  --part PART, --clock CLOCK, --clock_uncertainty PART_OF_IT\n"
	"                            what the estimates are for; default: the board's, and 27%\n"
	"  -x LANGUAGE               cl, c or c++: the language of the sources that follow; none: by file\n"
	"                            name\n"
	"  -cl-std=STANDARD          OpenCL C version of .cl files; default CL1.2\n"
	"  -cl-OPTION                for .cl files, as for clBuildProgram: -cl-fast-relaxed-math,\n"
	"                            -cl-mad-enable, -cl-opt-disable, ...\n"
	"  -w, -Werror               no warnings; warnings are errors\n"
	"  -Werror=hls-pragmas, -Wno-hls-pragmas\n"
	"                            unknown, misspelt or misplaced pragmas of HLS are errors; are not\n"
	"                            reported; default: warnings\n"
	"  --synthesisable WHAT      code that synthesis would not take: error; warn, the default with\n"
	"                            -t hw_emu and --mode hls, otherwise only of rules of DATAFLOW; off.\n"
	"                            -Wno-synthesis-RULE and the like are for one rule\n"
	"  -fFLAG                    as for clang, unless FLAG is a board; with -fsanitize=undefined or\n"
	"                            bounds, an execution fails at the first problem, with its place\n"
	"  -O0, -O1, -O2, -O3        optimization level of kernels; default -O2\n"
	"  -g, --debug               keeps debug information in the image\n"
	"  --allow-unconnected       links kernels with streams that nothing is connected to, for hosts\n"
	"                            that pass pipes (clCreatePipe)\n"
	"  --empty-stream WHAT       what reading a stream that nothing can fill does: fail (the\n"
	"                            default), or default, which warns and returns a default value,\n"
	"                            as in C simulation\n"
	"  --check WHAT              memory: an access that misses the kernel's buffers or arrays fails\n"
	"                            the execution, with its place in the source\n"
	"  --dataflow WHAT           how processes of a DATAFLOW region run. concurrent (the default):\n"
	"                            over streams of their depth, as on a board; ordered: the same, but\n"
	"                            in source order if they share a buffer; sequential: one after the\n"
	"                            other, over unbounded streams, as in C simulation\n"
	"  --waves FORMAT            kernels in Verilog: models that can write waveforms, fst or vcd\n"
	"                            (FPGACL_WAVES); they are slower\n"
	"  --snapshots               kernels in Verilog: models that run at full speed, and whose last\n"
	"                            cycles before a failure become a waveform (FPGACL_WAVES_LAST), in\n"
	"                            fst unless --waves names another format\n"
	"  --x-initial WHAT          kernels in Verilog: registers without an initial value start with\n"
	"                            0 (the default), 1 (all bits), random, or random:SEED\n"
	"  --march ISA               " FCLC_ISA_NAMES " (default: " FCLC_ISA_DEFAULT ")\n"
	"  --hls-include DIR         searched for headers before fpgaclc's own hls_stream.h, "
	"ap_int.h\n"
	"  --clang PROGRAM           compiler to use instead of the one that --print-clang names\n"
	"  -j, --jobs N              how many commands run in parallel; default: one per processor\n"
	"  --no-cache                compiles all sources, and keeps nothing for the next run\n"
	"  --prepare DIR             fills DIR with what does not depend on sources; the build does so once\n"
	"  -s, --save-temps          keeps intermediate files in FILE.temps\n"
	"  --temp_dir DIR            where --save-temps makes that folder\n"
	"  --verbose                 shows the commands that are run; so does -v, but v++ -v is "
	"--version\n"
	"  -h, --help                this text\n"
	"  --version                 version of fpgaclc\n"
	"  --print-clang             prints the path of the clang that is used\n"
	"  --print-pragmas           prints the pragmas of HLS, and which have an effect\n"
	"  --print-synthesis         prints the rules of --synthesisable\n"
	"\n"
	"Without `#pragma HLS interface`, pointers are AXI4 masters in bundle gmem, scalars are\n"
	"registers, hls::stream<T> & arguments are AXI4-Stream ports, and the control protocol is\n"
	"ap_ctrl_hs.\n";

/* Help text is wrapped at this many columns. */
#define WIDTH 78

void fclc_print_help(void)
{
	const struct fclc_option *option;
	size_t column = WIDTH;

	fputs(text, stdout);
	fputs("\nAccepted for v++, without effect on an emulated board:", stdout);
	for (size_t i = 0; (option = fclc_option_at(i)); i++) {
		size_t length = strlen(option->name);

		if (option->id != FCLC_OPT_IGNORED)
			continue;
		if (column + length + 2 > WIDTH) {
			fputs("\n   ", stdout);
			column = 3;
		}
		printf(" %s", option->name);
		column += length + 1;
	}
	putchar('\n');
}

static const char *effect_of(const struct fclc_pragma_rule *rule)
{
	return rule->effect                       ? rule->effect
	       : rule->kind == FCLC_PRAGMA_TIMING ? "none yet: it shapes hardware, not results"
						  : "none";
}

static const char *place_of(const struct fclc_pragma_rule *rule)
{
	return rule->place == FCLC_IN_LOOP       ? "loop"
	       : rule->place == FCLC_IN_FUNCTION ? "function"
	       : rule->place == FCLC_IN_CODE     ? "anywhere in code"
						 : "function, loop";
}

void fclc_print_pragmas(void)
{
	for (size_t i = 0; i < FCLC_PRAGMA_RULES; i++) {
		const struct fclc_pragma_rule *rule = &fclc_pragma_rules[i];

		printf("| `%s` |", rule->name);
		for (size_t j = 0; j < FCLC_MOST_ARGUMENTS && rule->arguments[j].name; j++)
			printf("%s `%s`", j ? "," : "", rule->arguments[j].name);
		printf(" | %s | %s |\n", place_of(rule), effect_of(rule));
	}
}

void fclc_print_synthesis(void)
{
	static const struct fclc_synthesis_rule rules[] = {FCLC_SYNTHESIS_RULES(FCLC_RULE_ROW)};
	static const char *const languages[] = {
		[FCLC_RULE_HLS] = "C, C++",
		[FCLC_RULE_OPENCL] = "OpenCL C",
		[FCLC_RULE_BOTH] = "C, C++, OpenCL C",
	};

	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
		printf("| `%s` | %s | %s |\n", rules[i].name, languages[rules[i].languages],
		       rules[i].what);
}
