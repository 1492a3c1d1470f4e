/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/memory/store.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/clients/openvx/base/log.h"

vx_status fcl_vx_cl_failed(const void *ref, cl_int code, const char *call)
{
	bool memory = code == CL_OUT_OF_HOST_MEMORY || code == CL_MEM_OBJECT_ALLOCATION_FAILURE;

	return fcl_vx_fail(ref, memory ? VX_ERROR_NO_MEMORY : VX_FAILURE, "%s: code %d", call,
			   code);
}

struct fcl_vx_store *fcl_vx_store_create(vx_context context, size_t size)
{
	struct fcl_vx_store *store = calloc(1, sizeof(*store));

	if (!store)
		return NULL;
	atomic_init(&store->refs, 1);
	store->context = context;
	store->size = size ? size : 1;
	pthread_mutex_init(&store->lock, NULL);
	return store;
}

struct fcl_vx_store *fcl_vx_store_ref(struct fcl_vx_store *store)
{
	atomic_fetch_add(&store->refs, 1);
	return store;
}

static void CL_CALLBACK free_host(cl_event event, cl_int status, void *host)
{
	(void)event;
	(void)status;
	free(host);
}

/* Waits before the host's bytes are modified or freed, because an upload may still read them. */
static void wait_upload(struct fcl_vx_store *store)
{
	if (!store->upload)
		return;
	clWaitForEvents(1, &store->upload);
	clReleaseEvent(store->upload);
	store->upload = NULL;
}

/*
 * Releases the host side. A program may reuse its memory after the call; our own is freed once
 * nothing reads it.
 */
static void drop_host(struct fcl_vx_store *store)
{
	if (store->host_is_users || !store->upload) {
		wait_upload(store);
		if (!store->host_is_users)
			free(store->host);
	} else {
		if (clSetEventCallback(store->upload, CL_COMPLETE, free_host, store->host)) {
			clWaitForEvents(1, &store->upload);
			free(store->host);
		}
		clReleaseEvent(store->upload);
		store->upload = NULL;
	}
	store->host = NULL;
	store->host_valid = store->host_is_users = false;
}

static void drop_mem(struct fcl_vx_store *store)
{
	if (store->mem)
		clReleaseMemObject(store->mem);
	store->mem = NULL;
	store->mem_valid = false;
	store->writer = NULL;
	store->nreaders = 0;
}

void fcl_vx_store_unref(struct fcl_vx_store *store)
{
	if (!store || atomic_fetch_sub(&store->refs, 1) != 1)
		return;
	drop_host(store);
	drop_mem(store);
	pthread_mutex_destroy(&store->lock);
	free(store);
}

static vx_status store_download(struct fcl_vx_store *store)
{
	struct fcl_vx_queue *queue = store->writer ? store->writer : &store->context->global;
	cl_int code = clEnqueueReadBuffer(queue->cl, store->mem, CL_TRUE, 0, store->size,
					  store->host, 0, NULL, NULL);

	return code ? fcl_vx_cl_failed(store->context, code, "clEnqueueReadBuffer") : VX_SUCCESS;
}

static vx_status host_locked(struct fcl_vx_store *store, bool read, bool write)
{
	vx_status status = VX_SUCCESS;

	if (!store->host && !store->vacant)
		store->host = calloc(1, store->size);
	if (!store->host)
		return VX_ERROR_NO_MEMORY;
	if (write || (read && !store->host_valid))
		wait_upload(store);
	if (read && !store->host_valid && store->mem_valid)
		status = store_download(store);
	if (!status && read)
		store->host_valid = true;
	return status;
}

static bool is_invalid(struct fcl_vx_store *store)
{
	bool invalid;

	pthread_mutex_lock(&store->lock);
	invalid = store->invalid_version && store->invalid_version == store->version;
	pthread_mutex_unlock(&store->lock);
	return invalid;
}

