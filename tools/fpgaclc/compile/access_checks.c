/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/compile/access_checks.h"

#include <ctype.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/*
 * Debug metadata as clang prints it, one node a line, after all functions:
 *	!1 = !DIFile(filename: "vadd.cpp", directory: "")
 *	!22 = distinct !DILexicalBlock(scope: !6, file: !1, line: 7, column: 3)
 *	!51 = !DILocation(line: 3, column: 10, scope: !22, inlinedAt: !49)
 */
struct places {
	struct fclc_text out;
	const char **nodes; /* by node number: the text after " = ", or NULL */
	unsigned long nnodes;
	/*
	 * Source locations by DILocation number, NULL if unused. The last entry is for calls
	 * without one.
	 */
	const char **texts;
	unsigned long nchecks;
};

static const char *const memory_functions[] = {"memcpy", "memmove", "memset", NULL};

/* The number in "!12" at `text`, or ULONG_MAX. */
static unsigned long node_number(const char *text)
{
	return *text == '!' && isdigit((unsigned char)text[1]) ? strtoul(text + 1, NULL, 10)
							       : ULONG_MAX;
}

/* The value of a node's field, which follows "name: ", or NULL. */
static const char *field(const char *node, const char *name)
{
	const char *at = node;
	size_t length = strlen(name);

	while (at && (at = strstr(at, name))) {
		if ((at[-1] == '(' || at[-1] == ' ') && !strncmp(at + length, ": ", 2))
			return at + length + 2;
		at += length;
	}
	return NULL;
}

static const char *node_at(const struct places *places, const char *text)
{
	unsigned long number = text ? node_number(text) : ULONG_MAX;

	return number < places->nnodes ? places->nodes[number] : NULL;
}

/* The quoted file name of a scope, or of the nearest enclosing scope that has one. */
static const char *file_of(const struct places *places, const char *scope)
{
	for (int depth = 0; scope && depth < 1000; depth++) {
		const char *file = node_at(places, field(scope, "file"));

		if (file)
			return field(file, "filename");
		scope = node_at(places, field(scope, "scope"));
	}
	return NULL;
}

static void read_nodes(struct places *places, char *ir)
{
	unsigned long most = 0;
	char *line;

	for (line = ir; line; line = strchr(line, '\n')) {
		unsigned long number = node_number(line += *line == '\n');

		if (number != ULONG_MAX && number > most)
			most = number;
	}
	places->nnodes = most + 1;
	places->nodes = fclc_alloc(places->out.arena, most + 1, sizeof(*places->nodes));
	places->texts = fclc_alloc(places->out.arena, most + 2, sizeof(*places->texts));
	for (line = ir; line; line = strchr(line, '\n')) {
		unsigned long number = node_number(line += *line == '\n');
		char *equals = strstr(line, " = ");

		if (number != ULONG_MAX && equals)
			places->nodes[number] = fclc_copy(places->out.arena, equals + 3,
							  strcspn(equals + 3, "\n"));
	}
}

static const char *describe(const struct places *places, unsigned long number)
{
	const char *node = places->nodes[number];
	const char *line = field(node, "line"), *column = field(node, "column");
	const char *file = file_of(places, node_at(places, field(node, "scope")));

	return fclc_format(places->out.arena, "%.*s:%lu:%lu",
			   file ? (int)strcspn(file + 1, "\"") : 1, file ? file + 1 : "?",
			   line ? strtoul(line, NULL, 10) : 0,
			   column ? strtoul(column, NULL, 10) : 0);
}

/*
 * An i64 constant expression: the address of the text with the source location of this line's call.
 */
static const char *place_of(struct places *places, const char *line)
{
	const char *location = strstr(line, "!dbg !");
	unsigned long number = location ? node_number(location + 5) : ULONG_MAX;
	const char **text;

	if (number >= places->nnodes || !places->nodes[number])
		number = places->nnodes;
	text = &places->texts[number];
	if (!*text)
		*text = number < places->nnodes ? describe(places, number) : "a built-in function";
	return fclc_format(places->out.arena, "i64 ptrtoint (ptr @fclc.place.%lu to i64)", number);
}

/* The parenthesis that matches the one at `open`. */
static char *closing(char *open)
{
	unsigned depth = 0;

	for (char *at = open; *at; at++) {
		depth += *at == '(';
		if (*at == ')' && !--depth)
			return at;
	}
	return NULL;
}

