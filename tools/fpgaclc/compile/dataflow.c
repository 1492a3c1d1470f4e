/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/compile/dataflow.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "tools/fpgaclc/common/driver.h"
#include "tools/fpgaclc/frontend/scan.h"

/* Skips one word of a pragma, ignoring case. */
static bool take_word(const char **text, const char *word)
{
	const char *at = *text + strspn(*text, " \t");
	size_t length = strlen(word);

	if (strncasecmp(at, word, length) != 0 || fclc_is_name_char(at[length]))
		return false;
	*text = at + length;
	return true;
}

/* `text` is what follows "#pragma". */
static bool is_pragma(const char *text, const char *name, const char **ret_rest)
{
	bool found = take_word(&text, "HLS") && take_word(&text, name);

	*ret_rest = text;
	return found;
}

/* --- choosing --------------------------------------------------------------------------------- */

static bool has_region(struct fclc_program *program, const char *text)
{
	struct fclc_scan scan = {.arena = program->arena, .at = text, .line_start = true};
	struct fclc_token token;
	const char *rest;

	do {
		fclc_scan_next(&scan, &token);
		if (token.kind == FCLC_TOKEN_PRAGMA && is_pragma(token.text, "dataflow", &rest))
			return true;
	} while (token.kind != FCLC_TOKEN_END);
	return false;
}

/* Whether a source has a DATAFLOW region. */
static int look(struct fclc_program *program, bool *found, struct fcl_err *err)
{
	for (uint32_t i = 0; !*found && i < program->nsources; i++) {
		const struct fclc_source *source = &program->sources[i];
		size_t size;
		char *text;
		int error;

		if (source->compiled || !source->cxx || !source->preprocessed)
			continue;
		error = fclc_read_file(program, source->preprocessed, &text, &size, err);
		if (error)
			return error;
		*found = strcasestr(text, "dataflow") && has_region(program, text);
	}
	return 0;
}

/* Whether a kernel has two calls in a row, one for one of its streams and one for another, which a board starts at once. */
static bool has_sequence(const struct fclc_program *program)
{
	for (uint32_t i = 0; i < program->nkernels; i++) {
		const struct fclc_kernel *kernel = &program->kernels[i];
		uint32_t part = 0;

		if (!kernel->source || kernel->source->compiled || !kernel->source->cxx)
			continue;
		for (uint32_t j = 0; j < kernel->nargs; j++) {
			if (part && kernel->args[j].part && kernel->args[j].part != part)
				return true;
			part = part ? part : kernel->args[j].part;
		}
	}
	return false;
}

int fclc_dataflow_choose(struct fclc_program *program, struct fcl_err *err)
{
	bool region = false;
	int error = look(program, &region, err);

	if (!error)
		program->dataflow = (region || has_sequence(program)) &&
				    program->options.concurrent;
	return error;
}

/* --- rewriting -------------------------------------------------------------------------------- */

/* The value after "key=" in a pragma, up to the next space outside parentheses; NULL if absent. */
static const char *value_of(struct fclc_arena *arena, const char *text, const char *key)
{
	const char *at = text, *start = NULL;
	size_t length = strlen(key);
	unsigned depth = 0;

	for (; *at && !start; at++) {
		if (strncasecmp(at, key, length) != 0 || (at > text && fclc_is_name_char(at[-1])))
			continue;
		start = at + length + strspn(at + length, " \t");
		start = *start == '=' ? start + 1 : NULL;
	}
	if (!start)
		return NULL;
	start += strspn(start, " \t\"");
	for (at = start; *at && (depth || !isspace((unsigned char)*at)) && *at != '"'; at++) {
		depth += *at == '(' || *at == '[' || *at == '<';
		depth -= (*at == ')' || *at == ']' || *at == '>') && depth;
	}
	return at > start ? fclc_copy(arena, start, (size_t)(at - start)) : NULL;
}

/* Whether the name at the start of the expression occurs in the text before `end`. */
static bool is_declared(const char *from, const char *end, const char *expression)
{
	size_t length = 0;

	while (fclc_is_name_char(expression[length]))
		length++;
	for (const char *at = from; length && at + length < end; at++) {
		at = memmem(at, (size_t)(end - at), expression, length);
		if (!at)
			return false;
		if ((at == from || !fclc_is_name_char(at[-1])) && !fclc_is_name_char(at[length]))
			return true;
	}
	return false;
}

static const char *depth_statement(const struct fclc_scan *scan, const char *rest, const char *body,
				   const char *line)
{
	const char *text = fclc_macros_expand(scan->arena, &scan->macros, rest, 0);
	const char *variable = value_of(scan->arena, text, "variable");
	const char *depth = value_of(scan->arena, text, "depth");

	if (!variable || !depth || !is_declared(body, line, variable))
		return NULL;
	return fclc_format(scan->arena, "::fclc::stream_depth(%s, (unsigned long)(%s), 0);",
			   variable, depth);
}

/* Properties of the enclosing blocks, one bit for each nesting level. */
struct blocks {
	uint64_t regions;
	uint64_t code;
	uint64_t functions; /* bodies of functions that are not constexpr */
	uint64_t inlined;   /* those of them that have an INLINE pragma */
};

/* The tokens between the last statement or declaration and an opening brace. */
struct head {
	char before;      /* last character */
	bool closed;      /* ends with a parameter list, or qualifiers after one */
	bool is_constant; /* contains constexpr or consteval */
};

