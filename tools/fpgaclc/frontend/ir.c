/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/frontend/ir.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "tools/fpgaclc/common/driver.h"

/*
 * The IR is text with one instruction a line. Only these forms matter:
 *	define ... @callee(ptr ... %s, ...) ... {
 *	store ptr %s, ptr %s.addr        stores a pointer to a local variable
 *	%0 = load ptr, ptr %s.addr       loads it again
 *	%c = phi ptr [ %0, ... ], ...    one of two pointers
 *	%e = getelementptr T, ptr %0, i64 %i     an element of an array
 *	call ... @callee(ptr ... %0, ...)
 * For arrays with a port of mode axis, also
 *	%v = load T, ptr %e
 *	store T %v, ptr %e
 *	call void @llvm.memcpy...(ptr %e, ptr %f, ...)
 */

static bool span_is(struct fclc_span a, struct fclc_span b)
{
	return a.length == b.length && !memcmp(a.text, b.text, a.length);
}

bool fclc_span_equals(struct fclc_span a, const char *text)
{
	return span_is(a, (struct fclc_span){text, strlen(text)});
}

/* The name after a sigil: letters, digits and "$._-", or anything in quotes. */
static struct fclc_span ir_name(const char *text)
{
	size_t length = 0;

	if (*text == '"')
		return (struct fclc_span){text + 1, strcspn(text + 1, "\"")};
	while (isalnum((unsigned char)text[length]) ||
	       (text[length] && strchr("$._-", text[length])))
		length++;
	return (struct fclc_span){text, length};
}

/* The end of the parenthesised list that starts at `open`, or the end of the text. */
static const char *ir_close(const char *open)
{
	unsigned depth = 0;
	const char *p;

	for (p = open; *p; p++) {
		if (*p == '"')
			p += strcspn(p + 1, "\"") + 1;
		depth += *p == '(' || *p == '[' || *p == '{' || *p == '<';
		depth -= *p == ')' || *p == ']' || *p == '}' || *p == '>';
		if (!depth || !*p)
			return p;
	}
	return p;
}

/*
 * Reads the next item of a comma-separated list and advances *text past it. Returns the item's last
 * %name, empty if it has none. False at the end of the list.
 */
static bool ir_item(const char **text, const char *end, struct fclc_span *ret_name)
{
	const char *p = *text;

	if (p >= end)
		return false;
	*ret_name = (struct fclc_span){p, 0};
	for (; p < end && *p != ','; p++) {
		if (*p == '(' || *p == '[' || *p == '{' || *p == '<')
			p = ir_close(p);
		else if (*p == '%')
			*ret_name = ir_name(p + 1);
		if (!*p)
			break;
	}
	*text = p < end ? p + 1 : end;
	return true;
}

/*
 * Adds each alias once: repeated updates, as by p++, would double a variable's entries each time.
 */
static void ir_alias(struct fclc_ir *ir, struct fclc_span name, uint32_t parameter)
{
	for (uint32_t i = 0; i < ir->naliases; i++)
		if (ir->aliases[i].parameter == parameter && span_is(ir->aliases[i].name, name))
			return;
	ir->aliases = fclc_grow(ir->arena, ir->aliases, ir->naliases, &ir->aliases_capacity,
				sizeof(*ir->aliases));
	ir->aliases[ir->naliases++] = (struct fclc_ir_alias){name, parameter};
}

/* `to` may hold any value that `from` may hold. */
static void ir_copy(struct fclc_ir *ir, struct fclc_span to, struct fclc_span from)
{
	uint32_t count = from.length && to.length ? ir->naliases : 0;

	for (uint32_t i = 0; i < count; i++)
		if (span_is(ir->aliases[i].name, from))
			ir_alias(ir, to, ir->aliases[i].parameter);
}

static void ir_local(struct fclc_ir *ir, struct fclc_span name)
{
	ir->locals = fclc_grow(ir->arena, ir->locals, ir->nlocals, &ir->locals_capacity,
			       sizeof(*ir->locals));
	ir->locals[ir->nlocals++] = name;
}

