/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/opencl/join_sources.h"

#include <stdlib.h>
#include <string.h>

#include "tools/fpgaclc/common/driver.h"
#include "tools/fpgaclc/common/language.h"
#include "tools/fpgaclc/opencl/vendor/expand.h"
#include "tools/fpgaclc/opencl/vendor/scan.h"

struct names {
	const char **list;
	uint32_t count, capacity;
};

/* What a source has at file scope. */
struct outline {
	struct names defined, declared; /* functions, with a body and without */
	bool channels;                  /* or pipes */
};

static void note(struct fclc_program *program, struct names *names, const char *name)
{
	if (name)
		fclc_append(program->arena, &names->list, &names->count, &names->capacity, name);
}

static bool is_attribute(const char *name)
{
	return !strcmp(name, "__attribute__") || !strcmp(name, "__attribute");
}

/* A function's name is the last before a bracket that is in none, apart from attributes. */
static void scan_outline(struct fclc_program *program, const char *text, struct outline *ret)
{
	struct fclc_scan scan = {.arena = program->arena, .at = text, .line_start = true};
	const char *last = NULL, *function = NULL;
	unsigned braces = 0, brackets = 0;
	struct fclc_token token;

	for (fclc_scan_next(&scan, &token); token.kind != FCLC_TOKEN_END;
	     fclc_scan_next(&scan, &token)) {
		if (token.kind == FCLC_TOKEN_NAME) {
			ret->channels |= fclc_is_word(&token, "channel") ||
					 fclc_is_word(&token, "pipe");
			if (!braces && !brackets)
				last = fclc_copy(program->arena, token.text, token.length);
		} else if (fclc_is_mark(&token, '(')) {
			if (!braces && !brackets++ && last && !is_attribute(last))
				function = last;
		} else if (fclc_is_mark(&token, ')')) {
			brackets -= !braces && brackets;
		} else if (fclc_is_mark(&token, '{')) {
			if (!braces++ && !brackets)
				note(program, &ret->defined, function);
		} else if (fclc_is_mark(&token, '}')) {
			braces -= braces > 0;
			if (!braces)
				function = last = NULL;
		} else if (fclc_is_mark(&token, ';') && !braces && !brackets) {
			note(program, &ret->declared, function);
			function = last = NULL;
		}
	}
}

static int read_outline(struct fclc_program *program, const struct fclc_language *language,
			uint32_t index, struct outline *ret, struct fcl_err *err)
{
	const char *path = program->options.sources[index], *text;
	struct fclc_source source = {.path = path, .language = language, .index = index};
	char *absolute = realpath(path, NULL);
	int error;

	if (!absolute)
		return 0; /* compiling it will say so */
	source.absolute = fclc_copy(program->arena, absolute, strlen(absolute));
	source.directory = fclc_copy(program->arena, absolute,
				     (size_t)(strrchr(absolute, '/') + 1 - absolute));
	free(absolute);
	error = fclc_expand(program, &source, &text, err);
	if (!error)
		scan_outline(program, text, ret);
	return error;
}

static bool has(const struct names *names, const char *name)
{
	for (uint32_t i = 0; i < names->count; i++)
		if (!strcmp(names->list[i], name))
			return true;
	return false;
}

/* Whether one source needs a function of another one that has channels. */
static bool reach_over(const struct outline *outlines, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		for (uint32_t j = 0; j < count; j++)
			for (uint32_t k = 0;
			     i != j && outlines[j].channels && k < outlines[i].declared.count; k++)
				if (has(&outlines[j].defined, outlines[i].declared.list[k]) &&
				    !has(&outlines[i].defined, outlines[i].declared.list[k]))
					return true;
	return false;
}

static int write_joined(struct fclc_program *program, uint32_t count, struct fcl_err *err)
{
	struct fclc_options *options = &program->options;
	const char *last = fclc_base_name(options->sources[count - 1]);
	const char *path = fclc_format(program->arena, "%s/joined/%s", program->tmp, last);
	struct fclc_text text = {.arena = program->arena};
	int error = fclc_make_folder_of(program, path, err);

	fclc_text_add(&text, "/* Sources with a channel or pipe. */\n");
	for (uint32_t i = 0; i < count; i++) {
		char *absolute = realpath(options->sources[i], NULL);

		fclc_text_add(&text, "#include \"%s\"\n",
			      absolute ? absolute : options->sources[i]);
		free(absolute);
	}
	if (!error)
		error = fclc_write_file(path, text.text, strlen(text.text), err);
	options->sources[0] = path;
	options->nsources = 1;
	return error;
}

int fclc_join_sources(struct fclc_program *program, const struct fclc_language *language,
		      struct fcl_err *err)
{
	const struct fclc_options *options = &program->options;
	uint32_t count = options->nsources;
	struct outline *outlines = fclc_alloc(program->arena, count + 1, sizeof(*outlines));
	int error = 0;

	if (!options->as_aoc || count < 2 || options->nmodels)
		return 0;
	for (uint32_t i = 0; i < count; i++)
		if (!fclc_has_suffix(options->sources[i], ".cl"))
			return 0;
	for (uint32_t i = 0; !error && i < count; i++)
		error = read_outline(program, language, i, &outlines[i], err);
	return error || !reach_over(outlines, count) ? error : write_joined(program, count, err);
}
