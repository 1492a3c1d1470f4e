/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/board/client/svm.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/file.h"
#include "base/fork.h"
#include "hal/board/client/call.h"
#include "hal/board/client/memory.h"
#include "hal/board/wire/socket.h"
#include "hal/request.h"

enum { PAGE = 4096, TRIES = 16 };

#define REGION_BYTES (UINT64_C(1) << 30) /* of address space; only touched pages use memory */

/*
 * The first address to try for regions: far from where either process has libraries, heap and
 * stack. If it is taken, or an instrumentation tool reserves it, the kernel chooses another.
 */
#define FIRST_ADDRESS UINT64_C(0x200000000000)

struct fcl_bd_region {
	struct fcl_bd_region *next;
	char *map;
	uint64_t size;
	int fd;
	unsigned refs; /* devices that use it */
};

static pthread_mutex_t regions_lock = PTHREAD_MUTEX_INITIALIZER; /* guards the two below */
static struct fcl_bd_region *regions;                            /* of all devices */
static uint64_t next_address = FIRST_ADDRESS;

static void lock_regions(void)
{
	fcl_fork_protect(&regions_lock);
	pthread_mutex_lock(&regions_lock);
}

/* --- regions ------------------------------------------------------------------------------------ */

/* The file is sealed against shrinking, so accesses to its mappings cannot fault. */
static int svm_make_file(uint64_t size, struct fcl_err *err)
{
	int fd;

	if (!fcl_file_size_allowed(size))
		return fcl_err_set(
			err, -ENOMEM,
			"`ulimit -f` allows no file of %llu bytes for shared virtual memory",
			(unsigned long long)size);
	fd = memfd_create("fpgacl-svm", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	if (fd >= 0 && !ftruncate(fd, (off_t)size) &&
	    !fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL))
		return fd;
	if (fd >= 0)
		close(fd);
	return fcl_err_set(err, -ENOMEM, "no file of %llu bytes for shared virtual memory: %s",
			   (unsigned long long)size, strerror(errno));
}

static void *map_somewhere(int fd, uint64_t size)
{
	void *hint, *map;

	lock_regions();
	hint = (void *)(uintptr_t)next_address; /* NOLINT(performance-no-int-to-ptr) */
	next_address += size;
	pthread_mutex_unlock(&regions_lock);
	map = mmap(hint, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, fd, 0);
	return map == MAP_FAILED ? NULL : map;
}

static struct fcl_bd_region *make_region(uint64_t size, struct fcl_err *err)
{
	struct fcl_bd_region *region = calloc(1, sizeof(*region));
	int fd = region ? svm_make_file(size, err) : fcl_err_set(err, -ENOMEM, "out of memory");

	if (fd < 0) {
		free(region);
		return NULL;
	}
	*region = (struct fcl_bd_region){.size = size, .fd = fd};
	return region;
}

/* The lock of the regions is held, or no other thread can find the region. */
static void destroy_region(struct fcl_bd_region *region)
{
	if (region->map)
		munmap(region->map, region->size);
	close(region->fd);
	free(region);
}

static void unref_region(struct fcl_bd_region *region)
{
	struct fcl_bd_region **link = &regions;

	lock_regions();
	if (!--region->refs) {
		while (*link != region)
			link = &(*link)->next;
		*link = region->next;
		destroy_region(region);
	}
	pthread_mutex_unlock(&regions_lock);
}

static bool svm_is_inside(const struct fcl_bd_region *region, uint64_t address, uint64_t bytes)
{
	uint64_t offset = address - (uintptr_t)region->map;

	return offset < region->size && bytes <= region->size - offset;
}

/* Takes a reference; NULL: no device has created such a region. */
static struct fcl_bd_region *svm_find_region(uint64_t address, uint64_t bytes)
{
	struct fcl_bd_region *region;

	lock_regions();
	for (region = regions; region && !svm_is_inside(region, address, bytes);)
		region = region->next;
	if (region)
		region->refs++;
	pthread_mutex_unlock(&regions_lock);
	return region;
}

/* --- regions of a device ------------------------------------------------------------------------ */

static int send_region(struct fcl_hal_device *device, const struct fcl_bd_region *region, bool open,
		       struct fcl_err *err)
{
	struct fcl_bd_packet *packet = fcl_bd_call_begin(device, FCL_BD_SVM_REGION);
	int fd = fcntl(region->fd, F_DUPFD_CLOEXEC, 0), error;

	packet->head.v[0] = (uintptr_t)region->map;
	packet->head.v[1] = region->size;
	packet->head.v[2] = !open;
	packet->fds[0] = fd;
	error = fd < 0 ? fcl_err_set(err, -EMFILE, "this process has no file descriptors left")
		       : fcl_bd_call_send(device, err);
	/* The answer overwrites the packet's descriptors. */
	if (packet->fds[0] == fd)
		packet->fds[0] = -1;
	if (fd >= 0)
		close(fd);
	fcl_bd_call_end(device);
	return error;
}

