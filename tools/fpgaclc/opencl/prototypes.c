/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/opencl/prototypes.h"

#include <string.h>

#include "tools/fpgaclc/common/language.h"
#include "tools/fpgaclc/opencl/library.h"

/* The sources' IR as text, in order; NULL for those that have none. */
struct texts {
	struct fclc_program *program;
	const char **list;
};

static const char *line_end(const char *line)
{
	return line + strcspn(line, "\n");
}

/* Copies the name after the @ in a line of IR. NULL if there is none, or if it is quoted. */
static const char *name_in(struct fclc_arena *arena, const char *line)
{
	const char *at = memchr(line, '@', (size_t)(line_end(line) - line));

	return at && at[1] != '"' ? fclc_copy(arena, at + 1, strcspn(at + 1, "( \n")) : NULL;
}

/* Intrinsics, functions of the payload, and built-in functions, whose symbols are mangled. */
static bool is_known(const char *name)
{
	return !strncmp(name, "llvm.", 5) || !strncmp(name, "fclc_", 5) || !strncmp(name, "_Z", 2);
}

/* Where a source declares the function; NULL if only the compiler or the library does. */
static const struct fclc_place *place_of(const struct fclc_program *program, const char *name)
{
	for (uint32_t i = 0; i < program->declared.count; i++)
		if (!strcmp(program->declared.list[i].name, name))
			return &program->declared.list[i].place;
	return NULL;
}

/* Whether a line of IR defines the name with external linkage. */
static bool line_defines(const char *line, const char *name)
{
	size_t length = strlen(name);
	const char *end = line_end(line), *at = memchr(line, '@', (size_t)(end - line));
	bool function = !strncmp(line, "define ", 7);

	if (!at || strncmp(at + 1, name, length) != 0 || at[1 + length] != (function ? '(' : ' '))
		return false;
	return !memmem(line, (size_t)(end - line), "internal ", 9) &&
	       !memmem(line, (size_t)(end - line), " = external ", 12);
}

/* Whether a C or C++ source defines the name for all sources. */
static bool is_foreign(const struct fclc_program *program, const char *name)
{
	const struct fclc_functions *functions = &program->functions;

	for (uint32_t i = 0; i < functions->count; i++)
		if (!functions->list[i].source->ir && !functions->list[i].is_static &&
		    !functions->list[i].linkage && !strcmp(functions->list[i].name, name))
			return true;
	for (uint32_t i = 0; i < program->variables.count; i++)
		if (!strcmp(program->variables.list[i].name, name))
			return true;
	return false;
}

static bool is_defined(const struct texts *texts, const char *name)
{
	if (is_foreign(texts->program, name))
		return true;
	for (uint32_t i = 0; i < texts->program->nsources; i++) {
		const char *ir = texts->list[i];

		for (const char *line = ir; line && *line; line = strchr(line, '\n')) {
			line += *line == '\n';
			if ((*line == '@' || !strncmp(line, "define ", 7)) &&
			    line_defines(line, name))
				return true;
		}
	}
	return false;
}

static int check_functions(const struct texts *texts, const char *ir, struct fcl_err *err)
{
	static const char word[] = "\ndeclare ";

	for (const char *line = strstr(ir, word); line; line = strstr(line, word)) {
		const char *name = name_in(texts->program->arena, ++line);
		const struct fclc_place *place;

		if (!name || is_known(name))
			continue;
		place = place_of(texts->program, name);
		if (!place || is_defined(texts, name))
			continue;
		return fclc_error(err, *place,
				  "function '%s' is declared and called, but no source defines it",
				  name);
	}
	return 0;
}

static int check_variables(const struct texts *texts, const struct fclc_source *source,
			   const char *ir, struct fcl_err *err)
{
	static const char word[] = " = external ";

	for (const char *line = strstr(ir, "\n@"); line; line = strstr(line, "\n@")) {
		const char *name = name_in(texts->program->arena, ++line);

		if (!name || is_known(name) ||
		    strncmp(line + 1 + strlen(name), word, strlen(word)) != 0 ||
		    is_defined(texts, name))
			continue;
		return fclc_error(
			err, FCLC_NOWHERE,
			"variable '%s' is declared and used in '%s', but no source defines it",
			name, source->path);
	}
	return 0;
}

int fclc_prototypes_check(struct fclc_program *program, struct fcl_err *err)
{
	struct texts texts = {program, fclc_alloc(program->arena, (size_t)program->nsources + 1,
						  sizeof(*texts.list))};
	int error = 0;

	if (!program->opencl_library)
		return 0; /* no source is in OpenCL C */
	for (uint32_t i = 0; !error && i < program->nsources; i++) {
		char *text;
		size_t size;

		if (!program->sources[i].ir)
			continue;
		error = fclc_read_file(program, program->sources[i].ir, &text, &size, err);
		texts.list[i] = error ? NULL : text;
	}
	for (uint32_t i = 0; !error && i < program->nsources; i++) {
		const struct fclc_source *source = &program->sources[i];

		if (!source->language->name_kernels || !texts.list[i])
			continue;
		error = check_functions(&texts, texts.list[i], err);
		if (!error)
			error = check_variables(&texts, source, texts.list[i], err);
	}
	return error;
}
