/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/pcie/engine.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "hal/pcie/memory/dma.h"
#include "hal/pcie/transport/function.h"

/* Bytes of a bounce buffer; less where the limit of locked memory is low. */
enum { BOUNCE_MOST = 2 << 20, BOUNCE_LEAST = 64 << 10 };

/* --- what the card must have ------------------------------------------------------------------ */

static int check_bar(const struct fcl_hal_device *device, unsigned bar, uint64_t bytes,
		     const char *what, struct fcl_err *err)
{
	uint64_t size = device->transport->sizes[bar];

	if (size >= bytes)
		return 0;
	return fcl_err_set(err, -EINVAL,
			   "%s: expected at least %llu bytes in BAR %u, for %s (%s), found %llu",
			   device->transport->name, (unsigned long long)bytes, bar, what,
			   device->board->file, (unsigned long long)size);
}

static int find_channels(struct fcl_hal_device *device, struct fcl_err *err)
{
	if (!device->transport->ops->copy)
		return fcl_xdma_find(&device->xdma, err);
	device->xdma.nh2c = device->transport->h2c;
	device->xdma.nc2h = device->transport->c2h;
	return 0;
}

int fcl_pcie_check_card(struct fcl_hal_device *device, struct fcl_err *err)
{
	const struct fcl_board *board = device->board;
	int error = fcl_pcie_function_enable(device->transport, board->card.vendor_id,
					     board->card.device_id, err);

	if (!error)
		error = check_bar(device, board->card.dma_bar, FCL_XDMA_BAR_BYTES,
				  "XDMA's registers", err);
	if (!error)
		error = check_bar(device, board->card.user_bar, board->card.user_size,
				  "compute units", err);
	if (!error)
		error = find_channels(device, err);
	if (!error &&
	    (device->xdma.nh2c < board->h2d_channels || device->xdma.nc2h < board->d2h_channels))
		error = fcl_err_set(
			err, -EINVAL,
			"%s: expected %u channels to the card and %u to the host (%s), found %u and %u",
			device->transport->name, board->h2d_channels, board->d2h_channels,
			board->file, device->xdma.nh2c, device->xdma.nc2h);
	return error;
}

/* --- interrupts ------------------------------------------------------------------------------- */

/* A kernel module's; its channels' interrupts are its own. */
static void take_events(struct fcl_hal_device *device)
{
	while (device->nevents < device->transport->nvectors) {
		int event = fcntl(device->transport->events[device->nevents], F_DUPFD_CLOEXEC, 0);

		if (event < 0)
			break;
		device->events[device->nevents++] = event;
	}
	device->nusers = device->nevents;
}

/* With too few vectors, or eventfds, everything is polled. */
static void engine_open_events(struct fcl_hal_device *device)
{
	uint32_t nchannels = device->xdma.nh2c + device->xdma.nc2h;
	uint32_t wanted = nchannels + device->board->card.irqs;

	if (wanted > device->transport->nvectors)
		wanted = device->transport->nvectors;
	while (wanted >= nchannels && device->nevents < wanted) {
		int event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);

		if (event < 0)
			break;
		device->events[device->nevents++] = event;
	}
	if (device->nevents < wanted || wanted < nchannels ||
	    device->transport->ops->irqs(device->transport, device->events, device->nevents,
					 NULL)) {
		while (device->nevents)
			close(device->events[--device->nevents]);
	}
	device->nusers = device->nevents ? device->nevents - nchannels : 0;
	fcl_xdma_route(&device->xdma, device->nevents, device->nusers);
}

void fcl_pcie_connect_events(struct fcl_hal_device *device)
{
	if (device->transport->ops->copy)
		take_events(device);
	else
		engine_open_events(device);
}

/* --- memory for DMA --------------------------------------------------------------------------- */

static int allocate(struct fcl_hal_device *device, size_t bytes, char **ret_memory,
		    uint64_t *ret_iova, struct fcl_err *err)
{
	void *memory;
	int error = fcl_pcie_host_alloc(device, bytes, &memory, err);

	if (error)
		return error;
	fcl_pcie_dma_find(device, memory, bytes, ret_iova);
	*ret_memory = memory;
	return 0;
}

