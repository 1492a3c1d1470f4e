/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The core of every payload: the connection to the engine, static constructors, and a kernel's
 * arguments and streams. See also payload_heap.c, payload_console.c and payload_process.c
 * (fpgacl/support.h).
 */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "fpgacl/rt.h"
#include "fpgacl/support.h"
#include "fpgacl_model.h"

#pragma GCC visibility push(hidden)

static const struct fcl_model_host *fclc_host;

void fclc_rt_attach(const struct fcl_model_host *host);

void fclc_rt_attach(const struct fcl_model_host *host)
{
	fclc_host = host;
}

/* Set by the linker (payload/constructors.ld). */
typedef void fclc_constructor(int argc, char **argv, char **envp);
extern fclc_constructor *const fclc_constructors[], *const fclc_constructors_end[];

static struct fcl_cu *fclc_constructing; /* NULL: static constructors are not running */

static void fclc_run_constructors(void)
{
	for (fclc_constructor *const *at = fclc_constructors; at < fclc_constructors_end; at++)
		(*at)(0, NULL, NULL);
}

void fclc_rt_construct(struct fcl_cu *cu);

void fclc_rt_construct(struct fcl_cu *cu)
{
	fclc_constructing = cu;
	if (fclc_rt_catch)
		fclc_rt_catch(fclc_run_constructors);
	else
		fclc_run_constructors();
	fclc_constructing = NULL;
}

int fclc_is_attached(void)
{
	return fclc_host != NULL;
}

struct fcl_cu *fclc_rt_current(void)
{
	return fclc_host ? fclc_host->current() : NULL;
}

int fclc_rt_executing(void)
{
	return fclc_rt_current() != NULL;
}

void *fclc_libc(const char *name)
{
	void *library = dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD);
	void *symbol = library ? dlsym(library, name) : NULL;

	if (library)
		dlclose(library);
	return symbol;
}

void fclc_rt_fail(const char *text)
{
	struct fcl_cu *cu = fclc_constructing ? fclc_constructing : fclc_rt_current();
	void (*libc_abort)(void);

	if (cu)
		cu->host->fail(cu, text);
	*(void **)&libc_abort = fclc_libc("abort");
	if (libc_abort)
		libc_abort();
	__builtin_trap();
}

/* Called by the code that the compiler's plugin (plugin/hardware/divisions.cpp) generates for divisions. */
void fclc_rt_division_by_zero(void);

void fclc_rt_division_by_zero(void)
{
	fclc_rt_fail("the kernel divided an integer by zero");
}

/* --- arguments and streams --- */

void fclc_rt_value(struct fcl_cu *cu, unsigned offset, void *to, unsigned long size)
{
	memcpy(to, cu->regs + offset, size);
}

void fclc_rt_return(struct fcl_cu *cu, unsigned offset, const void *from, unsigned long size)
{
	memcpy(cu->regs + offset, from, size);
}

void *fclc_rt_memory(struct fcl_cu *cu, unsigned port, unsigned offset)
{
	uint64_t address;

	memcpy(&address, cu->regs + offset, sizeof(address));
	return cu->host->memory(cu, port, address, 0);
}

enum { FCLC_NEAR = 1024 };

/* Called by the code that plugin/machine/traffic.cpp adds to kernels. */
void fclc_moved(const void *at, uint64_t read, uint64_t written);

void fclc_moved(const void *at, uint64_t read, uint64_t written)
{
	uintptr_t above = (uintptr_t)at - (uintptr_t)__builtin_frame_address(0);
	struct fcl_cu *cu;

	/*
	 * Most streams pass packets in a local variable of the caller. No buffer is that close to
	 * the stack.
	 */
	if (above < FCLC_NEAR || !(read | written))
		return;
	cu = fclc_rt_current();
	/* Static constructors have no CU, and a board older than this payload does not count. */
	if (cu &&
	    cu->host->size >= offsetof(struct fcl_model_host, moved) + sizeof(cu->host->moved))
		cu->host->moved(cu, at, read, written);
}

void fclc_rt_stream_read(struct fcl_cu *cu, unsigned port, void *packet)
{
	cu->host->stream_read(cu, port, packet);
}

void fclc_rt_stream_write(struct fcl_cu *cu, unsigned port, const void *packet)
{
	cu->host->stream_write(cu, port, packet);
}

int fclc_rt_stream_try_read(struct fcl_cu *cu, unsigned port, void *packet)
{
	return cu->host->stream_try_read(cu, port, packet);
}

int fclc_rt_stream_try_write(struct fcl_cu *cu, unsigned port, const void *packet)
{
	return cu->host->stream_try_write(cu, port, packet);
}

unsigned fclc_rt_stream_count(struct fcl_cu *cu, unsigned port)
{
	return cu->host->stream_count(cu, port);
}

static int fclc_try_pass(struct fcl_cu *cu, struct fclc_rt_sequence *sequence)
{
	unsigned char *packet = sequence->bytes + sequence->done * sequence->size;

	return sequence->output ? cu->host->stream_try_write(cu, sequence->port, packet)
				: cu->host->stream_try_read(cu, sequence->port, packet);
}

static void fclc_pass(struct fcl_cu *cu, struct fclc_rt_sequence *sequence)
{
	unsigned char *packet = sequence->bytes + sequence->done++ * sequence->size;

	if (sequence->output)
		cu->host->stream_write(cu, sequence->port, packet);
	else
		cu->host->stream_read(cu, sequence->port, packet);
}

/*
 * The kernels at the other ends may accept or provide packets in any order of the ports. So each
 * port gets a turn, and the execution only blocks on the last one.
 */
void fclc_rt_sequences(struct fcl_cu *cu, struct fclc_rt_sequence *const *list, unsigned long count,
		       int output)
{
	struct fclc_rt_sequence *last;
	unsigned long open;

	do {
		open = 0;
		last = NULL;
		for (unsigned long i = 0; i < count; i++) {
			struct fclc_rt_sequence *sequence = list[i];

			if (!sequence->output != !output)
				continue;
			while (sequence->done < sequence->count && fclc_try_pass(cu, sequence))
				sequence->done++;
			if (sequence->done == sequence->count)
				continue;
			open++;
			last = sequence;
		}
		if (open == 1)
			fclc_pass(cu, last);
	} while (open);
}

struct fcl_model_fifo *fclc_rt_fifo(struct fcl_cu *cu, unsigned port, unsigned long packet_size)
{
	struct fcl_model_fifo *fifo;

	/* A board older than this payload provides no FIFOs. */
	if (cu->size < offsetof(struct fcl_cu, fifos) + sizeof(cu->fifos) || !cu->fifos)
		return NULL;
	fifo = cu->fifos[port];
	return fifo && fifo->packet_size == packet_size ? fifo : NULL;
}

#pragma GCC visibility pop
