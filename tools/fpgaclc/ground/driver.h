/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_GROUND_DRIVER_H
#define FCLC_GROUND_DRIVER_H

#include "tools/fpgaclc/ground/program.h"

/* A command line under construction. */
struct fclc_argv {
	struct fclc_arena *arena;
	const char **list;
	uint32_t count, capacity;
};

void fclc_argv_add(struct fclc_argv *argv, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * Makes the temporary directory (with --save-temps "<output>.temps", which stays) and finds clang.
 * From here to fclc_driver_close(), an exit or a SIGINT, SIGTERM or SIGHUP removes the directory.
 */
int fclc_driver_open(struct fclc_program *program, struct fcl_err *err);
void fclc_driver_close(struct fclc_program *program);

/*
 * Runs a program from PATH and waits for it; its output goes where ours goes. When it fails after
 * it printed its own diagnostics, -EINVAL is returned and the sink's text is left empty.
 */
int fclc_run(const struct fclc_program *program, const struct fclc_argv *argv, struct fcl_err *err);

/* The first line a program prints, without the newline. */
int fclc_first_line(const struct fclc_program *program, const struct fclc_argv *argv,
		    const char **ret_line, struct fcl_err *err);

/* Reads a whole file; the bytes are followed by a zero byte. */
int fclc_read_file(const struct fclc_program *program, const char *path, char **ret_bytes,
		   size_t *ret_size, struct fcl_err *err);

/* Writes it whole or not at all: fcl_file_write(). */
int fclc_write_file(const char *path, const void *bytes, size_t size, struct fcl_err *err);

#endif
