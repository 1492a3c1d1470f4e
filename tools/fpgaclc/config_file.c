/* SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <string.h>

#include "tools/fpgaclc/driver.h"
#include "tools/fpgaclc/options.h"

/* Cuts blanks off both ends, in place. */
static char *fclc_trim(char *text)
{
	char *end = text + strlen(text);

	while (end > text && isspace((unsigned char)end[-1]))
		*--end = 0;
	return text + strspn(text, " \t\r\n\f\v");
}

static int fclc_connectivity_line(struct fclc_program *program, const char *key, const char *value,
				  struct fclc_place place, struct fcl_err *err)
{
	static const char *const ignored[] = {"slr", "connect", "noc.connect", "noc.read_bw",
					      "noc.write_bw"};

	if (!strcmp(key, "nk"))
		fclc_options_directive(program, FCLC_NK, value, place);
	else if (!strcmp(key, "sp"))
		fclc_options_directive(program, FCLC_SP, value, place);
	else if (!strcmp(key, "sc") || !strcmp(key, "stream_connect"))
		fclc_options_directive(program, FCLC_SC, value, place);
	else {
		for (size_t i = 0; i < sizeof(ignored) / sizeof(ignored[0]); i++)
			if (!strcmp(key, ignored[i]))
				return 0;
		return fclc_error(err, place,
				  "[connectivity] has no '%s': expected nk, sp, sc, "
				  "stream_connect or slr",
				  key);
	}
	return 0;
}

static int fclc_config_line(struct fclc_program *program, char *line, const char **section,
			    struct fclc_place place, struct fcl_err *err)
{
	char *key, *value, *close;

	line = fclc_trim(line);
	if (!*line || *line == '#' || *line == ';')
		return 0;
	if (*line == '[') {
		close = strchr(line, ']');
		if (!close)
			return fclc_error(err, place, "'%s' has no closing bracket", line);
		*close = 0;
		*section = fclc_trim(line + 1);
		return 0;
	}
	/* Only the keys before the first section and those of [connectivity] matter here. */
	if (**section && strcmp(*section, "connectivity") != 0)
		return 0;
	value = strchr(line, '=');
	if (!value)
		return fclc_error(err, place, "expected <key>=<value>, found '%s'", line);
	*value++ = 0;
	key = fclc_trim(line);
	value = fclc_trim(value);
	/* A comment may follow a value; no name of a unit, argument or bank has a blank in it. */
	if (**section)
		value[strcspn(value, " \t#;")] = 0;
	if (!*value)
		return fclc_error(err, place, "'%s' has no value", key);
	if (**section)
		return fclc_connectivity_line(program, key, value, place, err);
	return fclc_options_set(program, key, value, place, err);
}

int fclc_config_read(struct fclc_program *program, const char *path, struct fcl_err *err)
{
	struct fclc_place place = {path, 0};
	const char *section = "";
	char *text, *next;
	size_t size;
	int ret;

	ret = fclc_read_file(program, path, &text, &size, err);
	for (; !ret && text; text = next) {
		next = strchr(text, '\n');
		if (next)
			*next++ = 0;
		place.line++;
		ret = fclc_config_line(program, text, &section, place, err);
	}
	return ret;
}
