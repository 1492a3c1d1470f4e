/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shared objects that must not be passed to the dynamic linker. Most of these crash it, or end the
 * process.
 */
#include "host_tests/emulator/unit_test.h"

#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emulator/primitives/elf_tables.h"

static unsigned char *good, *work;
static size_t size;
static struct fcl_err why;

static Elf64_Ehdr *header(void)
{
	return (Elf64_Ehdr *)(void *)work;
}

static Elf64_Phdr *segments(void)
{
	return (Elf64_Phdr *)(void *)(work + header()->e_phoff);
}

/* The first segment of a type with these flags. */
static Elf64_Phdr *segment(uint32_t type, uint32_t flags)
{
	for (unsigned i = 0; i < header()->e_phnum; i++)
		if (segments()[i].p_type == type && (segments()[i].p_flags & flags) == flags)
			return &segments()[i];
	fail_msg("no segment of type %u", type);
	return NULL;
}

static void *at(uint64_t address)
{
	for (unsigned i = 0; i < header()->e_phnum; i++) {
		Elf64_Phdr *h = &segments()[i];

		if (h->p_type == PT_LOAD && address >= h->p_vaddr &&
		    address - h->p_vaddr < h->p_filesz)
			return work + h->p_offset + (address - h->p_vaddr);
	}
	fail_msg("nothing is at 0x%llx", (unsigned long long)address);
	return NULL;
}

/* The entry with this tag, or NULL. */
static Elf64_Dyn *find(int64_t tag)
{
	Elf64_Dyn *entry = at(segment(PT_DYNAMIC, 0)->p_vaddr);

	while (entry->d_tag != tag && entry->d_tag != DT_NULL)
		entry++;
	return entry->d_tag == tag ? entry : NULL;
}

static Elf64_Dyn *dynamic(int64_t tag)
{
	Elf64_Dyn *entry = find(tag);

	if (!entry)
		fail_msg("no entry 0x%llx", (unsigned long long)tag);
	return entry;
}

static void *table(int64_t tag)
{
	return at(dynamic(tag)->d_un.d_ptr);
}

static Elf64_Rela *relocation(bool (*fits)(const Elf64_Rela *))
{
	Elf64_Rela *r = table(DT_RELA);

	for (uint64_t i = 0; i < dynamic(DT_RELASZ)->d_un.d_val / sizeof(*r); i++)
		if (fits(&r[i]))
			return &r[i];
	fail_msg("no such relocation");
	return NULL;
}

static bool has_symbol(const Elf64_Rela *r)
{
	return ELF64_R_SYM(r->r_info);
}

static bool has_none(const Elf64_Rela *r)
{
	return !ELF64_R_SYM(r->r_info);
}

static bool is_last_call(const Elf64_Rela *r)
{
	return r->r_offset == dynamic(DT_FINI_ARRAY)->d_un.d_ptr;
}

/* Reads from a block of exactly that size, so that a sanitizer detects a read past the end. */
static int check(size_t bytes)
{
	void *exact = malloc(bytes ? bytes : 1);
	int error;

	assert_non_null(exact);
	memcpy(exact, work, bytes);
	fcl_err_clear(&why);
	error = fcl_emu_elf_check(exact, bytes, &why);
	free(exact);
	assert_true(error == 0 || (error == -ENOEXEC && why.code == error));
	return error;
}

static void restore(void)
{
	memcpy(work, good, size);
}

