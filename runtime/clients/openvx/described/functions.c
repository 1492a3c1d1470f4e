/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/described/functions.h"

#include <stdlib.h>
#include <string.h>

static const struct {
	const char *name;
	vx_enum on; /* the type of object that has it; 0: any */
	enum fcl_vx_term term;
	vx_uint32 plane;
} terms[] = {
	{"plane1", VX_TYPE_IMAGE, FCL_VX_TERM_BUFFER, 1},
	{"plane2", VX_TYPE_IMAGE, FCL_VX_TERM_BUFFER, 2},
	{"width", VX_TYPE_IMAGE, FCL_VX_TERM_WIDTH, 0},
	{"height", VX_TYPE_IMAGE, FCL_VX_TERM_HEIGHT, 0},
	{"stride", VX_TYPE_IMAGE, FCL_VX_TERM_STRIDE, 0},
	{"stride1", VX_TYPE_IMAGE, FCL_VX_TERM_STRIDE, 1},
	{"stride2", VX_TYPE_IMAGE, FCL_VX_TERM_STRIDE, 2},
	{"format", VX_TYPE_IMAGE, FCL_VX_TERM_FORMAT, 0},
	{"space", VX_TYPE_IMAGE, FCL_VX_TERM_SPACE, 0},
	{"left", VX_TYPE_IMAGE, FCL_VX_TERM_LEFT, 0},
	{"top", VX_TYPE_IMAGE, FCL_VX_TERM_TOP, 0},
	{"right", VX_TYPE_IMAGE, FCL_VX_TERM_RIGHT, 0},
	{"bottom", VX_TYPE_IMAGE, FCL_VX_TERM_BOTTOM, 0},
	{"value", VX_TYPE_SCALAR, FCL_VX_TERM_VALUE, 0},
	{"threshold", VX_TYPE_THRESHOLD, FCL_VX_TERM_LOWER, 0},
	{"lower", VX_TYPE_THRESHOLD, FCL_VX_TERM_LOWER, 0},
	{"upper", VX_TYPE_THRESHOLD, FCL_VX_TERM_UPPER, 0},
	{"true", VX_TYPE_THRESHOLD, FCL_VX_TERM_TRUE, 0},
	{"false", VX_TYPE_THRESHOLD, FCL_VX_TERM_FALSE, 0},
	{"kind", VX_TYPE_THRESHOLD, FCL_VX_TERM_KIND, 0},
	{"capacity", VX_TYPE_ARRAY, FCL_VX_TERM_CAPACITY, 0},
	{"count", VX_TYPE_ARRAY, FCL_VX_TERM_COUNT_BUFFER, 0},
	{"count", VX_TYPE_LUT, FCL_VX_TERM_ENTRIES, 0},
	{"bins", VX_TYPE_DISTRIBUTION, FCL_VX_TERM_BINS, 0},
	{"offset", VX_TYPE_DISTRIBUTION, FCL_VX_TERM_OFFSET, 0},
	{"range", VX_TYPE_DISTRIBUTION, FCL_VX_TERM_RANGE, 0},
	{"window", VX_TYPE_DISTRIBUTION, FCL_VX_TERM_WINDOW, 0},
	{"rows", VX_TYPE_MATRIX, FCL_VX_TERM_ROWS, 0},
	{"columns", VX_TYPE_MATRIX, FCL_VX_TERM_COLUMNS, 0},
	{"rows", VX_TYPE_CONVOLUTION, FCL_VX_TERM_ROWS, 0},
	{"columns", VX_TYPE_CONVOLUTION, FCL_VX_TERM_COLUMNS, 0},
	{"scale", VX_TYPE_CONVOLUTION, FCL_VX_TERM_SCALE, 0},
	{"origin_x", VX_TYPE_MATRIX, FCL_VX_TERM_ORIGIN_X, 0},
	{"origin_y", VX_TYPE_MATRIX, FCL_VX_TERM_ORIGIN_Y, 0},
	{"bytes", VX_TYPE_SCALAR, FCL_VX_TERM_BYTES, 0},
	{"levels", VX_TYPE_PYRAMID, FCL_VX_TERM_LEVELS, 0},
	{"index", VX_TYPE_PYRAMID, FCL_VX_TERM_INDEX, 0},
	{"present", 0, FCL_VX_TERM_PRESENT, 0},
};

/*
 * level0, level, above_width: the buffer of the first level, of the current one, and the width of
 * the previous one.
 */
