/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_REPORTS_TREE_H
#define FCLC_REPORTS_TREE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "tools/fpgaclc/common/mem.h"

/* A value of a JSON text, and in which order it stands there. */
struct fclc_value {
	enum fclc_value_kind {
		FCLC_VALUE_NULL,
		FCLC_VALUE_BOOL,
		FCLC_VALUE_NUMBER,
		FCLC_VALUE_STRING,
		FCLC_VALUE_ARRAY,
		FCLC_VALUE_OBJECT,
	} kind;
	const char *key;  /* of an object's member */
	const char *text; /* of a string */
	double number;    /* of a number; of a truth value 0 or 1 */
	struct fclc_value *first, *next;
};

/* -EINVAL: it is no JSON text. */
int fclc_tree_read(struct fclc_arena *arena, const char *bytes, size_t size,
		   struct fclc_value **ret_value, struct fcl_err *err);

/* The member of that name; NULL: there is none, or `object` is NULL or no object. */
const struct fclc_value *fclc_tree_get(const struct fclc_value *object, const char *key);
/* The first element of a member that is an array; NULL: none. */
const struct fclc_value *fclc_tree_list(const struct fclc_value *object, const char *key);
/* The text of a member that is a string; "" if it is none. */
const char *fclc_tree_text(const struct fclc_value *object, const char *key);
/* The number of a member; `absent` if it is none. */
double fclc_tree_number(const struct fclc_value *object, const char *key, double absent);
bool fclc_tree_true(const struct fclc_value *object, const char *key);

#endif
