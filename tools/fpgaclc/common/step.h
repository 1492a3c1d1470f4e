/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMMON_STEP_H
#define FCLC_COMMON_STEP_H

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
	const char *outputs[FCLC_STEP_OUTPUTS];
	uint32_t noutputs;
	/* If not NULL, called before the commands run. Not called if the results are cached. */
	int (*before)(struct fclc_program *program, struct fcl_err *err);
	const char *written; /* a file that `before` writes; the program's digest stands for its
			   * contents */
	/* Set by fclc_steps_run(): */
	const char *key; /* digest of everything known before the commands run */
	bool cached;
	const char *said; /* the commands' output */
};

/* Creates a step with one command; `what` names it in progress lines. */
struct fclc_step *fclc_step_new(struct fclc_program *program, const char *what);
void fclc_step_output(struct fclc_step *step, const char *path);
void fclc_step_reads(struct fclc_program *program, struct fclc_step *step, const char *path);

/* Appends a command to the step's chain. */
struct fclc_job *fclc_step_command(struct fclc_program *program, struct fclc_step *step);

/*
 * Takes what it can from the cache, runs the remaining steps in parallel, and prints the commands'
 * output in the order of the steps.
 */
int fclc_steps_run(struct fclc_program *program, struct fclc_step **steps, uint32_t count,
		   struct fcl_err *err);

#endif
