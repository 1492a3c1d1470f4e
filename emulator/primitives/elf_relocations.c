/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/primitives/elf_relocations.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { POINTER = 8, RELR_BITS = 63 };

/* The effects of relocation types that linkers emit in shared objects. */
enum action {
	NOTHING,
	ADDRESS,    /* the address of a symbol */
	FUNCTION,   /* the same, for a function */
	RELATIVE,   /* the load address plus an addend */
	CALL,       /* the result of the function at the addend */
	THREAD,     /* the location of a thread-local variable */
	DESCRIPTOR, /* the same, with a function that resolves it */
	UNKNOWN
};

static const struct {
	uint32_t type;
	enum action action;
} types[] = {
#if defined(__x86_64__)
	{R_X86_64_NONE, NOTHING},       {R_X86_64_64, ADDRESS},        {R_X86_64_GLOB_DAT, ADDRESS},
	{R_X86_64_JUMP_SLOT, FUNCTION}, {R_X86_64_RELATIVE, RELATIVE}, {R_X86_64_IRELATIVE, CALL},
	{R_X86_64_DTPMOD64, THREAD},    {R_X86_64_DTPOFF64, THREAD},   {R_X86_64_TPOFF64, THREAD},
	{R_X86_64_TLSDESC, DESCRIPTOR},
#elif defined(__aarch64__)
	{R_AARCH64_NONE, NOTHING},      {R_AARCH64_ABS64, ADDRESS},
	{R_AARCH64_GLOB_DAT, ADDRESS},  {R_AARCH64_JUMP_SLOT, FUNCTION},
	{R_AARCH64_RELATIVE, RELATIVE}, {R_AARCH64_IRELATIVE, CALL},
	{R_AARCH64_TLS_DTPMOD, THREAD}, {R_AARCH64_TLS_DTPREL, THREAD},
	{R_AARCH64_TLS_TPREL, THREAD},  {R_AARCH64_TLSDESC, DESCRIPTOR},
#elif defined(__riscv)
	{R_RISCV_NONE, NOTHING},        {R_RISCV_64, ADDRESS},
	{R_RISCV_JUMP_SLOT, FUNCTION},  {R_RISCV_RELATIVE, RELATIVE},
	{R_RISCV_IRELATIVE, CALL},      {R_RISCV_TLS_DTPMOD64, THREAD},
	{R_RISCV_TLS_DTPREL64, THREAD}, {R_RISCV_TLS_TPREL64, THREAD},
#endif
};

/* Functions that the linker calls when it loads or unloads the object. */
struct calls {
	uint64_t start, size;
	bool *set; /* by entry: whether a relocation stores a code address there */
};

struct check {
	const struct fcl_emu_elf *elf;
	const char *symbols;
	uint64_t nsymbols;
	struct calls calls[2]; /* initialization, termination */
};

static bool relocations_overlaps(uint64_t start, uint64_t size, uint64_t other, uint64_t other_size)
{
	return start < other + other_size && other < start + size;
}

static bool relocations_is_code(const struct fcl_emu_elf *elf, uint64_t address)
{
	return fcl_emu_elf_room(elf, address, PF_X) > 0;
}

/* `value`: the address in the object that is stored there; UINT64_MAX: not known. */
static bool relocations_set(const struct check *c, uint64_t at, uint64_t size, uint64_t value)
{
	const struct fcl_emu_elf *elf = c->elf;

	if (fcl_emu_elf_room(elf, at, PF_W) < size ||
	    relocations_overlaps(at, size, elf->dynamic, (elf->ndynamic + 1) * sizeof(Elf64_Dyn)))
		return false;
	for (size_t i = 0; i < sizeof(c->calls) / sizeof(c->calls[0]); i++) {
		const struct calls *calls = &c->calls[i];

		if (!relocations_overlaps(at, size, calls->start, calls->size))
			continue;
		if ((at - calls->start) % POINTER || size != POINTER ||
		    !relocations_is_code(elf, value))
			return false;
		calls->set[(at - calls->start) / POINTER] = true;
	}
	return true;
}

static enum action action_of(uint32_t type)
{
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		if (types[i].type == type)
			return types[i].action;
	return UNKNOWN;
}

/*
 * If the object with the symbol has no thread-local data, the linker divides by its alignment, 0.
 */
