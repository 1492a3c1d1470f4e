/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/rtl/verilog.h"

#include <ctype.h>
#include <string.h>

#include "tools/fpgaclc/common/driver.h"

/* Skips comments and strings. */
static const char *skip_unread(const char *at, const char *end)
{
	while (at < end) {
		const char *closing = NULL;

		if (*at == '"') {
			for (at++; at < end && *at != '"' && *at != '\n'; at++)
				at += *at == '\\' && at + 1 < end;
			at += at < end;
		} else if (end - at > 1 && at[0] == '/' && at[1] == '/') {
			closing = memchr(at, '\n', (size_t)(end - at));
			at = closing ? closing : end;
		} else if (end - at > 1 && at[0] == '/' && at[1] == '*') {
			closing = memmem(at + 2, (size_t)(end - at - 2), "*/", 2);
			at = closing ? closing + 2 : end;
		} else {
			break;
		}
	}
	return at;
}

bool fclc_rtl_calls_system_verilog(const struct fclc_rtl_file *file)
{
	static const char *const names[] = {
		"error", "fatal", "warning", "info", "bits",   "countones", "isunknown", "left",
		"right", "high",  "low",     "size", "onehot", "onehot0",   "sformatf"};
	const char *at = file->bytes, *end = file->bytes + file->size;

	while ((at = skip_unread(at, end)) < end) {
		size_t length = 0;

		if (*at++ != '$')
			continue;
		while (at + length < end &&
		       (isalnum((unsigned char)at[length]) || at[length] == '_'))
			length++;
		for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
			if (strlen(names[i]) == length && !memcmp(names[i], at, length))
				return true;
	}
	return false;
}

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$';
}

static const char *skip_blanks(const char *at, const char *end)
{
	const char *next;

	do {
		next = at;
		while (at < end && isspace((unsigned char)*at))
			at++;
		if (at < end && *at == '/')
			at = skip_unread(at, end);
	} while (at != next);
	return at;
}

/* The end of the word at `at`, of length 0 if there is none. */
static const char *word_end(const char *at, const char *end)
{
	while (at < end && is_word(*at))
		at++;
	return at;
}

/* The end of the identifier at `at`; an escaped one is a backslash and all up to a blank. */
static const char *identifier_end(const char *at, const char *end)
{
	if (at == end || *at != '\\')
		return word_end(at, end);
	while (at < end && !isspace((unsigned char)*at))
		at++;
	return at;
}

/* The end of "x = x;" at `at`, or NULL. */
static const char *self_assignment(const char *at, const char *end)
{
	const char *left = skip_blanks(at, end), *left_end = identifier_end(left, end);
	const char *right = skip_blanks(left_end, end), *right_end;

	if (left == left_end || right == end || *right != '=')
		return NULL;
	right = skip_blanks(right + 1, end);
	right_end = identifier_end(right, end);
	at = skip_blanks(right_end, end);
	return right_end - right == left_end - left &&
			       !memcmp(left, right, (size_t)(left_end - left)) && at < end &&
			       *at == ';'
		       ? at + 1
		       : NULL;
}

const char *fclc_rtl_without_self_assignments(struct fclc_arena *arena, const char *bytes,
					      size_t size)
{
	const char *at = bytes, *end = bytes + size, *word, *done;
	char *copy = NULL;

	while ((at = skip_unread(at, end)) < end) {
		word = at;
		at = word_end(word, end);
		if (at == word) {
			at++;
			continue;
		}
		done = at - word == 6 && !memcmp(word, "assign", 6) ? self_assignment(at, end)
								    : NULL;
		if (!done)
			continue;
		if (!copy)
			copy = fclc_copy(arena, bytes, size);
		for (size_t i = (size_t)(word - bytes); i < (size_t)(done - bytes); i++)
			if (copy[i] != '\n')
				copy[i] = ' ';
		at = done;
	}
	return copy ? copy : bytes;
}