/* Writes the line with the callee replaced by `function`, and `more` appended to the arguments. */
static bool write_call(struct places *places, char *line, char *name, const char *function,
		       const char *more)
{
	char *open = strchr(name, '('), *close = open ? closing(open) : NULL;

	if (!close)
		return false;
	*close = 0;
	*name = 0;
	fclc_text_add(&places->out, "%s@%s%s%s)%s\n", line, function, open, more, close + 1);
	return true;
}

/* Rewrites __asan_load4_noabort(at), __asan_storeN_noabort(at, bytes) and the like. */
static bool write_access(struct places *places, char *line, char *name)
{
	bool load = !strncmp(name, "@__asan_load", 12);
	const char *bytes = name + (load ? 12 : 13), *place = place_of(places, line);

	if (!load && strncmp(name, "@__asan_store", 13) != 0)
		return false;
	return write_call(places, line, name, load ? "fclc_check_load" : "fclc_check_store",
			  *bytes == 'N' ? fclc_format(places->out.arena, ", %s", place)
					: fclc_format(places->out.arena, ", i64 %lu, %s",
						      strtoul(bytes, NULL, 10), place));
}

static bool rewrite(struct places *places, char *line)
{
	char *call = strstr(line, "call "), *name = call ? strchr(call, '@') : NULL;

	if (line[0] != ' ' || !name)
		return false;
	if (!strncmp(name, "@__asan_", 8))
		return write_access(places, line, name);
	for (unsigned i = 0; memory_functions[i]; i++) {
		size_t length = strlen(memory_functions[i]);

		if (!strncmp(name + 1, memory_functions[i], length) && name[1 + length] == '(')
			return write_call(
				places, line, name,
				fclc_format(places->out.arena, "fclc_check_%s",
					    memory_functions[i]),
				fclc_format(places->out.arena, ", %s", place_of(places, line)));
	}
	return false;
}

/* --- OpenCL C's address spaces, which the sanitizer skips ------------------------------------- */

/* Whether this pointer, "ptr addrspace(1) %p", is in a space that the sanitizer skips. */
static bool is_ours(const char *pointer)
{
	return !strncmp(pointer, "ptr addrspace(", 14);
}

/*
 * Finds the comma that ends the value which starts here, or the end of the text. Skips commas
 * inside brackets.
 */
static const char *value_end(const char *text)
{
	unsigned depth = 0;

	for (; *text; text++) {
		depth += strchr("(<[{", *text) != NULL;
		if (!depth && (*text == ',' || *text == ')'))
			break;
		depth -= depth && strchr(")>]}", *text) != NULL;
	}
	return text;
}

/* The size in bytes of a first-class type. A value may follow it. */
static unsigned long type_bytes(const char *type)
{
	static const struct {
		const char *name;
		unsigned bytes;
	} plain[] = {{"half", 2}, {"float", 4}, {"double", 8}, {"ptr", 8}};
	char *end;

	if (*type == 'i' && isdigit((unsigned char)type[1]))
		return (strtoul(type + 1, NULL, 10) + 7) / 8;
	if (*type == '<') {
		unsigned long count = strtoul(type + 1, &end, 10);

		/* Vectors of i1 are packed. */
		if (!strncmp(end, " x i1>", 6))
			return (count + 7) / 8;
		return strncmp(end, " x ", 3) == 0 ? count * type_bytes(end + 3) : 1;
	}
	for (size_t i = 0; i < sizeof(plain) / sizeof(plain[0]); i++)
		if (!strncmp(type, plain[i].name, strlen(plain[i].name)))
			return plain[i].bytes;
	return 1;
}

static void write_check(struct places *places, const char *line, bool store, const char *pointer,
			const char *bytes)
{
	unsigned long number = places->nchecks++;

	fclc_text_add(&places->out, "  %%fclc.at%lu = ptrtoint %.*s to i64\n", number,
		      (int)(value_end(pointer) - pointer), pointer);
	fclc_text_add(&places->out, "  call void @fclc_check_%s(i64 %%fclc.at%lu, i64 %s, %s)\n",
		      store ? "store" : "load", number, bytes, place_of(places, line));
}

/* The last pointer after a comma, or NULL. */
static const char *last_pointer(const char *line)
{
	static const char start[] = ", ptr ";
	const char *found = NULL;

	while ((line = strstr(line, start)))
		found = line += 2;
	return found;
}

static const char *format_bytes(struct places *places, const char *type)
{
	return fclc_format(places->out.arena, "%lu", type_bytes(type));
}

