/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/devices/offer.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/config.h"
#include "runtime/devices/emconfig.h"
#include "runtime/devices/registry.h"

#define DEFAULT_BOARD "u250"

enum { NAME_ROOM = sizeof(((struct fcl_offered *)NULL)->name) };

/*
 * Backends with real boards, in the order in which the boards are offered. A module that is not
 * installed offers none.
 */
static const char *const real_backends[] = {"xrt"};

struct opening {
	struct fcl_offer *offer;
	fcl_offer_problem *problem;
	const struct fcl_hal_ops *hal; /* whose boards are listed */
};

static void fail(struct opening *opening, int error, const struct fcl_err *err)
{
	opening->offer->failed += error != -EPERM;
	opening->problem(error, err->text);
}

static int add(struct fcl_offer *offer, const struct fcl_hal_ops *hal, const char *name,
	       unsigned instance, struct fcl_err *err)
{
	struct fcl_offered *devices = realloc(offer->devices,
					      (offer->count + 1) * sizeof(*devices));
	struct fcl_offered *added;
	int error;

	if (!devices)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	offer->devices = devices;
	added = &devices[offer->count];
	error = hal->open(name, instance, &added->board, err);
	if (error)
		return error;
	added->hal = hal;
	snprintf(added->name, sizeof(added->name), "%s", name);
	offer->count++;
	return 0;
}

static void open_board(struct opening *opening, const struct fcl_hal_ops *hal, const char *name,
		       unsigned instance)
{
	struct fcl_err err = {0};
	int error = add(opening->offer, hal, name, instance, &err);

	if (!error)
		return;
	fcl_err_prefix(&err, "%s:%s is not offered", hal->name, name);
	fail(opening, error, &err);
}

/* How many devices of this backend and board type are already open. */
static unsigned count_instances(const struct fcl_offer *offer, const struct fcl_hal_ops *hal,
				const char *board)
{
	unsigned count = 0;

	for (uint32_t i = 0; i < offer->count; i++)
		if (offer->devices[i].hal == hal &&
		    !strcmp(hal->info(offer->devices[i].board)->board, board))
			count++;
	return count;
}

/* One element of FPGACL_DEVICES: backend:board. */
static void open_spec(void *user, char *spec)
{
	struct opening *opening = user;
	char *board = strchr(spec, ':');
	const struct fcl_hal_ops *hal;
	struct fcl_err err = {0};

	if (!board) {
		fcl_err_set(&err, -EINVAL,
			    "FPGACL_DEVICES: expected backend:board (such as emu:u250), found '%s'",
			    spec);
		fail(opening, -EINVAL, &err);
		return;
	}
	*board++ = '\0';
	hal = fcl_backend_find(spec);
	if (!hal) {
		fcl_err_set(&err, -ENOENT, "FPGACL_DEVICES: there is no backend '%s'", spec);
		fail(opening, -ENOENT, &err);
		return;
	}
	open_board(opening, hal, board, count_instances(opening->offer, hal, board));
}

/* Calls `each` for every element of a comma-separated list, without the blanks around it. */
static void for_each_element(const char *list, void (*each)(void *user, char *element), void *user)
{
	while (*list) {
		size_t length = strcspn(list, ",");
		char element[NAME_ROOM];
		const char *start = list, *end = list + length;

		while (start < end && isspace((unsigned char)*start))
			start++;
		while (end > start && isspace((unsigned char)end[-1]))
			end--;
		snprintf(element, sizeof(element), "%.*s", (int)(end - start), start);
		if (*element)
			each(user, element);
		list += length + (list[length] == ',');
	}
}

/* Boards of one type may be named by different shells, so the instance counts all open devices. */
static void open_emulated(void *user, const char *shell)
{
	struct opening *opening = user;

	open_board(opening, fcl_backend_find("emu"), shell, opening->offer->count);
}

/* Whether the vendor's variable requests emulation; then no real board is opened. */
static bool is_emulation(void)
{
	const char *mode = fcl_config_string(FCL_CONFIG_XCL_EMULATION_MODE);

	return !strcmp(mode, "sw_emu") || !strcmp(mode, "hw_emu");
}

/*
 * Opens the boards that emconfig.json names, or a default one without that file. If the file cannot
 * be read, no board is offered: a default board would hide the mistake.
 */
static void open_emulation(struct opening *opening)
{
	struct fcl_err err = {0};
	int error = fcl_emconfig_read(open_emulated, opening, &err);

	if (error == -ENOENT)
		open_emulated(opening, DEFAULT_BOARD);
	else if (error)
		fail(opening, error, &err);
}

static void found_board(void *user, const char *board)
{
	struct opening *opening = user;

	open_board(opening, opening->hal, board,
		   count_instances(opening->offer, opening->hal, board));
}

static void open_real(struct opening *opening)
{
	for (size_t i = 0; i < sizeof(real_backends) / sizeof(real_backends[0]); i++) {
		struct fcl_err err = {0};
		int error;

		opening->hal = fcl_backend_find(real_backends[i]);
		error = opening->hal ? opening->hal->list(found_board, opening, &err) : 0;
		if (error)
			fail(opening, error, &err);
	}
}

static bool names_device(const char *element, const struct fcl_hal_info *info, uint32_t index)
{
	char number[16];

	snprintf(number, sizeof(number), "%u", index);
	return !strcmp(element, number) || !strcmp(element, info->board) ||
	       !strcmp(element, info->name) || (*info->bdf && !strcmp(element, info->bdf));
}

struct search {
	const struct fcl_offered *device;
	uint32_t index;
	bool found;
};

static void compare(void *user, char *element)
{
	struct search *search = user;
	const struct fcl_offered *device = search->device;

	search->found |= names_device(element, device->hal->info(device->board), search->index);
}

static void hide_devices(struct opening *opening)
{
	const char *list = fcl_config_string(FCL_CONFIG_VISIBLE_DEVICES);
	struct fcl_offer *offer = opening->offer;
	struct fcl_err err = {0};
	uint32_t kept = 0;

	for (uint32_t i = 0; *list && i < offer->count; i++) {
		struct search search = {&offer->devices[i], i, false};

		for_each_element(list, compare, &search);
		if (search.found)
			offer->devices[kept++] = offer->devices[i];
		else
			offer->devices[i].hal->close(offer->devices[i].board);
	}
	if (*list && offer->count && !kept) {
		fcl_err_set(&err, -ENODEV,
			    "FPGACL_VISIBLE_DEVICES is '%s', which names none of the %u devices; "
			    "expected indices, PCIe BDFs or names, as `fpgacl list` shows them",
			    list, offer->count);
		opening->problem(-ENODEV, err.text);
	}
	if (*list)
		offer->count = kept;
}

void fcl_offer_open(struct fcl_offer *ret_offer, fcl_offer_problem *problem)
{
	const char *list = fcl_config_string(FCL_CONFIG_DEVICES);
	struct opening opening = {ret_offer, problem, NULL};

	*ret_offer = (struct fcl_offer){0};
	if (*list) {
		for_each_element(list, open_spec, &opening);
	} else if (is_emulation()) {
		open_emulation(&opening);
	} else {
		open_real(&opening);
		if (!ret_offer->count)
			open_emulated(&opening, DEFAULT_BOARD);
	}
	hide_devices(&opening);
}

void fcl_offer_close(struct fcl_offer *offer)
{
	for (uint32_t i = 0; i < offer->count; i++)
		offer->devices[i].hal->close(offer->devices[i].board);
	free(offer->devices);
	*offer = (struct fcl_offer){0};
}
