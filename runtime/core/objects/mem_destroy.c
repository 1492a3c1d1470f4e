/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/objects/mem_destroy.h"

#include <stdlib.h>
#include <sys/mman.h>

#include "runtime/core/objects/holdings.h"
#include "runtime/core/objects/map.h"
#include "runtime/core/objects/pipe.h"
#include "runtime/core/objects/svm.h"

static void free_sides(struct fcl_mem *mem)
{
	fcl_svm_free_sides(mem);
	fcl_holdings_unbook(mem);
	if (mem->host_mapped)
		munmap(mem->host, mem->size);
	for (uint32_t i = 0; mem->sides && i < mem->context->ndevices; i++)
		fcl_holdings_drop(mem->context->devices[i], &mem->sides[i]);
	free(mem->sides);
	free(mem->spans);
	if (mem->host_owned)
		free(mem->host);
}

/*
 * OpenCL: destructor callbacks run when the runtime no longer uses the memory of USE_HOST_PTR, so
 * that they can reuse it.
 */
static void run_destructors(struct fcl_mem *mem)
{
	while (mem->destructors) {
		struct fcl_destructor *destructor = mem->destructors;

		mem->destructors = destructor->next;
		destructor->notify.mem((cl_mem)mem, destructor->user_data);
		free(destructor);
	}
}

void fcl_mem_destroy(struct fcl_object *object)
{
	struct fcl_mem *mem = (struct fcl_mem *)object;
	struct fcl_context *context = mem->context;
	struct fcl_mem *root = mem->root;

	if (mem->pipe)
		fcl_pipe_destroy(mem->pipe);
	else if (root == mem)
		free_sides(mem);
	run_destructors(mem);
	fcl_mem_forget_maps(mem);
	free(mem->properties);
	free(mem->need);
	pthread_mutex_destroy(&mem->lock);
	fcl_object_recycle(object);
	if (root != mem)
		fcl_object_unref(root);
	fcl_object_unref(context);
}
