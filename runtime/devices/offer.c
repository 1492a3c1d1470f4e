/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/devices/offer.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <uuid/uuid.h>

#include "base/config.h"
#include "runtime/devices/emconfig.h"
#include "runtime/devices/identity.h"
#include "runtime/devices/registry.h"

#define DEFAULT_BOARD "u250"

enum { MOST_DEFAULTS = 64 };
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
	bool named;                    /* the user has named the device */
	bool lost;                     /* a real board was found but could not be opened */
};

static void offer_fail(struct opening *opening, int error, const struct fcl_err *err)
{
	opening->offer->failed += error != -EPERM;
	opening->offer->starved |= error == -ENOMEM || error == -EAGAIN;
	opening->problem(error, opening->named, err->text);
}

int fcl_offer_open_again(const char *name, unsigned instance, const struct fcl_hal_ops **ret_hal,
			 struct fcl_hal_device **ret_board, struct fcl_err *err)
{
	const char *board;
	const struct fcl_hal_ops *hal = fcl_backend_of(name, &board, err);
	int error = hal ? hal->open(board, instance, ret_board, err) : err->code;

	if (!error)
		*ret_hal = hal;
	return error;
}

static int offer_add(struct fcl_offer *offer, const char *name, unsigned instance,
		     struct fcl_err *err)
{
	struct fcl_offered *devices = realloc(offer->devices,
					      (offer->count + 1) * sizeof(*devices));
	struct fcl_offered *added;
	int error;

	if (!devices)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	offer->devices = devices;
	if (strlen(name) >= NAME_ROOM)
		return fcl_err_set(err, -EINVAL, "a device's name has at most %d characters",
				   NAME_ROOM - 1);
	added = &devices[offer->count];
	error = fcl_offer_open_again(name, instance, &added->hal, &added->board, err);
	if (error)
		return error;
	snprintf(added->name, sizeof(added->name), "%s", name);
	added->instance = instance;
	fcl_identity_uuid(added->hal, added->hal->info(added->board), offer->count, added->uuid);
	offer->count++;
	return 0;
}

static int offer_open_device(struct opening *opening, const char *name, unsigned instance)
{
	struct fcl_err err = {0};
	int error = offer_add(opening->offer, name, instance, &err);

	if (error) {
		fcl_err_prefix(&err, "%s is not offered", name);
		offer_fail(opening, error, &err);
	}
	return error;
}

/* The board behind all layers: what is in the innermost parentheses. */
static const struct fcl_hal_ops *innermost(const char *device, char board[NAME_ROOM])
{
	const char *last = strrchr(device, '('), *rest;
	char name[NAME_ROOM];
	const struct fcl_hal_ops *hal;

	last = last ? last + 1 : device;
	snprintf(name, sizeof(name), "%.*s", (int)strcspn(last, ")"), last);
	hal = fcl_backend_of(name, &rest, NULL);
	snprintf(board, NAME_ROOM, "%s", hal ? rest : "");
	return hal;
}

/* How many boards of this backend and type are already open. */
static unsigned count_instances(const struct fcl_offer *offer, const char *name)
{
	char board[NAME_ROOM], other[NAME_ROOM];
	const struct fcl_hal_ops *hal = innermost(name, board);
	unsigned count = 0;

	for (uint32_t i = 0; i < offer->count; i++) {
		const struct fcl_offered *device = &offer->devices[i];

		if (innermost(device->name, other) == hal &&
		    !strcmp(device->hal->info(device->board)->board, board))
			count++;
	}
	return count;
}

/* One element of FPGACL_DEVICES. */
static void offer_open_named(void *user, char *name)
{
	struct opening *opening = user;

	offer_open_device(opening, name, count_instances(opening->offer, name));
}

/*
 * Calls `each` for every element of a comma-separated list, without the blanks around it. -ENOMEM: not for all of
 * them.
 */
static int for_each_element(const char *list, void (*each)(void *user, char *element), void *user)
{
	while (*list) {
		size_t length = strcspn(list, ",");
		char *element;
		const char *start = list, *end = list + length;

		while (start < end && isspace((unsigned char)*start))
			start++;
		while (end > start && isspace((unsigned char)end[-1]))
			end--;
		element = strndup(start, (size_t)(end - start));
		if (!element)
			return -ENOMEM;
		if (*element)
			each(user, element);
		free(element);
		list += length + (list[length] == ',');
	}
	return 0;
}

/* Boards of one type may be named by different shells, so the instance counts all open devices. */
static void open_emulated(void *user, const char *shell)
{
	struct opening *opening = user;

	char name[NAME_ROOM];

	snprintf(name, sizeof(name), "emu:%s", shell);
	offer_open_device(opening, name, opening->offer->count);
}

/* How many boards Intel's variables ask for, where nothing names any. */
static unsigned count_defaults(void)
{
	static const enum fcl_config_key keys[] = {FCL_CONFIG_CPU_EMULATE_DEVICES,
						   FCL_CONFIG_INTEL_EMULATOR,
						   FCL_CONFIG_ALTERA_EMULATOR};

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		const char *text = fcl_config_string(keys[i]);
		char *end;
		unsigned long count = strtoul(text, &end, 10);

		/* The older ones may be the name of a board, too. */
		if (isdigit((unsigned char)*text) && !*end && count && count <= MOST_DEFAULTS)
			return (unsigned)count;
	}
	return 1;
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
		offer_fail(opening, error, &err);
}

