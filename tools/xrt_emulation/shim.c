/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Linked with the objects of Debian's libxrt_swemu.a (XRT 2.13) into a libxrt_swemu.so.2 in which three
 * things are put right, by the linker's --wrap:
 *
 * - Its alloc_void() loses the result of realloc() when the buffer for messages moves. Here the buffer
 *   never moves: it has room for the largest message from the start. Only pages that are used cost
 *   memory.
 * - It tells the board that every buffer is shared with the host, since ordinary ones have no flag.
 *   They are not: the host's copy and the board's differ until they are synchronised, as on a card.
 * - It copies from buffer to buffer by way of an array on the stack, as large as the copy.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Flags of xrt_mem.h. */
#define CACHEABLE (1u << 24)
#define KIND_MASK 0xff000000u

void *__wrap_malloc(size_t size);
void *__wrap_realloc(void *old, size_t size);
unsigned __wrap_xclAllocBO(void *device, size_t size, int unused, unsigned flags);

int __wrap_xclCopyBO(void *device, unsigned to, unsigned from, size_t size, size_t to_offset,
		     size_t from_offset);

void *__real_malloc(size_t size);
int __real_xclCopyBO(void *device, unsigned to, unsigned from, size_t size, size_t to_offset,
		     size_t from_offset);
unsigned __real_xclAllocBO(void *device, size_t size, int unused, unsigned flags);

/* The data of a transfer, and the rest of its message. */
static size_t largest_message(void)
{
	const char *packet = getenv("SW_EMU_PACKET_SIZE");
	size_t size = packet ? strtoul(packet, NULL, 0) : 0;

	return (size > (8u << 20) ? size : (8u << 20)) + (64u << 10);
}

void *__wrap_malloc(size_t size)
{
	size_t room = largest_message();

	return __real_malloc(size < room ? room : size);
}

void *__wrap_realloc(void *old, size_t size)
{
	if (size <= largest_message())
		return old;
	fprintf(stderr,
		"libxrt_swemu: a message of %zu bytes; set SW_EMU_PACKET_SIZE to more than that\n",
		size);
	abort();
}

unsigned __wrap_xclAllocBO(void *device, size_t size, int unused, unsigned flags)
{
	return __real_xclAllocBO(device, size, unused,
				 flags & KIND_MASK ? flags : flags | CACHEABLE);
}

int __wrap_xclCopyBO(void *device, unsigned to, unsigned from, size_t size, size_t to_offset,
		     size_t from_offset)
{
	const size_t most = 256u << 10;
	int error = 0;

	for (size_t done = 0; done < size && !error; done += most)
		error = __real_xclCopyBO(device, to, from, size - done < most ? size - done : most,
					 to_offset + done, from_offset + done);
	return error;
}
