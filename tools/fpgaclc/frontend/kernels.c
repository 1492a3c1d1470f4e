/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/frontend/kernels.h"

#include <string.h>

#include "tools/fpgaclc/common/language.h"
#include "tools/fpgaclc/common/source.h"

enum { FCLC_LISTED = 12 }; /* maximum number of functions listed in a message */

/*
 * Ranks candidates for a kernel's function: one that -k can name, then a static one, then any other
 * of the same name.
 */
static int rank(const struct fclc_function *function)
{
	if (*function->scope || function->is_template)
		return 0;
	return function->is_static ? 1 : 2;
}

/* Lists the functions that -k could name, except those from headers. */
static const char *list_functions(struct fclc_program *program)
{
	struct fclc_text text = {.arena = program->arena};
	const char *name;
	uint32_t count = 0;

	for (uint32_t i = 0; i < program->functions.count; i++) {
		const struct fclc_function *function = &program->functions.list[i];

		name = function->place.file ? fclc_base_name(function->place.file) : NULL;
		if (rank(function) < 2 || !name ||
		    strcmp(name, fclc_base_name(function->source->path)) != 0)
			continue;
		if (++count > FCLC_LISTED)
			continue;
		fclc_text_add(&text, "%s%s", count > 1 ? ", " : "", function->name);
	}
	if (count > FCLC_LISTED)
		fclc_text_add(&text, " and %u more", count - FCLC_LISTED);
	return text.text ? text.text : "none";
}

/* Whether both are the same function, from a header that several sources include. */
static bool same_place(const struct fclc_function *a, const struct fclc_function *b)
{
	return a->source != b->source && a->place.line == b->place.line && a->place.file &&
	       b->place.file && !strcmp(a->place.file, b->place.file);
}

/* Whether the function's scope can be written before its name. */
static bool has_full_name(const struct fclc_function *function)
{
	size_t length = strlen(function->scope);

	return length > 2 && !strcmp(function->scope + length - 2, "::") &&
	       !strchr(function->scope, '(');
}

/* Reports a function that is in a namespace or class. */
static int not_global(const struct fclc_function *function, struct fcl_err *err)
{
	if (!has_full_name(function))
		return fclc_error(
			err, function->place,
			"kernel '%s' is in a class or namespace: a kernel is a function at global scope, such as one that calls it",
			function->name);
	return fclc_error(
		err, function->place,
		"kernel '%s' is %s%s: a kernel is a function at global scope, such as one that calls %s%s()",
		function->name, function->scope, function->name, function->scope, function->name);
}

/* A function in the scope that `-k a::f` names, or in one that is not known. */
static const struct fclc_function *find_scoped(const struct fclc_program *program, const char *name)
{
	const char *last = strrchr(name, ':');
	const struct fclc_function *found = NULL;

	for (uint32_t i = 0; last && i < program->functions.count; i++) {
		const struct fclc_function *function = &program->functions.list[i];

		if (!*function->scope || strcmp(last + 1, function->name) != 0)
			continue;
		if (!has_full_name(function))
			found = function;
		else if (strlen(function->scope) == (size_t)(last + 1 - name) &&
			 !strncmp(name, function->scope, (size_t)(last + 1 - name)))
			return function;
	}
	return found;
}

static int is_template(const struct fclc_function *function, const char *name, struct fcl_err *err)
{
	return fclc_error(
		err, function->place,
		"kernel '%s' is a template: a kernel is one plain function, such as one that calls %s<...>()",
		name, function->name);
}

/* Reports a name that no function has. It may be a template's, with arguments. */
static int no_function(struct fclc_program *program, const char *name, struct fcl_err *err)
{
	const char *plain = fclc_copy(program->arena, name, strcspn(name, "<"));
	const struct fclc_function *scoped = find_scoped(program, name);

	if (scoped)
		return not_global(scoped, err);
	for (uint32_t i = 0; i < program->functions.count; i++)
		if (program->functions.list[i].is_template &&
		    !strcmp(program->functions.list[i].name, plain))
			return is_template(&program->functions.list[i], name, err);
	return fclc_error(err, FCLC_NOWHERE,
			  "there is no function '%s' for -k %s; the sources define: %s", name, name,
			  list_functions(program));
}

static const char *public_name(const struct fclc_function *function)
{
	const struct fclc_language *language = function->source->language;

	return language->public_name ? language->public_name(function->name) : function->name;
}

/*
 * How well a function fits -k, if its source has others of that name: the one in C's namespace,
 * then one with an interface pragma, then a global one.
 */
static int preference(const struct fclc_function *function)
{
	if (!function->linkage)
		return 4;
	return (function->ninterfaces > 0) * 2 + (rank(function) == 2);
}

static bool is_overload(const struct fclc_function *function, const struct fclc_function *other)
{
	return other->source == function->source && rank(other) &&
	       !strcmp(other->name, function->name);
}

static int ambiguous(struct fclc_program *program, const struct fclc_function *function,
		     struct fcl_err *err)
{
	struct fclc_text places = {.arena = program->arena};

