/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMMON_DRIVER_H
#define FCLC_COMMON_DRIVER_H

#include <sys/types.h>
#include <time.h>

#include "tools/fpgaclc/common/program.h"

/* A command line under construction. */
struct fclc_argv {
	struct fclc_arena *arena;
	const char **list;
	uint32_t count, capacity;
};

void fclc_argv_add(struct fclc_argv *argv, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * Opens the cache and creates the temporary directory. With --save-temps the directory is
 * "<output>.temps" and is kept; otherwise, until fclc_driver_close(), it is removed on exit and on
 * SIGINT, SIGTERM or SIGHUP.
 */
int fclc_driver_open(struct fclc_program *program, struct fcl_err *err);
void fclc_driver_close(struct fclc_program *program);

/*
 * Runs a program from PATH with our standard streams, and waits for it. If it fails after printing
 * its own diagnostics, returns -EINVAL and says so in *err.
 */
int fclc_run(const struct fclc_program *program, const struct fclc_argv *argv, struct fcl_err *err);

/* Like fclc_run(), but the program's output goes to the file `log`. */
int fclc_run_logged(const struct fclc_program *program, const struct fclc_argv *argv,
		    const char *log, struct fcl_err *err);

/* Like fclc_run_logged() for standard error; standard output goes to the file `out`. */
int fclc_run_split(const struct fclc_program *program, const struct fclc_argv *argv,
		   const char *out, const char *log, struct fcl_err *err);

/* Starts a program from PATH. Its input is `in`, and its output goes to the file `log`. */
int fclc_spawn(const struct fclc_program *program, const struct fclc_argv *argv, int in,
	       const char *log, pid_t *ret_pid, struct fcl_err *err);

/* Turns a status from waitpid() into 0, or an error that names the program. */
int fclc_exit_error(int status, const char *name, struct fcl_err *err);

/* Whether a signal has asked this run to end. */
bool fclc_interrupted(void);

/* Between these two calls, waits are interrupted regularly (EINTR) to show progress. */
void fclc_progress_begin(void);
void fclc_progress_end(void);
void fclc_show_progress(const char *what, time_t began);

/* Runs a program and returns the first line of its output, without the newline. */
int fclc_first_line(const struct fclc_program *program, const struct fclc_argv *argv,
		    const char **ret_line, struct fcl_err *err);

/* Reads a whole file and appends a NUL byte, which ret_size does not count. */
int fclc_read_file(const struct fclc_program *program, const char *path, char **ret_bytes,
		   size_t *ret_size, struct fcl_err *err);

/* Writes a file atomically, through fcl_file_write(). */
int fclc_write_file(const char *path, const void *bytes, size_t size, struct fcl_err *err);

/* Creates a directory and its missing parents. Succeeds if it exists. */
int fclc_make_folder(const char *path, struct fcl_err *err);

/* The same for the directory that contains a file. */
int fclc_make_folder_of(const struct fclc_program *program, const char *path, struct fcl_err *err);

#endif
