/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/frontend/pragmas.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "tools/fpgaclc/common/driver.h"
#include "tools/fpgaclc/common/source.h"
#include "tools/fpgaclc/frontend/scan.h"

/*
 * Matches name ( parameters ) { body }. If anything but names, attributes and the like is between
 * the closing parenthesis and the brace, it is a call or a declaration.
 */
struct body_finder {
	const struct fclc_program *program;
	const struct fclc_source *source;
	bool *found;   /* for each kernel of the program: its body was found */
	bool any_line; /* accept a definition even if its line differs from DWARF's */
	enum { FCLC_OUTSIDE, FCLC_NAMED, FCLC_PARAMETERS, FCLC_BEHIND, FCLC_BODY } state;
	const struct fclc_kernel *kernel;
	struct fclc_arg *arg; /* the argument whose name was the last token in the parameter list */
	unsigned parentheses, braces;
	char before; /* last character of the token before a name */
};

static bool token_is(const struct fclc_token *token, const char *text)
{
	return token->length == strlen(text) && !memcmp(token->text, text, token->length);
}

static const struct fclc_kernel *kernel_named(const struct body_finder *finder,
					      const struct fclc_token *token)
{
	for (uint32_t i = 0; i < finder->program->nkernels; i++) {
		const struct fclc_kernel *kernel = &finder->program->kernels[i];

		if (kernel->source != finder->source || !token_is(token, kernel->name))
			continue;
		if (finder->any_line) {
			if (!finder->found[i])
				return kernel;
			continue;
		}
		if (kernel->place.line == token->place.line && token->place.file &&
		    !strcmp(fclc_base_name(kernel->place.file), fclc_base_name(token->place.file)))
			return kernel;
	}
	return NULL;
}

static void find_name(struct body_finder *finder, const struct fclc_token *token)
{
	if (token->kind != FCLC_TOKEN_NAME || strchr(".>:", finder->before))
		return;
	finder->kernel = kernel_named(finder, token);
	if (finder->kernel)
		finder->state = FCLC_NAMED;
}

static struct fclc_arg *arg_named(const struct fclc_kernel *kernel, const struct fclc_token *token)
{
	for (uint32_t i = 0; token->kind == FCLC_TOKEN_NAME && i < kernel->nargs; i++)
		if (token_is(token, kernel->args[i].name))
			return &kernel->args[i];
	return NULL;
}

/* The text between a bracket and its match. NULL if it is empty or only whitespace. */
static const char *bracketed(struct fclc_arena *arena, const char *open)
{
	const char *p = open + 1 + strspn(open + 1, " \t\n"), *start = p;
	unsigned depth = 1;

	while (*p) {
		depth += *p == '[';
		depth -= *p == ']';
		if (!depth)
			break;
		p++;
	}
	return p > start ? fclc_copy(arena, start, (size_t)(p - start)) : NULL;
}

static void find_parameter(struct body_finder *finder, const struct fclc_token *token)
{
	if (*token->text == '[' && finder->arg && !finder->arg->extent &&
	    (finder->arg->array || finder->arg->kind == FCLC_ARG_POINTER))
		finder->arg->extent = bracketed(finder->program->arena, token->text);
	finder->arg = arg_named(finder->kernel, token);
	finder->parentheses += *token->text == '(';
	finder->parentheses -= *token->text == ')';
	if (!finder->parentheses)
		finder->state = FCLC_BEHIND;
}

static void find_behind(struct body_finder *finder, const struct fclc_token *token)
{
	char c = *token->text;

	if (token->kind == FCLC_TOKEN_NAME && !finder->parentheses)
		return;
	if (c == '(' || c == '[')
		finder->parentheses++;
	else if ((c == ')' || c == ']') && finder->parentheses)
		finder->parentheses--;
	else if (c == '{' && !finder->parentheses) {
		finder->state = FCLC_BODY;
		finder->braces = 1;
	} else if (!finder->parentheses) {
		finder->state = FCLC_OUTSIDE;
	}
}

