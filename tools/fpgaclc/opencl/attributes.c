/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/opencl/attributes.h"

#include <string.h>

#include "tools/fpgaclc/common/driver.h"
#include "tools/fpgaclc/common/texts.h"
#include "tools/fpgaclc/opencl/constant.h"
#include "tools/fpgaclc/opencl/scan.h"

#define FCLC_MOST_LANES 16

/* The values of a declaration's attributes; 0 if absent. */
struct asked {
	struct fclc_place place;
	long units, lanes, dimensions; /* dimensions: of the NDRange, plus 1 */
};

struct reader {
	struct fclc_program *program;
	const struct fclc_source *source;
	struct fclc_scan scan;
	struct fclc_token token;
	struct asked asked;
	const char *name; /* the name before the last "(" of the declaration */
	unsigned braces, parentheses;
	struct fcl_err *err;
};

/* Compares with and without surrounding underscores. */
static bool is_attribute(const struct fclc_token *token, const char *word)
{
	size_t length = strlen(word);
	bool underlined = token->length == length + 4 && !strncmp(token->text, "__", 2) &&
			  !strncmp(token->text + 2 + length, "__", 2);

	return token->kind == FCLC_TOKEN_NAME && (underlined || token->length == length) &&
	       !strncmp(token->text + (underlined ? 2 : 0), word, length);
}

static int read_attribute(struct reader *r, const char *name, long least, long most, long *ret)
{
	long shape[3];

	if (!is_attribute(&r->token, name))
		return 0;
	r->asked.place = r->token.place;
	*ret = fclc_constant_shape(r->token.text + r->token.length, least, most, shape);
	if (*ret < 0)
		return fclc_error(
			r->err, r->token.place, "%s: expected a number from %ld to %ld, found %s",
			name, least, most,
			fclc_constant_text(r->program->arena, r->token.text + r->token.length));
	return 0;
}

static int read_name(struct reader *r)
{
	struct fclc_scan ahead = r->scan;
	struct fclc_token next;
	long dimensions = -1;
	int error;

	fclc_scan_next(&ahead, &next);
	if (!r->parentheses && fclc_is_mark(&next, '(') && !is_attribute(&r->token, "attribute"))
		r->name = fclc_copy(r->program->arena, r->token.text, r->token.length);
	if (!r->parentheses)
		return 0;
	error = read_attribute(r, "num_compute_units", 1, (long)FCLC_MOST_UNITS, &r->asked.units);
	if (!error)
		error = read_attribute(r, "num_simd_work_items", 1, FCLC_MOST_LANES,
				       &r->asked.lanes);
	if (!error)
		error = read_attribute(r, "max_global_work_dim", 0, 3, &dimensions);
	if (dimensions >= 0)
		r->asked.dimensions = dimensions + 1;
	return error;
}

/* Work-items are vectorised anyway, so only check the attribute's rules. */
static int check_lanes(const struct fclc_kernel *kernel, const struct asked *asked,
		       struct fcl_err *err)
{
	const uint32_t *size = kernel->work_group;
	uint64_t items = (uint64_t)size[0] * size[1] * size[2];

	if (asked->lanes <= 1)
		return 0;
	if (asked->lanes & (asked->lanes - 1))
		return fclc_error(
			err, asked->place,
			"kernel '%s': num_simd_work_items must be 1, 2, 4, 8 or 16, found %ld",
			kernel->name, asked->lanes);
	if (items % (uint64_t)asked->lanes)
		return fclc_error(
			err, asked->place,
			"kernel '%s': num_simd_work_items(%ld) must divide the work-items of a group, which are %llu",
			kernel->name, asked->lanes, (unsigned long long)items);
	if (!items)
		fclc_warn(
			asked->place,
			"kernel '%s': num_simd_work_items has no effect without reqd_work_group_size",
			kernel->name);
	return 0;
}

static int check_dimensions(const struct fclc_kernel *kernel, const struct asked *asked,
			    struct fcl_err *err)
{
	for (long i = asked->dimensions - 1; asked->dimensions && i < 3; i++)
		if (kernel->work_group[i] > 1)
			return fclc_error(
				err, asked->place,
				"kernel '%s': max_global_work_dim(%ld) does not allow reqd_work_group_size(%u, %u, %u)",
				kernel->name, asked->dimensions - 1, kernel->work_group[0],
				kernel->work_group[1], kernel->work_group[2]);
	return 0;
}

static int apply(struct reader *r)
{
	const struct asked *asked = &r->asked;
	int error = 0;

	for (uint32_t i = 0; !error && r->name && i < r->program->nkernels; i++) {
		struct fclc_kernel *kernel = &r->program->kernels[i];

		/* Copies of an autorun kernel have been made already. */
		if (kernel->source != r->source || strcmp(kernel->symbol, r->name) != 0 ||
		    kernel->control == FCL_CONTROL_NONE)
			continue;
		if (asked->units)
			kernel->units = (uint32_t)asked->units;
		if (asked->dimensions)
			kernel->work_dims = (uint32_t)asked->dimensions;
		error = check_lanes(kernel, asked, r->err);
		if (!error)
			error = check_dimensions(kernel, asked, r->err);
	}
	r->asked = (struct asked){0};
	r->name = NULL;
	return error;
}

static int read_mark(struct reader *r)
{
	char mark = *r->token.text;

	r->parentheses += mark == '(';
	r->parentheses -= mark == ')' && r->parentheses;
	r->braces -= mark == '}' && r->braces;
	if (!r->braces && !r->parentheses && (mark == '{' || mark == ';' || mark == '}')) {
		r->braces += mark == '{';
		return apply(r);
	}
	r->braces += mark == '{';
	return 0;
}

static bool has_words(const char *text)
{
	return strstr(text, "num_compute_units") || strstr(text, "num_simd_work_items") ||
	       strstr(text, "max_global_work_dim");
}

static bool has_attributes(char *text, void *with)
{
	(void)with;
	return !text || has_words(text);
}

bool fclc_attributes_possible(const struct fclc_program *program, const struct fclc_source *source)
{
	for (uint32_t i = 0; i < program->options.ncompiler_flags; i++)
		if (has_words(program->options.compiler_flags[i]))
			return true;
	return fclc_any_text(program, source->path, has_attributes, NULL);
}

int fclc_attributes_read(struct fclc_program *program, const struct fclc_source *source,
			 struct fcl_err *err)
{
	struct reader r = {.program = program, .source = source, .err = err};
	size_t size;
	char *text;
	int error;

	if (!source->preprocessed)
		return 0;
	error = fclc_read_file(program, source->preprocessed, &text, &size, err);
	if (error)
		return error;
	r.scan = (struct fclc_scan){.arena = program->arena, .at = text, .line_start = true};
	for (fclc_scan_next(&r.scan, &r.token); !error && r.token.kind != FCLC_TOKEN_END;
	     fclc_scan_next(&r.scan, &r.token))
		if (r.token.kind == FCLC_TOKEN_PUNCT)
			error = read_mark(&r);
		else if (r.token.kind == FCLC_TOKEN_NAME && !r.braces)
			error = read_name(&r);
	return error;
}
