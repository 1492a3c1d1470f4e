/* SPDX-License-Identifier: Apache-2.0 */
#include "bitstreams/image/containers/elf.h"

#include <elf.h>
#include <errno.h>
#include <string.h>

#if defined(__x86_64__)
#define HOST_MACHINE EM_X86_64
#elif defined(__aarch64__)
#define HOST_MACHINE EM_AARCH64
#elif defined(__riscv)
#define HOST_MACHINE EM_RISCV
#else
#error "no ELF machine is known for this processor"
#endif

int fcl_image_elf_check(const void *bytes, size_t size, const char *what, struct fcl_err *err)
{
	Elf64_Ehdr header;

	if (!bytes || size < sizeof(header) || memcmp(bytes, ELFMAG, SELFMAG) != 0)
		return fcl_err_set(
			err, -EINVAL,
			"%s: %zu bytes that are not an ELF, expected an ELF64 shared object", what,
			size);
	memcpy(&header, bytes, sizeof(header));
	if (header.e_ident[EI_CLASS] != ELFCLASS64)
		return fcl_err_set(err, -EINVAL, "%s: the ELF class is %u, expected %u (64 bits)",
				   what, header.e_ident[EI_CLASS], ELFCLASS64);
	if (header.e_ident[EI_DATA] != ELFDATA2LSB)
		return fcl_err_set(err, -EINVAL,
				   "%s: the ELF byte order is %u, expected %u (little-endian)",
				   what, header.e_ident[EI_DATA], ELFDATA2LSB);
	if (header.e_ident[EI_VERSION] != EV_CURRENT || header.e_version != EV_CURRENT)
		return fcl_err_set(err, -EINVAL, "%s: the ELF version is %u and %u, expected %u",
				   what, header.e_ident[EI_VERSION], header.e_version, EV_CURRENT);
	if (header.e_machine != HOST_MACHINE)
		return fcl_err_set(err, -EINVAL,
				   "%s: the ELF is for machine %u, this host loads machine %u",
				   what, header.e_machine, HOST_MACHINE);
	if (header.e_type != ET_DYN)
		return fcl_err_set(err, -EINVAL,
				   "%s: the ELF type is %u, expected %u (shared object)", what,
				   header.e_type, ET_DYN);
	return 0;
}
