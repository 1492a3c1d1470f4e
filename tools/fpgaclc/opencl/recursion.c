/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/opencl/recursion.h"

#include <string.h>

/* A function's text in the IR, from "define void @f(...) {" to "}". */
struct function {
	const char *name; /* after the @ */
	size_t length;
	const char *body, *end;
	enum { NEW, OPEN, DONE } state;
};

struct functions {
	struct function *list;
	uint32_t count, capacity;
	struct fclc_arena *arena;
};

static void list_functions(struct functions *functions, const char *ir)
{
	for (const char *line = ir; (line = strstr(line, "\ndefine ")) != NULL;) {
		const char *name = strchr(++line, '@'), *end = strstr(line, "\n}");

		if (!name || !end)
			return;
		functions->list = fclc_grow(functions->arena, functions->list, functions->count,
					    &functions->capacity, sizeof(*functions->list));
		functions->list[functions->count++] =
			(struct function){.name = name + 1,
					  .length = strcspn(name + 1, "("),
					  .body = name + strcspn(name, "\n"),
					  .end = end};
		line = end;
	}
}

static struct function *find(const struct functions *functions, const char *name, size_t length)
{
	for (uint32_t i = 0; i < functions->count; i++)
		if (functions->list[i].length == length &&
		    !strncmp(functions->list[i].name, name, length))
			return &functions->list[i];
	return NULL;
}

/*
 * The function called on a line: "  %5 = call i32 @f(i32 %4)". NULL if there is none, or it is
 * built in.
 */
static struct function *called(const struct functions *functions, const char *line, size_t length)
{
	const char *call = memmem(line, length, "call ", 5);
	const char *name = call ? memchr(call, '@', length - (size_t)(call - line)) : NULL;

	return name ? find(functions, name + 1, strcspn(name + 1, "(\n")) : NULL;
}

/* Finds a recursive function among this one's callees, direct or not. NULL if there is none. */
static const struct function *search(const struct functions *functions, struct function *function)
{
	const struct function *found = NULL;

	if (function->state == OPEN)
		return function;
	if (function->state == DONE)
		return NULL;
	function->state = OPEN;
	for (const char *line = function->body + 1; !found && line < function->end;) {
		size_t length = strcspn(line, "\n");
		struct function *callee = called(functions, line, length);

		if (callee)
			found = search(functions, callee);
		line += length + 1;
	}
	function->state = DONE;
	return found;
}

static struct fclc_place place_of(const struct fclc_program *program,
				  const struct fclc_source *source, const char *name,
				  struct fclc_place otherwise)
{
	for (uint32_t i = 0; i < program->functions.count; i++)
		if (program->functions.list[i].source == source &&
		    !strcmp(program->functions.list[i].name, name))
			return program->functions.list[i].place;
	return otherwise;
}

int fclc_recursion_check(struct fclc_program *program, const struct fclc_source *source,
			 const char *ir, struct fcl_err *err)
{
	struct functions functions = {.arena = program->arena};

	list_functions(&functions, ir);
	for (uint32_t i = 0; i < program->nkernels; i++) {
		const struct fclc_kernel *kernel = &program->kernels[i];
		const struct function *found;
		struct function *start;
		const char *name;

		if (kernel->source != source)
			continue;
		start = find(&functions, kernel->symbol, strlen(kernel->symbol));
		if (!start)
			continue;
		found = search(&functions, start);
		if (!found)
			continue;
		name = fclc_copy(program->arena, found->name, found->length);
		return fclc_error(
			err, place_of(program, source, name, kernel->place),
			"'%s' calls itself, directly or through others: OpenCL C has no recursion",
			name);
	}
	return 0;
}
