/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/xrt/memory/share.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "hal/bank.h"
#include "hal/xrt/memory/buffer.h"
#include "hal/xrt/xrt.h"

enum { INBOX_BYTES = 4 << 20 };

/* --- by file descriptor ----------------------------------------------------------------------- */

static int not_noop(const struct fcl_hal_device *device, struct fcl_err *err)
{
	return device->noop
		       ? fcl_err_set(err, -EOPNOTSUPP, "XRT's noop device does not share memory")
		       : 0;
}

int fcl_xrt_buffer_export(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer, int *ret_fd,
			  struct fcl_err *err)
{
	int fd = -1, copy, error = not_noop(device, err);

	if (error)
		return error;
	if (!buffer->bo)
		return fcl_err_set(
			err, -EXDEV,
			"the buffer is not on the board, because no loaded image uses bank %s",
			device->banks[buffer->bank].tag);
	error = device->calls->bo_export(buffer->bo, &fd, err);
	if (error)
		return error;
	/* XRT closes its own descriptor together with the bo. */
	copy = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	if (copy < 0)
		return fcl_err_set(err, -EMFILE, "cannot duplicate the buffer's descriptor: %s",
				   strerror(errno));
	*ret_fd = copy;
	return 0;
}

/* Rejects memory of another board: it can be imported, but is not in this board's memory. */
static int check_address(struct fcl_hal_device *device, struct fcl_xrt_bo *bo,
			 uint64_t *ret_address, struct fcl_err *err)
{
	uint64_t address = UINT64_MAX;
	int error = device->calls->bo_address(bo, &address, err);

	if (!error && address == UINT64_MAX)
		error = fcl_err_set(err, -EINVAL, "the memory does not belong to board %s",
				    device->info.bdf);
	if (!error)
		*ret_address = address;
	return error;
}

/* XRT's errors do not distinguish a wrong descriptor from other failures. */
static int share_import(struct fcl_hal_device *device, int fd, struct fcl_hal_buffer *ret_found,
			struct fcl_err *err)
{
	const struct fcl_xrt_calls *calls = device->calls;
	struct fcl_hal_buffer found = {.device = device};
	int error = not_noop(device, err);

	if (error)
		return error;
	if (fcntl(fd, F_GETFD) < 0)
		return fcl_err_set(err, -EINVAL, "descriptor %d is not open", fd);
	error = calls->bo_import(device->xrt, fd, &found.bo, err);
	if (!error)
		error = calls->bo_size(found.bo, &found.bytes, err);
	if (!error)
		error = check_address(device, found.bo, &found.address, err);
	if (error) {
		calls->bo_destroy(found.bo);
		return error == -ENOMEM ? error : -EINVAL;
	}
	*ret_found = found;
	return 0;
}

int fcl_xrt_import_size(struct fcl_hal_device *device, int fd, uint64_t *ret_bytes,
			struct fcl_err *err)
{
	struct fcl_hal_buffer found;
	int error = share_import(device, fd, &found, err);

	if (error)
		return error;
	*ret_bytes = found.bytes;
	device->calls->bo_destroy(found.bo);
	return 0;
}

/* Creates a handle for imported memory, which was counted in its bank when it was allocated. */
static int share_adopt(struct fcl_hal_device *device, struct fcl_hal_buffer *found, uint64_t bytes,
		       struct fcl_hal_buffer **ret_buffer, struct fcl_err *err)
{
	struct fcl_hal_buffer *buffer;
	int error;

	if (!bytes || bytes > found->bytes)
		return fcl_err_set(err, -EINVAL,
				   "%" PRIu64 " bytes were requested of a buffer of %" PRIu64,
				   bytes, found->bytes);
	error = device->calls->bo_map(found->bo, &found->map, err);
	if (error)
		return error;
	buffer = malloc(sizeof(*buffer));
	if (!buffer)
		return fcl_err_set(err, -ENOMEM, "no memory for a buffer handle");
	found->bytes = bytes;
	found->bank = fcl_hal_bank_at(&device->info, found->address);
	if (found->bank == FCL_HAL_BANK_DEFAULT)
		found->bank = device->info.default_bank;
	*buffer = *found;
	atomic_fetch_add_explicit(&device->nbuffers, 1, memory_order_relaxed);
	*ret_buffer = buffer;
	return 0;
}

