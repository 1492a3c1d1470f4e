/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/kernels/need.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/log.h"

static struct fcl_need *need_create(const struct fcl_bank_set *banks, const char *name)
{
	struct fcl_need *need = malloc(sizeof(*need));

	if (!need)
		return NULL;
	need->banks = *banks;
	snprintf(need->name, sizeof(need->name), "%s", name);
	return need;
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

static int need_report(const struct fcl_need *need, const struct fcl_kernel_instance *instance,
		       const char *name, const struct fcl_bank_set *banks, struct fcl_err *err)
{
	const struct fcl_hal_info *info = instance->part->device->info;
	const char *tag = need_first_tag(&need->banks, info);

	return fcl_err_set(
		err, -ENOSPC,
		"a buffer is set as %s, which is in %s, and as %s, which is in %s, but it can be in one bank only: link with sp=%s:%s",
		need->name, tag, name, need_first_tag(banks, info), name, tag);
}

static int need_add(struct fcl_mem *root, const struct fcl_kernel_instance *instance,
		    const char *name, const struct fcl_bank_set *banks, struct fcl_err *err)
{
	int error = 0;

	pthread_mutex_lock(&root->lock);
	if (!root->need)
		root->need = need_create(banks, name); /* NULL: nothing is reported */
	else if (!narrow(&root->need->banks, banks))
		error = need_report(root->need, instance, name, banks, err);
	pthread_mutex_unlock(&root->lock);
	return error;
}

int fcl_need_add(struct fcl_kernel *kernel, uint32_t index, struct fcl_mem *root,
		 struct fcl_err *err)
{
	const struct fcl_kernel_instance *instance = kernel->instances;
	const struct fcl_context *context = kernel->program->context;
	struct fcl_setting *setting = &kernel->settings[index];
	char name[256];
	int error;

	while (!instance->image)
		instance++;
	if (context->ndevices != 1 || instance->reach[index].free || root->one)
		return 0;
	snprintf(name, sizeof(name), "%s.%s", instance->image->cus[instance->cus[0]].name,
		 kernel->facts->args[index].name);
	error = need_add(root, instance, name, &instance->reach[index].any, err);
	if (!error || context->strict_banks)
		return error;
	if (!setting->warned)
		fcl_log(FCL_LOG_WARN, kernel->name,
			"%s (XRT refuses the buffer; here its bytes move between the banks)",
			err->text);
	setting->warned = true;
	return 0;
}