	for (uint32_t i = 0; i < program->functions.count; i++) {
		const struct fclc_function *other = &program->functions.list[i];

		if (other != function && is_overload(function, other))
			fclc_text_add(&places, "%s%s:%u", places.text ? ", " : "",
				      other->place.file, other->place.line);
	}
	return fclc_error(
		err, function->place,
		"kernel '%s' is overloaded: here and at %s; declare the one that is meant extern \"C\", or give it an interface pragma that the others lack",
		function->name, places.text);
}

/*
 * Chooses among the functions of one name in a C++ source. In OpenCL C, overloads are static
 * functions of fpgaclc's headers; types tell them apart from a kernel of the same name.
 */
static int choose_overload(struct fclc_program *program, const struct fclc_function **function,
			   struct fcl_err *err)
{
	const struct fclc_function *best = NULL;
	bool tied = false, any = false;

	for (uint32_t i = 0;
	     (*function)->source->language->overloads && i < program->functions.count; i++)
		any |= &program->functions.list[i] != *function &&
		       is_overload(*function, &program->functions.list[i]);
	for (uint32_t i = 0; any && i < program->functions.count; i++) {
		const struct fclc_function *other = &program->functions.list[i];
		int order;

		if (!is_overload(*function, other))
			continue;
		order = best ? preference(other) - preference(best) : 1;
		tied = order > 0 ? false : tied || !order;
		best = order > 0 ? other : best;
	}
	if (tied)
		return ambiguous(program, best, err);
	if (best && !best->type)
		return fclc_error(
			err, best->place,
			"kernel '%s' is overloaded, and one of its types has no name that could tell it apart: rename it",
			best->name);
	*function = best ? best : *function;
	return 0;
}

/* Finds the function of that name. Several of the same rank, in different sources, are ambiguous. */
static int find_function(struct fclc_program *program, const char *name,
			 const struct fclc_function **ret_function, struct fcl_err *err)
{
	const struct fclc_function *found = NULL, *rival = NULL;

	for (uint32_t i = 0; i < program->functions.count; i++) {
		const struct fclc_function *function = &program->functions.list[i];

		if (strcmp(public_name(function), name) != 0)
			continue;
		if (!found || rank(function) > rank(found)) {
			found = function;
			rival = NULL;
		} else if (rank(function) == rank(found) && !same_place(function, found) &&
			   (function->source != found->source ||
			    !found->source->language->overloads)) {
			rival = function;
		}
	}
	if (!found)
		return no_function(program, name, err);
	if (rival && rank(found))
		return fclc_error(err, rival->place,
				  "kernel '%s' is defined twice: here and at %s:%u", name,
				  found->place.file, found->place.line);
	*ret_function = found;
	return rank(found) ? choose_overload(program, ret_function, err) : 0;
}

static int check_function(const struct fclc_function *function, struct fcl_err *err)
{
	if (function->is_template)
		return is_template(function, function->name, err);
	if (*function->scope)
		return not_global(function, err);
	if (function->variadic)
		return fclc_error(
			err, function->place,
			"kernel '%s' takes a variable number of arguments: expected a fixed number",
			function->name);
	if (function->result &&
	    (function->result->kind != FCLC_ARG_VALUE || function->result->cxx_reference))
		return fclc_error(
			err, function->place,
			"kernel '%s' returns '%s': a kernel returns nothing or a value without pointers, which is in its register ap_return",
			function->name,
			function->result->type_name ? function->result->type_name : "something");
	return 0;
}

static void make_kernel(const struct fclc_function *function, struct fclc_kernel *kernel)
{
	kernel->name = public_name(function);
	kernel->symbol = function->linkage ? function->linkage : function->name;
	kernel->source = function->source;
	kernel->language = function->source->language;
	kernel->place = function->place;
	kernel->args = function->args;
	kernel->nargs = function->nargs;
	kernel->result = function->result;
	kernel->type = function->type;
	kernel->interfaces = function->interfaces;
	kernel->ninterfaces = function->ninterfaces;
	kernel->recursive = function->recursive;
	kernel->marked = function->kernel;
	kernel->local_size = function->local_size;
	kernel->newer = function->newer;
	kernel->autorun = function->autorun;
	kernel->units = function->units;
	kernel->work_dims = function->work_dims;
	memcpy(kernel->work_group, function->work_group, sizeof(kernel->work_group));
}

int fclc_select_kernels(struct fclc_program *program, struct fcl_err *err)
{
	const struct fclc_options *options = &program->options;

	program->kernels = fclc_alloc(program->arena, options->nkernels, sizeof(*program->kernels));
	program->kernels_capacity = options->nkernels;
	for (uint32_t i = 0; i < options->nkernels; i++) {
		struct fclc_kernel *kernel = &program->kernels[i];
		const struct fclc_function *function = NULL;
		int error = find_function(program, options->kernels[i], &function, err);

		if (!error)
			error = check_function(function, err);
		if (error)
			return error;
		make_kernel(function, kernel);
		function->source->nkernels++;
		program->nkernels++;
	}
	return 0;
}
