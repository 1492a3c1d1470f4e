/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/null/buffer.h"

#include <errno.h>
#include <stdlib.h>

#include "hal/bank.h"

int fcl_hal_null_buffer_alloc(struct fcl_hal_device *device, struct fcl_hal_program *program,
			      uint32_t bank, uint64_t bytes, struct fcl_hal_buffer **ret_buffer,
			      struct fcl_err *err)
{
	struct fcl_hal_buffer buffer = {.bytes = bytes}, *copy;
	int error = fcl_hal_bank_find(&device->info, program ? program->image : NULL, bank,
				      &buffer.bank, err);

	if (!error)
		error = fcl_hal_bank_charge(&device->info, buffer.bank, bytes,
					    &device->used[buffer.bank], &buffer.charged, err);
	if (error)
		return error;
	copy = malloc(sizeof(*copy));
	if (!copy) {
		atomic_fetch_sub_explicit(&device->used[buffer.bank], buffer.charged,
					  memory_order_relaxed);
		return fcl_err_set(err, -ENOMEM, "no memory for a buffer handle");
	}
	*copy = buffer;
	*ret_buffer = copy;
	return 0;
}

void fcl_hal_null_buffer_free(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer)
{
	if (!buffer)
		return;
	atomic_fetch_sub_explicit(&device->used[buffer->bank], buffer->charged,
				  memory_order_relaxed);
	free(buffer);
}

uint32_t fcl_hal_null_buffer_bank(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer)
{
	(void)device;
	return buffer->bank;
}