/* The check refuses the valid object after `change`. */
#define REFUSED(change)                                                                            \
	do {                                                                                       \
		restore();                                                                         \
		change;                                                                            \
		if (!check(size))                                                                  \
			fail_msg("line %d: %s was not refused", __LINE__, #change);                \
		assert_non_null(strstr(why.text, "the payload cannot be loaded"));                 \
	} while (0)

#define ACCEPTED(change)                                                                           \
	do {                                                                                       \
		restore();                                                                         \
		change;                                                                            \
		if (check(size))                                                                   \
			fail_msg("line %d: %s: %s", __LINE__, #change, why.text);                  \
	} while (0)

static void takes_what_linkers_write(void **state)
{
	(void)state;
	ACCEPTED((void)0);
	/* Section headers are irrelevant for loading. */
	ACCEPTED(header()->e_shoff = UINT64_MAX);
	ACCEPTED(memset(work + header()->e_shoff, 0xff, sizeof(Elf64_Shdr)));
}

static void takes_other_options(void **state)
{
	static const int64_t tags[] = {DT_HASH, DT_SYMTAB, 35, 36}; /* DT_RELRSZ, DT_RELR */
	unsigned char *before_good = good, *before_work = work;
	size_t before = size;

	(void)state;
	good = read_file(OTHER, &size);
	work = malloc(size);
	assert_non_null(good);
	assert_non_null(work);
	ACCEPTED((void)0);
	for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++)
		if (find(tags[i]))
			REFUSED(dynamic(tags[i])->d_un.d_val += 0x7ffffc);
	/* A cyclic chain of symbols. */
	REFUSED(for (uint32_t *words = table(DT_HASH), i = 0; i < words[1]; i++)
			words[2 + words[0] + i] = 1);
	if (find(36)) {
		REFUSED(*(uint64_t *)table(36) = 1);
		REFUSED(*(uint64_t *)table(36) = 0x7ffffff8);
	}
	free(good);
	free(work);
	good = before_good;
	work = before_work;
	size = before;
}

static void headers(void **state)
{
	(void)state;
	REFUSED(work[EI_CLASS] = ELFCLASS32);
	REFUSED(header()->e_type = ET_EXEC);
	REFUSED(header()->e_phoff = size - 8);
	REFUSED(header()->e_phoff = UINT64_MAX - 8);
	REFUSED(header()->e_phnum = 0);
	REFUSED(header()->e_phnum = UINT16_MAX);
	REFUSED(header()->e_phentsize = 32);
	for (size_t bytes = 0; bytes < sizeof(Elf64_Ehdr) + sizeof(Elf64_Phdr); bytes++) {
		restore();
		assert_int_equal(check(bytes), -ENOEXEC);
	}
}

static void loaded_segments(void **state)
{
	(void)state;
	REFUSED(segment(PT_LOAD, PF_W)->p_offset = size);
	REFUSED(segment(PT_LOAD, PF_W)->p_filesz = UINT64_MAX);
	REFUSED(segment(PT_LOAD, PF_W)->p_memsz = 1);
	REFUSED(segment(PT_LOAD, PF_W)->p_memsz = UINT64_MAX);
	REFUSED(segment(PT_LOAD, PF_W)->p_vaddr = 0);
	REFUSED(segment(PT_LOAD, PF_W)->p_align = 3 * 4096);
	REFUSED(segment(PT_LOAD, PF_X)->p_vaddr += 8);
	REFUSED(segment(PT_LOAD, PF_X)->p_filesz /= 2);
	REFUSED(segment(PT_LOAD, PF_X)->p_flags = PF_X);
	/* The file ends before the data to be loaded does, so an access would raise SIGBUS. */
	restore();
	assert_int_equal(check(segment(PT_LOAD, PF_W)->p_offset), -ENOEXEC);
}

static void other_segments(void **state)
{
	(void)state;
	REFUSED(segment(PT_DYNAMIC, 0)->p_type = PT_NULL);
	REFUSED(segment(PT_DYNAMIC, 0)->p_vaddr = 0x7fff0000);
	REFUSED(segment(PT_DYNAMIC, 0)->p_vaddr += 4);
	REFUSED(segment(PT_DYNAMIC, 0)->p_memsz = 32);
	REFUSED(segment(PT_GNU_EH_FRAME, 0)->p_type = PT_DYNAMIC);
	REFUSED(segment(PT_GNU_EH_FRAME, 0)->p_type = PT_PHDR);
	REFUSED(segment(PT_GNU_EH_FRAME, 0)->p_vaddr = UINT64_MAX);
	REFUSED(segment(PT_GNU_RELRO, 0)->p_memsz += 1 << 20);
	REFUSED(segment(PT_GNU_RELRO, 0)->p_vaddr = 0x123456000);
	REFUSED(segment(PT_TLS, 0)->p_align = 0);
	REFUSED(segment(PT_TLS, 0)->p_align = 24);
	REFUSED(segment(PT_TLS, 0)->p_memsz = UINT64_MAX);
	REFUSED(segment(PT_TLS, 0)->p_filesz = segment(PT_TLS, 0)->p_memsz + 1);
	REFUSED((segment(PT_TLS, 0)->p_filesz = 4, segment(PT_TLS, 0)->p_vaddr = UINT64_MAX - 3));
	REFUSED(segment(PT_GNU_STACK, 0)->p_type = PT_TLS);
	REFUSED(segment(PT_TLS, 0)->p_type = PT_NULL); /* relocations need it */
}

/* The linker iterates over notes; these bytes are not notes. */
static void notes(void **state)
{
	Elf64_Nhdr note = {.n_namesz = 4, .n_descsz = 0xfffffff0, .n_type = 5};
	Elf64_Phdr *h;

	(void)state;
	restore();
	h = segment(PT_GNU_EH_FRAME, 0);
	h->p_type = PT_NOTE;
	h->p_align = 8;
	h->p_memsz = h->p_filesz = 16;
	memcpy(at(h->p_vaddr), &note, sizeof(note));
	assert_int_equal(check(size), -ENOEXEC);
	note.n_descsz = 0;
	memcpy(at(h->p_vaddr), &note, sizeof(note));
	assert_int_equal(check(size), 0);
}

static void dynamic_section(void **state)
{
	static const int64_t lost[] = {
		DT_STRTAB,     DT_STRSZ,        DT_SYMTAB, DT_SYMENT,     DT_RELAENT,
		DT_GNU_HASH,   DT_VERNEEDNUM,   DT_VERSYM, DT_RELA,       DT_RELASZ,
		DT_JMPREL,     DT_PLTRELSZ,     DT_PLTREL, DT_INIT_ARRAY, DT_INIT_ARRAYSZ,
		DT_FINI_ARRAY, DT_FINI_ARRAYSZ, DT_VERNEED};
	static const int64_t moved[] = {
		DT_STRTAB,       DT_STRSZ,     DT_SYMTAB,     DT_SYMENT,       DT_RELA,
		DT_RELASZ,       DT_RELAENT,   DT_GNU_HASH,   DT_VERNEED,      DT_VERSYM,
		DT_INIT,         DT_FINI,      DT_FINI_ARRAY, DT_FINI_ARRAYSZ, DT_INIT_ARRAY,
		DT_INIT_ARRAYSZ, DT_RELACOUNT, DT_NEEDED};
	static const uint64_t values[] = {3, 0x7fffffff0, UINT64_MAX, UINT64_MAX - 7};

	(void)state;
	for (size_t i = 0; i < sizeof(lost) / sizeof(lost[0]); i++)
		if (find(lost[i]))
			REFUSED(dynamic(lost[i])->d_tag = DT_DEBUG);
	for (size_t i = 0; i < sizeof(moved) / sizeof(moved[0]); i++)
		for (size_t j = 0; j < sizeof(values) / sizeof(values[0]); j++) {
			restore();
			if (!find(moved[i]) || (moved[i] == DT_NEEDED && j == 0) ||
			    (moved[i] == DT_RELACOUNT && j == 0) ||
			    (moved[i] == DT_STRSZ && j == 0))
				continue;
			REFUSED(dynamic(moved[i])->d_un.d_val = values[j]);
		}
	REFUSED(dynamic(DT_RELASZ)->d_tag = DT_RELSZ);
	REFUSED(dynamic(DT_RELASZ)->d_tag = DT_STRSZ); /* twice */
	REFUSED(dynamic(DT_NEEDED)->d_un.d_val = 0);   /* the host program */
	REFUSED(dynamic(DT_NEEDED)->d_tag = DT_AUXILIARY);
	REFUSED(dynamic(DT_NEEDED)->d_tag = DT_SYMTAB + 0x1000);
	/* Missing terminator. */
	REFUSED(for (Elf64_Dyn *e = dynamic(DT_NULL);
		     (unsigned char *)e <
		     work + segment(PT_DYNAMIC, 0)->p_offset + segment(PT_DYNAMIC, 0)->p_filesz;
		     e++) e->d_tag = DT_DEBUG);
	/* Tables that relocations could modify while the linker reads them. */
	REFUSED(dynamic(DT_STRTAB)->d_un.d_ptr = segment(PT_LOAD, PF_W)->p_vaddr);
}

static void hash_table(void **state)
{
	uint32_t *words;

	(void)state;
	for (unsigned i = 0; i < 4; i++)
		for (unsigned j = 0; j < 2; j++)
			REFUSED(((uint32_t *)table(DT_GNU_HASH))[i] = j ? UINT32_MAX : 0x12345);
	REFUSED(((uint32_t *)table(DT_GNU_HASH))[0] = 0);
	REFUSED(((uint32_t *)table(DT_GNU_HASH))[2] = 0);
	restore();
	words = table(DT_GNU_HASH);
	words = &words[4 + 2 * words[2]]; /* the first bucket */
	*words = 0x10000000;
	assert_int_equal(check(size), -ENOEXEC);
}

static void symbols(void **state)
{
	Elf64_Sym *symbol;

	(void)state;
	REFUSED(((Elf64_Sym *)table(DT_SYMTAB))[1].st_name = UINT32_MAX);
	REFUSED(((Elf64_Sym *)table(DT_SYMTAB))[1].st_info = ELF64_ST_INFO(STB_LOCAL, STT_NOTYPE));
	restore();
	symbol = table(DT_SYMTAB);
	while (symbol->st_shndx == SHN_UNDEF)
		symbol++;
	/*
	 * A function address without code; an address outside the object; a function at the file's
	 * header.
	 */
	symbol->st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC);
	symbol->st_value = segment(PT_LOAD, PF_W)->p_vaddr;
	assert_int_equal(check(size), -ENOEXEC);
	symbol->st_info = ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT);
	assert_int_equal(check(size), 0);
	symbol->st_value = 0x7fff00000000;
	assert_int_equal(check(size), -ENOEXEC);
	symbol->st_shndx = SHN_ABS; /* a number */
	assert_int_equal(check(size), 0);
	symbol->st_shndx = 1;
	symbol->st_info = ELF64_ST_INFO(STB_GLOBAL, STT_NOTYPE);
	symbol->st_value = 0;
	assert_int_equal(check(size), -ENOEXEC);
	/* An IFUNC resolver that is not code. */
	symbol->st_info = ELF64_ST_INFO(STB_GLOBAL, STT_GNU_IFUNC);
	symbol->st_value = segment(PT_LOAD, PF_W)->p_vaddr;
	assert_int_equal(check(size), -ENOEXEC);
}

