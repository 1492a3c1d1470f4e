/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/launches/snapshot.h"

#include <errno.h>

#include "runtime/core/kernels/setting.h"
#include "runtime/core/launches/change.h"

/* --- a new block ------------------------------------------------------------------------------ */

/* Whether the launch has to bind the setting's object first. */
static bool is_unbound(const struct fcl_setting *setting)
{
	return setting->changed && setting->binding.mem != setting->value.mem;
}

static bool needs_binding(const struct fcl_kernel *kernel)
{
	for (uint32_t i = kernel->first_changed; i <= kernel->last_changed; i++)
		if (is_unbound(&kernel->settings[i]))
			return true;
	return false;
}

/* Both locks are held. Old objects that the block still contains keep their references. */
static void bind_changed(struct fcl_kernel *kernel)
{
	kernel->bound = true;
	for (uint32_t i = kernel->first_changed; i <= kernel->last_changed; i++) {
		struct fcl_setting *setting = &kernel->settings[i];

		if (!is_unbound(setting))
			continue;
		fcl_unbind(&setting->binding);
		if (setting->value.mem)
			fcl_bind(&setting->binding, kernel, setting->value.mem, setting->life);
	}
}

static int report_released(const struct fcl_kernel *kernel, uint32_t index, struct fcl_err *err)
{
	return fcl_err_set(
		err, -ESTALE,
		"kernel %s: the memory object that is set as argument %u '%s' has been released",
		kernel->name, index, kernel->facts->args[index].name);
}

/* The kernel's lock is held, so bound objects stay alive. */
static int share_check_bound(const struct fcl_kernel *kernel, struct fcl_err *err)
{
	for (uint32_t i = 0; i < kernel->facts->nargs; i++)
		if (kernel->settings[i].value.mem != kernel->settings[i].binding.mem)
			return report_released(kernel, i, err);
	return 0;
}

/*
 * Gives the kernel a block with its settings; its lock is held. On an error it has none, as the old
 * one may refer to objects that are no longer bound.
 */
static int renew(struct fcl_kernel *kernel, struct fcl_err *err)
{
	int error = share_check_bound(kernel, err);

	kernel->args = error ? NULL : fcl_args_create(kernel);
	kernel->nchanges = 0;
	if (kernel->args)
		fcl_settings_forget_changes(kernel);
	else if (!error)
		error = -ENOMEM;
	return error;
}

static bool needs_renewal(const struct fcl_kernel *kernel)
{
	return kernel->changed || !kernel->args ||
	       atomic_load_explicit(&kernel->args->resolved.outdated, memory_order_relaxed);
}

/* Acquires both locks in the right order. Only the kernel's lock was held, for the check. */
static void lock_to_bind(struct fcl_kernel *kernel)
{
	pthread_mutex_unlock(&kernel->lock);
	pthread_mutex_lock(kernel->program->context->bind_lock);
	pthread_mutex_lock(&kernel->lock);
}

/* Shares a new block. The kernel's lock is held on entry, and released. */
static int share_renewed(struct fcl_kernel *kernel, struct fcl_values *ret_values,
			 struct fcl_err *err)
{
	bool binds = kernel->changed && needs_binding(kernel);
	struct fcl_args *old = NULL;
	int error = 0;

	if (binds) {
		lock_to_bind(kernel);
		bind_changed(kernel);
	}
	if (needs_renewal(kernel)) {
		old = kernel->args;
		error = renew(kernel, err);
	}
	if (!error) {
		fcl_args_share(kernel->args);
		*ret_values = (struct fcl_values){.args = kernel->args};
	}
	pthread_mutex_unlock(&kernel->lock);
	if (binds)
		pthread_mutex_unlock(kernel->program->context->bind_lock);
	/* Without a lock, as this may free other objects and call back into the host. */
	fcl_args_abandon(old);
	return error;
}

/* --- the block, or a change of it ------------------------------------------------------------- */

/* The kernel's lock is held on entry, and released. */
static int share_changed(struct fcl_kernel *kernel, struct fcl_values *ret_values,
			 struct fcl_err *err)
{
	struct fcl_values values = {.args = kernel->args};
	uint32_t failed = 0;
	int error = fcl_change_create(kernel, &values.change, &failed);

	if (!error && !values.change)
		fcl_args_share(values.args);
	pthread_mutex_unlock(&kernel->lock);
	if (!error) {
		*ret_values = values;
		return 0;
	}
	if (values.change)
		fcl_values_unref(&values);
	return error == -ESTALE ? report_released(kernel, failed, err) : error;
}

int fcl_kernel_snapshot(struct fcl_kernel *kernel, struct fcl_values *ret_values,
			struct fcl_err *err)
{
	pthread_mutex_lock(&kernel->lock);
	if (needs_renewal(kernel))
		return fcl_change_suits(kernel) ? share_changed(kernel, ret_values, err)
						: share_renewed(kernel, ret_values, err);
	fcl_args_share(kernel->args);
	*ret_values = (struct fcl_values){.args = kernel->args};
	pthread_mutex_unlock(&kernel->lock);
	return 0;
}

/* --- giving it up ----------------------------------------------------------------------------- */

/* Takes the block from a kernel; its lock is held. */
static struct fcl_args *share_cut(struct fcl_kernel *kernel)
{
	struct fcl_args *args = kernel->args;

	kernel->args = NULL;
	return args;
}

/* Breaks the reference cycle between the kernel and its block, as the host launches no more. */
void fcl_kernel_retire(struct fcl_object *object)
{
	struct fcl_kernel *kernel = (struct fcl_kernel *)object;
	struct fcl_args *args;

	pthread_mutex_lock(&kernel->lock);
	args = share_cut(kernel);
	pthread_mutex_unlock(&kernel->lock);
	fcl_args_abandon(args);
}

/*
 * Unbinds the object, and takes the block from the binding's kernel. The kernel is alive, as it
 * unbinds before it is freed. The bind_lock is held.
 */
static struct fcl_args *cut_bound(struct fcl_binding *binding)
{
	struct fcl_kernel *kernel = binding->kernel;
	struct fcl_args *args;

	pthread_mutex_lock(&kernel->lock);
	fcl_unbind(binding);
	args = share_cut(kernel);
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
		struct fcl_args *args = cut_bound(mem->bindings);

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