static bool is_thread_local(const struct check *c, const Elf64_Sym *symbol, bool named)
{
	if (!named || symbol->st_shndx != SHN_UNDEF)
		return c->elf->has_tls;
	return ELF64_ST_TYPE(symbol->st_info) == STT_TLS;
}

static bool relocations_is_good(const struct check *c, const Elf64_Rela *r)
{
	uint64_t index = ELF64_R_SYM(r->r_info), value = UINT64_MAX;
	Elf64_Sym symbol;

	if (index >= c->nsymbols)
		return false;
	memcpy(&symbol, c->symbols + index * sizeof(symbol), sizeof(symbol));
	switch (action_of((uint32_t)ELF64_R_TYPE(r->r_info))) {
	case NOTHING:
		return true;
	case FUNCTION:
		if (symbol.st_shndx != SHN_UNDEF && !relocations_is_code(c->elf, symbol.st_value))
			return false;
		/* fall through */
	case ADDRESS:
		if (!index)
			return false;
		if (symbol.st_shndx != SHN_UNDEF && symbol.st_shndx != SHN_ABS)
			value = symbol.st_value + (uint64_t)r->r_addend;
		return relocations_set(c, r->r_offset, POINTER, value);
	case RELATIVE:
		return relocations_set(c, r->r_offset, POINTER, (uint64_t)r->r_addend);
	case CALL:
		return relocations_is_code(c->elf, (uint64_t)r->r_addend) &&
		       relocations_set(c, r->r_offset, POINTER, UINT64_MAX);
	case THREAD:
		return is_thread_local(c, &symbol, index) &&
		       relocations_set(c, r->r_offset, POINTER, UINT64_MAX);
	case DESCRIPTOR:
		return is_thread_local(c, &symbol, index) &&
		       relocations_set(c, r->r_offset, 2 * POINTER, UINT64_MAX);
	default:
		return false;
	}
}

/* `relative`: this many relocations at the start must be RELATIVE, which the linker asserts. */
static int check_rela(const struct check *c, uint64_t address, uint64_t size, uint64_t relative)
{
	const char *bytes = size ? fcl_emu_elf_table(c->elf, address, size) : "";

	if (!bytes || size % sizeof(Elf64_Rela) || relative > size / sizeof(Elf64_Rela))
		return fcl_emu_elf_refuse(c->elf, "a relocation table is not within the file");
	for (uint64_t i = 0; i < size / sizeof(Elf64_Rela); i++) {
		Elf64_Rela r;

		memcpy(&r, bytes + i * sizeof(r), sizeof(r));
		if (!relocations_is_good(c, &r) ||
		    (i < relative && action_of((uint32_t)ELF64_R_TYPE(r.r_info)) != RELATIVE))
			return fcl_emu_elf_refuse(
				c->elf,
				"relocation %llu, of type %u and for symbol %u, is not allowed at 0x%llx",
				(unsigned long long)i, (uint32_t)ELF64_R_TYPE(r.r_info),
				(uint32_t)ELF64_R_SYM(r.r_info), (unsigned long long)r.r_offset);
	}
	return 0;
}

/* The addend is the current value in the file. */
static bool set_relr(const struct check *c, uint64_t at)
{
	const char *bytes = fcl_emu_elf_at(c->elf, at, POINTER, PF_W, 0);
	uint64_t value;

	if (!bytes || at % POINTER)
		return false;
	memcpy(&value, bytes, sizeof(value));
	return relocations_set(c, at, POINTER, value);
}

/* RELR: addresses, each followed by bitmaps for the words after it. */
static bool is_good_relr(const struct check *c, const char *bytes, uint64_t count)
{
	uint64_t at = 1;

	for (uint64_t i = 0; i < count; i++) {
		uint64_t entry;

		memcpy(&entry, bytes + i * sizeof(entry), sizeof(entry));
		if (!(entry & 1)) {
			if (!set_relr(c, entry))
				return false;
			at = entry + POINTER;
			continue;
		}
		if (at % POINTER)
			return false; /* a bitmap without an address before it */
		for (uint64_t bits = entry >> 1, word = at; bits; bits >>= 1, word += POINTER)
			if (bits & 1 && !set_relr(c, word))
				return false;
		at += RELR_BITS * POINTER;
	}
	return true;
}