/* The statement that replaces a pragma, or NULL. `block` is the bit of the enclosing block. */
static const char *statement(const struct fclc_scan *scan, const struct fclc_token *token,
			     const char *body, const char *line, uint64_t block,
			     struct blocks *blocks)
{
	const char *text = fclc_copy(scan->arena, token->text, token->length), *rest;

	if (is_pragma(text, "dataflow", &rest)) {
		bool again = blocks->regions & block;

		blocks->regions |= block;
		return again ? NULL : "::fclc::flow_scope fclc_flow_scope;";
	}
	if (is_pragma(text, "inline", &rest)) {
		bool found = !take_word(&rest, "off") && blocks->functions & block &&
			     !(blocks->inlined & block);

		blocks->inlined |= found ? block : 0;
		return found ? "::fclc::flow_inline fclc_flow_inline;" : NULL;
	}
	if (is_pragma(text, "unroll", &rest))
		return blocks->code & block && !strcasestr(rest, "factor") &&
				       !strcasestr(rest, "off")
			       ? "::fclc::flow_unroll();"
			       : NULL;
	if (is_pragma(text, "stream", &rest))
		return depth_statement(scan, rest, body, line);
	return NULL;
}

static bool is_definition(const char *line)
{
	line += strspn(line, " \t");
	return !strncmp(line, "#define", 7) || !strncmp(line, "#undef", 6);
}

/*
 * Appends text, but leaves the lines of #define and #undef empty: their macros have been expanded.
 */
static void append(struct fclc_text *out, const char *from, const char *end)
{
	while (from < end) {
		const char *newline = memchr(from, '\n', (size_t)(end - from));
		const char *next = newline ? newline + 1 : end;

		if (is_definition(from))
			fclc_text_bytes(out, "\n", newline ? 1 : 0);
		else
			fclc_text_bytes(out, from, (size_t)(next - from));
		from = next;
	}
}

/* The bit for nesting depth `braces`; 0 if the depth exceeds the bits available. */
static uint64_t block_bit(unsigned braces)
{
	return braces < 64 ? UINT64_C(1) << braces : 0;
}

static bool token_is(const struct fclc_token *token, const char *text)
{
	return token->length == strlen(text) && !memcmp(token->text, text, token->length);
}

static void add_to_head(struct head *head, const struct fclc_token *token)
{
	static const char *const after[] = {"const", "noexcept", "override", "final", "mutable"};
	bool ends;

	head->before = token->text[token->length - 1];
	ends = token->kind == FCLC_TOKEN_PUNCT && strchr("{};", head->before);
	head->is_constant = !ends && (head->is_constant || token_is(token, "constexpr") ||
				      token_is(token, "consteval"));
	for (size_t i = 0; i < sizeof(after) / sizeof(*after); i++)
		if (head->closed && token_is(token, after[i]))
			return;
	head->closed = head->before == ')';
}

/* Sets the properties of a new block; `head` describes the tokens before its brace. */
static void open_block(struct blocks *blocks, unsigned braces, const struct head *head)
{
	uint64_t block = block_bit(braces), outer = braces ? block_bit(braces - 1) : 0;
	bool in_code = blocks->code & outer, is_function = !in_code && head->closed;

	blocks->regions &= ~block;
	blocks->inlined &= ~block;
	blocks->code = in_code || is_function ? blocks->code | block : blocks->code & ~block;
	blocks->functions = is_function && !head->is_constant ? blocks->functions | block
							      : blocks->functions & ~block;
}

/*
 * Writes the output as the scan proceeds, because the macros defined so far apply to each pragma.
 * Several DATAFLOW pragmas in one block make one region.
 */
static struct fclc_text rewrite(struct fclc_program *program, const char *text)
{
	struct fclc_scan scan = {.arena = program->arena, .at = text, .line_start = true};
	struct fclc_text out = {.arena = program->arena};
	const char *done = text, *body = text;
	struct fclc_token token;
	unsigned braces = 0;
	struct blocks blocks = {0};
	struct head head = {0};

	fclc_text_bytes(&out, "", 0);
	for (;;) {
		const char *line, *replacement;

		fclc_scan_next(&scan, &token);
		if (token.kind == FCLC_TOKEN_END)
			break;
		if (token.kind != FCLC_TOKEN_PRAGMA) {
			const struct head last = head;

			add_to_head(&head, &token);
			if (head.before == '{')
				open_block(&blocks, ++braces, &last);
			braces -= head.before == '}' && braces;
			continue;
		}
		/* No statement can go here, for example between `if (x)` and its body. */
		if (!braces || !strchr("{};", head.before))
			continue;
		for (line = token.text; line > text && line[-1] != '\n';)
			line--;
		replacement = statement(&scan, &token, body, line, block_bit(braces), &blocks);
		if (!replacement)
			continue;
		append(&out, done, line);
		fclc_text_add(&out, "%s", replacement);
		done = token.text + token.length;
	}
	append(&out, done, text + strlen(text));
	return out;
}

int fclc_dataflow_rewrite(struct fclc_program *program, const char *path, struct fcl_err *err)
{
	struct fclc_text out;
	char *text;
	size_t size;
	int error = fclc_read_file(program, path, &text, &size, err);

	if (error)
		return error;
	out = rewrite(program, text);
	return fclc_write_file(path, out.text, out.length, err);
}