/*
 * Maps a new region at an address that is free in the executor, too. Rejected mappings are kept
 * until one is accepted, so that the kernel does not offer the same address again.
 */
static int place_region(struct fcl_hal_device *device, struct fcl_bd_region *region,
			struct fcl_err *err)
{
	void *taken[TRIES];
	unsigned count = 0;
	int error = -EEXIST;

	while (error == -EEXIST && count < TRIES) {
		region->map = map_somewhere(region->fd, region->size);
		if (!region->map)
			error = fcl_err_set(
				err, -ENOMEM,
				"no address space for shared virtual memory of %llu bytes",
				(unsigned long long)region->size);
		else
			error = send_region(device, region, true, err);
		if (error == -EEXIST)
			taken[count++] = region->map;
	}
	if (error == -EEXIST)
		region->map = NULL;
	while (count)
		munmap(taken[--count], region->size);
	return error;
}

/*
 * Makes the executor map the region; the device then owns the caller's reference. The device's lock
 * is held. `open`: the region is new, and the executor may allocate in it.
 */
static int svm_give(struct fcl_hal_device *device, struct fcl_bd_region *region, bool open,
		    struct fcl_err *err)
{
	struct fcl_bd_given *given = calloc(1, sizeof(*given));
	int error;

	/* Allocate first: a region cannot be taken back from the executor. */
	if (!given)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	error = open ? place_region(device, region, err) : send_region(device, region, false, err);
	if (error) {
		free(given);
		return error;
	}
	*given = (struct fcl_bd_given){device->given, region, open};
	device->given = given;
	return 0;
}

/* The device's lock is held. */
static int add_region(struct fcl_hal_device *device, uint64_t bytes, struct fcl_err *err)
{
	/* An allocation also needs room for a canary and alignment. */
	uint64_t least = (bytes + 2 * PAGE - 1) / PAGE * PAGE;
	struct fcl_bd_region *region = make_region(least > REGION_BYTES ? least : REGION_BYTES,
						   err);
	int error;

	if (!region)
		return -ENOMEM;
	error = svm_give(device, region, true, err);
	if (error) {
		destroy_region(region);
		return error;
	}
	madvise(region->map, region->size, MADV_DONTDUMP);
	region->refs = 1;
	lock_regions();
	region->next = regions;
	regions = region;
	pthread_mutex_unlock(&regions_lock);
	return 0;
}

static bool svm_has_region(const struct fcl_hal_device *device, const struct fcl_bd_region *region)
{
	for (const struct fcl_bd_given *given = device->given; given; given = given->next)
		if (given->region == region)
			return true;
	return false;
}

/*
 * Makes sure that the executor maps the region that contains these bytes. The device's lock is
 * held.
 */
static int share_region(struct fcl_hal_device *device, uint64_t address, uint64_t bytes,
			struct fcl_err *err)
{
	struct fcl_bd_region *region = svm_find_region(address, bytes);
	int error = 0;

	if (!region)
		return fcl_err_set(err, -EINVAL,
				   "%llu bytes at 0x%llx are not shared virtual memory of a board "
				   "process: %s cannot reach them",
				   (unsigned long long)bytes, (unsigned long long)address,
				   device->name);
	if (svm_has_region(device, region)) {
		unref_region(region);
		return 0;
	}
	error = svm_give(device, region, false, err);
	if (error)
		unref_region(region);
	return error;
}

int fcl_bd_svm_regions_restore(struct fcl_hal_device *device, struct fcl_err *err)
{
	int error = 0;

	pthread_mutex_lock(&device->svm_lock);
	for (struct fcl_bd_given *given = device->given; given && !error; given = given->next) {
		given->open = false; /* its allocator ended with the executor */
		error = send_region(device, given->region, false, err);
	}
	pthread_mutex_unlock(&device->svm_lock);
	return error;
}

void fcl_bd_svm_close(struct fcl_hal_device *device)
{
	struct fcl_bd_given *next;

	for (struct fcl_bd_given *given = device->given; given; given = next) {
		next = given->next;
		unref_region(given->region);
		free(given);
	}
	device->given = NULL;
}

/* --- allocations -------------------------------------------------------------------------------- */

/* Checks that the answer names memory that this process has mapped, too. */
static int take_place(struct fcl_hal_device *device, const struct fcl_bd_packet *packet,
		      struct fcl_hal_buffer *buffer, struct fcl_err *err)
{
	const uint64_t *v = packet->head.v;

