/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/common/texts.h"

#include <stdlib.h>
#include <string.h>

#include "tools/fpgaclc/common/driver.h"

struct search {
	const struct fclc_program *program;
	bool (*has)(char *text, void *with);
	void *with;
	/* The files read so far, to read each only once: they may include each other. */
	const char **list;
	uint32_t count, capacity;
};

static bool is_known(struct search *search, const char *path)
{
	char *real = realpath(path, NULL);
	const char *name = real ? fclc_copy(search->program->arena, real, strlen(real)) : path;

	free(real);
	for (uint32_t i = 0; i < search->count; i++)
		if (!strcmp(search->list[i], name))
			return true;
	fclc_append(search->program->arena, &search->list, &search->count, &search->capacity, name);
	return false;
}

static bool file_has(struct search *search, const char *path)
{
	const char *slash = strrchr(path, '/'), *at;
	struct fcl_err ignored = {0};
	char *text;
	size_t size;

	if (is_known(search, path))
		return false;
	if (fclc_read_file(search->program, path, &text, &size, &ignored))
		return search->has(NULL, search->with);
	for (at = strstr(text, "include"); at; at = strstr(at, "include")) {
		at += strlen("include");
		at += strspn(at, " \t");
		if (*at != '"' && *at != '<')
			continue;
		at++;
		if (file_has(search, fclc_format(search->program->arena, "%.*s%.*s",
						 slash ? (int)(slash + 1 - path) : 0, path,
						 (int)strcspn(at, "\">\n"), at)))
			return true;
	}
	return search->has(text, search->with);
}

bool fclc_any_text(const struct fclc_program *program, const char *path,
		   bool (*has)(char *text, void *with), void *with)
{
	struct search search = {.program = program, .has = has, .with = with};

	return file_has(&search, path);
}
