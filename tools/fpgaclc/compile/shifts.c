/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/compile/shifts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tools/fpgaclc/common/diag.h"

/*
 * LLVM's shifts have a distance of the shifted value's type, so clang truncates a wider distance:
 * `(int)x >> 0x100000000ll` becomes `ashr i32 %x, 0`. The sanitizer's call has all of it. clang
 * prints a checked shift as
 *	  %5 = icmp ule i64 %4, 31, !nosanitize !14
 *	  br i1 %5, label %cont2, label %handler.shift_out_of_bounds1, !nosanitize !14
 *
 *	handler.shift_out_of_bounds1:
 *	  %6 = zext i32 %3 to i64, !nosanitize !14
 *	  call void @__ubsan_handle_shift_out_of_bounds(ptr @3, i64 %6, i64 %4), !nosanitize !14
 *	  br label %cont2, !nosanitize !14
 *
 *	cont2:
 *	  %shl = shl i32 %3, %sh_prom
 * or, with a distance of more than 64 bits,
 *	  store i128 %4, ptr %tmp, align 8, !nosanitize !14
 *	  %7 = ptrtoint ptr %tmp to i64, !nosanitize !14
 *	  call void @__ubsan_handle_shift_out_of_bounds(ptr @3, i64 %6, i64 %7), !nosanitize !14
 * The branches, the labels and the call are removed, which leaves one block for the passes that
 * follow. The other lines stay: values without a name are numbered. (The comparison cannot be used:
 * for right shifts, it is of the truncated distance.)
 */
#define HANDLER "handler.shift_out_of_bounds"
#define CALL "@__ubsan_handle_shift_out_of_bounds("

struct notes {
	struct fclc_text out;
	char **lines; /* of the function */
	uint32_t nlines, capacity;
	const char **names; /* "cont2", "entry": what was a block is now part of another one */
	uint32_t nnames, names_capacity;
	const char *next;   /* the block where a checked shift is, until its label */
	const char *data;   /* the check's data: "@3" */
	const char *stored; /* by the check, last: "i128 %4" */
	const char *at;     /* the address of that, as in the call: "i64 %7" */
	const char *by;     /* the distance, "i64 %4", until the next instruction */
};

static bool is_label(const char *line)
{
	return *line && !strchr(" ;}", *line) && strchr(line, ':');
}

static const char *label_of(struct fclc_arena *arena, const char *line)
{
	return fclc_copy(arena, line, strcspn(line, ":"));
}

/* The name of the block behind the check that the line branches on; NULL for other lines. */
static const char *block_behind(struct fclc_arena *arena, const char *line)
{
	const char *to = !strncmp(line, "  br i1 ", 8) ? strstr(line, ", label %") : NULL;
	size_t length;

	if (!to || !strstr(to, ", label %" HANDLER))
		return NULL;
	length = strcspn(to += strlen(", label %"), ",");
	return fclc_copy(arena, to, length);
}

/* Finds which blocks become part of which, before any reference to them is written. */
static void merge_blocks(struct notes *notes)
{
	struct fclc_arena *arena = notes->out.arena;
	const char *block = "", *next = NULL, *name;

	notes->nnames = 0;
	for (uint32_t i = 0; i < notes->nlines; i++) {
		const char *line = notes->lines[i];

		if (is_label(line) && strncmp(line, HANDLER, strlen(HANDLER)) != 0) {
			name = label_of(arena, line);
			if (!next || strcmp(name, next) != 0)
				block = name;
			next = NULL;
		} else if ((name = block_behind(arena, line))) {
			next = name;
			fclc_append(arena, &notes->names, &notes->nnames, &notes->names_capacity,
				    name);
			fclc_append(arena, &notes->names, &notes->nnames, &notes->names_capacity,
				    block);
		}
	}
}

static const char *merged(const struct notes *notes, const char *name, size_t length)
{
	for (uint32_t i = 0; i + 1 < notes->nnames; i += 2)
		if (!strncmp(notes->names[i], name, length) && !notes->names[i][length])
			return notes->names[i + 1];
	return NULL;
}

