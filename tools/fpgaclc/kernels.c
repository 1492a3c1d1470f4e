/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/kernels.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <string.h>
#include <unistd.h>

#include "tools/fpgaclc/compile.h"

/* What library functions that a kernel calls may take, beside the stack of its own source. */
#define FCLC_LIBRARY_STACK (256u << 10)
#define FCLC_RECURSION_STACK (64u << 20)

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

		if (strcmp(function->name, name))
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

/* Written by executions: not what the dynamic linker relocates once and then protects. */
static bool fclc_is_written(const GElf_Shdr *header, const char *name)
{
	return header->sh_flags & SHF_WRITE && header->sh_flags & SHF_ALLOC && header->sh_size &&
	       header->sh_type != SHT_INIT_ARRAY && header->sh_type != SHT_FINI_ARRAY &&
	       strncmp(name, ".data.rel.ro", 12);
}

static int fclc_has_written_data(const char *path, bool *ret_written, struct fcl_err *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	Elf *elf = fd < 0 ? NULL : elf_begin(fd, ELF_C_READ, NULL);
	Elf_Scn *section = NULL;
	size_t names = 0;
	bool readable = elf && !elf_getshdrstrndx(elf, &names);

	*ret_written = false;
	while (readable && (section = elf_nextscn(elf, section))) {
		GElf_Shdr header;
		const char *name = NULL;

		if (gelf_getshdr(section, &header))
			name = elf_strptr(elf, names, header.sh_name);
		if (name && fclc_is_written(&header, name))
			*ret_written = true;
	}
	elf_end(elf);
	if (fd >= 0)
		close(fd);
	return readable ? 0
			: fcl_err_set(err, -EINVAL,
				      "fpgaclc: error: the object '%s' is not readable", path);
}

int fclc_examine_units(struct fclc_program *program, struct fcl_err *err)
{
	elf_version(EV_CURRENT);
	for (uint32_t i = 0; i < program->nkernels; i++) {
		struct fclc_kernel *kernel = &program->kernels[i];
		uint64_t stack;
		int ret = fclc_stack_usage(program, kernel->source, &stack, err);

		if (!ret)
			ret = fclc_has_written_data(kernel->source->unit, &kernel->private_data,
						    err);
		if (ret)
			return ret;
		kernel->stack_size = stack + FCLC_LIBRARY_STACK +
				     (kernel->recursive ? FCLC_RECURSION_STACK : 0);
	}
	return 0;
}
