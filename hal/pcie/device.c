/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/pcie/device.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/config.h"
#include "hal/bank.h"
#include "hal/pcie/find.h"
#include "hal/pcie/memory/buffer.h"
#include "hal/pcie/memory/move.h"
#include "hal/pcie/memory/reach.h"
#include "hal/pcie/transport/function.h"
#include "hal/pcie/transport/nodes.h"
#include "hal/pcie/units/launch.h"
#include "hal/pcie/units/program.h"

/* Bytes of a bounce buffer; less where the limit of locked memory is low. */
enum { LANE_MOST = 2 << 20, LANE_LEAST = 64 << 10 };

int fcl_pcie_list(fcl_hal_found *found, void *user, struct fcl_err *err)
{
	(void)err;
	fcl_pcie_find(found, user);
	return 0;
}

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

static int check_card(struct fcl_hal_device *device, struct fcl_err *err)
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
static void connect_events(struct fcl_hal_device *device)
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

/* --- memory for DMA --------------------------------------------------------------------------- */

static int allocate(struct fcl_hal_device *device, size_t bytes, char **ret_memory,
		    uint64_t *ret_iova, struct fcl_err *err)
{
	void *memory;
	int error = fcl_pcie_host_alloc(device, bytes, &memory, err);

	if (error)
		return error;
	fcl_pcie_reach_find(device, memory, bytes, ret_iova);
	*ret_memory = memory;
	return 0;
}

static void free_lanes(struct fcl_hal_device *device)
{
	for (unsigned i = 0; i < 2; i++)
		for (unsigned path = 0; path < FCL_XDMA_CHANNELS; path++)
			for (unsigned lane = 0; lane < FCL_XDMA_SLOTS; lane++) {
				struct fcl_pcie_lane *at =
					&device->movers[i].paths[path].lanes[lane];

				fcl_pcie_host_free(device, at->memory, device->lane_bytes);
				at->memory = NULL;
			}
}

static int allocate_lanes(struct fcl_hal_device *device, struct fcl_err *err)
{
	int error = 0;

	for (unsigned i = 0; i < 2; i++)
		for (unsigned path = 0; path < device->movers[i].npaths; path++)
			for (unsigned lane = 0; !error && lane < FCL_XDMA_SLOTS; lane++) {
				struct fcl_pcie_lane *at =
					&device->movers[i].paths[path].lanes[lane];

				error = allocate(device, device->lane_bytes, &at->memory, &at->iova,
						 err);
			}
	if (error)
		free_lanes(device);
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

static int prepare_channels(struct fcl_hal_device *device, struct fcl_err *err)
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

static int make_channels(struct fcl_hal_device *device, struct fcl_err *err)
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
	device->lane_bytes = LANE_MOST;
	do
		error = allocate_lanes(device, err);
	while (error == -ENOMEM && (device->lane_bytes /= 2) >= LANE_LEAST);
	return error ? error : prepare_channels(device, err);
}

/* --- opening and closing ---------------------------------------------------------------------- */

static int make_tables(struct fcl_hal_device *device, struct fcl_err *err)
{
	uint32_t nbanks = device->board->nbanks;

	device->bank_facts = calloc(nbanks, sizeof(*device->bank_facts));
	device->banks = calloc(nbanks, sizeof(*device->banks));
	if (!device->bank_facts || !device->banks)
		return fcl_err_set(err, -ENOMEM, "no memory for %u banks", nbanks);
	for (uint32_t i = 0; i < nbanks; i++)
		pthread_mutex_init(&device->banks[i].lock, NULL);
	fcl_hal_describe(device->board, device->bank_facts, &device->info);
	/* The design stays, and with it what is in its memory. */
	for (uint32_t i = 0; i < nbanks; i++)
		device->bank_facts[i].kept = true;
	device->info.nslots = 1;
	device->info.caps = FCL_HAL_CAP_KEEPS_MEMORY | FCL_HAL_CAP_ADDRESS | FCL_HAL_CAP_REGISTERS |
			    FCL_HAL_CAP_HOST_MEMORY | FCL_HAL_CAP_PROGRESS |
			    (device->transport->resets ? FCL_HAL_CAP_RESET : 0u);
	snprintf(device->bdf, sizeof(device->bdf), "%.15s",
		 fcl_pcie_is_address(device->transport->name) ? device->transport->name
							      : device->board->bdf);
	device->info.bdf = device->bdf;
	return fcl_pcie_banks_init(device, err);
}

