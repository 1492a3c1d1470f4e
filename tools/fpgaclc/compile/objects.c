/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/compile/objects.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/fpgaclc/common/driver.h"
#include "tools/fpgaclc/common/elf.h"
#include "tools/fpgaclc/common/language.h"
#include "tools/fpgaclc/compile/unit.h"

/* Stack for printf() and the math library, in addition to the functions' own frames. */
#define FCLC_LIBRARY_STACK (256u << 10)
/* Stack for a recursive kernel, whose usage the compiler cannot bound. */
#define FCLC_RECURSION_STACK (64u << 20)

/*
 * Sections that code does not write: tables that only the loader writes, the pointer that exception
 * tables refer to, and the object with which <iostream> initialises its streams.
 */
static bool is_constant(const char *name)
{
	static const char *const prefixes[] = {".data.rel.ro",       ".data.DW.ref.", ".init_array",
					       ".fini_array",        ".ctors",        ".dtors",
					       ".bss._ZStL8__ioinit"};

	for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++)
		if (!strncmp(name, prefixes[i], strlen(prefixes[i])))
			return true;
	return false;
}

static bool is_data(const GElf_Shdr *header, const char *name)
{
	return header->sh_flags & SHF_WRITE && header->sh_flags & SHF_ALLOC && header->sh_size &&
	       !is_constant(name);
}

/* Counts the bytes of data that code may write. */
static int object_data(const char *path, uint64_t *ret_bytes, struct fcl_err *err)
{
	Elf_Scn *section = NULL;
	struct fclc_elf elf;
	uint64_t bytes = 0;
	GElf_Shdr header;
	int error = fclc_elf_open(path, &elf, err);

	if (error)
		return error;
	while ((section = elf_nextscn(elf.elf, section))) {
		const char *name;

		if (!gelf_getshdr(section, &header))
			continue;
		name = elf_strptr(elf.elf, elf.names, header.sh_name);
		if (is_data(&header, name ? name : ""))
			bytes += header.sh_size;
	}
	fclc_elf_close(&elf);
	*ret_bytes = bytes;
	return 0;
}

int fclc_objects_measure(struct fclc_program *program, struct fcl_err *err)
{
	for (uint32_t i = 0; i < program->nsources; i++) {
		const struct fclc_source *source = &program->sources[i];
		uint64_t stack, data;
		int error;

		/*
		 * A .xo file already records this; a source that was joined with others has no
		 * unit.
		 */
		if (!source->stack_usage)
			continue;
		error = fclc_stack_usage(program, source, &stack, err);
		if (!error)
			error = object_data(source->unit, &data, err);
		if (!error && source->language->measure)
			error = source->language->measure(program, source, err);
		if (error)
			return error;
		for (uint32_t j = 0; j < program->nkernels; j++) {
			struct fclc_kernel *kernel = &program->kernels[j];

			if (!kernel->source->stack_usage ||
			    (kernel->source != source && source->nkernels))
				continue;
			kernel->stack_size += stack;
			kernel->private_data |= data > 0;
		}
	}
	for (uint32_t i = 0; i < program->nkernels; i++) {
		struct fclc_kernel *kernel = &program->kernels[i];

		if (!kernel->source->stack_usage)
			continue;
		kernel->stack_size += FCLC_LIBRARY_STACK;
		if (kernel->recursive)
			kernel->stack_size += FCLC_RECURSION_STACK;
	}
	return 0;
}

/* Whether a launch finds the variables as the one before left them. A .xo file may contain several sources. */
static bool keeps_variables(const struct fclc_program *program, const struct fclc_source *source)
{
	bool found = source->language->keeps_variables;

	for (uint32_t i = 0; i < program->nkernels; i++)
		found |= program->kernels[i].source == source &&
			 program->kernels[i].language->keeps_variables;
	return found;
}

int fclc_objects_variables(const struct fclc_program *program, uint64_t *ret_bytes,
			   struct fcl_err *err)
{
	uint64_t total = 0, bytes = 0;
	int error = 0;

	for (uint32_t i = 0; !error && i < program->nsources; i++) {
		const struct fclc_source *source = &program->sources[i];

		if (!source->unit || !keeps_variables(program, source))
			continue;
		error = object_data(source->unit, &bytes, err);
		total += bytes;
	}
	*ret_bytes = total;
	return error;
}

/* The symbols that objects export. */
struct symbols {
	struct fclc_arena *arena;
	struct symbol {
		const char *name;
		uint32_t object;
	} * list;
	uint32_t count, capacity;
};

static void symbols_of(struct symbols *symbols, struct fclc_elf *elf, Elf_Scn *section,
		       const GElf_Shdr *header, uint32_t object)
{
	Elf_Data *data = elf_getdata(section, NULL);
	size_t count = data && header->sh_entsize ? header->sh_size / header->sh_entsize : 0;
	GElf_Sym symbol;

	for (size_t i = 0; i < count && gelf_getsym(data, (int)i, &symbol); i++) {
		const char *name = elf_strptr(elf->elf, header->sh_link, symbol.st_name);

		if (symbol.st_shndx == SHN_UNDEF || !name || !*name ||
		    GELF_ST_BIND(symbol.st_info) == STB_LOCAL)
			continue;
		symbols->list = fclc_grow(symbols->arena, symbols->list, symbols->count,
					  &symbols->capacity, sizeof(*symbols->list));
		symbols->list[symbols->count].name = fclc_copy(symbols->arena, name, strlen(name));
		symbols->list[symbols->count++].object = object;
	}
}

static int symbols_read(struct symbols *symbols, const char *path, uint32_t object,
			struct fcl_err *err)
{
	Elf_Scn *section = NULL;
	struct fclc_elf elf;
	GElf_Shdr header;
	int error = fclc_elf_open(path, &elf, err);

