/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMMON_STEP_H
#define FCLC_COMMON_STEP_H

#include <time.h>

#include "tools/fpgaclc/common/jobs.h"

#define FCLC_STEP_OUTPUTS 4

/*
 * A step is a sequence of commands whose results are cached. The results depend on the commands'
 * arguments, the files named by these, the files in `reads`, those listed in `deps` after the run,
 * and the compiler.
 */
struct fclc_step {
	struct fclc_job *chain;
	struct fclc_argv reads; /* input files that no command line names */
	const char *deps;       /* written by a command (-MD -MF); NULL: none */
	const char *says; /* file that receives the commands' output instead of the terminal; NULL:
			   * show it */
	bool quiet;       /* does not show it if a command fails; `said` has it */
	const char *outputs[FCLC_STEP_OUTPUTS];
	uint32_t noutputs;
	/*
	 * A file that the command reads after a pause (jobs.h); NULL: it has none. Before, it writes
	 * the first `nearly` outputs, which are cached without the others.
	 */
	const char *rest;
	uint32_t nearly;
	/* Set by fclc_steps_run(): */
	const char *key;   /* digest of everything known before the commands run */
	const char *found; /* the same with the files read; NULL: not known yet */
	struct timespec began;
	bool cached;
	const char *said; /* the commands' output, up to the pause */
	const char *then; /* and after it */
};

/* Creates a step with one command; `what` names it in progress lines. */
struct fclc_step *fclc_step_new(struct fclc_program *program, const char *what);
void fclc_step_output(struct fclc_step *step, const char *path);
void fclc_step_reads(struct fclc_program *program, struct fclc_step *step, const char *path);

/* Appends a command to the step's chain. */
struct fclc_job *fclc_step_command(struct fclc_program *program, struct fclc_step *step);

/*
 * Takes what it can from the cache, runs the remaining steps in parallel, those with a rest until
 * they pause, and prints the commands' output in the order of the steps.
 */
int fclc_steps_run(struct fclc_program *program, struct fclc_step **steps, uint32_t count,
		   struct fcl_err *err);

/* Runs the rest of steps that have one, once its file has been written, or is not needed. */
int fclc_steps_finish(struct fclc_program *program, struct fclc_step **steps, uint32_t count,
		      struct fcl_err *err);

#endif
