/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/config.h"
#include "hal/layers/kinds.h"
#include "hal/layers/number.h"

struct delay {
	uint64_t ns[FCL_LAYER_OPS];
	uint64_t jitter; /* percent */
	uint64_t seed;
	_Atomic uint64_t calls[FCL_LAYER_OPS];
};

/* These are called on hot paths, which must not block, so they cannot be delayed. */
static bool is_hot(enum fcl_layer_op op)
{
	return op == FCL_LAYER_CHECK || op == FCL_LAYER_HEALTH || op == FCL_LAYER_SUBMIT;
}

static int delay_configure(void *state, const char *key, const char *value, struct fcl_err *err)
{
	struct delay *delay = state;
	enum fcl_layer_op op = fcl_layer_op_find(key, strlen(key));

	if (op != FCL_LAYER_OPS && !is_hot(op))
		return fcl_layer_time(key, value, &delay->ns[op], err);
	if (!strcmp(key, "jitter"))
		return fcl_layer_number(key, value, 100, &delay->jitter, err);
	if (!strcmp(key, "seed"))
		return fcl_layer_number(key, value, UINT64_MAX, &delay->seed, err);
	return fcl_err_set(err, -EINVAL,
			   "delay has no option '%s'; expected an op that may block (launch, read, "
			   "write, copy, fill, program, alloc, …), jitter or seed",
			   key);
}

/* Returns the delay of this call, in ns. */
static uint64_t next_delay(struct delay *delay, enum fcl_layer_op op)
{
	uint64_t count = atomic_fetch_add(&delay->calls[op], 1);
	uint64_t spread = delay->ns[op] / 100 * delay->jitter;

	return delay->ns[op] - spread + fcl_layer_random(delay->seed, op, count, 2 * spread + 1);
}

static int delay_before(struct fcl_hal_device *device, enum fcl_layer_op op, struct fcl_err *err)
{
	uint64_t ns = next_delay(device->state, op);
	struct timespec rest = {(time_t)(ns / 1000000000u), (long)(ns % 1000000000u)};

	(void)err;
	while (ns && nanosleep(&rest, &rest) && errno == EINTR)
		;
	return 0;
}

static uint64_t delay_ended(struct fcl_hal_device *device, struct fcl_layer_request *request,
			    int *status, const char **text)
{
	uint64_t ns = next_delay(device->state, request->op);
	uint64_t limit_ns = request->op == FCL_LAYER_LAUNCH ? fcl_config_timeout_ns() : 0;

	if (!limit_ns || ns <= limit_ns)
		return ns;
	*status = -ETIMEDOUT;
	snprintf(request->text, sizeof(request->text),
		 "the kernel, which is delayed by %" PRIu64
		 " ms, ran longer than FPGACL_TIMEOUT_S allows",
		 ns / 1000000u);
	*text = request->text;
	return limit_ns;
}

const struct fcl_layer_kind fcl_layer_delay = {
	.name = "delay",
	.state_bytes = sizeof(struct delay),
	.timer = true,
	.configure = delay_configure,
	.before = delay_before,
	.ended = delay_ended,
};
