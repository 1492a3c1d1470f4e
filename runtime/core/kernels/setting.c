/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/kernels/setting.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "hal/bank.h"
#include "runtime/core/kernels/reach.h"
#include "runtime/core/objects/svm.h"

/* Stream arguments need not be set, as the image wires them. */
static bool takes_value(const struct fcl_image_arg *arg)
{
	return arg->qualifier != FCL_ARG_STREAM;
}

static uint64_t scalar_room(const struct fcl_image_arg *arg)
{
	return arg->qualifier == FCL_ARG_SCALAR ? (arg->host_size + 15) / 16 * 16 : 0;
}

static void setting_note_change(struct fcl_kernel *kernel, uint32_t index)
{
	kernel->changed = true;
	if (index < kernel->first_changed)
		kernel->first_changed = index;
	if (index > kernel->last_changed)
		kernel->last_changed = index;
}

void fcl_settings_forget_changes(struct fcl_kernel *kernel)
{
	for (uint32_t i = kernel->first_changed; i <= kernel->last_changed; i++)
		kernel->settings[i].changed = false;
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
	kernel->first_changed = UINT32_MAX;
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
static void setting_hold(struct fcl_setting *setting, struct fcl_mem *mem)
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
		setting_hold(&kernel->settings[i], atomic_load(&from->settings[i].held));
		kernel->settings[i].value = from->settings[i].value;
		kernel->settings[i].life = from->settings[i].life;
		kernel->settings[i].svm_start = from->settings[i].svm_start;
		kernel->settings[i].svm_size = from->settings[i].svm_size;
		kernel->settings[i].changed = from->settings[i].value.set;
		setting_note_change(kernel, i);
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
		setting_hold(&kernel->settings[i], NULL);
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
	setting_note_change(kernel, (uint32_t)index);
}

static inline void setting_change(struct fcl_kernel *kernel, struct fcl_setting *setting,
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
static bool setting_replace(unsigned char *to, const void *from, size_t size)
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

	if (!setting_replace(kernel->bytes + setting->value.data, data, size) && setting->value.set)
		return;
	setting->value.size = size;
	setting_change(kernel, setting, FCL_HAL_ARG_BYTES);
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

static void setting_set_pointer(struct fcl_kernel *kernel, uint32_t index, struct fcl_mem *mem,
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
	setting_change(kernel, setting, FCL_HAL_ARG_BUFFER);
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
	setting_set_pointer(kernel, index, mem, 0);
	if (kernel->holds)
		setting_hold(&kernel->settings[index], mem);
}

void fcl_kernel_set_svm(struct fcl_kernel *kernel, uint32_t index, struct fcl_mem *svm,
			uint64_t offset)
{
	struct fcl_setting *setting = &kernel->settings[index];

	count_svm(kernel, index, true);
	setting_set_pointer(kernel, index, svm, offset);
	if (kernel->holds)
		setting_hold(setting, NULL);
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
	setting_set_pointer(kernel, index, setting->value.mem, offset);
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
	setting_change(kernel, setting, FCL_HAL_ARG_PIPE);
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
	setting_change(kernel, setting, FCL_HAL_ARG_LOCAL);
	kernel->local_bytes = local_sum(kernel);
}
