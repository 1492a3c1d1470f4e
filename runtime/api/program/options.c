/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/program/options.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

static const char *const whole[] = {"-w", "-Werror", "-g", "-create-library",
				    "-enable-link-options"};
/* Prefixes, after which anything is accepted. */
static const char *const families[] = {"-cl-", "-D", "-I", "-O", "-W", "-f", "-m", "-x", "-s"};
/* These use the next word if nothing follows them directly. */
static const char *const with_word[] = {"-D", "-I", "-x", "-s"};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* The length of a word; quoted blanks do not end it. */
static size_t word_length(const char *text)
{
	size_t length = 0;
	char quote = 0;

	for (; text[length]; length++) {
		if (quote) {
			quote = text[length] == quote ? 0 : quote;
			continue;
		}
		if (text[length] == '"' || text[length] == '\'')
			quote = text[length];
		else if (isspace((unsigned char)text[length]))
			break;
	}
	return length;
}

static bool options_is_one_of(const char *const *words, size_t count, const char *word,
			      size_t length)
{
	for (size_t i = 0; i < count; i++)
		if (strlen(words[i]) == length && !strncmp(words[i], word, length))
			return true;
	return false;
}

static bool options_is_known(const char *word, size_t length)
{
	if (options_is_one_of(whole, COUNT(whole), word, length))
		return true;
	for (size_t i = 0; i < COUNT(families); i++) {
		size_t prefix = strlen(families[i]);

		if (length >= prefix && !strncmp(word, families[i], prefix))
			return true;
	}
	return false;
}

static const char *options_skip_blanks(const char *text)
{
	while (isspace((unsigned char)*text))
		text++;
	return text;
}

bool fcl_api_options_are_valid(const char *options)
{
	const char *at = options_skip_blanks(options ? options : "");

	while (*at) {
		size_t length = word_length(at);
		bool takes_next = options_is_one_of(with_word, COUNT(with_word), at, length);

		if (!options_is_known(at, length))
			return false;
		at = options_skip_blanks(at + length);
		if (!takes_next)
			continue;
		if (!*at)
			return false;
		at = options_skip_blanks(at + word_length(at));
	}
	return true;
}