static bool find_level(const char *name, struct fcl_vx_described_argument *ret)
{
	static const struct {
		const char *name;
		int step;
	} places[] = {{"level", 0}, {"above", -1}, {"below", 1}};
	static const struct {
		const char *name;
		enum fcl_vx_term term;
	} parts[] = {{"", FCL_VX_TERM_BUFFER},
		     {"_width", FCL_VX_TERM_WIDTH},
		     {"_height", FCL_VX_TERM_HEIGHT},
		     {"_stride", FCL_VX_TERM_STRIDE},
		     {"_format", FCL_VX_TERM_FORMAT}};
	const char *rest = NULL;
	char *end;

	for (size_t i = 0; i < FCL_VX_COUNT(places) && !rest; i++) {
		if (strncmp(name, places[i].name, 5) != 0)
			continue;
		rest = name + 5;
		ret->relative = true;
		ret->step = places[i].step;
		if (i || *rest < '0' || *rest > '9')
			continue;
		ret->relative = false;
		ret->step = (int)strtoul(rest, &end, 10);
		rest = end;
	}
	for (size_t i = 0; rest && i < FCL_VX_COUNT(parts); i++) {
		ret->term = parts[i].term;
		ret->level = true;
		if (!strcmp(rest, parts[i].name))
			return true;
	}
	ret->level = ret->relative = false;
	return false;
}

static bool find_term(const struct fcl_vx_reader *reader, vx_enum type, const char *name,
		      struct fcl_vx_described_argument *ret)
{
	if (type == VX_TYPE_PYRAMID && find_level(name, ret))
		return true;
	for (size_t i = 0; i < FCL_VX_COUNT(terms); i++) {
		if (strcmp(terms[i].name, name) != 0 || (terms[i].on && terms[i].on != type))
			continue;
		ret->term = terms[i].term;
		ret->plane = terms[i].plane;
		return true;
	}
	return fcl_vx_reader_wrong(reader, "a property of the parameter's type", name);
}

static bool read_term(const struct fcl_vx_reader *reader, const char *text,
		      const struct fcl_vx_described *kernel, struct fcl_vx_described_argument *ret)
{
	size_t length = strcspn(text, ".");
	int parameter;
	char *end;

	ret->number = strtoll(text, &end, 0);
	ret->term = FCL_VX_TERM_NUMBER;
	if (*text && !*end)
		return true;
	ret->term = FCL_VX_TERM_BORDER_MODE;
	if (!strcmp(text, "border.mode"))
		return true;
	ret->term = FCL_VX_TERM_BORDER_VALUE;
	if (!strcmp(text, "border.value"))
		return true;
	ret->term = FCL_VX_TERM_SCRATCH;
	if (!strcmp(text, "scratch") && kernel->scratch_of >= 0)
		return true;
	parameter = fcl_vx_reader_find(kernel, text, length);
	if (parameter < 0)
		return fcl_vx_reader_wrong(reader, "an argument made of a parameter", text);
	ret->parameter = (vx_uint32)parameter;
	ret->term = FCL_VX_TERM_BUFFER;
	return !text[length] ||
	       find_term(reader, kernel->parameters[parameter].type, text + length + 1, ret);
}

bool fcl_vx_functions_read_argument(const struct fcl_vx_reader *reader,
				    const struct fcl_json_value *value,
				    const struct fcl_vx_described *kernel,
				    struct fcl_vx_described_argument *ret)
{
	const struct fcl_json_value *bytes;
	const char *text = value->text;

	ret->bytes = 4;
	if (value->kind == FCL_JSON_NOTHING) {
		ret->term = FCL_VX_TERM_STREAM;
		return true;
	}
	if (value->kind == FCL_JSON_NUMBER) {
		ret->term = FCL_VX_TERM_NUMBER;
		ret->number = (int64_t)value->number;
		return true;
	}
	if (value->kind == FCL_JSON_RECORD) {
		text = fcl_json_value_text(value, "value");
		bytes = fcl_json_value_member(value, "bytes");
		if (!bytes || (bytes->number != 4 && bytes->number != 8))
			return fcl_vx_reader_wrong(reader, "\"bytes\" 4 or 8", text);
		ret->bytes = (unsigned)bytes->number;
	}
	return text ? read_term(reader, text, kernel, ret)
		    : fcl_vx_reader_wrong(reader, "an argument", text);
}

