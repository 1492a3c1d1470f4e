/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/opencl/vendor/branches.h"

#include <ctype.h>
#include <string.h>

/* Give up on statements nested deeper than this. */
#define FCLC_DEEPEST 200u

enum truth { UNKNOWN, FALSE, TRUE };

/* --- conditions ------------------------------------------------------------------------------- */

struct condition {
	struct fclc_arena *arena;
	fclc_evaluate_fn evaluate;
	void *context;
	unsigned depth;
};

/* The position of the first "&&" or "||" outside brackets; the text's length if there is none. */
static size_t find_operator(const char *text, size_t length, const char *operator)
{
	unsigned depth = 0;

	for (size_t i = 0; i + 1 < length; i++) {
		depth += text[i] == '(' || text[i] == '[';
		depth -= text[i] == ')' || text[i] == ']';
		if (!depth && !strncmp(text + i, operator, 2))
			return i;
	}
	return length;
}

/* Strips whitespace and parentheses around the whole text. */
static void strip(const char **text, size_t *length)
{
	for (bool again = true; again;) {
		unsigned depth = 0;
		size_t close = 0;

		while (*length && isspace((unsigned char)**text))
			(*text)++, (*length)--;
		while (*length && isspace((unsigned char)(*text)[*length - 1]))
			(*length)--;
		for (size_t i = 0; i < *length && !close; i++) {
			depth += (*text)[i] == '(';
			depth -= (*text)[i] == ')';
			if (!depth)
				close = i;
		}
		again = *length > 1 && **text == '(' && close == *length - 1;
		if (again)
			(*text)++, *length -= 2;
	}
}

static enum truth read_condition(struct condition *c, const char *text, size_t length);

/*
 * Evaluates "a || b" with `settles` TRUE, "a && b" with FALSE: one operand of that value decides.
 */
static enum truth read_parts(struct condition *c, const char *text, size_t length,
			     const char *operator, enum truth settles)
{
	enum truth all = settles == TRUE ? FALSE : TRUE;

	for (;;) {
		size_t part = find_operator(text, length, operator);
		enum truth truth = read_condition(c, text, part);

		if (truth == settles)
			return truth;
		if (truth == UNKNOWN)
			all = UNKNOWN;
		if (part == length)
			return all;
		text += part + 2;
		length -= part + 2;
	}
}

static enum truth read_condition(struct condition *c, const char *text, size_t length)
{
	enum truth truth = UNKNOWN;
	long value;

	strip(&text, &length);
	if (memchr(text, '?', length) || c->depth >= FCLC_DEEPEST)
		return UNKNOWN;
	c->depth++;
	if (find_operator(text, length, "||") < length)
		truth = read_parts(c, text, length, "||", TRUE);
	else if (find_operator(text, length, "&&") < length)
		truth = read_parts(c, text, length, "&&", FALSE);
	else if (c->evaluate(c->context, fclc_copy(c->arena, text, length), &value))
		truth = value ? TRUE : FALSE;
	c->depth--;
	return truth;
}

/* --- statements ------------------------------------------------------------------------------- */

/* Skips past the bracket that closes `token`, which opens one. */
static void skip_brackets(struct fclc_scan *scan, struct fclc_token *token)
{
	unsigned depth = 0;

	do {
		if (token->kind == FCLC_TOKEN_PUNCT) {
			depth += strchr("([{", *token->text) != NULL;
			depth -= strchr(")]}", *token->text) != NULL;
		}
		fclc_scan_next(scan, token);
	} while (depth && token->kind != FCLC_TOKEN_END);
}

/* Skips past a semicolon, and over those inside brackets before it. */
static void skip_expression(struct fclc_scan *scan, struct fclc_token *token)
{
	while (token->kind != FCLC_TOKEN_END && !fclc_is_mark(token, ';') &&
	       !fclc_is_mark(token, '}'))
		if (token->kind == FCLC_TOKEN_PUNCT && strchr("([{", *token->text))
			skip_brackets(scan, token);
		else
			fclc_scan_next(scan, token);
	if (fclc_is_mark(token, ';'))
		fclc_scan_next(scan, token);
}

