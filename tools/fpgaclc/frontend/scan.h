/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_FRONTEND_SCAN_H
#define FCLC_FRONTEND_SCAN_H

#include "tools/fpgaclc/ground/program.h"

/* Object-like macros as the #define lines of preprocessed text give them; the last one counts. */
struct fclc_macros {
	struct fclc_macro {
		const char *name, *body; /* body NULL: undefined again */
		size_t name_length, body_length;
	} * list;
	uint32_t count, capacity;
};

/* Walks through preprocessed text token by token. */
struct fclc_scan {
	struct fclc_arena *arena;
	const char *at;
	struct fclc_place place; /* of the next character */
	bool line_start;
	struct fclc_macros macros;
};

enum fclc_token_kind { FCLC_TOKEN_END, FCLC_TOKEN_NAME, FCLC_TOKEN_PUNCT, FCLC_TOKEN_PRAGMA };

/*
 * A name, one character of anything else, or the rest of a #pragma line. Literals and numbers are
 * skipped; line markers, #define and #undef are taken in on the way.
 */
struct fclc_token {
	enum fclc_token_kind kind;
	const char *text;
	size_t length;
	struct fclc_place place;
};

void fclc_scan_next(struct fclc_scan *scan, struct fclc_token *ret_token);

/* The text with object-like macros replaced, except for names that "=" follows. */
const char *fclc_macros_expand(struct fclc_arena *arena, const struct fclc_macros *macros,
			       const char *text, unsigned depth);

bool fclc_is_name_start(char c);
bool fclc_is_name_char(char c);

#endif
