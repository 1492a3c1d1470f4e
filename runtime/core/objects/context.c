/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/objects/context.h"

#include <errno.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/config.h"
#include "base/fork.h"
#include "base/log.h"
#include "runtime/core/objects/callback.h"

static pthread_mutex_t mixed_bind_lock = PTHREAD_MUTEX_INITIALIZER;

/* Bits as in fcl_mem's masks of sides: bit 0 is the host. */
static uint64_t svm_sides(const struct fcl_context *context)
{
	uint64_t sides = 0;

	for (uint32_t i = 0; i < context->ndevices; i++)
		if (context->devices[i]->info->caps & FCL_HAL_CAP_SVM)
			sides |= UINT64_C(2) << i;
	return sides ? sides | 1 : 0;
}

static void add_parts(struct fcl_context *context, struct fcl_part *const *parts, uint32_t nparts)
{
	for (uint32_t i = 0; i < nparts; i++) {
		struct fcl_part *part = parts[i];

		if (fcl_context_has(context, part))
			continue;
		context->parts[context->nparts++] = fcl_object_ref(part);
		if (fcl_context_device(context, part->device) < 0) {
			context->devices[context->ndevices++] = part->device;
			fcl_device_enter(part->device);
		}
	}
}

int fcl_context_create(struct fcl_part *const *parts, uint32_t nparts,
		       struct fcl_context **ret_context)
{
	struct fcl_context *context = fcl_object_create(FCL_TYPE_CONTEXT);

	if (!context)
		return -ENOMEM;
	pthread_mutex_init(&context->lock, NULL);
	fcl_svm_index_init(&context->svm);
	pthread_mutex_init(&context->own_bind_lock, NULL);
	context->mixes = fcl_config_is_emulation();
	context->strict_banks = fcl_config_number(FCL_CONFIG_STRICT_BANKS);
	context->reports = fcl_config_as_emulation(FCL_CONFIG_REPORT_FAILURES);
	if (context->mixes)
		fcl_fork_protect(&mixed_bind_lock);
	context->bind_lock = context->mixes ? &mixed_bind_lock : &context->own_bind_lock;
	context->parts = malloc(nparts * sizeof(struct fcl_part *));
	context->devices = malloc(nparts * sizeof(struct fcl_device *));
	if (!context->parts || !context->devices) {
		fcl_object_unref(context);
		return -ENOMEM;
	}
	add_parts(context, parts, nparts);
	if (context->ndevices > FCL_CONTEXT_MAX_DEVICES) {
		fcl_object_unref(context);
		return -E2BIG;
	}
	context->svm_sides = svm_sides(context);
	*ret_context = context;
	return 0;
}

void fcl_context_destroy(struct fcl_object *object)
{
	struct fcl_context *context = (struct fcl_context *)object;

	while (context->destructors) {
		struct fcl_destructor *destructor = context->destructors;

		context->destructors = destructor->next;
		destructor->notify.context((cl_context)context, destructor->user_data);
		free(destructor);
	}
	fcl_svm_index_fini(&context->svm);
	pthread_mutex_destroy(&context->lock);
	pthread_mutex_destroy(&context->own_bind_lock);
	free(context->properties);
	for (uint32_t i = 0; i < context->ndevices; i++)
		fcl_device_leave(context->devices[i]);
	for (uint32_t i = 0; i < context->nparts; i++)
		fcl_object_unref(context->parts[i]);
	free(context->parts);
	free(context->devices);
	fcl_object_recycle(object);
}

bool fcl_context_has(const struct fcl_context *context, const struct fcl_part *part)
{
	for (uint32_t i = 0; i < context->nparts; i++)
		if (context->parts[i] == part)
			return true;
	return false;
}

int fcl_context_device(const struct fcl_context *context, const struct fcl_device *device)
{
	for (uint32_t i = 0; i < context->ndevices; i++)
		if (context->devices[i] == device)
			return (int)i;
	return -1;
}

bool fcl_context_mixes(const struct fcl_context *one, const struct fcl_context *other)
{
	static atomic_flag logged = ATOMIC_FLAG_INIT;

	/* Memory objects have a side for each device, indexed as in their context. */
	if (!one->mixes || !other->mixes || one->ndevices != other->ndevices)
		return false;
	for (uint32_t i = 0; i < one->ndevices; i++)
		if (one->devices[i] != other->devices[i])
			return false;
	if (!atomic_flag_test_and_set(&logged))
		fcl_log(FCL_LOG_WARN, "api",
			"objects of two contexts are used together, which OpenCL does not allow; it works under XCL_EMULATION_MODE and with XRT, for contexts of the same devices");
	return true;
}

struct notice {
	struct fcl_callback_job job;
	struct fcl_context *context;
	int32_t status;
	char text[1000];
};

static void deliver(void *data)
{
	struct notice *notice = data;

	notice->context->notify(notice->text, notice->status ? &notice->status : NULL,
				notice->status ? sizeof(notice->status) : 0,
				notice->context->notify_data);
	fcl_object_unref(notice->context);
	free(notice);
}

void fcl_context_notify(struct fcl_context *context, int32_t status, const char *format, ...)
{
	struct notice *notice;
	va_list args;

	if (!context->notify)
		return;
	notice = malloc(sizeof(*notice));
	if (!notice)
		return;
	notice->context = fcl_object_ref(context);
	notice->status = status;
	notice->job = (struct fcl_callback_job){.function = deliver, .data = notice};
	va_start(args, format);
	vsnprintf(notice->text, sizeof(notice->text), format, args);
	va_end(args);
	fcl_callback_queue(&notice->job);
}

int fcl_destructor_push(struct fcl_destructor **list, const struct fcl_destructor *destructor)
{
	struct fcl_destructor *copy = malloc(sizeof(*copy));

	if (!copy)
		return -ENOMEM;
	*copy = *destructor;
	copy->next = *list;
	*list = copy;
	return 0;
}