static int load_board(const char *name, struct fcl_board **ret_board, struct fcl_err *err)
{
	int error = fcl_board_load(name, ret_board, err);

	if (error)
		return error;
	if ((*ret_board)->card.present)
		return 0;
	fcl_err_set(err, -EINVAL,
		    "board %s cannot be driven as a card: its %s has no element <card>", name,
		    (*ret_board)->file);
	fcl_board_free(*ret_board);
	return -EINVAL;
}

static void init(struct fcl_hal_device *device)
{
	pthread_mutex_init(&device->reach.lock, NULL);
	fcl_pcie_movers_init(device);
	fcl_pcie_launches_init(device);
}

static uint32_t patience_ms(void)
{
	uint64_t ms = fcl_config_number(FCL_CONFIG_PCIE_TIMEOUT_MS);

	return ms ? (uint32_t)ms : 1;
}

static int open_on(struct fcl_hal_device *device, struct fcl_err *err)
{
	int error;

	device->xdma.transport = device->transport;
	device->xdma.bar = device->board->card.dma_bar;
	device->xdma.patience_ns = patience_ms() * (uint64_t)1000000;
	error = make_tables(device, err);
	if (!error)
		error = fcl_pcie_reach_init(device, err);
	if (!error)
		error = check_card(device, err);
	if (!error) {
		if (device->transport->ops->copy)
			take_events(device);
		else
			connect_events(device);
		error = make_channels(device, err);
	}
	if (!error)
		error = fcl_pcie_movers_start(device, err);
	if (!error)
		error = fcl_pcie_launches_start(device, err);
	return error;
}

/* Takes over both the board and the transport, either of which may be NULL after an error. */
static int open_device(struct fcl_board *board, struct fcl_pcie_transport *transport,
		       struct fcl_hal_device **ret_device, struct fcl_err *err)
{
	struct fcl_hal_device *device = calloc(1, sizeof(*device));
	int error;

	if (!device) {
		fcl_board_free(board);
		transport->ops->close(transport);
		return fcl_err_set(err, -ENOMEM, "no memory for a device");
	}
	init(device);
	device->board = board;
	device->transport = transport;
	error = open_on(device, err);
	if (error)
		fcl_pcie_close(device);
	else
		*ret_device = device;
	return error;
}

int fcl_pcie_open_on(const char *name, struct fcl_pcie_transport *transport,
		     struct fcl_hal_device **ret_device, struct fcl_err *err)
{
	struct fcl_board *board;
	int error = load_board(name, &board, err);

	if (!error)
		return open_device(board, transport, ret_device, err);
	transport->ops->close(transport);
	return error;
}

static int open_place(const struct fcl_board *board, const char *place,
		      struct fcl_pcie_transport **ret_transport, struct fcl_err *err)
{
	const struct fcl_board_card *card = &board->card;

	if (fcl_pcie_is_nodes(place))
		return fcl_pcie_nodes_open(&fcl_pcie_node_calls, place, card->user_bar,
					   card->user_size, card->irqs, ret_transport, err);
	return fcl_pcie_function_open(place, patience_ms(), ret_transport, err);
}

int fcl_pcie_open(const char *name, unsigned instance, struct fcl_hal_device **ret_device,
		  struct fcl_err *err)
{
	char board_name[FCL_PCIE_NAME], place[FCL_PCIE_NAME];
	struct fcl_pcie_transport *transport;
	struct fcl_board *board;
	int error = fcl_pcie_find_place(name, instance, board_name, place, err);

