/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/rtl/data.h"

#include <ctype.h>
#include <string.h>

#include "tools/fpgaclc/common/diag.h"
#include "tools/fpgaclc/common/source.h"
#include "tools/fpgaclc/rtl/files.h"

static bool has_file(const struct fclc_rtl *rtl, const char *name)
{
	for (uint32_t i = 0; i < rtl->nfiles; i++)
		if (!strcmp(fclc_base_name(rtl->files[i].name), fclc_base_name(name)))
			return true;
	return false;
}

static bool is_commented(const char *start, const char *at)
{
	while (at > start && at[-1] != '\n')
		if (*--at == '/' && at[1] == '/')
			return true;
	return false;
}

/* The file name in `$readmemh("name", …`; NULL if it is not a literal. */
static const char *literal(const struct fclc_program *program, const char *at)
{
	at += strlen("$readmemh");
	at += strspn(at, " \t\r\n");
	if (*at != '(')
		return NULL;
	at++;
	at += strspn(at, " \t\r\n");
	if (*at != '"')
		return NULL;
	at++;
	return fclc_copy(program->arena, at, strcspn(at, "\"\n"));
}

static int check_file(const struct fclc_program *program, const struct fclc_rtl *rtl,
		      const struct fclc_rtl_file *file, struct fcl_err *err)
{
	const char *text = fclc_copy(program->arena, file->bytes, file->size), *at = text;

	for (; (at = strstr(at, "$readmem")); at++) {
		const char *name = at[8] == 'h' || at[8] == 'b' ? literal(program, at) : NULL;
		unsigned line = 1;

		if (!name || is_commented(text, at) || has_file(rtl, name))
			continue;
		for (const char *c = text; c < at; c++)
			line += *c == '\n';
		return fclc_error(
			err, (struct fclc_place){file->path ? file->path : file->name, line},
			"%.9s reads '%s', which is not among the kernel's files: give it with the sources",
			at, name);
	}
	return 0;
}

int fclc_rtl_check_data(const struct fclc_program *program, const struct fclc_rtl *rtl,
			struct fcl_err *err)
{
	int error = 0;

	for (uint32_t i = 0; i < rtl->nfiles && !error; i++)
		if (!rtl->files[i].model && !fclc_rtl_is_data(rtl->files[i].name))
			error = check_file(program, rtl, &rtl->files[i], err);
	return error;
}

/* Appends a string literal, with the file's line breaks. */
static void add_literal(struct fclc_text *out, const char *bytes, size_t size)
{
	fclc_text_add(out, "\"");
	for (size_t i = 0; i < size; i++) {
		unsigned char c = (unsigned char)bytes[i];

		if (c == '\n')
			fclc_text_add(out, "\\n\"\n\"");
		else if (isprint(c) && !strchr("\"\\?", c))
			fclc_text_bytes(out, bytes + i, 1);
		else
			fclc_text_add(out, "\\%03o", c);
	}
	fclc_text_add(out, "\"");
}

unsigned fclc_rtl_bind_data(struct fclc_text *out, const struct fclc_rtl *rtl)
{
	unsigned count = 0;

	fclc_text_add(out, "static const struct fclc_rtl_file files[] = {\n");
	for (uint32_t i = 0; i < rtl->nfiles; i++) {
		const struct fclc_rtl_file *file = &rtl->files[i];

		if (file->model || !fclc_rtl_is_data(file->name))
			continue;
		fclc_text_add(out, "\t{\"%s\", %zu,\n", fclc_base_name(file->name), file->size);
		add_literal(out, file->bytes, file->size);
		fclc_text_add(out, "},\n");
		count++;
	}
	fclc_text_add(out, "\t{0, 0, 0}};\n");
	return count;
}
