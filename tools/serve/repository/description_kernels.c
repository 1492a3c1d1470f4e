/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/repository/description_kernels.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/serve/repository/json.h"
#include "tools/serve/repository/numbers.h"

enum { MOST_KERNELS = 256, MOST_ARGUMENTS = 256, MOST_INSTANCES = 64 };

bool fcl_serve_value_bytes(const json_t *value, const struct fcl_serve_datatype *type,
			   unsigned char *ret_bytes)
{
	const char *large = fcl_serve_json_large(value);
	char *text;
	bool fits;

	if (large)
		return fcl_serve_number_bytes(large, strlen(large), type, ret_bytes);
	text = json_dumps(value, JSON_ENCODE_ANY);
	fits = text && fcl_serve_number_bytes(text, strlen(text), type, ret_bytes);
	free(text);
	return fits;
}

static void kernels_read_scalar(struct fcl_serve_argument *argument,
				const struct fcl_serve_members *members)
{
	const json_t *name = json_object_get(members->object, "datatype");
	const char *type = json_is_string(name) ? json_string_value(name) : name ? "" : "INT32";
	const json_t *value = json_object_get(members->object, "value");

	fcl_serve_members_only(members, value ? "value datatype" : "batch datatype");
	argument->source = value ? FCL_SERVE_VALUE_OF : FCL_SERVE_BATCH;
	argument->type = fcl_serve_datatype(type);
	if (!argument->type)
		fcl_serve_complain(members->problems, "%s: expected 'datatype' to be one of %s",
				   members->place, fcl_serve_datatype_names());
	else if (value && !fcl_serve_value_bytes(value, argument->type, argument->value))
		fcl_serve_complain(members->problems, "%s: 'value' is not of type %s",
				   members->place, type);
	else if (!value && (argument->type->size < 4 || argument->type->kind > FCL_SERVE_SIGNED))
		fcl_serve_complain(members->problems,
				   "%s: a number of items has 32 or 64 bits, found %s",
				   members->place, type);
	if (!value && !json_is_true(json_object_get(members->object, "batch")))
		fcl_serve_complain(members->problems, "%s: expected 'batch' to be true",
				   members->place);
}

static int find_tensor(const struct fcl_serve_tensor *tensors, unsigned count, const char *name)
{
	for (unsigned i = 0; i < count; i++)
		if (!strcmp(tensors[i].name, name))
			return (int)i;
	return -1;
}

static int find_constant(const struct fcl_serve_description *description, const char *name)
{
	for (unsigned i = 0; i < description->nconstants; i++)
		if (!strcmp(description->constants[i].name, name))
			return (int)i;
	return -1;
}

static int find_source(const struct fcl_serve_description *description,
		       enum fcl_serve_source source, const char *name)
{
	switch (source) {
	case FCL_SERVE_INPUT:
		return find_tensor(description->inputs, description->ninputs, name);
	case FCL_SERVE_OUTPUT:
		return find_tensor(description->outputs, description->noutputs, name);
	default:
		return find_constant(description, name);
	}
}

static void kernels_read_argument(const struct fcl_serve_description *description,
				  struct fcl_serve_argument *argument,
				  const struct fcl_serve_members *members)
{
	static const char *const kinds[] = {"input", "output", "constant"};

	for (enum fcl_serve_source source = 0; source < 3; source++) {
		const char *name;
		int index;

		if (!json_object_get(members->object, kinds[source]))
			continue;
		fcl_serve_members_only(members, kinds[source]);
		name = fcl_serve_member_text(members, kinds[source]);
		index = name ? find_source(description, source, name) : 0;
		if (index < 0)
			fcl_serve_complain(members->problems, "%s: there is no %s '%s'",
					   members->place, kinds[source], name);
		argument->source = source;
		argument->index = index < 0 ? 0 : (unsigned)index;
		return;
	}
	if (json_object_get(members->object, "batch") || json_object_get(members->object, "value"))
		kernels_read_scalar(argument, members);
	else
		fcl_serve_complain(members->problems,
				   "%s: expected one of 'input', 'output', 'constant', 'batch' and "
				   "'value'",
				   members->place);
}

static const char *kernels_keep(struct fcl_arena *arena, const char *text)
{
	char *copy = fcl_arena_alloc(arena, strlen(text) + 1, 1);

	return copy ? strcpy(copy, text) : "";
}

static void read_arguments(const struct fcl_serve_description *description,
			   struct fcl_serve_kernel *kernel, const struct fcl_serve_members *members)
{
	const json_t *object = json_object_get(members->object, "arguments");
	size_t count = json_object_size(object);
	const char *name;
	json_t *value;

	if (!count)
		return; /* the kernel only has streams */
	if (count <= MOST_ARGUMENTS)
		kernel->arguments = fcl_arena_alloc(members->arena, count,
						    sizeof(*kernel->arguments));
	if (!kernel->arguments) {
		fcl_serve_complain(members->problems, "%s: too many arguments (%zu)",
				   members->place, count);
		return;
	}
	json_object_foreach((json_t *)object, name, value)
	{
		struct fcl_serve_argument *argument = &kernel->arguments[kernel->narguments++];
		struct fcl_serve_members in;

		argument->name = kernels_keep(members->arena, name);
		if (fcl_serve_members_in(members, value, argument->name, -1, &in))
			kernels_read_argument(description, argument, &in);
	}
}

