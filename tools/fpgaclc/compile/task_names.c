/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/compile/task_names.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The table's declaration (fpgacl/tapa_task.h). */
static const char declaration[] = "@fclc_task_names = extern_weak ";

/* A length and as many characters of a mangled name; NULL: something else follows. */
static const char *component(const char *at, const char **ret_name, size_t *ret_length)
{
	char *name;
	unsigned long length;

	if (!isdigit((unsigned char)*at))
		return NULL;
	length = strtoul(at, &name, 10);
	if (length > strlen(name))
		return NULL;
	*ret_name = name;
	*ret_length = length;
	return name + length;
}

/* What a function is called in its source: the last part of a qualified name. */
static bool source_name(const char *symbol, const char **ret_name, size_t *ret_length)
{
	const char *next = symbol + strlen("_Z");

	if (strncmp(symbol, "_Z", 2) != 0)
		return false;
	if (*next == 'L')
		return component(next + 1, ret_name, ret_length) != NULL;
	if (*next != 'N')
		return component(next, ret_name, ret_length) != NULL;
	*ret_length = 0;
	for (next++; next && isdigit((unsigned char)*next);)
		next = component(next, ret_name, ret_length);
	return *ret_length > 0;
}

/* Of "define dso_local void @_Z3Addv(...) {": what takes a stream or a memory. */
static const char *task_symbol(struct fclc_arena *arena, const char *line)
{
	const char *at = strchr(line, '@'), *symbol;

	if (strncmp(line, "define ", 7) != 0 || !at)
		return NULL;
	symbol = fclc_copy(arena, at + 1, strcspn(at + 1, "( \n"));
	return strstr(symbol, "4tapa") && strncmp(symbol, "_ZN4tapa", 8) != 0 &&
			       strncmp(symbol, "_ZN9fclc_tapa", 13) != 0
		       ? symbol
		       : NULL;
}

static void add_name(struct fclc_text *table, struct fclc_text *strings, const char *symbol,
		     unsigned number)
{
	const char *name;
	size_t length;

	if (!source_name(symbol, &name, &length))
		return;
	fclc_text_add(
		strings,
		"@fclc.task.name.%u = private unnamed_addr constant [%zu x i8] c\"%.*s\\00\"\n",
		number, length + 1, (int)length, name);
	fclc_text_add(table, "{ ptr, ptr } { ptr @%s, ptr @fclc.task.name.%u }, ", symbol, number);
}

char *fclc_task_names(struct fclc_arena *arena, char *ir)
{
	struct fclc_text out = {.arena = arena}, table = {.arena = arena},
			 strings = {.arena = arena};
	char *at = strstr(ir, declaration);
	const char *end = at ? at + strcspn(at, "\n") : NULL;
	unsigned number = 0, entries = 1;

	if (!at)
		return ir;
	fclc_text_add(&strings, "\n");
	for (const char *line = ir; line; line = strchr(line, '\n'), line += line != NULL) {
		const char *symbol = task_symbol(arena, line);
		size_t before = table.length;

		if (!symbol)
			continue;
		add_name(&table, &strings, symbol, number++);
		entries += table.length > before;
	}
	fclc_text_bytes(&out, ir, (size_t)(at - ir));
	fclc_text_add(
		&out,
		"@fclc_task_names = weak hidden constant [%u x { ptr, ptr }] [%s{ ptr, ptr } zeroinitializer]",
		entries, table.text ? table.text : "");
	fclc_text_add(&out, "%s%s", end, strings.text);
	return out.text;
}
