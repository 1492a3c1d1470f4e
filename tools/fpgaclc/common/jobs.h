/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMMON_JOBS_H
#define FCLC_COMMON_JOBS_H

#include <sys/types.h>

#include "base/err.h"
#include "tools/fpgaclc/common/driver.h"

/* A command, and the next command of its chain, which starts once this one has succeeded. */
struct fclc_job {
	struct fclc_argv argv;
	const char *what;  /* shown in progress lines: "vadd.cpp" */
	const char *input; /* a file that a command before it writes; NULL: none */
	struct fclc_job *next;
	/* Set by fclc_jobs_run(): */
	const char *log; /* file with the command's output; NULL if it did not start */
	int error;
	struct fcl_err err;
	pid_t pid; /* while the command runs */
};

/*
 * Runs `count` chains, at most --jobs of them at a time (default: one for each processor). After a
 * failure or a signal no further command starts. If several chains fail, returns the error of the
 * first one in the list.
 */
int fclc_jobs_run(struct fclc_program *program, struct fclc_job **chains, uint32_t count,
		  struct fcl_err *err);

#endif
