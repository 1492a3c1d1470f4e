/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BASE_ERR_H
#define FCL_BASE_ERR_H

#include <stddef.h>

/*
 * The error sink: every layer below runtime/api returns 0 or a negative errno value and, where the
 * caller passed a sink, leaves one readable sentence in it. A NULL sink is always allowed.
 */
struct fcl_err {
	int code;        /* the negative errno value last set, 0 if none */
	char text[1000]; /* one sentence without a newline: what was expected and what was found */
};

/* Empties the sink. */
static inline void fcl_err_clear(struct fcl_err *err)
{
	if (!err)
		return;
	err->code = 0;
	err->text[0] = '\0';
}

/* Stores `code` (a negative errno value) and the formatted text; returns `code`. */
int fcl_err_set(struct fcl_err *err, int code, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Puts the formatted text and ": " before the sink's text; returns the sink's code. */
int fcl_err_prefix(struct fcl_err *err, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
