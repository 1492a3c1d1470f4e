/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/kernels/binding.h"

#include "runtime/core/kernels/args.h"

bool fcl_bind(struct fcl_binding *binding, struct fcl_kernel *kernel, struct fcl_mem *mem,
	      uint64_t life)
{
	if (!fcl_object_lives(mem, FCL_TYPE_MEM, life) ||
	    atomic_fetch_or(&mem->bound, FCL_BOUND) & FCL_RETIRED)
		return false;
	binding->mem = mem;
	binding->kernel = kernel;
	binding->link = &mem->bindings;
	binding->next = mem->bindings;
	if (binding->next)
		binding->next->link = &binding->next;
	mem->bindings = binding;
	return true;
}

void fcl_unbind(struct fcl_binding *binding)
{
	if (!binding->mem)
		return;
	*binding->link = binding->next;
	if (binding->next)
		binding->next->link = binding->link;
	binding->mem = NULL;
}

/*
 * Takes the block from the binding's kernel. The kernel is alive, as it unbinds before it is freed.
 * The bind_lock is held.
 */
static struct fcl_args *cut(struct fcl_binding *binding)
{
	struct fcl_kernel *kernel = binding->kernel;
	struct fcl_args *args;

	pthread_mutex_lock(&kernel->lock);
	fcl_unbind(binding);
	args = kernel->args;
	kernel->args = NULL;
	pthread_mutex_unlock(&kernel->lock);
	return args;
}

/* Objects that are no argument of a kernel, which is most of them, need no lock. */
void fcl_mem_retire(struct fcl_object *object)
{
	struct fcl_mem *mem = (struct fcl_mem *)object;
	struct fcl_args *blocks = NULL;

	if (!(atomic_fetch_or(&mem->bound, FCL_RETIRED) & FCL_BOUND))
		return;
	pthread_mutex_lock(mem->context->bind_lock);
	while (mem->bindings) {
		struct fcl_args *args = cut(mem->bindings);

		if (args) {
			args->next = blocks;
			blocks = args;
		}
	}
	pthread_mutex_unlock(mem->context->bind_lock);
	/* Outside the lock, as this may free other objects and call back into the host. */
	while (blocks) {
		struct fcl_args *args = blocks;

		blocks = args->next;
		fcl_args_abandon(args);
	}
}
