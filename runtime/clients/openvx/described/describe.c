/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/described/describe.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json_tree.h"
#include "runtime/clients/openvx/base/log.h"
#include "runtime/clients/openvx/images/layout.h"

enum { MOST_BYTES = 16 << 20 };

/* The state of the parser, and the place for messages. */
struct reader {
	vx_context context;
	const char *path;
	const char *kernel; /* NULL: outside of kernels */
};

static bool describe_wrong(const struct reader *reader, const char *expected, const char *found)
{
	fcl_vx_fail(reader->context, VX_ERROR_INVALID_MODULE, "%s: %s%sexpected %s, found \"%s\"",
		    reader->path, reader->kernel ? reader->kernel : "", reader->kernel ? ": " : "",
		    expected, found ? found : "(nothing)");
	return false;
}

static bool known_members(const struct reader *reader, const struct fcl_json_value *record,
			  const char *const *names)
{
	for (size_t i = 0; i < record->count; i++) {
		const char *const *name = names;

		while (*name && strcmp(*name, record->items[i].key) != 0)
			name++;
		if (!*name)
			return describe_wrong(reader, "a member that README.md names",
					      record->items[i].key);
	}
	return true;
}

static const struct fcl_json_value *list_of(const struct reader *reader,
					    const struct fcl_json_value *record, const char *key,
					    bool required)
{
	static const struct fcl_json_value none = {.kind = FCL_JSON_LIST};
	const struct fcl_json_value *list = fcl_json_value_member(record, key);

	if (!list && !required)
		return &none;
	if (list && list->kind == FCL_JSON_LIST)
		return list;
	describe_wrong(reader, "a list", key);
	return NULL;
}

static const struct {
	const char *name;
	vx_enum type;
} types[] =
	{
		{"image", VX_TYPE_IMAGE},     {"scalar", VX_TYPE_SCALAR},
		{"array", VX_TYPE_ARRAY},     {"threshold", VX_TYPE_THRESHOLD},
		{"lut", VX_TYPE_LUT},         {"distribution", VX_TYPE_DISTRIBUTION},
		{"matrix", VX_TYPE_MATRIX},   {"convolution", VX_TYPE_CONVOLUTION},
		{"remap", VX_TYPE_REMAP},     {"tensor", VX_TYPE_TENSOR},
		{"pyramid", VX_TYPE_PYRAMID},
},
  items[] = {
	  {"CHAR", VX_TYPE_CHAR},
	  {"INT8", VX_TYPE_INT8},
	  {"UINT8", VX_TYPE_UINT8},
	  {"INT16", VX_TYPE_INT16},
	  {"UINT16", VX_TYPE_UINT16},
	  {"INT32", VX_TYPE_INT32},
	  {"UINT32", VX_TYPE_UINT32},
	  {"INT64", VX_TYPE_INT64},
	  {"UINT64", VX_TYPE_UINT64},
	  {"FLOAT32", VX_TYPE_FLOAT32},
	  {"FLOAT64", VX_TYPE_FLOAT64},
	  {"ENUM", VX_TYPE_ENUM},
	  {"SIZE", VX_TYPE_SIZE},
	  {"BOOL", VX_TYPE_BOOL},
	  {"DF_IMAGE", VX_TYPE_DF_IMAGE},
	  {"KEYPOINT", VX_TYPE_KEYPOINT},
	  {"RECTANGLE", VX_TYPE_RECTANGLE},
	  {"COORDINATES2D", VX_TYPE_COORDINATES2D},
	  {"COORDINATES2DF", VX_TYPE_COORDINATES2DF},
	  {"COORDINATES3D", VX_TYPE_COORDINATES3D},
};

#define LOOK_UP(table, text, ret)                                                                  \
	for (size_t look_ = 0; (text) && look_ < FCL_VX_COUNT(table); look_++)                     \
		if (!strcmp((table)[look_].name, (text)))                                          \
	(ret) = (table)[look_].type