static bool ir_is_local(const struct fclc_ir *ir, struct fclc_span name)
{
	for (uint32_t i = 0; i < ir->nlocals; i++)
		if (span_is(ir->locals[i], name))
			return true;
	return false;
}

static bool ir_is_alias(const struct fclc_ir *ir, struct fclc_span name)
{
	for (uint32_t i = 0; i < ir->naliases; i++)
		if (span_is(ir->aliases[i].name, name))
			return true;
	return false;
}

/* "br i1 %c, label %a, label %b": detects a backward branch, whose target label has been seen. */
static void ir_labels(struct fclc_ir *ir, const char *text)
{
	while ((text = strstr(text, "label %"))) {
		text += 7;
		if (ir_is_local(ir, ir_name(text)))
			ir->functions[ir->nfunctions - 1].repeats = true;
	}
}

static void ir_define(struct fclc_ir *ir, const char *line)
{
	const char *at = strchr(line, '@'), *open, *close;
	struct fclc_ir_function *function;
	struct fclc_span name;
	uint32_t capacity = 0;

	ir->naliases = ir->nlocals = 0;
	if (!at)
		return;
	ir->functions = fclc_grow(ir->arena, ir->functions, ir->nfunctions, &ir->functions_capacity,
				  sizeof(*ir->functions));
	function = &ir->functions[ir->nfunctions++];
	memset(function, 0, sizeof(*function));
	function->name = ir_name(at + 1);
	open = strchr(function->name.text + function->name.length, '(');
	if (!open)
		return;
	close = ir_close(open);
	for (open++; ir_item(&open, close, &name);) {
		function->parameters = fclc_grow(ir->arena, function->parameters,
						 function->nparameters, &capacity, sizeof(name));
		ir_alias(ir, name, function->nparameters);
		function->parameters[function->nparameters++] = name;
	}
	function->use = fclc_alloc(ir->arena, (size_t)function->nparameters + 1, 1);
}

static void ir_add_call(struct fclc_ir *ir, struct fclc_span callee, uint32_t from, uint32_t to)
{
	ir->calls = fclc_grow(ir->arena, ir->calls, ir->ncalls, &ir->calls_capacity,
			      sizeof(*ir->calls));
	ir->calls[ir->ncalls++] =
		(struct fclc_ir_call){.caller = ir->nfunctions - 1,
				      .from = from,
				      .to = to,
				      .place = ir->functions[ir->nfunctions - 1].ncalls,
				      .callee_name = callee,
				      .callee = -1};
}

/* Records that the values of `name` are passed as parameter `to` of a function. */
static void ir_pass(struct fclc_ir *ir, struct fclc_span callee, struct fclc_span name, uint32_t to)
{
	for (uint32_t i = 0; name.length && i < ir->naliases; i++)
		if (span_is(ir->aliases[i].name, name))
			ir_add_call(ir, callee, ir->aliases[i].parameter, to);
}

/* hls::task takes a function and its arguments: (ptr task, ptr @function, ptr %0, ...) */
static void ir_task(struct fclc_ir *ir, const char *open, const char *close)
{
	struct fclc_span function, name;
	const char *item, *at;

	if (!ir_item(&open, close, &name))
		return;
	item = open;
	if (!ir_item(&open, close, &name))
		return;
	at = memchr(item, '@', (size_t)(open - item));
	if (!at)
		return;
	function = ir_name(at + 1);
	ir_add_call(ir, function, UINT32_MAX, UINT32_MAX);
	for (uint32_t to = 0; ir_item(&open, close, &name); to++)
		ir_pass(ir, function, name, to);
}

static bool is_task(struct fclc_span callee)
{
	static const char prefix[] = "_ZN3hls4task";

	return callee.length >= sizeof(prefix) && !memcmp(callee.text, prefix, sizeof(prefix) - 1);
}

