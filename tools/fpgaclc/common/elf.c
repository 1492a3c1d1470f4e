/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/common/elf.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

int fclc_elf_open(const char *path, struct fclc_elf *ret_elf, struct fcl_err *err)
{
	struct fclc_elf elf = {.fd = open(path, O_RDONLY | O_CLOEXEC)};

	if (elf.fd < 0)
		return fcl_err_set(err, -errno, "fpgaclc: error: cannot read '%s': %s", path,
				   strerror(errno));
	elf_version(EV_CURRENT);
	elf.elf = elf_begin(elf.fd, ELF_C_READ, NULL);
	if (elf.elf && !elf_getshdrstrndx(elf.elf, &elf.names)) {
		*ret_elf = elf;
		return 0;
	}
	fcl_err_set(err, -EINVAL, "fpgaclc: error: '%s': %s", path, elf_errmsg(-1));
	elf_end(elf.elf);
	close(elf.fd);
	return -EINVAL;
}

void fclc_elf_close(struct fclc_elf *elf)
{
	elf_end(elf->elf);
	close(elf->fd);
}

static bool names_symbol(struct fclc_elf *elf, Elf_Scn *section, const GElf_Shdr *header,
			 const char *wanted, GElf_Sym *ret_symbol)
{
	Elf_Data *data = elf_getdata(section, NULL);
	size_t count = data && header->sh_entsize ? header->sh_size / header->sh_entsize : 0;

	for (size_t i = 0; i < count && gelf_getsym(data, (int)i, ret_symbol); i++) {
		const char *name = elf_strptr(elf->elf, header->sh_link, ret_symbol->st_name);

		if (name && !strcmp(name, wanted))
			return true;
	}
	return false;
}

int fclc_elf_find(const char *path, const char *name, bool *ret_found, uint64_t *ret_size,
		  struct fcl_err *err)
{
	Elf_Scn *section = NULL;
	GElf_Sym symbol = {0};
	struct fclc_elf elf;
	GElf_Shdr header;
	bool found = false;
	int error = fclc_elf_open(path, &elf, err);

	if (error)
		return error;
	while (!found && (section = elf_nextscn(elf.elf, section)))
		if (gelf_getshdr(section, &header) && header.sh_type == SHT_SYMTAB)
			found = names_symbol(&elf, section, &header, name, &symbol);
	fclc_elf_close(&elf);
	*ret_found = found;
	*ret_size = found ? symbol.st_size : 0;
	return 0;
}