/* Parameters. */

static int find_parameter(const struct fcl_vx_described *kernel, const char *name, size_t length)
{
	for (vx_uint32 i = 0; i < kernel->nparameters; i++)
		if (strlen(kernel->parameters[i].name) == length &&
		    !strncmp(kernel->parameters[i].name, name, length))
			return (int)i;
	return -1;
}

static bool read_formats(const struct reader *reader, const struct fcl_json_value *record,
			 struct fcl_vx_described_parameter *parameter)
{
	const struct fcl_json_value *list = list_of(reader, record, "formats", false);

	if (!list)
		return false;
	if (list->count > FCL_VX_COUNT(parameter->formats))
		return describe_wrong(reader, "at most 16 formats", parameter->name);
	for (size_t i = 0; i < list->count; i++) {
		const char *name = list->items[i].text;
		const struct fcl_vx_format *format = name ? fcl_vx_format_named(name) : NULL;

		if (!format)
			return describe_wrong(reader, "the name of an image format", name);
		parameter->formats[parameter->nformats++] = format->format;
	}
	return true;
}

static bool read_values(const struct reader *reader, const struct fcl_json_value *record,
			struct fcl_vx_described_parameter *parameter)
{
	const struct fcl_json_value *list = list_of(reader, record, "values", false);

	if (!list)
		return false;
	parameter->values = calloc(list->count + 1, sizeof(*parameter->values));
	if (!parameter->values)
		return describe_wrong(reader, "memory for values", NULL);
	for (size_t i = 0; i < list->count; i++) {
		if (list->items[i].kind != FCL_JSON_NUMBER)
			return describe_wrong(reader, "numbers in \"values\"", list->items[i].text);
		parameter->values[parameter->nvalues++] = list->items[i].number;
	}
	return true;
}

/* Reads one name, or a list of names: a value's type may be any of them. */
static bool describe_read_items(const struct reader *reader, const struct fcl_json_value *record,
				struct fcl_vx_described_parameter *parameter)
{
	const struct fcl_json_value *value = fcl_json_value_member(record, "item");
	bool many = value && value->kind == FCL_JSON_LIST;
	size_t count = !value ? 0 : many ? value->count : 1;

	if (count > FCL_VX_COUNT(parameter->items))
		return describe_wrong(reader, "at most 4 types of items", parameter->name);
	for (size_t i = 0; i < count; i++) {
		const char *name = many ? value->items[i].text : value->text;
		vx_enum *item = &parameter->items[parameter->nitems];

		parameter->pixel_item = name && !strcmp(name, "PIXEL");
		if (parameter->pixel_item && count == 1)
			return true;
		LOOK_UP(items, name, *item);
		if (!*item)
			return describe_wrong(reader, "the name of a type of item", name);
		parameter->nitems++;
	}
	return true;
}

/* A numeric member; 0 if it is missing. */
static vx_uint32 describe_number_of(const struct fcl_json_value *record, const char *key)
{
	const struct fcl_json_value *value = fcl_json_value_member(record, key);

	return value && value->kind == FCL_JSON_NUMBER ? (vx_uint32)value->number : 0;
}

static bool describe_read_parameter(const struct reader *reader,
				    const struct fcl_json_value *record,
				    struct fcl_vx_described_parameter *parameter)
{
	static const char *const names[] = {"name",    "direction", "type",       "optional",
					    "formats", "format",    "like",       "size",
					    "item",    "values",    "most_width", "wide",
					    "rows",    "columns",   "scale",      NULL};
	const char *direction, *type, *name, *size;
	const struct fcl_json_value *value;

