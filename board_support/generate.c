/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Run by the build: validates a board.xml as at run time and, in addition, with board.rng, and
 * prints it as C tables, so that programs that only use built-in boards need no XML parser.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "board_support/board.h"
#include "board_support/board_parse.h"
#include "board_support/board_schema.h"

static void print_string(const char *text)
{
	putchar('"');
	for (const unsigned char *c = (const unsigned char *)text; *c; c++)
		if (*c >= ' ' && *c < 0x7f && !strchr("\"\\?", *c))
			putchar(*c);
		else
			printf("\\%03o", *c);
	putchar('"');
}

static void print_member(const char *member, const char *text)
{
	printf("\t.%s = ", member);
	print_string(text);
	printf(",\n");
}

static void print_number(const char *member, uint64_t number)
{
	printf("\t.%s = UINT64_C(%" PRIu64 "),\n", member, number);
}

/* Tables have one extra row, as C has no empty arrays. */
static void print_tables(const struct fcl_board *board)
{
	printf("static const char *const aliases[] = {");
	for (uint32_t i = 0; i < board->naliases; i++) {
		print_string(board->aliases[i]);
		printf(", ");
	}
	printf("NULL};\nstatic const struct fcl_board_bank banks[] = {\n");
	for (uint32_t i = 0; i < board->nbanks; i++) {
		const struct fcl_board_bank *bank = &board->banks[i];

		printf("\t{");
		print_string(bank->tag);
		printf(", %" PRIu32 ", UINT64_C(%" PRIu64 "), UINT64_C(%" PRIu64
		       "), UINT64_C(%" PRIu64 "), %d, %" PRIu32 ", %" PRIu32 "},\n",
		       bank->type, bank->base, bank->size, bank->most, bank->kept, bank->latency_ns,
		       bank->peak_mb);
	}
	printf("\t{NULL, 0, 0, 0, 0, 0, 0, 0}};\nstatic const struct fcl_board_clock clocks[] = {\n");
	for (uint32_t i = 0; i < board->nclocks; i++) {
		printf("\t{");
		print_string(board->clocks[i].name);
		printf(", %" PRIu32 ", %" PRIu32 "},\n", board->clocks[i].type,
		       board->clocks[i].mhz);
	}
	printf("\t{NULL, 0, 0}};\nstatic const struct fcl_board_sensor sensors[] = {\n");
	for (uint32_t i = 0; i < board->nsensors; i++) {
		printf("\t{");
		print_string(board->sensors[i].name);
		printf(", ");
		print_string(board->sensors[i].unit);
		printf(", %a},\n", board->sensors[i].value);
	}
	printf("\t{NULL, NULL, 0}};\n");
}

static void generate_print_card(const struct fcl_board_card *card)
{
	if (card->present)
		printf("\t.card = {true, %" PRIu32 ", %" PRIu32 ", %" PRIu32 ", %" PRIu32
		       ", UINT64_C(%" PRIu64 "), UINT64_C(%" PRIu64 "), UINT64_C(%" PRIu64
		       "), %" PRIu32 ", UINT64_C(%" PRIu64 "), %" PRIu32 "},\n",
		       card->vendor_id, card->device_id, card->dma_bar, card->user_bar,
		       card->user_base, card->user_size, card->uuid, card->irqs, card->id_at,
		       card->id);
}

static void generate_print_board(const struct fcl_board *board, const char *symbol)
{
	printf("const struct fcl_board %s = {\n", symbol);
	print_member("name", board->name);
	print_member("vendor", board->vendor);
	print_member("device", board->device);
	print_member("vbnv", board->vbnv);
	print_member("part", board->part);
	print_member("file", board->file);
	print_member("bdf", board->bdf);
	print_member("version", board->version);
	print_number("naliases", board->naliases);
	print_number("vendor_id", board->vendor_id);
	print_number("device_id", board->device_id);
	print_number("slots", board->slots);
	print_number("max_cus", board->max_cus);
	print_number("keeps_memory", board->keeps_memory);
	print_number("slrs", board->slrs);
	print_number("h2d_channels", board->h2d_channels);
	print_number("d2h_channels", board->d2h_channels);
	print_number("peer", board->peer);
	print_number("host_alignment", board->host_alignment);
	print_number("buffer_alignment", board->buffer_alignment);
	print_number("nbanks", board->nbanks);
	print_number("default_bank", board->default_bank);
	print_number("nclocks", board->nclocks);
	print_number("kernel_mhz", board->kernel_mhz);
	print_number("nsensors", board->nsensors);
	generate_print_card(&board->card);
	printf("\t.aliases = aliases,\n\t.banks = banks,\n\t.clocks = clocks,\n"
	       "\t.sensors = sensors,\n};\n");
}

/* generate <board.xml> <its name in messages> <C symbol> */
int main(int argc, char **argv)
{
	struct fcl_board *board = NULL;
	struct fcl_err err = {0};
	size_t size;
	char *text;

	if (argc != 4) {
		fprintf(stderr, "generate: expected <board.xml> <name> <symbol>\n");
		return 1;
	}
	if (fcl_file_read(argv[1], FCL_BOARD_MAX_BYTES, &text, &size, &err) ||
	    fcl_board_parse(text, size, argv[2], &board, &err)) {
		fprintf(stderr, "%s\n", err.text);
		return 1;
	}
	if (fcl_board_schema_check(text, size, 1)) {
		fprintf(stderr, "%s: does not conform to board.rng\n", argv[2]);
		return 1;
	}
	printf("/* Generated from %s. */\n#include \"board_support/board_builtin.h\"\n\n", argv[2]);
	print_tables(board);
	generate_print_board(board, argv[3]);
	fcl_board_free(board);
	free(text);
	return fflush(stdout) || ferror(stdout);
}
