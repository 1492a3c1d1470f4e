/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/primitives/elf_object.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* More than linkers produce; the checks below take time in proportion. */
enum { MAX_HEADERS = 64, MAX_ENTRIES = 1024 };

/*
 * The linker allocates this much memory for each thread that uses thread-local data of the object,
 * and kills the process if there is none.
 */
#define MAX_TLS (UINT64_C(256) << 20)

/* Above this, sums of addresses and sizes could wrap. */
#define MAX_ADDRESS (UINT64_C(1) << 47)

int fcl_emu_elf_refuse(const struct fcl_emu_elf *elf, const char *format, ...)
{
	char text[300];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	return fcl_err_set(elf->err, -ENOEXEC,
			   "the payload cannot be loaded, its ELF is damaged: %s", text);
}

Elf64_Phdr fcl_emu_elf_segment(const struct fcl_emu_elf *elf, unsigned index)
{
	Elf64_Phdr header;

	memcpy(&header, elf->headers + index * sizeof(header), sizeof(header));
	return header;
}

static bool within(uint64_t start, uint64_t size, uint64_t from, uint64_t length)
{
	return start >= from && start - from <= length && size <= length - (start - from);
}

const char *fcl_emu_elf_at(const struct fcl_emu_elf *elf, uint64_t address, uint64_t size,
			   uint32_t flags, uint32_t without)
{
	for (unsigned i = 0; i < elf->nheaders; i++) {
		Elf64_Phdr h = fcl_emu_elf_segment(elf, i);

		if (h.p_type == PT_LOAD && (h.p_flags & flags) == flags && !(h.p_flags & without) &&
		    within(address, size, h.p_vaddr, h.p_filesz))
			return elf->bytes + h.p_offset + (address - h.p_vaddr);
	}
	return NULL;
}

const char *fcl_emu_elf_table(const struct fcl_emu_elf *elf, uint64_t address, uint64_t size)
{
	return fcl_emu_elf_at(elf, address, size, PF_R, PF_W);
}

uint64_t fcl_emu_elf_room(const struct fcl_emu_elf *elf, uint64_t address, uint32_t flags)
{
	for (unsigned i = 0; i < elf->nheaders; i++) {
		Elf64_Phdr h = fcl_emu_elf_segment(elf, i);

		if (h.p_type == PT_LOAD && (h.p_flags & flags) == flags &&
		    within(address, 0, h.p_vaddr, h.p_memsz))
			return h.p_memsz - (address - h.p_vaddr);
	}
	return 0;
}

/* --- segments --------------------------------------------------------------------------------- */

static bool is_power_of_two(uint64_t value)
{
	return value && !(value & (value - 1));
}

/*
 * Checks a loadable segment: they must be in address order, on separate pages, and within the file.
 */
static int check_load(struct fcl_emu_elf *elf, const Elf64_Phdr *h, uint64_t *end)
{
	uint64_t mask = elf->page - 1;

	if (h->p_filesz > h->p_memsz || h->p_offset > elf->size ||
	    h->p_filesz > elf->size - h->p_offset || h->p_vaddr >= MAX_ADDRESS ||
	    h->p_memsz >= MAX_ADDRESS)
		return fcl_emu_elf_refuse(
			elf,
			"a segment at 0x%llx has 0x%llx bytes, 0x%llx of them at file offset 0x%llx of 0x%zx",
			(unsigned long long)h->p_vaddr, (unsigned long long)h->p_memsz,
			(unsigned long long)h->p_filesz, (unsigned long long)h->p_offset,
			elf->size);
	if (!is_power_of_two(h->p_align) || h->p_align & mask || h->p_align > 1 << 30 ||
	    (h->p_vaddr - h->p_offset) & (h->p_align - 1))
		return fcl_emu_elf_refuse(elf, "a segment's alignment is 0x%llx",
					  (unsigned long long)h->p_align);
	/* Zero-filled memory is not code. */
	if (!(h->p_flags & PF_R) || (h->p_vaddr & ~mask) < *end ||
	    (h->p_flags & PF_X && h->p_filesz != h->p_memsz))
		return fcl_emu_elf_refuse(
			elf,
			"the segment at 0x%llx overlaps the previous one, is not readable, or has code that is not in the file",
			(unsigned long long)h->p_vaddr);
	*end = (h->p_vaddr + h->p_memsz + mask) & ~mask;
	return 0;
}

