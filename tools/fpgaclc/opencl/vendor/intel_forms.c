/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/opencl/vendor/intel_forms.h"

#include <stdlib.h>
#include <string.h>

#include "tools/fpgaclc/common/driver.h"
#include "tools/fpgaclc/common/texts.h"
#include "tools/fpgaclc/opencl/vendor/scan.h"

struct array {
	const char *name;
	unsigned braces; /* number of open braces at its declaration */
};

struct rewriter {
	struct fclc_program *program;
	struct fclc_scan scan;
	struct fclc_token token, before, twice_before;
	struct fclc_text out;
	const char *copied;   /* the text before this is in `out` */
	struct array *arrays; /* __local arrays that this function declares */
	uint32_t narrays, capacity;
	unsigned braces;
	unsigned operand; /* 0: not inside sizeof; else 1 plus the number of open brackets in it */
	bool kernel;      /* the function, or potential function, is a kernel */
	bool function;    /* inside its body */
	bool changed;
	bool quiet; /* no warnings: the text is not preprocessed */
	struct fcl_err *err;
};

/* --- text ------------------------------------------------------------------------------------- */

static bool is_attribute(const struct fclc_token *token)
{
	return fclc_is_word(token, "__attribute__") || fclc_is_word(token, "__attribute");
}

static void advance(struct rewriter *r)
{
	r->twice_before = r->before;
	r->before = r->token;
	fclc_scan_next(&r->scan, &r->token);
}

/* Replaces the text from `start` up to `end`, but keeps its newlines. */
static void replace(struct rewriter *r, const char *start, const char *end, const char *text)
{
	fclc_text_bytes(&r->out, r->copied, (size_t)(start - r->copied));
	fclc_text_add(&r->out, "%s", text);
	for (r->copied = end; start < end; start++)
		if (*start == '\n')
			fclc_text_bytes(&r->out, "\n", 1);
	r->changed = true;
}

/* --- #pragma unroll --------------------------------------------------------------------------- */

static bool is_unroll(const struct fclc_token *pragma)
{
	size_t blanks = strspn(pragma->text, " \t");

	return !strncmp(pragma->text + blanks, "unroll", 6) &&
	       !fclc_is_name_char(pragma->text[blanks + 6]);
}

/* Removing the pragma never changes a program's meaning, so removing it needlessly is harmless. */
static void read_pragma(struct rewriter *r)
{
	struct fclc_scan ahead = r->scan;
	const char *start = r->token.text;
	struct fclc_token next;

	if (!is_unroll(&r->token))
		return;
	do
		fclc_scan_next(&ahead, &next);
	while (next.kind == FCLC_TOKEN_PRAGMA);
	if (fclc_is_word(&next, "for") || fclc_is_word(&next, "while") ||
	    fclc_is_word(&next, "do") || is_attribute(&next))
		return;
	if (!r->quiet)
		fclc_warn(r->token.place,
			  "#pragma unroll has no effect: expected a loop to follow, found '%.*s'",
			  (int)next.length, next.text);
	while (*start != '#')
		start--;
	replace(r, start, r->token.text + r->token.length, "");
}

/* --- __local arrays --------------------------------------------------------------------------- */

/* The type of a declaration. */
struct base {
	struct fclc_text text;
	bool local, storage; /* says __local; says static, extern, typedef or return */
};

/* Skips to the bracket that matches *token, which becomes *token. */
static void skip_brackets(struct fclc_scan *scan, struct fclc_token *token)
{
	unsigned depth = 0;

	for (;; fclc_scan_next(scan, token)) {
		depth += fclc_is_mark(token, '(') || fclc_is_mark(token, '[');
		depth -= fclc_is_mark(token, ')') || fclc_is_mark(token, ']');
		if (!depth || token->kind == FCLC_TOKEN_END)
			return;
	}
}

static void skip_attributes(struct fclc_scan *scan, struct fclc_token *token)
{
	while (is_attribute(token)) {
		fclc_scan_next(scan, token);
		skip_brackets(scan, token);
		fclc_scan_next(scan, token);
	}
}

/*
 * Reads words up to the declared name. Leaves the name in *name and the token after it in *token.
 */
static struct base read_base(struct rewriter *r, struct fclc_scan *scan, struct fclc_token *token,
			     struct fclc_token *name)
{
	struct base base = {.text.arena = r->program->arena};