	if (record->kind != FCL_JSON_RECORD)
		return describe_wrong(reader, "an object for a parameter", record->text);
	if (!known_members(reader, record, names))
		return false;
	name = fcl_json_value_text(record, "name");
	direction = fcl_json_value_text(record, "direction");
	type = fcl_json_value_text(record, "type");
	size = fcl_json_value_text(record, "size");
	if (!name || !*name)
		return describe_wrong(reader, "a parameter's \"name\"", name);
	parameter->name = strdup(name);
	parameter->direction = direction && !strcmp(direction, "output") ? VX_OUTPUT : VX_INPUT;
	if (!direction || (strcmp(direction, "input") != 0 && strcmp(direction, "output") != 0))
		return describe_wrong(reader, "\"direction\" input or output", direction);
	LOOK_UP(types, type, parameter->type);
	if (!parameter->type)
		return describe_wrong(reader, "the name of a type of object", type);
	parameter->any_size = size && !strcmp(size, "any");
	parameter->half = size && !strcmp(size, "half");
	parameter->below = size && !strcmp(size, "below");
	parameter->of_channel = size && !strcmp(size, "channel");
	if (size && !parameter->any_size && !parameter->half && !parameter->below &&
	    !parameter->of_channel)
		return describe_wrong(reader, "\"size\" any, half, below or channel", size);
	value = fcl_json_value_member(record, "optional");
	parameter->optional = value && value->kind == FCL_JSON_BOOLEAN && value->number != 0;
	value = fcl_json_value_member(record, "wide");
	parameter->wide = value && value->kind == FCL_JSON_BOOLEAN && value->number != 0;
	parameter->most_width = describe_number_of(record, "most_width");
	value = fcl_json_value_member(record, "scale");
	parameter->scale = value && value->kind == FCL_JSON_NUMBER ? value->number : 0;
	parameter->rows = describe_number_of(record, "rows");
	parameter->columns = describe_number_of(record, "columns");
	parameter->format_of = parameter->like = -1;
	return parameter->name && describe_read_items(reader, record, parameter) &&
	       read_formats(reader, record, parameter) && read_values(reader, record, parameter);
}

/* References to other parameters, including later ones. */
static bool read_relations(const struct reader *reader, const struct fcl_json_value *record,
			   const struct fcl_vx_described *kernel,
			   struct fcl_vx_described_parameter *parameter)
{
	const char *format = fcl_json_value_text(record, "format"),
		   *like = fcl_json_value_text(record, "like");

	if (format) {
		parameter->format_of = find_parameter(kernel, format, strlen(format));
		if (parameter->format_of < 0)
			return describe_wrong(reader, "the name of a parameter in \"format\"",
					      format);
	}
	if (like) {
		parameter->like = find_parameter(kernel, like, strlen(like));
		if (parameter->like < 0)
			return describe_wrong(reader, "the name of a parameter in \"like\"", like);
	}
	return true;
}

static bool describe_read_parameters(const struct reader *reader,
				     const struct fcl_json_value *record,
				     struct fcl_vx_described *kernel)
{
	const struct fcl_json_value *list = list_of(reader, record, "parameters", true);

	if (!list)
		return false;
	if (!list->count || list->count > FCL_VX_MAX_PARAMETERS)
		return describe_wrong(reader, "1 to 32 parameters", NULL);
	kernel->parameters = calloc(list->count, sizeof(*kernel->parameters));
	if (!kernel->parameters)
		return describe_wrong(reader, "memory for parameters", NULL);
	for (size_t i = 0; i < list->count; i++) {
		kernel->nparameters++;
		if (!describe_read_parameter(reader, &list->items[i], &kernel->parameters[i]))
			return false;
	}
	for (size_t i = 0; i < list->count; i++)
		if (!read_relations(reader, &list->items[i], kernel, &kernel->parameters[i]))
			return false;
	return true;
}

/* Arguments. */

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
		ret->turned = true;
		ret->step = places[i].step;
		if (i || *rest < '0' || *rest > '9')
			continue;
		ret->turned = false;
		ret->step = (int)strtoul(rest, &end, 10);
		rest = end;
	}
	for (size_t i = 0; rest && i < FCL_VX_COUNT(parts); i++) {
		ret->term = parts[i].term;
		ret->level = true;
		if (!strcmp(rest, parts[i].name))
			return true;
	}
	ret->level = ret->turned = false;
	return false;
}

