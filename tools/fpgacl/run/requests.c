/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/run/requests.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

enum { AGAIN_US = 50 };

struct fcl_tool_group {
	pthread_mutex_t lock;
	pthread_cond_t ended;
	uint32_t pending; /* guarded by lock */
};

static void requests_on_done(struct fcl_hal_request *request, int status, const char *text)
{
	struct fcl_tool_request *done = (struct fcl_tool_request *)request;
	struct fcl_tool_group *group = done->group;

	done->status = status;
	snprintf(done->text, sizeof(done->text), "%s", text ? text : "");
	pthread_mutex_lock(&group->lock);
	if (!--group->pending)
		pthread_cond_signal(&group->ended);
	pthread_mutex_unlock(&group->lock);
}

static void requests_wait(struct fcl_tool_group *group)
{
	pthread_mutex_lock(&group->lock);
	while (group->pending)
		pthread_cond_wait(&group->ended, &group->lock);
	pthread_mutex_unlock(&group->lock);
}

static int requests_first_error(const struct fcl_tool_request *requests, uint32_t count,
				struct fcl_err *err)
{
	for (uint32_t i = 0; i < count; i++)
		if (requests[i].status)
			return fcl_err_set(err, requests[i].status, "%s",
					   *requests[i].text ? requests[i].text
							     : strerror(-requests[i].status));
	return 0;
}

int fcl_tool_requests_run(const struct fcl_tool_device *device, struct fcl_tool_request *requests,
			  uint32_t count, struct fcl_err *err)
{
	struct fcl_tool_group group = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, count};
	struct fcl_hal_request **all = calloc(count + 1, sizeof(struct fcl_hal_request *));
	int error;

	if (!all)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	for (uint32_t i = 0; i < count; i++) {
		requests[i].group = &group;
		requests[i].request.done = requests_on_done;
		all[i] = &requests[i].request;
	}
	/* The board has no room for them at the moment. */
	while ((error = device->hal->submit(device->board, all, count)) == -EAGAIN)
		fcl_pause_us(AGAIN_US);
	free(all);
	if (error)
		return fcl_err_set(err, error, "the board did not take the request: %s",
				   strerror(-error));
	device->hal->kick(device->board);
	requests_wait(&group);
	return requests_first_error(requests, count, err);
}

int fcl_tool_transfer(const struct fcl_tool_device *device, enum fcl_hal_op op,
		      struct fcl_hal_buffer *buffer, void *host, size_t bytes, struct fcl_err *err)
{
	struct fcl_tool_request one = {0};

	one.request.op = op;
	one.request.u.transfer.buffer = buffer;
	one.request.u.transfer.host = host;
	one.request.u.transfer.box = fcl_hal_linear_box(bytes);
	return fcl_tool_requests_run(device, &one, 1, err);
}

bool fcl_tool_keeps_bytes(const struct fcl_tool_device *device)
{
	return strcmp(device->hal->name, "null") != 0;
}
