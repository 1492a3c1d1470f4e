/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/pcie/device.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/config.h"
#include "hal/bank.h"
#include "hal/pcie/engine.h"
#include "hal/pcie/find.h"
#include "hal/pcie/memory/buffer.h"
#include "hal/pcie/memory/dma.h"
#include "hal/pcie/memory/move.h"
#include "hal/pcie/reconfigure.h"
#include "hal/pcie/suspend.h"
#include "hal/pcie/transport/function.h"
#include "hal/pcie/transport/nodes.h"
#include "hal/pcie/transport/relay.h"
#include "hal/pcie/units/launch.h"
#include "hal/pcie/units/program.h"

int fcl_pcie_list(fcl_hal_found *found, void *user, struct fcl_err *err)
{
	(void)err;
	fcl_pcie_find(found, user);
	return 0;
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
	/* A design that stays keeps what is in its memory. */
	for (uint32_t i = 0; i < nbanks; i++)
		device->bank_facts[i].kept = !device->load;
	device->info.nslots = 1;
	device->info.caps = (device->load ? 0u : FCL_HAL_CAP_KEEPS_MEMORY) | FCL_HAL_CAP_ADDRESS |
			    FCL_HAL_CAP_REGISTERS | FCL_HAL_CAP_HOST_MEMORY | FCL_HAL_CAP_PROGRESS |
			    FCL_HAL_CAP_COPY | FCL_HAL_CAP_FILL |
			    (device->transport->resets ? FCL_HAL_CAP_RESET : 0u);
	snprintf(device->bdf, sizeof(device->bdf), "%.15s",
		 fcl_pcie_is_address(device->transport->name) ? device->transport->name
							      : device->board->bdf);
	device->info.bdf = device->bdf;
	return fcl_pcie_banks_init(device, err);
}

static int device_load_board(const char *name, struct fcl_board **ret_board, struct fcl_err *err)
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
	pthread_mutex_init(&device->dma.lock, NULL);
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
		error = fcl_pcie_dma_init(device, err);
	if (!error)
		error = fcl_pcie_check_card(device, err);
	if (!error) {
		fcl_pcie_connect_events(device);
		error = fcl_pcie_make_channels(device, err);
	}
	fcl_pcie_suspend_init(device);
	if (!error)
		error = fcl_pcie_movers_start(device, err);
	if (!error)
		error = fcl_pcie_launches_start(device, err);
	return error;
}

/* Takes over both the board and the transport. */
static int open_device(struct fcl_board *board, struct fcl_pcie_transport *transport,
		       fcl_pcie_load *load, void *load_user, struct fcl_hal_device **ret_device,
		       struct fcl_err *err)
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
	device->load = load;
	device->load_user = load_user;
	device->reconfigure = fcl_pcie_reconfigure;
	error = load ? fcl_pcie_relay_open(transport, &device->transport, err) : 0;
	if (!load)
		device->transport = transport;
	if (!error)
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
	return fcl_pcie_open_loadable(name, transport, NULL, NULL, ret_device, err);
}

int fcl_pcie_open_loadable(const char *name, struct fcl_pcie_transport *transport,
			   fcl_pcie_load *load, void *load_user, struct fcl_hal_device **ret_device,
			   struct fcl_err *err)
{
	struct fcl_board *board;
	int error = device_load_board(name, &board, err);

	if (!error)
		return open_device(board, transport, load, load_user, ret_device, err);
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
	struct fcl_pcie_loadable *loadable = NULL;
	struct fcl_pcie_transport *transport;
	struct fcl_board *board;
	int error = fcl_pcie_find_place(name, instance, board_name, place, err);

	if (!error)
		error = device_load_board(board_name, &board, err);
	if (error)
		return error;
	error = open_place(board, place, &transport, err);
	if (error) {
		fcl_board_free(board);
		return error;
	}
	if (fcl_pcie_is_address(place))
		loadable = fcl_pcie_loadable_find(&fcl_pcie_reload_places, board, place,
						  patience_ms());
	error = open_device(board, transport, loadable ? fcl_pcie_load_card : NULL, loadable,
			    ret_device, err);
	if (error)
		fcl_pcie_loadable_free(loadable);
	else
		(*ret_device)->loadable = loadable;
	return error;
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
		fcl_pcie_prepare_channels(device, &ignored);
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
		fcl_pcie_free_bounces(device);
		fcl_pcie_host_free(device, device->control, FCL_PCIE_PAGE);
		fcl_pcie_dma_fini(device);
		device->transport->ops->close(device->transport);
	}
	fcl_pcie_movers_fini(device);
	fcl_pcie_launches_fini(device);
	fcl_pcie_banks_fini(device);
	pthread_mutex_destroy(&device->dma.lock);
	while (device->nevents)
		close(device->events[--device->nevents]);
	fcl_pcie_loadable_free(device->loadable);
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
	fcl_pcie_ask(transport, device->board->card.dma_bar, FCL_XDMA_CONFIG);
	if (fcl_pcie_is_lost(device))
		return fcl_pcie_report_lost(device, err);
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
	return fcl_pcie_prepare_channels(device, err);
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
	error = fcl_pcie_is_lost(device) ? fcl_pcie_report_lost(device, err) : restart(device, err);
	fcl_pcie_movers_release(device);
	fcl_pcie_program_doubt(device->program);
	atomic_store(&device->launches.broken, false);
	atomic_store(&device->launches.cancelled, false);
	return error;
}
