/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/boards/top.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/config.h"
#include "hal/board/client/backend.h"
#include "hal/board/wire/wire.h"
#include "runtime/devices/registry.h"
#include "tools/fpgacl/boards/board.h"
#include "tools/fpgacl/boards/devices.h"
#include "tools/fpgacl/common/put.h"
#include "tools/fpgacl/common/status.h"

enum { MOST_SECONDS = 86400 };

static double mib(uint64_t bytes)
{
	return (double)bytes / (1 << 20);
}

static void print_users(const struct fcl_bd_state *state)
{
	for (uint32_t i = 0; i < state->nusers; i++) {
		const struct fcl_bd_user *user = &state->users[i];

		printf("  process %-8d user %-6u executor %-8d %10.1f MiB  %u running%s\n",
		       (int)user->pid, user->uid, (int)user->executor, mib(user->bytes),
		       user->running, user->waits ? ", waits for its image" : "");
	}
}

static void top_print_board(void *user, const char *name)
{
	struct fcl_bd_state state;
	struct fcl_err err = {0};
	unsigned *count = user;

	(*count)++;
	if (fcl_bd_query(name, &state, &err)) {
		printf("%-12s %s\n", name, err.text);
		return;
	}
	printf("%-12s %-16s clients %-3u busy CUs %-3u memory %.1f of %.1f MiB  swaps %" PRIu64
	       "  executors lost %" PRIu64 "\n",
	       name, state.spec, state.nusers, state.busy_cus, mib(state.bytes),
	       mib(state.capacity), state.swaps, state.deaths);
	print_users(&state);
}

/* --- cards ------------------------------------------------------------------------------------ */

enum { MOST_CARDS = 64 };

/* Boards of real backends are kept open, because XRT takes long to open one. */
struct cards {
	const struct fcl_hal_ops *hal;
	struct fcl_hal_device *open[MOST_CARDS];
	unsigned count;
};

static void top_open_card(void *user, const char *board)
{
	struct cards *cards = user;
	struct fcl_err err = {0};
	int error = -EMFILE;

	if (cards->count < MOST_CARDS)
		error = cards->hal->open(board, 0, &cards->open[cards->count], &err);
	if (!error)
		cards->count++;
	else if (error != -EPERM)
		fprintf(stderr, "fpgacl: %s:%s: %s\n", cards->hal->name, board,
			error == -EMFILE ? "top cannot show more boards" : err.text);
}

static void open_cards(struct cards *cards)
{
	cards->hal = fcl_config_is_emulation() ? NULL : fcl_backend_find("xrt");
	if (cards->hal)
		cards->hal->list(top_open_card, cards, NULL);
}

static void close_cards(struct cards *cards)
{
	for (unsigned i = 0; i < cards->count; i++)
		cards->hal->close(cards->open[i]);
}

static void top_print_card(const struct cards *cards, struct fcl_hal_device *card)
{
	const struct fcl_hal_info *info = cards->hal->info(card);
	struct fcl_hal_sensor sensor;
	struct fcl_err err = {0};
	char text[64];

	printf("%-12s %-8s %s\n", info->bdf, info->board,
	       cards->hal->health(card, &err) ? err.text : "good");
	for (uint32_t i = 0; !cards->hal->sensor(card, i, &sensor); i++) {
		fcl_tool_sensor_text(&sensor, text, sizeof(text));
		printf("  %-24s %s\n", sensor.name, text);
	}
}

/* --- as JSON ---------------------------------------------------------------------------------- */

static void put_users(struct fcl_text *out, const struct fcl_bd_state *state)
{
	fcl_tool_put_open(out, "programs", '[');
	for (uint32_t i = 0; i < state->nusers; i++) {
		const struct fcl_bd_user *user = &state->users[i];

		fcl_tool_put_open(out, NULL, '{');
		fcl_tool_put_number(out, "process", (uint64_t)user->pid);
		fcl_tool_put_number(out, "user", user->uid);
		fcl_tool_put_number(out, "executor", (uint64_t)user->executor);
		fcl_tool_put_number(out, "memory", user->bytes);
		fcl_tool_put_number(out, "running", user->running);
		fcl_tool_put_bool(out, "waits_for_image", user->waits);
		fcl_tool_put_close(out, '{');
	}
	fcl_tool_put_close(out, '[');
}

static void put_shared(void *user, const char *name)
{
	struct fcl_text *out = user;
	struct fcl_bd_state state;
	struct fcl_err err = {0};

	fcl_tool_put_open(out, NULL, '{');
	fcl_tool_put_text(out, "name", name);
	if (fcl_bd_query(name, &state, &err)) {
		fcl_tool_put_text(out, "problem", err.text);
	} else {
		fcl_tool_put_board(out, &state);
		put_users(out, &state);
	}
	fcl_tool_put_close(out, '{');
}

