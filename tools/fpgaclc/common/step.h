/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMMON_STEP_H
#define FCLC_COMMON_STEP_H

#include "tools/fpgaclc/common/jobs.h"

#define FCLC_STEP_OUTPUTS 4

/*
 * Commands whose results the cache keeps. They depend on the commands' arguments, on the files that
 * these name, on those of `reads`, on those that `deps` lists once they have run, and on the compiler.
 */
struct fclc_step {
	struct fclc_job *chain;
	struct fclc_job *beside; /* a second chain, run at the same time; NULL: none */
	struct fclc_argv reads;  /* files that no command names */
	const char *deps;        /* written by a command (-MD -MF); NULL: there are none */
	const char *says; /* file for what the commands print, which is not shown; NULL: show it */
	const char *outputs[FCLC_STEP_OUTPUTS];
	uint32_t noutputs;
	/* Called before the commands run, if they have to; NULL: nothing to do. */
	int (*before)(struct fclc_program *program, struct fcl_err *err);
	const char
		*written; /* a file that this writes, in whose place the program's digest counts */
	/* Set by fclc_steps_run(): */
	const char *key; /* of what is known before the commands run */
	bool cached;
	const char *said; /* what the commands printed */
};

/* A step with one command so far; `what` names it in progress lines. */
struct fclc_step *fclc_step_new(struct fclc_program *program, const char *what);
void fclc_step_output(struct fclc_step *step, const char *path);
void fclc_step_reads(struct fclc_program *program, struct fclc_step *step, const char *path);

/* Appends a command to the step's chain. */
struct fclc_job *fclc_step_command(struct fclc_program *program, struct fclc_step *step);

/*
 * Takes what it can from the cache, runs the other steps' commands at the same time, and prints
 * what the commands printed, in the order of the steps.
 */
int fclc_steps_run(struct fclc_program *program, struct fclc_step **steps, uint32_t count,
		   struct fcl_err *err);

#endif
