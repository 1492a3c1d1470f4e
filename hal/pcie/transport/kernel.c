/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/pcie/transport/kernel.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <linux/vfio.h>

#include "hal/pcie/transport/news.h"

const struct fcl_pcie_places fcl_pcie_places = {"/sys/bus/pci/devices", "/dev/vfio"};

struct function {
	struct fcl_pcie_transport transport; /* must be first */
	int container, group, device;
	int news[FCL_PCIE_NEWS];            /* eventfds */
	uint64_t offsets[FCL_PCIE_REGIONS]; /* of the regions in the device's file */
};

static struct function *function_of(struct fcl_pcie_transport *transport)
{
	return (struct function *)transport;
}

/* --- registers -------------------------------------------------------------------------------- */

static void kernel_write_word(struct function *function, unsigned region,
			      const struct fcl_pcie_word *word)
{
	volatile unsigned char *map = region < FCL_PCIE_BARS ? function->transport.maps[region]
							     : NULL;

	if (map)
		*(volatile uint32_t *)(map + word->offset) = word->value;
	else if (pwrite(function->device, &word->value, sizeof(word->value),
			(off_t)(function->offsets[region] + word->offset)) != sizeof(word->value))
		fcl_pcie_lose(&function->transport);
}

static uint32_t kernel_read_word(struct function *function, unsigned region, uint64_t offset)
{
	volatile unsigned char *map = region < FCL_PCIE_BARS ? function->transport.maps[region]
							     : NULL;
	uint32_t value;

	if (map)
		return *(volatile uint32_t *)(map + offset);
	if (pread(function->device, &value, sizeof(value),
		  (off_t)(function->offsets[region] + offset)) == sizeof(value))
		return value;
	fcl_pcie_lose(&function->transport);
	return FCL_PCIE_GONE;
}

static uint32_t kernel_access_register(struct fcl_pcie_transport *transport, unsigned region,
				       const struct fcl_pcie_word *words, unsigned nwords,
				       uint64_t read_at)
{
	struct function *function = function_of(transport);

	if (fcl_pcie_is_gone(transport))
		return FCL_PCIE_GONE;
	/* What the function will read from memory must be there before it is told to. */
	atomic_thread_fence(memory_order_seq_cst);
	for (unsigned i = 0; i < nwords; i++)
		kernel_write_word(function, region, &words[i]);
	return read_at == FCL_PCIE_NOTHING ? 0 : kernel_read_word(function, region, read_at);
}

/* --- memory ----------------------------------------------------------------------------------- */

static int dma_failed(const struct function *function, const struct fcl_pcie_mapping *mapping,
		      int error, struct fcl_err *err)
{
	struct rlimit limit = {0};

	if (error != -ENOMEM)
		return fcl_err_set(err, error, "%s: %" PRIu64 " bytes cannot be mapped for DMA: %s",
				   function->transport.name, mapping->size, strerror(-error));
	getrlimit(RLIMIT_MEMLOCK, &limit);
	return fcl_err_set(
		err, error,
		"%s: %" PRIu64
		" bytes cannot be locked for DMA: the limit of locked memory is %llu KiB; raise it (`ulimit -l`, or LimitMEMLOCK= of a systemd unit)",
		function->transport.name, mapping->size, (unsigned long long)limit.rlim_cur / 1024);
}

static int kernel_dma_map(struct fcl_pcie_transport *transport,
			  const struct fcl_pcie_mapping *mapping, struct fcl_err *err)
{
	struct function *function = function_of(transport);
	struct vfio_iommu_type1_dma_map map = {
		.argsz = sizeof(map),
		.flags = VFIO_DMA_MAP_FLAG_READ | (mapping->writable ? VFIO_DMA_MAP_FLAG_WRITE : 0),
		.vaddr = (uintptr_t)mapping->memory,
		.iova = mapping->iova,
		.size = mapping->size};

	if (ioctl(function->container, VFIO_IOMMU_MAP_DMA, &map))
		return dma_failed(function, mapping, -errno, err);
	return 0;
}

static int kernel_dma_unmap(struct fcl_pcie_transport *transport, uint64_t iova, uint64_t size)
{
	struct vfio_iommu_type1_dma_unmap unmap = {
		.argsz = sizeof(unmap), .iova = iova, .size = size};

	if (ioctl(function_of(transport)->container, VFIO_IOMMU_UNMAP_DMA, &unmap))
		return -errno;
	return unmap.size == size ? 0 : -EINVAL;
}

/* --- interrupts ------------------------------------------------------------------------------- */

