/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/pcie/suspend.h"

#include <errno.h>
#include <time.h>

#include "base/log.h"

/*
 * A card that has no power, or is reset, while the machine is suspended comes back without its registers: then
 * its memory cannot be trusted either. Nobody tells a process that the machine was suspended, but one clock
 * counts that time and another does not.
 */

enum { NOTICED_NS = 10 * 1000 * 1000 }; /* the two clocks are read one after the other */

static uint64_t nanoseconds(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* How long the machine has been suspended since it started. */
static uint64_t suspended_ns(void)
{
	uint64_t awake = nanoseconds(CLOCK_MONOTONIC), all = nanoseconds(CLOCK_BOOTTIME);

	return all > awake ? all - awake : 0;
}

void fcl_pcie_suspend_init(struct fcl_hal_device *device)
{
	device->suspended_ns = suspended_ns;
	fcl_pcie_suspend_forget(device);
}

void fcl_pcie_suspend_forget(struct fcl_hal_device *device)
{
	atomic_store(&device->known_suspended_ns, device->suspended_ns());
	atomic_store(&device->lost, false);
}

/* A channel's address for write-backs is written once, and is not 0. A kernel module's is its own. */
static bool keeps_registers(const struct fcl_hal_device *device)
{
	const struct fcl_xdma_channel *channel = &device->movers[0].paths[0].channel;
	struct fcl_pcie_transport *transport = device->transport;

	return !transport->ops->copy && fcl_xdma_channel_is_prepared(channel);
}

bool fcl_pcie_is_lost(struct fcl_hal_device *device)
{
	struct fcl_pcie_transport *transport = device->transport;
	uint64_t now = device->suspended_ns();
	uint64_t known = atomic_load_explicit(&device->known_suspended_ns, memory_order_relaxed);
	uint32_t losses = fcl_pcie_losses(transport);

	if (losses & 1)
		return true;
	if (now < known + NOTICED_NS)
		return false;
	if (keeps_registers(device)) {
		atomic_store(&device->known_suspended_ns, now);
		return false;
	}
	if (!fcl_pcie_lose_since(transport, losses))
		return fcl_pcie_is_gone(transport);
	atomic_store(&device->lost, true);
	fcl_log(FCL_LOG_ERROR, "pcie",
		"%s: the machine was suspended, and the card has lost its registers: it is not used any more",
		transport->name);
	return true;
}

int fcl_pcie_report_lost(const struct fcl_hal_device *device, struct fcl_err *err)
{
	return fcl_err_set(err, -ENODEV, "%s: %s", device->transport->name,
			   atomic_load(&device->lost)
				   ? "the card has lost its state while the machine was suspended"
				   : "the card is gone");
}