/* Notes follow each other; each starts with its sizes. */
static int check_notes(struct fcl_emu_elf *elf, const Elf64_Phdr *h)
{
	const char *bytes = fcl_emu_elf_at(elf, h->p_vaddr, h->p_memsz, PF_R, 0);
	uint64_t align = h->p_align == 8 ? 8 : 4, at = 0;

	while (bytes && h->p_memsz - at >= sizeof(Elf64_Nhdr)) {
		Elf64_Nhdr note;
		uint64_t size;

		memcpy(&note, bytes + at, sizeof(note));
		size = (sizeof(note) + note.n_namesz + align - 1) / align * align;
		size = (size + note.n_descsz + align - 1) / align * align;
		/* The last note may lack its padding. */
		if (size > h->p_memsz - at + align - 1)
			bytes = NULL;
		at = size > h->p_memsz - at ? h->p_memsz : at + size;
	}
	return bytes ? 0
		     : fcl_emu_elf_refuse(elf, "its notes at 0x%llx exceed their segment",
					  (unsigned long long)h->p_vaddr);
}

static int check_tls(struct fcl_emu_elf *elf, const Elf64_Phdr *h)
{
	bool there = !h->p_filesz || fcl_emu_elf_at(elf, h->p_vaddr, h->p_filesz, PF_R, 0);

	if (!elf->has_tls && there && h->p_filesz <= h->p_memsz && h->p_memsz <= MAX_TLS &&
	    is_power_of_two(h->p_align) && h->p_align <= elf->page) {
		elf->has_tls = h->p_memsz != 0;
		return 0;
	}
	return fcl_emu_elf_refuse(
		elf,
		"its thread-local data has 0x%llx bytes at 0x%llx, aligned to 0x%llx; expected at most 256 MiB, within a segment",
		(unsigned long long)h->p_memsz, (unsigned long long)h->p_vaddr,
		(unsigned long long)h->p_align);
}

/* Checks a segment that the linker protects, or locates by its address. */
static int check_part(struct fcl_emu_elf *elf, const Elf64_Phdr *h)
{
	const char *bytes;

	switch (h->p_type) {
	case PT_NOTE:
	case PT_GNU_PROPERTY:
		return check_notes(elf, h);
	case PT_TLS:
		return check_tls(elf, h);
	case PT_PHDR:
		bytes = fcl_emu_elf_at(elf, h->p_vaddr, elf->nheaders * sizeof(*h), PF_R, 0);
		if (bytes == elf->headers)
			return 0;
		break;
	case PT_GNU_RELRO:
		/*
		 * The linker protects whole pages, so the last one may reach beyond the segment's
		 * own end.
		 */
		for (unsigned i = 0; i < elf->nheaders; i++) {
			Elf64_Phdr load = fcl_emu_elf_segment(elf, i);
			uint64_t size = load.p_memsz + elf->page - 1;

			size -= (load.p_vaddr + size) & (elf->page - 1);
			if (load.p_type == PT_LOAD && load.p_flags & PF_W &&
			    within(h->p_vaddr, h->p_memsz, load.p_vaddr, size))
				return 0;
		}
		break;
	case PT_GNU_EH_FRAME:
		if (fcl_emu_elf_at(elf, h->p_vaddr, h->p_memsz, PF_R, 0))
			return 0;
		break;
	default:
		return 0;
	}
	return fcl_emu_elf_refuse(
		elf, "the program header of type 0x%x at 0x%llx is not within a segment", h->p_type,
		(unsigned long long)h->p_vaddr);
}

static int elf_object_check_segments(struct fcl_emu_elf *elf)
{
	uint64_t end = 0;
	int error = 0;

	for (unsigned i = 0; !error && i < elf->nheaders; i++) {
		Elf64_Phdr h = fcl_emu_elf_segment(elf, i);

		if (h.p_type == PT_LOAD)
			error = check_load(elf, &h, &end);
	}
	for (unsigned i = 0; !error && i < elf->nheaders; i++) {
		Elf64_Phdr h = fcl_emu_elf_segment(elf, i);

		if (h.p_type != PT_LOAD)
			error = check_part(elf, &h);
	}
	return error;
}

/* --- the dynamic section ---------------------------------------------------------------------- */

