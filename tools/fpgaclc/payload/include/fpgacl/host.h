/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_HOST_H
#define FPGACLC_HOST_H

#pragma GCC system_header /* hide warnings in this header from the user */

/*
 * Replaces fpgacl/rt.h if kernel headers are included in a host program, such as a test bench. All
 * streams are queues, since there is no board.
 */

#include <cstdint>
#include <cstdio>
#include <cstdlib>

struct fcl_cu;

__attribute__((noreturn)) inline void fclc_rt_fail(const char *text)
{
	std::fprintf(stderr, "%s\n", text);
	std::abort();
}

inline void *fclc_rt_object_alloc(const void *, unsigned long bytes)
{
	void *pointer = nullptr;

	if (posix_memalign(&pointer, 64, bytes ? bytes : 1))
		fclc_rt_fail("out of memory");
	return pointer;
}
inline void fclc_rt_object_free(void *pointer)
{
	std::free(pointer);
}

inline void fclc_rt_reads(const void *)
{
}
inline void fclc_rt_writes(const void *)
{
}

#include "fpgacl/host_tasks.h"

/* Only used by ports. */
inline void fclc_rt_port_moved()
{
}
inline void *fclc_rt_memory(fcl_cu *, unsigned, unsigned)
{
	return nullptr;
}
inline void fclc_rt_value(fcl_cu *, unsigned, void *, unsigned long)
{
}
inline void fclc_rt_return(fcl_cu *, unsigned, const void *, unsigned long)
{
}
inline void fclc_rt_stream_read(fcl_cu *, unsigned, void *)
{
}
inline void fclc_rt_stream_write(fcl_cu *, unsigned, const void *)
{
}
inline int fclc_rt_stream_try_read(fcl_cu *, unsigned, void *)
{
	return 0;
}
inline int fclc_rt_stream_try_write(fcl_cu *, unsigned, const void *)
{
	return 0;
}
inline unsigned fclc_rt_stream_count(fcl_cu *, unsigned)
{
	return 0;
}

/* A host program has no CU; hls_stream.h needs these names. */
struct fcl_model_fifo {
	unsigned char *ring;
	uint64_t mask, tail, write_limit, head, read_limit;
};
inline fcl_model_fifo *fclc_rt_fifo(fcl_cu *, unsigned, unsigned long)
{
	return nullptr;
}

#endif