	if (!error)
		error = load_board(board_name, &board, err);
	if (error)
		return error;
	error = open_place(board, place, &transport, err);
	if (error) {
		fcl_board_free(board);
		return error;
	}
	return open_device(board, transport, ret_device, err);
}

/*
 * Stops the engines before their memory goes. One that does not stop loses its mappings, or the
 * connection, before that, so it cannot reach memory that is used for something else.
 */
static void stop_channels(struct fcl_hal_device *device)
{
	struct fcl_err ignored;

	atomic_store(&device->xdma.cancelled, true);
	if (device->control)
		prepare_channels(device, &ignored);
	if (device->nevents)
		device->transport->ops->irqs(device->transport, device->events, 0, NULL);
}

void fcl_pcie_close(struct fcl_hal_device *device)
{
	if (!device)
		return;
	fcl_pcie_movers_stop(device);
	fcl_pcie_launches_stop(device);
	if (device->transport) {
		stop_channels(device);
		free_lanes(device);
		fcl_pcie_host_free(device, device->control, FCL_PCIE_PAGE);
		fcl_pcie_reach_fini(device);
		device->transport->ops->close(device->transport);
	}
	fcl_pcie_movers_fini(device);
	fcl_pcie_launches_fini(device);
	fcl_pcie_banks_fini(device);
	pthread_mutex_destroy(&device->reach.lock);
	while (device->nevents)
		close(device->events[--device->nevents]);
	fcl_board_free(device->board);
	free(device->bank_facts);
	free(device->banks);
	free(device);
}

/* --- health and reset ------------------------------------------------------------------------- */

int fcl_pcie_health(struct fcl_hal_device *device, struct fcl_err *err)
{
	struct fcl_pcie_transport *transport = device->transport;

	fcl_pcie_look(transport);
	if (fcl_pcie_read(transport, device->board->card.dma_bar, FCL_XDMA_CONFIG) == FCL_PCIE_GONE)
		atomic_store(&transport->gone, true);
	if (fcl_pcie_is_gone(transport))
		return fcl_err_set(err, -ENODEV, "%s: the card is gone", transport->name);
	if (atomic_load(&device->launches.broken))
		return fcl_err_set(err, -EIO, "%s: a compute unit does not end", transport->name);
	if (fcl_pcie_move_is_stuck(device))
		return fcl_err_set(err, -EIO, "%s: a DMA channel does not stop", transport->name);
	return 0;
}

static int restart(struct fcl_hal_device *device, struct fcl_err *err)
{
	struct fcl_pcie_transport *transport = device->transport;
	int error = transport->ops->reset(transport, err);

	if (!error)
		error = fcl_pcie_function_enable(transport, device->board->card.vendor_id,
						 device->board->card.device_id, err);
	if (!error && device->nevents) {
		transport->ops->irqs(transport, device->events, 0, NULL);
		error = transport->ops->irqs(transport, device->events, device->nevents, err);
	}
	if (error)
		return error;
	fcl_xdma_route(&device->xdma, device->nevents, device->nusers);
	return prepare_channels(device, err);
}

int fcl_pcie_reset(struct fcl_hal_device *device, struct fcl_err *err)
{
	int error;

	if (!device->transport->resets)
		return fcl_err_set(err, -EOPNOTSUPP, "%s: the card has no reset",
				   device->transport->name);
	atomic_store(&device->xdma.cancelled, true);
	fcl_pcie_launches_cancel(device);
	fcl_pcie_movers_hold(device);
	atomic_store(&device->xdma.cancelled, false);
	error = fcl_pcie_is_gone(device->transport)
			? fcl_err_set(err, -ENODEV, "%s: the card is gone", device->transport->name)
			: restart(device, err);
	fcl_pcie_movers_release(device);
	fcl_pcie_program_doubt(device->program);
	atomic_store(&device->launches.broken, false);
	atomic_store(&device->launches.cancelled, false);
	return error;
}