static void found_board(void *user, const char *board)
{
	struct opening *opening = user;

	char name[NAME_ROOM];
	int error;

	snprintf(name, sizeof(name), "%s:%s", opening->hal->name, board);
	error = offer_open_device(opening, name, count_instances(opening->offer, name));
	opening->lost |= error && error != -EPERM;
}

static void open_real(struct opening *opening)
{
	for (size_t i = 0; i < sizeof(real_backends) / sizeof(real_backends[0]); i++) {
		struct fcl_err err = {0};
		int error;

		opening->hal = fcl_backend_find(real_backends[i]);
		error = opening->hal ? opening->hal->list(found_board, opening, &err) : 0;
		if (error)
			offer_fail(opening, error, &err);
		/* There may be boards, which were not found for want of memory. */
		opening->lost |= error == -ENOMEM || error == -EAGAIN || error == -EMFILE;
	}
}

bool fcl_offered_is(const struct fcl_offered *device, uint32_t number, const char *name)
{
	const struct fcl_hal_info *info = device->hal->info(device->board);
	const char *colon = strchr(device->name, ':');
	char digits[16], uuid[37];

	snprintf(digits, sizeof(digits), "%u", number);
	uuid_unparse_lower(device->uuid, uuid);
	return !strcmp(name, digits) || !strcmp(name, info->board) || !strcmp(name, info->name) ||
	       (*info->bdf && !strcasecmp(name, info->bdf)) ||
	       (*info->serial && !strcmp(name, info->serial)) || !strcasecmp(name, uuid) ||
	       !strcmp(name, device->name) || (colon && !strcmp(name, colon + 1));
}

/* Which devices FPGACL_VISIBLE_DEVICES names, and the first of its elements that names none. */
struct choice {
	const struct fcl_offer *offer;
	bool *named;
	char unknown[NAME_ROOM];
};

static void offer_choose(void *user, char *element)
{
	struct choice *choice = user;
	bool found = false;

	for (uint32_t i = 0; i < choice->offer->count; i++) {
		if (!fcl_offered_is(&choice->offer->devices[i], i, element))
			continue;
		choice->named[i] = true;
		found = true;
	}
	if (!found && !*choice->unknown)
		snprintf(choice->unknown, sizeof(choice->unknown), "%s", element);
}

static void hide_devices(struct opening *opening)
{
	const char *list = fcl_config_string(FCL_CONFIG_VISIBLE_DEVICES);
	struct fcl_offer *offer = opening->offer;
	struct choice choice = {.offer = offer};
	struct fcl_err err = {0};
	uint32_t kept = 0;

	if (!*list || !offer->count)
		return;
	/* What a job scheduler sets for a job without boards. */
	if (!strcmp(list, "none")) {
		fcl_offer_close(offer);
		return;
	}
	choice.named = calloc(offer->count, sizeof(*choice.named));
	if (!choice.named || for_each_element(list, offer_choose, &choice)) {
		fcl_err_set(&err, -ENOMEM, "no device is offered: out of memory");
		offer_fail(opening, -ENOMEM, &err);
		free(choice.named);
		choice.named = NULL;
	}
	if (*choice.unknown) {
		fcl_err_set(
			&err, -ENODEV,
			"FPGACL_VISIBLE_DEVICES is '%s', but '%s' names none of the %u devices; "
			"expected indices, PCIe BDFs, serial numbers, UUIDs or names, as `fpgacl list --json` shows them",
			list, choice.unknown, offer->count);
		opening->problem(-ENODEV, true, err.text);
	}
	for (uint32_t i = 0; i < offer->count; i++)
		if (choice.named && choice.named[i])
			offer->devices[kept++] = offer->devices[i];
		else
			offer->devices[i].hal->close(offer->devices[i].board);
	offer->count = kept;
	free(choice.named);
}

void fcl_offer_open(struct fcl_offer *ret_offer, fcl_offer_problem *problem)
{
	const char *list = fcl_config_string(FCL_CONFIG_DEVICES);
	struct opening opening = {.offer = ret_offer, .problem = problem, .named = *list != 0};

	*ret_offer = (struct fcl_offer){0};
	if (*list) {
		struct fcl_err err = {0};

		if (for_each_element(list, offer_open_named, &opening)) {
			fcl_err_set(&err, -ENOMEM,
				    "not all devices of FPGACL_DEVICES are offered: out of memory");
			offer_fail(&opening, -ENOMEM, &err);
		}
	} else if (fcl_config_is_emulation()) {
		open_emulation(&opening);
	} else {
		open_real(&opening);
		/* A board that is there but cannot be opened must not become an emulated one unnoticed. */
		if (!ret_offer->count && !opening.lost)
			for (unsigned i = count_defaults(); i; i--)
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
