/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_CLOCK_H
#define FPGACLC_CLOCK_H

/*
 * Kernels that count the cycles of their schedule. Wrappers call what is here; the code that counts is
 * made by the compiler's plugin (plugin/schedule/count.cpp). Only uses built-in types, like fpgacl/rt.h.
 */

#ifdef __cplusplus
extern "C" {
#endif

struct fcl_cu;

#pragma GCC visibility push(hidden)

/* A kernel as code that counts. The plugin makes it, as fclc_timing_<kernel>. */
struct fclc_timing {
	void (*run)(void);   /* a function of the kernel's type; NULL: there is none */
	const char *unknown; /* why; NULL: there is one */
	const char *sure;    /* as in schedules */
};

/* A register with a device address. */
struct fclc_bus {
	unsigned port, offset;
	int written; /* the kernel may write there */
};

struct fclc_clock {
	unsigned long now; /* the first member: states since the start */
	struct fcl_cu *cu;
	const struct fclc_timing *timing;
	const char *unknown; /* why this execution does not count; NULL: it does */
};

/*
 * Begins to count an execution. Returns the function to call in place of the kernel; NULL: the kernel
 * itself, because it cannot be counted. Scheduled code takes arrays of different arguments for
 * different arrays, so arguments in one buffer are not counted unless they are only read.
 */
void (*fclc_clock_begin(struct fclc_clock *clock, struct fcl_cu *cu,
			const struct fclc_timing *timing, const struct fclc_bus *buses,
			unsigned long count))(void);
void fclc_clock_end(struct fclc_clock *clock);

/* The clock of the execution on this thread; called by code that counts. */
struct fclc_clock *fclc_clock(void);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
