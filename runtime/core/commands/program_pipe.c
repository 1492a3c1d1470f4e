/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/commands/program_pipe.h"

#include <stdio.h>

#include "base/clock.h"
#include "base/config.h"
#include "base/hang.h"
#include "base/log.h"
#include "runtime/core/graph/complete.h"
#include "runtime/core/graph/event.h"
#include "runtime/core/graph/worker.h"
#include "runtime/core/images/fifo.h"
#include "runtime/core/images/gate.h"

/* The retry interval is an eighth of the time that the command has waited, within these bounds. */
enum { MIN_PAUSE_NS = 20000, MAX_PAUSE_NS = 1000000 };

/* The interval between checks of the board's health. */
enum { CHECK_NS = 10000000 };

static bool program_pipe_is_read(const struct fcl_event *event)
{
	return event->type == CL_COMMAND_READ_HOST_PIPE_INTEL;
}

/* Whether the CU at the pipe's other end is free-running. */
static bool program_pipe_is_free_running(const struct fcl_event *event)
{
	const struct fcl_image *image = event->work.host_pipe.image;
	const struct fcl_image_stream *stream = &image->streams[event->work.host_pipe.stream];

	return image->cus[program_pipe_is_read(event) ? stream->src_cu : stream->dst_cu].control ==
	       FCL_CONTROL_NONE;
}

/*
 * Whether a retry is worth a swap that brings the image back. A full pipe stays full while its
 * image is away, unless packets were taken from it just before; an empty pipe is filled by a
 * launch, which itself brings the image back. A free-running CU runs as soon as its image is
 * loaded.
 */
static bool needs_image(const struct fcl_event *event)
{
	const struct fcl_image *image = event->work.host_pipe.image;
	uint32_t stream = event->work.host_pipe.stream;

	if (!event->work.host_pipe.since_ns || program_pipe_is_free_running(event))
		return true;
	return !program_pipe_is_read(event) &&
	       fcl_fifos_kept(event->queue->device, image, stream) < image->streams[stream].depth;
}

static int program_pipe_move(struct fcl_event *event, uint32_t *ret_done, struct fcl_err *err)
{
	const struct fcl_device *device = event->queue->device;
	const struct fcl_hal_ops *hal = device->hal;
	struct fcl_hal_pipe *pipe = NULL;
	int error = hal->stream_open(device->board, device->slots[event->slot].program,
				     event->work.host_pipe.stream, &pipe, err);

	if (error)
		return error;
	error = program_pipe_is_read(event)
			? hal->pipe_pop(device->board, pipe, event->work.host_pipe.packet, 1,
					ret_done)
			: hal->pipe_push(device->board, pipe, event->work.host_pipe.packet, 1,
					 ret_done);
	hal->pipe_close(device->board, pipe);
	return error ? fcl_err_set(
			       err, error, "the board cannot move a packet of %s",
			       event->work.host_pipe.image->streams[event->work.host_pipe.stream]
				       .name)
		     : 0;
}

/* A board that is gone, or has a fault, will never have a packet. */
static int check_board(struct fcl_event *event, uint64_t now_ns, struct fcl_err *err)
{
	const struct fcl_device *device = event->queue->device;

	if (now_ns - event->work.host_pipe.checked_ns < CHECK_NS)
		return 0;
	event->work.host_pipe.checked_ns = now_ns;
	return device->hal->health(device->board, err);
}

/*
 * A host that waits for a packet while no kernel runs is probably waiting for ever. Kernels that run
 * and wait are the board's to report; free-running ones may compute for any time.
 */