static void find_step(struct body_finder *finder, const struct fclc_token *token)
{
	char c = *token->text;

	switch (finder->state) {
	case FCLC_OUTSIDE:
		find_name(finder, token);
		break;
	case FCLC_NAMED:
		finder->state = c == '(' ? FCLC_PARAMETERS : FCLC_OUTSIDE;
		finder->parentheses = 1;
		finder->arg = NULL;
		break;
	case FCLC_PARAMETERS:
		find_parameter(finder, token);
		break;
	case FCLC_BEHIND:
		find_behind(finder, token);
		break;
	case FCLC_BODY:
		finder->braces += c == '{';
		finder->braces -= c == '}';
		if (!finder->braces)
			finder->state = FCLC_OUTSIDE;
		break;
	}
	finder->before = token->text[token->length - 1];
}

/* Reads the next word of a pragma, up to whitespace or "=", without quotes. Advances *text. */
static const char *pragma_word(struct fclc_arena *arena, const char **text)
{
	const char *start = *text + strspn(*text, " \t\"");
	size_t length = strcspn(start, " \t\"=");

	*text = start + length;
	*text += strspn(*text, " \t\"");
	return fclc_copy(arena, start, length);
}

/* Whether a list continues after the whitespace at p: a comma precedes or follows it. */
static bool in_list(const char *start, const char *p)
{
	return p[strspn(p, " \t")] == ',' || (p > start && p[-1] == ',') ||
	       (p > start && isspace((unsigned char)p[-1]));
}

/*
 * A value may be an expression (depth=4*1024) or a list (port=a, b). It ends at whitespace that is
 * neither inside parentheses nor next to a comma.
 */
static const char *pragma_value(struct fclc_arena *arena, const char **text)
{
	const char *start = *text + strspn(*text, " \t"), *p = start;
	unsigned parentheses = 0;

	if (*start == '"')
		return pragma_word(arena, text);
	for (; *p && (parentheses || !isspace((unsigned char)*p) || in_list(start, p)); p++) {
		parentheses += *p == '(';
		parentheses -= *p == ')' && parentheses;
	}
	*text = p;
	return fclc_copy(arena, start, (size_t)(p - start));
}

static const char *lower(struct fclc_arena *arena, const char *text)
{
	char *copy = fclc_copy(arena, text, strlen(text));

	for (char *p = copy; *p; p++)
		*p = (char)tolower((unsigned char)*p);
	return copy;
}

static void pragma_set(struct fclc_arena *arena, struct fclc_pragma *pragma, const char *key,
		       const char *value)
{
	if (!strcasecmp(key, "mode"))
		pragma->mode = lower(arena, value);
	else if (!strcasecmp(key, "port"))
		pragma->port = value;
	else if (!strcasecmp(key, "bundle"))
		pragma->bundle = value;
	else if (!strcasecmp(key, "offset"))
		pragma->offset = lower(arena, value);
}

/* `text` follows "HLS interface". */
static void pragma_parse(struct fclc_arena *arena, const char *text, struct fclc_pragma *pragma)
{
	while (*(text += strspn(text, " \t"))) {
		const char *key = pragma_word(arena, &text);

		if (*text == '=') {
			text++;
			pragma_set(arena, pragma, key, pragma_value(arena, &text));
		} else if (!*key) {
			text++;
		} else if (!pragma->mode && strcasecmp(key, "register") != 0) {
			pragma->mode = lower(arena, key);
		}
	}
}

static struct fclc_pragma *pragma_new(struct fclc_arena *arena, struct fclc_pragmas *pragmas)
{
	pragmas->list = fclc_grow(arena, pragmas->list, pragmas->count, &pragmas->capacity,
				  sizeof(*pragmas->list));
	return memset(&pragmas->list[pragmas->count++], 0, sizeof(*pragmas->list));
}

