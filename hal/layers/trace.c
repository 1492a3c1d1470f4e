/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/log.h"
#include "hal/layers/kinds.h"

static int trace_configure(void *state, const char *key, const char *value, struct fcl_err *err)
{
	(void)state, (void)value;
	return fcl_err_set(err, -EINVAL, "trace has no options, found '%s'", key);
}

static void line(struct fcl_hal_device *device, enum fcl_layer_op op, uint64_t start_ns, int error,
		 const char *text)
{
	const char *board = device->board ? device->lower->info(device->board)->board : "";

	if (fcl_log_enabled(FCL_LOG_INFO))
		fcl_log(FCL_LOG_INFO, "hal", "%s: %s: %.1f us: %s", board, fcl_layer_op_name(op),
			(double)(fcl_now_ns() - start_ns) / 1e3, error ? text : "done");
}

static void trace_after(struct fcl_hal_device *device, enum fcl_layer_op op, uint64_t start_ns,
			int error, const struct fcl_err *err)
{
	char text[64];

	snprintf(text, sizeof(text), "error %d", error);
	line(device, op, start_ns, error, err->text[0] ? err->text : text);
}

static uint64_t trace_ended(struct fcl_hal_device *device, struct fcl_layer_request *request,
			    int *status, const char **text)
{
	line(device, request->op, request->submit_ns, *status, *text ? *text : "failed");
	return 0;
}

const struct fcl_layer_kind fcl_layer_trace = {
	.name = "trace",
	.state_bytes = 1,
	.configure = trace_configure,
	.after = trace_after,
	.ended = trace_ended,
};
