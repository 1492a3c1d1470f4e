/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMMON_ELF_H
#define FCLC_COMMON_ELF_H

#include <gelf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/* An ELF object open for reading. */
struct fclc_elf {
	int fd;
	Elf *elf;
	size_t names; /* index of the string table for section names */
};

int fclc_elf_open(const char *path, struct fclc_elf *ret_elf, struct fcl_err *err);
void fclc_elf_close(struct fclc_elf *elf);

/* Looks up symbol `name` in an object's symbol table, and returns its size in bytes. */
int fclc_elf_find(const char *path, const char *name, bool *ret_found, uint64_t *ret_size,
		  struct fcl_err *err);

#endif
