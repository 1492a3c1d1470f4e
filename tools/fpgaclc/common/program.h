/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMMON_PROGRAM_H
#define FCLC_COMMON_PROGRAM_H

#include "board_support/board.h"
#include "tools/fpgaclc/common/diag.h"
#include "tools/fpgaclc/common/kernel.h"
#include "tools/fpgaclc/common/mem.h"
#include "tools/fpgaclc/common/names.h"
#include "tools/fpgaclc/common/request.h"
#include "tools/fpgaclc/common/source.h"

/*
 * The state of one run: the sources given, the kernels found in them, and the image to build. A run
 * uses one thread; everything below comes from one arena and lives until the end. Errors look like
 * a compiler's: "file:line: error: ..." with a place, "fpgaclc: error: ..." without (fclc_error).
 */

struct fclc_cu {
	const char *name;
	struct fclc_kernel *kernel;
	uint64_t base;
	uint32_t connection; /* one plus the index of its latest connection; 0: none */
};

struct fclc_connection {
	uint32_t cu, arg, bank;
	uint32_t previous; /* one plus the index of the CU's previous connection; 0: none */
	const struct fclc_directive *directive; /* that asks for it; NULL: it is the default */
};

/* A stream connection. One of the CUs may be FCL_IMAGE_HOST. */
struct fclc_stream {
	uint32_t src_cu, src_arg, dst_cu, dst_arg, depth, packet_size;
	struct fclc_place place;
};

struct fclc_program {
	struct fclc_options options;
	struct fclc_arena *arena;
	const char *tmp;         /* temporary directory, without a trailing slash */
	const char *cwd;         /* with a trailing slash */
	const char *cache;       /* cache directory; NULL: no cache */
	const char *prepared;    /* directory with entries that were built with the program; NULL:
			        * none */
	const char *support;     /* digest of the embedded files */
	bool support_written;    /* they are in tmp */
	uint32_t nlogs;          /* files in tmp with the commands' output */
	struct fclc_job *paused; /* commands that wait for what they are to read next */
	const char *clang;
	bool probes_stack;  /* the compiler has -fstack-clash-protection */
	const char *plugin; /* the compiler's, of plugin/: its path */
	const char *plugin_digest;
	bool plugin_written;
	unsigned opencl_major;      /* version of the clang that built their library; 0: the same */
	const char *opencl_library; /* bitcode of the built-in functions; NULL without .cl files */
	/*
	 * Their precompiled declarations, for the standard that is asked for, and for sources that
	 * need 2.0; NULL if not made yet, or not possible.
	 */
	const char *opencl_pch[2];
	const struct fclc_language *const *languages; /* all, with a NULL at the end */
	struct fclc_source *sources;
	uint32_t nsources;
	uint32_t nothers; /* sources that languages are going to add */
	struct fclc_functions functions;
	struct fclc_functions undefined; /* what OpenCL C uses, and another source has to define */
	struct fclc_functions variables; /* that sources define, for all sources */
	struct fclc_rtl *rtl;            /* kernels in Verilog */
	uint32_t nrtl, rtl_capacity;
	struct fclc_external_kernel *externals; /* kernels for traffic generators */
	uint32_t nexternals;
	struct fclc_kernel *kernels;
	uint32_t nkernels, kernels_capacity;
	struct fcl_board *board;
	struct fclc_cu *cus;
	uint32_t ncus;
	struct fclc_names cu_names; /* numbers are indices into cus */
	struct fclc_connection *connections;
	uint32_t nconnections, connections_capacity;
	struct fclc_stream *streams;
	uint32_t nstreams;
	const char *payload; /* path of the linked shared object */
};

/*
 * Whether compute unit `cu`, one end of a stream, belongs to the kernel. False for the host's end.
 */
static inline bool fclc_is_at(const struct fclc_program *program, uint32_t cu,
			      const struct fclc_kernel *kernel)
{
	return cu != FCL_IMAGE_HOST && program->cus[cu].kernel == kernel;
}

#endif
