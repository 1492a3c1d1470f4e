/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/board/client/restore.h"

#include "hal/board/client/memory.h"
#include "hal/board/client/svm.h"

void fcl_bd_buffers_lose(struct fcl_hal_device *device)
{
	pthread_mutex_lock(&device->list_lock);
	for (struct fcl_hal_buffer *buffer = device->buffers; buffer; buffer = buffer->next)
		buffer->number = 0;
	for (struct fcl_hal_pipe *pipe = device->pipes; pipe; pipe = pipe->next)
		pipe->number = 0;
	if (device->program)
		device->program->lost = true;
	pthread_mutex_unlock(&device->list_lock);
}

int fcl_bd_buffers_restore(struct fcl_hal_device *device, struct fcl_err *err)
{
	int error = fcl_bd_svm_regions_restore(device, err);

	pthread_mutex_lock(&device->list_lock);
	for (struct fcl_hal_buffer *buffer = device->buffers; buffer && !error;
	     buffer = buffer->next) {
		if (buffer->imported)
			continue; /* imported memory may be gone with its exporter: it stays lost */
		if (buffer->svm) {
			error = fcl_bd_svm_restore(device, buffer, err);
			continue;
		}
		error = fcl_bd_buffer_restore(device, buffer, err);
	}
	pthread_mutex_unlock(&device->list_lock);
	return error;
}