	if (error)
		return error;
	while ((section = elf_nextscn(elf.elf, section)))
		if (gelf_getshdr(section, &header) && header.sh_type == SHT_SYMTAB)
			symbols_of(symbols, &elf, section, &header, object);
	fclc_elf_close(&elf);
	return 0;
}

static int compare_symbols(const void *a, const void *b)
{
	const struct symbol *x = a, *y = b;
	int order = strcmp(x->name, y->name);

	return order ? order : (x->object > y->object) - (x->object < y->object);
}

/* Lists the symbols defined by more than one object, one a line. */
static struct fclc_text symbols_shared(struct symbols *symbols)
{
	struct fclc_text list = {.arena = symbols->arena};
	const char *last = "";

	fclc_text_bytes(&list, "", 0);
	if (symbols->count)
		qsort(symbols->list, symbols->count, sizeof(*symbols->list), compare_symbols);
	for (uint32_t i = 1; i < symbols->count; i++) {
		const struct symbol *symbol = &symbols->list[i];

		if (strcmp(symbol->name, symbol[-1].name) != 0 || !strcmp(symbol->name, last) ||
		    symbol->object == symbol[-1].object)
			continue;
		last = symbol->name;
		fclc_text_add(&list, "%s\n", last);
	}
	return list;
}

/* ld -r: links the source's unit with all units without kernels. */
static int join_units(struct fclc_program *program, struct fclc_source *source, const char *path,
		      struct fcl_err *err)
{
	struct fclc_argv argv = {.arena = program->arena};

	fclc_argv_add(&argv, "ld");
	fclc_argv_add(&argv, "-r");
	/* Otherwise a later link would discard template instances in groups of the same name. */
	fclc_argv_add(&argv, "--force-group-allocation");
	fclc_argv_add(&argv, "%s", source->unit);
	for (uint32_t i = 0; i < program->nsources; i++)
		if (!program->sources[i].nkernels && program->sources[i].unit)
			fclc_argv_add(&argv, "%s", program->sources[i].unit);
	fclc_argv_add(&argv, "-o");
	fclc_argv_add(&argv, "%s", path);
	return fclc_run(program, &argv, err);
}

static int localize(struct fclc_program *program, struct fclc_source *source, const char *joined,
		    const char *names, struct fcl_err *err)
{
	struct fclc_argv argv = {.arena = program->arena};

	source->unit = fclc_format(program->arena, "%s/kernel%u.o", program->tmp, source->index);
	fclc_argv_add(&argv, "objcopy");
	fclc_argv_add(&argv, "--localize-symbols=%s", names);
	fclc_argv_add(&argv, "%s", joined);
	fclc_argv_add(&argv, "%s", source->unit);
	return fclc_run(program, &argv, err);
}

int fclc_objects_separate(struct fclc_program *program, struct fcl_err *err)
{
	const char *names = fclc_format(program->arena, "%s/shared-names", program->tmp);
	struct symbols symbols = {.arena = program->arena};
	struct fclc_text list;
	uint32_t with_kernels = 0;
	const char **joined;
	int error = 0;

	/* The object in a .xo file exports only its kernels. */
	for (uint32_t i = 0; i < program->nsources; i++)
		with_kernels += program->sources[i].nkernels > 0 && program->sources[i].stack_usage;
	if (with_kernels < 2)
		return 0;
	joined = fclc_alloc(program->arena, program->nsources, sizeof(*joined));
	for (uint32_t i = 0; !error && i < program->nsources; i++) {
		if (!program->sources[i].nkernels || !program->sources[i].stack_usage)
			continue;
		joined[i] = fclc_format(program->arena, "%s/joined%u.o", program->tmp, i);
		error = join_units(program, &program->sources[i], joined[i], err);
		if (!error)
			error = symbols_read(&symbols, joined[i], i, err);
	}
	if (error)
		return error;
	list = symbols_shared(&symbols);
	error = fclc_write_file(names, list.text, list.length, err);
	for (uint32_t i = 0; !error && i < program->nsources; i++) {
		if (joined[i] && !list.length)
			program->sources[i].unit = joined[i]; /* objcopy fails on an empty list */
		else if (joined[i])
			error = localize(program, &program->sources[i], joined[i], names, err);
		else if (program->sources[i].stack_usage)
			program->sources[i].unit = NULL; /* now part of each of the others */
	}
	return error;
}

int fclc_objects_close(struct fclc_program *program, const char **ret_path, struct fcl_err *err)
{
	const char *joined = fclc_format(program->arena, "%s/all.o", program->tmp);
	const char *closed = fclc_format(program->arena, "%s/closed.o", program->tmp);
	struct fclc_argv join = {.arena = program->arena}, close = {.arena = program->arena};
	int error;

	fclc_argv_add(&join, "ld");
	fclc_argv_add(&join, "-r");
	fclc_argv_add(&join, "--force-group-allocation");
	for (uint32_t i = 0; i < program->nsources; i++)
		if (program->sources[i].unit)
			fclc_argv_add(&join, "%s", program->sources[i].unit);
	fclc_argv_add(&join, "-o");
	fclc_argv_add(&join, "%s", joined);
	error = fclc_run(program, &join, err);
	if (error)
		return error;
	fclc_argv_add(&close, "objcopy");
	fclc_argv_add(&close, "--wildcard");
	fclc_argv_add(&close, "--keep-global-symbol=fclc_run_*");
	fclc_argv_add(&close, "--keep-global-symbol=fclc_code_*");
	fclc_argv_add(&close, "%s", joined);
	fclc_argv_add(&close, "%s", closed);
	error = fclc_run(program, &close, err);
	if (!error)
		*ret_path = closed;
	return error;
}