static void ir_call(struct fclc_ir *ir, const char *text)
{
	const char *at = strchr(text, '@'), *open, *close;
	struct fclc_span callee, name;

	if (!at)
		return;
	callee = ir_name(at + 1);
	if (callee.length >= 5 && !memcmp(callee.text, "llvm.", 5))
		return;
	open = callee.text + callee.length + (callee.text[-1] == '"');
	if (*open != '(')
		return;
	ir->functions[ir->nfunctions - 1].ncalls++;
	ir_add_call(ir, callee, UINT32_MAX, UINT32_MAX);
	close = ir_close(open++);
	if (is_task(callee))
		ir_task(ir, open, close);
	for (uint32_t to = 0; ir_item(&open, close, &name); to++)
		ir_pass(ir, callee, name, to);
}

/* "phi ptr [ %a, %block ], [ %b, %other ]" or "select i1 %c, ptr %a, ptr %b". */
static void ir_choice(struct fclc_ir *ir, struct fclc_span result, const char *text)
{
	while ((text = strpbrk(text, "[,"))) {
		text += 1 + strspn(text + 1, " ");
		if (!strncmp(text, "ptr ", 4))
			text += 4;
		if (*text == '%')
			ir_copy(ir, result, ir_name(text + 1));
	}
}

/*
 * "getelementptr inbounds T, ptr %0, i64 %i" indexes an array of T, also with a second index if T
 * is an array. Indices 0, 0 address a class's first member, which may be the stream that the class
 * wraps. All other forms address another member, which is not a stream.
 */
static void ir_element(struct fclc_ir *ir, struct fclc_span result, const char *text)
{
	const char *end = strchr(text, 0);
	struct fclc_span base, index;
	bool array;

	if (!strncmp(text, "inbounds ", 9))
		text += 9;
	array = *text == '[' || strstr(text, ", i32 0, i32 0") || ir->memory;
	/* Reads the type, the pointer and the first index; ", !dbg !1" may follow. */
	if (ir_item(&text, end, &base) && ir_item(&text, end, &base) &&
	    ir_item(&text, end, &index) && (array || !strncmp(text, " !", 2) || !*text))
		ir_copy(ir, result, base);
}

/*
 * A function that returns a pointer, such as an accessor or operator=, returns its first argument's
 * memory.
 */
static void ir_returned(struct fclc_ir *ir, struct fclc_span result, const char *text)
{
	const char *at = strchr(text, '@'), *type = strstr(text, " ptr "), *open, *close;
	struct fclc_span first;

	if (!at || !type || type > at || !result.length)
		return;
	open = strchr(at, '(');
	if (!open)
		return;
	close = ir_close(open++);
	if (ir_item(&open, close, &first))
		ir_copy(ir, result, first);
}

static void ir_use(struct fclc_ir *ir, struct fclc_span name, uint8_t use)
{
	for (uint32_t i = 0; name.length && i < ir->naliases; i++)
		if (span_is(ir->aliases[i].name, name))
			ir->functions[ir->nfunctions - 1].use[ir->aliases[i].parameter] |= use;
}

/* "%v = load T, ptr %e, align 4", "store T %v, ptr %e, align 4" */
static void ir_access(struct fclc_ir *ir, const char *text)
{
	const char *end = strchr(text, 0);
	struct fclc_span name;
	bool store = !strncmp(text, "store ", 6);

	if (!store && strncmp(text, "load ", 5) != 0)
		return;
	if (ir_item(&text, end, &name) && ir_item(&text, end, &name))
		ir_use(ir, name, store ? FCLC_WRITES : FCLC_READS);
}

/* memcpy() and similar functions, called by name or as intrinsics. */
static void ir_copies(struct fclc_ir *ir, const char *text)
{
	const char *at = strstr(text, "@llvm.mem"), *open, *close;
	bool set;
	struct fclc_span name;

	at = at ? at + 6 : strstr(text, "@mem");
	open = at ? strchr(at, '(') : NULL;
	if (!open)
		return;
	set = !strncmp(at, "@memset", 7) || !strncmp(at, "memset", 6);
	close = ir_close(open++);
	if (ir_item(&open, close, &name))
		ir_use(ir, name, FCLC_WRITES);
	if (!set && ir_item(&open, close, &name))
		ir_use(ir, name, FCLC_READS);
}