static void kernels_read_range(struct fcl_serve_kernel *kernel,
			       const struct fcl_serve_members *members)
{
	const json_t *range = fcl_serve_member_array(members, "range", false);
	const json_t *group = fcl_serve_member_array(members, "group", false);

	if (!range && !group)
		return;
	if (!range || json_array_size(range) < 1 || json_array_size(range) > 3 ||
	    (group && json_array_size(group) != json_array_size(range))) {
		fcl_serve_complain(members->problems,
				   "%s: expected 'range' with one to three numbers, and as many in "
				   "'group'",
				   members->place);
		return;
	}
	kernel->ndimensions = (unsigned)json_array_size(range);
	for (unsigned i = 0; i < kernel->ndimensions; i++) {
		const json_t *items = json_array_get(range, i), *size = json_array_get(group, i);
		const char *word = json_string_value(items);

		kernel->range[i] = word && !strcmp(word, "batch") ? -1 : json_integer_value(items);
		kernel->group[i] = size ? (size_t)json_integer_value(size) : 0;
		if (!kernel->range[i] || kernel->range[i] < -1 ||
		    (kernel->range[i] == -1 && !word) || (size && json_integer_value(size) < 1))
			fcl_serve_complain(members->problems,
					   "%s: 'range' has work-items or \"batch\", and 'group' "
					   "has work-items, from 1",
					   members->place);
	}
}

/*
 * "instances": [{"KERNEL": "COMPUTE UNIT", ...}, ...]: sets of compute units that work in parallel.
 */
static void kernels_read_instances(struct fcl_serve_description *description,
				   const struct fcl_serve_members *members)
{
	const json_t *array = fcl_serve_member_array(members, "instances", false);
	size_t count = array ? json_array_size(array) : 0;

	if (count > MOST_INSTANCES) {
		fcl_serve_complain(members->problems, "%s: too many instances (%zu)",
				   members->place, count);
		return;
	}
	description->ninstances = count ? (unsigned)count : 1;
	description->units = fcl_arena_alloc(members->arena,
					     description->ninstances * description->nkernels,
					     sizeof(*description->units));
	for (size_t i = 0; description->units && i < count; i++) {
		struct fcl_serve_members in;
		const char **units = description->units + i * description->nkernels;

		if (!fcl_serve_members_in(members, json_array_get(array, i), "instances", (int)i,
					  &in))
			continue;
		for (unsigned k = 0; k < description->nkernels; k++)
			units[k] = fcl_serve_member_text(&in, description->kernels[k].name);
		if (json_object_size(in.object) != description->nkernels)
			fcl_serve_complain(members->problems,
					   "%s: expected a compute unit for each of %u kernels",
					   in.place, description->nkernels);
	}
}

/*
 * Each tensor must be an argument of some kernel: an output that no kernel writes would contain
 * garbage.
 */
static void kernels_check_use(const struct fcl_serve_description *description,
			      enum fcl_serve_source source, unsigned index, const char *kind,
			      const char *name, struct fcl_serve_problems *problems)
{
	for (unsigned k = 0; k < description->nkernels; k++)
		for (unsigned a = 0; a < description->kernels[k].narguments; a++) {
			const struct fcl_serve_argument *argument =
				&description->kernels[k].arguments[a];

			if (argument->source == source && argument->index == index)
				return;
		}
	fcl_serve_complain(problems, "model.json: no kernel takes the %s '%s'", kind, name);
}

void fcl_serve_read_kernels(struct fcl_serve_description *description,
			    const struct fcl_serve_members *members)
{
	const json_t *array = fcl_serve_member_array(members, "kernels", true);
	size_t count = array ? json_array_size(array) : 0;

	if (count && count <= MOST_KERNELS)
		description->kernels = fcl_arena_alloc(members->arena, count,
						       sizeof(*description->kernels));
	if (!description->kernels) {
		if (count)
			fcl_serve_complain(members->problems, "%s: too many kernels (%zu)",
					   members->place, count);
		return;
	}
	for (size_t i = 0; i < count; i++) {
		struct fcl_serve_kernel *kernel = &description->kernels[description->nkernels++];
		struct fcl_serve_members in;

		kernel->name = "";
		if (!fcl_serve_members_in(members, json_array_get(array, i), "kernels", (int)i,
					  &in))
			continue;
		fcl_serve_members_only(&in, "name arguments range group");
		kernel->name = fcl_serve_member_text(&in, "name");
		kernel->name = kernel->name ? kernel->name : "";
		read_arguments(description, kernel, &in);
		kernels_read_range(kernel, &in);
	}
	for (unsigned i = 0; i < description->ninputs; i++)
		kernels_check_use(description, FCL_SERVE_INPUT, i, "input",
				  description->inputs[i].name, members->problems);
	for (unsigned i = 0; i < description->noutputs; i++)
		kernels_check_use(description, FCL_SERVE_OUTPUT, i, "output",
				  description->outputs[i].name, members->problems);
	kernels_read_instances(description, members);
}
