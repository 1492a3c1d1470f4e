/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Linked with the objects of Debian's libxrt_swemu.a (XRT 2.13) into a libxrt_swemu.so.2, and with
 * those of libxrt_hwemu.a into a libxrt_hwemu.so.2 (FCL_HW_EMU). Fixes these defects with the
 * linker's --wrap:
 *
 * - alloc_void() loses the result of realloc() if the message buffer moves. Here the buffer never
 *   moves: it has room for the largest message from the start. Only pages that are used cost
 *   memory.
 * - sw_emu declares every buffer as shared with the host, because ordinary buffers have no flag.
 *   They are not shared: the host's copy and the board's differ until they are synchronised, as on
 *   a card.
 * - hw_emu does not tell the size of buffers in host memory.
 * - hw_emu waits by sleeping, ten seconds the first time and one second each time after that.
 * - hw_emu copies between buffers through an array on the stack, as large as the copy, and overruns
 *   it if the copy does not start at the beginning of the buffers.
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
/* 0, or nonzero on failure. */
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

/* A transfer's data plus the rest of its message. */
static size_t largest_message(void)
{
#ifdef FCL_HW_EMU
	const char *packet = NULL; /* packet_size in xrt.ini is not taken into account */
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

/* XRT's functions also add the offset to the host pointer, so subtract it first. */
static void *less(void *bytes, size_t offset)
{
	return (void *)((uintptr_t)bytes - offset);
}

static int shim_copy(void *device, unsigned to, unsigned from, size_t size, size_t to_offset,
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
 * The board reads and writes buffers in host memory, but XRT does not tell it their size. Announces
 * the size by writing it to an address where there is no memory; see host_memory.h.
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

/* Replaces XRT's wait before it checks for ended executions. */
int __wrap_xclExecWait(void *device, int timeout_ms)
{
	const struct timespec pause = {.tv_nsec = 200 * 1000};

	(void)device;
	(void)timeout_ms;
	nanosleep(&pause, NULL);
	return 1;
}

/*
 * Shortens the sleep of the thread that prints messages, because closing the board waits for that
 * thread.
 */
unsigned __wrap_sleep(unsigned seconds)
{
	const struct timespec pause = {.tv_nsec = 20 * 1000 * 1000};

	(void)seconds;
	nanosleep(&pause, NULL);
	return 0;
}

/* Whether only the board has the buffer's data: it is neither a file nor in host memory. */
static int is_ordinary(void *device, unsigned bo)
{
	struct properties properties = {0};

	return !xclGetBOProperties(device, bo, &properties) && !(properties.flags & KIND_MASK);
}

int __wrap_xclCopyBO(void *device, unsigned to, unsigned from, size_t size, size_t to_offset,
		     size_t from_offset)
{
	if (is_ordinary(device, to) && is_ordinary(device, from))
		return shim_copy(device, to, from, size, to_offset, from_offset);
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
	return shim_copy(device, to, from, size, to_offset, from_offset);
}
#endif
