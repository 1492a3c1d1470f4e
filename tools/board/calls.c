/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/board/calls.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/trace/join.h"
#include "base/trace/trace.h"
#include "tools/board/buffers.h"
#include "tools/board/executor.h"
#include "tools/board/jobs.h"
#include "tools/board/objects.h"
#include "tools/board/request.h"
#include "tools/board/turns.h"

/* --- facts ------------------------------------------------------------------------------------ */

static void calls_put(char *to, size_t size, const char *from)
{
	snprintf(to, size, "%s", from ? from : "");
}

void fcl_bd_fill_facts(const struct fcl_hal_info *info, struct fcl_bd_facts *ret_facts)
{
	memset(ret_facts, 0, sizeof(*ret_facts));
	calls_put(ret_facts->name, sizeof(ret_facts->name), info->name);
	calls_put(ret_facts->vbnv, sizeof(ret_facts->vbnv), info->vbnv);
	calls_put(ret_facts->board, sizeof(ret_facts->board), info->board);
	calls_put(ret_facts->vendor, sizeof(ret_facts->vendor), info->vendor);
	calls_put(ret_facts->bdf, sizeof(ret_facts->bdf), info->bdf);
	calls_put(ret_facts->serial, sizeof(ret_facts->serial), info->serial);
	calls_put(ret_facts->version, sizeof(ret_facts->version), info->version);
	ret_facts->caps = info->caps;
	ret_facts->nbanks = info->nbanks < FCL_BD_BANKS ? info->nbanks : FCL_BD_BANKS;
	ret_facts->default_bank = info->default_bank;
	ret_facts->host_alignment = info->host_alignment;
	ret_facts->buffer_alignment = info->buffer_alignment;
	ret_facts->clock_mhz = info->clock_mhz;
	ret_facts->max_cus = info->max_cus;
	ret_facts->vendor_id = info->vendor_id;
	ret_facts->device_id = info->device_id;
	for (uint32_t i = 0; i < ret_facts->nbanks; i++) {
		struct fcl_bd_bank *bank = &ret_facts->banks[i];

		calls_put(bank->tag, sizeof(bank->tag), info->banks[i].tag);
		bank->base = info->banks[i].base;
		bank->size = info->banks[i].size;
		bank->type = info->banks[i].type;
		bank->kept = info->banks[i].kept;
	}
}

/* --- images ----------------------------------------------------------------------------------- */

/* The client may modify its memory at any time, so copy first and check the copy. */
static int calls_read_image(struct fcl_bd_executor *executor, struct fcl_image **ret_image,
			    struct fcl_err *err)
{
	uint64_t size = executor->packet.head.v[0], at = 0;
	int fd = executor->packet.fds[0], error;
	char *bytes;

	if (fd < 0 || !size || size > FCL_BD_IMAGE)
		return fcl_err_set(
			err, -EINVAL,
			"an image of %llu bytes was sent, expected a descriptor and 1 byte to 1 GiB",
			(unsigned long long)size);
	bytes = malloc(size);
	if (!bytes)
		return fcl_err_set(err, -ENOMEM, "no memory for an image of %llu bytes",
				   (unsigned long long)size);
	while (at < size) {
		ssize_t got = pread(fd, bytes + at, size - at, (off_t)at);

		if (got <= 0)
			break;
		at += (uint64_t)got;
	}
	error = at == size ? fcl_image_read(bytes, size, ret_image, err)
			   : fcl_err_set(err, -EINVAL, "the image that was sent is cut short");
	free(bytes);
	return error;
}

static int call_check(struct fcl_bd_executor *executor, struct fcl_err *err)
{
	struct fcl_image *image = NULL;
	int error = calls_read_image(executor, &image, err);

	if (!error) {
		error = executor->hal->check(executor->board, image, err);
		fcl_image_unref(image);
	}
	return error;
}

