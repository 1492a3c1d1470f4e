/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/pcie/units/unit.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "base/clock.h"

enum {
	CONTROL = 0x0,
	GLOBAL_ENABLE = 0x4,
	INTERRUPT_ENABLE = 0x8,
	INTERRUPT_STATUS = 0xc, /* writing ones toggles bits, or reading clears them */

	AP_START = 1 << 0,
	AP_DONE = 1 << 1, /* of ap_ctrl_hs: cleared by reading */
	AP_IDLE = 1 << 2,
	AP_CONTINUE = 1 << 4,
	DONE_INTERRUPT = 1 << 0,

	WORDS = 64, /* register writes that go out together */
};

struct words {
	struct fcl_hal_device *device;
	struct fcl_pcie_cu *cu;
	struct fcl_pcie_word words[WORDS];
	unsigned count;
};

/* Writes the words, and then reads, if there is something to read. */
static uint32_t unit_exchange(struct words *words, uint64_t read_at)
{
	struct fcl_pcie_transport *transport = words->device->transport;
	unsigned count = words->count;

	words->count = 0;
	return transport->ops->access(transport, words->device->board->card.user_bar, words->words,
				      count, read_at);
}

static void unit_put(struct words *words, uint64_t offset, uint32_t value)
{
	if (words->count == WORDS)
		unit_exchange(words, FCL_PCIE_NOTHING);
	words->words[words->count++] = (struct fcl_pcie_word){words->cu->at + offset, value};
}

/* Writes an argument's word, unless the register still has that value. */
static void unit_put_arg(struct words *words, uint64_t offset, uint32_t value)
{
	struct fcl_pcie_cu *cu = words->cu;
	uint8_t bit = (uint8_t)(1u << offset / 4 % 8), *known = &cu->known[offset / 32];

	if (*known & bit && cu->written[offset / 4] == value)
		return;
	cu->written[offset / 4] = value;
	*known |= bit;
	unit_put(words, offset, value);
}

static void unit_put_bytes(struct words *words, uint64_t offset, uint64_t room, const void *bytes,
			   uint64_t size)
{
	for (uint64_t at = 0; at < room; at += 4) {
		uint64_t left = at < size ? size - at : 0;
		uint32_t value = 0;

		memcpy(&value, (const char *)bytes + (left ? at : 0), left < 4 ? left : 4);
		unit_put_arg(words, offset + at, value);
	}
}

static int put_buffer(struct words *words, const struct fcl_image_arg *facts,
		      const struct fcl_hal_arg *arg, struct fcl_err *err)
{
	const struct fcl_hal_buffer *buffer = arg->u.buffer;
	uint64_t address = buffer ? buffer->address + arg->offset : 0;

	if (facts->size < sizeof(address) && address >> facts->size * 8)
		return fcl_err_set(err, -EINVAL,
				   "argument %s: address 0x%" PRIx64
				   " does not fit in its register of %" PRIu64 " bytes",
				   facts->name, address, facts->size);
	unit_put_bytes(words, facts->offset, facts->size, &address, sizeof(address));
	return 0;
}

static int unit_put_args(struct words *words, const struct fcl_hal_request *request,
			 struct fcl_err *err)
{
	const struct fcl_image *image = request->u.launch.program->image;
	const struct fcl_image_kernel *kernel = &image->kernels[request->u.launch.kernel];
	int error = 0;

	for (uint32_t i = 0; !error && i < request->u.launch.nargs; i++) {
		const struct fcl_hal_arg *arg = &request->u.launch.args[i];
		const struct fcl_image_arg *facts = &kernel->args[arg->index];

		/* Local memory is inside the CU, so there is nothing to set. */
		if (arg->kind == FCL_HAL_ARG_BYTES)
			unit_put_bytes(words, facts->offset, facts->size, arg->u.bytes, arg->size);
		else if (arg->kind == FCL_HAL_ARG_BUFFER)
			error = put_buffer(words, facts, arg, err);
	}
	return error;
}

/* The range of a work-group, which kernels in OpenCL C read from their registers. */
static void unit_put_range(struct words *words, const struct fcl_hal_request *request,
			   uint64_t group)
{
	const struct fcl_hal_range *range = &request->u.launch.range;
	const struct fcl_image *image = request->u.launch.program->image;
	const struct fcl_image_kernel *kernel = &image->kernels[request->u.launch.kernel];
	struct fcl_image_range values = {.work_dim = range->work_dim};

	if (!kernel->range_at)
		return;
	for (int i = 0; i < 3; i++) {
		uint64_t local = range->local_size[i] ? range->local_size[i] : 1;
		uint64_t groups = range->global_size[i] / local + !!(range->global_size[i] % local);

		values.global_offset[i] = range->global_offset[i];
		values.global_size[i] = range->global_size[i];
		values.local_size[i] = local;
		values.group_id[i] = group % groups;
		group /= groups;
	}
	unit_put_bytes(words, kernel->range_at, sizeof(values), &values, sizeof(values));
}

