/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/compile/task_places.h"

#include <stdbool.h>
#include <string.h>

/* hls::task's constructor in a mangled name. */
static const char constructor[] = "@_ZN3hls4taskC";

struct places {
	struct fclc_text out;
	const char **lines; /* lines of one function */
	uint32_t nlines, capacity;
	unsigned long count;
};

/* Whether `operand`, such as "%7", is passed to a static task's constructor on this line. */
static bool is_passed(const char *line, const char *operand, size_t length)
{
	const char *call = strstr(line, constructor), *at = call ? strchr(call, '(') : NULL;
	const char *object = at ? strchr(at, '@') : NULL, *comma = at ? strchr(at, ',') : NULL;

	if (!object || !comma || object > comma)
		return false;
	for (at = comma; (at = strchr(at, '%')); at++)
		if (!strncmp(at, operand, length) && (at[length] == ',' || at[length] == ')'))
			return true;
	return false;
}

/*
 * Whether a task stores a value of this type as a number or pointer, unlike an object such as a
 * stream.
 */
static bool is_value(const char *type, size_t length)
{
	static const char *const classes[] = {"ap_int", "ap_uint", "ap_fixed", "ap_ufixed", NULL};

	if (*type != '%')
		return *type != '[' && *type != '{' && *type != '<';
	for (unsigned i = 0; classes[i]; i++)
		if (memmem(type, length, classes[i], strlen(classes[i])))
			return true;
	return type[length - 1] == '*'; /* older versions of clang have typed pointers */
}

/*
 * Replaces "  %7 = alloca i32, align 4". False if it is another line, or no task uses the variable.
 */
static bool write_place(struct places *places, const char *line)
{
	const char *at = strstr(line, " = alloca "), *type = at ? at + strlen(" = alloca ") : NULL;
	size_t length = type ? strcspn(type, ",") : 0, name;
	bool passed = false;

	if (!type || strncmp(line, "  %", 3) != 0 || !is_value(type, length) ||
	    strncmp(type + length, ", align ", 8) != 0)
		return false;
	name = (size_t)(at - line) - 2;
	for (uint32_t i = 0; i < places->nlines && !passed; i++)
		passed = is_passed(places->lines[i], line + 2, name);
	if (!passed)
		return false;
	fclc_text_add(&places->out, "%.*s = bitcast ptr @fclc.task.%lu to ptr\n", (int)(at - line),
		      line, places->count);
	places->count++;
	return true;
}

/* The lifetime would end with the block, but the task's storage outlives it. */
static bool is_lifetime(const char *line)
{
	return strstr(line, " @llvm.lifetime.") != NULL;
}

static void write_function(struct places *places)
{
	unsigned long first = places->count;
	bool starts = false;

	for (uint32_t i = 0; i < places->nlines && !starts; i++)
		starts = strstr(places->lines[i], constructor) != NULL;
	for (uint32_t i = 0; i < places->nlines; i++) {
		const char *line = places->lines[i];

		if (starts && (write_place(places, line) || is_lifetime(line)))
			continue;
		fclc_text_add(&places->out, "%s\n", line);
	}
	for (uint32_t i = 0; i < places->nlines && first < places->count; i++) {
		const char *type = strstr(places->lines[i], " = alloca ");
		struct places scratch = *places;

		scratch.out = (struct fclc_text){.arena = places->out.arena};
		if (!type || !write_place(&scratch, places->lines[i]))
			continue;
		type += strlen(" = alloca ");
		fclc_text_add(&places->out,
			      "@fclc.task.%lu = internal global %.*s zeroinitializer%s\n", first++,
			      (int)strcspn(type, ","), type, type + strcspn(type, ","));
	}
	places->nlines = 0;
}

char *fclc_task_places(struct fclc_arena *arena, char *ir)
{
	struct places places = {.out = {.arena = arena}};
	bool inside = false;
	char *line;

	if (!strstr(ir, constructor))
		return ir;
	while ((line = strsep(&ir, "\n"))) {
		inside |= !strncmp(line, "define ", 7);
		if (inside)
			fclc_append(arena, &places.lines, &places.nlines, &places.capacity, line);
		else
			fclc_text_add(&places.out, "%s\n", line);
		if (!inside || strcmp(line, "}") != 0)
			continue;
		inside = false;
		write_function(&places);
	}
	return places.out.text;
}
