/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/frontend/facts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tools/fpgaclc/common/driver.h"
#include "tools/fpgaclc/common/language.h"
#include "tools/fpgaclc/frontend/kernels.h"

/* The record so far: its last function, and that function's result or its last argument. */
struct reader {
	struct fclc_program *program;
	struct fclc_source *source;
	struct fclc_function *function;
	struct fclc_interface *interface; /* the pragma in it that is being read; NULL: none */
	uint32_t capacity, interfaces_capacity; /* of its arguments and its pragmas */
	struct fclc_arg *arg;
};

static struct fclc_arg *new_arg(struct reader *r)
{
	struct fclc_function *function = r->function;
	struct fclc_arg *arg;

	function->args = fclc_grow(r->program->arena, function->args, function->nargs, &r->capacity,
				   sizeof(*function->args));
	arg = &function->args[function->nargs++];
	memset(arg, 0, sizeof(*arg));
	arg->place = function->place;
	return arg;
}

static struct fclc_function *new_function(struct reader *r, struct fclc_functions *functions,
					  const char *name)
{
	struct fclc_function *function;

	functions->list = fclc_grow(r->program->arena, functions->list, functions->count,
				    &functions->capacity, sizeof(*functions->list));
	function = &functions->list[functions->count++];
	memset(function, 0, sizeof(*function));
	function->name = name;
	function->scope = "";
	function->source = r->source;
	r->capacity = r->interfaces_capacity = 0;
	return function;
}

static struct fclc_interface *new_interface(struct reader *r, const char *text)
{
	struct fclc_function *function = r->function;

	function->interfaces = fclc_grow(r->program->arena, function->interfaces,
					 function->ninterfaces, &r->interfaces_capacity,
					 sizeof(*function->interfaces));
	function->interfaces[function->ninterfaces] = (struct fclc_interface){.text = text};
	return &function->interfaces[function->ninterfaces++];
}

static enum fclc_arg_kind kind_of(const char *word)
{
	return !strcmp(word, "value")     ? FCLC_ARG_VALUE
	       : !strcmp(word, "pointer") ? FCLC_ARG_POINTER
	       : !strcmp(word, "stream")  ? FCLC_ARG_STREAM
					  : FCLC_ARG_BAD;
}

/* Where a value goes, by its key. */
struct field {
	const char *key;
	const char **text;
	uint64_t *number;
	uint32_t *count;
	bool *flag;
};

static bool set_field(const struct field *fields, size_t count, const char *key, const char *value)
{
	uint64_t number = strtoull(value, NULL, 10);

	for (size_t i = 0; i < count; i++) {
		if (strcmp(fields[i].key, key) != 0)
			continue;
		if (fields[i].text)
			*fields[i].text = value;
		if (fields[i].number)
			*fields[i].number = number;
		if (fields[i].count)
			*fields[i].count = (uint32_t)number;
		if (fields[i].flag)
			*fields[i].flag = number != 0;
		return true;
	}
	return false;
}

static bool read_arg(struct reader *r, const char *key, const char *value)
{
	struct fclc_arg *arg = r->arg;
	const struct field fields[] = {
		{"name", .text = &arg->name},
		{"why", .text = &arg->why},
		{"type", .text = &arg->type_name},
		{"spelling", .text = &arg->spelling},
		{"record", .text = &arg->record},
		{"reads", .flag = &arg->reads},
		{"writes", .flag = &arg->writes},
		{"loads", .flag = &arg->loads},
		{"stores", .flag = &arg->stores},
		{"part", .count = &arg->part},
		{"line", .count = &arg->place.line},
		{"parameter", .count = &arg->parameter},
		{"size", .number = &arg->size},
		{"element-size", .number = &arg->element_size},
		{"elements", .count = &arg->elements},
		{"const", .flag = &arg->is_const},
		{"reference", .flag = &arg->cxx_reference},
		{"array", .flag = &arg->array},
		{"extended", .flag = &arg->extended},
		{"holder", .flag = &arg->holder},
		{"tapa", .flag = &arg->tapa},
		{"record-offset", .number = &arg->record_offset},
		{"record-step", .number = &arg->record_step},
		{"packet-type", .text = &arg->packet.type_name},
		{"packet-size", .number = &arg->packet.size},
		{"packet-const", .flag = &arg->packet.is_const},
		{"packet-pointer", .flag = &arg->packet.holds_pointer},
		{"global", .text = &arg->global},
		{"file", .text = &arg->place.file},
		{"io", .text = &arg->io},
		{"depth", .count = &arg->depth},
		{"number", .count = &arg->number},
		{"certain", .flag = &arg->certain},
		{"host", .flag = &arg->host},
	};

	if (!strcmp(key, "kind"))
		arg->kind = kind_of(value);
	else if (!strcmp(key, "space"))
		arg->space = !strcmp(value, "local")      ? FCL_ARG_LOCAL
			     : !strcmp(value, "constant") ? FCL_ARG_CONSTANT
							  : FCL_ARG_GLOBAL;
	else if (!strcmp(key, "direction"))
		arg->direction = strcmp(value, "in") ? FCL_DIR_OUT : FCL_DIR_IN;
	else if (!set_field(fields, sizeof(fields) / sizeof(fields[0]), key, value))
		return false;
	if (!strcmp(key, "name") && r->source->language->public_name)
		arg->name = r->source->language->public_name(value);
	return true;
}

