/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_STORE_H
#define FCL_VX_STORE_H

#include "runtime/openvx/base/context.h"

enum { FCL_VX_READERS = 8 };

/*
 * The bytes of a data object, or of one plane of an image: on the host, in a buffer, or both.
 *
 * Which queue last used the buffer is known, and no event: a command in another queue waits for a
 * marker, which is put into the first queue when that is needed, and never in the usual case, where
 * one queue does it all.
 */
struct fcl_vx_store {
	atomic_uint refs;
	vx_context context;
	size_t size;
	pthread_mutex_t lock; /* guards what is below */
	unsigned char *host;
	cl_mem mem;
	bool host_is_users; /* of …FromHandle(): not freed */
	bool host_valid, mem_valid;
	bool vacant;                 /* of …FromHandle(): the program has taken its memory back */
	cl_event upload;             /* the last copy from `host` to `mem`, or NULL */
	struct fcl_vx_queue *writer; /* the last commands that write `mem` are there */
	struct fcl_vx_queue *readers[FCL_VX_READERS]; /* and those that read it since */
	unsigned nreaders;
	uint64_t writes; /* how often a command that writes `mem` was enqueued */
	uint64_t
		version; /* how often the bytes have changed, or will once such a command has run */
	uint64_t spoilt; /* the last version that is not there, as its command has failed */
};

/* NULL: no memory. The bytes are zero until something is written. */
struct fcl_vx_store *fcl_vx_store_create(vx_context context, size_t size);
struct fcl_vx_store *fcl_vx_store_ref(struct fcl_vx_store *store);
void fcl_vx_store_unref(struct fcl_vx_store *store); /* NULL is fine */

/*
 * Makes the host's side usable: with the newest bytes if `read`. Waits for the device where that is
 * needed. With `write`, the caller may then write, and calls fcl_vx_store_written() afterwards.
 */
vx_status fcl_vx_store_host(struct fcl_vx_store *store, bool read, bool write);
void fcl_vx_store_written(struct fcl_vx_store *store);

/*
 * Makes the buffer usable by commands that are enqueued in the queue after this call: with the
 * newest bytes if `read`; with `write` they become the newest. Never waits. *ret_version, if that is
 * not NULL: the version that such commands read, or write.
 */
vx_status fcl_vx_store_device(struct fcl_vx_store *store, struct fcl_vx_queue *queue, bool read,
			      bool write, uint64_t *ret_version);

/*
 * Replaces the bytes by those of the host or of a buffer of a program, or, with both NULL, by none.
 * What the store had from a program has its newest bytes again: at once on the host, and in a buffer
 * for commands in `queue`. Without bytes all other calls return VX_ERROR_NO_MEMORY.
 */
vx_status fcl_vx_store_swap(struct fcl_vx_store *store, struct fcl_vx_queue *queue, void *host,
			    cl_mem mem);

/*
 * Brings the newest bytes to what the store has from a program, which is what can fail of a swap: one of several
 * stores does this for all before it swaps the first.
 */
vx_status fcl_vx_store_settle(struct fcl_vx_store *store, struct fcl_vx_queue *queue);

/*
 * The same with none, when an object over a program's memory goes: launches may hold the store for longer, and the
 * program may free the memory now. NULL is fine.
 */
void fcl_vx_store_give_back(struct fcl_vx_store *store);

/* VX_SUCCESS if the handle is a buffer of the context's with at least that many bytes. */
vx_status fcl_vx_check_buffer(vx_context context, cl_mem mem, size_t size);

/* Logs what an OpenCL call has returned; VX_ERROR_NO_MEMORY, or VX_FAILURE. */
vx_status fcl_vx_cl_failed(const void *ref, cl_int code, const char *call);

#endif
