/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/objects/mem_create.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/core/objects/host_side.h"
#include "runtime/core/objects/span.h"

static bool has_host_contents(cl_mem_flags flags)
{
	return flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);
}

static int init_root(struct fcl_mem *mem, void *host_ptr)
{
	bool contents = has_host_contents(mem->flags);

	mem->sides = calloc(mem->context->ndevices, sizeof(*mem->sides));
	/* Undefined contents count as valid on every side, so they are never copied. */
	if (!mem->sides || fcl_span_init(mem, contents ? 1u << FCL_SIDE_HOST : UINT64_MAX))
		return -ENOMEM;
	for (uint32_t i = 0; i < mem->context->ndevices; i++) {
		mem->sides[i].root = mem;
		atomic_init(&mem->sides[i].bank, FCL_HAL_BANK_DEFAULT);
	}
	if (mem->flags & CL_MEM_USE_HOST_PTR) {
		mem->host = mem->host_ptr = host_ptr;
		return 0;
	}
	if (!(mem->flags & (CL_MEM_COPY_HOST_PTR | CL_MEM_ALLOC_HOST_PTR)))
		return 0;
	mem->host = fcl_host_side_allocate(mem->size);
	mem->host_owned = true;
	if (!mem->host)
		return -ENOMEM;
	if (mem->flags & CL_MEM_COPY_HOST_PTR)
		memcpy(mem->host, host_ptr, mem->size);
	return 0;
}

static struct fcl_mem *runtime_mem_create(struct fcl_context *context, cl_mem_flags flags,
					  uint64_t size)
{
	struct fcl_mem *mem = fcl_object_create(FCL_TYPE_MEM);

	if (!mem)
		return NULL;
	mem->context = fcl_object_ref(context);
	mem->flags = flags;
	mem->size = size;
	mem->root = mem;
	pthread_mutex_init(&mem->lock, NULL);
	return mem;
}

int fcl_mem_create(struct fcl_context *context, cl_mem_flags flags, uint64_t size, void *host_ptr,
		   uint32_t wanted_bank, struct fcl_mem **ret_mem)
{
	struct fcl_mem *mem = runtime_mem_create(context, flags, size);

	if (!mem)
		return -ENOMEM;
	mem->wanted_bank = wanted_bank;
	atomic_init(&mem->hinted_bank, FCL_HAL_BANK_DEFAULT);
	if (init_root(mem, host_ptr)) {
		fcl_object_unref(mem);
		return -ENOMEM;
	}
	*ret_mem = mem;
	return 0;
}

int fcl_mem_create_view(struct fcl_mem *parent, cl_mem_flags flags, uint64_t origin, uint64_t size,
			struct fcl_mem **ret_mem)
{
	struct fcl_mem *mem = runtime_mem_create(parent->context, flags, size);

	if (!mem)
		return -ENOMEM;
	mem->root = fcl_object_ref(parent->root);
	mem->parent = parent;
	mem->origin = parent->origin + origin;
	if (parent->host_ptr)
		mem->host_ptr = (char *)parent->host_ptr + origin;
	*ret_mem = mem;
	return 0;
}

struct fcl_mem *fcl_mem_create_pipe(struct fcl_context *context, cl_mem_flags flags,
				    struct fcl_pipe *pipe)
{
	struct fcl_mem *mem = runtime_mem_create(context, flags, 0);

	if (mem)
		mem->pipe = pipe;
	return mem;
}

int fcl_mem_add_destructor(struct fcl_mem *mem, void(CL_CALLBACK *notify)(cl_mem, void *),
			   void *user_data)
{
	struct fcl_destructor destructor = {.notify.mem = notify, .user_data = user_data};
	int error;

	pthread_mutex_lock(&mem->lock);
	error = fcl_destructor_push(&mem->destructors, &destructor);
	pthread_mutex_unlock(&mem->lock);
	return error;
}
