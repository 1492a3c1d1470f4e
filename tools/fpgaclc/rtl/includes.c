/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/rtl/includes.h"

#include <string.h>

#include "tools/fpgaclc/common/driver.h"
#include "tools/fpgaclc/common/source.h"
#include "tools/fpgaclc/rtl/files.h"

static bool has_file(const struct fclc_rtl *rtl, const char *name)
{
	for (uint32_t i = 0; i < rtl->nfiles; i++)
		if (!rtl->files[i].model && !strcmp(rtl->files[i].name, name))
			return true;
	return false;
}

/* Whether several files in different directories match `name`. */
static bool is_ambiguous(const struct fclc_rtl *rtl, const char *name)
{
	size_t length = strlen(name);
	uint32_t count = 0;

	for (uint32_t i = 0; i < rtl->nfiles; i++) {
		const char *other = rtl->files[i].name;
		size_t before = strlen(other) - length;

		count += !rtl->files[i].model && fclc_has_suffix(other, name) &&
			 (!before || other[before - 1] == '/');
	}
	return count > 1;
}

/* The name in `include "…" after this directive; NULL if it is a macro. */
static const char *included(struct fclc_arena *arena, const char *at)
{
	at += strspn(at, " \t");
	if (*at != '"' || !at[1 + strcspn(at + 1, "\"\n")])
		return NULL;
	return fclc_copy(arena, at + 1, strcspn(at + 1, "\"\n"));
}

static int resolve(struct fclc_program *program, const struct fclc_rtl *rtl,
		   struct fclc_rtl_file *file, struct fcl_err *err)
{
	static const char directive[] = "`include";
	const char *text = fclc_copy(program->arena, file->bytes, file->size), *at;
	int folder = (int)(fclc_base_name(file->name) - file->name);
	struct fclc_text out = {.arena = program->arena};
	bool changed = false;

	fclc_text_bytes(&out, "", 0);
	while ((at = strstr(text, directive))) {
		const char *name, *own;

		at += strlen(directive);
		fclc_text_bytes(&out, text, (size_t)(at - text));
		text = at;
		name = included(program->arena, at);
		if (!name)
			continue;
		own = fclc_format(program->arena, "%.*s%s", folder, file->name, name);
		if (!has_file(rtl, own) || !is_ambiguous(rtl, name))
			continue;
		fclc_text_add(&out, " \"%s/%s\"", rtl->folder, own);
		text = strchr(at, '"') + strlen(name) + 2;
		changed = true;
	}
	if (!changed)
		return 0;
	fclc_text_bytes(&out, text, strlen(text));
	file->bytes = out.text;
	file->size = out.length;
	return fclc_write_file(fclc_format(program->arena, "%s/%s", rtl->folder, file->name),
			       file->bytes, file->size, err);
}

int fclc_rtl_resolve_includes(struct fclc_program *program, struct fclc_rtl *rtl,
			      struct fcl_err *err)
{
	int error = 0;

	for (uint32_t i = 0; !error && i < rtl->nfiles; i++) {
		struct fclc_rtl_file *file = &rtl->files[i];

		if (!file->model && fclc_rtl_is_hdl(file->name) && !fclc_rtl_is_vhdl(file->name))
			error = resolve(program, rtl, file, err);
	}
	return error;
}