/* The image with that number if the client has sent it before, else the one in this message. */
static int calls_find_image(struct fcl_bd_executor *executor, struct fcl_image **ret_image,
			    struct fcl_err *err)
{
	uint64_t number = executor->packet.head.v[1];
	unsigned free = FCL_BD_IMAGES;
	int error;

	for (unsigned i = 0; number && i < FCL_BD_IMAGES; i++) {
		if (executor->images[i].number == number) {
			*ret_image = fcl_image_ref(executor->images[i].image);
			return 0;
		}
		if (!executor->images[i].number)
			free = i;
	}
	error = calls_read_image(executor, ret_image, err);
	if (!error && number && free < FCL_BD_IMAGES) {
		executor->images[free].number = number;
		executor->images[free].image = fcl_image_ref(*ret_image);
	}
	return error;
}

static int call_forget(struct fcl_bd_executor *executor)
{
	for (unsigned i = 0; i < FCL_BD_IMAGES; i++)
		if (executor->images[i].number &&
		    executor->images[i].number == executor->packet.head.v[0]) {
			executor->images[i].number = 0;
			fcl_image_unref(executor->images[i].image);
		}
	return 0;
}

static void give_up_lease(struct fcl_bd_executor *executor)
{
	fcl_bd_packet_init(&executor->control_packet, FCL_BD_UNLEASE);
	fcl_bd_ask(executor, NULL);
}

static int unload(struct fcl_bd_executor *executor, struct fcl_err *err)
{
	struct fcl_hal_program *program = executor->program;
	struct fcl_image *image = executor->image;
	bool used;

	pthread_mutex_lock(&executor->table_lock);
	used = program && fcl_bd_is_used(executor, program);
	if (!used) {
		executor->program = NULL;
		executor->image = NULL;
	}
	pthread_mutex_unlock(&executor->table_lock);
	if (used)
		return fcl_err_set(err, -EBUSY, "launches of the image are in flight");
	if (program) {
		executor->hal->unprogram(executor->board, program);
		fcl_image_unref(image);
		give_up_lease(executor);
	}
	return 0;
}

static int lease(struct fcl_bd_executor *executor, const struct fcl_image *image,
		 uint32_t *ret_number, struct fcl_err *err)
{
	int error;

	fcl_bd_packet_init(&executor->control_packet, FCL_BD_LEASE);
	memcpy(executor->control_packet.payload, image->uuid, 16);
	executor->control_packet.head.payload = 16;
	error = fcl_bd_ask(executor, err);
	*ret_number = error ? 0 : (uint32_t)executor->control_packet.head.v[0];
	return error;
}

static int calls_load(struct fcl_bd_executor *executor, struct fcl_image *image,
		      struct fcl_err *err)
{
	struct fcl_hal_program *program = NULL;
	uint32_t number = 0;
	int error = lease(executor, image, &number, err);

	if (!error)
		error = fcl_bd_turns_set(executor, image, number, err);
	if (!error)
		error = executor->hal->program(executor->board, 0, image, &program, err);
	if (error) {
		give_up_lease(executor);
		return error;
	}
	pthread_mutex_lock(&executor->table_lock);
	executor->program = program;
	executor->image = fcl_image_ref(image);
	pthread_mutex_unlock(&executor->table_lock);
	return 0;
}

static int call_program(struct fcl_bd_executor *executor, struct fcl_err *err)
{
	struct fcl_image *image = NULL;
	int error = calls_find_image(executor, &image, err);

	if (error) {
		unload(executor, NULL);
		return error;
	}
	error = unload(executor, err);
	if (!error)
		error = calls_load(executor, image, err);
	fcl_image_unref(image);
	return error;
}

/*
 * Verifies the client's own image, or else reports the image that another process has on the board.
 */
