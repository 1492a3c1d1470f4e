/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/board/client/pipe.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "hal/board/client/call.h"
#include "hal/board/wire/socket.h"

static bool has_caps(const struct fcl_hal_device *device, uint32_t caps)
{
	return device->info.caps & caps;
}

int fcl_bd_stream_info(struct fcl_hal_device *device, struct fcl_hal_program *program,
		       uint32_t index, struct fcl_hal_stream_info *ret_info)
{
	const struct fcl_image_stream *stream;

	if (!has_caps(device, FCL_HAL_CAP_STREAMS))
		return -EOPNOTSUPP;
	if (index >= program->image->nstreams)
		return -ENOENT;
	stream = &program->image->streams[index];
	*ret_info = (struct fcl_hal_stream_info){.name = stream->name,
						 .src_cu = stream->src_cu,
						 .src_arg = stream->src_arg,
						 .dst_cu = stream->dst_cu,
						 .dst_arg = stream->dst_arg,
						 .packet_size = stream->packet_size,
						 .depth = stream->depth};
	return 0;
}

static int call_open(struct fcl_hal_device *device, struct fcl_hal_pipe *pipe, struct fcl_err *err)
{
	uint64_t number = 0;
	int error = pipe->stream == UINT32_MAX
			    ? fcl_bd_call_simple(device, FCL_BD_PIPE_CREATE, pipe->packet_size,
						 pipe->depth, 0, &number, err)
			    : fcl_bd_call_simple(device, FCL_BD_STREAM_OPEN, pipe->stream, 0, 0,
						 &number, err);

	if (!error && (!number || number > UINT32_MAX))
		return fcl_err_set(err, -EPROTO, "the executor created no pipe");
	if (!error)
		pipe->number = (uint32_t)number;
	return error;
}

static int board_add_pipe(struct fcl_hal_device *device, const struct fcl_hal_pipe *facts,
			  struct fcl_hal_pipe **ret_pipe, struct fcl_err *err)
{
	struct fcl_hal_pipe *pipe = malloc(sizeof(*pipe));
	int error;

	if (!pipe)
		return fcl_err_set(err, -ENOMEM, "no memory for a pipe");
	*pipe = *facts;
	error = call_open(device, pipe, err);
	if (error) {
		free(pipe);
		return error;
	}
	pthread_mutex_lock(&device->list_lock);
	pipe->next = device->pipes;
	if (pipe->next)
		pipe->next->previous = pipe;
	device->pipes = pipe;
	pthread_mutex_unlock(&device->list_lock);
	*ret_pipe = pipe;
	return 0;
}

int fcl_bd_stream_open(struct fcl_hal_device *device, struct fcl_hal_program *program,
		       uint32_t index, struct fcl_hal_pipe **ret_pipe, struct fcl_err *err)
{
	struct fcl_hal_pipe facts = {.stream = index};

	if (!has_caps(device, FCL_HAL_CAP_STREAMS))
		return fcl_err_set(err, -EOPNOTSUPP, "the board behind %s wires no FIFOs",
				   device->name);
	if (index >= program->image->nstreams)
		return fcl_err_set(err, -ENOENT, "FIFO %u was requested, but the image has %u",
				   index, program->image->nstreams);
	facts.packet_size = program->image->streams[index].packet_size;
	facts.depth = program->image->streams[index].depth;
	return board_add_pipe(device, &facts, ret_pipe, err);
}

int fcl_bd_pipe_create(struct fcl_hal_device *device, uint32_t packet_size, uint32_t depth,
		       struct fcl_hal_pipe **ret_pipe, struct fcl_err *err)
{
	struct fcl_hal_pipe facts = {
		.packet_size = packet_size, .depth = depth, .stream = UINT32_MAX};

	if (!has_caps(device, FCL_HAL_CAP_PIPES))
		return fcl_err_set(err, -EOPNOTSUPP, "the board behind %s has no pipes",
				   device->name);
	if (packet_size > FCL_BD_PAYLOAD)
		return fcl_err_set(
			err, -EINVAL,
			"a pipe on a board process has packets of up to %d bytes, %u were "
			"requested",
			FCL_BD_PAYLOAD, packet_size);
	return board_add_pipe(device, &facts, ret_pipe, err);
}

void fcl_bd_pipe_close(struct fcl_hal_device *device, struct fcl_hal_pipe *pipe)
{
	if (!pipe)
		return;
	pthread_mutex_lock(&device->list_lock);
	if (pipe->next)
		pipe->next->previous = pipe->previous;
	if (pipe->previous)
		pipe->previous->next = pipe->next;
	else
		device->pipes = pipe->next;
	pthread_mutex_unlock(&device->list_lock);
	if (pipe->number && atomic_load(&device->health) == FCL_BD_GOOD)
		fcl_bd_call_simple(device, FCL_BD_PIPE_CLOSE, pipe->number, 0, 0, NULL, NULL);
	free(pipe);
}