static uint32_t read_unit(struct fcl_hal_device *device, const struct fcl_pcie_cu *cu,
			  uint32_t offset)
{
	return fcl_pcie_read(device->transport, device->board->card.user_bar, cu->at + offset);
}

/* Ends what another process, or a launch before a reset, may have left. */
static int await_idle(struct fcl_hal_device *device, struct fcl_pcie_cu *cu, struct fcl_err *err)
{
	uint64_t until = fcl_now_ns() + device->xdma.patience_ns;
	uint32_t control;

	for (;;) {
		control = read_unit(device, cu, CONTROL);
		if (control == FCL_PCIE_GONE)
			return fcl_err_set(err, -ENODEV, "the card is gone");
		/* A done of ap_ctrl_chain stays until it is taken. */
		if (control & AP_DONE && cu->control == FCL_CONTROL_CHAIN)
			fcl_pcie_write(device->transport, device->board->card.user_bar,
				       &(struct fcl_pcie_word){cu->at + CONTROL, AP_CONTINUE}, 1);
		if (control & AP_IDLE && !(control & AP_START))
			break;
		if (fcl_now_ns() > until)
			return fcl_err_set(
				err, -EBUSY,
				"it does not become idle: it runs what was started before (control 0x%x)",
				control);
		fcl_pause_us(200);
	}
	fcl_pcie_unit_disarm(device, cu);
	cu->doubtful = false;
	return 0;
}

/* What the control register says of an execution. */
static int unit_judge(struct fcl_hal_device *device, const struct fcl_pcie_cu *cu, uint32_t control,
		      struct fcl_err *err)
{
	if (control == FCL_PCIE_GONE)
		return fcl_pcie_ask(device->transport, device->board->card.user_bar,
				    cu->at + CONTROL)
			       ? fcl_err_set(err, -ENODEV,
					     "the card is gone: its registers read as all ones")
			       : 0;
	/* A done that somebody else's read has cleared shows as idle. */
	if (!(control & AP_DONE) && (control & AP_START || !(control & AP_IDLE)))
		return 0;
	if (control & AP_DONE && cu->control == FCL_CONTROL_CHAIN)
		fcl_pcie_write(device->transport, device->board->card.user_bar,
			       &(struct fcl_pcie_word){cu->at + CONTROL, AP_CONTINUE}, 1);
	return 1;
}

int fcl_pcie_unit_start(struct fcl_hal_device *device, struct fcl_pcie_cu *cu,
			const struct fcl_hal_request *request, uint64_t group, struct fcl_err *err)
{
	struct words words = {.device = device, .cu = cu};
	int error = cu->doubtful ? await_idle(device, cu, err) : 0;

	if (!error && !group)
		error = unit_put_args(&words, request, err);
	if (error) {
		/* What was noted as written was not. */
		memset(cu->known, 0, (cu->bytes / 4 + 7) / 8);
		return error;
	}
	unit_put_range(&words, request, group);
	unit_put(&words, CONTROL, AP_START);
	unit_exchange(&words, FCL_PCIE_NOTHING);
	return 0;
}

int fcl_pcie_unit_poll(struct fcl_hal_device *device, struct fcl_pcie_cu *cu, struct fcl_err *err)
{
	return unit_judge(device, cu, read_unit(device, cu, CONTROL), err);
}

int fcl_pcie_unit_arm(struct fcl_hal_device *device, struct fcl_pcie_cu *cu, struct fcl_err *err)
{
	struct words words = {.device = device, .cu = cu};

	unit_put(&words, INTERRUPT_ENABLE, DONE_INTERRUPT);
	unit_put(&words, GLOBAL_ENABLE, 1);
	return unit_judge(device, cu, unit_exchange(&words, cu->at + CONTROL), err);
}

/*
 * The status register clears on reading in some versions of HLS, and in others a one toggles its bit,
 * which would set a bit that reading has cleared: so it is read twice.
 */
void fcl_pcie_unit_disarm(struct fcl_hal_device *device, struct fcl_pcie_cu *cu)
{
	struct words words = {.device = device, .cu = cu};
	uint32_t status;

	unit_put(&words, GLOBAL_ENABLE, 0);
	unit_put(&words, INTERRUPT_ENABLE, 0);
	if (!unit_exchange(&words, cu->at + INTERRUPT_STATUS))
		return;
	status = read_unit(device, cu, INTERRUPT_STATUS);
	if (status && status != FCL_PCIE_GONE)
		fcl_pcie_write(device->transport, device->board->card.user_bar,
			       &(struct fcl_pcie_word){cu->at + INTERRUPT_STATUS, status}, 1);
}
