/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/board/client/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hal/board/client/call.h"
#include "hal/board/client/facts.h"
#include "hal/board/wire/socket.h"

/*
 * A process may have about 65,000 mappings (vm.max_map_count), of which the host needs some. Buffers
 * beyond this number go through a staging area.
 */
enum { PAGE = 4096, MAPPINGS = 32768 };

void fcl_bd_buffer_link(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer)
{
	pthread_mutex_lock(&device->list_lock);
	buffer->next = device->buffers;
	if (buffer->next)
		buffer->next->previous = buffer;
	device->buffers = buffer;
	pthread_mutex_unlock(&device->list_lock);
}

static void unlink_buffer(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer)
{
	pthread_mutex_lock(&device->list_lock);
	if (buffer->next)
		buffer->next->previous = buffer->previous;
	if (buffer->previous)
		buffer->previous->next = buffer->next;
	else
		device->buffers = buffer->next;
	pthread_mutex_unlock(&device->list_lock);
}

/*
 * Whether the file has this many bytes from its position on, and is sealed against shrinking. A
 * wild kernel may control the executor, and a host that accesses a mapping beyond the end of its
 * file gets SIGBUS.
 */
static bool memory_holds(int fd, uint64_t bytes)
{
	off_t offset = lseek(fd, 0, SEEK_CUR);
	struct stat facts;

	return offset >= 0 && offset % PAGE == 0 && !fstat(fd, &facts) && fcl_bd_is_sealed(fd) &&
	       offset <= facts.st_size && bytes <= (uint64_t)(facts.st_size - offset);
}

/* Buffers that cannot be mapped are transferred through a staging area. */
static void map_buffer(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer, int fd)
{
	uint64_t bytes = (buffer->bytes + PAGE - 1) / PAGE * PAGE;
	void *map, *old = buffer->map;

	buffer->map = NULL; /* if this fails, the old mapping stays for its current users */
	if (bytes < buffer->bytes || !memory_holds(fd, bytes) ||
	    (!old && atomic_load(&device->nmapped) >= MAPPINGS))
		return;
	/* MAP_FIXED replaces an earlier mapping, which a mover may be using. */
	map = mmap(old, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | (old ? MAP_FIXED : 0), fd,
		   lseek(fd, 0, SEEK_CUR));
	if (map == MAP_FAILED)
		return;
	madvise(map, bytes, MADV_DONTDUMP);
	buffer->map = map;
	buffer->map_bytes = bytes;
	if (!old)
		atomic_fetch_add(&device->nmapped, 1);
}

static void unmap_buffer(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer)
{
	if (buffer->map && !buffer->svm) {
		munmap(buffer->map, buffer->map_bytes);
		atomic_fetch_sub(&device->nmapped, 1);
	}
	buffer->map = NULL;
}

/*
 * Exported descriptors have a lock that encodes the size. This one is not passed on, but its mapping
 * would keep the lock, and Linux searches all locks of a file for each new one.
 */
static void drop_lock(int fd)
{
	struct flock all = {.l_type = F_UNLCK, .l_whence = SEEK_SET};

	fcntl(fd, F_OFD_SETLK, &all);
}

/* Fills in the buffer from the answer to ALLOC or IMPORT. */
static int place_buffer(struct fcl_hal_device *device, const struct fcl_bd_packet *packet,
			struct fcl_hal_buffer *buffer, struct fcl_err *err)
{
	const uint64_t *v = packet->head.v;

	if (!v[FCL_BD_BUFFER] || v[FCL_BD_BUFFER] > UINT32_MAX ||
	    v[FCL_BD_BANK] >= device->info.nbanks)
		return fcl_err_set(err, -EPROTO,
				   "the executor reported an unknown buffer or bank (%llu)",
				   (unsigned long long)v[FCL_BD_BANK]);
	buffer->number = (uint32_t)v[FCL_BD_BUFFER];
	buffer->address = v[FCL_BD_ADDRESS];
	buffer->bank = (uint32_t)v[FCL_BD_BANK];
	if (v[FCL_BD_MAPPED] && device->maps && packet->fds[0] >= 0) {
		map_buffer(device, buffer, packet->fds[0]);
		drop_lock(packet->fds[0]);
	}
	return 0;
}

static int memory_alloc_buffer(struct fcl_hal_device *device, bool of_image, uint32_t bank,
			       struct fcl_hal_buffer *buffer, struct fcl_err *err)
{
	struct fcl_bd_packet *packet = fcl_bd_call_begin(device, FCL_BD_ALLOC);
	int error;

	packet->head.v[0] = bank;
	packet->head.v[1] = buffer->bytes;
	packet->head.v[2] = of_image;
	error = fcl_bd_call_send(device, err);
	if (!error)
		error = place_buffer(device, packet, buffer, err);
	fcl_bd_call_end(device);
	return error;
}

int fcl_bd_buffer_alloc(struct fcl_hal_device *device, struct fcl_hal_program *program,
			uint32_t bank, uint64_t bytes, struct fcl_hal_buffer **ret_buffer,
			struct fcl_err *err)
{
	struct fcl_hal_buffer *buffer = calloc(1, sizeof(*buffer));
	int error;

