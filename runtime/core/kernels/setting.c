/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/kernels/setting.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "hal/bank.h"
#include "runtime/core/kernels/args.h"
#include "runtime/core/kernels/derived.h"
#include "runtime/core/kernels/reach.h"
#include "runtime/core/objects/svm.h"

enum { FEW = 32 };

/* Stream arguments need not be set, as the image wires them. */
static bool takes_value(const struct fcl_image_arg *arg)
{
	return arg->qualifier != FCL_ARG_STREAM;
}

static uint64_t scalar_room(const struct fcl_image_arg *arg)
{
	return arg->qualifier == FCL_ARG_SCALAR ? (arg->host_size + 15) / 16 * 16 : 0;
}

static void note_change(struct fcl_kernel *kernel, uint32_t index)
{
	kernel->changed = true;
	if (index < kernel->first_changed)
		kernel->first_changed = index;
	if (index > kernel->last_changed)
		kernel->last_changed = index;
}

static void forget_changes(struct fcl_kernel *kernel)
{
	kernel->changed = false;
	kernel->first_changed = UINT32_MAX;
	kernel->last_changed = 0;
}

/* A buffer must fit on one of the devices that have the kernel. */
static uint64_t room_of(const struct fcl_kernel *kernel, uint32_t index)
{
	uint64_t room = 0;

	for (uint32_t i = 0; i < kernel->ninstances; i++) {
		const struct fcl_kernel_instance *instance = &kernel->instances[i];

		if (instance->image && instance->reach[index].room > room)
			room = instance->reach[index].room;
	}
	return room;
}

int fcl_settings_create(struct fcl_kernel *kernel)
{
	const struct fcl_image_kernel *facts = kernel->facts;
	uint64_t bytes = 0;

	/*
	 * Sizes come from an image and are below 4 GiB, so the sum cannot wrap, but may be too
	 * large.
	 */
	for (uint32_t i = 0; i < facts->nargs; i++)
		bytes += scalar_room(&facts->args[i]);
	if (bytes > UINT32_MAX)
		return -ENOMEM;
	kernel->settings = calloc(facts->nargs + (size_t)1, sizeof(*kernel->settings));
	kernel->bytes = calloc(1, bytes + 1);
	if (!kernel->settings || !kernel->bytes)
		return -ENOMEM;
	kernel->bytes_size = (uint32_t)bytes;
	forget_changes(kernel);
	bytes = 0;
	for (uint32_t i = 0; i < facts->nargs; i++) {
		kernel->settings[i].value.data = (uint32_t)bytes;
		kernel->settings[i].room = room_of(kernel, i);
		bytes += scalar_room(&facts->args[i]);
		kernel->unset += takes_value(&facts->args[i]);
	}
	return 0;
}

/*
 * Hosts written for XRT set temporary buffers: they call clSetKernelArg(), release the buffer at
 * once, and then launch.
 */
static void hold(struct fcl_setting *setting, struct fcl_mem *mem)
{
	struct fcl_mem *old;

	if (mem)
		fcl_object_retain(mem);
	old = atomic_exchange_explicit(&setting->held, mem, memory_order_acq_rel);
	if (old)
		fcl_object_release(old);
}

int fcl_settings_copy(struct fcl_kernel *kernel, const struct fcl_kernel *from)
{
	int error = fcl_settings_create(kernel);

	if (error)
		return error;
	for (uint32_t i = 0; i < kernel->facts->nargs; i++) {
		hold(&kernel->settings[i], atomic_load(&from->settings[i].held));
		kernel->settings[i].value = from->settings[i].value;
		kernel->settings[i].life = from->settings[i].life;
		kernel->settings[i].svm_start = from->settings[i].svm_start;
		kernel->settings[i].svm_size = from->settings[i].svm_size;
		kernel->settings[i].changed = from->settings[i].value.set;
		note_change(kernel, i);
	}
	memcpy(kernel->bytes, from->bytes, from->bytes_size);
	kernel->unset = from->unset;
	kernel->local_bytes = from->local_bytes;
	kernel->nsvm = from->nsvm;
	kernel->npipes = from->npipes;
	kernel->svm = fcl_svm_set_ref(from->svm);
	kernel->named = fcl_svm_set_ref(from->named);
	kernel->indirect = from->indirect;
	kernel->fixed = from->fixed;
	kernel->changed = true;
	return 0;
}