static bool read_function(struct reader *r, const char *key, const char *value)
{
	struct fclc_function *function = r->function;
	struct fclc_place *place = r->interface ? &r->interface->place : &function->place;
	const struct field fields[] = {
		{"line", .count = &place->line},
		{"scope", .text = &function->scope},
		{"static", .flag = &function->is_static},
		{"template", .flag = &function->is_template},
		{"variadic", .flag = &function->variadic},
		{"linkage", .text = &function->linkage},
		{"typed", .text = &function->type},
		{"kernel", .flag = &function->kernel},
		{"newer", .flag = &function->newer},
		{"autorun", .flag = &function->autorun},
		{"group-x", .count = &function->work_group[0]},
		{"group-y", .count = &function->work_group[1]},
		{"group-z", .count = &function->work_group[2]},
		{"local", .number = &function->local_size},
		{"recursive", .flag = &function->recursive},
		{"units", .count = &function->units},
		{"dimensions", .count = &function->work_dims},
		{"is-variable", .flag = &function->is_variable},
	};

	if (!strcmp(key, "file"))
		place->file = value;
	else if (!strcmp(key, "interface"))
		r->interface = new_interface(r, value);
	else
		return set_field(fields, sizeof(fields) / sizeof(fields[0]), key, value);
	return true;
}

/* One fact. False: it is not known, or out of place. */
static bool read_fact(struct reader *r, const char *key, const char *value)
{
	struct fclc_program *program = r->program;
	struct fclc_functions *list = !strcmp(key, "function")    ? &program->functions
				      : !strcmp(key, "undefined") ? &program->undefined
				      : !strcmp(key, "variable")  ? &program->variables
								  : NULL;

	if (list) {
		r->function = new_function(r, list, value);
		r->arg = NULL;
		r->interface = NULL;
		return true;
	}
	if (!strcmp(key, "dataflow"))
		return r->source->dataflow = true;
	if (!strcmp(key, "pipes"))
		return r->source->pipes = true;
	if (!r->function)
		return false;
	if (!strcmp(key, "argument")) {
		r->arg = new_arg(r);
		return true;
	}
	if (!strcmp(key, "result")) {
		r->arg = r->function->result = fclc_alloc(r->program->arena, 1,
							  sizeof(*r->function->result));
		r->arg->place = r->function->place;
		return true;
	}
	return r->arg ? read_arg(r, key, value) : read_function(r, key, value);
}

/* "\n" is an end of line, "\\" a backslash. */
static void decode(char *text)
{
	char *to = text;

	for (; *text; text++) {
		if (*text == '\\' && text[1])
			*to++ = *++text == 'n' ? '\n' : *text;
		else
			*to++ = *text;
	}
	*to = 0;
}

int fclc_facts_read(struct fclc_program *program, struct fclc_source *source, struct fcl_err *err)
{
	struct reader r = {.program = program, .source = source};
	char *text, *line, *value;
	size_t size;
	int error = fclc_read_file(program, source->facts, &text, &size, err);

	while (!error && (line = strsep(&text, "\n"))) {
		if (!*line)
			continue;
		value = line + strcspn(line, " ");
		if (*value)
			*value++ = 0;
		decode(value);
		if (!read_fact(&r, line, value))
			error = fclc_error(err, FCLC_NOWHERE,
					   "'%s': the plugin says '%s', which is not known here",
					   source->path, line);
	}
	return error;
}
