/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/kernels/indirect.h"

#include "runtime/core/objects/svm.h"

/*
 * Sets the allocations that the next launches access; the kernel's lock is held. Returns the old
 * set.
 */
static struct fcl_svm_set *indirect_exchange(struct fcl_kernel *kernel, struct fcl_svm_set *set,
					     uint64_t reached_at)
{
	struct fcl_svm_set *old = kernel->svm;

	kernel->svm = set;
	kernel->reached_at = reached_at;
	kernel->changed = true;
	return old;
}

void fcl_kernel_set_svm_set(struct fcl_kernel *kernel, struct fcl_svm_set *set)
{
	struct fcl_svm_set *old, *old_named;

	pthread_mutex_lock(&kernel->lock);
	old_named = kernel->named;
	kernel->named = set;
	old = indirect_exchange(kernel, fcl_svm_set_ref(set), 0);
	pthread_mutex_unlock(&kernel->lock);
	fcl_svm_set_unref(old);
	fcl_svm_set_unref(old_named);
}

void fcl_kernel_set_indirect(struct fcl_kernel *kernel, uint32_t type, bool on)
{
	struct fcl_svm_set *old;

	pthread_mutex_lock(&kernel->lock);
	kernel->indirect = on ? kernel->indirect | type : kernel->indirect & ~type;
	old = indirect_exchange(kernel, fcl_svm_set_ref(kernel->named), 0);
	pthread_mutex_unlock(&kernel->lock);
	fcl_svm_set_unref(old);
}

/*
 * Whether the set still contains all allocations; if not, returns those that the host has listed.
 */
static bool indirect_is_current(struct fcl_kernel *kernel, uint64_t changes,
				struct fcl_svm_set **ret_named)
{
	bool current;

	pthread_mutex_lock(&kernel->lock);
	current = kernel->reached_at == changes;
	*ret_named = current ? NULL : fcl_svm_set_ref(kernel->named);
	pthread_mutex_unlock(&kernel->lock);
	return current;
}

/*
 * Several threads may launch the kernel; allocations that one misses are found by its next launch.
 */
int fcl_kernel_reach_indirect(struct fcl_kernel *kernel)
{
	struct fcl_context *context = kernel->program->context;
	uint64_t changes = atomic_load(&context->svm.changes) + 1;
	struct fcl_svm_set *set, *named;
	int error;

	if (indirect_is_current(kernel, changes, &named))
		return 0;
	error = fcl_svm_set_create_all(context, kernel->indirect, named, &set);
	fcl_svm_set_unref(named);
	if (error)
		return error;
	pthread_mutex_lock(&kernel->lock);
	set = indirect_exchange(kernel, set, changes);
	pthread_mutex_unlock(&kernel->lock);
	fcl_svm_set_unref(set);
	return 0;
}