static int set_irqs_of(struct function *function, uint32_t index, const int *eventfds,
		       uint32_t count)
{
	_Alignas(struct vfio_irq_set) char
		room[sizeof(struct vfio_irq_set) + FCL_PCIE_VECTORS * sizeof(int)];
	struct vfio_irq_set *set = (struct vfio_irq_set *)(void *)room;

	*set = (struct vfio_irq_set){
		.argsz = (uint32_t)(sizeof(*set) + count * sizeof(int)),
		.flags = VFIO_IRQ_SET_ACTION_TRIGGER |
			 (count ? VFIO_IRQ_SET_DATA_EVENTFD : VFIO_IRQ_SET_DATA_NONE),
		.index = index,
		.count = count};
	memcpy(set->data, eventfds, count * sizeof(int));
	return ioctl(function->device, VFIO_DEVICE_SET_IRQS, set) ? -errno : 0;
}

static int kernel_set_irqs(struct fcl_pcie_transport *transport, const int *eventfds,
			   uint32_t count, struct fcl_err *err)
{
	int error = set_irqs_of(function_of(transport), VFIO_PCI_MSIX_IRQ_INDEX, eventfds, count);

	return error ? fcl_err_set(err, error, "%s: %u MSI-X vectors cannot be connected: %s",
				   transport->name, count, strerror(-error))
		     : 0;
}

/* Old kernels do not have both kinds of news. */
static void kernel_ask_for_news(struct function *function)
{
	for (unsigned i = 0; i < FCL_PCIE_NEWS; i++) {
		function->news[i] = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
		if (function->news[i] >= 0)
			set_irqs_of(function, fcl_pcie_news[i], &function->news[i], 1);
	}
}

static bool kernel_withdrawn(struct fcl_pcie_transport *transport)
{
	return fcl_pcie_has_news(function_of(transport)->news);
}

static int kernel_reset(struct fcl_pcie_transport *transport, struct fcl_err *err)
{
	if (!transport->resets)
		return fcl_err_set(err, -EOPNOTSUPP,
				   "%s: the card has no reset of its own; remove and rescan it",
				   transport->name);
	if (ioctl(function_of(transport)->device, VFIO_DEVICE_RESET))
		return fcl_err_set(err, -errno, "%s: the card cannot be reset: %s", transport->name,
				   strerror(errno));
	return 0;
}

/* --- opening: the group ----------------------------------------------------------------------- */

static void close_function(struct fcl_pcie_transport *transport)
{
	struct function *function;

	if (!transport)
		return;
	function = function_of(transport);
	for (unsigned i = 0; i < FCL_PCIE_BARS; i++)
		if (transport->maps[i])
			munmap((void *)(uintptr_t)transport->maps[i], transport->sizes[i]);
	/* In this order; the container's mappings for DMA end with its last group. */
	if (function->device >= 0)
		close(function->device);
	if (function->group >= 0)
		close(function->group);
	if (function->container >= 0)
		close(function->container);
	for (unsigned i = 0; i < FCL_PCIE_NEWS; i++)
		if (function->news[i] >= 0)
			close(function->news[i]);
	free(function);
}

/* The last part of the link's target: the name of a driver, the number of a group; "" if none. */
static void kernel_read_link(const struct fcl_pcie_places *places, const char *address,
			     const char *link, char name[64])
{
	char path[PATH_MAX], target[PATH_MAX];
	const char *slash;
	ssize_t length;

	snprintf(path, sizeof(path), "%s/%s/%s", places->devices, address, link);
	length = readlink(path, target, sizeof(target) - 1);
	target[length > 0 ? length : 0] = 0;
	slash = strrchr(target, '/');
	snprintf(name, 64, "%.63s", slash ? slash + 1 : target);
}

/* `path` is the device's folder, `driver` what it is bound to, or "". */
static int kernel_say_unbound(const char *address, const char *path, const char *driver,
			      struct fcl_err *err)
{
	char found[96] = "no driver", unbind[PATH_MAX + 64] = "";

	if (*driver) {
		snprintf(found, sizeof(found), "it bound to %s", driver);
		snprintf(unbind, sizeof(unbind), "echo %s >%s/driver/unbind; ", address, path);
	}
	return fcl_err_set(
		err, *driver ? -EBUSY : -ENODEV,
		"%s: expected the card bound to vfio-pci, found %s; as root: modprobe vfio-pci; echo vfio-pci >%s/driver_override; %secho %s >/sys/bus/pci/drivers_probe",
		address, found, path, unbind, address);
}

static int kernel_check_bound(const struct fcl_pcie_places *places, const char *address,
			      char group[64], struct fcl_err *err)
{
	char driver[64], path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/%s", places->devices, address);
	if (access(path, F_OK))
		return fcl_err_set(err, -ENOENT, "there is no PCI device %s", address);
	kernel_read_link(places, address, "driver", driver);
	if (strcmp(driver, "vfio-pci") != 0)
		return kernel_say_unbound(address, path, driver, err);
	kernel_read_link(places, address, "iommu_group", group);
	if (!*group)
		return fcl_err_set(
			err, -ENODEV,
			"%s: the card has no IOMMU: enable VT-d or AMD-Vi in the firmware, and boot with intel_iommu=on or amd_iommu=on",
			address);
	return 0;
}