/* Splits the last pragma into one for each port, if it names several. */
static void pragma_split(struct fclc_arena *arena, struct fclc_pragmas *pragmas)
{
	struct fclc_pragma all = pragmas->list[pragmas->count - 1];
	struct fclc_pragma *pragma = &pragmas->list[pragmas->count - 1];

	for (const char *at = all.port; at && *at;) {
		const char *name = at + strspn(at, " \t&*"); /* as the argument is declared */
		size_t length = strcspn(name, ", \t");

		if (!pragma)
			pragma = pragma_new(arena, pragmas);
		*pragma = all;
		pragma->port = fclc_copy(arena, name, length);
		pragma = NULL;
		at = name + length;
		at += strspn(at, ", \t");
	}
}

static void pragma_take(struct body_finder *finder, const struct fclc_scan *scan,
			const struct fclc_token *token, struct fclc_pragmas *pragmas)
{
	struct fclc_arena *arena = scan->arena;
	const char *text = fclc_copy(arena, token->text, token->length);
	struct fclc_pragma *pragma;

	if (strcasecmp(pragma_word(arena, &text), "HLS") != 0 ||
	    strcasecmp(pragma_word(arena, &text), "interface") != 0)
		return;
	pragma = pragma_new(arena, pragmas);
	pragma->kernel = finder->kernel;
	pragma->place = token->place;
	pragma_parse(arena, fclc_macros_expand(arena, &scan->macros, text, 0), pragma);
	pragma_split(arena, pragmas);
}

static void pragmas_pass(struct body_finder *finder, const char *text, struct fclc_pragmas *pragmas)
{
	struct fclc_scan scan = {.arena = finder->program->arena, .at = text, .line_start = true};
	bool *seen = fclc_alloc(scan.arena, finder->program->nkernels, sizeof(*seen));
	struct fclc_token token;

	scan.place.file = finder->source->path;
	for (;;) {
		fclc_scan_next(&scan, &token);
		if (token.kind == FCLC_TOKEN_END)
			break;
		if (token.kind != FCLC_TOKEN_PRAGMA)
			find_step(finder, &token);
		else if (finder->state == FCLC_BODY)
			pragma_take(finder, &scan, &token, pragmas);
		if (finder->state == FCLC_BODY)
			seen[finder->kernel - finder->program->kernels] = true;
	}
	for (uint32_t i = 0; i < finder->program->nkernels; i++)
		finder->found[i] |= seen[i];
}

int fclc_pragmas_scan(struct fclc_program *program, const struct fclc_source *source,
		      struct fclc_pragmas *pragmas, struct fcl_err *err)
{
	struct body_finder finder = {.program = program, .source = source, .before = ';'};
	size_t size;
	char *text;
	int error;

	error = fclc_read_file(program, source->preprocessed, &text, &size, err);
	if (error)
		return error;
	finder.found = fclc_alloc(program->arena, program->nkernels, sizeof(*finder.found));
	pragmas_pass(&finder, text, pragmas);
	/* A name that comes from a macro may be on another line than DWARF records. */
	finder.any_line = true;
	finder.state = FCLC_OUTSIDE;
	pragmas_pass(&finder, text, pragmas);
	return 0;
}

void fclc_pragmas_add_options(struct fclc_program *program, struct fclc_pragmas *pragmas)
{
	const struct fclc_options *options = &program->options;

	for (uint32_t i = 0; i < options->ninterfaces; i++)
		for (uint32_t k = 0; k < program->nkernels; k++) {
			struct fclc_pragma *pragma;

			if (strcmp(options->interfaces[i].kernel, program->kernels[k].name) != 0)
				continue;
			pragma = pragma_new(program->arena, pragmas);
			pragma->kernel = &program->kernels[k];
			pragma->place = options->interfaces[i].place;
			pragma->directive = true;
			pragma_parse(program->arena, options->interfaces[i].text, pragma);
			pragma_split(program->arena, pragmas);
		}
}