/* "store i32 %v, ptr addrspace(1) %p, align 4", "%v = load volatile i32, ptr addrspace(1) %p" */
static void check_move(struct places *places, const char *line, const char *type, bool store)
{
	static const char *const words[] = {"atomic ", "volatile "};
	const char *pointer = last_pointer(line);

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (!strncmp(type, words[i], strlen(words[i])))
			type += strlen(words[i]);
	if (pointer && is_ours(pointer))
		write_check(places, line, store, pointer, format_bytes(places, type));
}

/* "%v = atomicrmw add ptr addrspace(1) %p, i32 1 seq_cst, align 4", and cmpxchg likewise. */
static void check_atomic(struct places *places, const char *line)
{
	const char *pointer = strstr(line, " ptr "), *end;

	if (!pointer || !is_ours(++pointer))
		return;
	end = value_end(pointer);
	if (*end)
		write_check(places, line, true, pointer, format_bytes(places, end + 2));
}

/* Strips the attributes from an argument, for use in ptrtoint: "ptr addrspace(1) %p". */
static const char *plain_argument(struct places *places, const char *argument)
{
	const char *end = value_end(argument), *value = end;
	int type = (int)(strchr(argument, ')') + 1 - argument);

	while (value > argument && value[-1] != ' ')
		value--;
	return fclc_format(places->out.arena, "%.*s %.*s", type, argument, (int)(end - value),
			   value);
}

/* "call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 4 %a, ptr addrspace(1) %b, i64 8, …" */
static void check_copy(struct places *places, const char *line, const char *name)
{
	const char *to = strchr(name, '('), *from, *size, *bytes;

	if (!to)
		return;
	to++;
	from = value_end(to) + 2;
	size = value_end(from) + 2;
	bytes = !strncmp(size, "i64 ", 4) || !strncmp(size, "i32 ", 4)
			? fclc_format(places->out.arena, "%.*s", (int)(value_end(size) - size - 4),
				      size + 4)
			: "1";
	if (is_ours(from))
		write_check(places, line, false, plain_argument(places, from), bytes);
	if (is_ours(to))
		write_check(places, line, true, plain_argument(places, to), bytes);
}

/* Writes the checks for a line that accesses memory, to go before it. */
static void check_space(struct places *places, const char *line)
{
	const char *equals = strstr(line, " = "), *at = line + strspn(line, " "), *name;

	if (line[0] != ' ' || !strstr(line, "ptr addrspace("))
		return;
	if (*at == '%' && equals)
		at = equals + 3;
	if (!strncmp(at, "load ", 5))
		check_move(places, line, at + 5, false);
	else if (!strncmp(at, "store ", 6))
		check_move(places, line, at + 6, true);
	else if (!strncmp(at, "atomicrmw ", 10) || !strncmp(at, "cmpxchg ", 8))
		check_atomic(places, line);
	else if ((name = strstr(at, "@llvm.mem")))
		check_copy(places, line, name);
}

/* Writes a string constant in IR's syntax, with all but letters and digits in hexadecimal. */
static void write_text(struct places *places, unsigned long number, const char *text)
{
	size_t size = strlen(text) + 1;

	fclc_text_add(&places->out, "@fclc.place.%lu = internal constant [%zu x i8] c\"", number,
		      size);
	for (size_t i = 0; i < size; i++)
		fclc_text_add(&places->out, isalnum((unsigned char)text[i]) ? "%c" : "\\%02X",
			      (unsigned char)text[i]);
	fclc_text_add(&places->out, "\"\n");
}

static void write_declarations(struct places *places)
{
	fclc_text_add(&places->out, "\ndeclare hidden void @fclc_check_load(i64, i64, i64)\n"
				    "declare hidden void @fclc_check_store(i64, i64, i64)\n"
				    "declare hidden ptr @fclc_check_memcpy(ptr, ptr, i64, i64)\n"
				    "declare hidden ptr @fclc_check_memmove(ptr, ptr, i64, i64)\n"
				    "declare hidden ptr @fclc_check_memset(ptr, i32, i64, i64)\n");
}

char *fclc_check_accesses(struct fclc_arena *arena, char *ir)
{
	struct places places = {.out = {.arena = arena}};
	char *line;

	read_nodes(&places, ir);
	while ((line = strsep(&ir, "\n")))
		if (!rewrite(&places, line)) {
			check_space(&places, line);
			fclc_text_add(&places.out, "%s\n", line);
		}
	for (unsigned long i = 0; i <= places.nnodes; i++)
		if (places.texts[i])
			write_text(&places, i, places.texts[i]);
	write_declarations(&places);
	return places.out.text;
}