void fcl_settings_destroy(struct fcl_kernel *kernel)
{
	if (kernel->bound) {
		pthread_mutex_lock(kernel->program->context->bind_lock);
		pthread_mutex_lock(&kernel->lock);
		for (uint32_t i = 0; i < kernel->facts->nargs; i++)
			fcl_unbind(&kernel->settings[i].binding);
		pthread_mutex_unlock(&kernel->lock);
		pthread_mutex_unlock(kernel->program->context->bind_lock);
	}
	for (uint32_t i = 0; kernel->settings && i < kernel->facts->nargs; i++)
		hold(&kernel->settings[i], NULL);
	fcl_svm_set_unref(kernel->svm);
	fcl_svm_set_unref(kernel->named);
	free(kernel->settings);
	free(kernel->bytes);
}

/* --- setting ---------------------------------------------------------------------------------- */

/* The first change since the kernel's block was filled; kinds of values stay the same. */
static __attribute__((noinline)) void
change_first(struct fcl_kernel *kernel, struct fcl_setting *setting, enum fcl_hal_arg_kind kind)
{
	size_t index = (size_t)(setting - kernel->settings);

	if (!setting->value.set && takes_value(&kernel->facts->args[index]))
		kernel->unset--;
	setting->value.set = true;
	setting->value.kind = kind;
	setting->changed = true;
	note_change(kernel, (uint32_t)index);
}

static inline void change(struct fcl_kernel *kernel, struct fcl_setting *setting,
			  enum fcl_hal_arg_kind kind)
{
	kernel->touched = true;
	if (!setting->changed)
		change_first(kernel, setting, kind);
}

/*
 * Copies the bytes; false: they did not change. Hosts set unchanged values before every launch, and
 * such a launch should stay cheap. Common sizes need no call.
 */
static bool replace(unsigned char *to, const void *from, size_t size)
{
	uint64_t old = 0, fresh = 0;

	if (size == sizeof(uint32_t)) {
		memcpy(&old, to, sizeof(uint32_t));
		memcpy(&fresh, from, sizeof(uint32_t));
		memcpy(to, from, sizeof(uint32_t));
		return old != fresh;
	}
	if (size == sizeof(uint64_t)) {
		memcpy(&old, to, sizeof(uint64_t));
		memcpy(&fresh, from, sizeof(uint64_t));
		memcpy(to, from, sizeof(uint64_t));
		return old != fresh;
	}
	if (!memcmp(to, from, size))
		return false;
	memcpy(to, from, size);
	return true;
}

void fcl_kernel_set_bytes(struct fcl_kernel *kernel, uint32_t index, const void *data, size_t size)
{
	struct fcl_setting *setting = &kernel->settings[index];

	if (!replace(kernel->bytes + setting->value.data, data, size) && setting->value.set)
		return;
	setting->value.size = size;
	change(kernel, setting, FCL_HAL_ARG_BYTES);
}

/* The bank of a buffer without memory is one that the first argument it is set on can reach. */
static void hint_bank(const struct fcl_kernel *kernel, uint32_t index, struct fcl_mem *root)
{
	const struct fcl_kernel_instance *instance = kernel->instances;
	uint32_t mem;

	while (!instance->image)
		instance++;
	if (instance->reach[index].free)
		return;
	mem = fcl_reach_first(instance, instance->cus[0], index);
	if (mem != FCL_HAL_BANK_DEFAULT)
		atomic_store_explicit(&root->hinted_bank,
				      fcl_hal_bank_of_mem(instance->part->device->info,
							  &instance->image->mems[mem]),
				      memory_order_relaxed);
}

static void set_pointer(struct fcl_kernel *kernel, uint32_t index, struct fcl_mem *mem,
			uint64_t offset)
{
	struct fcl_setting *setting = &kernel->settings[index];
	uint64_t life = mem ? fcl_object_life(mem) : 0;

	if (setting->value.set && setting->value.mem == mem && setting->life == life &&
	    setting->value.offset == offset)
		return;
	setting->value.mem = mem;
	setting->value.offset = offset;
	setting->life = life;
	change(kernel, setting, FCL_HAL_ARG_BUFFER);
	if (!mem)
		return;
	kernel->fixed |= !fcl_mem_may_move(mem->root);
	if (atomic_load_explicit(&mem->root->hinted_bank, memory_order_relaxed) ==
	    FCL_HAL_BANK_DEFAULT)
		hint_bank(kernel, index, mem->root);
}