	if (!buffer)
		return fcl_err_set(err, -ENOMEM, "no memory for a buffer");
	buffer->bytes = bytes;
	error = program && program->lost
			? fcl_err_set(err, -EIO, "the program was lost when the board was reset")
			: memory_alloc_buffer(device, program != NULL, bank, buffer, err);
	if (error) {
		free(buffer);
		return error;
	}
	fcl_bd_buffer_link(device, buffer);
	*ret_buffer = buffer;
	return 0;
}

void fcl_bd_buffer_free(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer)
{
	if (!buffer)
		return;
	unlink_buffer(device, buffer);
	unmap_buffer(device, buffer);
	if (buffer->number && atomic_load(&device->health) == FCL_BD_GOOD)
		fcl_bd_call_simple(device, FCL_BD_FREE, buffer->number, 0, 0, NULL, NULL);
	free(buffer);
}

uint64_t fcl_bd_buffer_address(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer)
{
	return device->info.caps & FCL_HAL_CAP_ADDRESS ? buffer->address : FCL_HAL_NO_ADDRESS;
}

uint32_t fcl_bd_buffer_bank(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer)
{
	(void)device;
	return buffer->bank;
}

static bool memory_can_export(const struct fcl_hal_device *device, struct fcl_err *err)
{
	if (device->info.caps & FCL_HAL_CAP_EXPORT)
		return true;
	fcl_err_set(err, -EOPNOTSUPP, "the board behind %s exports no buffers", device->name);
	return false;
}

int fcl_bd_buffer_export(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer, int *ret_fd,
			 struct fcl_err *err)
{
	struct fcl_bd_packet *packet;
	int error;

	if (!memory_can_export(device, err))
		return -EOPNOTSUPP;
	packet = fcl_bd_call_begin(device, FCL_BD_EXPORT);
	packet->head.v[0] = buffer->number;
	error = fcl_bd_call_send(device, err);
	if (!error && packet->fds[0] < 0)
		error = fcl_err_set(err, -EMFILE, "this process has no file descriptors left");
	/* The executor created the file, so it has to be checked. */
	if (!error && device->maps && !memory_holds(packet->fds[0], buffer->bytes))
		error = fcl_err_set(err, -EPROTO,
				    "the executor exported a file that does not hold the buffer");
	if (!error) {
		*ret_fd = packet->fds[0];
		packet->fds[0] = -1;
	}
	fcl_bd_call_end(device);
	return error;
}

/* Sends a duplicate of the descriptor; the caller keeps its own. */
static int call_with(struct fcl_hal_device *device, struct fcl_bd_packet *packet, int fd,
		     struct fcl_err *err)
{
	packet->fds[0] = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	if (packet->fds[0] < 0)
		return fcl_err_set(err, -EINVAL, "descriptor %d is not open", fd);
	fd = packet->fds[0];
	/* The answer overwrites the packet's descriptors. */
	int error = fcl_bd_call_send(device, err);

	if (packet->fds[0] == fd)
		packet->fds[0] = -1;
	close(fd);
	return error;
}

int fcl_bd_buffer_import(struct fcl_hal_device *device, int fd, uint64_t bytes,
			 struct fcl_hal_buffer **ret_buffer, struct fcl_err *err)
{
	struct fcl_hal_buffer *buffer;
	struct fcl_bd_packet *packet;
	int error;

	if (!memory_can_export(device, err))
		return -EOPNOTSUPP;
	buffer = calloc(1, sizeof(*buffer));
	if (!buffer)
		return fcl_err_set(err, -ENOMEM, "no memory for a buffer");
	buffer->bytes = bytes;
	buffer->imported = true;
	packet = fcl_bd_call_begin(device, FCL_BD_IMPORT);
	packet->head.v[0] = bytes;
	error = call_with(device, packet, fd, err);
	if (!error)
		error = place_buffer(device, packet, buffer, err);
	fcl_bd_call_end(device);
	if (error) {
		free(buffer);
		return error;
	}
	if (device->maps && !buffer->map)
		map_buffer(device, buffer, fd);
	fcl_bd_buffer_link(device, buffer);
	*ret_buffer = buffer;
	return 0;
}

int fcl_bd_import_size(struct fcl_hal_device *device, int fd, uint64_t *ret_bytes,
		       struct fcl_err *err)
{
	struct fcl_bd_packet *packet;
	int error;

	if (!memory_can_export(device, err))
		return -EOPNOTSUPP;
	packet = fcl_bd_call_begin(device, FCL_BD_IMPORT_SIZE);
	error = call_with(device, packet, fd, err);
	if (!error)
		*ret_bytes = packet->head.v[0];
	fcl_bd_call_end(device);
	return error;
}

int fcl_bd_buffer_restore(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer,
			  struct fcl_err *err)
{
	return memory_alloc_buffer(device, false, buffer->bank, buffer, err);
}