/* Skips what may precede a statement: pragmas, attributes, labels. */
static void skip_lead(struct fclc_scan *scan, struct fclc_token *token)
{
	for (;;) {
		struct fclc_scan ahead = *scan;
		struct fclc_token next;

		if (token->kind == FCLC_TOKEN_PRAGMA) {
			fclc_scan_next(scan, token);
			continue;
		}
		if (token->kind != FCLC_TOKEN_NAME)
			return;
		fclc_scan_next(&ahead, &next);
		if (fclc_is_word(token, "__attribute__") && fclc_is_mark(&next, '(')) {
			fclc_scan_next(scan, token);
			skip_brackets(scan, token);
		} else if (fclc_is_mark(&next, ':')) {
			fclc_scan_next(scan, token);
			fclc_scan_next(scan, token);
		} else {
			return;
		}
	}
}

/* Skips the statement that begins with `token`. False if it is nested too deep. */
static bool skip_statement(struct fclc_scan *scan, struct fclc_token *token, unsigned depth)
{
	bool choice, good = depth < FCLC_DEEPEST;

	skip_lead(scan, token);
	choice = fclc_is_word(token, "if");
	if (fclc_is_mark(token, '{')) {
		skip_brackets(scan, token);
	} else if (fclc_is_word(token, "do")) {
		fclc_scan_next(scan, token);
		good = good && skip_statement(scan, token, depth + 1);
		skip_expression(scan, token);
	} else if (choice || fclc_is_word(token, "for") || fclc_is_word(token, "while") ||
		   fclc_is_word(token, "switch")) {
		fclc_scan_next(scan, token);
		skip_brackets(scan, token);
		good = good && skip_statement(scan, token, depth + 1);
		if (good && choice && fclc_is_word(token, "else")) {
			fclc_scan_next(scan, token);
			good = skip_statement(scan, token, depth + 1);
		}
	} else {
		skip_expression(scan, token);
	}
	return good;
}

bool fclc_branch_find_dead(const struct fclc_scan *scan, fclc_evaluate_fn evaluate, void *context,
			   const char **ret_start, const char **ret_end)
{
	struct condition condition = {
		.arena = scan->arena, .evaluate = evaluate, .context = context};
	struct fclc_scan ahead = *scan;
	struct fclc_token token;
	const char *open, *start;
	enum truth truth;

	fclc_scan_next(&ahead, &token);
	if (!fclc_is_mark(&token, '('))
		return false;
	open = token.text;
	skip_brackets(&ahead, &token);
	start = token.text;
	if (token.kind == FCLC_TOKEN_END)
		return false;
	truth = read_condition(&condition, open, (size_t)(start - open));
	if (truth == UNKNOWN || !skip_statement(&ahead, &token, 0))
		return false;
	if (truth == TRUE) {
		start = token.text;
		if (!fclc_is_word(&token, "else"))
			return false;
		fclc_scan_next(&ahead, &token);
		if (!skip_statement(&ahead, &token, 0))
			return false;
	}
	if (token.kind == FCLC_TOKEN_END)
		return false;
	*ret_start = start;
	*ret_end = token.text;
	return true;
}

/* --- changes ---------------------------------------------------------------------------------- */

/* Whether the tokens around a name modify it or take its address. */
static bool is_changed(const struct fclc_token *before, const char *after)
{
	static const char *const changes[] = {
		"++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};

	after += strspn(after, " \t\n");
	if (*after == '=' && after[1] != '=')
		return true;
	for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++)
		if (!strncmp(after, changes[i], strlen(changes[i])))
			return true;
	if (before->kind != FCLC_TOKEN_PUNCT)
		return false;
	/* "&&", "++" and "--" are two tokens each. */
	return *before->text == '&'
		       ? before->text[-1] != '&'
		       : strchr("+-", *before->text) && before->text[-1] == *before->text;
}

bool fclc_branch_changes(const struct fclc_scan *scan, const char *name)
{
	struct fclc_scan ahead = *scan;
	struct fclc_token token, before = {.kind = FCLC_TOKEN_END};
	unsigned depth = 1;

	for (fclc_scan_next(&ahead, &token); depth && token.kind != FCLC_TOKEN_END;
	     before = token, fclc_scan_next(&ahead, &token)) {
		depth += fclc_is_mark(&token, '{');
		depth -= fclc_is_mark(&token, '}');
		if (fclc_is_word(&token, name) && is_changed(&before, token.text + token.length))
			return true;
	}
	return false;
}