static void count_svm(struct fcl_kernel *kernel, uint32_t index, bool svm)
{
	struct fcl_arg_value *value = &kernel->settings[index].value;

	if (value->svm == svm)
		return;
	kernel->nsvm = kernel->nsvm - value->svm + svm;
	value->svm = svm;
}

void fcl_kernel_set_mem(struct fcl_kernel *kernel, uint32_t index, struct fcl_mem *mem)
{
	count_svm(kernel, index, false);
	set_pointer(kernel, index, mem, 0);
	if (kernel->holds)
		hold(&kernel->settings[index], mem);
}

void fcl_kernel_set_svm(struct fcl_kernel *kernel, uint32_t index, struct fcl_mem *svm,
			uint64_t offset)
{
	struct fcl_setting *setting = &kernel->settings[index];

	count_svm(kernel, index, true);
	set_pointer(kernel, index, svm, offset);
	if (kernel->holds)
		hold(setting, NULL);
	setting->svm_start = (uintptr_t)svm->host;
	setting->svm_size = svm->size;
}

bool fcl_kernel_set_svm_again(struct fcl_kernel *kernel, uint32_t index, const void *pointer)
{
	const struct fcl_setting *setting = &kernel->settings[index];
	uintptr_t offset = (uintptr_t)pointer - setting->svm_start;

	if (!setting->value.svm || offset >= setting->svm_size ||
	    !fcl_object_lives(setting->value.mem, FCL_TYPE_MEM, setting->life))
		return false;
	set_pointer(kernel, index, setting->value.mem, offset);
	return true;
}

void fcl_settings_put_pipe(struct fcl_kernel *kernel, uint32_t index, struct fcl_mem *pipe)
{
	struct fcl_setting *setting = &kernel->settings[index];
	uint64_t life = pipe ? fcl_object_life(pipe) : 0;

	if (setting->value.mem == pipe && setting->life == life)
		return;
	kernel->npipes = kernel->npipes - (setting->value.mem != NULL) + (pipe != NULL);
	setting->value.mem = pipe;
	setting->life = life;
	change(kernel, setting, FCL_HAL_ARG_PIPE);
}

static uint64_t local_sum(const struct fcl_kernel *kernel)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < kernel->facts->nargs; i++)
		if (kernel->settings[i].value.kind == FCL_HAL_ARG_LOCAL &&
		    __builtin_add_overflow(sum, kernel->settings[i].value.size, &sum))
			return UINT64_MAX;
	return sum;
}

void fcl_kernel_set_local(struct fcl_kernel *kernel, uint32_t index, size_t size)
{
	struct fcl_setting *setting = &kernel->settings[index];

	setting->value.size = size;
	change(kernel, setting, FCL_HAL_ARG_LOCAL);
	kernel->local_bytes = local_sum(kernel);
}

/* --- launching -------------------------------------------------------------------------------- */

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
static int check_bound(const struct fcl_kernel *kernel, struct fcl_err *err)
{
	/* Objects that were bound when the block was filled still are. */
	uint32_t from = kernel->args ? kernel->first_changed : 0;
	uint32_t to = kernel->args ? kernel->last_changed : kernel->facts->nargs - 1;

	for (uint32_t i = from; i <= to && i < kernel->facts->nargs; i++)
		if (kernel->settings[i].value.mem != kernel->settings[i].binding.mem)
			return report_released(kernel, i, err);
	return 0;
}

/*
 * Writes settings to a block that no command uses; returns how many old objects it put into `old`.
 */
static uint32_t fill(struct fcl_kernel *kernel, struct fcl_args *args, bool all,
		     struct fcl_mem **old)
{
	uint32_t from = all ? 0 : kernel->first_changed;
	uint32_t to = all ? args->nargs - 1 : kernel->last_changed, count = 0;

	for (uint32_t i = from; i <= to && i < args->nargs; i++) {
		struct fcl_setting *setting = &kernel->settings[i];
		struct fcl_arg_value *value = &args->values[i];

		if (!all && !setting->changed)
			continue;
		if (value->mem)
			old[count++] = value->mem;
		*value = setting->value;
		if (value->mem)
			fcl_object_ref(value->mem);
		if (value->kind == FCL_HAL_ARG_BYTES)
			memcpy(args->bytes + value->data, kernel->bytes + value->data, value->size);
		setting->changed = false;
	}
	args->svm = fcl_svm_set_ref(kernel->svm);
	fcl_args_reset(args);
	forget_changes(kernel);
	return count;
}

/*
 * References to release once no lock is held, as this may free other objects and call back into the
 * host.
 */
