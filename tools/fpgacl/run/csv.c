/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/run/csv.h"

#include <errno.h>
#include <string.h>

/* Reads the numbers in one line and adds their count to *ret_count. */
static int csv_read_line(char *line, struct fcl_tool_array *array, size_t *ret_count,
			 struct fcl_err *err)
{
	unsigned char bytes[8];
	char *rest = NULL;
	int error;

	for (char *word = strtok_r(line, ",; \t\r", &rest); word;
	     word = strtok_r(NULL, ",; \t\r", &rest)) {
		error = fcl_tool_number_read(&array->type, word, bytes, err);
		if (error)
			return error;
		fcl_text_append(&array->bytes, bytes, array->type.size);
		(*ret_count)++;
	}
	return 0;
}

/* Lines of equal length are the rows of a table. */
int fcl_tool_csv_read(char *file, size_t size, struct fcl_tool_array *array, struct fcl_err *err)
{
	size_t rows = 0, columns = 0, total = 0, number = 1;
	bool table = true;
	char *next;

	/* UTF-16, for example: what follows would be left out. */
	if (memchr(file, '\0', size))
		return fcl_err_set(err, -EINVAL,
				   "expected text in ASCII or UTF-8, found a zero byte");
	for (char *line = file; line; line = next, number++) {
		size_t count = 0;
		int error;

		next = strchr(line, '\n');
		if (next)
			*next++ = '\0';
		line[strcspn(line, "#")] = '\0';
		error = csv_read_line(line, array, &count, err);
		if (error)
			return fcl_err_prefix(err, "line %zu", number);
		if (!count)
			continue;
		table &= !rows || count == columns;
		columns = count;
		total += count;
		rows++;
	}
	array->ndims = table && columns > 1 && rows > 1 ? 2 : 1;
	array->shape[0] = array->ndims == 2 ? rows : total;
	array->shape[1] = columns;
	return 0;
}

/* A one-dimensional array is written as a column, others as one line for each row. */
void fcl_tool_csv_write(const struct fcl_tool_array *array, struct fcl_text *out)
{
	size_t columns = array->ndims > 1 ? array->shape[array->ndims - 1] : 1;
	size_t count = array->bytes.size / array->type.size;

	for (size_t i = 0; i < count; i++) {
		fcl_tool_number_print(&array->type, array->bytes.bytes + i * array->type.size, out);
		fcl_text_append(out, (i + 1) % columns ? "," : "\n", 1);
	}
}
