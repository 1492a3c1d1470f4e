/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/layers/request.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

static struct fcl_layer_request *request_new(struct fcl_hal_device *device)
{
	struct fcl_layer_request *request;

	pthread_mutex_lock(&device->lock);
	request = device->free;
	if (request)
		device->free = request->next_free;
	pthread_mutex_unlock(&device->lock);
	return request ? request : malloc(sizeof(*request));
}

static void request_free(struct fcl_layer_request *request)
{
	struct fcl_hal_device *device = request->device;

	pthread_mutex_lock(&device->lock);
	request->next_free = device->free;
	device->free = request;
	pthread_mutex_unlock(&device->lock);
}

void fcl_layer_requests_free(struct fcl_hal_device *device)
{
	while (device->free) {
		struct fcl_layer_request *request = device->free;

		device->free = request->next_free;
		free(request);
	}
}

static enum fcl_layer_op op_of(const struct fcl_hal_request *request)
{
	switch (request->op) {
	case FCL_HAL_WRITE:
		return FCL_LAYER_WRITE;
	case FCL_HAL_READ:
		return FCL_LAYER_READ;
	case FCL_HAL_COPY:
		return FCL_LAYER_COPY;
	case FCL_HAL_FILL:
		return FCL_LAYER_FILL;
	default:
		return FCL_LAYER_LAUNCH;
	}
}

/* done() of the original may close the board, so the layer must not be accessed after it. */
static void request_report(struct fcl_layer_request *request, int status, const char *text)
{
	struct fcl_hal_request *original = request->original;
	char copy[sizeof(request->text)];

	if (original->flags & FCL_HAL_TIMED) {
		original->start_ns = request->copy.start_ns;
		original->end_ns = request->copy.end_ns;
	}
	if (original->op == FCL_HAL_LAUNCH)
		original->u.launch.ran_on = request->copy.u.launch.ran_on;
	if (text == request->text)
		text = memcpy(copy, request->text, strlen(request->text) + 1);
	request_free(request);
	original->done(original, status, text);
}

/* Runs on the timer's thread: ends a request that hangs, or whose completion is delayed. */
static void end_late(struct fcl_layer_timed *timed)
{
	struct fcl_layer_request *request =
		(struct fcl_layer_request *)((char *)timed -
					     offsetof(struct fcl_layer_request, timed));

	if (request->fate == FCL_LAYER_HANGS && fcl_now_ns() < timed->due_ns) {
		request->status = -EIO;
		strcpy(request->text, "the board was reset");
	}
	request->copy.end_ns = fcl_now_ns();
	request_report(request, request->status, request->status ? request->text : NULL);
}

static void request_hold(struct fcl_layer_request *request, uint64_t ns)
{
	request->timed.due_ns = fcl_now_ns() + ns;
	request->timed.call = end_late;
	fcl_layer_timer_add(&request->device->timer, &request->timed);
}

static struct fcl_layer_request *request_of(struct fcl_hal_request *copy)
{
	return (struct fcl_layer_request *)((char *)copy -
					    offsetof(struct fcl_layer_request, copy));
}

/* Called when the board below has ended the copy. */
static void lower_done(struct fcl_hal_request *copy, int status, const char *text)
{
	struct fcl_layer_request *request = request_of(copy);
	const struct fcl_layer_kind *kind = request->device->kind;
	uint64_t late = kind->ended ? kind->ended(request->device, request, &status, &text) : 0;

	if (!late) {
		request_report(request, status, text);
		return;
	}
	request->status = status;
	if (text != request->text)
		snprintf(request->text, sizeof(request->text), "%s", text ? text : "");
	request_hold(request, late);
}

static struct fcl_layer_request *request_prepare(struct fcl_hal_device *device,
						 struct fcl_hal_request *original)
{
	struct fcl_layer_request *request = request_new(device);

	if (!request)
		return NULL;
	memcpy(&request->copy, original, offsetof(struct fcl_hal_request, scratch));
	request->copy.done = lower_done;
	request->original = original;
	request->device = device;
	request->op = op_of(original);
	request->fate = FCL_LAYER_RUNS;
	request->submit_ns = fcl_now_ns();
	request->status = 0;
	request->text[0] = '\0';
	return request;
}

/* Ends a request that does not reach the board, now or when the timer fires. */
static void end_without_board(struct fcl_layer_request *request)
{
	request->copy.start_ns = request->copy.end_ns = fcl_now_ns();
	if (request->fate == FCL_LAYER_HANGS)
		request_hold(request, request->hang_ns);
	else
		request_report(request, request->status, request->text);
}

/* Prepares all requests, and lists the copies that go to the board. -EAGAIN: no memory. */
static int prepare_all(struct fcl_hal_device *device, struct fcl_hal_request *const *originals,
		       uint32_t count, struct fcl_layer_request **ret_requests)
{
	for (uint32_t i = 0; i < count; i++) {
		ret_requests[i] = request_prepare(device, originals[i]);
		if (!ret_requests[i]) {
			while (i--)
				request_free(ret_requests[i]);
			return -EAGAIN;
		}
	}
	return 0;
}

/*
 * The board gets all its copies in one call, so that it accepts all or none. The other requests end
 * only after it has accepted.
 */
static int request_submit_all(struct fcl_hal_device *device, struct fcl_layer_request **requests,
			      struct fcl_hal_request **copies, uint32_t count)
{
	uint32_t ncopies = 0, nothers = 0;
	int error;

	for (uint32_t i = 0; i < count; i++) {
		struct fcl_layer_request *request = requests[i];

		if (device->kind->submitted)
			device->kind->submitted(device, request);
		if (request->fate == FCL_LAYER_RUNS)
			copies[ncopies++] = &request->copy;
		else
			requests[nothers++] = request;
	}
	error = ncopies ? device->lower->submit(device->board, copies, ncopies) : 0;
	for (uint32_t i = 0; error && i < ncopies; i++)
		request_free(request_of(copies[i]));
	for (uint32_t i = 0; i < nothers; i++) {
		if (error)
			request_free(requests[i]);
		else
			end_without_board(requests[i]);
	}
	return error;
}

int fcl_layer_submit(struct fcl_hal_device *device, struct fcl_hal_request *const *originals,
		     uint32_t count)
{
	struct fcl_layer_request *few[4], **requests = count <= 4 ? few : NULL;
	struct fcl_hal_request *few_copies[4], **copies = few_copies;
	struct fcl_err err = {0};
	int error = device->kind->before ? device->kind->before(device, FCL_LAYER_SUBMIT, &err) : 0;

	if (error)
		return error;
	if (!requests) {
		requests = malloc(count * 2 * sizeof(void *));
		copies = (struct fcl_hal_request **)(requests + count);
	}
	error = requests ? prepare_all(device, originals, count, requests) : -EAGAIN;
	if (!error)
		error = request_submit_all(device, requests, copies, count);
	if (requests != few)
		free(requests);
	return error;
}
