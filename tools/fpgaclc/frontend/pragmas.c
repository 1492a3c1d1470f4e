/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/frontend/pragmas.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* Reads the next word of a pragma, up to whitespace or "=", without quotes. Advances *text. */
static const char *pragma_word(struct fclc_arena *arena, const char **text)
{
	const char *start = *text + strspn(*text, " \t\"");
	size_t length = strcspn(start, " \t\"=");

	*text = start + length;
	*text += strspn(*text, " \t\"");
	return fclc_copy(arena, start, length);
}

/* Whether a list continues after the whitespace at p: a comma precedes or follows it. */
static bool in_list(const char *start, const char *p)
{
	return p[strspn(p, " \t")] == ',' || (p > start && p[-1] == ',') ||
	       (p > start && isspace((unsigned char)p[-1]));
}

/*
 * A value may be an expression (depth=4*1024) or a list (port=a, b). It ends at whitespace that is
 * neither inside parentheses nor next to a comma.
 */
static const char *pragma_value(struct fclc_arena *arena, const char **text)
{
	const char *start = *text + strspn(*text, " \t"), *p = start;
	unsigned parentheses = 0;

	if (*start == '"')
		return pragma_word(arena, text);
	for (; *p && (parentheses || !isspace((unsigned char)*p) || in_list(start, p)); p++) {
		parentheses += *p == '(';
		parentheses -= *p == ')' && parentheses;
	}
	*text = p;
	return fclc_copy(arena, start, (size_t)(p - start));
}

static const char *lower(struct fclc_arena *arena, const char *text)
{
	char *copy = fclc_copy(arena, text, strlen(text));

	for (char *p = copy; *p; p++)
		*p = (char)tolower((unsigned char)*p);
	return copy;
}

static void pragma_set(struct fclc_arena *arena, struct fclc_pragma *pragma, const char *key,
		       const char *value)
{
	if (!strcasecmp(key, "mode"))
		pragma->mode = lower(arena, value);
	else if (!strcasecmp(key, "port"))
		pragma->port = value;
	else if (!strcasecmp(key, "bundle"))
		pragma->bundle = value;
	else if (!strcasecmp(key, "offset"))
		pragma->offset = lower(arena, value);
}

/* `text` is what follows "HLS interface", or an option's value. */
static void pragma_parse(struct fclc_arena *arena, const char *text, struct fclc_pragma *pragma)
{
	while (*(text += strspn(text, " \t"))) {
		const char *key = pragma_word(arena, &text);

		if (*text == '=') {
			text++;
			pragma_set(arena, pragma, key, pragma_value(arena, &text));
		} else if (!*key) {
			text++;
		} else if (!pragma->mode && strcasecmp(key, "register") != 0) {
			pragma->mode = lower(arena, key);
		}
	}
}

static struct fclc_pragma *pragma_new(struct fclc_arena *arena, struct fclc_pragmas *pragmas)
{
	pragmas->list = fclc_grow(arena, pragmas->list, pragmas->count, &pragmas->capacity,
				  sizeof(*pragmas->list));
	return memset(&pragmas->list[pragmas->count++], 0, sizeof(*pragmas->list));
}

/* Splits the last pragma into one for each port, if it names several. */
static void pragma_split(struct fclc_arena *arena, struct fclc_pragmas *pragmas)
{
	struct fclc_pragma all = pragmas->list[pragmas->count - 1];
	struct fclc_pragma *pragma = &pragmas->list[pragmas->count - 1];

	for (const char *at = all.port; at && *at;) {
		const char *name = at + strspn(at, " \t&*"); /* as the argument is declared */
		size_t length = strcspn(name, ", \t");

		if (!pragma)
			pragma = pragma_new(arena, pragmas);
		*pragma = all;
		pragma->port = fclc_copy(arena, name, length);
		pragma = NULL;
		at = name + length;
		at += strspn(at, ", \t");
	}
}

static void pragma_add(struct fclc_program *program, struct fclc_pragmas *pragmas,
		       const struct fclc_kernel *kernel, struct fclc_place place, const char *text,
		       bool directive)
{
	struct fclc_pragma *pragma = pragma_new(program->arena, pragmas);

	pragma->kernel = kernel;
	pragma->place = place;
	pragma->directive = directive;
	pragma_parse(program->arena, text, pragma);
	pragma_split(program->arena, pragmas);
}

void fclc_pragmas_read(struct fclc_program *program, struct fclc_pragmas *pragmas)
{
	const struct fclc_options *options = &program->options;

	for (uint32_t k = 0; k < program->nkernels; k++)
		for (uint32_t i = 0; i < program->kernels[k].ninterfaces; i++)
			pragma_add(program, pragmas, &program->kernels[k],
				   program->kernels[k].interfaces[i].place,
				   program->kernels[k].interfaces[i].text, false);
	for (uint32_t i = 0; i < options->ninterfaces; i++)
		for (uint32_t k = 0; k < program->nkernels; k++)
			if (!strcmp(options->interfaces[i].kernel, program->kernels[k].name))
				pragma_add(program, pragmas, &program->kernels[k],
					   options->interfaces[i].place,
					   options->interfaces[i].text, true);
}
