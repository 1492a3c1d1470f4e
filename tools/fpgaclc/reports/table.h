/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_REPORTS_TABLE_H
#define FCLC_REPORTS_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "tools/fpgaclc/common/mem.h"

#define FCLC_MOST_COLUMNS 16

/* A table of text in a frame of +, - and |; its columns are as wide as their longest cell. */
struct fclc_table {
	struct fclc_arena *arena;
	unsigned ncolumns;
	unsigned heads;     /* how many rows are heads, which are centred */
	unsigned left;      /* how many columns are aligned to the left */
	const char ***rows; /* of ncolumns cells; NULL: a rule */
	uint32_t nrows, room;
};

/*
 * The cells are not copied; as many as the table has columns. In a head, NULL makes the cell before it
 * as wide as both.
 */
void fclc_table_row(struct fclc_table *table, const char *const *cells);
void fclc_table_rule(struct fclc_table *table);
void fclc_table_print(const struct fclc_table *table, unsigned indent, struct fcl_text *text);

#endif