static int check_relr(const struct check *c)
{
	const struct fcl_emu_elf *elf = c->elf;
	uint64_t size = elf->tags[FCL_ELF_RELRSZ];
	const char *bytes = fcl_emu_elf_table(elf, elf->tags[FCL_ELF_RELR], size);

	if (!elf->has[FCL_ELF_RELR])
		return 0;
	if (bytes && elf->tags[FCL_ELF_RELRENT] == POINTER && size % POINTER == 0 &&
	    is_good_relr(c, bytes, size / POINTER))
		return 0;
	return fcl_emu_elf_refuse(elf, "its table of relative relocations (RELR) is damaged");
}

static int check_relocations(const struct check *c)
{
	const struct fcl_emu_elf *elf = c->elf;
	int error;

	if (elf->has[FCL_ELF_RELA] && elf->tags[FCL_ELF_RELAENT] != sizeof(Elf64_Rela))
		return fcl_emu_elf_refuse(elf, "its relocation entries have %llu bytes",
					  (unsigned long long)elf->tags[FCL_ELF_RELAENT]);
	if (elf->has[FCL_ELF_JMPREL] && elf->tags[FCL_ELF_PLTREL] != DT_RELA)
		return fcl_emu_elf_refuse(elf, "its PLT relocations are of type %llu",
					  (unsigned long long)elf->tags[FCL_ELF_PLTREL]);
	error = check_rela(c, elf->tags[FCL_ELF_RELA], elf->tags[FCL_ELF_RELASZ],
			   elf->tags[FCL_ELF_RELACOUNT]);
	if (!error)
		error = check_rela(c, elf->tags[FCL_ELF_JMPREL], elf->tags[FCL_ELF_PLTRELSZ], 0);
	return error ? error : check_relr(c);
}

/* --- what the linker calls -------------------------------------------------------------------- */

static int relocations_find_calls(struct check *c, struct calls *calls, enum fcl_emu_elf_tag array,
				  enum fcl_emu_elf_tag size)
{
	const struct fcl_emu_elf *elf = c->elf;

	if (!elf->has[array])
		return 0;
	calls->start = elf->tags[array];
	calls->size = elf->tags[size];
	if (calls->start % POINTER || calls->size % POINTER ||
	    !fcl_emu_elf_at(elf, calls->start, calls->size, PF_R, 0))
		return fcl_emu_elf_refuse(
			elf, "its array of constructors or destructors is not within the file");
	calls->set = calloc(calls->size / POINTER + 1, sizeof(*calls->set));
	return calls->set ? 0 : fcl_err_set(elf->err, -ENOMEM, "out of memory");
}

/* An entry without a relocation would not be a valid address in this process. */
static int check_calls(const struct check *c, const struct calls *calls, enum fcl_emu_elf_tag one)
{
	const struct fcl_emu_elf *elf = c->elf;

	for (uint64_t i = 0; i < calls->size / POINTER; i++)
		if (!calls->set[i])
			return fcl_emu_elf_refuse(
				elf,
				"entry %llu of its array of constructors or destructors is not code",
				(unsigned long long)i);
	if (elf->has[one] && !relocations_is_code(elf, elf->tags[one]))
		return fcl_emu_elf_refuse(elf,
					  "its DT_INIT or DT_FINI function at 0x%llx is not code",
					  (unsigned long long)elf->tags[one]);
	return 0;
}

int fcl_emu_elf_relocations_check(const struct fcl_emu_elf *elf, const char *symbols,
				  uint64_t nsymbols)
{
	struct check c = {.elf = elf, .symbols = symbols, .nsymbols = nsymbols};
	int error = relocations_find_calls(&c, &c.calls[0], FCL_ELF_INIT_ARRAY,
					   FCL_ELF_INIT_ARRAYSZ);

	if (!error)
		error = relocations_find_calls(&c, &c.calls[1], FCL_ELF_FINI_ARRAY,
					       FCL_ELF_FINI_ARRAYSZ);
	if (!error)
		error = check_relocations(&c);
	if (!error)
		error = check_calls(&c, &c.calls[0], FCL_ELF_INIT);
	if (!error)
		error = check_calls(&c, &c.calls[1], FCL_ELF_FINI);
	free(c.calls[0].set);
	free(c.calls[1].set);
	return error;
}