static int call_verify(struct fcl_bd_executor *executor, struct fcl_err *err)
{
	int error = 0;

	if (executor->program) {
		error = executor->hal->verify(executor->board, 0, executor->packet.payload, err);
	} else {
		fcl_bd_packet_init(&executor->control_packet, FCL_BD_LEASED);
		error = fcl_bd_ask(executor, err);
		memcpy(executor->packet.payload, executor->control_packet.payload, 16);
	}
	executor->packet.head.payload = error ? 0 : 16;
	return error;
}

/* --- registers and FIFOs ---------------------------------------------------------------------- */

static int call_register(struct fcl_bd_executor *executor, bool write, struct fcl_err *err)
{
	uint64_t *v = executor->packet.head.v;
	uint32_t value = (uint32_t)v[2];
	int error;

	if (!executor->program || v[0] > UINT32_MAX || v[1] > UINT32_MAX)
		return fcl_err_set(err, -EINVAL, "there is no such register");
	if (write)
		return executor->hal->reg_write(executor->board, executor->program, (uint32_t)v[0],
						(uint32_t)v[1], value, err);
	error = executor->hal->reg_read(executor->board, executor->program, (uint32_t)v[0],
					(uint32_t)v[1], &value, err);
	v[0] = value;
	return error;
}

static int calls_add_pipe(struct fcl_bd_executor *executor, struct fcl_hal_pipe *pipe,
			  uint32_t packet_size, struct fcl_err *err)
{
	struct fcl_bd_object object = {.pointer = pipe, .packet_size = packet_size};
	uint32_t number;

	pthread_mutex_lock(&executor->table_lock);
	number = fcl_bd_table_add(&executor->pipes, &object);
	pthread_mutex_unlock(&executor->table_lock);
	executor->packet.head.v[0] = number;
	if (number)
		return 0;
	executor->hal->pipe_close(executor->board, pipe);
	return fcl_err_set(err, -ENOMEM, "this process has too many pipes");
}

static int call_stream_open(struct fcl_bd_executor *executor, struct fcl_err *err)
{
	uint64_t index = executor->packet.head.v[0];
	struct fcl_hal_pipe *pipe = NULL;
	int error;

	if (!executor->program || index >= executor->image->nstreams)
		return fcl_err_set(err, -ENOENT, "there is no such FIFO");
	error = executor->hal->stream_open(executor->board, executor->program, (uint32_t)index,
					   &pipe, err);
	return error ? error
		     : calls_add_pipe(executor, pipe, executor->image->streams[index].packet_size,
				      err);
}

static int call_pipe_create(struct fcl_bd_executor *executor, struct fcl_err *err)
{
	const uint64_t *v = executor->packet.head.v;
	struct fcl_hal_pipe *pipe = NULL;
	uint32_t packet_size = (uint32_t)v[0];
	int error;

	if (v[0] > FCL_BD_PAYLOAD || v[1] > UINT32_MAX)
		return fcl_err_set(err, -EINVAL, "a pipe of %llu packets of %llu bytes",
				   (unsigned long long)v[1], (unsigned long long)v[0]);
	error = executor->hal->pipe_create(executor->board, packet_size, (uint32_t)v[1], &pipe,
					   err);
	return error ? error : calls_add_pipe(executor, pipe, packet_size, err);
}

static int call_pipe_close(struct fcl_bd_executor *executor, struct fcl_bd_object *object,
			   struct fcl_err *err)
{
	struct fcl_hal_pipe *pipe = object->pointer;
	int error = fcl_bd_take_out(executor, &executor->pipes, pipe, err);

	if (!error)
		executor->hal->pipe_close(executor->board, pipe);
	return error;
}

