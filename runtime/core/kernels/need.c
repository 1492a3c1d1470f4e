/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/kernels/need.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"

/* The device's entry, or a new one that has all banks and no name. NULL: out of memory. */
static struct fcl_need_on *need_entry(struct fcl_mem *root, const struct fcl_device *device)
{
	uint32_t count = root->need ? root->need->count : 0;
	struct fcl_need *need;

	for (uint32_t i = 0; i < count; i++)
		if (root->need->on[i].device == device)
			return &root->need->on[i];
	need = realloc(root->need, sizeof(*need) + (count + 1) * sizeof(need->on[0]));
	if (!need)
		return NULL;
	root->need = need;
	need->count = count + 1;
	memset(&need->on[count], 0, sizeof(need->on[count]));
	need->on[count].device = device;
	return &need->on[count];
}

/* Keeps the banks that are in both sets. False: there are none, and the set is unchanged. */
static bool narrow(struct fcl_bank_set *set, const struct fcl_bank_set *by)
{
	struct fcl_bank_set both;
	uint64_t any = 0;

	for (unsigned word = 0; word < FCL_BANKS_MAX / 64; word++)
		any |= both.bits[word] = set->bits[word] & by->bits[word];
	if (any)
		*set = both;
	return any;
}

static const char *need_first_tag(const struct fcl_bank_set *set, const struct fcl_hal_info *info)
{
	uint32_t bank = 0;

	while (bank < info->nbanks && !fcl_bank_in(set, bank))
		bank++;
	return bank < info->nbanks ? info->banks[bank].tag : "none";
}

static int need_report(const struct fcl_need_on *need, const char *name,
		       const struct fcl_bank_set *banks, struct fcl_err *err)
{
	const struct fcl_hal_info *info = need->device->info;
	const char *tag = need_first_tag(&need->banks, info);

	return fcl_err_set(
		err, -ENOSPC,
		"a buffer is set as %s, which is in %s, and as %s, which is in %s, but it can be in one bank only: link with sp=%s:%s",
		need->name, tag, name, need_first_tag(banks, info), name, tag);
}

static int need_note(struct fcl_mem *root, const struct fcl_device *device, const char *name,
		     const struct fcl_bank_set *banks, struct fcl_err *err)
{
	struct fcl_need_on *need;
	int error = 0;

	pthread_mutex_lock(&root->lock);
	need = need_entry(root, device); /* NULL: nothing is reported */
	if (need && !*need->name) {
		need->banks = *banks;
		snprintf(need->name, sizeof(need->name), "%s", name);
	} else if (need && !narrow(&need->banks, banks)) {
		error = need_report(need, name, banks, err);
	}
	pthread_mutex_unlock(&root->lock);
	return error;
}

const struct fcl_kernel_instance *fcl_need_instance(const struct fcl_kernel *kernel)
{
	const struct fcl_kernel_instance *only = NULL;

	for (uint32_t i = 0; i < kernel->ninstances; i++) {
		if (kernel->instances[i].image && only)
			return NULL;
		if (kernel->instances[i].image)
			only = &kernel->instances[i];
	}
	return only;
}

int fcl_need_add(struct fcl_kernel *kernel, const struct fcl_kernel_instance *instance,
		 uint32_t index, struct fcl_mem *root, struct fcl_err *err)
{
	struct fcl_setting *setting = &kernel->settings[index];
	char name[256];
	int error;

	if (instance->reach[index].free || root->one)
		return 0;
	snprintf(name, sizeof(name), "%s.%s", instance->image->cus[instance->cus[0]].name,
		 kernel->facts->args[index].name);
	error = need_note(root, instance->part->device, name, &instance->reach[index].any, err);
	if (!error || kernel->program->context->strict_banks)
		return error;
	if (!atomic_exchange(&setting->warned, true))
		fcl_log(FCL_LOG_WARN, kernel->name,
			"%s (XRT refuses the buffer; here its bytes move between the banks)",
			err->text);
	return 0;
}