static const struct {
	uint64_t tag;
	enum fcl_emu_elf_tag index; /* FCL_ELF_TAGS: needs no check */
} known[] = {
	{DT_NEEDED, FCL_ELF_TAGS},
	{DT_PLTRELSZ, FCL_ELF_PLTRELSZ},
	{DT_PLTGOT, FCL_ELF_TAGS},
	{DT_HASH, FCL_ELF_HASH},
	{DT_STRTAB, FCL_ELF_STRTAB},
	{DT_SYMTAB, FCL_ELF_SYMTAB},
	{DT_RELA, FCL_ELF_RELA},
	{DT_RELASZ, FCL_ELF_RELASZ},
	{DT_RELAENT, FCL_ELF_RELAENT},
	{DT_STRSZ, FCL_ELF_STRSZ},
	{DT_SYMENT, FCL_ELF_SYMENT},
	{DT_INIT, FCL_ELF_INIT},
	{DT_FINI, FCL_ELF_FINI},
	{DT_SONAME, FCL_ELF_SONAME},
	{DT_RPATH, FCL_ELF_RPATH},
	{DT_SYMBOLIC, FCL_ELF_TAGS},
	{DT_PLTREL, FCL_ELF_PLTREL},
	{DT_DEBUG, FCL_ELF_TAGS},
	{DT_JMPREL, FCL_ELF_JMPREL},
	{DT_BIND_NOW, FCL_ELF_TAGS},
	{DT_INIT_ARRAY, FCL_ELF_INIT_ARRAY},
	{DT_FINI_ARRAY, FCL_ELF_FINI_ARRAY},
	{DT_INIT_ARRAYSZ, FCL_ELF_INIT_ARRAYSZ},
	{DT_FINI_ARRAYSZ, FCL_ELF_FINI_ARRAYSZ},
	{DT_RUNPATH, FCL_ELF_RUNPATH},
	{DT_FLAGS, FCL_ELF_TAGS},
	{35, FCL_ELF_RELRSZ}, /* DT_RELRSZ, DT_RELR, DT_RELRENT: missing in older headers */
	{36, FCL_ELF_RELR},
	{37, FCL_ELF_RELRENT},
	{DT_GNU_HASH, FCL_ELF_GNU_HASH},
	{DT_TLSDESC_PLT, FCL_ELF_TAGS},
	{DT_TLSDESC_GOT, FCL_ELF_TAGS},
	{DT_VERSYM, FCL_ELF_VERSYM},
	{DT_RELACOUNT, FCL_ELF_RELACOUNT},
	{DT_FLAGS_1, FCL_ELF_TAGS},
	{DT_VERDEF, FCL_ELF_VERDEF},
	{DT_VERDEFNUM, FCL_ELF_VERDEFNUM},
	{DT_VERNEED, FCL_ELF_VERNEED},
	{DT_VERNEEDNUM, FCL_ELF_VERNEEDNUM},
};

Elf64_Dyn fcl_emu_elf_dynamic(const struct fcl_emu_elf *elf, uint64_t index)
{
	Elf64_Dyn entry;

	memcpy(&entry,
	       fcl_emu_elf_at(elf, elf->dynamic + index * sizeof(entry), sizeof(entry), 0, 0),
	       sizeof(entry));
	return entry;
}

/* A duplicate tag is refused: the linker and another reader might use different ones. */
static int elf_object_read_entry(struct fcl_emu_elf *elf, const Elf64_Dyn *entry)
{
	uint64_t tag = (uint64_t)entry->d_tag;

	/* Processor-specific tags describe the procedure linkage table. */
	if (tag >= DT_LOPROC && tag < DT_LOPROC + 8)
		return 0;
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		enum fcl_emu_elf_tag index = known[i].index;

		if (known[i].tag != tag)
			continue;
		if (index == FCL_ELF_TAGS)
			return 0;
		if (elf->has[index])
			break;
		elf->has[index] = true;
		elf->tags[index] = entry->d_un.d_val;
		return 0;
	}
	return fcl_emu_elf_refuse(elf,
				  "its dynamic section has an unexpected entry with tag 0x%llx",
				  (unsigned long long)tag);
}

/* If one of a pair is present, the linker assumes that the other is, too. */
static int check_pairs(struct fcl_emu_elf *elf)
{
	static const enum fcl_emu_elf_tag pairs[][2] = {
		{FCL_ELF_STRTAB, FCL_ELF_STRSZ},
		{FCL_ELF_SYMTAB, FCL_ELF_SYMENT},
		{FCL_ELF_RELA, FCL_ELF_RELASZ},
		{FCL_ELF_RELA, FCL_ELF_RELAENT},
		{FCL_ELF_JMPREL, FCL_ELF_PLTRELSZ},
		{FCL_ELF_JMPREL, FCL_ELF_PLTREL},
		{FCL_ELF_RELR, FCL_ELF_RELRSZ},
		{FCL_ELF_RELR, FCL_ELF_RELRENT},
		{FCL_ELF_INIT_ARRAY, FCL_ELF_INIT_ARRAYSZ},
		{FCL_ELF_FINI_ARRAY, FCL_ELF_FINI_ARRAYSZ},
		{FCL_ELF_VERNEED, FCL_ELF_VERNEEDNUM},
		{FCL_ELF_VERDEF, FCL_ELF_VERDEFNUM},
	};

	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
		if (elf->has[pairs[i][0]] != elf->has[pairs[i][1]])
			return fcl_emu_elf_refuse(
				elf,
				"its dynamic section lacks the size or the address of a table");
	return 0;
}