static int move_packets(struct fcl_bd_executor *executor, struct fcl_bd_object *object,
			uint32_t payload)
{
	struct fcl_bd_packet *packet = &executor->packet;
	uint64_t packets = packet->head.v[1];
	uint32_t count = 0;
	int error;

	if (packets > FCL_BD_PAYLOAD / object->packet_size)
		return -EINVAL;
	if (packet->head.op == FCL_BD_PIPE_PUSH) {
		if (payload != packets * object->packet_size)
			return -EINVAL;
		error = executor->hal->pipe_push(executor->board, object->pointer, packet->payload,
						 (uint32_t)packets, &count);
	} else {
		error = (packet->head.op == FCL_BD_PIPE_POP ? executor->hal->pipe_pop
							    : executor->hal->pipe_drain)(
			executor->board, object->pointer, packet->payload, (uint32_t)packets,
			&count);
		packet->head.payload = error ? 0 : count * object->packet_size;
	}
	packet->head.v[0] = count;
	return error;
}

static int call_pipe(struct fcl_bd_executor *executor, uint32_t payload, struct fcl_err *err)
{
	struct fcl_bd_packet *packet = &executor->packet;
	struct fcl_bd_object *object = fcl_bd_table_at(&executor->pipes, packet->head.v[0]);
	uint32_t level = 0;
	int error;

	if (!object)
		return fcl_err_set(err, -EINVAL, "there is no pipe %llu",
				   (unsigned long long)packet->head.v[0]);
	if (packet->head.op == FCL_BD_PIPE_CLOSE)
		return call_pipe_close(executor, object, err);
	if (packet->head.op != FCL_BD_PIPE_LEVEL)
		return move_packets(executor, object, payload);
	error = executor->hal->pipe_level(executor->board, object->pointer, &level);
	packet->head.v[0] = level;
	return error;
}

static int call_sensor(struct fcl_bd_executor *executor)
{
	struct fcl_hal_sensor sensor;
	uint64_t index = executor->packet.head.v[0];
	int error = index < 1000 ? executor->hal->sensor(executor->board, (uint32_t)index, &sensor)
				 : -ENOENT;

	if (error)
		return error;
	memcpy(executor->packet.payload, &sensor, sizeof(sensor));
	executor->packet.head.payload = sizeof(sensor);
	return 0;
}

/*
 * Joins the client's trace or, at its end, makes sure that it has been written. Only to files: a
 * client that does not drain a pipe would block this process, and with it all processes that wait
 * for its CUs.
 */
static int call_trace(struct fcl_bd_executor *executor, uint32_t payload, struct fcl_err *err)
{
	struct fcl_bd_packet *packet = &executor->packet;
	int fd = packet->fds[0];
	struct stat status;

	if (fd < 0) {
		fcl_trace_flush();
		return 0;
	}
	if (fstat(fd, &status) || !S_ISREG(status.st_mode))
		return fcl_err_set(
			err, -EINVAL,
			"a board process writes traces to regular files only, and this is not one");
	packet->payload[payload < 256 ? payload : 255] = '\0';
	if (fcl_trace_join(fd, (uint32_t)packet->head.v[0], (uint32_t)packet->head.v[1],
			   (const char *)packet->payload))
		return fcl_err_set(err, -EBUSY, "the executor writes a trace already");
	packet->fds[0] = -1;
	return 0;
}

static int call_info(struct fcl_bd_executor *executor)
{
	fcl_bd_fill_facts(executor->info, (struct fcl_bd_facts *)(void *)executor->packet.payload);
	executor->packet.head.payload = sizeof(struct fcl_bd_facts);
	fcl_bd_note_health(executor);
	return 0;
}

/* --- one message ------------------------------------------------------------------------------ */

