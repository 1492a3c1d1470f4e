/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/opencl/aoclib.h"

#include <string.h>

#include "tools/fpgaclc/common/archive.h"
#include "tools/fpgaclc/common/driver.h"

struct aoclib {
	struct fclc_program *program;
	const char *folder, *sources;
};

static bool wants(void *data, const char *name)
{
	(void)data, (void)name;
	return true;
}

static int unpack(void *data, const char *name, const char *contents, size_t size,
		  struct fcl_err *err)
{
	struct aoclib *library = data;
	struct fclc_arena *arena = library->program->arena;
	const char *to = fclc_format(arena, "%s/%s", library->folder, name);
	int error = fclc_make_folder_of(library->program, to, err);

	if (!strcmp(name, "sources"))
		library->sources = fclc_copy(arena, contents, size);
	return error ? error : fclc_write_file(to, contents, size, err);
}

/* The archive reader has checked that no name leaves the archive; the list has to name its files. */
static int add_sources(struct aoclib *library, const char *path, struct fcl_err *err)
{
	struct fclc_options *options = &library->program->options;
	struct fclc_arena *arena = library->program->arena;

	if (!library->sources)
		return fclc_error(err, FCLC_NOWHERE,
				  "-l %s: expected a library that `aocl library create` made",
				  path);
	for (const char *line = library->sources; *line;
	     line += strcspn(line, "\n"), line += !!*line) {
		const char *name = fclc_copy(arena, line, strcspn(line, "\n"));

		if (*name == '/' || fclc_archive_climbs(name))
			return fclc_error(err, FCLC_NOWHERE,
					  "-l %s: a file name leads outside the archive: %s", path,
					  name);
		fclc_append(arena, &options->sources, &options->nsources,
			    &options->sources_capacity,
			    fclc_format(arena, "%s/%s", library->folder, name));
		options->nmodels++;
	}
	return 0;
}

static int read_library(struct fclc_program *program, const char *path, uint32_t index,
			struct fcl_err *err)
{
	struct aoclib library = {
		.program = program,
		.folder = fclc_format(program->arena, "%s/library%u", program->tmp, index)};
	const struct fclc_archive_reader reader = {
		.data = &library, .wants = wants, .take = unpack};
	struct fcl_err damage = {0};
	char *bytes;
	size_t size;
	int error = fclc_read_file(program, path, &bytes, &size, err);

	if (error)
		return error;
	if (!fclc_archive_is(bytes, size))
		return add_sources(&library, path, err);
	if (fclc_archive_read(bytes, size, &reader, &damage))
		return fclc_error(err, FCLC_NOWHERE, "-l %s: %s", path, damage.text);
	return add_sources(&library, path, err);
}

int fclc_aoclib_unpack(struct fclc_program *program, struct fcl_err *err)
{
	int error = 0;

	for (uint32_t i = 0; !error && i < program->options.nlibraries; i++)
		error = read_library(program, program->options.libraries[i], i, err);
	return error;
}
