/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMMON_JOBS_H
#define FCLC_COMMON_JOBS_H

#include <sys/types.h>

#include "base/err.h"
#include "tools/fpgaclc/common/driver.h"

/* A command, and the next one of its chain, which starts when this one has succeeded. */
struct fclc_job {
	struct fclc_argv argv;
	const char *what; /* for progress lines: "vadd.cpp" */
	/* Called with `input` before the command starts; NULL: nothing to do. */
	int (*prepare)(struct fclc_program *program, const char *input, struct fcl_err *err);
	const char *input;
	struct fclc_job *next;
	/* Set by fclc_jobs_run(): */
	const char *log; /* file with what it printed; NULL: it did not start */
	int error;
	struct fcl_err err;
	pid_t pid; /* while it runs */
};

/*
 * Runs `count` chains, as many at a time as --jobs says, else one for each processor. After a
 * failure or a signal no further command starts. Returns the error of the first chain in the list
 * that failed.
 */
int fclc_jobs_run(struct fclc_program *program, struct fclc_job **chains, uint32_t count,
		  struct fcl_err *err);

#endif
