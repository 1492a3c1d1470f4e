/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMMON_REQUEST_H
#define FCLC_COMMON_REQUEST_H

#include <stdbool.h>
#include <stdint.h>

#include "bitstreams/image/fcl_image.h"
#include "tools/fpgaclc/common/diag.h"

/* An nk=, sp=, stream_connect=, connect=, slr= or freqHz= directive as given, not yet resolved. */
struct fclc_directive {
	enum fclc_directive_kind { FCLC_NK, FCLC_SP, FCLC_SC, FCLC_PINS, FCLC_SLR, FCLC_HZ } kind;
	const char *text; /* what follows the key and "=" */
	struct fclc_place place;
};

/* The value of an option, or of another key of config files, that has one. */
struct fclc_given {
	const char *key, *value;
	const struct fclc_option *option; /* NULL: a key that has already taken effect */
	struct fclc_place place;
};

/* Compiler flags for one kernel. */
struct fclc_kernel_flags {
	const char *kernel, *flags;
	struct fclc_place place;
};

/* An interface pragma for a kernel that is given outside of its source. */
struct fclc_interface_directive {
	const char *kernel;
	const char *text; /* the text after "HLS interface" */
	struct fclc_place place;
};

/* Any other pragma given so: "FUNCTION[/LABEL] [VARIABLE] NAME=VALUE ...". */
struct fclc_pragma_directive {
	const char *pragma;
	const char *text;
	struct fclc_place place;
};

/* A bank's size as set by a script that edits the platform. */
struct fclc_bank_size {
	const char *tag;
	uint64_t size; /* bytes */
	struct fclc_place place;
};

/* What to do: build an image (the default, and -l), compile only (-c), or package (-p). */
enum fclc_mode { FCLC_MODE_BUILD, FCLC_MODE_COMPILE, FCLC_MODE_PACKAGE };

/* v++ has two clocks: the data clock and the kernel clock. */
#define FCLC_CLOCKS 2

/* The language that -x set for a source. */
struct fclc_forced {
	const char *path; /* the same pointer as in the list of sources */
	const struct fclc_language *language;
};

/* The range of clock frequencies that may be requested. */
#define FCLC_LEAST_HZ 1000000ull
#define FCLC_MOST_HZ 10000000000ull

/* What faults in `#pragma HLS` are: -Whls-pragmas, -Werror=hls-pragmas, -Wno-hls-pragmas. */
enum fclc_pragma_warnings { FCLC_PRAGMAS_WARN, FCLC_PRAGMAS_FAIL, FCLC_PRAGMAS_QUIET };

struct fclc_options {
	enum fclc_mode mode;
	const char *step;     /* the option that selected a step of v++; NULL: none */
	bool link;            /* -l was given */
	bool as_vpp;          /* invoked as v++ */
	bool as_aoc;          /* invoked as aoc */
	const char **sources; /* all inputs, including .xo and .xclbin files */
	uint32_t nsources, sources_capacity;
	uint32_t nmodels;       /* of these, the last: those of libraries, which have no kernels */
	const char **libraries; /* of aoc, with C models */
	uint32_t nlibraries, libraries_capacity;
	const char **kernels;
	uint32_t nkernels, kernels_capacity;
	const char **compiler_flags; /* -I -D -U -std= -include -W..., in the order given */
	uint32_t ncompiler_flags, compiler_flags_capacity;
	struct fclc_kernel_flags *kernel_flags;
	uint32_t nkernel_flags, kernel_flags_capacity;
	const char **opencl_flags; /* -cl-*, for .cl files */
	uint32_t nopencl_flags, opencl_flags_capacity;
	struct fclc_forced *forced;
	uint32_t nforced, forced_capacity;
	const struct fclc_language
		*language;       /* language of the sources that follow; NULL: by their names */
	bool opencl_unoptimized; /* -cl-opt-disable */
	bool check_memory;       /* --check=memory */
	enum fclc_pragma_warnings pragma_warnings;
	const char *synthesisable;    /* "error", "warn" or "off"; NULL: by the target */
	const char **synthesis_flags; /* -W... of the rules in synthesis_table.h */
	uint32_t nsynthesis_flags, synthesis_flags_capacity;
	const char **hls_includes;
	uint32_t nhls_includes, hls_includes_capacity;
	struct fclc_directive *directives;
	uint32_t ndirectives, directives_capacity;
	struct fclc_bank_size *bank_sizes; /* if a bank is listed twice, the last entry counts */
	uint32_t nbank_sizes, bank_sizes_capacity;
	struct fclc_interface_directive *interfaces;
	uint32_t ninterfaces, interfaces_capacity;
	struct fclc_pragma_directive *pragmas;
	uint32_t npragmas, pragmas_capacity;
	const char *output;
	const char *platform;
	struct fclc_given *given; /* see cli/given.h */
	uint32_t ngiven, given_capacity;
	const char *clang;   /* NULL: search PATH (clang.h) */
	bool printed;        /* --help or similar: nothing is left to do */
	const char *prepare; /* directory to fill with results that do not depend on sources; NULL:
			      * none */
	const char *march;
	const char *standard;      /* the -std= flag given */
	const char *temp_dir;      /* where --save-temps puts files; NULL: beside the output */
	const char *out_dir;       /* of the package step; NULL if not given */
	uint32_t mhz[FCLC_CLOCKS]; /* 0: the board's default */
	const char **ignored;      /* options without effect, each listed once */
	uint32_t nignored, ignored_capacity;
	char optimize;                /* '0' ... '3' */
	enum fcl_image_target target; /* 0 if not given */
	bool port_for_each;           /* pointers without a bundle get an AXI4 master each */
	uint32_t jobs;                /* maximum number of commands that run at a time; 0: one for
				       * each processor */
	bool no_cache;
	bool allow_unconnected; /* streams without another end are no error */
	bool hls;             /* --mode hls: defines synthesis macros; the result fits any board */
	const char *work_dir; /* of --mode hls; NULL if not given */
	const char *hls_output; /* package.output.file; NULL if not given */
	bool cycles;            /* kernels count the cycles of their schedules when they run */
	bool cycles_given;      /* the user says whether; otherwise the target does */
	const char *schedule;   /* folder for schedules and reports; NULL if not given */
	/* What estimates of cycles are for; see cli/clock.h. */
	const char *part;                         /* NULL: the board's */
	double clock_ns;                          /* 0: the board's */
	double uncertainty_ns, uncertainty_share; /* of the clock; less than 0: not given */
	bool vivado_flow;                         /* flow_target */
	int pipeline_loops, m_axi_latency;        /* less than 0: not given */
	const char *pipeline_style;               /* NULL: not given */
	bool concurrent; /* processes of DATAFLOW regions run concurrently */
	bool debug, save_temps, verbose;
	enum fclc_waves { FCLC_WAVES_NONE, FCLC_WAVES_FST, FCLC_WAVES_VCD } waves;
	bool snapshots; /* kernels in Verilog: their last cycles can run again */
	enum fclc_x {
		FCLC_X_ZERO,
		FCLC_X_ONE,
		FCLC_X_RANDOM
	} x_initial; /* numbered as in
									   * Verilator */
	uint32_t x_seed;
};

#endif
