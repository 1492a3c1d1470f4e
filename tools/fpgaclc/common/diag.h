/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMMON_DIAG_H
#define FCLC_COMMON_DIAG_H

struct fcl_err;
struct fclc_arg;
struct fclc_kernel;

/* A place in a source file, according to the compiler's line markers. file NULL: no place. */
struct fclc_place {
	const char *file;
	unsigned line;
};

#define FCLC_NOWHERE ((struct fclc_place){NULL, 0})

/* Sets "file:line: error: text", or "fpgaclc: error: text" without a place. Returns -EINVAL. */
int fclc_error(struct fcl_err *err, struct fclc_place place, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Like fclc_error(), with "kernel 'k', argument 'a': " before the text; arg may be NULL. */
int fclc_arg_error(struct fcl_err *err, struct fclc_place place, const struct fclc_kernel *kernel,
		   const struct fclc_arg *arg, const char *format, ...)
	__attribute__((format(printf, 5, 6)));

/* Prints a warning in the same form to stderr. */
void fclc_warn(struct fclc_place place, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * For what is printed: names in files and of files may contain sequences that a terminal obeys.
 * Lines and tabs stay.
 */
void fclc_make_printable(char *text);

#endif
