/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/opencl/generic.h"

#include <stdlib.h>
#include <string.h>

#include "tools/fpgaclc/common/driver.h"

/*
 * OpenCL C 2.0 declares built-in functions that take pointers to the generic address space, but
 * PoCL's library only has them for named address spaces. As all of these are one memory here, each
 * such function is defined as a call of its counterpart for a named space. The IR declares those
 * that a source uses:
 *	declare !dbg !1 <4 x i32> @_Z10_cl_vload4mPU9CLgenericKi(i64 noundef, ptr addrspace(4)) #3
 */

static const char generic[] = "U9CLgeneric";
static const char generic_pointer[] = "ptr addrspace(4)";

/* The symbol with the generic address space replaced. */
static const char *symbol_in_space(struct fclc_arena *arena, const char *symbol, const char *space)
{
	struct fclc_text name = {.arena = arena};
	const char *at;

	while ((at = strstr(symbol, generic))) {
		fclc_text_bytes(&name, symbol, (size_t)(at - symbol));
		fclc_text_add(&name, "%s", space);
		symbol = at + strlen(generic);
	}
	fclc_text_add(&name, "%s", symbol);
	return name.text;
}

/*
 * Finds a counterpart in the library, or NULL. Bitcode files contain names verbatim, so search for
 * the text.
 */
static const char *find_counterpart(struct fclc_arena *arena, const char *symbol,
				    const char *library, size_t size)
{
	static const char *const spaces[] = {"U8CLglobal", "U9CLprivate", "U7CLlocal"};

	for (size_t i = 0; i < sizeof(spaces) / sizeof(spaces[0]); i++) {
		const char *name = symbol_in_space(arena, symbol, spaces[i]);

		if (memmem(library, size, name, strlen(name)))
			return name;
	}
	return NULL;
}

/*
 * Reads the next parameter of a list without names and advances *text. NULL at the end of the list.
 */
static const char *next_parameter(struct fclc_arena *arena, const char **text)
{
	const char *start = *text + strspn(*text, " ,"), *p = start;
	unsigned depth = 0;

	for (; *p && (depth || (*p != ',' && *p != ')')); p++) {
		depth += *p == '(' || *p == '<' || *p == '[';
		depth -= *p == ')' || *p == '>' || *p == ']';
	}
	*text = p;
	return p > start ? fclc_copy(arena, start, (size_t)(p - start)) : NULL;
}

/* A result type without the attributes before it. */
static const char *bare_type(const char *type)
{
	const char *vector = strchr(type, '<'), *space = strrchr(type, ' ');

	return vector ? vector : space ? space + 1 : type;
}

static void add_function(struct fclc_text *out, const char *type, const char *symbol,
			 const char *twin, const char *parameters)
{
	struct fclc_text head = {.arena = out->arena}, casts = head, call = head, declared = head;
	const char *parameter, *bare = bare_type(type);
	size_t length = strlen(generic_pointer);
	bool is_void = !strcmp(bare, "void");

	fclc_text_bytes(&casts, "", 0);
	fclc_text_bytes(&head, "", 0);
	fclc_text_bytes(&call, "", 0);
	fclc_text_bytes(&declared, "", 0);
	for (unsigned i = 0; (parameter = next_parameter(out->arena, &parameters)); i++) {
		const char *comma = i ? ", " : "";

		fclc_text_add(&head, "%s%s %%a%u", comma, parameter, i);
		if (strncmp(parameter, generic_pointer, length) != 0) {
			fclc_text_add(&call, "%s%s %%a%u", comma, parameter, i);
			fclc_text_add(&declared, "%s%s", comma, parameter);
			continue;
		}
		fclc_text_add(&casts, "\t%%c%u = addrspacecast %s %%a%u to ptr\n", i,
			      generic_pointer, i);
		fclc_text_add(&call, "%sptr %%c%u", comma, i);
		fclc_text_add(&declared, "%sptr", comma);
	}
	fclc_text_add(out, "declare %s @%s(%s)\ndefine %s @%s(%s) {\n%s\t%scall %s @%s(%s)\n", type,
		      twin, declared.text, type, symbol, head.text, casts.text,
		      is_void ? "" : "%r = ", type, twin, call.text);
	fclc_text_add(out, is_void ? "\tret void\n}\n" : "\tret %s %%r\n}\n", bare);
}

/* `line` follows "declare ". */
static void read_declaration(struct fclc_text *out, char *line, const char *library, size_t size)
{
	char *at, *open;
	const char *symbol, *twin;

	if (!strncmp(line, "!dbg !", 6))
		line += 6 + strspn(line + 6, "0123456789") + 1;
	at = strstr(line, " @");
	open = at ? strchr(at, '(') : NULL;
	if (!open)
		return;
	symbol = fclc_copy(out->arena, at + 2, (size_t)(open - at - 2));
	twin = strstr(symbol, generic) ? find_counterpart(out->arena, symbol, library, size) : NULL;
	if (twin)
		add_function(out, fclc_copy(out->arena, line, (size_t)(at - line)), symbol, twin,
			     open + 1);
}

static int assemble(struct fclc_program *program, const char *from, const char *to,
		    struct fcl_err *err)
{
	struct fclc_argv argv = {.arena = program->arena};

	fclc_argv_add(&argv, "%s", program->clang);
	fclc_argv_add(&argv, "-w");
	fclc_argv_add(&argv, "-O0");
	fclc_argv_add(&argv, "-c");
	fclc_argv_add(&argv, "-emit-llvm");
	fclc_argv_add(&argv, "%s", from);
	fclc_argv_add(&argv, "-o");
	fclc_argv_add(&argv, "%s", to);
	return fclc_run(program, &argv, err);
}

int fclc_opencl_generic(struct fclc_program *program, const struct fclc_source *source,
			const char **ret_bitcode, struct fcl_err *err)
{
	const char *path = fclc_format(program->arena, "%s/generic%u.ll", program->tmp,
				       source->index);
	const char *bitcode = fclc_format(program->arena, "%s/generic%u.bc", program->tmp,
					  source->index);
	struct fclc_text out = {.arena = program->arena};
	char *ir, *library, *line;
	size_t ir_size, size;
	int error = fclc_read_file(program, source->ir, &ir, &ir_size, err);

	if (error || !strstr(ir, generic))
		return error;
	error = fclc_read_file(program, program->opencl_library, &library, &size, err);
	while (!error && (line = strsep(&ir, "\n")))
		if (!strncmp(line, "declare ", 8))
			read_declaration(&out, line + 8, library, size);
	if (error || !out.text)
		return error;
	error = fclc_write_file(path, out.text, out.length, err);
	if (!error)
		error = assemble(program, path, bitcode, err);
	if (!error)
		*ret_bitcode = bitcode;
	return error;
}
