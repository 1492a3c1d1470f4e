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
	bool hurries; /* does not wait for the next fclc_jobs_run() where it could pause */
	/* Set by fclc_jobs_run(): */
	const char *log; /* file with the command's output; NULL if it did not start */
	int error;
	struct fcl_err err;
	pid_t pid; /* while the command runs */
	int gate;  /* the other end of its standard input */
	bool paused;
	struct fclc_job *paused_before; /* in the list of the program's paused jobs */
};

/*
 * Runs `count` chains, at most --jobs of them at a time (default: one for each processor), until
 * each has ended or has paused; those that have paused before go on. A command pauses if it writes
 * a byte to its standard input, a socket, and waits for one there (plugin/pragmas/rest.h). After a
 * failure or a signal no further command starts. If several chains fail, returns the error of the
 * first one in the list.
 */
int fclc_jobs_run(struct fclc_program *program, struct fclc_job **chains, uint32_t count,
		  struct fcl_err *err);

/* Ends all commands that have paused. */
void fclc_jobs_close(struct fclc_program *program);

#endif