static void put_card(struct fcl_text *out, const struct cards *cards, struct fcl_hal_device *card)
{
	const struct fcl_hal_info *info = cards->hal->info(card);
	struct fcl_err err = {0};

	fcl_tool_put_open(out, NULL, '{');
	fcl_tool_put_text(out, "bus_address", info->bdf);
	fcl_tool_put_text(out, "board", info->board);
	fcl_tool_put_text(out, "serial", info->serial);
	fcl_tool_put_text(out, "health", cards->hal->health(card, &err) ? err.text : "good");
	fcl_tool_put_sensors(out, cards->hal, card);
	fcl_tool_put_close(out, '{');
}

/* Prints an object on a line of its own. */
static int put_round(const struct cards *cards)
{
	struct fcl_text out = {0};
	struct fcl_err err = {0};

	fcl_tool_put_open(&out, NULL, '{');
	fcl_tool_put_number(&out, "time", (uint64_t)time(NULL));
	fcl_tool_put_open(&out, "shared", '[');
	if (fcl_bd_list(put_shared, &out, &err)) {
		fcl_text_free(&out);
		fprintf(stderr, "fpgacl: %s\n", err.text);
		return TOOL_FAILED;
	}
	fcl_tool_put_close(&out, '[');
	fcl_tool_put_open(&out, "cards", '[');
	for (unsigned i = 0; i < cards->count; i++)
		put_card(&out, cards, cards->open[i]);
	fcl_tool_put_close(&out, '[');
	fcl_tool_put_close(&out, '{');
	return fcl_tool_put_print(&out, TOOL_OK) == TOOL_OK && !fflush(stdout) ? TOOL_OK
									       : TOOL_FAILED;
}

/* --- refreshing ------------------------------------------------------------------------------- */

/* On a terminal, each refresh overwrites the previous one. */
static int print_round(const struct cards *cards)
{
	struct fcl_err err = {0};
	char clock[16] = "";
	time_t now = time(NULL);
	struct tm local;
	unsigned count = 0;

	if (localtime_r(&now, &local))
		strftime(clock, sizeof(clock), "%H:%M:%S", &local);
	printf("%sfpgacl top  %s\n", isatty(STDOUT_FILENO) ? "\033[H\033[2J" : "", clock);
	if (fcl_bd_list(top_print_board, &count, &err)) {
		fprintf(stderr, "fpgacl: %s\n", err.text);
		return TOOL_FAILED;
	}
	for (unsigned i = 0; i < cards->count; i++)
		top_print_card(cards, cards->open[i]);
	if (!count && !cards->count)
		printf("no board is shared; `fpgacl board start` shares one\n");
	return fflush(stdout) ? TOOL_FAILED : TOOL_OK;
}

/* Reads an integer from 1 to `most`. */
static unsigned top_read_number(const char *text, unsigned most)
{
	size_t digits = strspn(text, "0123456789");
	unsigned long number = digits && digits < 9 && !text[digits] ? strtoul(text, NULL, 10) : 0;

	return number > most ? 0 : (unsigned)number;
}

struct options {
	unsigned rounds, seconds; /* rounds 0: forever */
	bool json;
};

static bool top_read_options(int argc, char **argv, struct options *options)
{
	for (int i = 0; i < argc; i++) {
		unsigned *number = !strcmp(argv[i], "-n")           ? &options->rounds
				   : !strcmp(argv[i], "--interval") ? &options->seconds
								    : NULL;

		if (!strcmp(argv[i], "--json")) {
			options->json = true;
			continue;
		}
		if (number && i + 1 < argc)
			*number = top_read_number(argv[i + 1], MOST_SECONDS);
		if (!number || i + 1 == argc || !*number) {
			fprintf(stderr,
				"fpgacl: top: expected --json, or -n or --interval with a number from 1 to %d, found '%s'\n",
				MOST_SECONDS, i + 1 < argc && number ? argv[i + 1] : argv[i]);
			return false;
		}
		i++;
	}
	return true;
}

int fcl_tool_top(int argc, char **argv)
{
	struct options options = {.seconds = 1};
	struct cards cards = {.count = 0};
	int status = TOOL_OK;

	if (!top_read_options(argc, argv, &options))
		return TOOL_USAGE;
	open_cards(&cards);
	for (unsigned round = 0; status == TOOL_OK && (!options.rounds || round < options.rounds);
	     round++) {
		if (round)
			sleep(options.seconds);
		status = options.json ? put_round(&cards) : print_round(&cards);
	}
	close_cards(&cards);
	return status;
}
