/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/board/client/connect.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/thread.h"
#include "hal/board/client/call.h"
#include "hal/board/client/facts.h"
#include "hal/board/client/flight.h"
#include "hal/board/client/memory.h"
#include "hal/board/client/move.h"
#include "hal/board/client/output.h"
#include "hal/board/client/pipe.h"
#include "hal/board/client/program.h"
#include "hal/board/client/restore.h"
#include "hal/board/client/submit.h"
#include "hal/board/client/svm.h"
#include "hal/board/client/traced.h"
#include "hal/board/wire/socket.h"

/* --- notices of the board process ------------------------------------------------------------- */

static void connect_take_fresh(struct fcl_hal_device *device, struct fcl_bd_packet *packet)
{
	pthread_mutex_lock(&device->state_lock);
	if (device->fresh >= 0)
		close(device->fresh);
	device->fresh = packet->fds[0];
	packet->fds[0] = -1;
	pthread_cond_broadcast(&device->state_changed);
	pthread_mutex_unlock(&device->state_lock);
}

static void lose_board(struct fcl_hal_device *device, const struct fcl_err *err)
{
	char why[FCL_BD_TEXT];

	snprintf(why, sizeof(why), "the board process of %s is gone (%.800s)", device->name,
		 err->text);
	fcl_bd_lost(device, FCL_BD_GONE, why);
}

static void *connect_watch(void *user)
{
	struct fcl_hal_device *device = user;
	struct fcl_bd_packet *packet = malloc(sizeof(*packet));
	struct fcl_err err = {0};

	while (packet && !atomic_load(&device->closing)) {
		int error = fcl_bd_receive(device->server, 0, packet, &err);

		if (error == -EAGAIN)
			continue;
		if (error)
			break;
		if (packet->head.op == FCL_BD_NOTICE)
			fcl_bd_lost(device, FCL_BD_BROKEN, packet->head.text);
		if (packet->head.op == FCL_BD_WELCOME && !packet->head.error)
			connect_take_fresh(device, packet);
		fcl_bd_packet_close(packet);
	}
	free(packet);
	if (!atomic_load(&device->closing))
		lose_board(device, &err);
	/*
	 * If the thread ended here, its stack would stay allocated until the device is closed,
	 * which many programs never do.
	 */
	pthread_mutex_lock(&device->state_lock);
	while (!atomic_load(&device->closing))
		pthread_cond_wait(&device->state_changed, &device->state_lock);
	pthread_mutex_unlock(&device->state_lock);
	return NULL;
}

/* --- opening ---------------------------------------------------------------------------------- */