vx_status fcl_vx_store_host(struct fcl_vx_store *store, bool read, bool write)
{
	vx_status status;
	bool checks;

	pthread_mutex_lock(&store->lock);
	status = host_locked(store, read, write);
	checks = read && store->writes;
	pthread_mutex_unlock(&store->lock);
	if (!checks)
		return status;
	/* If a launch has failed, this logs why there is no valid data. */
	store->context->collect(store->context);
	return !status && is_invalid(store) ? VX_FAILURE : status;
}

void fcl_vx_store_written(struct fcl_vx_store *store)
{
	pthread_mutex_lock(&store->lock);
	store->host_valid = true;
	store->mem_valid = false;
	store->version++;
	pthread_mutex_unlock(&store->lock);
}

static bool store_reads(const struct fcl_vx_store *store, const struct fcl_vx_queue *queue)
{
	for (unsigned i = 0; i < store->nreaders; i++)
		if (store->readers[i] == queue)
			return true;
	return false;
}

/* Adds an event that completes when all commands currently in the queue have ended. */
static cl_int add_marker(struct fcl_vx_queue *queue, cl_event *events, cl_uint *count)
{
	cl_int code = clEnqueueMarkerWithWaitList(queue->cl, 0, NULL, &events[*count]);

	if (code)
		return code;
	++*count;
	return clFlush(queue->cl);
}

/* Collects events for the commands in other queues that a command in `queue` must wait for. */
static cl_int add_markers(struct fcl_vx_store *store, struct fcl_vx_queue *queue, bool write,
			  cl_event *events, cl_uint *count)
{
	cl_int code = CL_SUCCESS;

	if (store->writer && store->writer != queue && !store_reads(store, queue))
		code = add_marker(store->writer, events, count);
	for (unsigned i = 0; write && i < store->nreaders && !code; i++)
		if (store->readers[i] != queue)
			code = add_marker(store->readers[i], events, count);
	return code;
}

static void store_note(struct fcl_vx_store *store, struct fcl_vx_queue *queue, bool write)
{
	if (write) {
		store->writer = queue;
		store->nreaders = 0;
	} else if (store->writer != queue && !store_reads(store, queue)) {
		store->readers[store->nreaders++] = queue;
	}
}

/* Orders later commands in the queue after other queues' uses of the buffer. */
static vx_status store_acquire(struct fcl_vx_store *store, struct fcl_vx_queue *queue, bool write)
{
	cl_event events[FCL_VX_READERS + 1];
	cl_uint count = 0;
	cl_int code;

	write = write || store->nreaders == FCL_VX_READERS;
	code = add_markers(store, queue, write, events, &count);
	if (!code && count)
		code = clEnqueueBarrierWithWaitList(queue->cl, count, events, NULL);
	for (cl_uint i = 0; i < count; i++)
		clReleaseEvent(events[i]);
	if (code)
		return fcl_vx_cl_failed(store->context, code, "clEnqueueBarrierWithWaitList");
	store_note(store, queue, write);
	return VX_SUCCESS;
}

/* Uploads the newest bytes to the buffer. The queue must have acquired it for writing. */
static vx_status store_upload(struct fcl_vx_store *store, struct fcl_vx_queue *queue)
{
	static const cl_uchar zero;
	cl_int code;

	if (!store->host_valid) {
		code = clEnqueueFillBuffer(queue->cl, store->mem, &zero, 1, 0, store->size, 0, NULL,
					   NULL);
	} else {
		cl_event event;

		code = clEnqueueWriteBuffer(queue->cl, store->mem, CL_FALSE, 0, store->size,
					    store->host, 0, NULL, &event);
		if (!code) {
			/* store_acquire() has already ordered the queues for these copies. */
			if (store->upload)
				clReleaseEvent(store->upload);
			store->upload = event;
			clFlush(queue->cl);
		}
	}
	if (code)
		return fcl_vx_cl_failed(store->context, code, "clEnqueueWriteBuffer");
	store->mem_valid = true;
	return VX_SUCCESS;
}