static bool find_term(const struct reader *reader, vx_enum type, const char *name,
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
	return describe_wrong(reader, "a property of the parameter's type", name);
}

static bool read_term(const struct reader *reader, const char *text,
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
	parameter = find_parameter(kernel, text, length);
	if (parameter < 0)
		return describe_wrong(reader, "an argument made of a parameter", text);
	ret->parameter = (vx_uint32)parameter;
	ret->term = FCL_VX_TERM_BUFFER;
	return !text[length] ||
	       find_term(reader, kernel->parameters[parameter].type, text + length + 1, ret);
}

static bool describe_read_argument(const struct reader *reader, const struct fcl_json_value *value,
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
			return describe_wrong(reader, "\"bytes\" 4 or 8", text);
		ret->bytes = (unsigned)bytes->number;
	}
	return text ? read_term(reader, text, kernel, ret)
		    : describe_wrong(reader, "an argument", text);
}

static bool describe_read_sizes(const struct reader *reader, const struct fcl_json_value *record,
				const char *key, const struct fcl_vx_described *kernel,
				struct fcl_vx_described_argument sizes[3], cl_uint *ret_count)
{
	const struct fcl_json_value *list = list_of(reader, record, key, false);

	if (!list)
		return false;
	if (list->count > 3)
		return describe_wrong(reader, "at most three dimensions", key);
	for (size_t i = 0; i < list->count; i++)
		if (!describe_read_argument(reader, &list->items[i], kernel, &sizes[i]))
			return false;
	*ret_count = (cl_uint)list->count;
	return true;
}

/* Reads a function that is launched for each level of a pyramid. */
static bool read_each(const struct reader *reader, const struct fcl_json_value *record,
		      const struct fcl_vx_described *kernel,
		      struct fcl_vx_described_function *function)
{
	const char *each = fcl_json_value_text(record, "each"),
		   *order = fcl_json_value_text(record, "order");

	function->each = each ? find_parameter(kernel, each, strlen(each)) : -1;
	if (each &&
	    (function->each < 0 || kernel->parameters[function->each].type != VX_TYPE_PYRAMID))
		return describe_wrong(reader, "the name of a pyramid in \"each\"", each);
	function->backwards = order && !strcmp(order, "backwards");
	if (order && !function->backwards)
		return describe_wrong(reader, "\"order\" backwards", order);
	for (vx_uint32 i = 0; i < function->narguments; i++) {
		const struct fcl_vx_described_argument *argument = &function->arguments[i];

		if ((argument->turned || argument->term == FCL_VX_TERM_INDEX) && !each)
			return describe_wrong(reader, "\"each\" beside a level in turn",
					      kernel->parameters[argument->parameter].name);
	}
	return true;
}

static bool describe_read_function(const struct reader *reader, const struct fcl_json_value *record,
				   const struct fcl_vx_described *kernel,
				   struct fcl_vx_described_function *function)
{
	const struct fcl_json_value *list = list_of(reader, record, "arguments", true);
	const char *name = fcl_json_value_text(record, "function");

	if (!list)
		return false;
	if (!name)
		return describe_wrong(reader, "the name of a \"function\"", NULL);
	function->name = strdup(name);
	function->arguments = calloc(list->count + 1, sizeof(*function->arguments));
	if (!function->name || !function->arguments)
		return describe_wrong(reader, "memory for arguments", NULL);
	function->narguments = (vx_uint32)list->count;
	for (size_t i = 0; i < list->count; i++)
		if (!describe_read_argument(reader, &list->items[i], kernel,
					    &function->arguments[i]))
			return false;
	return read_each(reader, record, kernel, function) &&
	       describe_read_sizes(reader, record, "global", kernel, function->global,
				   &function->ndims) &&
	       describe_read_sizes(reader, record, "local", kernel, function->local,
				   &function->nlocal) &&
	       (!function->nlocal || function->nlocal == function->ndims ||
		describe_wrong(reader, "as many dimensions in \"local\" as in \"global\"", name));
}