static void versions(void **state)
{
	(void)state;
	REFUSED(((uint16_t *)table(DT_VERSYM))[1] = 0x7fff);
	REFUSED(((Elf64_Verneed *)table(DT_VERNEED))->vn_version = 2);
	REFUSED(((Elf64_Verneed *)table(DT_VERNEED))->vn_aux = 0x10000000);
	REFUSED(((Elf64_Verneed *)table(DT_VERNEED))->vn_next = 0x10000000);
	/* The linker asserts that this is a needed library. */
	REFUSED(((Elf64_Verneed *)table(DT_VERNEED))->vn_file = 0);
	REFUSED(((Elf64_Vernaux *)((char *)table(DT_VERNEED) + sizeof(Elf64_Verneed)))->vna_name =
			UINT32_MAX);
	REFUSED(((Elf64_Vernaux *)((char *)table(DT_VERNEED) + sizeof(Elf64_Verneed)))->vna_next =
			0x10000000);
	REFUSED(dynamic(DT_VERNEED)->d_tag = DT_VERDEF);
}

static void relocations(void **state)
{
	(void)state;
	/* A function that the object calls through its procedure linkage table. */
	REFUSED(((Elf64_Sym *)table(
			DT_SYMTAB))[ELF64_R_SYM(((Elf64_Rela *)table(DT_JMPREL))->r_info)]
			.st_shndx = SHN_ABS);
	REFUSED(relocation(has_none)->r_offset = UINT64_MAX - 7);
	REFUSED(relocation(has_none)->r_offset = segment(PT_LOAD, PF_X)->p_vaddr);
	REFUSED(relocation(has_none)->r_offset = segment(PT_DYNAMIC, 0)->p_vaddr + 8);
	REFUSED(relocation(has_none)->r_info = 1000);
	REFUSED(relocation(has_none)->r_info = ELF64_R_INFO(1, 1)); /* not RELATIVE, as counted */
	REFUSED(relocation(has_symbol)->r_info |= UINT64_C(0x7fffffff) << 32);
	REFUSED(relocation(is_last_call)->r_addend = (Elf64_Sxword)segment(PT_LOAD, PF_W)->p_vaddr);
	REFUSED(relocation(is_last_call)->r_offset = segment(PT_LOAD, PF_W)->p_vaddr +
						     segment(PT_LOAD, PF_W)->p_memsz - 8);
#if defined(__x86_64__)
	REFUSED(relocation(has_symbol)->r_info += R_X86_64_TPOFF64 - R_X86_64_GLOB_DAT);
	REFUSED(relocation(has_symbol)->r_info = ELF64_R_INFO(1, R_X86_64_COPY));
	REFUSED((relocation(has_symbol)->r_info = ELF64_R_INFO(0, R_X86_64_IRELATIVE),
		 relocation(has_symbol)->r_addend = 8));
#endif
}