static int open_group(struct function *function, const struct fcl_pcie_places *places,
		      const char *group, struct fcl_err *err)
{
	const char *name = function->transport.name;
	struct vfio_group_status status = {.argsz = sizeof(status)};
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/%s", places->vfio, group);
	function->group = open(path, O_RDWR | O_CLOEXEC);
	if (function->group < 0 && errno == EBUSY)
		return fcl_err_set(err, -EBUSY, "%s: another process has the card (%s)", name,
				   path);
	if (function->group < 0 && (errno == EACCES || errno == EPERM))
		return fcl_err_set(
			err, -EPERM,
			"%s: no permission to open %s: give this user the right to, for instance by a udev rule for the subsystem vfio",
			name, path);
	if (function->group < 0)
		return fcl_err_set(err, -errno, "%s: cannot open %s: %s", name, path,
				   strerror(errno));
	if (ioctl(function->group, VFIO_GROUP_GET_STATUS, &status))
		return fcl_err_set(err, -errno, "%s: %s does not say its status: %s", name, path,
				   strerror(errno));
	if (!(status.flags & VFIO_GROUP_FLAGS_VIABLE))
		return fcl_err_set(
			err, -EBUSY,
			"%s: other devices of its IOMMU group have drivers of the kernel: bind all in %s/%s/iommu_group/devices to vfio-pci, or to none",
			name, places->devices, name);
	return 0;
}

static int join_container(struct function *function, const struct fcl_pcie_places *places,
			  struct fcl_err *err)
{
	const char *name = function->transport.name;
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/vfio", places->vfio);
	function->container = open(path, O_RDWR | O_CLOEXEC);
	if (function->container < 0)
		return fcl_err_set(err, errno == EACCES ? -EPERM : -errno, "%s: cannot open %s: %s",
				   name, path, strerror(errno));
	if (ioctl(function->container, VFIO_GET_API_VERSION) != VFIO_API_VERSION ||
	    ioctl(function->container, VFIO_CHECK_EXTENSION, VFIO_TYPE1v2_IOMMU) != 1)
		return fcl_err_set(
			err, -ENODEV,
			"%s: the kernel's VFIO has no IOMMU of type 1: load the module vfio_iommu_type1",
			name);
	if (ioctl(function->group, VFIO_GROUP_SET_CONTAINER, &function->container))
		return fcl_err_set(err, -errno, "%s: the group cannot be used: %s", name,
				   strerror(errno));
	if (!ioctl(function->container, VFIO_SET_IOMMU, VFIO_TYPE1v2_IOMMU))
		return 0;
	if (errno == EPERM)
		return fcl_err_set(
			err, -EPERM,
			"%s: the machine has no interrupt remapping; if you trust the card: echo 1 >/sys/module/vfio_iommu_type1/parameters/allow_unsafe_interrupts",
			name);
	return fcl_err_set(err, -errno, "%s: the IOMMU cannot be set: %s", name, strerror(errno));
}

/* --- opening: facts --------------------------------------------------------------------------- */

static void kernel_take_range(struct fcl_pcie_transport *transport, uint64_t first, uint64_t last)
{
	if (!transport->iova_last || last - first > transport->iova_last - transport->iova_first) {
		transport->iova_first = first;
		transport->iova_last = last;
	}
}

static void take_ranges(struct fcl_pcie_transport *transport, const char *info, uint32_t size,
			uint32_t at)
{
	while (at && at + sizeof(struct vfio_iommu_type1_info_cap_iova_range) <= size) {
		const struct vfio_iommu_type1_info_cap_iova_range *ranges =
			(const void *)(info + at);

		if (ranges->header.id == VFIO_IOMMU_TYPE1_INFO_CAP_IOVA_RANGE) {
			uint32_t room = (size - at - (uint32_t)sizeof(*ranges)) /
					(uint32_t)sizeof(ranges->iova_ranges[0]);

			for (uint32_t i = 0; i < ranges->nr_iovas && i < room; i++)
				kernel_take_range(transport, ranges->iova_ranges[i].start,
						  ranges->iova_ranges[i].end);
		}
		at = ranges->header.next > at ? ranges->header.next : 0;
	}
}

