/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/board/client/facts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "base/fnv.h"
#include "hal/board/client/call.h"

bool fcl_bd_is_sealed(int fd)
{
	int seals = fcntl(fd, F_GET_SEALS);

	return seals >= 0 && seals & F_SEAL_SHRINK;
}

/* Adds what the client implements itself, and removes what needs both sides in one process. */
static uint32_t caps_of(const struct fcl_bd_facts *facts)
{
	uint32_t caps = facts->caps & ~(uint32_t)(FCL_HAL_CAP_PEER | FCL_HAL_CAP_HOST_MEMORY);

	/* Only the emulator supports regions of shared virtual memory. */
	if (!(caps & FCL_HAL_CAP_EMULATED))
		caps &= ~(uint32_t)FCL_HAL_CAP_SVM;
	return caps | FCL_HAL_CAP_PROGRESS | FCL_HAL_CAP_RESET;
}

static void end_strings(struct fcl_bd_facts *facts)
{
	facts->name[sizeof(facts->name) - 1] = '\0';
	facts->vbnv[sizeof(facts->vbnv) - 1] = '\0';
	facts->board[sizeof(facts->board) - 1] = '\0';
	facts->vendor[sizeof(facts->vendor) - 1] = '\0';
	facts->bdf[sizeof(facts->bdf) - 1] = '\0';
	facts->serial[sizeof(facts->serial) - 1] = '\0';
	facts->version[sizeof(facts->version) - 1] = '\0';
	for (uint32_t i = 0; i < FCL_BD_BANKS; i++)
		facts->banks[i].tag[sizeof(facts->banks[i].tag) - 1] = '\0';
}

/*
 * Emulated boards have synthetic serial numbers that are the same in each process. Together with
 * the board process's name they identify a board, as a card's serial number does.
 */
static void make_serial(struct fcl_hal_device *device)
{
	const char *slash = strrchr(device->name, '/');
	const char *name = slash ? slash + 1 : device->name + strlen("board:");
	const char *dot = strstr(name, ".sock");
	int length = dot && !dot[5] ? (int)(dot - name) : (int)strlen(name);

	snprintf(device->serial, sizeof(device->serial), "%s%s%.*s", device->facts.serial,
		 device->facts.caps & FCL_HAL_CAP_EMULATED ? "." : "",
		 device->facts.caps & FCL_HAL_CAP_EMULATED ? length : 0, name);
}

/*
 * The same holds for synthetic PCI addresses, so the address is derived from the serial number, in
 * PCI domains that machines with cards do not have.
 */
static void facts_make_bdf(struct fcl_hal_device *device)
{
	struct fcl_bd_facts *facts = &device->facts;
	uint64_t wide = fcl_fnv(FCL_FNV_EMPTY, device->serial, strlen(device->serial));
	uint32_t hash = (uint32_t)(wide ^ wide >> 32);

	if (!(facts->caps & FCL_HAL_CAP_EMULATED) || !*facts->bdf)
		return;
	snprintf(facts->bdf, sizeof(facts->bdf), "%04x:%02x:%02x.%u", 0x8000 | hash >> 17,
		 hash >> 9 & 0xff, hash >> 4 & 0x1f, hash & 7);
}

static void facts_make_info(struct fcl_hal_device *device)
{
	struct fcl_bd_facts *facts = &device->facts;

	make_serial(device);
	facts_make_bdf(device);
	for (uint32_t i = 0; i < facts->nbanks; i++)
		device->banks[i] = (struct fcl_hal_bank){.tag = facts->banks[i].tag,
							 .type = facts->banks[i].type,
							 .base = facts->banks[i].base,
							 .size = facts->banks[i].size,
							 .kept = facts->banks[i].kept};
	device->info = (struct fcl_hal_info){.name = facts->name,
					     .vbnv = facts->vbnv,
					     .board = facts->board,
					     .vendor = facts->vendor,
					     .bdf = facts->bdf,
					     .serial = device->serial,
					     .version = facts->version,
					     .caps = caps_of(facts),
					     .nslots = 1,
					     .banks = device->banks,
					     .nbanks = facts->nbanks,
					     .default_bank = facts->default_bank,
					     .host_alignment = facts->host_alignment,
					     .buffer_alignment = facts->buffer_alignment,
					     .clock_mhz = facts->clock_mhz,
					     .max_cus = facts->max_cus,
					     .vendor_id = facts->vendor_id,
					     .device_id = facts->device_id};
}

static int check_facts(const struct fcl_bd_facts *facts, struct fcl_err *err)
{
	uint32_t alignment = facts->buffer_alignment;

	if (facts->nbanks && facts->nbanks <= FCL_BD_BANKS && facts->default_bank < facts->nbanks &&
	    alignment && !(alignment & (alignment - 1)))
		return 0;
	return fcl_err_set(err, -EPROTO, "the executor describes an impossible board: %u banks",
			   facts->nbanks);
}

int fcl_bd_facts_get(struct fcl_hal_device *device, struct fcl_err *err)
{
	struct fcl_bd_packet *packet = fcl_bd_call_begin(device, FCL_BD_INFO);
	struct fcl_err unknown = {0};
	int error = fcl_bd_call_send(device, err);

	if (!error && packet->head.payload != sizeof(device->facts))
		error = fcl_err_set(err, -EPROTO, "the executor sent no description of the board");
	if (!error) {
		memcpy(&device->facts, packet->payload, sizeof(device->facts));
		end_strings(&device->facts);
		error = check_facts(&device->facts, err);
	}
	fcl_bd_call_end(device);
	if (error)
		return error;
	facts_make_info(device);
	device->maps = device->info.caps & FCL_HAL_CAP_EMULATED;
	if (fcl_board_load(device->facts.vbnv, &device->board, &unknown))
		device->board = NULL;
	return 0;
}
