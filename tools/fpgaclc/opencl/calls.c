/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/opencl/calls.h"

#include <string.h>

#include "tools/fpgaclc/opencl/extensions.h"

/* A function that the IR defines, as text: "define void @f(...) {" to "}". */
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
	/* What a kernel calls of an extension that is absent; NULL: nothing found so far. */
	const struct fclc_absent *absent;
	const char *absent_name;
	size_t absent_length;
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

/* The function that a line calls: "  %5 = call i32 @f(i32 %4)". NULL: none, or one that the IR does not define. */
static struct function *called(struct functions *functions, const char *line, size_t length)
{
	const char *call = memmem(line, length, "call ", 5);
	const char *name = call ? memchr(call, '@', length - (size_t)(call - line)) : NULL;
	struct function *found = NULL;

	if (name) {
		size_t size = strcspn(++name, "(\n");

		found = find(functions, name, size);
		if (!found && !functions->absent)
			functions->absent = fclc_find_absent(name, size, &functions->absent_name,
							     &functions->absent_length);
	}
	return found;
}

/* A function below this one that calls itself; NULL: there is none. */
static const struct function *search(struct functions *functions, struct function *function)
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

static int check_kernel(struct fclc_program *program, const struct fclc_kernel *kernel,
			struct functions *functions, struct fcl_err *err)
{
	struct function *start = find(functions, kernel->symbol, strlen(kernel->symbol));
	const struct function *found = start ? search(functions, start) : NULL;
	const char *name;

	if (found) {
		name = fclc_copy(program->arena, found->name, found->length);
		return fclc_error(
			err, place_of(program, kernel->source, name, kernel->place),
			"'%s' calls itself, directly or through others: OpenCL C has no recursion",
			name);
	}
	if (!functions->absent)
		return 0;
	name = fclc_copy(program->arena, functions->absent_name, functions->absent_length);
	return fclc_error(err, kernel->place,
			  "kernel '%s' calls %s(), which is part of %s, which no board has: %s",
			  kernel->name, name, functions->absent->feature,
			  functions->absent->instead);
}

int fclc_calls_check(struct fclc_program *program, const struct fclc_source *source, const char *ir,
		     struct fcl_err *err)
{
	struct functions functions = {.arena = program->arena};
	int error = 0;

	list_functions(&functions, ir);
	for (uint32_t i = 0; !error && i < program->nkernels; i++)
		if (program->kernels[i].source == source)
			error = check_kernel(program, &program->kernels[i], &functions, err);
	return error;
}
