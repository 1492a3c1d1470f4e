/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/as_json.h"

#include <errno.h>
#include <stdio.h>
#include <uuid/uuid.h>

#include "base/config.h"
#include "board_support/board.h"
#include "runtime/devices/offer.h"
#include "tools/fpgacl/boards/boards.h"
#include "tools/fpgacl/common/put.h"
#include "tools/fpgacl/common/status.h"

/* Opens the next object of an array. */
static void put_open(struct fcl_text *out)
{
	fcl_text_format(out, "%s  {", out->size ? ",\n" : "[\n");
}

static int as_json_print(struct fcl_text *out, int status)
{
	fcl_text_format(out, out->size ? "\n]\n" : "[]\n");
	if (out->failed) {
		fprintf(stderr, "fpgacl: out of memory\n");
		status = TOOL_FAILED;
	} else {
		fwrite(out->bytes, 1, out->size, stdout);
	}
	fcl_text_free(out);
	return status;
}

static void report_problem(int error, bool named, const char *text)
{
	(void)named;
	if (error != -EPERM)
		fprintf(stderr, "fpgacl: %s\n", text);
}

int fcl_tool_list_json(void)
{
	struct fcl_text out = {0};
	struct fcl_offer offer;
	bool failed;

	fcl_offer_open(&offer, report_problem);
	failed = offer.failed;
	for (uint32_t i = 0; i < offer.count; i++) {
		const struct fcl_offered *device = &offer.devices[i];
		const struct fcl_hal_info *info = device->hal->info(device->board);
		char uuid[37];

		put_open(&out);
		fcl_tool_put_number(&out, "index", i);
		fcl_tool_put_text(&out, "backend", device->hal->name);
		fcl_tool_put_text(&out, "board", info->board);
		fcl_tool_put_text(&out, "name", info->name);
		fcl_tool_put_text(&out, "platform", info->vbnv);
		fcl_tool_put_text(&out, "bus_address", info->bdf);
		fcl_tool_put_text(&out, "serial", info->serial);
		uuid_unparse_lower(device->uuid, uuid);
		fcl_tool_put_text(&out, "uuid", uuid);
		fcl_tool_put_text(&out, "device", device->name);
		fcl_text_append(&out, "}", 1);
	}
	fcl_offer_close(&offer);
	return as_json_print(&out, failed ? TOOL_FAILED : TOOL_OK);
}

static void put_board(void *user, const char *name)
{
	struct fcl_text *out = user;
	struct fcl_board *board;
	struct fcl_err err = {0};
	uint32_t nbanks;
	uint64_t bytes;

	if (fcl_board_load(name, &board, &err)) {
		fprintf(stderr, "fpgacl: %s\n", err.text);
		return;
	}
	bytes = fcl_tool_board_memory(board, &nbanks);
	put_open(out);
	fcl_tool_put_text(out, "board", board->name);
	fcl_tool_put_text(out, "name", board->device);
	fcl_tool_put_text(out, "platform", board->vbnv);
	fcl_tool_put_number(out, "banks", nbanks);
	fcl_tool_put_number(out, "memory", bytes);
	fcl_tool_put_number(out, "kernel_mhz", board->kernel_mhz);
	fcl_text_append(out, "}", 1);
	fcl_board_free(board);
}

int fcl_tool_boards_json(void)
{
	struct fcl_text out = {0};

	fcl_board_list(put_board, &out);
	return as_json_print(&out, TOOL_OK);
}

int fcl_tool_env_json(void)
{
	struct fcl_text out = {0};

	for (int key = 0; key < FCL_CONFIG_COUNT; key++) {
		const struct fcl_config_entry *entry = &fcl_config_table[key];
		char allowed[256];

		fcl_config_allowed((enum fcl_config_key)key, allowed, sizeof(allowed));
		put_open(&out);
		fcl_tool_put_text(&out, "name", entry->name);
		fcl_tool_put_text(&out, "value", fcl_config_string((enum fcl_config_key)key));
		fcl_tool_put_text(&out, "allowed", allowed);
		fcl_tool_put_text(&out, "help", entry->help);
		fcl_text_append(&out, "}", 1);
	}
	return as_json_print(&out, TOOL_OK);
}
