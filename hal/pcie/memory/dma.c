/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/pcie/memory/dma.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/file.h"

/*
 * Memory of the driver and of host_alloc() is a file in memory, as only files can
 * be shared with a card behind a socket. It is never a private mapping, of which a fork() would
 * leave the card the child's copy.
 */

enum { PAGE = FCL_PCIE_PAGE };

static uint64_t reach_round_up(uint64_t bytes)
{
	return (bytes + PAGE - 1) & ~(uint64_t)(PAGE - 1);
}

static struct fcl_pcie_area *area_of(struct fcl_tree_node *node)
{
	return (struct fcl_pcie_area *)node;
}

int fcl_pcie_dma_init(struct fcl_hal_device *device, struct fcl_err *err)
{
	const struct fcl_pcie_transport *transport = device->transport;
	uint64_t first = reach_round_up(transport->iova_first);
	uint64_t size = (transport->iova_last - first + 1) & ~(uint64_t)(PAGE - 1);

	if (fcl_hal_alloc_init(&device->dma.iovas, first, size))
		return fcl_err_set(err, -ENOMEM, "no memory for a table");
	return 0;
}

static void free_area(struct fcl_tree_node *node)
{
	free(area_of(node));
}

void fcl_pcie_dma_fini(struct fcl_hal_device *device)
{
	fcl_tree_clear(&device->dma.areas, free_area);
	fcl_hal_alloc_fini(&device->dma.iovas);
}

/* Maps whole pages at an address of the allocator's choice. */
static int reach_map(struct fcl_hal_device *device, struct fcl_pcie_mapping *mapping,
		     struct fcl_err *err)
{
	int error;

	pthread_mutex_lock(&device->dma.lock);
	error = fcl_hal_alloc_take(&device->dma.iovas, mapping->size, &mapping->iova);
	pthread_mutex_unlock(&device->dma.lock);
	if (error)
		return fcl_err_set(err, error, "%s: no addresses are left for DMA",
				   device->transport->name);
	error = device->transport->ops->dma_map(device->transport, mapping, err);
	if (error) {
		pthread_mutex_lock(&device->dma.lock);
		fcl_hal_alloc_give(&device->dma.iovas, mapping->iova, mapping->size);
		pthread_mutex_unlock(&device->dma.lock);
	}
	return error;
}

/* Addresses that could not be unmapped are not used again. */
static void reach_unmap(struct fcl_hal_device *device, uint64_t iova, uint64_t size)
{
	if (device->transport->ops->dma_unmap(device->transport, iova, size))
		return;
	pthread_mutex_lock(&device->dma.lock);
	fcl_hal_alloc_give(&device->dma.iovas, iova, size);
	pthread_mutex_unlock(&device->dma.lock);
}

static int add_area(struct fcl_hal_device *device, struct fcl_pcie_mapping *mapping,
		    struct fcl_err *err)
{
	struct fcl_pcie_area *area = malloc(sizeof(*area));
	bool taken;
	int error;

	if (!area)
		return fcl_err_set(err, -ENOMEM, "no memory for a mapping");
	error = reach_map(device, mapping, err);
	if (error) {
		free(area);
		return error;
	}
	*area = (struct fcl_pcie_area){.node.key = (uintptr_t)mapping->memory,
				       .size = mapping->size,
				       .iova = mapping->iova,
				       .users = 1};
	pthread_mutex_lock(&device->dma.lock);
	taken = fcl_tree_find(&device->dma.areas, area->node.key);
	if (!taken)
		fcl_tree_add(&device->dma.areas, &area->node);
	pthread_mutex_unlock(&device->dma.lock);
	if (!taken)
		return 0;
	reach_unmap(device, area->iova, area->size);
	free(area);
	return fcl_err_set(err, -EEXIST, "other memory at %p is registered", mapping->memory);
}

/* The area that holds all of these bytes, or NULL; the lock is held. */
static struct fcl_pcie_area *reach_find(struct fcl_hal_device *device, const void *pointer,
					size_t bytes)
{
	uintptr_t address = (uintptr_t)pointer;
	struct fcl_pcie_area *area = area_of(fcl_tree_floor(&device->dma.areas, address));

	if (area && address - area->node.key < area->size &&
	    bytes <= area->size - (address - area->node.key))
		return area;
	return NULL;
}

bool fcl_pcie_dma_find(struct fcl_hal_device *device, const void *pointer, size_t bytes,
		       uint64_t *ret_iova)
{
	struct fcl_pcie_area *area;

	pthread_mutex_lock(&device->dma.lock);
	area = reach_find(device, pointer, bytes);
	if (area)
		*ret_iova = area->iova + ((uintptr_t)pointer - area->node.key);
	pthread_mutex_unlock(&device->dma.lock);
	return area;
}

/* --- memory of our own ------------------------------------------------------------------------ */

