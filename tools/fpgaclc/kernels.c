/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/kernels.h"

#include <string.h>

static const char *fclc_list_functions(struct fclc_program *program)
{
	struct fclc_text text = {.arena = program->arena};

	for (uint32_t i = 0; i < program->functions.count; i++)
		fclc_text_add(&text, "%s%s", i ? ", " : "", program->functions.list[i].name);
	return text.text ? text.text : "none";
}

/* The one free function of that name; two definitions make neither the kernel. */
static int fclc_find_function(struct fclc_program *program, const char *name,
			      const struct fclc_function **ret_function, struct fcl_err *err)
{
	const struct fclc_function *found = NULL;

	for (uint32_t i = 0; i < program->functions.count; i++) {
		const struct fclc_function *function = &program->functions.list[i];

		if (strcmp(function->name, name) != 0)
			continue;
		if (found)
			return fclc_error(err, function->place,
					  "kernel '%s' is defined twice: here and at %s:%u", name,
					  found->place.file, found->place.line);
		found = function;
	}
	if (!found)
		return fclc_error(err, FCLC_NOWHERE,
				  "there is no function '%s' for -k %s; the sources define: %s",
				  name, name, fclc_list_functions(program));
	*ret_function = found;
	return 0;
}

static int fclc_check_function(const struct fclc_function *function, struct fcl_err *err)
{
	if (function->is_template)
		return fclc_error(err, function->place,
				  "kernel '%s' is a template: a kernel is one plain function",
				  function->name);
	if (*function->scope)
		return fclc_error(err, function->place,
				  "kernel '%s' is in %s: a kernel is a function at global scope",
				  function->name, function->scope);
	if (function->variadic)
		return fclc_error(err, function->place,
				  "kernel '%s' takes a variable number of arguments",
				  function->name);
	if (function->returns)
		return fclc_error(err, function->place,
				  "kernel '%s' returns a value: a kernel is void, results go "
				  "through a pointer",
				  function->name);
	return 0;
}

int fclc_select_kernels(struct fclc_program *program, struct fcl_err *err)
{
	const struct fclc_options *options = &program->options;

	program->kernels = fclc_alloc(program->arena, options->nkernels, sizeof(*program->kernels));
	for (uint32_t i = 0; i < options->nkernels; i++) {
		struct fclc_kernel *kernel = &program->kernels[i];
		const struct fclc_function *function = NULL;
		int ret = fclc_find_function(program, options->kernels[i], &function, err);

		if (!ret)
			ret = fclc_check_function(function, err);
		if (ret)
			return ret;
		kernel->name = function->name;
		kernel->source = function->source;
		kernel->place = function->place;
		kernel->args = function->args;
		kernel->nargs = function->nargs;
		function->source->nkernels++;
		program->nkernels++;
	}
	return 0;
}
