/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_OPENCL_VENDOR_SCAN_H
#define FCLC_OPENCL_VENDOR_SCAN_H

#include "tools/fpgaclc/common/program.h"

/* Object-like macros from the #define lines of preprocessed text. The last definition counts. */
struct fclc_macros {
	struct fclc_macro {
		const char *name, *body; /* body is NULL after #undef */
		size_t name_length, body_length;
	} * list;
	uint32_t count, capacity;
};

/* Tokenizes preprocessed text. */
struct fclc_scan {
	struct fclc_arena *arena;
	const char *at;
	struct fclc_place place; /* of the next character */
	bool line_start;
	struct fclc_macros macros;
};

enum fclc_token_kind { FCLC_TOKEN_END, FCLC_TOKEN_NAME, FCLC_TOKEN_PUNCT, FCLC_TOKEN_PRAGMA };

/*
 * A token is a name, one character of punctuation, or the rest of a #pragma line. The scan skips
 * literals and numbers, and applies line markers, #define and #undef.
 */
struct fclc_token {
	enum fclc_token_kind kind;
	const char *text;
	size_t length;
	struct fclc_place place;
};

void fclc_scan_next(struct fclc_scan *scan, struct fclc_token *ret_token);

/* Expands object-like macros in the text, except names followed by "=". */
const char *fclc_macros_expand(struct fclc_arena *arena, const struct fclc_macros *macros,
			       const char *text, unsigned depth);

/* Whether the token is this name, or this punctuation character. */
bool fclc_is_word(const struct fclc_token *token, const char *word);
bool fclc_is_mark(const struct fclc_token *token, char mark);

bool fclc_is_name_start(char c);
bool fclc_is_name_char(char c);

#endif
