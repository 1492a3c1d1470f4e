/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_HOST_STACK_H
#define FPGACL_HOST_STACK_H

#pragma GCC system_header /* its warnings are not the user's */

/*
 * Stacks of tasks in a host program. <sys/mman.h> would declare a function mmap() there, which programs that say `using
 * tapa::mmap;` cannot have, so the functions have other names here.
 */

extern "C" {
void *fclc_host_map(void *address, unsigned long size, int protection, int flags, int file,
		    long offset) __asm__("mmap");
int fclc_host_protect(void *address, unsigned long size, int protection) __asm__("mprotect");
int fclc_host_unmap(void *address, unsigned long size) __asm__("munmap");
}

namespace fclc
{

/* With a guard at its lower end; NULL: no memory. The kernel maps a stack's pages on first use. */
inline char *host_stack(unsigned long size)
{
	enum { READ_WRITE = 3, PRIVATE_ANONYMOUS_NORESERVE = 0x4022, GUARD = 65536 };
	void *stack = fclc_host_map(nullptr, size, READ_WRITE, PRIVATE_ANONYMOUS_NORESERVE, -1, 0);

	if (reinterpret_cast<long>(stack) == -1)
		return nullptr;
	if (!fclc_host_protect(stack, GUARD, 0))
		return static_cast<char *>(stack);
	fclc_host_unmap(stack, size);
	return nullptr;
}
inline void host_stack_free(void *stack, unsigned long size)
{
	fclc_host_unmap(stack, size);
}

} // namespace fclc

#endif
