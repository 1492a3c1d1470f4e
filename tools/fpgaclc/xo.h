/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_XO_H
#define FCLC_XO_H

#include "tools/fpgaclc/fclc.h"

/*
 * A .xo file: one object for the linker with what the link step has to know of the kernels in it.
 * The file is a head of text lines, "<keyword> <values>", and then the bytes of the object:
 *
 *	fpgaclc-xo 1
 *	target sw_emu                    or "any"
 *	platform <VBNV>
 *	isa <instruction set>
 *	cxx <0|1>
 *	sources <file names>
 *	kernel <name>                    once for each kernel; what follows belongs to it
 *	place <line> <file>
 *	state <control> <has slave> <register bytes> <stack bytes> <private data> <model ports>
 *	opencl <barriers> <required work-group size, three numbers>    in OpenCL C only
 *	port <mode> <width> <is stream> <argument> <name>
 *	arg <kind> <direction> <late> <size> <element size> <const> <port> <offset> <name>
 *	type <name of the type>          of the argument before
 *	space <address space>            of that argument, in OpenCL C only
 *	object <bytes>
 *	sha256 <digest of the lines before this one and of the object>
 *
 * and an empty line before the object. Numbers are decimal. It names no path of the machine that
 *made it, and the same input gives the same bytes.
 */

/* Whether a file's name says that it is one. */
bool fclc_xo_is(const char *path);

/* Writes all kernels of the program and the units of its sources to options.output. */
int fclc_xo_write(struct fclc_program *program, struct fcl_err *err);

/*
 * Reads one file into `source`, and adds its kernels to the program's. Target, platform and
 * instruction set of the program are taken from it where the command line left them open. Errors: a
 * file that is no .xo, a damaged one, one that does not fit the others.
 */
int fclc_xo_read(struct fclc_program *program, struct fclc_source *source, const char *path,
		 struct fcl_err *err);

#endif
