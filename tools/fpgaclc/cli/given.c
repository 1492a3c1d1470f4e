/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/cli/given.h"

#include <string.h>

#include "tools/fpgaclc/common/driver.h"

/* Of several on a command line, the last one counts, as for compilers. */
static bool may_repeat(const struct fclc_option *option)
{
	return option && (option->id == FCLC_OPT_OPTIMIZE || option->id == FCLC_OPT_JOBS);
}

static int refuse(const struct fclc_program *program, const struct fclc_given *first,
		  const char *key, const char *value, struct fclc_place place, struct fcl_err *err)
{
	const char *where = first->place.file ? fclc_format(program->arena, " (%s:%u)",
							    first->place.file, first->place.line)
					      : "";

	return fclc_error(err, place, "%s: expected one, found '%s'%s and '%s'", key, first->value,
			  where, value);
}

static int note(struct fclc_program *program, struct fclc_given given, bool *ret_holds,
		struct fcl_err *err)
{
	struct fclc_options *options = &program->options;
	struct fclc_given *first = options->given;
	uint32_t i = 0;

	while (i < options->ngiven && strcmp(first[i].key, given.key) != 0)
		i++;
	*ret_holds = true;
	if (i == options->ngiven) {
		options->given = fclc_grow(program->arena, options->given, options->ngiven,
					   &options->given_capacity, sizeof(*options->given));
		options->given[options->ngiven++] = given;
		return 0;
	}
	*ret_holds = !given.place.file || first[i].place.file;
	if (!given.place.file == !first[i].place.file && strcmp(given.value, first[i].value) != 0 &&
	    (given.place.file || !may_repeat(given.option)))
		return refuse(program, &first[i], given.key, given.value, given.place, err);
	if (*ret_holds)
		first[i] = given;
	return 0;
}

int fclc_given_key(struct fclc_program *program, const char *key, const char *value,
		   struct fclc_place place, bool *ret_holds, struct fcl_err *err)
{
	struct fclc_given given = {.key = key, .value = value, .place = place};

	return note(program, given, ret_holds, err);
}

/* The longest of its names, without dashes. */
static const char *name_of(const struct fclc_option *option)
{
	const struct fclc_option *at;
	const char *name = option->name;

	for (size_t i = 0; (at = fclc_option_at(i)); i++)
		if (at->id == option->id) {
			name = at->name;
			if (name[1] == '-')
				break;
		}
	return name + strspn(name, "-");
}

int fclc_given_option(struct fclc_program *program, const struct fclc_option *option,
		      const char *value, struct fclc_place place, bool *ret_holds,
		      struct fcl_err *err)
{
	struct fclc_given given = {name_of(option), value, option, place};

	return note(program, given, ret_holds, err);
}

bool fclc_given_next(const struct fclc_program *program, uint32_t *at, struct fclc_given *ret_given)
{
	const struct fclc_options *options = &program->options;

	while (*at < options->ngiven && !options->given[*at].option)
		(*at)++;
	if (*at == options->ngiven)
		return false;
	*ret_given = options->given[(*at)++];
	return true;
}
