/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/cli/config_file.h"

#include <string.h>

#include "base/text.h"
#include "tools/fpgaclc/cli/option_table.h"
#include "tools/fpgaclc/common/driver.h"

static int config_section(char *line, const char **section, struct fclc_place place,
			  struct fcl_err *err)
{
	char *close = strchr(line, ']'), *rest;
	const char *nearest;

	if (!close)
		return fclc_error(err, place,
				  "expected [<section>], found '%s' without a closing bracket",
				  line);
	*close = 0;
	rest = fcl_text_trim(close + 1);
	if (*rest && *rest != ';')
		return fclc_error(err, place, "expected nothing after [<section>], found '%s'",
				  rest);
	*section = fcl_text_trim(line + 1);
	if (fclc_option_has_section(*section))
		return 0;
	nearest = fclc_option_nearest(*section, true);
	if (nearest)
		return fclc_error(err, place, "there is no section [%s]; did you mean [%s]?",
				  *section, nearest);
	return fclc_error(err, place, "there is no section [%s]", *section);
}

static int config_line(struct fclc_program *program, char *line, const char **section,
		       struct fclc_place place, fclc_config_set *set, struct fcl_err *err)
{
	char *key, *value;

	/* As in v++, a comment may end any line. */
	line[strcspn(line, "#")] = 0;
	line = fcl_text_trim(line);
	if (!*line || *line == ';')
		return 0;
	if (*line == '[')
		return config_section(line, section, place, err);
	value = strchr(line, '=');
	if (!value)
		return fclc_error(err, place, "expected <key>=<value>, found '%s'", line);
	*value++ = 0;
	key = fcl_text_trim(line);
	value = fcl_text_trim(value);
	/*
	 * Names of CUs, arguments and banks contain no whitespace; whatever follows is a comment.
	 */
	if (!strcmp(*section, "connectivity"))
		value[strcspn(value, " \t;")] = 0;
	if (!*key)
		return fclc_error(err, place, "expected <key>=<value>, found no key before '=%s'",
				  value);
	if (!*value)
		return fclc_error(err, place, "expected a value for '%s', found none", key);
	return set(program, *section, key, value, place, err);
}

int fclc_config_read(struct fclc_program *program, const char *path, fclc_config_set *set,
		     struct fcl_err *err)
{
	struct fclc_place place = {path, 0};
	const char *section = "";
	char *text, *next;
	size_t size;
	int error;

	error = fclc_read_file(program, path, &text, &size, err);
	/* Some editors begin a file with a byte order mark. */
	if (!error && !strncmp(text, "\xef\xbb\xbf", 3))
		text += 3;
	for (; !error && text; text = next) {
		next = strchr(text, '\n');
		if (next)
			*next++ = 0;
		place.line++;
		error = config_line(program, text, &section, place, set, err);
	}
	return error;
}
