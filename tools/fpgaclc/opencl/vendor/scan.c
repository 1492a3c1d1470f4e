/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/opencl/vendor/scan.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

bool fclc_is_name_start(char c)
{
	return isalpha((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

bool fclc_is_name_char(char c)
{
	return fclc_is_name_start(c) || isdigit((unsigned char)c);
}

static size_t length_of_name(const char *text)
{
	size_t length = 0;

	while (fclc_is_name_char(text[length]))
		length++;
	return length;
}

static const char *skip_blanks(const char *p)
{
	return p + strspn(p, " \t");
}

static void macros_define(struct fclc_scan *scan, const char *text, size_t length, bool undef)
{
	struct fclc_macros *macros = &scan->macros;
	const char *name = skip_blanks(text), *body;
	size_t name_length = length_of_name(name);
	struct fclc_macro *macro;

	body = name + name_length;
	if (!name_length || (*body == '(' && !undef))
		return;
	macros->list = fclc_grow(scan->arena, macros->list, macros->count, &macros->capacity,
				 sizeof(*macros->list));
	macro = &macros->list[macros->count++];
	macro->name = name;
	macro->name_length = name_length;
	body = skip_blanks(body);
	macro->body = undef ? NULL : body;
	macro->body_length = undef ? 0 : length - (size_t)(body - text);
}

static const struct fclc_macro *macros_find(const struct fclc_macros *macros, const char *name,
					    size_t length)
{
	for (uint32_t i = macros->count; i > 0; i--) {
		const struct fclc_macro *macro = &macros->list[i - 1];

		if (macro->name_length == length && !memcmp(macro->name, name, length))
			return macro->body ? macro : NULL;
	}
	return NULL;
}

const char *fclc_macros_expand(struct fclc_arena *arena, const struct fclc_macros *macros,
			       const char *text, unsigned depth)
{
	struct fclc_text out = {.arena = arena};

	fclc_text_bytes(&out, "", 0);
	while (*text) {
		const struct fclc_macro *macro = NULL;
		size_t length = fclc_is_name_start(*text) ? length_of_name(text) : 0;

		if (length && *skip_blanks(text + length) != '=' && depth < 16)
			macro = macros_find(macros, text, length);
		if (macro)
			fclc_text_add(&out, "%s",
				      fclc_macros_expand(
					      arena, macros,
					      fclc_copy(arena, macro->body, macro->body_length),
					      depth + 1));
		else
			fclc_text_bytes(&out, text, length ? length : 1);
		text += length ? length : 1;
	}
	return out.text;
}

/* `# 12 "file.h" 1 3`: the next line is line 12 of file.h. */
static void scan_marker(struct fclc_scan *scan, const char *text, size_t length)
{
	const char *end = text + length, *open, *close;
	char *digits_end;
	unsigned long line = strtoul(text, &digits_end, 10);
	struct fclc_text name = {.arena = scan->arena};

	scan->place.line = (unsigned)line;
	open = memchr(digits_end, '"', (size_t)(end - digits_end));
	if (!open)
		return;
	for (close = open + 1; close < end && *close != '"'; close++) {
		if (*close == '\\' && close + 1 < end)
			close++;
		fclc_text_bytes(&name, close, 1);
	}
	if (name.length)
		scan->place.file = name.text;
}

static bool word_is(const char *text, const char *word, const char **ret_rest)
{
	size_t length = strlen(word);

	if (strncmp(text, word, length) != 0 || fclc_is_name_char(text[length]))
		return false;
	*ret_rest = text + length;
	return true;
}

/*
 * Reads a directive; `at` is after the '#'. Returns true for a pragma, which it stores in *token.
 */
static bool scan_directive(struct fclc_scan *scan, struct fclc_token *token)
{
	const char *text = skip_blanks(scan->at), *rest;
	const char *end = strchrnul(text, '\n');
	size_t length = (size_t)(end - text);
	struct fclc_place place = scan->place;

	scan->at = *end ? end + 1 : end;
	scan->line_start = true;
	if (isdigit((unsigned char)*text)) {
		scan_marker(scan, text, length);
		return false;
	}
	scan->place.line++;
	if (word_is(text, "line", &rest)) {
		rest = skip_blanks(rest);
		scan_marker(scan, rest, (size_t)(end - rest));
	} else if (word_is(text, "define", &rest)) {
		macros_define(scan, rest, (size_t)(end - rest), false);
	} else if (word_is(text, "undef", &rest)) {
		macros_define(scan, rest, (size_t)(end - rest), true);
	} else if (word_is(text, "pragma", &rest)) {
		token->kind = FCLC_TOKEN_PRAGMA;
		token->text = rest;
		token->length = (size_t)(end - rest);
		token->place = place;
		return true;
	}
	return false;
}

static void scan_advance(struct fclc_scan *scan, const char *to)
{
	for (; scan->at < to; scan->at++)
		if (*scan->at == '\n')
			scan->place.line++;
}

/* Skips a string or character literal; `at` is on its opening quote. */
static void scan_literal(struct fclc_scan *scan)
{
	char quote = *scan->at;
	const char *p = scan->at + 1;

	while (*p && *p != quote && *p != '\n') {
		if (*p == '\\' && p[1])
			p++;
		p++;
	}
	scan_advance(scan, *p == quote ? p + 1 : p);
}

/* Skips R"x( ... )x"; `at` is on the opening quote. */
static void scan_raw_string(struct fclc_scan *scan)
{
	const char *open = strchr(scan->at, '('), *end;
	char *closing;

	if (!open) {
		scan_literal(scan);
		return;
	}
	closing = fclc_format(scan->arena, ")%.*s\"", (int)(open - scan->at - 1), scan->at + 1);
	end = strstr(open, closing);
	scan_advance(scan, end ? end + strlen(closing) : strchr(open, 0));
}

static bool is_raw_prefix(const char *text, size_t length)
{
	return length && length <= 3 && text[length - 1] == 'R' && text[length] == '"';
}

/* A pp-number; an apostrophe between digits is a separator, not a quote. */
static void scan_number(struct fclc_scan *scan)
{
	while (fclc_is_name_char(*scan->at) || *scan->at == '.' ||
	       (*scan->at == '\'' && fclc_is_name_char(scan->at[1])))
		scan->at++;
}

void fclc_scan_next(struct fclc_scan *scan, struct fclc_token *token)
{
	while (*scan->at) {
		char c = *scan->at;

		if (c == '#' && scan->line_start) {
			scan->at++;
			if (scan_directive(scan, token))
				return;
			continue;
		}
		if (isspace((unsigned char)c)) {
			if (c == '\n')
				scan->line_start = true;
			scan_advance(scan, scan->at + 1);
			continue;
		}
		scan->line_start = false;
		token->text = scan->at;
		token->place = scan->place;
		token->length = 1;
		if (fclc_is_name_start(c)) {
			token->kind = FCLC_TOKEN_NAME;
			token->length = length_of_name(scan->at);
			scan->at += token->length;
			if (!is_raw_prefix(token->text, token->length))
				return;
			scan_raw_string(scan);
		} else if (isdigit((unsigned char)c)) {
			scan_number(scan);
		} else if (c == '"' || c == '\'') {
			scan_literal(scan);
		} else {
			token->kind = FCLC_TOKEN_PUNCT;
			scan->at++;
			return;
		}
	}
	token->kind = FCLC_TOKEN_END;
	token->text = scan->at;
	token->length = 0;
	token->place = scan->place;
}

bool fclc_is_word(const struct fclc_token *token, const char *word)
{
	return token->kind == FCLC_TOKEN_NAME && token->length == strlen(word) &&
	       !strncmp(token->text, word, token->length);
}

bool fclc_is_mark(const struct fclc_token *token, char mark)
{
	return token->kind == FCLC_TOKEN_PUNCT && *token->text == mark;
}