/* Renames the blocks that "  %13 = phi i1 [ false, %entry ], [ %b, %cont11 ]" comes from. */
static void write_phi(struct notes *notes, const char *line)
{
	const char *at;

	while ((at = strstr(line, ", %"))) {
		size_t length = strcspn(at += 3, " ");
		const char *block = merged(notes, at, length);

		fclc_text_bytes(&notes->out, line, (size_t)(at - line));
		fclc_text_bytes(&notes->out, block ? block : at, block ? strlen(block) : length);
		line = at + length;
	}
	fclc_text_add(&notes->out, "%s\n", line);
}

static bool is_shift(const char *line)
{
	const char *operation = strstr(line, " = ");

	return operation &&
	       (!strncmp(operation, " = shl ", 7) || !strncmp(operation, " = ashr ", 8) ||
		!strncmp(operation, " = lshr ", 8));
}

/*
 * Whether clang has shifted a constant by another one modulo 2^32. The result is then lost in what
 * follows. If the rest of the distance is too large as well, the result is poison (hardware.c).
 */
static bool is_lost(const struct notes *notes)
{
	const char *distance = strchr(notes->by, ' ') + 1;
	unsigned long long number;
	char *end;

	errno = 0;
	number = strtoull(distance, &end, 10);
	return end != distance && (errno || (number >> 32 && (uint32_t)number < 64));
}

/* "@3 = private unnamed_addr global {...} { {...} { ptr @.src, i32 2, i32 12 }, ptr @0, ptr @1 }" */
static int report_lost(const struct notes *notes, struct fcl_err *err)
{
	struct fclc_arena *arena = notes->out.arena;
	const char *text = notes->out.text;
	const char *data = strstr(text, fclc_format(arena, "\n%s = ", notes->data));
	const char *file = data ? strstr(data, "{ ptr @") : NULL;
	const char *line = file ? strstr(file, ", i32 ") : NULL;
	struct fclc_place place = FCLC_NOWHERE;

	if (line) {
		size_t length = strcspn(file += strlen("{ ptr "), ",");

		place.line = (unsigned)strtoul(line + strlen(", i32 "), NULL, 10);
		file = strstr(text, fclc_format(arena, "\n%.*s = ", (int)length, file));
		file = file ? strstr(file, " c\"") : NULL;
		place.file = file ? fclc_copy(arena, file + 3, strcspn(file + 3, "\\\"")) : NULL;
	}
	return fclc_error(
		err, place,
		"a constant is shifted by a constant of a wider type and of 2^32 or more, "
		"which the compiler takes modulo 2^32: expected the result, 0 or the sign");
}

static int write_instruction(struct notes *notes, const char *line, struct fcl_err *err)
{
	/* The first instruction behind a check is the shift, if not all of it is constant. */
	if (notes->by && is_shift(line))
		fclc_text_add(&notes->out, "%s" FCLC_SHIFT_BY "%s\n", line, notes->by);
	else if (notes->by && is_lost(notes))
		return report_lost(notes, err);
	else if (strstr(line, " = phi "))
		write_phi(notes, line);
	else
		fclc_text_add(&notes->out, "%s\n", line);
	notes->by = NULL;
	return 0;
}

/* "  call void @__ubsan_handle_shift_out_of_bounds(ptr @3, i64 %6, i64 %4) #5, !nosanitize !14" */
static void take_call(struct notes *notes, const char *line)
{
	struct fclc_arena *arena = notes->out.arena;
	const char *data = strstr(line, CALL) + strlen(CALL "ptr ");
	const char *value = strstr(data, ", i64 "),
		   *by = value ? strstr(value + 1, ", i64 ") : NULL;

	notes->data = fclc_copy(arena, data, strcspn(data, ","));
	notes->by = by ? fclc_copy(arena, by + 2, strcspn(by + 2, ")")) : NULL;
	if (by && notes->at && !strcmp(notes->by, notes->at))
		notes->by = notes->stored;
}