	if (!v[FCL_BD_BUFFER] || v[FCL_BD_BUFFER] > UINT32_MAX)
		return fcl_err_set(err, -EPROTO, "the executor reported no buffer");
	for (const struct fcl_bd_given *given = device->given; given; given = given->next) {
		if (!svm_is_inside(given->region, v[FCL_BD_ADDRESS], buffer->bytes))
			continue;
		buffer->number = (uint32_t)v[FCL_BD_BUFFER];
		buffer->address = v[FCL_BD_ADDRESS];
		buffer->map = given->region->map +
			      (buffer->address - (uintptr_t)given->region->map);
		return 0;
	}
	return fcl_err_set(err, -EPROTO,
			   "the executor put shared virtual memory at 0x%llx, where there is none",
			   (unsigned long long)v[FCL_BD_ADDRESS]);
}

/* The device's lock is held. */
static int call_alloc(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer,
		      struct fcl_err *err)
{
	struct fcl_bd_packet *packet = fcl_bd_call_begin(device, FCL_BD_SVM_ALLOC);
	int error;

	packet->head.v[0] = buffer->bytes;
	error = fcl_bd_call_send(device, err);
	if (!error)
		error = take_place(device, packet, buffer, err);
	fcl_bd_call_end(device);
	return error;
}

/* The device's lock is held. */
static int svm_call_attach(struct fcl_hal_device *device, uint64_t address,
			   struct fcl_hal_buffer *buffer, struct fcl_err *err)
{
	struct fcl_bd_packet *packet = fcl_bd_call_begin(device, FCL_BD_SVM_ATTACH);
	int error;

	packet->head.v[0] = address;
	packet->head.v[1] = buffer->bytes;
	error = fcl_bd_call_send(device, err);
	if (!error && packet->head.v[FCL_BD_ADDRESS] != address)
		error = fcl_err_set(err, -EPROTO, "the executor attached a different address");
	if (!error)
		error = take_place(device, packet, buffer, err);
	fcl_bd_call_end(device);
	return error;
}

static struct fcl_hal_buffer *new_buffer(uint64_t bytes, struct fcl_err *err)
{
	struct fcl_hal_buffer *buffer = calloc(1, sizeof(*buffer));

	if (!buffer) {
		fcl_err_set(err, -ENOMEM, "no memory for a buffer");
		return NULL;
	}
	buffer->bytes = buffer->map_bytes = bytes;
	buffer->bank = FCL_HAL_BANK_DEFAULT;
	buffer->svm = true;
	return buffer;
}

static int svm_check(const struct fcl_hal_device *device, uint64_t bytes, struct fcl_err *err)
{
	if (!(device->info.caps & FCL_HAL_CAP_SVM))
		return fcl_err_set(err, -EOPNOTSUPP,
				   "the board behind %s has no shared virtual memory",
				   device->name);
	return fcl_hal_svm_check(bytes, err);
}

int fcl_bd_svm_alloc(struct fcl_hal_device *device, uint64_t bytes, void **ret_pointer,
		     struct fcl_hal_buffer **ret_buffer, struct fcl_err *err)
{
	int error = svm_check(device, bytes, err);
	struct fcl_hal_buffer *buffer = error ? NULL : new_buffer(bytes, err);

	if (!buffer)
		return error ? error : -ENOMEM;
	pthread_mutex_lock(&device->svm_lock);
	error = call_alloc(device, buffer, err);
	if (error == -ENOSPC) {
		error = add_region(device, bytes, err);
		if (!error)
			error = call_alloc(device, buffer, err);
	}
	pthread_mutex_unlock(&device->svm_lock);
	if (error) {
		free(buffer);
		return error == -ENOSPC || error == -EEXIST ? -ENOMEM : error;
	}
	fcl_bd_buffer_link(device, buffer);
	*ret_pointer = buffer->map;
	*ret_buffer = buffer;
	return 0;
}

int fcl_bd_svm_attach(struct fcl_hal_device *device, void *pointer, uint64_t bytes,
		      struct fcl_hal_buffer **ret_buffer, struct fcl_err *err)
{
	int error = svm_check(device, bytes, err);
	struct fcl_hal_buffer *buffer = error ? NULL : new_buffer(bytes, err);

	if (!buffer)
		return error ? error : -ENOMEM;
	pthread_mutex_lock(&device->svm_lock);
	error = share_region(device, (uintptr_t)pointer, bytes, err);
	if (!error)
		error = svm_call_attach(device, (uintptr_t)pointer, buffer, err);
	pthread_mutex_unlock(&device->svm_lock);
	if (error) {
		free(buffer);
		return error;
	}
	fcl_bd_buffer_link(device, buffer);
	*ret_buffer = buffer;
	return 0;
}

int fcl_bd_svm_restore(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer,
		       struct fcl_err *err)
{
	int error;

	pthread_mutex_lock(&device->svm_lock);
	error = svm_call_attach(device, buffer->address, buffer, err);
	pthread_mutex_unlock(&device->svm_lock);
	return error;
}
