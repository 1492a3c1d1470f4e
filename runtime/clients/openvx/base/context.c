/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/base/context.h"

#include <stdlib.h>

void fcl_vx_lock(vx_context context)
{
	pthread_mutex_lock(&context->lock);
}

void fcl_vx_unlock(vx_context context)
{
	pthread_mutex_unlock(&context->lock);
}

static struct fcl_vx_queue *new_queue(vx_context context, cl_device_id device, bool profiling)
{
	struct fcl_vx_queue *queue = calloc(1, sizeof(*queue));
	cl_int code;

	if (!queue)
		return NULL;
	queue->cl = clCreateCommandQueue(context->cl, device,
					 profiling ? CL_QUEUE_PROFILING_ENABLE : 0, &code);
	if (code) {
		free(queue);
		return NULL;
	}
	queue->device = device;
	queue->profiling = profiling;
	queue->next = context->queues;
	context->queues = queue;
	return queue;
}

struct fcl_vx_queue *fcl_vx_queue_take(vx_context context, cl_device_id device)
{
	struct fcl_vx_queue *queue;
	bool profiling;

	fcl_vx_lock(context);
	profiling = context->performance;
	for (queue = context->queues; queue; queue = queue->next)
		if (!queue->busy && queue->device == device && queue->profiling == profiling)
			break;
	if (!queue)
		queue = new_queue(context, device, profiling);
	if (queue)
		queue->busy = true;
	fcl_vx_unlock(context);
	return queue;
}

void fcl_vx_queue_return(vx_context context, struct fcl_vx_queue *queue)
{
	if (!queue)
		return;
	fcl_vx_lock(context);
	queue->busy = false;
	fcl_vx_unlock(context);
}
