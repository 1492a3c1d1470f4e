/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_STORE_H
#define FCL_VX_STORE_H

#include "runtime/clients/openvx/base/context.h"

enum { FCL_VX_READERS = 8 };

/*
 * The bytes of a data object or of one image plane: on the host, in a buffer, or both.
 *
 * A store records which queue last used the buffer, not an event. When a command in another queue
 * has to wait, a marker is enqueued in the first queue. In the usual case, where only one queue is
 * used, no marker is needed.
 */
struct fcl_vx_store {
	atomic_uint refs;
	vx_context context;
	size_t size;
	pthread_mutex_t lock; /* guards the members below */
	unsigned char *host;
	cl_mem mem;
	bool host_is_users; /* from …FromHandle(): must not be freed */
	bool host_valid, mem_valid;
	bool vacant;     /* from …FromHandle(): the program has taken its memory back */
	cl_event upload; /* the last copy from `host` to `mem`, or NULL */
	struct fcl_vx_queue *writer; /* the queue with the last commands that write `mem` */
	struct fcl_vx_queue *readers[FCL_VX_READERS]; /* queues with commands that have read it
						       * since */
	unsigned nreaders;
	uint64_t writes;  /* number of commands enqueued that write `mem` */
	uint64_t version; /* number of modifications, including those by commands that have not run
			  * yet */
	uint64_t
		invalid_version; /* the last version that does not exist, because the command that should
			  * have written it failed */
};

/* Returns NULL if out of memory. The bytes are zero until something is written. */
struct fcl_vx_store *fcl_vx_store_create(vx_context context, size_t size);
struct fcl_vx_store *fcl_vx_store_ref(struct fcl_vx_store *store);
void fcl_vx_store_unref(struct fcl_vx_store *store); /* NULL is permitted */

/*
 * Makes the host side usable; if `read`, with the newest bytes. Waits for the device if necessary.
 * If `write`, the caller may then write, and must call fcl_vx_store_written() afterwards.
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
 * Replaces the bytes with those of host memory or of a buffer of a program or, if both are NULL,
 * with none. Memory that the program had supplied before receives the store's newest bytes: host
 * memory at once, a buffer for commands in `queue`. Without bytes, all other calls return
 * VX_ERROR_NO_MEMORY.
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

/* VX_SUCCESS if the handle is a buffer of this context with at least that many bytes. */
vx_status fcl_vx_check_buffer(vx_context context, cl_mem mem, size_t size);

/* Logs an OpenCL error. Returns VX_ERROR_NO_MEMORY or VX_FAILURE. */
vx_status fcl_vx_cl_failed(const void *ref, cl_int code, const char *call);

#endif
