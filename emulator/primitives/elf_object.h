/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_ELF_OBJECT_H
#define FCL_EMU_ELF_OBJECT_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/*
 * A shared object from the dynamic linker's point of view: its segments and dynamic section. The
 * bytes are untrusted; every address and offset is checked before use.
 */

/* The entries of the dynamic section that refer to tables or functions. */
enum fcl_emu_elf_tag {
	FCL_ELF_STRTAB,
	FCL_ELF_STRSZ,
	FCL_ELF_SYMTAB,
	FCL_ELF_SYMENT,
	FCL_ELF_HASH,
	FCL_ELF_GNU_HASH,
	FCL_ELF_RELA,
	FCL_ELF_RELASZ,
	FCL_ELF_RELAENT,
	FCL_ELF_RELACOUNT,
	FCL_ELF_JMPREL,
	FCL_ELF_PLTRELSZ,
	FCL_ELF_PLTREL,
	FCL_ELF_RELR,
	FCL_ELF_RELRSZ,
	FCL_ELF_RELRENT,
	FCL_ELF_INIT,
	FCL_ELF_FINI,
	FCL_ELF_INIT_ARRAY,
	FCL_ELF_INIT_ARRAYSZ,
	FCL_ELF_FINI_ARRAY,
	FCL_ELF_FINI_ARRAYSZ,
	FCL_ELF_SONAME,
	FCL_ELF_RPATH,
	FCL_ELF_RUNPATH,
	FCL_ELF_VERSYM,
	FCL_ELF_VERNEED,
	FCL_ELF_VERNEEDNUM,
	FCL_ELF_VERDEF,
	FCL_ELF_VERDEFNUM,
	FCL_ELF_TAGS
};

struct fcl_emu_elf {
	const char *bytes;
	size_t size;
	const char *headers; /* program headers, Elf64_Phdr, possibly unaligned */
	unsigned nheaders;
	uint64_t page;
	bool has_tls;
	uint64_t dynamic;  /* address of the dynamic section */
	uint64_t ndynamic; /* entries before DT_NULL */
	uint64_t tags[FCL_ELF_TAGS];
	bool has[FCL_ELF_TAGS];
	struct fcl_err *err;
};

/* Parses and checks the headers and the dynamic section. The bytes must stay valid. */
int fcl_emu_elf_open(struct fcl_emu_elf *elf, const void *bytes, size_t size, struct fcl_err *err);

Elf64_Phdr fcl_emu_elf_segment(const struct fcl_emu_elf *elf, unsigned index);
Elf64_Dyn fcl_emu_elf_dynamic(const struct fcl_emu_elf *elf, uint64_t index);

/*
 * Returns the bytes at an address if the file contains `size` of them in a segment with all flags
 * in `flags` and none in `without`; else NULL.
 */
const char *fcl_emu_elf_at(const struct fcl_emu_elf *elf, uint64_t address, uint64_t size,
			   uint32_t flags, uint32_t without);

/* Returns a table that the linker reads, if relocations cannot change it. */
const char *fcl_emu_elf_table(const struct fcl_emu_elf *elf, uint64_t address, uint64_t size);

/*
 * Returns how many bytes from the address on are in a segment with these flags, including
 * zero-filled memory beyond the file.
 */
uint64_t fcl_emu_elf_room(const struct fcl_emu_elf *elf, uint64_t address, uint32_t flags);

/*
 * Modifies a copy of the object in a file so that the dynamic linker calls none of its
 * initialization and termination functions; FCL_ELF_INIT etc. still give their addresses. Returns 0
 * or a negative errno.
 */
int fcl_emu_elf_hide_calls(const struct fcl_emu_elf *elf, int fd);

/* Sets the error; always returns -ENOEXEC. */
int fcl_emu_elf_refuse(const struct fcl_emu_elf *elf, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
