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
 * - It copies from buffer to buffer by way of an array on the stack, as large as the copy, and writes
 *   behind it if the copy does not begin with the buffers.
 */
#include <errno.h>
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
/* 0, or that something failed. */
size_t xclReadBO(void *device, unsigned bo, void *bytes, size_t size, size_t offset);
size_t xclWriteBO(void *device, unsigned bo, const void *bytes, size_t size, size_t offset);
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

/* Its functions add the offset to the host's pointer, too. */
static void *less(void *bytes, size_t offset)
{
	return (void *)((uintptr_t)bytes - offset);
}

int __wrap_xclCopyBO(void *device, unsigned to, unsigned from, size_t size, size_t to_offset,
		     size_t from_offset)
{
	const size_t most = 1u << 20;
	void *bytes = __real_malloc(size < most ? size : most);
	size_t error = bytes ? 0 : ENOMEM;

	for (size_t done = 0; done < size && !error; done += most) {
		size_t n = size - done < most ? size - done : most, at = from_offset + done;

		error = xclReadBO(device, from, less(bytes, at), n, at);
		at = to_offset + done;
		if (!error)
			error = xclWriteBO(device, to, less(bytes, at), n, at);
	}
	free(bytes);
	return error ? -EIO : 0;
}
