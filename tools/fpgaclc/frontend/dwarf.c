/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/frontend/dwarf.h"

#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <errno.h>
#include <string.h>

#include "tools/fpgaclc/frontend/kernels.h"
#include "tools/fpgaclc/frontend/spelling.h"
#include "tools/fpgaclc/frontend/types.h"

/* Shows relative file names as the user wrote them, without the source's directory. */
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

/* The arguments of a function so far. A parameter with several stream members gives several. */
struct dwarf_arguments {
	struct fclc_program *program;
	struct fclc_function *function;
	uint32_t capacity, parameters;
};

static struct fclc_arg *dwarf_new(struct dwarf_arguments *all, unsigned line)
{
	struct fclc_function *function = all->function;
	struct fclc_arg *arg;

	function->args = fclc_grow(all->program->arena, function->args, function->nargs,
				   &all->capacity, sizeof(*function->args));
	arg = &function->args[function->nargs++];
	memset(arg, 0, sizeof(*arg));
	arg->place.file = function->place.file;
	arg->place.line = line;
	arg->parameter = all->parameters;
	return arg;
}

static void dwarf_member(struct dwarf_arguments *all, const struct fclc_arg *parent, Dwarf_Die *die,
			 unsigned depth);

/* Adds an argument for each member of a class that holds streams and other members. */
static void dwarf_members(struct dwarf_arguments *all, const struct fclc_arg *parent,
			  Dwarf_Die *record, unsigned depth)
{
	Dwarf_Die child;

	if (dwarf_child(record, &child))
		return;
	do {
		int tag = dwarf_tag(&child);

		if ((tag == DW_TAG_member || tag == DW_TAG_inheritance) &&
		    !dwarf_hasattr(&child, DW_AT_external) &&
		    !dwarf_hasattr(&child, DW_AT_declaration))
			dwarf_member(all, parent, &child, depth);
	} while (!dwarf_siblingof(&child, &child));
}

static void dwarf_member(struct dwarf_arguments *all, const struct fclc_arg *parent, Dwarf_Die *die,
			 unsigned depth)
{
	const char *name = dwarf_diename(die);
	struct fclc_arg member = *parent, *arg;
	Dwarf_Attribute attribute;
	Dwarf_Word offset = 0;
	Dwarf_Die type, record;
	bool placed = dwarf_attr(die, DW_AT_data_member_location, &attribute) &&
		      !dwarf_formudata(&attribute, &offset);

	if (!fclc_type_of(die, &type))
		return;
	if (dwarf_tag(die) == DW_TAG_member)
		member.name = fclc_format(all->program->arena, "%s_%s", parent->name,
					  name ? name : "member");
	member.record_offset += offset;
	if (placed && depth < 8 && dwarf_tag(die) == DW_TAG_inheritance) {
		while (dwarf_tag(&type) == DW_TAG_typedef && fclc_type_of(&type, &record))
			type = record;
		dwarf_members(all, &member, &type, depth + 1);
		return;
	}
	if (placed && depth < 8 && fclc_type_is_record(&type, &record) &&
	    dwarf_tag(&type) != DW_TAG_reference_type) {
		dwarf_members(all, &member, &record, depth + 1);
		return;
	}
	arg = dwarf_new(all, parent->place.line);
	arg->name = member.name;
	arg->record = parent->record;
	arg->record_offset = member.record_offset;
	fclc_type_classify_member(all->program->arena, &type, arg);
	if (!placed || dwarf_hasattr(die, DW_AT_bit_size)) {
		arg->kind = FCLC_ARG_BAD;
		arg->why = "a class with streams cannot have bit-fields, unions and virtual bases";
	}
}

static void dwarf_argument(struct dwarf_arguments *all, Dwarf_Die *die)
{
	struct fclc_program *program = all->program;
	struct fclc_arg *arg;
	const char *name = dwarf_diename(die);
	Dwarf_Die type, record;
	int line = 0;

	dwarf_decl_line(die, &line);
	if (line <= 0)
		line = (int)all->function->place.line;
	if (name && fclc_type_of(die, &type) && fclc_type_is_record(&type, &record)) {
		struct fclc_arg parent = {.place.line = (unsigned)line};

		parent.name = parent.record = fclc_format(program->arena, "%s", name);
		dwarf_members(all, &parent, &record, 0);
		all->parameters++;
		return;
	}
	arg = dwarf_new(all, (unsigned)line);
	if (name && all->function->source->opencl)
		arg->name = fclc_public_name(fclc_copy(program->arena, name, strlen(name)));
	else if (name)
		arg->name = fclc_copy(program->arena, name, strlen(name));
	else
		arg->name = fclc_format(program->arena, "arg%u", all->parameters);
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
	all->parameters++;
}

static void dwarf_arguments(struct fclc_program *program, struct fclc_function *function,
			    Dwarf_Die *die)
{
	struct dwarf_arguments all = {.program = program, .function = function};
	Dwarf_Die child;

	if (dwarf_child(die, &child))
		return;
	do {
		int tag = dwarf_tag(&child);

		if (tag == DW_TAG_formal_parameter)
			dwarf_argument(&all, &child);
		else if (tag == DW_TAG_unspecified_parameters)
			function->variadic = true;
		else if (tag == DW_TAG_template_type_parameter ||
			 tag == DW_TAG_template_value_parameter)
			function->is_template = true;
	} while (!dwarf_siblingof(&child, &child));
}

/* Whether -k names a function. */
static bool dwarf_is_wanted(const struct fclc_program *program, const char *name)
{
	for (uint32_t i = 0; i < program->options.nkernels; i++)
		if (!strcmp(program->options.kernels[i], name))
			return true;
	return false;
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
	/* A member function, or one declared in a namespace but defined outside of it. */
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
	if (source->cxx && dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute))
		function->linkage = fclc_format(program->arena, "%s", dwarf_formstring(&attribute));
	if (fclc_type_of(die, &type)) {
		function->result = fclc_alloc(program->arena, 1, sizeof(*function->result));
		function->result->place = function->place;
		fclc_type_classify(program->arena, &type, function->result);
	}
	/* Looks through the whole unit for each type, so not for the thousands of functions of templates. */
	if (source->cxx && !*scope && dwarf_is_wanted(program, function->name))
		function->type = fclc_spell_function(program->arena, die);
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
	/* Dwfl applies the relocations in the debug sections of an unlinked object. */
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
