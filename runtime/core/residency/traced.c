/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/residency/traced.h"

#include "base/trace/trace.h"

static uint64_t residency_traced_bytes_of(const struct fcl_hal_box *box)
{
	return box->region[0] * box->region[1] * box->region[2];
}

static const char *traced_bank_of(const struct fcl_device *device, struct fcl_hal_buffer *buffer)
{
	uint32_t bank = device->hal->buffer_bank(device->board, buffer);

	return bank < device->info->nbanks ? device->info->banks[bank].tag : "SVM";
}

void fcl_traced_transfer(struct fcl_device *device, const struct fcl_hal_request *request,
			 int status)
{
	struct fcl_trace_transfer transfer = {
		.device = device->trace_name,
		.direction = FCL_TRACE_ON_BOARD,
		.start_ns = request->start_ns,
		.end_ns = request->end_ns,
		.status = status,
	};

	if (!request->start_ns) /* the request did not reach the board */
		return;
	switch (request->op) {
	case FCL_HAL_WRITE:
	case FCL_HAL_READ:
		transfer.direction = request->op == FCL_HAL_WRITE ? FCL_TRACE_TO_BOARD
								  : FCL_TRACE_TO_HOST;
		transfer.bytes = residency_traced_bytes_of(&request->u.transfer.box);
		transfer.bank = traced_bank_of(device, request->u.transfer.buffer);
		break;
	case FCL_HAL_COPY:
		transfer.bytes = residency_traced_bytes_of(&request->u.copy.box);
		transfer.bank = traced_bank_of(device, request->u.copy.source);
		break;
	case FCL_HAL_FILL:
		transfer.bytes = request->u.fill.bytes;
		transfer.bank = traced_bank_of(device, request->u.fill.buffer);
		break;
	case FCL_HAL_LAUNCH:
		return;
	}
	fcl_trace_transfer(&transfer);
}
