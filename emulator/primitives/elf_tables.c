/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/primitives/elf_tables.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "emulator/primitives/elf_object.h"
#include "emulator/primitives/elf_relocations.h"

#define VERSION_INDEX 0x7fffu /* the next bit marks hidden versions */

/* More than linkers write; comparing names takes time proportional to both. */
enum { MAX_VERSIONS = 4096, MAX_LETTERS = 4096 };

struct tables {
	struct fcl_emu_elf elf;
	const char *names;
	const char *symbols;
	uint64_t nsymbols;
	uint32_t nversions; /* the highest index plus 1; 0: none */
	unsigned nread;     /* entries read from the version tables */
};

static bool elf_tables_is_name(const struct tables *t, uint64_t offset)
{
	return offset < t->elf.tags[FCL_ELF_STRSZ];
}

static uint32_t word_at(const char *table, uint64_t index)
{
	uint32_t word;

	memcpy(&word, table + index * sizeof(word), sizeof(word));
	return word;
}

/* --- names ------------------------------------------------------------------------------------ */

static int read_names(struct tables *t)
{
	static const enum fcl_emu_elf_tag names[] = {FCL_ELF_SONAME, FCL_ELF_RPATH,
						     FCL_ELF_RUNPATH};
	struct fcl_emu_elf *elf = &t->elf;
	uint64_t size = elf->tags[FCL_ELF_STRSZ];

	if (size)
		t->names = fcl_emu_elf_table(elf, elf->tags[FCL_ELF_STRTAB], size);
	if (!t->names || t->names[size - 1])
		return fcl_emu_elf_refuse(elf, "its string table is not within the file");
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (elf->has[names[i]] && !elf_tables_is_name(t, elf->tags[names[i]]))
			return fcl_emu_elf_refuse(elf, "a name is not within the string table");
	for (uint64_t i = 0; i < elf->ndynamic; i++) {
		Elf64_Dyn entry = fcl_emu_elf_dynamic(elf, i);

		/* An empty name would be the host program. */
		if (entry.d_tag == DT_NEEDED &&
		    (!elf_tables_is_name(t, entry.d_un.d_val) || !t->names[entry.d_un.d_val] ||
		     strnlen(t->names + entry.d_un.d_val, MAX_LETTERS) == MAX_LETTERS))
			return fcl_emu_elf_refuse(
				elf, "the name of a needed library (DT_NEEDED) is missing");
	}
	return 0;
}

static bool needs(const struct tables *t, uint32_t name)
{
	for (uint64_t i = 0; i < t->elf.ndynamic; i++) {
		Elf64_Dyn entry = fcl_emu_elf_dynamic(&t->elf, i);

		if (entry.d_tag == DT_NEEDED &&
		    !strcmp(t->names + entry.d_un.d_val, t->names + name))
			return true;
	}
	return false;
}

/*
 * --- hash tables, which determine the number of symbols -----------------------------------------
 */

/* 0: the table is damaged. The chain that starts last also ends last. */
static uint64_t count_gnu(const struct fcl_emu_elf *elf)
{
	uint64_t address = elf->tags[FCL_ELF_GNU_HASH], last = 0;
	const char *header = fcl_emu_elf_table(elf, address, 16), *buckets;
	uint32_t nbuckets, first, words;

	if (!header)
		return 0;
	nbuckets = word_at(header, 0);
	first = word_at(header, 1);
	words = word_at(header, 2);
	if (!nbuckets || !words || words & (words - 1) || word_at(header, 3) >= 64 || !first)
		return 0;
	if (!fcl_emu_elf_table(elf, address + 16, words * UINT64_C(8)))
		return 0;
	address += 16 + words * UINT64_C(8);
	buckets = fcl_emu_elf_table(elf, address, nbuckets * UINT64_C(4));
	if (!buckets)
		return 0;
	for (uint32_t i = 0; i < nbuckets; i++) {
		uint32_t bucket = word_at(buckets, i);

		if (bucket && bucket < first)
			return 0;
		last = bucket > last ? bucket : last;
	}
	address += nbuckets * UINT64_C(4);
	for (; last; last++) {
		const char *hash = fcl_emu_elf_table(elf, address + (last - first) * 4, 4);

		if (!hash)
			return 0;
		if (word_at(hash, 0) & 1)
			return last + 1;
	}
	return 0; /* the object exports nothing */
}

