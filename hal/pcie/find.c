/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/pcie/find.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/config.h"
#include "base/config_check.h"
#include "base/file.h"
#include "hal/pcie/transport/function.h"

#define DRIVER "/sys/bus/pci/drivers/vfio-pci"

/* --- cards that are bound to vfio-pci --------------------------------------------------------- */

/* An id as sysfs prints it: "0x10ee". */
static uint32_t find_read_id(const char *address, const char *name)
{
	char path[FCL_PCIE_NAME], *text;
	size_t size;
	uint32_t id;

	snprintf(path, sizeof(path), DRIVER "/%.32s/%.16s", address, name);
	if (fcl_file_read(path, 64, &text, &size, NULL))
		return 0;
	id = (uint32_t)strtoul(text, NULL, 16);
	free(text);
	return id;
}

struct match {
	const char *address;
	uint32_t vendor, device;
	fcl_hal_found *found;
	void *user;
};

static void match_board(void *user, const char *name)
{
	const struct match *match = user;
	char card[FCL_PCIE_NAME];
	struct fcl_board *board;

	if (fcl_board_load(name, &board, NULL))
		return;
	if (board->card.present && board->card.vendor_id == match->vendor &&
	    board->card.device_id == match->device) {
		snprintf(card, sizeof(card), "%s@%.32s", name, match->address);
		match->found(match->user, card);
	}
	fcl_board_free(board);
}

static void find_bound(fcl_hal_found *found, void *user)
{
	DIR *folder = opendir(DRIVER);
	struct dirent *entry;

	while (folder && (entry = readdir(folder))) {
		struct match match = {.address = entry->d_name, .found = found, .user = user};

		if (!fcl_pcie_is_address(entry->d_name))
			continue;
		match.vendor = find_read_id(entry->d_name, "vendor");
		match.device = find_read_id(entry->d_name, "device");
		fcl_board_list(match_board, &match);
	}
	if (folder)
		closedir(folder);
}

void fcl_pcie_find(fcl_hal_found *found, void *user)
{
	const char *list = fcl_config_string(FCL_CONFIG_PCIE_CARDS);

	if (!*list)
		find_bound(found, user);
	while (*list) {
		size_t length = strcspn(list, ",");
		char card[FCL_PCIE_NAME];

		if (length && length < sizeof(card)) {
			snprintf(card, sizeof(card), "%.*s", (int)length, list);
			if (strchr(card, '@'))
				found(user, card);
			else
				fcl_config_complain(
					"FPGACL_PCIE_CARDS: expected BOARD@PLACE, found \"%s\"",
					card);
		}
		list += length + (list[length] == ',');
	}
}

/* --- names ------------------------------------------------------------------------------------ */

struct search {
	const char *board;
	unsigned left; /* cards of this board to skip */
	char *place;
	bool found;
};

static void consider(void *user, const char *card)
{
	struct search *search = user;
	const char *at = strchr(card, '@');
	size_t length = at ? (size_t)(at - card) : 0;

	if (search->found || strlen(search->board) != length ||
	    memcmp(search->board, card, length) != 0 || search->left--)
		return;
	search->found = true;
	snprintf(search->place, FCL_PCIE_NAME, "%s", at + 1);
}

int fcl_pcie_find_place(const char *name, unsigned instance, char board[FCL_PCIE_NAME],
			char place[FCL_PCIE_NAME], struct fcl_err *err)
{
	const char *at = strchr(name, '@');
	struct search search = {.board = name, .left = instance, .place = place};

	if (strlen(name) >= FCL_PCIE_NAME)
		return fcl_err_set(err, -ENAMETOOLONG, "a card's name has at most %d characters",
				   FCL_PCIE_NAME - 1);
	if (at) {
		snprintf(board, FCL_PCIE_NAME, "%.*s", (int)(at - name), name);
		snprintf(place, FCL_PCIE_NAME, "%s", at + 1);
		return 0;
	}
	snprintf(board, FCL_PCIE_NAME, "%s", name);
	fcl_pcie_find(consider, &search);
	if (search.found)
		return 0;
	return fcl_err_set(
		err, -ENOENT,
		"there is no card %u of board %s: expected BOARD@PLACE, the place a PCIe address, a vfio-user socket or the beginning of device files (/dev/xdma0), or such a card in FPGACL_PCIE_CARDS or bound to vfio-pci",
		instance, name);
}