struct leftovers {
	struct fcl_args *block;
	struct fcl_svm_set *svm;
	struct fcl_mem **mems; /* `few`, or from malloc */
	uint32_t nmems;
	struct fcl_mem *few[FEW];
};

static int make_room(struct leftovers *leftovers, uint32_t nmems)
{
	leftovers->mems = leftovers->few;
	if (nmems > FEW)
		leftovers->mems = malloc(nmems * sizeof(struct fcl_mem *));
	return leftovers->mems ? 0 : -ENOMEM;
}

static void drop_leftovers(const struct leftovers *leftovers)
{
	fcl_args_abandon(leftovers->block);
	fcl_svm_set_unref(leftovers->svm);
	for (uint32_t i = 0; i < leftovers->nmems; i++)
		fcl_object_unref(leftovers->mems[i]);
	if (leftovers->mems != leftovers->few)
		free(leftovers->mems);
}

/*
 * Updates the kernel's block with the settings; its lock is held. On an error the kernel has no
 * block, as the old one may refer to objects that are no longer bound.
 */
static int renew(struct fcl_kernel *kernel, struct leftovers *leftovers, struct fcl_err *err)
{
	int error = make_room(leftovers, kernel->facts->nargs);
	/* A block that has had a standing claim must keep its values. */
	bool in_place = kernel->args && fcl_args_alone(kernel->args) && !kernel->args->instance;

	if (!error)
		error = check_bound(kernel, err);
	if (error || !in_place) {
		leftovers->block = kernel->args;
		kernel->args = NULL;
	}
	if (error)
		return error;
	if (!in_place)
		kernel->args = fcl_args_create(kernel);
	if (!kernel->args)
		return -ENOMEM;
	kernel->nderived = 0;
	leftovers->svm = kernel->args->svm;
	leftovers->nmems = fill(kernel, kernel->args, !in_place, leftovers->mems);
	return 0;
}

/* Acquires both locks in the right order. Only the kernel's lock was held, for the check. */
static void lock_to_bind(struct fcl_kernel *kernel)
{
	pthread_mutex_unlock(&kernel->lock);
	pthread_mutex_lock(kernel->program->context->bind_lock);
	pthread_mutex_lock(&kernel->lock);
}

static bool needs_renewal(const struct fcl_kernel *kernel)
{
	return kernel->changed || !kernel->args ||
	       atomic_load_explicit(&kernel->args->outdated, memory_order_relaxed);
}

/* The kernel's lock is held on entry, and released. */
static int share_derived(struct fcl_kernel *kernel, struct fcl_args **ret_args, struct fcl_err *err)
{
	struct fcl_args *args = NULL;
	uint32_t failed = 0;
	int error = fcl_derived_create(kernel, &args, &failed);

	pthread_mutex_unlock(&kernel->lock);
	if (!error) {
		*ret_args = args;
		return 0;
	}
	fcl_args_unref(args);
	return error == -ESTALE ? report_released(kernel, failed, err) : error;
}

/* Updates the block and shares it. The kernel's lock is held on entry, and released. */
static int share_renewed(struct fcl_kernel *kernel, struct fcl_args **ret_args, struct fcl_err *err)
{
	struct leftovers leftovers;
	bool binds = false;
	int error = 0;

	leftovers.block = NULL;
	leftovers.svm = NULL;
	leftovers.mems = leftovers.few;
	leftovers.nmems = 0;
	if (kernel->changed && needs_binding(kernel)) {
		binds = true;
		lock_to_bind(kernel);
		bind_changed(kernel);
	}
	if (needs_renewal(kernel))
		error = renew(kernel, &leftovers, err);
	if (!error) {
		fcl_args_share(kernel->args);
		*ret_args = kernel->args;
	}
	pthread_mutex_unlock(&kernel->lock);
	if (binds)
		pthread_mutex_unlock(kernel->program->context->bind_lock);
	drop_leftovers(&leftovers);
	return error;
}

int fcl_kernel_share_args(struct fcl_kernel *kernel, struct fcl_args **ret_args,
			  struct fcl_err *err)
{
	pthread_mutex_lock(&kernel->lock);
	if (needs_renewal(kernel))
		return fcl_derived_suits(kernel) ? share_derived(kernel, ret_args, err)
						 : share_renewed(kernel, ret_args, err);
	fcl_args_share(kernel->args);
	*ret_args = kernel->args;
	pthread_mutex_unlock(&kernel->lock);
	return 0;
}
