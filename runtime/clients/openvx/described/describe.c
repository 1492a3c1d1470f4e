/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/described/describe.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json_tree.h"
#include "runtime/clients/openvx/base/log.h"
#include "runtime/clients/openvx/described/functions.h"
#include "runtime/clients/openvx/described/reader.h"
#include "runtime/clients/openvx/images/layout.h"

enum { MOST_BYTES = 16 << 20 };

static bool known_members(const struct fcl_vx_reader *reader, const struct fcl_json_value *record,
			  const char *const *names)
{
	for (size_t i = 0; i < record->count; i++) {
		const char *const *name = names;

		while (*name && strcmp(*name, record->items[i].key) != 0)
			name++;
		if (!*name)
			return fcl_vx_reader_wrong(reader, "a member that README.md names",
						   record->items[i].key);
	}
	return true;
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

static bool read_formats(const struct fcl_vx_reader *reader, const struct fcl_json_value *record,
			 struct fcl_vx_described_parameter *parameter)
{
	const struct fcl_json_value *list = fcl_vx_reader_list(reader, record, "formats", false);

	if (!list)
		return false;
	if (list->count > FCL_VX_COUNT(parameter->formats))
		return fcl_vx_reader_wrong(reader, "at most 16 formats", parameter->name);
	for (size_t i = 0; i < list->count; i++) {
		const char *name = list->items[i].text;
		const struct fcl_vx_format *format = name ? fcl_vx_format_named(name) : NULL;

		if (!format)
			return fcl_vx_reader_wrong(reader, "the name of an image format", name);
		parameter->formats[parameter->nformats++] = format->format;
	}
	return true;
}

static bool read_values(const struct fcl_vx_reader *reader, const struct fcl_json_value *record,
			struct fcl_vx_described_parameter *parameter)
{
	const struct fcl_json_value *list = fcl_vx_reader_list(reader, record, "values", false);

	if (!list)
		return false;
	parameter->values = calloc(list->count + 1, sizeof(*parameter->values));
	if (!parameter->values)
		return fcl_vx_reader_wrong(reader, "memory for values", NULL);
	for (size_t i = 0; i < list->count; i++) {
		if (list->items[i].kind != FCL_JSON_NUMBER)
			return fcl_vx_reader_wrong(reader, "numbers in \"values\"",
						   list->items[i].text);
		parameter->values[parameter->nvalues++] = list->items[i].number;
	}
	return true;
}

/* Reads one name, or a list of names: a value's type may be any of them. */
static bool describe_read_items(const struct fcl_vx_reader *reader,
				const struct fcl_json_value *record,
				struct fcl_vx_described_parameter *parameter)
{
	const struct fcl_json_value *value = fcl_json_value_member(record, "item");
	bool many = value && value->kind == FCL_JSON_LIST;
	size_t count = !value ? 0 : many ? value->count : 1;

	if (count > FCL_VX_COUNT(parameter->items))
		return fcl_vx_reader_wrong(reader, "at most 4 types of items", parameter->name);
	for (size_t i = 0; i < count; i++) {
		const char *name = many ? value->items[i].text : value->text;
		vx_enum *item = &parameter->items[parameter->nitems];

		parameter->pixel_item = name && !strcmp(name, "PIXEL");
		if (parameter->pixel_item && count == 1)
			return true;
		LOOK_UP(items, name, *item);
		if (!*item)
			return fcl_vx_reader_wrong(reader, "the name of a type of item", name);
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

static bool describe_read_parameter(const struct fcl_vx_reader *reader,
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
		return fcl_vx_reader_wrong(reader, "an object for a parameter", record->text);
	if (!known_members(reader, record, names))
		return false;
	name = fcl_json_value_text(record, "name");
	direction = fcl_json_value_text(record, "direction");
	type = fcl_json_value_text(record, "type");
	size = fcl_json_value_text(record, "size");
	if (!name || !*name)
		return fcl_vx_reader_wrong(reader, "a parameter's \"name\"", name);
	parameter->name = strdup(name);
	parameter->direction = direction && !strcmp(direction, "output") ? VX_OUTPUT : VX_INPUT;
	if (!direction || (strcmp(direction, "input") != 0 && strcmp(direction, "output") != 0))
		return fcl_vx_reader_wrong(reader, "\"direction\" input or output", direction);
	LOOK_UP(types, type, parameter->type);
	if (!parameter->type)
		return fcl_vx_reader_wrong(reader, "the name of a type of object", type);
	parameter->any_size = size && !strcmp(size, "any");
	parameter->half = size && !strcmp(size, "half");
	parameter->below = size && !strcmp(size, "below");
	parameter->of_channel = size && !strcmp(size, "channel");
	if (size && !parameter->any_size && !parameter->half && !parameter->below &&
	    !parameter->of_channel)
		return fcl_vx_reader_wrong(reader, "\"size\" any, half, below or channel", size);
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
static bool read_relations(const struct fcl_vx_reader *reader, const struct fcl_json_value *record,
			   const struct fcl_vx_described *kernel,
			   struct fcl_vx_described_parameter *parameter)
{
	const char *format = fcl_json_value_text(record, "format"),
		   *like = fcl_json_value_text(record, "like");

	if (format) {
		parameter->format_of = fcl_vx_reader_find(kernel, format, strlen(format));
		if (parameter->format_of < 0)
			return fcl_vx_reader_wrong(reader, "the name of a parameter in \"format\"",
						   format);
	}
	if (like) {
		parameter->like = fcl_vx_reader_find(kernel, like, strlen(like));
		if (parameter->like < 0)
			return fcl_vx_reader_wrong(reader, "the name of a parameter in \"like\"",
						   like);
	}
	return true;
}

static bool describe_read_parameters(const struct fcl_vx_reader *reader,
				     const struct fcl_json_value *record,
				     struct fcl_vx_described *kernel)
{
	const struct fcl_json_value *list = fcl_vx_reader_list(reader, record, "parameters", true);

	if (!list)
		return false;
	if (!list->count || list->count > FCL_VX_MAX_PARAMETERS)
		return fcl_vx_reader_wrong(reader, "1 to 32 parameters", NULL);
	kernel->parameters = calloc(list->count, sizeof(*kernel->parameters));
	if (!kernel->parameters)
		return fcl_vx_reader_wrong(reader, "memory for parameters", NULL);
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

static bool read_borders(const struct fcl_vx_reader *reader, const struct fcl_json_value *record,
			 struct fcl_vx_described *kernel)
{
	static const char *const names[] = {"undefined", "constant", "replicate"};
	const struct fcl_json_value *list = fcl_vx_reader_list(reader, record, "borders", false);

	if (!list)
		return false;
	kernel->borders = list->count ? 0 : 1;
	for (size_t i = 0; i < list->count; i++) {
		size_t mode = 0;

		while (mode < FCL_VX_COUNT(names) &&
		       (!list->items[i].text || strcmp(names[mode], list->items[i].text) != 0))
			mode++;
		if (mode == FCL_VX_COUNT(names))
			return fcl_vx_reader_wrong(reader, "undefined, constant or replicate",
						   list->items[i].text);
		kernel->borders |= 1U << mode;
	}
	return true;
}

static bool read_copies(const struct fcl_vx_reader *reader, const struct fcl_json_value *record,
			struct fcl_vx_described *kernel)
{
	const struct fcl_json_value *list = fcl_vx_reader_list(reader, record, "copy", false);

	if (!list)
		return false;
	kernel->copies = calloc(list->count + 1, sizeof(*kernel->copies));
	if (!kernel->copies)
		return fcl_vx_reader_wrong(reader, "memory for copies", NULL);
	for (size_t i = 0; i < list->count; i++) {
		const struct fcl_json_value *pair = &list->items[i];

		if (pair->kind != FCL_JSON_LIST || pair->count != 2)
			return fcl_vx_reader_wrong(reader, "pairs in \"copy\"", NULL);
		for (size_t k = 0; k < 2; k++) {
			struct fcl_vx_described_argument *side = &kernel->copies[i][k];

			if (!fcl_vx_functions_read_argument(reader, &pair->items[k], kernel, side))
				return false;
			if (side->term != FCL_VX_TERM_BUFFER &&
			    side->term != FCL_VX_TERM_COUNT_BUFFER)
				return fcl_vx_reader_wrong(reader, "buffers in \"copy\"",
							   pair->items[k].text);
		}
		kernel->ncopies++;
	}
	return true;
}

/* Reads how the outputs' valid regions depend on the inputs'. */
static bool read_valid(const struct fcl_vx_reader *reader, const struct fcl_json_value *record,
		       struct fcl_vx_described *kernel)
{
	const char *valid = fcl_json_value_text(record, "valid");
	const struct fcl_json_value *margin = fcl_json_value_member(record, "margin");

	if (margin &&
	    (margin->kind != FCL_JSON_NUMBER || margin->number < 0 || margin->number > 1024))
		return fcl_vx_reader_wrong(reader, "a \"margin\" of 0 to 1024 pixels",
					   margin->text);
	kernel->margin = margin ? (vx_uint32)margin->number : 0;
	kernel->resets = valid && !strcmp(valid, "reset");
	kernel->needs_whole = valid && !strcmp(valid, "whole");
	if (valid && !kernel->resets && !kernel->needs_whole)
		return fcl_vx_reader_wrong(reader, "\"valid\" reset or whole", valid);
	return true;
}

/* Reads the size of a kernel's scratch memory. */
static bool read_scratch(const struct fcl_vx_reader *reader, const struct fcl_json_value *record,
			 struct fcl_vx_described *kernel)
{
	const struct fcl_json_value *scratch = fcl_json_value_member(record, "scratch");
	const char *of = scratch ? fcl_json_value_text(scratch, "of") : NULL;
	vx_enum type;

	kernel->scratch_of = -1;
	if (!scratch)
		return true;
	kernel->scratch_of = of ? fcl_vx_reader_find(kernel, of, strlen(of)) : -1;
	type = kernel->scratch_of < 0 ? VX_TYPE_INVALID
				      : kernel->parameters[kernel->scratch_of].type;
	if (type != VX_TYPE_IMAGE && type != VX_TYPE_ARRAY)
		return fcl_vx_reader_wrong(
			reader, "the name of an image or an array in \"scratch\", \"of\"", of);
	kernel->scratch_bytes = describe_number_of(
		scratch, type == VX_TYPE_IMAGE ? "bytes_per_pixel" : "bytes_per_item");
	if (kernel->scratch_bytes < 1 || kernel->scratch_bytes > 1024)
		return fcl_vx_reader_wrong(
			reader,
			"1 to 1024 \"bytes_per_pixel\", or \"bytes_per_item\", in \"scratch\"",
			NULL);
	return true;
}

static bool describe_read_kernel(struct fcl_vx_reader *reader, const struct fcl_json_value *record,
				 struct fcl_vx_described *kernel)
{
	static const char *const names[] = {
		"name",       "enum", "function", "arguments", "chain",  "borders",
		"parameters", "copy", "global",   "local",     "margin", "valid",
		"steps",      "each", "order",    "scratch",   NULL};
	const struct fcl_json_value *number;
	const char *name;

	if (record->kind != FCL_JSON_RECORD)
		return fcl_vx_reader_wrong(reader, "an object for a kernel", record->text);
	name = fcl_json_value_text(record, "name");
	if (!name || !*name || strlen(name) >= VX_MAX_KERNEL_NAME)
		return fcl_vx_reader_wrong(reader, "a kernel's \"name\" of at most 255 characters",
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
	       fcl_vx_functions_read(reader, record, kernel) &&
	       read_borders(reader, record, kernel) && read_copies(reader, record, kernel);
}

/* The file. */

static bool read_binaries(const struct fcl_vx_reader *reader, const struct fcl_json_value *top,
			  struct fcl_vx_description *description)
{
	const struct fcl_json_value *list = fcl_vx_reader_list(reader, top, "binaries", true);
	const char *slash = strrchr(description->path, '/');
	int folder = slash ? (int)(slash - description->path + 1) : 0;

	if (!list)
		return false;
	description->binaries = calloc(list->count + 1, sizeof(*description->binaries));
	if (!description->binaries)
		return fcl_vx_reader_wrong(reader, "memory for names", NULL);
	for (size_t i = 0; i < list->count; i++) {
		const char *name = list->items[i].text;

		if (!name)
			return fcl_vx_reader_wrong(reader, "names of files in \"binaries\"", NULL);
		if (asprintf(&description->binaries[i], "%.*s%s", *name == '/' ? 0 : folder,
			     description->path, name) < 0)
			return fcl_vx_reader_wrong(reader, "memory for names", NULL);
		description->nbinaries++;
	}
	return true;
}

static bool describe_read_top(struct fcl_vx_reader *reader, const struct fcl_json_value *top,
			      struct fcl_vx_description *description)
{
	static const char *const names[] = {"binaries", "kernels", NULL};
	const struct fcl_json_value *list;

	if (top->kind != FCL_JSON_RECORD)
		return fcl_vx_reader_wrong(reader, "an object", top->text);
	list = fcl_vx_reader_list(reader, top, "kernels", true);
	if (!list || !known_members(reader, top, names) || !read_binaries(reader, top, description))
		return false;
	description->kernels = calloc(list->count + 1, sizeof(*description->kernels));
	if (!description->kernels)
		return fcl_vx_reader_wrong(reader, "memory for kernels", NULL);
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

static bool describe_parse(struct fcl_vx_reader *reader, const char *text, size_t size,
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
	struct fcl_vx_reader reader = {.context = context, .path = path};
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