static void read_iommu(struct function *function)
{
	struct fcl_pcie_transport *transport = &function->transport;
	struct vfio_iommu_type1_info first = {.argsz = sizeof(first)}, *info;
	uint32_t size;

	if (ioctl(function->container, VFIO_IOMMU_GET_INFO, &first))
		first.argsz = 0;
	size = first.argsz < 1u << 20 ? first.argsz : 0;
	info = size > sizeof(first) ? calloc(1, size) : NULL;
	if (info) {
		info->argsz = size;
		if (!ioctl(function->container, VFIO_IOMMU_GET_INFO, info) &&
		    info->flags & VFIO_IOMMU_INFO_CAPS)
			take_ranges(transport, (const char *)info, size, info->cap_offset);
		free(info);
	}
	/* Kernels before 5.4 do not say: what every IOMMU can, outside of the MSI window. */
	if (!transport->iova_last)
		kernel_take_range(transport, (uint64_t)1 << 32, ((uint64_t)1 << 39) - 1);
	if (!transport->iova_first)
		transport->iova_first = FCL_PCIE_PAGE;
}

static int kernel_read_region(struct function *function, unsigned index, struct fcl_err *err)
{
	struct fcl_pcie_transport *transport = &function->transport;
	struct vfio_region_info info = {.argsz = sizeof(info), .index = index};
	const uint32_t both = VFIO_REGION_INFO_FLAG_READ | VFIO_REGION_INFO_FLAG_WRITE;
	void *map;

	if (ioctl(function->device, VFIO_DEVICE_GET_REGION_INFO, &info))
		return fcl_err_set(err, -errno, "%s: region %u is not described: %s",
				   transport->name, index, strerror(errno));
	if ((info.flags & both) != both || !info.size)
		return 0;
	transport->sizes[index] = info.size;
	function->offsets[index] = info.offset;
	/*
	 * A BAR that cannot be mapped, as old kernels refuse for that of the MSI-X table, is used
	 * through read() and write().
	 */
	if (index >= FCL_PCIE_BARS || !(info.flags & VFIO_REGION_INFO_FLAG_MMAP))
		return 0;
	map = mmap(NULL, info.size, PROT_READ | PROT_WRITE, MAP_SHARED, function->device,
		   (off_t)info.offset);
	if (map != MAP_FAILED)
		transport->maps[index] = map;
	return 0;
}

static int kernel_open_device(struct function *function, const char *address, struct fcl_err *err)
{
	struct fcl_pcie_transport *transport = &function->transport;
	struct vfio_device_info info = {.argsz = sizeof(info)};
	struct vfio_irq_info irqs = {.argsz = sizeof(irqs), .index = VFIO_PCI_MSIX_IRQ_INDEX};
	int error = 0;

	function->device = ioctl(function->group, VFIO_GROUP_GET_DEVICE_FD, address);
	if (function->device < 0)
		return fcl_err_set(err, -errno, "%s: the card cannot be opened: %s", address,
				   strerror(errno));
	if (ioctl(function->device, VFIO_DEVICE_GET_INFO, &info) ||
	    !(info.flags & VFIO_DEVICE_FLAGS_PCI))
		return fcl_err_set(err, -EINVAL, "%s: VFIO does not describe it as a PCI device",
				   address);
	transport->resets = info.flags & VFIO_DEVICE_FLAGS_RESET;
	for (unsigned i = 0; !error && i < FCL_PCIE_REGIONS; i++)
		error = kernel_read_region(function, i, err);
	if (!error && !ioctl(function->device, VFIO_DEVICE_GET_IRQ_INFO, &irqs) &&
	    irqs.flags & VFIO_IRQ_INFO_EVENTFD)
		transport->nvectors = irqs.count < FCL_PCIE_VECTORS ? irqs.count : FCL_PCIE_VECTORS;
	return error;
}

static const struct fcl_pcie_transport_ops ops = {
	.close = close_function,
	.access = kernel_access_register,
	.dma_map = kernel_dma_map,
	.dma_unmap = kernel_dma_unmap,
	.irqs = kernel_set_irqs,
	.reset = kernel_reset,
	.withdrawn = kernel_withdrawn,
};

int fcl_pcie_kernel_open(const struct fcl_pcie_places *places, const char *address,
			 struct fcl_pcie_transport **ret_transport, struct fcl_err *err)
{
	struct function *function = calloc(1, sizeof(*function));
	char group[64];
	int error;

	if (!function)
		return fcl_err_set(err, -ENOMEM, "no memory for a card");
	function->transport.ops = &ops;
	function->transport.pins = true;
	snprintf(function->transport.name, sizeof(function->transport.name), "%s", address);
	function->container = function->group = function->device = -1;
	for (unsigned i = 0; i < FCL_PCIE_NEWS; i++)
		function->news[i] = -1;
	error = kernel_check_bound(places, address, group, err);
	if (!error)
		error = open_group(function, places, group, err);
	if (!error)
		error = join_container(function, places, err);
	if (!error)
		error = kernel_open_device(function, address, err);
	if (error) {
		close_function(&function->transport);
		return error;
	}
	read_iommu(function);
	kernel_ask_for_news(function);
	*ret_transport = &function->transport;
	return 0;
}
