/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/layers/spec.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Returns the ')' that matches the '(' at `text`; NULL: there is none. */
static const char *spec_closing(const char *text)
{
	unsigned depth = 0;

	for (; *text; text++) {
		depth += *text == '(';
		if (*text == ')' && !--depth)
			return text;
	}
	return NULL;
}

int fcl_layer_spec_read(const char *text, struct fcl_layer_spec *ret_spec, struct fcl_err *err)
{
	const char *end = *text == '(' ? spec_closing(text) : NULL;
	size_t length = end ? (size_t)(end - text) - 1 : 0;

	if (!length || length >= sizeof(ret_spec->lower))
		return fcl_err_set(err, -EINVAL,
				   "expected a board in parentheses (such as (emu:u250)), found "
				   "'%s'",
				   text);
	if (end[1] && end[1] != '?')
		return fcl_err_set(err, -EINVAL,
				   "expected '?' and options, or nothing, after the board in "
				   "parentheses, found '%s'",
				   end + 1);
	memcpy(ret_spec->lower, text + 1, length);
	ret_spec->lower[length] = '\0';
	ret_spec->options = end[1] ? end + 2 : "";
	return 0;
}

int fcl_layer_options(const char *options,
		      int (*each)(void *user, const char *key, const char *value,
				  struct fcl_err *err),
		      void *user, struct fcl_err *err)
{
	while (*options) {
		size_t length = strcspn(options, "&");
		char option[128], *value;
		int error;

		if (length >= sizeof(option))
			return fcl_err_set(err, -EINVAL,
					   "an option has at most %zu characters: '%.*s'",
					   sizeof(option) - 1, (int)length, options);
		memcpy(option, options, length);
		option[length] = '\0';
		value = strchr(option, '=');
		if (!value)
			return fcl_err_set(err, -EINVAL, "expected key=value, found '%s'", option);
		*value++ = '\0';
		error = each(user, option, value, err);
		if (error)
			return error;
		options += length + (options[length] == '&');
	}
	return 0;
}

const char *fcl_layer_split(const char *name, char *backend, size_t size)
{
	size_t length = strcspn(name, ":(");

	if (!name[length] || length >= size)
		return NULL;
	memcpy(backend, name, length);
	backend[length] = '\0';
	return name + length + (name[length] == ':');
}