static void ir_line(struct fclc_ir *ir, const char *line)
{
	const char *text = line + strspn(line, " "), *equals, *end;
	struct fclc_span result = {text, 0}, value, slot;

	if (!strncmp(line, "define ", 7)) {
		ir_define(ir, line);
		return;
	}
	if (!ir->nfunctions)
		return;
	if (*line != ' ') {
		ir_local(ir, ir_name(line));
		return;
	}
	ir_labels(ir, line);
	equals = *text == '%' ? strstr(text, " = ") : NULL;
	if (equals) {
		result = ir_name(text + 1);
		text = equals + 3;
	}
	end = strchr(text, 0);
	if (!strncmp(text, "store ptr %", 11)) {
		text += 6;
		if (ir_item(&text, end, &value) && ir_item(&text, end, &slot)) {
			if (ir_is_alias(ir, value) && !ir_is_local(ir, slot))
				ir->functions[ir->nfunctions - 1].keeps = true;
			ir_copy(ir, slot, value);
		}
	} else if (!strncmp(text, "alloca ptr", 10)) {
		ir_local(ir, result);
	} else if (!strncmp(text, "load ptr, ptr %", 15)) {
		ir_copy(ir, result, ir_name(text + 15));
	} else if (!strncmp(text, "phi ptr ", 8) || !strncmp(text, "select ", 7)) {
		ir_choice(ir, result, text);
	} else if (!strncmp(text, "getelementptr ", 14)) {
		ir_element(ir, result, text + 14);
	} else if (strstr(text, "call ") || !strncmp(text, "invoke ", 7)) {
		ir_call(ir, text);
		if (ir->memory) {
			ir_copies(ir, text);
			ir_returned(ir, result, text);
		}
	} else if (ir->memory) {
		ir_access(ir, text);
	}
}

static int ir_compare(const void *a, const void *b)
{
	const struct fclc_ir_function *x = a, *y = b;
	size_t length = x->name.length < y->name.length ? x->name.length : y->name.length;
	int order = memcmp(x->name.text, y->name.text, length);

	return order ? order
		     : (x->name.length > y->name.length) - (x->name.length < y->name.length);
}

int fclc_ir_find(const struct fclc_ir *ir, struct fclc_span name)
{
	struct fclc_ir_function key = {.name = name};
	const struct fclc_ir_function *found = bsearch(&key, ir->functions, ir->nfunctions,
						       sizeof(key), ir_compare);

	return found ? (int)(found - ir->functions) : -1;
}

/* Sorts the functions by name and resolves names to indices. */
static void ir_link(struct fclc_ir *ir)
{
	struct fclc_ir_function *unsorted = fclc_alloc(ir->arena, (size_t)ir->nfunctions + 1,
						       sizeof(*unsorted));

	if (ir->nfunctions) {
		memcpy(unsorted, ir->functions, ir->nfunctions * sizeof(*unsorted));
		qsort(ir->functions, ir->nfunctions, sizeof(*ir->functions), ir_compare);
	}
	for (uint32_t i = 0; i < ir->ncalls; i++) {
		struct fclc_ir_call *call = &ir->calls[i];

		call->caller = (uint32_t)fclc_ir_find(ir, unsorted[call->caller].name);
		call->callee = fclc_ir_find(ir, call->callee_name);
	}
}

int fclc_ir_read(struct fclc_ir *ir, struct fclc_program *program, const struct fclc_source *source,
		 struct fcl_err *err)
{
	char *text, *next;
	size_t size;
	int error = fclc_read_file(program, source->ir, &text, &size, err);

	if (error)
		return error;
	for (; text; text = next) {
		next = strchr(text, '\n');
		if (next)
			*next++ = 0;
		ir_line(ir, text);
	}
	ir_link(ir);
	return 0;
}