static vx_status device_locked(struct fcl_vx_store *store, struct fcl_vx_queue *queue, bool read,
			       bool write)
{
	bool fetch = read && !store->mem_valid;
	cl_int code = CL_SUCCESS;
	vx_status status;

	if (store->vacant)
		return VX_ERROR_NO_MEMORY;
	if (!store->mem)
		store->mem = clCreateBuffer(store->context->cl, CL_MEM_READ_WRITE, store->size,
					    NULL, &code);
	if (code)
		return fcl_vx_cl_failed(store->context, code, "clCreateBuffer");
	status = store_acquire(store, queue, write || fetch);
	if (!status && fetch)
		status = store_upload(store, queue);
	if (!status && write) {
		store->mem_valid = true;
		store->host_valid = false;
		store->writes++;
		store->version++;
	}
	return status;
}

vx_status fcl_vx_store_device(struct fcl_vx_store *store, struct fcl_vx_queue *queue, bool read,
			      bool write, uint64_t *ret_version)
{
	vx_status status;

	pthread_mutex_lock(&store->lock);
	status = device_locked(store, queue, read, write);
	if (!status && ret_version)
		*ret_version = store->version;
	pthread_mutex_unlock(&store->lock);
	return status;
}

static vx_status settle_locked(struct fcl_vx_store *store, struct fcl_vx_queue *queue)
{
	if (store->host_is_users)
		return host_locked(store, true, true);
	return store->mem ? device_locked(store, queue, true, true) : VX_SUCCESS;
}

vx_status fcl_vx_store_settle(struct fcl_vx_store *store, struct fcl_vx_queue *queue)
{
	vx_status status;

	pthread_mutex_lock(&store->lock);
	status = settle_locked(store, queue);
	pthread_mutex_unlock(&store->lock);
	return status;
}

static vx_status swap_locked(struct fcl_vx_store *store, struct fcl_vx_queue *queue, void *host,
			     cl_mem mem)
{
	vx_status status = settle_locked(store, queue);

	if (status)
		return status;
	if (mem && clRetainMemObject(mem))
		return VX_ERROR_INVALID_PARAMETERS;
	drop_host(store);
	drop_mem(store);
	store->version++;
	store->mem = mem;
	store->mem_valid = mem != NULL;
	store->writer = mem ? queue : NULL;
	store->host = host;
	store->host_valid = store->host_is_users = host != NULL;
	store->vacant = !host && !mem;
	return VX_SUCCESS;
}

vx_status fcl_vx_store_swap(struct fcl_vx_store *store, struct fcl_vx_queue *queue, void *host,
			    cl_mem mem)
{
	vx_status status;

	pthread_mutex_lock(&store->lock);
	status = swap_locked(store, queue, host, mem);
	pthread_mutex_unlock(&store->lock);
	return status;
}

void fcl_vx_store_give_back(struct fcl_vx_store *store)
{
	if (store)
		fcl_vx_store_swap(store, &store->context->global, NULL, NULL);
}

vx_status fcl_vx_check_buffer(vx_context context, cl_mem mem, size_t size)
{
	cl_mem_object_type type = 0;
	cl_context owner = NULL;
	size_t found = 0;

	if (!mem || clGetMemObjectInfo(mem, CL_MEM_TYPE, sizeof(type), &type, NULL) ||
	    clGetMemObjectInfo(mem, CL_MEM_CONTEXT, sizeof(owner), &owner, NULL) ||
	    clGetMemObjectInfo(mem, CL_MEM_SIZE, sizeof(found), &found, NULL))
		return fcl_vx_fail(context, VX_ERROR_INVALID_PARAMETERS,
				   "expected a cl_mem, found %p", (void *)mem);
	if (type != CL_MEM_OBJECT_BUFFER || owner != context->cl)
		return fcl_vx_fail(context, VX_ERROR_INVALID_PARAMETERS,
				   "expected a buffer of the context's cl_context");
	if (found < size)
		return fcl_vx_fail(context, VX_ERROR_INVALID_PARAMETERS,
				   "expected a buffer of at least %zu bytes, found %zu", size,
				   found);
	return VX_SUCCESS;
}