/* A symbol is in at most one chain, so a chain with more steps than there are symbols is a loop. */
static uint64_t count_sysv(const struct fcl_emu_elf *elf)
{
	uint64_t address = elf->tags[FCL_ELF_HASH], steps = 0;
	const char *table = fcl_emu_elf_table(elf, address, 8);
	uint64_t nbuckets = table ? word_at(table, 0) : 0, count = table ? word_at(table, 1) : 0;

	if (!nbuckets || !fcl_emu_elf_table(elf, address, (2 + nbuckets + count) * 4))
		return 0;
	for (uint64_t i = 0; i < nbuckets; i++) {
		uint32_t symbol = word_at(table, 2 + i);

		while (symbol) {
			if (symbol >= count || ++steps > count)
				return 0;
			symbol = word_at(table, 2 + nbuckets + symbol);
		}
	}
	return count;
}

/* --- symbols ---------------------------------------------------------------------------------- */

static Elf64_Sym symbol_at(const struct tables *t, uint64_t index)
{
	Elf64_Sym symbol;

	memcpy(&symbol, t->symbols + index * sizeof(symbol), sizeof(symbol));
	return symbol;
}

static bool elf_tables_is_good(const struct tables *t, const Elf64_Sym *symbol)
{
	const struct fcl_emu_elf *elf = &t->elf;

	if (!elf_tables_is_name(t, symbol->st_name))
		return false;
	/* A local symbol is not looked up: the linker uses its value. */
	if (symbol->st_shndx == SHN_UNDEF)
		return ELF64_ST_BIND(symbol->st_info) != STB_LOCAL;
	switch (ELF64_ST_TYPE(symbol->st_info)) {
	case STT_TLS:
		return elf->has_tls;
	case STT_GNU_IFUNC: /* the linker calls it to resolve the symbol */
	case STT_FUNC:
		return symbol->st_shndx != SHN_ABS &&
		       fcl_emu_elf_room(elf, symbol->st_value, PF_X) > 0;
	default:
		/*
		 * Symbols such as _end point behind the last byte, and one for the file's headers
		 * is at 0. Version names and sizes of embedded files are absolute numbers.
		 */
		return symbol->st_shndx == SHN_ABS ||
		       (symbol->st_value && (fcl_emu_elf_room(elf, symbol->st_value, PF_R) ||
					     fcl_emu_elf_room(elf, symbol->st_value - 1, PF_R)));
	}
}

static int read_symbols(struct tables *t)
{
	struct fcl_emu_elf *elf = &t->elf;

	/* The linker prefers the GNU hash table. */
	if (elf->has[FCL_ELF_GNU_HASH])
		t->nsymbols = count_gnu(elf);
	else if (elf->has[FCL_ELF_HASH])
		t->nsymbols = count_sysv(elf);
	if (!t->nsymbols)
		return fcl_emu_elf_refuse(
			elf, "its hash table is missing or damaged, or it exports no symbol");
	if (elf->tags[FCL_ELF_SYMENT] == sizeof(Elf64_Sym))
		t->symbols = fcl_emu_elf_table(elf, elf->tags[FCL_ELF_SYMTAB],
					       t->nsymbols * sizeof(Elf64_Sym));
	if (!t->symbols)
		return fcl_emu_elf_refuse(elf, "its table of %llu symbols is not within the file",
					  (unsigned long long)t->nsymbols);
	for (uint64_t i = 1; i < t->nsymbols; i++) {
		Elf64_Sym symbol = symbol_at(t, i);

		if (!elf_tables_is_good(t, &symbol))
			return fcl_emu_elf_refuse(
				elf, "symbol %llu has a name or an address outside the file",
				(unsigned long long)i);
	}
	return 0;
}

/*
 * --- symbol versions ----------------------------------------------------------------------------
 */