static bool describe_read_functions(const struct reader *reader,
				    const struct fcl_json_value *record,
				    struct fcl_vx_described *kernel)
{
	const struct fcl_json_value *chain = fcl_json_value_member(record, "chain"),
				    *steps = fcl_json_value_member(record, "steps");
	size_t count;

	kernel->chained = chain != NULL;
	if (chain && steps)
		return describe_wrong(reader, "\"chain\" or \"steps\"", "both");
	chain = chain ? chain : steps;
	count = chain ? chain->count : 1;
	if (chain && (chain->kind != FCL_JSON_LIST || !count))
		return describe_wrong(reader, "a list of functions in \"chain\" or \"steps\"",
				      NULL);
	kernel->functions = calloc(count, sizeof(*kernel->functions));
	if (!kernel->functions)
		return describe_wrong(reader, "memory for functions", NULL);
	for (size_t i = 0; i < count; i++) {
		kernel->nfunctions++;
		if (!describe_read_function(reader, chain ? &chain->items[i] : record, kernel,
					    &kernel->functions[i]))
			return false;
	}
	return true;
}

static bool read_borders(const struct reader *reader, const struct fcl_json_value *record,
			 struct fcl_vx_described *kernel)
{
	static const char *const names[] = {"undefined", "constant", "replicate"};
	const struct fcl_json_value *list = list_of(reader, record, "borders", false);

	if (!list)
		return false;
	kernel->borders = list->count ? 0 : 1;
	for (size_t i = 0; i < list->count; i++) {
		size_t mode = 0;

		while (mode < FCL_VX_COUNT(names) &&
		       (!list->items[i].text || strcmp(names[mode], list->items[i].text) != 0))
			mode++;
		if (mode == FCL_VX_COUNT(names))
			return describe_wrong(reader, "undefined, constant or replicate",
					      list->items[i].text);
		kernel->borders |= 1U << mode;
	}
	return true;
}

static bool read_copies(const struct reader *reader, const struct fcl_json_value *record,
			struct fcl_vx_described *kernel)
{
	const struct fcl_json_value *list = list_of(reader, record, "copy", false);

	if (!list)
		return false;
	kernel->copies = calloc(list->count + 1, sizeof(*kernel->copies));
	if (!kernel->copies)
		return describe_wrong(reader, "memory for copies", NULL);
	for (size_t i = 0; i < list->count; i++) {
		const struct fcl_json_value *pair = &list->items[i];

		if (pair->kind != FCL_JSON_LIST || pair->count != 2)
			return describe_wrong(reader, "pairs in \"copy\"", NULL);
		for (size_t k = 0; k < 2; k++) {
			struct fcl_vx_described_argument *side = &kernel->copies[i][k];

			if (!describe_read_argument(reader, &pair->items[k], kernel, side))
				return false;
			if (side->term != FCL_VX_TERM_BUFFER &&
			    side->term != FCL_VX_TERM_COUNT_BUFFER)
				return describe_wrong(reader, "buffers in \"copy\"",
						      pair->items[k].text);
		}
		kernel->ncopies++;
	}
	return true;
}

/* Reads how the outputs' valid regions depend on the inputs'. */
static bool read_valid(const struct reader *reader, const struct fcl_json_value *record,
		       struct fcl_vx_described *kernel)
{
	const char *valid = fcl_json_value_text(record, "valid");
	const struct fcl_json_value *margin = fcl_json_value_member(record, "margin");