static int calls_serve(struct fcl_bd_executor *executor, uint32_t payload, struct fcl_err *err)
{
	switch (executor->packet.head.op) {
	case FCL_BD_INFO:
		return call_info(executor);
	case FCL_BD_CHECK:
		return call_check(executor, err);
	case FCL_BD_PROGRAM:
		return call_program(executor, err);
	case FCL_BD_FORGET:
		return call_forget(executor);
	case FCL_BD_UNPROGRAM:
		return unload(executor, err);
	case FCL_BD_VERIFY:
		return call_verify(executor, err);
	case FCL_BD_SENSOR:
		return call_sensor(executor);
	case FCL_BD_ALLOC:
		return fcl_bd_serve_alloc(executor, err);
	case FCL_BD_FREE:
		return fcl_bd_serve_free(executor, err);
	case FCL_BD_EXPORT:
		return fcl_bd_serve_export(executor, err);
	case FCL_BD_IMPORT:
		return fcl_bd_serve_import(executor, err);
	case FCL_BD_IMPORT_SIZE:
		return fcl_bd_serve_import_size(executor, err);
	case FCL_BD_SVM_REGION:
		return fcl_bd_serve_svm_region(executor, err);
	case FCL_BD_SVM_ALLOC:
		return fcl_bd_serve_svm_alloc(executor, err);
	case FCL_BD_SVM_ATTACH:
		return fcl_bd_serve_svm_attach(executor, err);
	case FCL_BD_REG_READ:
		return call_register(executor, false, err);
	case FCL_BD_REG_WRITE:
		return call_register(executor, true, err);
	case FCL_BD_STREAM_OPEN:
		return call_stream_open(executor, err);
	case FCL_BD_PIPE_CREATE:
		return call_pipe_create(executor, err);
	case FCL_BD_PIPE_CLOSE:
	case FCL_BD_PIPE_LEVEL:
	case FCL_BD_PIPE_DRAIN:
	case FCL_BD_PIPE_POP:
	case FCL_BD_PIPE_PUSH:
		return call_pipe(executor, payload, err);
	case FCL_BD_TRACE:
		return call_trace(executor, payload, err);
	default:
		return fcl_err_set(err, -EOPNOTSUPP, "an executor takes no message %u",
				   executor->packet.head.op);
	}
}

/* Closes the call's descriptors that are not part of its answer. */
static void close_image(struct fcl_bd_packet *packet)
{
	if (packet->head.op == FCL_BD_CHECK || packet->head.op == FCL_BD_PROGRAM ||
	    packet->head.op == FCL_BD_TRACE)
		fcl_bd_packet_close(packet);
}

/*
 * Other executors of this user may have sent so many descriptors that Linux takes none of this one.
 * A buffer can do without: the client then does not map it.
 */
static int calls_send(struct fcl_bd_executor *executor)
{
	struct fcl_bd_packet *packet = &executor->packet;
	int error = fcl_bd_send(executor->call, packet);
	struct fcl_err err = {0};

	if (error != -ETOOMANYREFS)
		return error;
	fcl_bd_packet_close(packet);
	if (packet->head.op == FCL_BD_ALLOC)
		packet->head.v[FCL_BD_MAPPED] = 0;
	else
		fcl_bd_answer(packet,
			      fcl_err_set(&err, -EAGAIN,
					  "the system passes on no more descriptors of this user"),
			      &err);
	return fcl_bd_send(executor->call, packet);
}

bool fcl_bd_serve_call(struct fcl_bd_executor *executor)
{
	struct fcl_bd_packet *packet = &executor->packet;
	struct fcl_err err = {0};
	int error = fcl_bd_receive(executor->call, 0, packet, &err);
	uint32_t payload = packet->head.payload;

	if (error == -EPIPE)
		return false;
	if (error)
		fcl_bd_die(executor, "%s", err.text);
	if (packet->head.op != FCL_BD_CHECK && packet->head.op != FCL_BD_PROGRAM &&
	    packet->head.op != FCL_BD_IMPORT && packet->head.op != FCL_BD_IMPORT_SIZE &&
	    packet->head.op != FCL_BD_SVM_REGION && packet->head.op != FCL_BD_TRACE)
		fcl_bd_packet_close(packet);
	packet->head.payload = 0;
	error = calls_serve(executor, payload, &err);
	close_image(packet);
	fcl_bd_answer(packet, error, &err);
	error = calls_send(executor);
	fcl_bd_packet_close(packet);
	return !error;
}