	*name = (struct fclc_token){0};
	skip_attributes(scan, token);
	for (; token->kind == FCLC_TOKEN_NAME; skip_attributes(scan, token)) {
		if (name->length)
			fclc_text_add(&base.text, "%.*s ", (int)name->length, name->text);
		base.local |= fclc_is_word(token, "__local") || fclc_is_word(token, "local");
		base.storage |= fclc_is_word(token, "static") || fclc_is_word(token, "extern") ||
				fclc_is_word(token, "typedef") || fclc_is_word(token, "return");
		*name = *token;
		fclc_scan_next(scan, token);
	}
	return base;
}

static int refuse(struct rewriter *r, const struct fclc_token *name, const char *found)
{
	return fclc_error(
		r->err, name->place,
		"'%.*s' is a __local variable of a function that is not a kernel: expected an array that is only indexed or used as a pointer, found %s; declare it in the kernel, and pass its address",
		(int)name->length, name->text, found);
}

/*
 * Reads one declarator: its name is given, and *token follows it. Appends the replacement to
 * `text`.
 */
static int read_array(struct rewriter *r, struct fclc_scan *scan, struct fclc_token *token,
		      const struct base *base, const struct fclc_token *name,
		      struct fclc_text *text)
{
	struct fclc_arena *arena = r->program->arena;
	const char *first = token->text, *rest = NULL, *end = first, *extents;
	bool rows;

	if (!fclc_is_mark(token, '['))
		return refuse(r, name, "no array");
	while (fclc_is_mark(token, '[')) {
		skip_brackets(scan, token);
		end = token->text + 1;
		rest = rest ? rest : end;
		fclc_scan_next(scan, token);
	}
	skip_attributes(scan, token);
	if (!fclc_is_mark(token, ',') && !fclc_is_mark(token, ';'))
		return refuse(r, name, "an initial value");
	rows = rest < end;
	extents = rows ? fclc_copy(arena, rest, (size_t)(end - rest)) : "";
	fclc_text_add(text,
		      "%s%s*const %.*s%s%s = (%s%s*%s%s)fclc_function_local(sizeof(%s%.*s)); ",
		      base->text.text, rows ? "(" : "", (int)name->length, name->text,
		      rows ? ")" : "", extents, base->text.text, rows ? "(" : "", rows ? ")" : "",
		      extents, base->text.text, (int)(end - first), first);
	r->arrays = fclc_grow(arena, r->arrays, r->narrays, &r->capacity, sizeof(*r->arrays));
	r->arrays[r->narrays++] = (struct array){fclc_copy(arena, name->text, name->length),
						 r->braces};
	return 0;
}

/* Handles a statement of a function that is not a kernel; the current token is its first. */
static int read_statement(struct rewriter *r)
{
	struct fclc_scan scan = r->scan;
	struct fclc_token token = r->token, name;
	struct fclc_text text = {.arena = r->program->arena};
	const char *start = token.text;
	uint32_t narrays = r->narrays;
	struct base base = read_base(r, &scan, &token, &name);
	int error = 0;

	/* Not a declaration, or a pointer. */
	if (!base.local || base.storage || token.kind != FCLC_TOKEN_PUNCT ||
	    !strchr("[=,;", *token.text))
		return 0;
	while (!error) {
		error = read_array(r, &scan, &token, &base, &name, &text);
		if (error || fclc_is_mark(&token, ';'))
			break;
		fclc_scan_next(&scan, &name);
		/* "int a[2], *p": the declarators have different types. Left to clang. */
		if (name.kind != FCLC_TOKEN_NAME) {
			r->narrays = narrays;
			return 0;
		}
		fclc_scan_next(&scan, &token);
	}
	if (error)
		return error;
	text.text[text.length - 2] = 0; /* keep the source's own semicolon */
	replace(r, start, token.text, text.text);
	r->scan = scan;
	r->token = token;
	return 0;
}

/* Refuses uses in which the pointer that replaced the array behaves differently from an array. */
static int check_use(struct rewriter *r)
{
	struct fclc_scan ahead = r->scan;
	struct fclc_token next;
	bool member = fclc_is_mark(&r->before, '.') ||
		      (fclc_is_mark(&r->before, '>') && fclc_is_mark(&r->twice_before, '-'));
	bool address = fclc_is_mark(&r->before, '&') ||
		       (fclc_is_mark(&r->before, '(') && fclc_is_mark(&r->twice_before, '&'));

	fclc_scan_next(&ahead, &next);
	for (uint32_t i = 0; i < r->narrays && !member && !fclc_is_mark(&next, '['); i++)
		if (fclc_is_word(&r->token, r->arrays[i].name) && (r->operand || address) &&
		    !fclc_is_mark(&r->before, '*'))
			return refuse(r, &r->token,
				      r->operand ? "sizeof or typeof" : "its address");
	if (r->operand == 1)
		r->operand = 0;
	return 0;
}