static void check_hang(struct fcl_event *event, uint64_t now_ns)
{
	const struct fcl_slot *slot = &event->queue->device->slots[event->slot];
	uint64_t limit_ns = fcl_config_number(FCL_CONFIG_HANG_NOTICE_S) * UINT64_C(1000000000);
	char text[400];

	if (!event->work.host_pipe.idle_ns || !fcl_slot_is_empty(slot))
		event->work.host_pipe.idle_ns = now_ns;
	if (!limit_ns || now_ns - event->work.host_pipe.idle_ns < limit_ns ||
	    event->work.host_pipe.complained || program_pipe_is_free_running(event))
		return;
	event->work.host_pipe.complained = true;
	snprintf(text, sizeof(text),
		 program_pipe_is_read(event)
			 ? "the host waits for a packet of pipe %.200s, which is empty, and no "
			   "kernel runs that could write one"
			 : "the host waits for room in pipe %.200s, which is full, and no "
			   "kernel runs that could read from it",
		 event->work.host_pipe.image->streams[event->work.host_pipe.stream].name);
	if (fcl_log_enabled(FCL_LOG_WARN))
		fcl_log(FCL_LOG_WARN, "pipe", "%s", text);
	else
		fcl_hang_report(limit_ns, text);
}

static void try_later(struct fcl_event *event, uint64_t now_ns)
{
	uint64_t pause = (now_ns - event->work.host_pipe.since_ns) / 8;

	if (pause < MIN_PAUSE_NS)
		pause = MIN_PAUSE_NS;
	if (pause > MAX_PAUSE_NS)
		pause = MAX_PAUSE_NS;
	fcl_worker_later(event->queue->device, event, now_ns + pause);
}

/* A packet that was saved with its image is older than any packet in the pipe. */
static bool program_pipe_take_kept(const struct fcl_event *event)
{
	return program_pipe_is_read(event) &&
	       fcl_fifos_take(event->queue->device, event->work.host_pipe.image,
			      event->work.host_pipe.stream, event->work.host_pipe.packet);
}

static void program_pipe_begin(struct fcl_event *event)
{
	if (!event->start_ns && event->queued_ns)
		event->start_ns = fcl_now_ns();
	fcl_event_reach(event, CL_RUNNING);
}

/* The image is on the board: the command has passed the gate. */
static int try_there(struct fcl_event *event, uint32_t *ret_done, struct fcl_err *err)
{
	int error = 0;

	program_pipe_begin(event);
	*ret_done = program_pipe_take_kept(event);
	if (!*ret_done)
		error = program_pipe_move(event, ret_done, err);
	event->inside = false;
	fcl_gate_leave(event->queue->device, event);
	return error;
}

/* The image is not on the board. False: the command was parked until it is. */
static bool try_away(struct fcl_event *event, uint32_t *ret_done, int *ret_error,
		     struct fcl_err *err)
{
	*ret_done = program_pipe_take_kept(event);
	if (*ret_done)
		program_pipe_begin(event);
	if (*ret_done || !needs_image(event))
		return true;
	if (!fcl_gate_enter(event->queue->device, event->work.host_pipe.image, event))
		return false;
	*ret_error = try_there(event, ret_done, err);
	return true;
}

/* Returns false if the command was parked. */
static bool try_once(struct fcl_event *event, uint32_t *ret_done, int *ret_error,
		     struct fcl_err *err)
{
	if (!event->inside &&
	    !fcl_gate_join(event->queue->device, event->work.host_pipe.image, event))
		return try_away(event, ret_done, ret_error, err);
	*ret_error = try_there(event, ret_done, err);
	return true;
}

void fcl_program_pipe_issue(struct fcl_event *event)
{
	uint32_t done = 0;
	struct fcl_err err;
	uint64_t now_ns;
	int error = 0;

	fcl_err_clear(&err);
	if (!try_once(event, &done, &error, &err))
		return;
	now_ns = fcl_now_ns();
	if (!event->work.host_pipe.since_ns)
		event->work.host_pipe.since_ns = now_ns;
	if (!error && !done)
		error = check_board(event, now_ns, &err);
	if (event->queued_ns)
		event->end_ns = now_ns;
	if (error) {
		fcl_complete_error(event, error, err.text);
	} else if (done) {
		fcl_complete(event, CL_COMPLETE);
	} else if (event->work.host_pipe.blocking) {
		check_hang(event, now_ns);
		try_later(event, now_ns);
	} else {
		fcl_complete(event, program_pipe_is_read(event) ? FCL_EVENT_PIPE_EMPTY
								: FCL_EVENT_PIPE_FULL);
	}
}
