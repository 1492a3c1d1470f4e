/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/board/client/backend.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hal/board/client/call.h"
#include "hal/board/client/connect.h"
#include "hal/board/client/flight.h"
#include "hal/board/client/memory.h"
#include "hal/board/client/pipe.h"
#include "hal/board/client/program.h"
#include "hal/board/client/submit.h"
#include "hal/board/client/svm.h"
#include "hal/board/wire/socket.h"

static void list_folder(const char *path, fcl_hal_found *found, void *user)
{
	DIR *folder = opendir(path);
	struct dirent *entry;

	while (folder && (entry = readdir(folder))) {
		size_t length = strlen(entry->d_name);
		char name[256];
		int fd;

		if (length < 6 || strcmp(entry->d_name + length - 5, ".sock") != 0)
			continue;
		snprintf(name, sizeof(name), "%.*s", (int)length - 5, entry->d_name);
		if (fcl_bd_connect(name, &fd, NULL))
			continue;
		close(fd);
		found(user, name);
	}
	if (folder)
		closedir(folder);
}

int fcl_bd_list(fcl_hal_found *found, void *user, struct fcl_err *err)
{
	char path[512];

	(void)err;
	for (unsigned i = 0; fcl_bd_folder(i, path, sizeof(path)); i++)
		list_folder(path, found, user);
	return 0;
}

static int backend_ask(const char *name, enum fcl_bd_op op, struct fcl_bd_state *ret_state,
		       struct fcl_err *err)
{
	struct fcl_bd_packet *packet = malloc(sizeof(*packet));
	int fd = -1, error = packet ? fcl_bd_connect(name, &fd, err) : -ENOMEM;

	if (!error) {
		fcl_bd_packet_init(packet, op);
		error = fcl_bd_call(fd, packet, FCL_BD_ANSWER_S, err);
		close(fd);
		if (!error)
			fcl_bd_packet_close(packet);
	}
	if (!error && ret_state && packet->head.payload != sizeof(*ret_state))
		error = fcl_err_set(err, -EPROTO, "board process %s sent no state", name);
	if (!error && ret_state) {
		memcpy(ret_state, packet->payload, sizeof(*ret_state));
		ret_state->spec[sizeof(ret_state->spec) - 1] = '\0';
		if (ret_state->nusers > FCL_BD_CLIENTS)
			ret_state->nusers = FCL_BD_CLIENTS;
	}
	free(packet);
	return error;
}

int fcl_bd_query(const char *name, struct fcl_bd_state *ret_state, struct fcl_err *err)
{
	return backend_ask(name, FCL_BD_QUERY, ret_state, err);
}

int fcl_bd_stop(const char *name, struct fcl_err *err)
{
	return backend_ask(name, FCL_BD_STOP, NULL, err);
}

int fcl_bd_reset_all(const char *name, struct fcl_err *err)
{
	return backend_ask(name, FCL_BD_RESET_ALL, NULL, err);
}

static const struct fcl_hal_info *backend_info(struct fcl_hal_device *device)
{
	return &device->info;
}

static int backend_sensor(struct fcl_hal_device *device, uint32_t index,
			  struct fcl_hal_sensor *ret_sensor)
{
	struct fcl_bd_packet *packet;
	struct fcl_err err = {0};
	int error;

	if (!(device->info.caps & FCL_HAL_CAP_SENSORS))
		return -EOPNOTSUPP;
	packet = fcl_bd_call_begin(device, FCL_BD_SENSOR);
	packet->head.v[0] = index;
	error = fcl_bd_call_send(device, &err);
	if (!error && packet->head.payload != sizeof(*ret_sensor))
		error = -EPROTO;
	if (!error) {
		memcpy(ret_sensor, packet->payload, sizeof(*ret_sensor));
		ret_sensor->name[sizeof(ret_sensor->name) - 1] = '\0';
		ret_sensor->unit[sizeof(ret_sensor->unit) - 1] = '\0';
	}
	fcl_bd_call_end(device);
	return error;
}

/* The state of the connection first, then the board's, as the executor last found it. */
static int backend_health(struct fcl_hal_device *device, struct fcl_err *err)
{
	int error = fcl_bd_health(device, err);
	int32_t behind = error ? 0 : atomic_load(&device->shared->board_health);

	if (error || !behind)
		return error;
	if (behind == -ENODEV)
		return fcl_err_set(err, -ENODEV, "the board behind %s is gone", device->name);
	return fcl_err_set(err, -EIO, "the board behind %s needs a reset", device->name);
}

/* Nothing to do: each request wakes the executor. */
static void board_backend_kick(struct fcl_hal_device *device)
{
	(void)device;
}

static int board_backend_reg_read(struct fcl_hal_device *device, struct fcl_hal_program *program,
				  uint32_t cu, uint32_t offset, uint32_t *ret_value,
				  struct fcl_err *err)
{
	uint64_t value = 0;
	int error;

	(void)program;
	if (!(device->info.caps & FCL_HAL_CAP_REGISTERS))
		return fcl_err_set(err, -EOPNOTSUPP, "the board has no registers to access");
	error = fcl_bd_call_simple(device, FCL_BD_REG_READ, cu, offset, 0, &value, err);
	if (!error)
		*ret_value = (uint32_t)value;
	return error;
}

static int board_backend_reg_write(struct fcl_hal_device *device, struct fcl_hal_program *program,
				   uint32_t cu, uint32_t offset, uint32_t value,
				   struct fcl_err *err)
{
	(void)program;
	if (!(device->info.caps & FCL_HAL_CAP_REGISTERS))
		return fcl_err_set(err, -EOPNOTSUPP, "the board has no registers to access");
	return fcl_bd_call_simple(device, FCL_BD_REG_WRITE, cu, offset, value, NULL, err);
}

const struct fcl_hal_ops fcl_bd_backend = {
	.size = sizeof(struct fcl_hal_ops),
	.version = FCL_HAL_VERSION,
	.name = "board",
	.list = fcl_bd_list,
	.open = fcl_bd_open,
	.close = fcl_bd_close,
	.info = backend_info,
	.program = fcl_bd_program,
	.unprogram = fcl_bd_unprogram,
	.check = fcl_bd_check,
	.verify = fcl_bd_verify,
	.reset = fcl_bd_reset,
	.health = backend_health,
	.sensor = backend_sensor,
	.buffer_alloc = fcl_bd_buffer_alloc,
	.buffer_free = fcl_bd_buffer_free,
	.buffer_address = fcl_bd_buffer_address,
	.buffer_bank = fcl_bd_buffer_bank,
	.buffer_export = fcl_bd_buffer_export,
	.buffer_import = fcl_bd_buffer_import,
	.import_size = fcl_bd_import_size,
	.submit = fcl_bd_submit,
	.kick = board_backend_kick,
	.progress = fcl_bd_progress,
	.reg_read = board_backend_reg_read,
	.reg_write = board_backend_reg_write,
	.stream_info = fcl_bd_stream_info,
	.stream_open = fcl_bd_stream_open,
	.pipe_create = fcl_bd_pipe_create,
	.pipe_close = fcl_bd_pipe_close,
	.pipe_level = fcl_bd_pipe_level,
	.pipe_drain = fcl_bd_pipe_drain,
	.pipe_push = fcl_bd_pipe_push,
	.pipe_pop = fcl_bd_pipe_pop,
	.svm_alloc = fcl_bd_svm_alloc,
	.svm_attach = fcl_bd_svm_attach,
};
