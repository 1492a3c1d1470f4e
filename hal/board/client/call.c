/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/board/client/call.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/thread.h"
#include "hal/board/client/flight.h"
#include "hal/board/wire/socket.h"

enum { NOTICE_S = 2 }; /* how long the board process may take to report why an executor ended */

/* Waits for the board process to report the reason; without a report, it is the socket's error. */
static int executor_lost(struct fcl_hal_device *device, struct fcl_err *err)
{
	uint64_t until = fcl_now_ns() + NOTICE_S * UINT64_C(1000000000);
	char why[FCL_BD_TEXT];

	close(device->call);
	device->call = -1;
	pthread_mutex_lock(&device->state_lock);
	while (atomic_load(&device->health) == FCL_BD_GOOD &&
	       fcl_cond_wait_until(&device->state_changed, &device->state_lock, until))
		;
	pthread_mutex_unlock(&device->state_lock);
	snprintf(why, sizeof(why), "the executor of %s does not answer: %.800s", device->name,
		 err ? err->text : "");
	fcl_bd_lost(device, FCL_BD_BROKEN, why);
	return fcl_bd_health(device, err);
}

struct fcl_bd_packet *fcl_bd_call_begin(struct fcl_hal_device *device, enum fcl_bd_op op)
{
	pthread_mutex_lock(&device->call_lock);
	fcl_bd_packet_init(&device->packet, op);
	return &device->packet;
}

int fcl_bd_call_send(struct fcl_hal_device *device, struct fcl_err *err)
{
	struct fcl_err own = {0};
	uint32_t number = ++device->number;
	int error = fcl_bd_health(device, err);

	if (error || device->call < 0)
		return error ? error : fcl_err_set(err, -EIO, "the executor is gone");
	device->packet.head.number = number;
	error = fcl_bd_call(device->call, &device->packet, FCL_BD_PATIENCE_S, &own);
	if (error == -EPIPE || error == -EPROTO || device->packet.head.number != number) {
		error = executor_lost(device, &own);
		error = error ? error : fcl_err_set(&own, -EIO, "the executor is gone");
	}
	return error ? fcl_err_set(err, error, "%s", own.text) : 0;
}

void fcl_bd_call_end(struct fcl_hal_device *device)
{
	fcl_bd_packet_close(&device->packet);
	pthread_mutex_unlock(&device->call_lock);
}

int fcl_bd_call_simple(struct fcl_hal_device *device, enum fcl_bd_op op, uint64_t a, uint64_t b,
		       uint64_t c, uint64_t *ret_v, struct fcl_err *err)
{
	struct fcl_bd_packet *packet = fcl_bd_call_begin(device, op);
	int error;

	packet->head.v[0] = a;
	packet->head.v[1] = b;
	packet->head.v[2] = c;
	error = fcl_bd_call_send(device, err);
	if (!error && ret_v)
		*ret_v = packet->head.v[0];
	fcl_bd_call_end(device);
	return error;
}