static int reach_make_file(size_t bytes, int *ret_fd, struct fcl_err *err)
{
	int fd;

	if (!fcl_file_size_allowed(bytes))
		return fcl_err_set(err, -EFBIG,
				   "%zu bytes exceed the limit of file sizes (`ulimit -f`)", bytes);
	fd = memfd_create("fpgacl-dma", MFD_CLOEXEC);
	if (fd < 0)
		return fcl_err_set(err, -errno, "no file in memory: %s", strerror(errno));
	if (ftruncate(fd, (off_t)bytes)) {
		int error = -errno;

		close(fd);
		return fcl_err_set(err, error, "no file of %zu bytes in memory: %s", bytes,
				   strerror(-error));
	}
	*ret_fd = fd;
	return 0;
}

int fcl_pcie_host_alloc(struct fcl_hal_device *device, size_t bytes, void **ret_pointer,
			struct fcl_err *err)
{
	struct fcl_pcie_mapping mapping = {.writable = true, .fd = -1};
	int error;

	if (!bytes || bytes > SIZE_MAX - PAGE)
		return fcl_err_set(err, bytes ? -ENOMEM : -EINVAL,
				   "host memory of %zu bytes was requested", bytes);
	mapping.size = reach_round_up(bytes);
	error = reach_make_file(mapping.size, &mapping.fd, err);
	if (error)
		return error;
	mapping.memory = mmap(NULL, mapping.size, PROT_READ | PROT_WRITE, MAP_SHARED, mapping.fd,
			      0);
	if (mapping.memory == MAP_FAILED)
		error = fcl_err_set(err, -ENOMEM, "no memory for %zu bytes", bytes);
	else
		error = add_area(device, &mapping, err);
	close(mapping.fd);
	if (error && mapping.memory != MAP_FAILED)
		munmap(mapping.memory, mapping.size);
	if (!error)
		*ret_pointer = mapping.memory;
	return error;
}

/* Takes the area out of the table and ends the card's access, when its last user goes. */
static bool remove_area(struct fcl_hal_device *device, const void *pointer, size_t bytes)
{
	struct fcl_pcie_area *area;
	bool last;

	pthread_mutex_lock(&device->dma.lock);
	area = reach_find(device, pointer, bytes);
	last = area && !--area->users;
	if (last)
		fcl_tree_remove(&device->dma.areas, &area->node);
	pthread_mutex_unlock(&device->dma.lock);
	if (last) {
		reach_unmap(device, area->iova, area->size);
		free(area);
	}
	return last;
}

void fcl_pcie_host_free(struct fcl_hal_device *device, void *pointer, size_t bytes)
{
	if (pointer && remove_area(device, pointer, bytes))
		munmap(pointer, reach_round_up(bytes));
}

/* --- memory of others ------------------------------------------------------------------------- */

/* The pages that hold these bytes. */
static struct fcl_pcie_mapping reach_pages_of(const void *pointer, size_t bytes, bool writable)
{
	uintptr_t first = (uintptr_t)pointer & ~(uintptr_t)(PAGE - 1);

	return (struct fcl_pcie_mapping){.memory = (void *)first,
					 .size = reach_round_up((uintptr_t)pointer - first + bytes),
					 .writable = writable,
					 .fd = -1};
}

int fcl_pcie_host_register(struct fcl_hal_device *device, void *pointer, size_t bytes,
			   struct fcl_err *err)
{
	struct fcl_pcie_mapping mapping;
	struct fcl_pcie_area *area;
	int error;

	if (!pointer || !bytes || bytes > SIZE_MAX - 2 * (size_t)PAGE)
		return fcl_err_set(err, -EINVAL, "%zu bytes at %p cannot be registered", bytes,
				   pointer);
	if (!device->transport->pins)
		return 0;
	pthread_mutex_lock(&device->dma.lock);
	area = reach_find(device, pointer, bytes);
	if (area)
		area->users++;
	pthread_mutex_unlock(&device->dma.lock);
	if (area)
		return 0;
	mapping = reach_pages_of(pointer, bytes, true);
	error = add_area(device, &mapping, err);
	/* Of two areas that start in one page, transfers of the second are copied. */
	return error == -EEXIST ? 0 : error;
}

void fcl_pcie_host_unregister(struct fcl_hal_device *device, void *pointer, size_t bytes)
{
	if (pointer && device->transport->pins)
		remove_area(device, pointer, bytes);
}

int fcl_pcie_dma_borrow(struct fcl_hal_device *device, const void *pointer, size_t bytes,
			bool writable, struct fcl_pcie_mapping *ret_mapping, uint64_t *ret_iova)
{
	struct fcl_pcie_mapping mapping = reach_pages_of(pointer, bytes, writable);
	int error = device->transport->pins ? reach_map(device, &mapping, NULL) : -EOPNOTSUPP;

	if (error)
		return error;
	*ret_mapping = mapping;
	*ret_iova = mapping.iova + ((uintptr_t)pointer - (uintptr_t)mapping.memory);
	return 0;
}

void fcl_pcie_dma_release(struct fcl_hal_device *device, const struct fcl_pcie_mapping *mapping)
{
	reach_unmap(device, mapping->iova, mapping->size);
}