/* Whatever is damaged, the check only reads the file's bytes, and ends. */
static void anything(void **state)
{
	uint32_t random = 1;
	size_t tables, section;

	(void)state;
	restore();
	tables = segment(PT_LOAD, 0)->p_filesz;
	section = segment(PT_DYNAMIC, 0)->p_offset;
	for (unsigned i = 0; i < 20000; i++) {
		restore();
		for (unsigned j = 0; j <= i % 3; j++) {
			size_t place = next_number(&random);

			place = i & 1 ? place % tables : section + place % 0x200;
			work[place % size] = (unsigned char)next_number(&random);
		}
		check(size);
	}
}

static int begin(void **state)
{
	(void)state;
	good = read_file(SAMPLE, &size);
	work = malloc(size);
	return good && work ? 0 : -1;
}

static int end(void **state)
{
	(void)state;
	free(good);
	free(work);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(takes_what_linkers_write),
		cmocka_unit_test(takes_other_options),
		cmocka_unit_test(headers),
		cmocka_unit_test(loaded_segments),
		cmocka_unit_test(other_segments),
		cmocka_unit_test(notes),
		cmocka_unit_test(dynamic_section),
		cmocka_unit_test(hash_table),
		cmocka_unit_test(symbols),
		cmocka_unit_test(versions),
		cmocka_unit_test(relocations),
		cmocka_unit_test(anything),
	};

	return cmocka_run_group_tests(tests, begin, end);
}