static bool functions_read_sizes(const struct fcl_vx_reader *reader,
				 const struct fcl_json_value *record, const char *key,
				 const struct fcl_vx_described *kernel,
				 struct fcl_vx_described_argument sizes[3], cl_uint *ret_count)
{
	const struct fcl_json_value *list = fcl_vx_reader_list(reader, record, key, false);

	if (!list)
		return false;
	if (list->count > 3)
		return fcl_vx_reader_wrong(reader, "at most three dimensions", key);
	for (size_t i = 0; i < list->count; i++)
		if (!fcl_vx_functions_read_argument(reader, &list->items[i], kernel, &sizes[i]))
			return false;
	*ret_count = (cl_uint)list->count;
	return true;
}

/* Reads a function that is launched for each level of a pyramid. */
static bool read_each(const struct fcl_vx_reader *reader, const struct fcl_json_value *record,
		      const struct fcl_vx_described *kernel,
		      struct fcl_vx_described_function *function)
{
	const char *each = fcl_json_value_text(record, "each"),
		   *order = fcl_json_value_text(record, "order");

	function->each = each ? fcl_vx_reader_find(kernel, each, strlen(each)) : -1;
	if (each &&
	    (function->each < 0 || kernel->parameters[function->each].type != VX_TYPE_PYRAMID))
		return fcl_vx_reader_wrong(reader, "the name of a pyramid in \"each\"", each);
	function->backwards = order && !strcmp(order, "backwards");
	if (order && !function->backwards)
		return fcl_vx_reader_wrong(reader, "\"order\" backwards", order);
	for (vx_uint32 i = 0; i < function->narguments; i++) {
		const struct fcl_vx_described_argument *argument = &function->arguments[i];

		if ((argument->relative || argument->term == FCL_VX_TERM_INDEX) && !each)
			return fcl_vx_reader_wrong(reader, "\"each\" beside a level in turn",
						   kernel->parameters[argument->parameter].name);
	}
	return true;
}

static bool functions_read_function(const struct fcl_vx_reader *reader,
				    const struct fcl_json_value *record,
				    const struct fcl_vx_described *kernel,
				    struct fcl_vx_described_function *function)
{
	const struct fcl_json_value *list = fcl_vx_reader_list(reader, record, "arguments", true);
	const char *name = fcl_json_value_text(record, "function");

	if (!list)
		return false;
	if (!name)
		return fcl_vx_reader_wrong(reader, "the name of a \"function\"", NULL);
	function->name = strdup(name);
	function->arguments = calloc(list->count + 1, sizeof(*function->arguments));
	if (!function->name || !function->arguments)
		return fcl_vx_reader_wrong(reader, "memory for arguments", NULL);
	function->narguments = (vx_uint32)list->count;
	for (size_t i = 0; i < list->count; i++)
		if (!fcl_vx_functions_read_argument(reader, &list->items[i], kernel,
						    &function->arguments[i]))
			return false;
	return read_each(reader, record, kernel, function) &&
	       functions_read_sizes(reader, record, "global", kernel, function->global,
				    &function->ndims) &&
	       functions_read_sizes(reader, record, "local", kernel, function->local,
				    &function->nlocal) &&
	       (!function->nlocal || function->nlocal == function->ndims ||
		fcl_vx_reader_wrong(reader, "as many dimensions in \"local\" as in \"global\"",
				    name));
}

bool fcl_vx_functions_read(const struct fcl_vx_reader *reader, const struct fcl_json_value *record,
			   struct fcl_vx_described *kernel)
{
	const struct fcl_json_value *chain = fcl_json_value_member(record, "chain"),
				    *steps = fcl_json_value_member(record, "steps");
	size_t count;

	kernel->chained = chain != NULL;
	if (chain && steps)
		return fcl_vx_reader_wrong(reader, "\"chain\" or \"steps\"", "both");
	chain = chain ? chain : steps;
	count = chain ? chain->count : 1;
	if (chain && (chain->kind != FCL_JSON_LIST || !count))
		return fcl_vx_reader_wrong(reader, "a list of functions in \"chain\" or \"steps\"",
					   NULL);
	kernel->functions = calloc(count, sizeof(*kernel->functions));
	if (!kernel->functions)
		return fcl_vx_reader_wrong(reader, "memory for functions", NULL);
	for (size_t i = 0; i < count; i++) {
		kernel->nfunctions++;
		if (!functions_read_function(reader, chain ? &chain->items[i] : record, kernel,
					     &kernel->functions[i]))
			return false;
	}
	return true;
}