/* --- the text --------------------------------------------------------------------------------- */

static int read_name(struct rewriter *r)
{
	bool begins = fclc_is_mark(&r->before, '{') || fclc_is_mark(&r->before, '}') ||
		      fclc_is_mark(&r->before, ';') || r->before.kind == FCLC_TOKEN_PRAGMA;

	if (!r->braces)
		r->kernel |= fclc_is_word(&r->token, "__kernel") ||
			     fclc_is_word(&r->token, "kernel");
	if (!r->function || r->kernel)
		return 0;
	if (begins)
		return read_statement(r);
	if (!fclc_is_word(&r->token, "sizeof") && !fclc_is_word(&r->token, "typeof") &&
	    !fclc_is_word(&r->token, "__typeof__") && !fclc_is_word(&r->token, "__typeof"))
		return check_use(r);
	r->operand += !r->operand;
	return 0;
}

static void read_mark(struct rewriter *r)
{
	char mark = *r->token.text;

	if (r->operand) {
		r->operand += mark == '(';
		r->operand -= mark == ')' && r->operand > 1;
		if (r->operand == 1)
			r->operand = 0;
	}
	if (mark == '{' && !r->braces++)
		r->function = fclc_is_mark(&r->before, ')');
	r->braces -= mark == '}' && r->braces;
	while (r->narrays && r->arrays[r->narrays - 1].braces > r->braces)
		r->narrays--;
	if (r->braces || (mark != '}' && mark != ';'))
		return;
	r->function = r->kernel = false;
	r->narrays = 0;
}

static int rewrite(struct rewriter *r)
{
	int error = 0;

	for (advance(r); !error && r->token.kind != FCLC_TOKEN_END; advance(r))
		if (r->token.kind == FCLC_TOKEN_PRAGMA)
			read_pragma(r);
		else if (r->token.kind == FCLC_TOKEN_NAME)
			error = read_name(r);
		else
			read_mark(r);
	return error;
}

static struct rewriter rewriter_of(struct fclc_program *program, const char *text,
				   struct fcl_err *err)
{
	return (struct rewriter){
		.program = program,
		.scan = {.arena = program->arena, .at = text, .line_start = true},
		.out.arena = program->arena,
		.copied = text,
		.err = err,
	};
}

int fclc_intel_forms_rewrite(struct fclc_program *program, const char *text, const char **ret_text,
			     struct fcl_err *err)
{
	struct rewriter r = rewriter_of(program, text, err);
	int error = rewrite(&r);

	fclc_text_add(&r.out, "%s", r.copied);
	*ret_text = !error && r.changed ? r.out.text : NULL;
	return error;
}

/* --- before preprocessing --------------------------------------------------------------------- */

static char *skip_string(char *at)
{
	for (at++; *at && *at != '"' && *at != '\n'; at++)
		at += *at == '\\' && at[1];
	return at + (*at != 0);
}

static void blank_comments(char *text)
{
	for (char *at = text; *at;) {
		char *end;

		if (*at == '"')
			at = skip_string(at);
		else if (at[0] != '/' || (at[1] != '/' && at[1] != '*'))
			at++;
		else {
			end = at[1] == '/' ? strchr(at, '\n') : strstr(at + 2, "*/");
			for (end = end ? end : strchr(at, 0); at < end; at++)
				if (*at != '\n')
					*at = ' ';
			if (*at == '*')
				at[0] = at[1] = ' ';
		}
	}
}

/* Whether the text defines a macro that may expand to such a declaration. */
static bool defines_local(const char *text)
{
	for (const char *at = text; (at = strstr(at, "local")); at++) {
		const char *line = at;

		/* A backslash at its end continues a line. */
		while (line > text && (line[-1] != '\n' || (line - 1 > text && line[-2] == '\\')))
			line--;
		line += strspn(line, " \t");
		if (*line == '#' && !strncmp(line + 1 + strspn(line + 1, " \t"), "define", 6))
			return true;
	}
	return false;
}

static bool may_have(char *text, void *program)
{
	struct fcl_err ignored = {0};
	struct rewriter r;

	if (!text)
		return true;
	r = rewriter_of(program, text, &ignored);
	if (!strstr(text, "unroll") && !strstr(text, "local"))
		return false;
	if (strstr(text, "_Pragma") || defines_local(text))
		return true;
	blank_comments(text);
	r.quiet = true;
	return rewrite(&r) || r.changed;
}

bool fclc_intel_forms_possible(struct fclc_program *program, const char *path)
{
	return fclc_any_text(program, path, may_have, program);
}
