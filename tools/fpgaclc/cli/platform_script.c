/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/cli/platform_script.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "tools/fpgaclc/common/driver.h"

/* Parses "2M", "128K" or a number of bytes; 0 if it is none of these. */
static uint64_t parse_size(const char *text)
{
	char *end;
	uint64_t size = strtoull(text, &end, 10);

	if (end == text || size > UINT32_MAX)
		return 0;
	switch (toupper((unsigned char)*end)) {
	case 'K':
		return size << 10;
	case 'M':
		return size << 20;
	case 'G':
		return size << 30;
	default:
		return size;
	}
}

static void add_size(struct fclc_program *program, unsigned number, uint64_t size,
		     struct fclc_place place)
{
	struct fclc_options *options = &program->options;

	options->bank_sizes = fclc_grow(program->arena, options->bank_sizes, options->nbank_sizes,
					&options->bank_sizes_capacity,
					sizeof(*options->bank_sizes));
	options->bank_sizes[options->nbank_sizes++] =
		(struct fclc_bank_size){.tag = fclc_format(program->arena, "PLRAM[%u]", number),
					.size = size,
					.place = place};
}

/* `text` is what follows the command: "[get_bd_cells ...] PLRAM_MEM00 { SIZE 2M ... }". */
static int read_specification(struct fclc_program *program, const char *text,
			      struct fclc_place place, struct fcl_err *err)
{
	const char *bank = strstr(text, "PLRAM_MEM"), *open, *close, *key;
	char *copy;
	unsigned long number;
	uint64_t size;

	open = bank ? strchr(bank, '{') : NULL;
	close = open ? strchr(open, '}') : NULL;
	if (!close || !isdigit((unsigned char)bank[9]))
		return fclc_error(
			err, place,
			"update_plram_specification: expected PLRAM_MEM<number> {SIZE <bytes> ...}");
	number = strtoul(bank + 9, NULL, 10);
	copy = fclc_copy(program->arena, open + 1, (size_t)(close - open - 1));
	key = strstr(copy, "SIZE");
	size = key ? parse_size(key + 4 + strspn(key + 4, " \t\r\n")) : 0;
	if (number > 99 || !size)
		return fclc_error(
			err, place,
			"update_plram_specification: expected a SIZE such as 128K or 2M, found {%s}",
			copy);
	add_size(program, (unsigned)number, size, place);
	return 0;
}

/* Overwrites comments with spaces. */
static void blank_comments(char *text)
{
	bool start = true;

	for (; *text; text++) {
		if (start && *text == '#')
			for (; text[1] && text[1] != '\n'; text++)
				*text = ' ';
		if (*text == '\n' || *text == ';')
			start = true;
		else if (!isspace((unsigned char)*text))
			start = false;
	}
}

static int read_script(struct fclc_program *program, const char *path, struct fcl_err *err)
{
	static const char command[] = "update_plram_specification";
	struct fclc_place place = {path, 1};
	char *text, *at, *from;
	size_t size;
	int error = fclc_read_file(program, path, &text, &size, err);

	if (error)
		return error;
	blank_comments(text);
	for (from = text; !error && (at = strstr(from, command)); from = at + strlen(command)) {
		for (const char *p = from; p < at; p++)
			place.line += *p == '\n';
		error = read_specification(program, at + strlen(command), place, err);
	}
	return error;
}

int fclc_platform_script_take(struct fclc_program *program, const char *value, bool *ret_taken,
			      struct fcl_err *err)
{
	static const char *const names[] = {
		"compiler.userPreSysLinkOverlayTcl=", "compiler.userPostSysLinkOverlayTcl=",
		"compiler.userPreSysLinkTcl=", "compiler.userPostSysLinkTcl="};

	*ret_taken = false;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (strncmp(value, names[i], strlen(names[i])) != 0)
			continue;
		*ret_taken = true;
		return read_script(program, value + strlen(names[i]), err);
	}
	return 0;
}