int fcl_bd_pipe_level(struct fcl_hal_device *device, struct fcl_hal_pipe *pipe,
		      uint32_t *ret_packets)
{
	uint64_t level = 0;
	int error;

	if (!has_caps(device, FCL_HAL_CAP_STREAMS | FCL_HAL_CAP_PIPES))
		return -EOPNOTSUPP;
	error = fcl_bd_call_simple(device, FCL_BD_PIPE_LEVEL, pipe->number, 0, 0, &level, NULL);
	if (!error)
		*ret_packets = level < pipe->depth ? (uint32_t)level : pipe->depth;
	return error;
}

/* How many packets fit into a message; 0: one packet is larger than a message. */
static uint32_t message_room(const struct fcl_hal_pipe *pipe)
{
	return FCL_BD_PAYLOAD / pipe->packet_size;
}

/* Transfers the packets of one message. */
static int take_some(struct fcl_hal_device *device, enum fcl_bd_op op, struct fcl_hal_pipe *pipe,
		     char *data, uint32_t packets, uint32_t *ret_packets)
{
	uint32_t most = message_room(pipe);
	struct fcl_bd_packet *packet;
	struct fcl_err err = {0};
	int error;

	if (!most)
		return -EMSGSIZE;
	packet = fcl_bd_call_begin(device, op);
	packets = packets < most ? packets : most;
	packet->head.v[0] = pipe->number;
	packet->head.v[1] = packets;
	error = fcl_bd_call_send(device, &err);
	if (!error && (packet->head.v[0] > packets ||
		       packet->head.payload != packet->head.v[0] * pipe->packet_size))
		error = -EPROTO;
	if (!error) {
		*ret_packets = (uint32_t)packet->head.v[0];
		if (data)
			memcpy(data, packet->payload, packet->head.payload);
	}
	fcl_bd_call_end(device);
	return error;
}

static int pipe_take(struct fcl_hal_device *device, enum fcl_bd_op op, struct fcl_hal_pipe *pipe,
		     void *data, uint32_t packets, uint32_t *ret_packets)
{
	uint32_t total = 0, count = 1;
	int error = 0;

	while (total < packets && count && !error) {
		char *to = data ? (char *)data + (size_t)total * pipe->packet_size : NULL;

		count = 0;
		error = take_some(device, op, pipe, to, packets - total, &count);
		total += error ? 0 : count;
	}
	if (error && !total)
		return error;
	*ret_packets = total;
	return 0;
}

int fcl_bd_pipe_drain(struct fcl_hal_device *device, struct fcl_hal_pipe *pipe, void *data,
		      uint32_t packets, uint32_t *ret_packets)
{
	if (!has_caps(device, FCL_HAL_CAP_STREAMS | FCL_HAL_CAP_PIPES))
		return -EOPNOTSUPP;
	return pipe_take(device, FCL_BD_PIPE_DRAIN, pipe, data, packets, ret_packets);
}

int fcl_bd_pipe_pop(struct fcl_hal_device *device, struct fcl_hal_pipe *pipe, void *data,
		    uint32_t packets, uint32_t *ret_packets)
{
	if (!has_caps(device, FCL_HAL_CAP_HOST_STREAM))
		return -EOPNOTSUPP;
	return pipe_take(device, FCL_BD_PIPE_POP, pipe, data, packets, ret_packets);
}

static int push_some(struct fcl_hal_device *device, struct fcl_hal_pipe *pipe, const char *data,
		     uint32_t packets, uint32_t *ret_packets)
{
	struct fcl_bd_packet *packet = fcl_bd_call_begin(device, FCL_BD_PIPE_PUSH);
	struct fcl_err err = {0};
	int error;

	packet->head.v[0] = pipe->number;
	packet->head.v[1] = packets;
	packet->head.payload = packets * pipe->packet_size;
	memcpy(packet->payload, data, packet->head.payload);
	error = fcl_bd_call_send(device, &err);
	if (!error)
		*ret_packets = packet->head.v[0] < packets ? (uint32_t)packet->head.v[0] : packets;
	fcl_bd_call_end(device);
	return error;
}

int fcl_bd_pipe_push(struct fcl_hal_device *device, struct fcl_hal_pipe *pipe, const void *data,
		     uint32_t packets, uint32_t *ret_packets)
{
	uint32_t total = 0, count = 0, most, wanted = 0;
	int error = 0;

	if (!has_caps(device, FCL_HAL_CAP_HOST_STREAM))
		return -EOPNOTSUPP;
	most = message_room(pipe);
	if (!most)
		return -EMSGSIZE;
	do {
		wanted = packets - total < most ? packets - total : most;
		count = 0;
		error = push_some(device, pipe,
				  (const char *)data + (size_t)total * pipe->packet_size, wanted,
				  &count);
		total += error ? 0 : count;
	} while (!error && count == wanted && total < packets);
	if (error && !total)
		return error;
	*ret_packets = total;
	return 0;
}

int fcl_bd_pipes_restore(struct fcl_hal_device *device, struct fcl_err *err)
{
	int error = 0;

	pthread_mutex_lock(&device->list_lock);
	for (struct fcl_hal_pipe *pipe = device->pipes; pipe && !error; pipe = pipe->next)
		if (pipe->stream == UINT32_MAX ||
		    (device->program && pipe->stream < device->program->image->nstreams))
			error = call_open(device, pipe, err);
	pthread_mutex_unlock(&device->list_lock);
	return error;
}
