/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_XO_XO_WRITE_H
#define FCLC_XO_XO_WRITE_H

#include "tools/fpgaclc/common/program.h"

/*
 * A .xo file: an object for the linker and what the link step has to know about the kernels in it.
 * The file is a head of text lines, "<keyword> <values>", and then the bytes of the object:
 *
 *	fpgaclc-xo 3
 *	target sw_emu                    or "any"
 *	platform <VBNV>
 *	isa <instruction set>
 *	cxx <0|1>
 *	sources <file names>
 *	kernel <name>                    once for each kernel; what follows belongs to it
 *	place <line> <file>
 *	state <control> <has slave> <register bytes> <stack bytes> <private data> <model ports>
 *	opencl <required work-group size, three numbers>    in OpenCL C only
 *	nonuniform 1                     in OpenCL C only: the last work-groups may be smaller
 *	units <compute units>            of num_compute_units, in OpenCL C only
 *	dimensions <dimensions>          of max_global_work_dim, plus 1, in OpenCL C only
 *	order <dimension> <tiled>        the innermost loop over work-items, in OpenCL C only
 *	port <mode> <width> <is stream> <argument> <name>
 *	arg <kind> <direction> <late> <size> <element size> <const> <port> <offset> <name>
 *	type <name of the type>          of the preceding argument
 *	space <address space>            of that argument, in OpenCL C only
 *	part <number>                    of that argument, a part of a class
 *	global <depth> <number> <certain> <host>    that argument is a pipe or channel declared outside functions
 *	object <bytes>
 *	sha256 <digest of the lines before this one and of the object>
 *
 * and an empty line before the object. Numbers are decimal. The file contains no path of the build
 * machine, and the same input gives the same bytes.
 */

/* Writes all kernels of the program and the units of its sources to options.output. */
int fclc_xo_write(struct fclc_program *program, struct fcl_err *err);

#endif