static int read_dynamic(struct fcl_emu_elf *elf)
{
	const Elf64_Phdr *found = NULL;
	Elf64_Phdr h;

	for (unsigned i = 0; i < elf->nheaders; i++) {
		Elf64_Phdr header = fcl_emu_elf_segment(elf, i);

		if (header.p_type != PT_DYNAMIC)
			continue;
		if (found)
			return fcl_emu_elf_refuse(elf, "it has two dynamic sections");
		h = header;
		found = &h;
	}
	/* It must be writable: the linker stores addresses in it. */
	if (!found || h.p_vaddr % sizeof(uint64_t) ||
	    !fcl_emu_elf_at(elf, h.p_vaddr, h.p_memsz, PF_R | PF_W, 0))
		return fcl_emu_elf_refuse(elf, "it has no dynamic section in a writable segment");
	elf->dynamic = h.p_vaddr;
	for (uint64_t i = 0; i < h.p_memsz / sizeof(Elf64_Dyn) && i < MAX_ENTRIES; i++) {
		Elf64_Dyn entry = fcl_emu_elf_dynamic(elf, i);
		int error;

		if (entry.d_tag == DT_NULL) {
			elf->ndynamic = i;
			return check_pairs(elf);
		}
		error = elf_object_read_entry(elf, &entry);
		if (error)
			return error;
	}
	return fcl_emu_elf_refuse(elf, "its dynamic section does not end with DT_NULL");
}

int fcl_emu_elf_open(struct fcl_emu_elf *elf, const void *bytes, size_t size, struct fcl_err *err)
{
	Elf64_Ehdr header;
	int error;

	*elf = (struct fcl_emu_elf){.bytes = bytes, .size = size, .err = err};
	elf->page = (uint64_t)sysconf(_SC_PAGESIZE);
	if (size < sizeof(header))
		return fcl_emu_elf_refuse(elf, "it has only %zu bytes", size);
	memcpy(&header, bytes, sizeof(header));
	if (memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
	    header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB ||
	    header.e_type != ET_DYN)
		return fcl_emu_elf_refuse(elf, "it is not a 64-bit shared object");
	if (header.e_phentsize != sizeof(Elf64_Phdr) || !header.e_phnum ||
	    header.e_phnum > MAX_HEADERS || header.e_phoff > size ||
	    header.e_phnum * sizeof(Elf64_Phdr) > size - header.e_phoff)
		return fcl_emu_elf_refuse(
			elf,
			"it has %u program headers of %u bytes at 0x%llx, expected 1 to %u of %zu within the file",
			header.e_phnum, header.e_phentsize, (unsigned long long)header.e_phoff,
			MAX_HEADERS, sizeof(Elf64_Phdr));
	elf->headers = elf->bytes + header.e_phoff;
	elf->nheaders = header.e_phnum;
	error = elf_object_check_segments(elf);
	return error ? error : read_dynamic(elf);
}

/* In the OS-specific range and unused by others, so the linker skips it. */
#define HIDDEN_TAG (DT_LOOS + 0x46434c)

int fcl_emu_elf_hide_calls(const struct fcl_emu_elf *elf, int fd)
{
	static const Elf64_Sxword tag = HIDDEN_TAG;

	for (uint64_t i = 0; i < elf->ndynamic; i++) {
		Elf64_Dyn entry = fcl_emu_elf_dynamic(elf, i);
		const char *at = fcl_emu_elf_at(elf, elf->dynamic + i * sizeof(entry),
						sizeof(entry), PF_R, 0);
		ssize_t written;

		if (entry.d_tag != DT_INIT && entry.d_tag != DT_INIT_ARRAY &&
		    entry.d_tag != DT_PREINIT_ARRAY && entry.d_tag != DT_FINI &&
		    entry.d_tag != DT_FINI_ARRAY)
			continue;
		written = pwrite(fd, &tag, sizeof(tag), at - elf->bytes);
		if (written != (ssize_t)sizeof(tag))
			return written < 0 ? -errno : -EIO;
	}
	return 0;
}