static void elf_tables_note_version(struct tables *t, uint32_t index)
{
	if ((index & VERSION_INDEX) >= t->nversions)
		t->nversions = (index & VERSION_INDEX) + 1;
}

/* Reads an entry of a version list; the entries themselves give the list's length. */
static bool read_version(struct tables *t, uint64_t address, void *ret_entry, size_t size)
{
	const char *bytes = fcl_emu_elf_table(&t->elf, address, size);

	if (!bytes || ++t->nread > MAX_VERSIONS)
		return false;
	memcpy(ret_entry, bytes, size);
	return true;
}

static bool read_needed_names(struct tables *t, uint64_t address)
{
	Elf64_Vernaux name = {.vna_next = 1};

	while (name.vna_next) {
		if (!read_version(t, address, &name, sizeof(name)) ||
		    !elf_tables_is_name(t, name.vna_name))
			return false;
		elf_tables_note_version(t, name.vna_other);
		address += name.vna_next;
	}
	return true;
}

/* The linker asserts that each library named here is a needed one. */
static bool read_needed(struct tables *t)
{
	uint64_t address = t->elf.tags[FCL_ELF_VERNEED];
	Elf64_Verneed needed = {.vn_next = 1};

	while (needed.vn_next) {
		if (!read_version(t, address, &needed, sizeof(needed)) || needed.vn_version != 1 ||
		    !elf_tables_is_name(t, needed.vn_file) || !needs(t, needed.vn_file) ||
		    !read_needed_names(t, address + needed.vn_aux))
			return false;
		address += needed.vn_next;
	}
	return true;
}

/* The linker reads the first name of each defined version. */
static bool read_defined(struct tables *t)
{
	uint64_t address = t->elf.tags[FCL_ELF_VERDEF];
	Elf64_Verdef defined = {.vd_next = 1};

	while (defined.vd_next) {
		const char *bytes;
		Elf64_Verdaux name;

		if (!read_version(t, address, &defined, sizeof(defined)))
			return false;
		bytes = fcl_emu_elf_table(&t->elf, address + defined.vd_aux, sizeof(name));
		if (!bytes || defined.vd_version != 1)
			return false;
		memcpy(&name, bytes, sizeof(name));
		if (!elf_tables_is_name(t, name.vda_name))
			return false;
		elf_tables_note_version(t, defined.vd_ndx);
		address += defined.vd_next;
	}
	return true;
}

static bool read_indices(struct tables *t)
{
	const char *bytes = fcl_emu_elf_table(&t->elf, t->elf.tags[FCL_ELF_VERSYM],
					      t->nsymbols * sizeof(uint16_t));

	for (uint64_t i = 0; bytes && i < t->nsymbols; i++) {
		uint16_t index;

		memcpy(&index, bytes + i * sizeof(index), sizeof(index));
		if ((index & VERSION_INDEX) >= t->nversions)
			return false;
	}
	return bytes != NULL;
}

static int check_versions(struct tables *t)
{
	const struct fcl_emu_elf *elf = &t->elf;
	bool good = true;

	if (elf->has[FCL_ELF_VERNEED])
		good = read_needed(t);
	if (good && elf->has[FCL_ELF_VERDEF])
		good = read_defined(t);
	if (good && (elf->has[FCL_ELF_VERSYM] || t->nversions))
		good = elf->has[FCL_ELF_VERSYM] && read_indices(t);
	return good ? 0 : fcl_emu_elf_refuse(elf, "its tables of symbol versions are damaged");
}

/*
 * --- the whole object ---------------------------------------------------------------------------
 */

int fcl_emu_elf_check(const void *bytes, size_t size, struct fcl_err *err)
{
	struct tables t = {0};
	int error = fcl_emu_elf_open(&t.elf, bytes, size, err);

	if (!error)
		error = read_names(&t);
	if (!error)
		error = read_symbols(&t);
	if (!error)
		error = check_versions(&t);
	if (!error)
		error = fcl_emu_elf_relocations_check(&t.elf, t.symbols, t.nsymbols);
	return error;
}