int fcl_xrt_buffer_import(struct fcl_hal_device *device, int fd, uint64_t bytes,
			  struct fcl_hal_buffer **ret_buffer, struct fcl_err *err)
{
	struct fcl_hal_buffer found;
	int error = share_import(device, fd, &found, err);

	if (error)
		return error;
	error = share_adopt(device, &found, bytes, ret_buffer, err);
	if (error)
		device->calls->bo_destroy(found.bo);
	return error;
}

/* --- from board to board ---------------------------------------------------------------------- */

/*
 * XRT sends only to P2P memory of the receiver, which its host can access only over PCIe, and
 * slowly. So buffers are not P2P memory: data passes through an inbox, from which the receiving
 * board copies it with its own M2M engine. Without these engines, XRT would copy through the host.
 */

int fcl_xrt_peer(struct fcl_hal_device *device, struct fcl_hal_device *other)
{
	bool can = device == other || (!device->noop && device->m2m && other->m2m && other->p2p);

	return can && device->info.caps & FCL_HAL_CAP_PEER ? 0 : -EOPNOTSUPP;
}

static void close_inbox(struct fcl_hal_device *device)
{
	device->calls->bo_destroy(device->inbox.bo);
	device->inbox.bo = NULL;
}

void fcl_xrt_inbox_close(struct fcl_hal_device *device)
{
	pthread_mutex_lock(&device->inbox.lock);
	if (device->inbox.bo)
		close_inbox(device);
	pthread_mutex_unlock(&device->inbox.lock);
}

/* Creates the inbox in the bank of the target buffer, where the engine copies fastest. */
static int open_inbox(struct fcl_hal_device *device, uint32_t bank, struct fcl_err *err)
{
	struct fcl_xrt_inbox *inbox = &device->inbox;
	int mem = fcl_xrt_mem_of_bank(device, bank);

	if (inbox->bo && inbox->bank == bank)
		return 0;
	if (inbox->bo)
		close_inbox(device);
	if (mem < 0)
		return fcl_err_set(err, -EXDEV, "the image on board %s does not use bank %s",
				   device->info.bdf, device->banks[bank].tag);
	inbox->bank = bank;
	return device->calls->bo_create(device->xrt, INBOX_BYTES, FCL_XRT_PEER, (uint32_t)mem,
					&inbox->bo, err);
}

/* Imports the inbox into the sending board. */
static int reach_inbox(struct fcl_hal_device *sender, struct fcl_hal_device *receiver,
		       struct fcl_xrt_bo **ret_bo, struct fcl_err *err)
{
	int fd = -1, error = receiver->calls->bo_export(receiver->inbox.bo, &fd, err);

	return error ? error : sender->calls->bo_import(sender->xrt, fd, ret_bo, err);
}

static int send_through(struct fcl_hal_buffer *source, uint64_t source_at,
			struct fcl_hal_buffer *target, uint64_t target_at, uint64_t bytes,
			struct fcl_err *err)
{
	struct fcl_hal_device *receiver = target->device;
	const struct fcl_xrt_calls *calls = receiver->calls;
	struct fcl_xrt_bo *inbox = NULL;
	int error = open_inbox(receiver, target->bank, err);

	if (!error)
		error = reach_inbox(source->device, receiver, &inbox, err);
	while (!error && bytes) {
		uint64_t piece = bytes < INBOX_BYTES ? bytes : INBOX_BYTES;

		error = calls->bo_copy(inbox, source->bo, piece, 0, source_at, err);
		if (!error)
			error = calls->bo_copy(target->bo, receiver->inbox.bo, piece, target_at, 0,
					       err);
		source_at += piece;
		target_at += piece;
		bytes -= piece;
	}
	calls->bo_destroy(inbox);
	return error;
}

int fcl_xrt_send(struct fcl_hal_buffer *source, uint64_t source_at, struct fcl_hal_buffer *target,
		 uint64_t target_at, uint64_t bytes, struct fcl_err *err)
{
	struct fcl_xrt_inbox *inbox = &target->device->inbox;
	int error;

	if (!source->bo || !target->bo)
		return fcl_err_set(
			err, -EXDEV,
			"a buffer is not on its board, because the image there does not use the buffer's bank");
	pthread_mutex_lock(&inbox->lock);
	error = send_through(source, source_at, target, target_at, bytes, err);
	pthread_mutex_unlock(&inbox->lock);
	return error;
}