static int map_shared(struct fcl_hal_device *device, int fd, struct fcl_err *err)
{
	struct stat facts;
	void *map;

	/*
	 * An unsealed file could be shrunk by the other side, which would kill this process with
	 * SIGBUS.
	 */
	if (fd < 0 || fstat(fd, &facts) || (uint64_t)facts.st_size < sizeof(struct fcl_bd_shared) ||
	    !fcl_bd_is_sealed(fd))
		return fcl_err_set(err, -EPROTO,
				   "the board process sent no shared memory of %zu bytes",
				   sizeof(struct fcl_bd_shared));
	map = mmap(NULL, sizeof(struct fcl_bd_shared), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (map == MAP_FAILED)
		return fcl_err_set(err, -ENOMEM, "no address space for the rings");
	device->shared = map;
	device->submitted.ring = &device->shared->submitted;
	device->ended.ring = &device->shared->ended;
	return 0;
}

static void say_hello(struct fcl_bd_packet *packet)
{
	int length;

	fcl_bd_packet_init(packet, FCL_BD_HELLO);
	/* Kernels print to this process's standard output and error. */
	packet->fds[0] = fcl_bd_output(STDOUT_FILENO);
	packet->fds[1] = packet->fds[0] < 0 ? -1 : fcl_bd_output(STDERR_FILENO);
	length = snprintf((char *)packet->payload, 64, "%s", program_invocation_short_name);
	packet->head.payload = length < 64 ? (uint32_t)length + 1 : 64;
}

static int connect_greet(struct fcl_hal_device *device, struct fcl_err *err)
{
	struct fcl_bd_packet *packet = &device->packet;
	int error;

	say_hello(packet);
	/*
	 * The send may fail: a board process that refuses a client may already have replied and
	 * closed the socket. The reply is received below.
	 */
	fcl_bd_send(device->server, packet);
	fcl_bd_packet_close(packet);
	if (fcl_bd_wait(device->server, FCL_BD_ANSWER_S * 1000))
		return fcl_err_set(
			err, -ENODEV,
			"the board process of %s has not answered for %d s: it is stopped or hangs",
			device->name, FCL_BD_ANSWER_S);
	error = fcl_bd_receive(device->server, 0, packet, err);
	if (error)
		return error == -EPIPE ? fcl_err_set(err, -ENODEV,
						     "the board process has closed the socket")
				       : error;
	error = packet->head.error < 0
			? fcl_err_set(err, packet->head.error, "%s", packet->head.text)
			: map_shared(device, packet->fds[1], err);
	if (!error && packet->head.op != FCL_BD_WELCOME)
		error = fcl_err_set(err, -EPROTO, "expected a welcome, found message %u",
				    packet->head.op);
	if (!error) {
		device->call = packet->fds[0];
		packet->fds[0] = -1;
	}
	fcl_bd_packet_close(packet);
	return error;
}

static int start_threads(struct fcl_hal_device *device, struct fcl_err *err)
{
	int error = fcl_thread_start_joinable(&device->reader, fcl_bd_reader, device);

	if (!error) {
		error = fcl_thread_start_joinable(&device->watcher, connect_watch, device);
		if (error) {
			atomic_store(&device->closing, true);
			fcl_bd_ring_wake(&device->shared->reader_sleeps);
			pthread_join(device->reader, NULL);
		}
	}
	return error ? fcl_err_set(err, error, "cannot start a thread") : 0;
}

static struct fcl_hal_device *new_device(const char *name)
{
	struct fcl_hal_device *device = calloc(1, sizeof(*device));

	if (!device)
		return NULL;
	snprintf(device->name, sizeof(device->name), "board:%s", name);
	device->server = device->call = device->fresh = -1;
	device->last_move = &device->moves;
	pthread_mutex_init(&device->state_lock, NULL);
	fcl_cond_init(&device->state_changed);
	pthread_mutex_init(&device->call_lock, NULL);
	pthread_mutex_init(&device->list_lock, NULL);
	pthread_mutex_init(&device->svm_lock, NULL);
	pthread_mutex_init(&device->send_lock, NULL);
	pthread_mutex_init(&device->read_lock, NULL);
	pthread_mutex_init(&device->move_lock, NULL);
	pthread_cond_init(&device->more, NULL);
	return device;
}

static void free_device(struct fcl_hal_device *device)
{
	if (device->shared)
		munmap(device->shared, sizeof(*device->shared));
	if (device->call >= 0)
		close(device->call);
	if (device->fresh >= 0)
		close(device->fresh);
	if (device->server >= 0)
		close(device->server);
	fcl_board_free(device->board);
	pthread_mutex_destroy(&device->state_lock);
	pthread_cond_destroy(&device->state_changed);
	pthread_mutex_destroy(&device->call_lock);
	pthread_mutex_destroy(&device->list_lock);
	pthread_mutex_destroy(&device->svm_lock);
	pthread_mutex_destroy(&device->send_lock);
	pthread_mutex_destroy(&device->read_lock);
	pthread_mutex_destroy(&device->move_lock);
	pthread_cond_destroy(&device->more);
	free(device);
}

int fcl_bd_open(const char *name, unsigned instance, struct fcl_hal_device **ret_device,
		struct fcl_err *err)
{
	struct fcl_hal_device *device = new_device(name);
	int error;

	(void)instance;
	if (!device)
		return fcl_err_set(err, -ENOMEM, "no memory for a device");
	error = fcl_bd_connect(name, &device->server, err);
	if (!error)
		error = connect_greet(device, err);
	if (!error)
		error = fcl_bd_facts_get(device, err);
	if (!error) {
		fcl_bd_blocks_reset(device);
		error = start_threads(device, err);
	}
	if (error)
		free_device(device);
	else
		*ret_device = device;
	if (!error)
		fcl_bd_trace_begin(device);
	return error;
}

void fcl_bd_close(struct fcl_hal_device *device)
{
	if (!device)
		return;
	fcl_bd_trace_end(device);
	pthread_mutex_lock(&device->state_lock);
	atomic_store(&device->closing, true);
	pthread_cond_broadcast(&device->state_changed);
	pthread_mutex_unlock(&device->state_lock);
	fcl_bd_movers_end(device);
	shutdown(device->server, SHUT_RDWR);
	pthread_join(device->watcher, NULL);
	atomic_store(&device->shared->reader_sleeps, 0);
	fcl_bd_wake(&device->shared->reader_sleeps);
	pthread_join(device->reader, NULL);
	fcl_bd_images_drop(device);
	fcl_bd_svm_close(device);
	free_device(device);
}

/* --- reset ------------------------------------------------------------------------------------ */

static int wait_fresh(struct fcl_hal_device *device, int *ret_fd, struct fcl_err *err)
{
	uint64_t until = fcl_now_ns() + FCL_BD_ANSWER_S * UINT64_C(1000000000);

	pthread_mutex_lock(&device->state_lock);
	while (device->fresh < 0 && atomic_load(&device->health) != FCL_BD_GONE &&
	       fcl_cond_wait_until(&device->state_changed, &device->state_lock, until))
		;
	*ret_fd = device->fresh;
	device->fresh = -1;
	pthread_mutex_unlock(&device->state_lock);
	if (*ret_fd >= 0)
		return 0;
	return atomic_load(&device->health) == FCL_BD_GONE
		       ? fcl_bd_health(device, err)
		       : fcl_err_set(err, -EIO, "the board process has started no executor");
}

/* Recreates everything that the host still holds in the new executor. Contents are lost. */
static int connect_restore(struct fcl_hal_device *device, struct fcl_err *err)
{
	int error = fcl_bd_program_restore(device, err);

	if (!error)
		error = fcl_bd_buffers_restore(device, err);
	return error ? error : fcl_bd_pipes_restore(device, err);
}

static int bring_executor(struct fcl_hal_device *device, struct fcl_err *err)
{
	struct fcl_bd_packet *packet = fcl_bd_call_begin(device, FCL_BD_FRESH);
	int fd = -1, error;

	/*
	 * The board process resets the rings before it starts the new executor; no thread may read
	 * them then.
	 */
	pthread_mutex_lock(&device->read_lock);
	error = fcl_bd_send(device->server, packet);
	error = error ? fcl_err_set(err, -ENODEV, "the board process is gone")
		      : wait_fresh(device, &fd, err);
	if (!error) {
		if (device->call >= 0)
			close(device->call);
		device->call = fd;
		fcl_bd_blocks_reset(device);
	}
	pthread_mutex_unlock(&device->read_lock);
	fcl_bd_call_end(device);
	if (error)
		return error;
	fcl_bd_buffers_lose(device);
	pthread_mutex_lock(&device->state_lock);
	if (atomic_load(&device->health) == FCL_BD_BROKEN)
		atomic_store(&device->health, FCL_BD_GOOD);
	pthread_mutex_unlock(&device->state_lock);
	fcl_bd_trace_begin(device);
	return connect_restore(device, err);
}

int fcl_bd_reset(struct fcl_hal_device *device, struct fcl_err *err)
{
	char why[FCL_BD_TEXT];

	if (atomic_load(&device->health) == FCL_BD_GONE)
		return fcl_bd_health(device, err);
	snprintf(why, sizeof(why), "%.100s was reset", device->name);
	fcl_bd_lost(device, FCL_BD_BROKEN, why);
	return bring_executor(device, err);
}
