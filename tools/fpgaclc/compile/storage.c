/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/compile/storage.h"

#include <stdbool.h>
#include <string.h>

/*
 * -ftrivial-auto-var-init=zero initialises variables at their declarations, which clang prints as:
 *	  call void @llvm.memset.p0.i64(ptr align 16 %block, i8 0, i64 256, i1 false), !annotation !5
 *	  store i32 0, ptr %x, align 4, !annotation !5
 * These lines move to the function's start, after the last
 *	  %block = alloca [64 x i32], align 16
 * so that variables keep their values. For the same reason this line is removed, which declares the
 * old value dead:
 *	  call void @llvm.lifetime.start.p0(i64 256, ptr %block)
 */
struct storage {
	struct fclc_text out;
	const char *mark;   /* ", !annotation !5" */
	const char **lines; /* of the function */
	uint32_t nlines, lines_capacity;
	const char **names; /* variables that keep their storage: "%block" */
	uint32_t nnames, names_capacity;
};

static bool is_label(const char *line)
{
	return *line && *line != ' ' && *line != ';';
}

static bool is_alloca(const char *line)
{
	const char *equals = !strncmp(line, "  %", 3) ? strstr(line, " = ") : NULL;

	return equals && !strncmp(equals, " = alloca ", 10);
}

/* The index after the last alloca at the function's start. */
static uint32_t behind_allocas(const struct storage *storage)
{
	uint32_t at = 1;

	while (at < storage->nlines &&
	       (!*storage->lines[at] || (at < 3 && is_label(storage->lines[at]))))
		at++;
	while (at < storage->nlines && is_alloca(storage->lines[at]))
		at++;
	return at;
}

/* Whether "%name" is one of the variables allocated by the first lines. */
static bool is_allocated(const struct storage *storage, uint32_t behind, const char *name)
{
	size_t length = strlen(name);

	for (uint32_t i = 1; i < behind; i++)
		if (!strncmp(storage->lines[i] + strspn(storage->lines[i], " "), name, length) &&
		    !strncmp(storage->lines[i] + strspn(storage->lines[i], " ") + length, " = ", 3))
			return true;
	return false;
}

/* "%name" after the last space before `end`, if a pointer type precedes it. */
static const char *name_before(struct fclc_arena *arena, const char *line, const char *end)
{
	const char *start = end;

	while (start > line && start[-1] != ' ')
		start--;
	return *start == '%' ? fclc_copy(arena, start, (size_t)(end - start)) : NULL;
}

/* The variable that this line zero-initialises for lack of an initialiser, or NULL. */
static const char *zeroed(struct storage *storage, const char *line)
{
	const char *pointer, *end, *mark = strstr(line, storage->mark);

	if (!mark || strspn(mark + strlen(storage->mark), "0123456789"))
		return NULL;
	if (!strncmp(line, "  store ", 8)) {
		pointer = strstr(line, ", ptr %");
		end = pointer ? strchr(pointer + 2, ',') : NULL;
	} else {
		pointer = strstr(line, "@llvm.memset.");
		pointer = pointer ? strstr(pointer, "(ptr ") : NULL;
		end = pointer ? strstr(pointer, ", i8 0, i64 ") : NULL;
	}
	return end ? name_before(storage->out.arena, line, end) : NULL;
}

static bool is_kept(const struct storage *storage, const char *name)
{
	for (uint32_t i = 0; i < storage->nnames; i++)
		if (!strcmp(storage->names[i], name))
			return true;
	return false;
}

/* Matches "call void @llvm.lifetime.start.p0(i64 256, ptr %block)" and lifetime.end. */
static bool ends_storage(struct storage *storage, const char *line)
{
	const char *call = strstr(line, "@llvm.lifetime."), *end = call ? strchr(call, ')') : NULL;
	const char *name = end ? name_before(storage->out.arena, line, end) : NULL;

	return name && is_kept(storage, name);
}

/*
 * Drops the source location: a debugger takes the first location for the end of the prologue, and
 * arguments are only stored after these lines.
 */
static void write_zeroing(struct storage *storage, const char *line)
{
	const char *place = strstr(line, ", !dbg !");
	size_t digits = place ? strspn(place + 8, "0123456789") : 0;

	if (place)
		fclc_text_add(&storage->out, "%.*s%s\n", (int)(place - line), line,
			      place + 8 + digits);
	else
		fclc_text_add(&storage->out, "%s\n", line);
}

static void write_function(struct storage *storage)
{
	uint32_t behind = behind_allocas(storage);

	storage->nnames = 0;
	for (uint32_t i = 0; i < behind && i < storage->nlines; i++)
		fclc_text_add(&storage->out, "%s\n", storage->lines[i]);
	for (uint32_t i = behind; i < storage->nlines; i++) {
		const char *name = zeroed(storage, storage->lines[i]);

		if (!name || !is_allocated(storage, behind, name))
			continue;
		if (!is_kept(storage, name))
			fclc_append(storage->out.arena, &storage->names, &storage->nnames,
				    &storage->names_capacity, name);
		write_zeroing(storage, storage->lines[i]);
		storage->lines[i] = NULL;
	}
	for (uint32_t i = behind; i < storage->nlines; i++)
		if (storage->lines[i] &&
		    !(storage->nnames && ends_storage(storage, storage->lines[i])))
			fclc_text_add(&storage->out, "%s\n", storage->lines[i]);
	storage->nlines = 0;
}

/* Finds ", !annotation !5" for the metadata "!5 = !{!"auto-init"}". NULL if absent. */
static const char *find_mark(struct fclc_arena *arena, const char *ir)
{
	const char *node = strstr(ir, " = !{!\"auto-init\"}"), *start = node;

	while (start && start > ir && start[-1] != '\n')
		start--;
	return start ? fclc_format(arena, ", !annotation %.*s", (int)(node - start), start) : NULL;
}

char *fclc_keep_storage(struct fclc_arena *arena, char *ir)
{
	struct storage storage = {.out = {.arena = arena}, .mark = find_mark(arena, ir)};
	char *line;

	if (!storage.mark)
		return ir;
	while ((line = strsep(&ir, "\n"))) {
		if (!storage.nlines && strncmp(line, "define ", 7) != 0) {
			fclc_text_add(&storage.out, "%s\n", line);
			continue;
		}
		fclc_append(arena, &storage.lines, &storage.nlines, &storage.lines_capacity, line);
		if (!strcmp(line, "}"))
			write_function(&storage);
	}
	return storage.out.text;
}
