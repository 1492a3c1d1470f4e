/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/compile/sources.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "tools/fpgaclc/common/language.h"

static const struct fclc_language *forced(const struct fclc_options *options, const char *path)
{
	for (uint32_t i = 0; i < options->nforced; i++)
		if (options->forced[i].path == path)
			return options->forced[i].language;
	return NULL;
}

static bool has_name(const struct fclc_language *language, const char *path)
{
	for (const char *const *suffix = language->suffixes; suffix && *suffix; suffix++)
		if (fclc_has_suffix(path, *suffix))
			return true;
	return false;
}

/* By the file's name, as in compilers. NULL: none. */
static const struct fclc_language *named(const struct fclc_program *program, const char *path)
{
	for (uint32_t i = 0; program->languages[i]; i++)
		if (has_name(program->languages[i], path))
			return program->languages[i];
	return NULL;
}

static int open_source(struct fclc_program *program, const char *path, struct fcl_err *err)
{
	const struct fclc_language *by_name = named(program, path);
	struct fclc_source *source = &program->sources[program->nsources];
	char absolute[PATH_MAX];

	if (by_name && !by_name->compiler)
		return 0; /* it is no source, and its language reads it later */
	source->language = forced(&program->options, path);
	source->forced = source->language;
	if (!source->language)
		source->language = by_name;
	if (!source->language)
		return fclc_error(err, FCLC_NOWHERE,
				  "'%s': expected the name of a C, C++ or OpenCL C source", path);
	if (!realpath(path, absolute))
		return fclc_error(err, FCLC_NOWHERE, "cannot read '%s': %s", path, strerror(errno));
	/* Ignore a file that is listed twice. */
	for (uint32_t i = 0; i < program->nsources; i++)
		if (!strcmp(program->sources[i].absolute, absolute))
			return 0;
	source->path = path;
	source->absolute = fclc_format(program->arena, "%s", absolute);
	source->directory = fclc_copy(program->arena, absolute,
				      (size_t)(strrchr(absolute, '/') - absolute) + 1);
	source->index = program->nsources++;
	return 0;
}

int fclc_target_check(const struct fclc_program *program, struct fcl_err *err)
{
	if (program->options.target || program->options.mode == FCLC_MODE_COMPILE)
		return 0;
	return fclc_error(err, FCLC_NOWHERE, "no target: give -t sw_emu or -t hw_emu");
}

static int no_kernel(const struct fclc_options *options, const char *path, struct fcl_err *err)
{
	if (!options->link)
		return fclc_error(err, FCLC_NOWHERE, "no kernel: give -k <function>");
	return fclc_error(
		err, FCLC_NOWHERE,
		"-l links .xo files, found '%s': compile it first with -c -k <function>, or give -k <function> to do both",
		path);
}

static bool is_header(const struct fclc_options *options, const char *path)
{
	static const char *const suffixes[] = {".h", ".hpp", ".hh", ".hxx", ".h++"};

	for (size_t i = 0; !forced(options, path) && i < sizeof(suffixes) / sizeof(*suffixes); i++)
		if (fclc_has_suffix(path, suffixes[i]))
			return true;
	return false;
}

/*
 * Makefiles pass all files of a kernel to v++, headers included. Skip headers, as the sources
 * include them anyway, unless there is nothing else.
 */
static bool skips_headers(const struct fclc_options *options)
{
	for (uint32_t i = 0; i < options->nsources; i++)
		if (!is_header(options, options->sources[i]))
			return true;
	return false;
}

static bool is_model(const struct fclc_options *options, const char *path)
{
	for (uint32_t i = options->nsources - options->nmodels; i < options->nsources; i++)
		if (options->sources[i] == path)
			return true;
	return false;
}

/* Sources of one language call each other's functions, so all of them change it. */
static void change_languages(struct fclc_program *program, const struct fclc_language *from,
			     const struct fclc_language *to)
{
	for (uint32_t i = 0; i < program->nsources; i++) {
		struct fclc_source *source = &program->sources[i];

		if (source->language != from || source->forced)
			continue;
		source->language = to;
		source->forced = true;
	}
}

static void settle_languages(struct fclc_program *program)
{
	for (uint32_t i = 0; i < program->nsources; i++) {
		const struct fclc_source *source = &program->sources[i];
		const struct fclc_language *instead = !source->forced && source->language->instead
							      ? source->language->instead(program,
											  source)
							      : NULL;

		if (instead)
			change_languages(program, source->language, instead);
	}
	for (uint32_t i = 0; i < program->nsources; i++)
		program->sources[i].cxx_library = program->sources[i].language->cxx_library;
}

int fclc_sources_open(struct fclc_program *program, struct fcl_err *err)
{
	const struct fclc_options *options = &program->options;
	bool skips = skips_headers(options);
	int error = 0;

	/* And one for what is at the other ends of io channels. */
	program->sources = fclc_alloc(program->arena,
				      (size_t)options->nsources + program->nothers + 1,
				      sizeof(*program->sources));
	for (uint32_t i = 0; !error && i < options->nsources; i++)
		if (!(skips && is_header(options, options->sources[i])))
			error = open_source(program, options->sources[i], err);
	if (error || !program->nsources)
		return error;
	settle_languages(program);
	for (uint32_t i = 0; !options->nkernels && i < program->nsources; i++)
		if (!program->sources[i].language->name_kernels &&
		    !is_model(options, program->sources[i].path))
			return no_kernel(options, program->sources[i].path, err);
	return fclc_target_check(program, err);
}
