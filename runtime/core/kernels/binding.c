/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/kernels/binding.h"

#include "runtime/core/kernels/kernel.h"

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
