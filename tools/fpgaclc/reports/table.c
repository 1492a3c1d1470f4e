/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/reports/table.h"

#include <string.h>

static void add_row(struct fclc_table *table, const char **row)
{
	table->rows = fclc_grow(table->arena, table->rows, table->nrows, &table->room,
				sizeof(*table->rows));
	table->rows[table->nrows++] = row;
}

void fclc_table_row(struct fclc_table *table, const char *const *cells)
{
	const char **row = fclc_alloc(table->arena, table->ncolumns, sizeof(*row));

	memcpy(row, cells, table->ncolumns * sizeof(*row));
	add_row(table, row);
}

void fclc_table_rule(struct fclc_table *table)
{
	add_row(table, NULL);
}

static void print_rule(const struct fclc_table *table, const int *widths, unsigned indent,
		       struct fcl_text *text)
{
	fcl_text_format(text, "%*s+", (int)indent, "");
	for (unsigned i = 0; i < table->ncolumns; i++) {
		for (int j = 0; j < widths[i] + 1; j++)
			fcl_text_append(text, "-", 1);
		fcl_text_append(text, "+", 1);
	}
	fcl_text_append(text, "\n", 1);
}

/* How wide a cell is inside, with those that it covers; *ret_next is the first column after them. */
static int cell_width(const struct fclc_table *table, const char *const *row, const int *widths,
		      unsigned column, unsigned *ret_next)
{
	int width = widths[column] + 1;

	for (column++; column < table->ncolumns && !row[column]; column++)
		width += 1 + widths[column] + 1;
	*ret_next = column;
	return width;
}

/* Numbers stand at the right and names at the left. */
static void print_row(const struct fclc_table *table, const char *const *row, bool head,
		      const int *widths, unsigned indent, struct fcl_text *text)
{
	unsigned next;

	fcl_text_format(text, "%*s|", (int)indent, "");
	for (unsigned i = 0; i < table->ncolumns; i = next) {
		int room = cell_width(table, row, widths, i, &next) - (int)strlen(row[i]);
		int before = head ? (room + 1) / 2 : i < table->left ? 0 : room;

		fcl_text_format(text, "%*s%s%*s|", before, "", row[i], room - before, "");
	}
	fcl_text_append(text, "\n", 1);
}

/* A cell that covers several columns widens them alike. */
static void widen(const struct fclc_table *table, const char *const *row, int *widths)
{
	unsigned next;

	for (unsigned i = 0; i < table->ncolumns; i = next) {
		int lacks = (int)strlen(row[i]) + 1 - cell_width(table, row, widths, i, &next);

		for (unsigned j = next; lacks > 0; lacks--) {
			widths[j - 1]++;
			j = j - 1 > i ? j - 1 : next;
		}
	}
}

void fclc_table_print(const struct fclc_table *table, unsigned indent, struct fcl_text *text)
{
	int widths[FCLC_MOST_COLUMNS] = {0};

	/* From the last on, as heads cover what stands below them. */
	for (uint32_t i = table->nrows; i-- > 0;)
		if (table->rows[i])
			widen(table, table->rows[i], widths);
	print_rule(table, widths, indent, text);
	for (uint32_t i = 0; i < table->nrows; i++) {
		if (table->rows[i])
			print_row(table, table->rows[i], i < table->heads, widths, indent, text);
		else
			print_rule(table, widths, indent, text);
		if (i + 1 == table->heads)
			print_rule(table, widths, indent, text);
	}
	print_rule(table, widths, indent, text);
}