void fcl_pcie_free_bounces(struct fcl_hal_device *device)
{
	for (unsigned i = 0; i < 2; i++)
		for (unsigned path = 0; path < FCL_XDMA_CHANNELS; path++)
			for (unsigned bounce = 0; bounce < FCL_XDMA_RINGS; bounce++) {
				struct fcl_pcie_bounce *at =
					&device->movers[i].paths[path].bounces[bounce];

				fcl_pcie_host_free(device, at->memory, device->bounce_bytes);
				at->memory = NULL;
			}
}

static int allocate_bounces(struct fcl_hal_device *device, struct fcl_err *err)
{
	int error = 0;

	for (unsigned i = 0; i < 2; i++)
		for (unsigned path = 0; path < device->movers[i].npaths; path++)
			for (unsigned bounce = 0; !error && bounce < FCL_XDMA_RINGS; bounce++) {
				struct fcl_pcie_bounce *at =
					&device->movers[i].paths[path].bounces[bounce];

				error = allocate(device, device->bounce_bytes, &at->memory,
						 &at->iova, err);
			}
	if (error)
		fcl_pcie_free_bounces(device);
	return error;
}

static void place_channel(struct fcl_hal_device *device, bool to_host, unsigned index,
			  unsigned number)
{
	struct fcl_pcie_mover *mover = &device->movers[to_host];

	mover->paths[index].channel = (struct fcl_xdma_channel){
		.xdma = &device->xdma,
		.to_host = to_host,
		.index = index,
		.base = (to_host ? FCL_XDMA_C2H : FCL_XDMA_H2C) + index * FCL_XDMA_CHANNEL,
		.event = number < device->nevents ? device->events[number] : -1,
		.memory = device->control + number * FCL_XDMA_CHANNEL_BYTES,
		.iova = device->control_iova + number * FCL_XDMA_CHANNEL_BYTES};
	mover->npaths = index + 1;
}

int fcl_pcie_prepare_channels(struct fcl_hal_device *device, struct fcl_err *err)
{
	int error = 0;

	if (device->transport->ops->copy)
		return 0;
	for (unsigned i = 0; i < 2; i++)
		for (unsigned path = 0; !error && path < device->movers[i].npaths; path++)
			error = fcl_xdma_channel_prepare(&device->movers[i].paths[path].channel,
							 err);
	return error;
}

int fcl_pcie_make_channels(struct fcl_hal_device *device, struct fcl_err *err)
{
	const struct fcl_xdma *xdma = &device->xdma;
	uint32_t count = xdma->nh2c + xdma->nc2h;
	int error = allocate(device, (size_t)count * FCL_XDMA_CHANNEL_BYTES, &device->control,
			     &device->control_iova, err);

	if (error)
		return error;
	for (unsigned i = 0; i < xdma->nh2c; i++)
		place_channel(device, false, i, i);
	for (unsigned i = 0; i < xdma->nc2h; i++)
		place_channel(device, true, i, xdma->nh2c + i);
	device->bounce_bytes = BOUNCE_MOST;
	do
		error = allocate_bounces(device, err);
	while (error == -ENOMEM && (device->bounce_bytes /= 2) >= BOUNCE_LEAST);
	return error ? error : fcl_pcie_prepare_channels(device, err);
}

/* --- another design ----------------------------------------------------------------------------- */

void fcl_pcie_disconnect(struct fcl_hal_device *device)
{
	struct fcl_err ignored;

	atomic_store(&device->xdma.cancelled, true);
	fcl_pcie_prepare_channels(device, &ignored);
	atomic_store(&device->xdma.cancelled, false);
}

int fcl_pcie_reconnect(struct fcl_hal_device *device, struct fcl_err *err)
{
	uint32_t nh2c = device->xdma.nh2c, nc2h = device->xdma.nc2h;
	int error = fcl_pcie_check_card(device, err);

	if (!error && (nh2c != device->xdma.nh2c || nc2h != device->xdma.nc2h))
		error = fcl_err_set(
			err, -EINVAL,
			"%s: expected a design with %u channels to the card and %u to the host, as before, found %u and %u",
			device->transport->name, nh2c, nc2h, device->xdma.nh2c, device->xdma.nc2h);
	device->xdma.nh2c = nh2c;
	device->xdma.nc2h = nc2h;
	if (error)
		return error;
	fcl_xdma_route(&device->xdma, device->nevents, device->nusers);
	return fcl_pcie_prepare_channels(device, err);
}