	if (margin &&
	    (margin->kind != FCL_JSON_NUMBER || margin->number < 0 || margin->number > 1024))
		return describe_wrong(reader, "a \"margin\" of 0 to 1024 pixels", margin->text);
	kernel->margin = margin ? (vx_uint32)margin->number : 0;
	kernel->resets = valid && !strcmp(valid, "reset");
	kernel->needs_whole = valid && !strcmp(valid, "whole");
	if (valid && !kernel->resets && !kernel->needs_whole)
		return describe_wrong(reader, "\"valid\" reset or whole", valid);
	return true;
}

/* Reads the size of a kernel's scratch memory. */
static bool read_scratch(const struct reader *reader, const struct fcl_json_value *record,
			 struct fcl_vx_described *kernel)
{
	const struct fcl_json_value *scratch = fcl_json_value_member(record, "scratch");
	const char *of = scratch ? fcl_json_value_text(scratch, "of") : NULL;
	vx_enum type;

	kernel->scratch_of = -1;
	if (!scratch)
		return true;
	kernel->scratch_of = of ? find_parameter(kernel, of, strlen(of)) : -1;
	type = kernel->scratch_of < 0 ? VX_TYPE_INVALID
				      : kernel->parameters[kernel->scratch_of].type;
	if (type != VX_TYPE_IMAGE && type != VX_TYPE_ARRAY)
		return describe_wrong(
			reader, "the name of an image or an array in \"scratch\", \"of\"", of);
	kernel->scratch_bytes = describe_number_of(
		scratch, type == VX_TYPE_IMAGE ? "bytes_per_pixel" : "bytes_per_item");
	if (kernel->scratch_bytes < 1 || kernel->scratch_bytes > 1024)
		return describe_wrong(
			reader,
			"1 to 1024 \"bytes_per_pixel\", or \"bytes_per_item\", in \"scratch\"",
			NULL);
	return true;
}

static bool describe_read_kernel(struct reader *reader, const struct fcl_json_value *record,
				 struct fcl_vx_described *kernel)
{
	static const char *const names[] = {
		"name",       "enum", "function", "arguments", "chain",  "borders",
		"parameters", "copy", "global",   "local",     "margin", "valid",
		"steps",      "each", "order",    "scratch",   NULL};
	const struct fcl_json_value *number;
	const char *name;

	if (record->kind != FCL_JSON_RECORD)
		return describe_wrong(reader, "an object for a kernel", record->text);
	name = fcl_json_value_text(record, "name");
	if (!name || !*name || strlen(name) >= VX_MAX_KERNEL_NAME)
		return describe_wrong(reader, "a kernel's \"name\" of at most 255 characters",
				      name);
	reader->kernel = name;
	if (!known_members(reader, record, names))
		return false;
	kernel->name = strdup(name);
	number = fcl_json_value_member(record, "enum");
	kernel->enumeration = number && number->kind == FCL_JSON_NUMBER ? (vx_enum)number->number
									: 0;
	return kernel->name && read_valid(reader, record, kernel) &&
	       describe_read_parameters(reader, record, kernel) &&
	       read_scratch(reader, record, kernel) &&
	       describe_read_functions(reader, record, kernel) &&
	       read_borders(reader, record, kernel) && read_copies(reader, record, kernel);
}

/* The file. */

static bool read_binaries(const struct reader *reader, const struct fcl_json_value *top,
			  struct fcl_vx_description *description)
{
	const struct fcl_json_value *list = list_of(reader, top, "binaries", true);
	const char *slash = strrchr(description->path, '/');
	int folder = slash ? (int)(slash - description->path + 1) : 0;

	if (!list)
		return false;
	description->binaries = calloc(list->count + 1, sizeof(*description->binaries));
	if (!description->binaries)
		return describe_wrong(reader, "memory for names", NULL);
	for (size_t i = 0; i < list->count; i++) {
		const char *name = list->items[i].text;

		if (!name)
			return describe_wrong(reader, "names of files in \"binaries\"", NULL);
		if (asprintf(&description->binaries[i], "%.*s%s", *name == '/' ? 0 : folder,
			     description->path, name) < 0)
			return describe_wrong(reader, "memory for names", NULL);
		description->nbinaries++;
	}
	return true;
}

