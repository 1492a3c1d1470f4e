/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Linked with the objects of Debian's libxrt_swemu.a (XRT 2.13) into a libxrt_swemu.so.2, and with those of
 * libxrt_hwemu.a into a libxrt_hwemu.so.2 (FCL_HW_EMU), in which these things are put right, by the linker's
 * --wrap:
 *
 * - Its alloc_void() loses the result of realloc() when the buffer for messages moves. Here the buffer
 *   never moves: it has room for the largest message from the start. Only pages that are used cost
 *   memory.
 * - That for sw_emu declares every buffer as shared with the host, since ordinary ones have no
 *   flag. They are not: the host's copy and the board's differ until they are synchronised, as on a card.
 * - That for hw_emu does not say how long buffers in the host's own memory are.
 * - It waits by sleeping, ten seconds the first time and a second each time after that.
 * - It copies from buffer to buffer by way of an array on the stack, as large as the copy, and writes
 *   past its end if the copy does not begin with the buffers.
 */
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <time.h>

#include "tools/xrt_emulation/announcement.h"

/* Flags of xrt_mem.h. */
#define CACHEABLE (1u << 24)
#define KIND_MASK 0xff000000u
#define HOST_ONLY (1u << 29)

/* struct xclBOProperties of xrt.h. */
struct properties {
	uint32_t handle, flags;
	uint64_t size, address;
	int reserved;
};

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
int __real_xclCopyBO(void *device, unsigned to, unsigned from, size_t size, size_t to_offset,
		     size_t from_offset);
void *__real_xclMapBO(void *device, unsigned bo, bool write);
void *__wrap_xclMapBO(void *device, unsigned bo, bool write);
ssize_t xclUnmgdPwrite(void *device, unsigned flags, const void *bytes, size_t size,
		       uint64_t address);
int xclGetBOProperties(void *device, unsigned bo, struct properties *ret_properties);

/* The data of a transfer, and the rest of its message. */
static size_t largest_message(void)
{
#ifdef FCL_HW_EMU
	const char *packet = NULL; /* packet_size in xrt.ini is not known here */
#else
	const char *packet = getenv("SW_EMU_PACKET_SIZE");
#endif
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
#ifdef FCL_HW_EMU
	fprintf(stderr,
		"libxrt_hwemu: a message of %zu bytes; packet_size in xrt.ini may be 8388608 at most\n",
		size);
#else
	fprintf(stderr,
		"libxrt_swemu: a message of %zu bytes; set SW_EMU_PACKET_SIZE to more than that\n",
		size);
#endif
	abort();
}

/* Its functions add the offset to the host's pointer, too. */
static void *less(void *bytes, size_t offset)
{
	return (void *)((uintptr_t)bytes - offset);
}

static int copy(void *device, unsigned to, unsigned from, size_t size, size_t to_offset,
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

#ifdef FCL_HW_EMU
/*
 * The board reads and writes buffers in the host's own memory, and XRT does not say how long they are: this
 * does, by a write to an address where no memory is. See host_memory.h.
 */
static void announce(void *device, const struct properties *properties)
{
	uint64_t span[2] = {properties->address, properties->size};

	xclUnmgdPwrite(device, 0, span, sizeof(span), FCL_XEMU_ANNOUNCEMENT);
}

void *__wrap_xclMapBO(void *device, unsigned bo, bool write)
{
	struct properties properties = {0};
	void *map = __real_xclMapBO(device, bo, write);

	if (map && !xclGetBOProperties(device, bo, &properties) && properties.flags & HOST_ONLY)
		announce(device, &properties);
	return map;
}

/* How long XRT waits for the end of executions before it looks whether there is one. */
int __wrap_xclExecWait(void *device, int timeout_ms)
{
	const struct timespec pause = {.tv_nsec = 200 * 1000};

	(void)device;
	(void)timeout_ms;
	nanosleep(&pause, NULL);
	return 1;
}

/* What the thread that prints messages waits before each look; who closes the board waits for it. */
unsigned __wrap_sleep(unsigned seconds)
{
	const struct timespec pause = {.tv_nsec = 20 * 1000 * 1000};

	(void)seconds;
	nanosleep(&pause, NULL);
	return 0;
}

/* Whether the bytes are the board's alone to have: no file, and not in the host's own memory. */
static int is_ordinary(void *device, unsigned bo)
{
	struct properties properties = {0};

	return !xclGetBOProperties(device, bo, &properties) && !(properties.flags & KIND_MASK);
}

int __wrap_xclCopyBO(void *device, unsigned to, unsigned from, size_t size, size_t to_offset,
		     size_t from_offset)
{
	if (is_ordinary(device, to) && is_ordinary(device, from))
		return copy(device, to, from, size, to_offset, from_offset);
	return __real_xclCopyBO(device, to, from, size, to_offset, from_offset);
}
#else
unsigned __wrap_xclAllocBO(void *device, size_t size, int unused, unsigned flags)
{
	return __real_xclAllocBO(device, size, unused,
				 flags & KIND_MASK ? flags : flags | CACHEABLE);
}

int __wrap_xclCopyBO(void *device, unsigned to, unsigned from, size_t size, size_t to_offset,
		     size_t from_offset)
{
	return copy(device, to, from, size, to_offset, from_offset);
}
#endif