/* A line of a check, up to the label behind it. */
static void take_check(struct notes *notes, const char *line)
{
	struct fclc_arena *arena = notes->out.arena;

	if (is_label(line)) {
		if (!strcmp(label_of(arena, line), notes->next))
			notes->next = NULL;
		return;
	}
	if (strstr(line, CALL)) {
		take_call(notes, line);
		return;
	}
	if (*line != ' ' || !strncmp(line, "  br ", 5))
		return;
	/* With sanitizers, gcc believes that a plain "%s" may get NULL here. */
	fclc_text_add(&notes->out, "%.*s\n", (int)strlen(line), line);
	if (!strncmp(line, "  store ", 8))
		notes->stored = fclc_copy(arena, line + 8, strcspn(line + 8, ","));
	if (strstr(line, " = ptrtoint "))
		notes->at = fclc_format(arena, "i64 %.*s", (int)strcspn(line + 2, " "), line + 2);
}

static int take_line(struct notes *notes, const char *line, struct fcl_err *err)
{
	const char *next = notes->next ? NULL : block_behind(notes->out.arena, line);

	if (notes->next) {
		take_check(notes, line);
	} else if (next) {
		notes->next = next;
		notes->stored = notes->at = notes->by = NULL;
	} else if (!strncmp(line, "  ", 2) && line[2] != ' ') {
		return write_instruction(notes, line, err);
	} else {
		fclc_text_add(&notes->out, "%s\n", line);
	}
	return 0;
}

static int take_function(struct notes *notes, struct fcl_err *err)
{
	int error = 0;

	merge_blocks(notes);
	for (uint32_t i = 0; !error && i < notes->nlines; i++)
		error = take_line(notes, notes->lines[i], err);
	notes->nlines = 0;
	return error;
}

/* The calls were all that wrote to the checks' data, which would count as a kernel's own data. */
static void make_constant(struct notes *notes, const char *line)
{
	const char *kind = " = private unnamed_addr global { { ptr, i32, i32 }, ptr, ptr } ";
	const char *at = *line == '@' ? strstr(line, kind) : NULL;

	if (at)
		fclc_text_add(&notes->out, "%.*s = private unnamed_addr constant%s\n",
			      (int)(at - line), line, at + strcspn(at, "{") - 1);
	else
		fclc_text_add(&notes->out, "%s\n", line);
}

int fclc_shift_checks_note(struct fclc_program *program, char *ir, char **ret_ir,
			   struct fcl_err *err)
{
	struct notes notes = {.out = {.arena = program->arena}};
	bool inside = false;
	char *line;
	int error = 0;

	while (!error && (line = strsep(&ir, "\n"))) {
		inside |= !strncmp(line, "define ", 7);
		if (!inside) {
			make_constant(&notes, line);
			continue;
		}
		notes.lines = fclc_grow(program->arena, notes.lines, notes.nlines, &notes.capacity,
					sizeof(*notes.lines));
		notes.lines[notes.nlines++] = line;
		if (*line == '}') {
			inside = false;
			error = take_function(&notes, err);
		}
	}
	*ret_ir = notes.out.text;
	return error;
}

/* Whether a list such as "undefined,bounds" contains the check of a shift's distance. */
static bool has_shifts(const char *list)
{
	static const char *const names[] = {"undefined", "integer", "shift", "shift-exponent",
					    "all"};

	for (size_t length; *list; list += length + (list[length] == ',')) {
		length = strcspn(list, ",");
		for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
			if (strlen(names[i]) == length && !strncmp(list, names[i], length))
				return true;
	}
	return false;
}

bool fclc_shift_checks_asked(const struct fclc_options *options)
{
	bool asked = false;

	for (uint32_t i = 0; i < options->ncompiler_flags; i++) {
		const char *flag = options->compiler_flags[i];

		if (!strncmp(flag, "-fsanitize=", 11) && has_shifts(flag + 11))
			asked = true;
		if (!strncmp(flag, "-fno-sanitize=", 14) && has_shifts(flag + 14))
			asked = false;
	}
	return asked;
}