static bool describe_read_top(struct reader *reader, const struct fcl_json_value *top,
			      struct fcl_vx_description *description)
{
	static const char *const names[] = {"binaries", "kernels", NULL};
	const struct fcl_json_value *list;

	if (top->kind != FCL_JSON_RECORD)
		return describe_wrong(reader, "an object", top->text);
	list = list_of(reader, top, "kernels", true);
	if (!list || !known_members(reader, top, names) || !read_binaries(reader, top, description))
		return false;
	description->kernels = calloc(list->count + 1, sizeof(*description->kernels));
	if (!description->kernels)
		return describe_wrong(reader, "memory for kernels", NULL);
	for (size_t i = 0; i < list->count; i++) {
		struct fcl_vx_described *kernel = &description->kernels[i];

		description->nkernels++;
		kernel->file = description;
		if (!describe_read_kernel(reader, &list->items[i], kernel))
			return false;
	}
	return true;
}

static unsigned describe_line_of(const struct fcl_json *json)
{
	unsigned line = 1;

	for (const char *at = json->start; at < json->at; at++)
		line += *at == '\n';
	return line;
}

static bool describe_parse(struct reader *reader, const char *text, size_t size,
			   struct fcl_vx_description *description)
{
	struct fcl_json json = {.start = text, .at = text, .end = text + size};
	struct fcl_json_value top = {.kind = FCL_JSON_NOTHING};
	bool done = fcl_json_value_read(&json, &top);

	if (done && fcl_json_peek(&json))
		done = fcl_json_fail(&json, "the end");
	if (done)
		done = describe_read_top(reader, &top, description);
	else
		fcl_vx_fail(reader->context, VX_ERROR_INVALID_MODULE, "%s:%u: expected %s",
			    reader->path, describe_line_of(&json),
			    json.error ? json.error : "JSON");
	fcl_json_value_clear(&top);
	return done;
}

struct fcl_vx_description *fcl_vx_description_read(vx_context context, const char *path,
						   vx_status *ret_status)
{
	struct reader reader = {.context = context, .path = path};
	struct fcl_vx_description *description = calloc(1, sizeof(*description));
	struct fcl_err err = {0};
	size_t size = 0;
	char *text = NULL;
	bool done = false;

	*ret_status = VX_ERROR_INVALID_MODULE;
	if (fcl_file_read(path, MOST_BYTES, &text, &size, &err))
		fcl_vx_fail(context, VX_ERROR_INVALID_MODULE, "%s", err.text);
	if (description && text) {
		description->path = strdup(path);
		done = description->path && describe_parse(&reader, text, size, description);
	}
	free(text);
	if (done)
		return description;
	if (description)
		fcl_vx_description_free(context, description);
	return NULL;
}

static void free_kernel(struct fcl_vx_described *kernel)
{
	for (vx_uint32 i = 0; i < kernel->nparameters; i++) {
		free(kernel->parameters[i].name);
		free(kernel->parameters[i].values);
	}
	for (vx_uint32 i = 0; i < kernel->nfunctions; i++) {
		free(kernel->functions[i].name);
		free(kernel->functions[i].arguments);
	}
	free(kernel->parameters);
	free(kernel->functions);
	free(kernel->copies);
	free(kernel->name);
}

void fcl_vx_description_free(vx_context context, struct fcl_vx_description *description)
{
	for (vx_uint32 i = 0; i < description->nkernels; i++)
		free_kernel(&description->kernels[i]);
	for (vx_uint32 i = 0; i < description->nbinaries; i++)
		free(description->binaries[i]);
	for (cl_uint i = 0; description->programs && i < context->ndevices; i++)
		if (description->programs[i])
			clReleaseProgram(description->programs[i]);
	free(description->programs);
	free(description->kernels);
	free(description->binaries);
	free(description->path);
	free(description);
}
