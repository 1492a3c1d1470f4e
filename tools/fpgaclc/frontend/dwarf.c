/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/frontend/dwarf.h"

#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <errno.h>
#include <string.h>

#include "tools/fpgaclc/frontend/types.h"

/* Shows relative names as the user wrote them: without the source's directory. */
static const char *dwarf_file(const struct fclc_program *program, const struct fclc_source *source,
			      const char *file)
{
	if (!file)
		return source->path;
	if (!strcmp(file, source->absolute))
		return source->path;
	if (!strncmp(file, program->cwd, strlen(program->cwd)))
		return file + strlen(program->cwd);
	return file;
}

static bool dwarf_is_foreign(const struct fclc_program *program, const char *file)
{
	return file &&
	       (!strncmp(file, "/usr/", 5) || !strncmp(file, program->tmp, strlen(program->tmp)));
}

static void dwarf_argument(struct fclc_program *program, struct fclc_function *function,
			   uint32_t *capacity, Dwarf_Die *die)
{
	struct fclc_arg *arg;
	const char *name = dwarf_diename(die);
	Dwarf_Die type;
	int line = 0;

	function->args = fclc_grow(program->arena, function->args, function->nargs, capacity,
				   sizeof(*function->args));
	arg = &function->args[function->nargs];
	memset(arg, 0, sizeof(*arg));
	dwarf_decl_line(die, &line);
	arg->place.file = function->place.file;
	arg->place.line = line > 0 ? (unsigned)line : function->place.line;
	if (name)
		arg->name = fclc_copy(program->arena, name, strlen(name));
	else
		arg->name = fclc_format(program->arena, "arg%u", function->nargs);
	if (fclc_type_of(die, &type)) {
		fclc_type_classify(program->arena, &type, arg);
	} else {
		arg->kind = FCLC_ARG_BAD;
		arg->why = "its type is not in the debug information";
	}
	if (!name && arg->kind != FCLC_ARG_BAD) {
		arg->kind = FCLC_ARG_BAD;
		arg->why = "it has no name";
	}
	arg->parameter = function->nargs++;
}

static void dwarf_arguments(struct fclc_program *program, struct fclc_function *function,
			    Dwarf_Die *die)
{
	uint32_t capacity = 0;
	Dwarf_Die child;

	if (dwarf_child(die, &child))
		return;
	do {
		int tag = dwarf_tag(&child);

		if (tag == DW_TAG_formal_parameter)
			dwarf_argument(program, function, &capacity, &child);
		else if (tag == DW_TAG_unspecified_parameters)
			function->variadic = true;
		else if (tag == DW_TAG_template_type_parameter ||
			 tag == DW_TAG_template_value_parameter)
			function->is_template = true;
	} while (!dwarf_siblingof(&child, &child));
}

static void dwarf_function(struct fclc_program *program, struct fclc_source *source,
			   const char *scope, Dwarf_Die *die)
{
	struct fclc_functions *functions = &program->functions;
	const char *name = dwarf_diename(die), *file = dwarf_decl_file(die);
	struct fclc_function *function;
	Dwarf_Attribute attribute;
	Dwarf_Die type;
	int line = 0;

	if (dwarf_hasattr(die, DW_AT_declaration) || !name ||
	    dwarf_attr_integrate(die, DW_AT_artificial, &attribute) ||
	    dwarf_is_foreign(program, file))
		return;
	/* A member or a function declared in a namespace, but defined outside of it. */
	if (dwarf_attr(die, DW_AT_specification, &attribute) && !*scope)
		scope = "class or namespace ";
	functions->list = fclc_grow(program->arena, functions->list, functions->count,
				    &functions->capacity, sizeof(*functions->list));
	function = &functions->list[functions->count++];
	memset(function, 0, sizeof(*function));
	dwarf_decl_line(die, &line);
	function->source = source;
	function->scope = scope;
	function->place.file = dwarf_file(program, source, file);
	function->place.file = fclc_format(program->arena, "%s", function->place.file);
	function->place.line = line > 0 ? (unsigned)line : 0;
	function->is_static = !dwarf_hasattr_integrate(die, DW_AT_external);
	function->is_template = strchr(name, '<') != NULL;
	function->name = fclc_copy(program->arena, name, strcspn(name, "<"));
	if (fclc_type_of(die, &type)) {
		function->result = fclc_alloc(program->arena, 1, sizeof(*function->result));
		function->result->place = function->place;
		fclc_type_classify(program->arena, &type, function->result);
	}
	dwarf_arguments(program, function, die);
}

static void dwarf_scope(struct fclc_program *program, struct fclc_source *source, const char *scope,
			Dwarf_Die *parent, unsigned depth)
{
	Dwarf_Die child;

	if (depth > 64 || dwarf_child(parent, &child))
		return;
	do {
		int tag = dwarf_tag(&child);

		if (tag == DW_TAG_subprogram) {
			dwarf_function(program, source, scope, &child);
		} else if (tag == DW_TAG_namespace) {
			const char *name = dwarf_diename(&child);

			dwarf_scope(program, source,
				    fclc_format(program->arena, "%s%s::", scope,
						name ? name : "(anonymous)"),
				    &child, depth + 1);
		}
	} while (!dwarf_siblingof(&child, &child));
}

int fclc_dwarf_read(struct fclc_program *program, struct fclc_source *source, struct fcl_err *err)
{
	/* Dwfl applies the relocations that the debug sections of an unlinked object need. */
	static const Dwfl_Callbacks callbacks = {
		.find_elf = dwfl_build_id_find_elf,
		.find_debuginfo = dwfl_standard_find_debuginfo,
		.section_address = dwfl_offline_section_address,
	};
	Dwfl *dwfl = dwfl_begin(&callbacks);
	Dwfl_Module *module;
	Dwarf_Die *unit = NULL;
	Dwarf_Addr bias;

	if (!dwfl)
		return fcl_err_set(err, -EINVAL, "fpgaclc: error: libdw: %s", dwfl_errmsg(-1));
	module = dwfl_report_offline(dwfl, "kernel", source->object, -1);
	if (!module || dwfl_report_end(dwfl, NULL, NULL)) {
		fcl_err_set(err, -EINVAL, "fpgaclc: error: debug information of '%s': %s",
			    source->path, dwfl_errmsg(-1));
		dwfl_end(dwfl);
		return -EINVAL;
	}
	while ((unit = dwfl_module_nextcu(module, unit, &bias)))
		dwarf_scope(program, source, "", unit, 0);
	dwfl_end(dwfl);
	return 0;
}
