/* SPDX-License-Identifier: Apache-2.0 */
#include "board_support/board_parse.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/xml.h"
#include "board_support/board_xml.h"
#include "xrt/xclbin.h"

#define BANK_GRAIN 4096u /* banks are mapped, so they start and end on page boundaries */

struct reader {
	const char *file;
	struct fcl_board *board;
	struct fcl_err *err;
	int error; /* the first error, after which the rest is skipped */
};

struct word {
	const char *text;
	uint32_t value;
};

static const struct word bank_types[] = {{"ddr3", MEM_DDR3}, {"ddr4", MEM_DDR4}, {"dram", MEM_DRAM},
					 {"hbm", MEM_HBM},   {"bram", MEM_BRAM}, {"uram", MEM_URAM},
					 {"host", MEM_HOST}, {NULL, 0}};
static const struct word clock_types[] = {
	{"data", CT_DATA}, {"kernel", CT_KERNEL}, {"system", CT_SYSTEM}, {NULL, 0}};
static const struct word truth[] = {{"true", 1}, {NULL, 0}};

/* Reports an invalid attribute; the message quotes its text as what was found. */
__attribute__((format(printf, 4, 5))) static void
fail(struct reader *reader, xmlNode *node, const char *attribute, const char *expected, ...)
{
	const char *found = fcl_xml_attr(node, attribute);
	char text[128];
	va_list args;

	va_start(args, expected);
	vsnprintf(text, sizeof(text), expected, args);
	va_end(args);
	if (!reader->error)
		reader->error =
			fcl_err_set(reader->err, -EINVAL,
				    "%s:%ld: element <%s>, attribute %s: expected %s, found \"%s\"",
				    reader->file, xmlGetLineNo(node), (const char *)node->name,
				    attribute, text, found ? found : "");
}

static int parse_no_memory(struct reader *reader)
{
	if (!reader->error)
		reader->error = fcl_err_set(reader->err, -ENOMEM, "%s: out of memory",
					    reader->file);
	return reader->error;
}

/* Returns a copy of the attribute's text, "" if it is absent. The board owns it. */
static const char *parse_text_of(struct reader *reader, xmlNode *node, const char *attribute)
{
	const char *value = fcl_xml_attr(node, attribute);
	char *copy = strdup(value ? value : "");

	if (!copy)
		parse_no_memory(reader);
	return copy;
}

static uint64_t parse_number_of(struct reader *reader, xmlNode *node, const char *attribute,
				uint64_t max)
{
	const char *text = fcl_xml_attr(node, attribute);
	unsigned long long value = 0;
	char *end = NULL;

	errno = 0;
	if (text)
		value = strtoull(text, &end, strncmp(text, "0x", 2) ? 10 : 16);
	if (!text || *end || errno || value > max) {
		fail(reader, node, attribute, "a number of at most %llu", (unsigned long long)max);
		value = 0;
	}
	return value;
}

static uint32_t power_of(struct reader *reader, xmlNode *node, const char *attribute, uint32_t min)
{
	uint64_t value = parse_number_of(reader, node, attribute, 1u << 30);

	if (!reader->error && (value < min || value & (value - 1)))
		fail(reader, node, attribute, "a power of two, at least %u", min);
	return (uint32_t)value;
}

static uint32_t word_of(xmlNode *node, const char *attribute, const struct word *words)
{
	const char *text = fcl_xml_attr(node, attribute);

	while (words->text && (!text || strcmp(words->text, text) != 0))
		words++;
	return words->value;
}

static void *table(struct reader *reader, xmlNode *parent, const char *name, size_t size,
		   uint32_t *ret_count)
{
	uint32_t count = fcl_xml_count(parent, name);
	void *rows = calloc(count + 1, size);

	if (!rows) {
		parse_no_memory(reader);
		return NULL;
	}
	*ret_count = count;
	return rows;
}

static void read_platform(struct reader *reader, xmlNode *node)
{
	struct fcl_board *board = reader->board;
	const char **aliases;
	xmlNode *alias;

	board->device = parse_text_of(reader, node, "device");
	board->vbnv = parse_text_of(reader, node, "vbnv");
	board->part = parse_text_of(reader, node, "part");
	aliases = table(reader, node, "alias", sizeof(*aliases), &board->naliases);
	board->aliases = aliases;
	if (!aliases)
		return;
	for (alias = fcl_xml_child(node, "alias"); alias; alias = fcl_xml_next(alias))
		*aliases++ = parse_text_of(reader, alias, "name");
}

static void read_shell(struct reader *reader, xmlNode *root)
{
	struct fcl_board *board = reader->board;
	xmlNode *pci = fcl_xml_child(root, "pci"), *shell = fcl_xml_child(root, "shell"),
		*dma = fcl_xml_child(root, "dma");

	board->vendor_id = (uint32_t)parse_number_of(reader, pci, "vendor", UINT16_MAX);
	board->device_id = (uint32_t)parse_number_of(reader, pci, "device", UINT16_MAX);
	board->bdf = parse_text_of(reader, pci, "bdf");
	board->peer = fcl_xml_attr(pci, "peer") && word_of(pci, "peer", truth);
	board->version = parse_text_of(reader, shell, "version");
	board->slots = (uint32_t)parse_number_of(reader, shell, "slots", 1024);
	board->max_cus = (uint32_t)parse_number_of(reader, shell, "max-cus", UINT32_MAX);
	board->keeps_memory = word_of(shell, "keeps-memory", truth);
	if (fcl_xml_attr(shell, "slrs"))
		board->slrs = (uint32_t)parse_number_of(reader, shell, "slrs", UINT16_MAX);
	board->h2d_channels = (uint32_t)parse_number_of(reader, dma, "h2d", UINT16_MAX);
	board->d2h_channels = (uint32_t)parse_number_of(reader, dma, "d2h", UINT16_MAX);
	board->host_alignment = power_of(reader, dma, "host-alignment", 1);
}

/* A bank must not wrap around, or share an address or a tag with an earlier one. */
static void parse_check_bank(struct reader *reader, xmlNode *node,
			     const struct fcl_board_bank *bank, const struct fcl_board_bank *first)
{
	if (!bank->size || bank->size % BANK_GRAIN)
		fail(reader, node, "size", "a multiple of %u bytes, not 0", BANK_GRAIN);
	else if (bank->base % BANK_GRAIN)
		fail(reader, node, "base", "a multiple of %u", BANK_GRAIN);
	else if (bank->most < bank->size || bank->most % BANK_GRAIN)
		fail(reader, node, "most", "a multiple of %u bytes, at least the size", BANK_GRAIN);
	else if (bank->base > UINT64_MAX - bank->most || bank->most > (uint64_t)1 << 46)
		fail(reader, node, "size", "at most 64 TiB, ending below 2^64");
	for (; first < bank; first++) {
		if (!strcmp(first->tag, bank->tag))
			fail(reader, node, "tag", "a tag that no other bank has");
		if (bank->base < first->base + first->most && first->base < bank->base + bank->most)
			fail(reader, node, "base", "an address outside bank %s", first->tag);
	}
}

/* `all` is the shell's keeps-memory, the default for each bank. */
static bool read_kept(xmlNode *row, const struct fcl_board_bank *bank, bool all)
{
	if (fcl_xml_attr(row, "kept"))
		all = word_of(row, "kept", truth);
	return all || bank->type == MEM_HOST;
}

/* Loading one slot must not destroy the buffers that other slots use. */
static void check_kept(struct reader *reader, xmlNode *shell)
{
	struct fcl_board *board = reader->board;

	board->keeps_memory = true;
	for (uint32_t i = 0; i < board->nbanks; i++)
		board->keeps_memory &= board->banks[i].kept;
	if (board->slots > 1 && !board->keeps_memory && !reader->error)
		fail(reader, shell, "slots", "1, because not every bank is kept");
}

static uint32_t optional_of(struct reader *reader, xmlNode *row, const char *attribute,
			    uint64_t max)
{
	if (!fcl_xml_attr(row, attribute))
		return 0;
	return (uint32_t)parse_number_of(reader, row, attribute, max);
}

static void parse_read_memory(struct reader *reader, xmlNode *node)
{
	struct fcl_board *board = reader->board;
	struct fcl_board_bank *banks = table(reader, node, "bank", sizeof(*banks), &board->nbanks);
	struct fcl_board_bank *bank = banks;
	const char *wanted = fcl_xml_attr(node, "default");
	xmlNode *row;
	int index;

	board->banks = banks;
	for (row = fcl_xml_child(node, "bank"); row && bank && !reader->error;
	     row = fcl_xml_next(row)) {
		bank->tag = parse_text_of(reader, row, "tag");
		bank->type = word_of(row, "type", bank_types);
		bank->base = parse_number_of(reader, row, "base", UINT64_MAX);
		bank->size = parse_number_of(reader, row, "size", UINT64_MAX);
		bank->most = fcl_xml_attr(row, "most")
				     ? parse_number_of(reader, row, "most", UINT64_MAX)
				     : bank->size;
		bank->kept = read_kept(row, bank, board->keeps_memory);
		bank->latency_ns = optional_of(reader, row, "latency-ns", 1000000);
		bank->peak_mb = optional_of(reader, row, "peak-mb", 100000000);
		if (!reader->error)
			parse_check_bank(reader, row, bank, banks);
		bank++;
	}
	board->buffer_alignment = power_of(reader, node, "buffer-alignment", 64);
	if (!reader->error && wanted) {
		index = fcl_board_find_bank(board, wanted);
		board->default_bank = index < 0 ? 0 : (uint32_t)index;
		if (index < 0)
			fail(reader, node, "default", "the tag of a bank");
	}
}

static void read_clocks(struct reader *reader, xmlNode *node)
{
	struct fcl_board *board = reader->board;
	struct fcl_board_clock *clock = table(reader, node, "clock", sizeof(*clock),
					      &board->nclocks);
	uint32_t second_mhz = 0;
	xmlNode *row;

	board->clocks = clock;
	for (row = fcl_xml_child(node, "clock"); row && clock; row = fcl_xml_next(row), clock++) {
		clock->name = parse_text_of(reader, row, "name");
		clock->type = word_of(row, "type", clock_types);
		clock->mhz = (uint32_t)parse_number_of(reader, row, "mhz", UINT16_MAX);
		if (clock->type == CT_DATA && clock->mhz > board->kernel_mhz)
			board->kernel_mhz = clock->mhz;
		if (clock->type == CT_KERNEL && clock->mhz > second_mhz)
			second_mhz = clock->mhz;
	}
	if (!board->kernel_mhz)
		board->kernel_mhz = second_mhz;
}

static void read_sensors(struct reader *reader, xmlNode *node)
{
	struct fcl_board *board = reader->board;
	struct fcl_board_sensor *sensor = table(reader, node, "sensor", sizeof(*sensor),
						&board->nsensors);
	const char *value;
	xmlNode *row;

	board->sensors = sensor;
	for (row = fcl_xml_child(node, "sensor"); row && sensor;
	     row = fcl_xml_next(row), sensor++) {
		sensor->name = parse_text_of(reader, row, "name");
		sensor->unit = parse_text_of(reader, row, "unit");
		value = fcl_xml_attr(row, "value");
		sensor->value = value ? fcl_strtod(value, NULL) : 0;
	}
}

static void parse_check_card(struct reader *reader, xmlNode *node)
{
	const struct fcl_board_card *card = &reader->board->card;

	if (card->user_bar == card->dma_bar)
		fail(reader, node, "user-bar", "another BAR than dma-bar");
	else if (!card->user_size || card->user_size % 4 ||
		 card->user_base > UINT64_MAX - card->user_size)
		fail(reader, node, "user-size", "a multiple of 4 bytes, not 0, ending below 2^64");
	else if (card->uuid != UINT64_MAX && (card->uuid % 4 || card->uuid + 16 > card->user_size))
		fail(reader, node, "uuid", "a multiple of 4, 16 bytes before user-size or less");
	else if (card->id_at != UINT64_MAX &&
		 (card->id_at % 4 || card->id_at + 4 > card->user_size))
		fail(reader, node, "id-at", "a multiple of 4 below user-size");
	else if (!fcl_xml_attr(node, "id") != !fcl_xml_attr(node, "id-at"))
		fail(reader, node, "id", "both id and id-at, or neither");
}

static void read_card(struct reader *reader, xmlNode *node)
{
	struct fcl_board_card *card = &reader->board->card;

	if (!node)
		return;
	card->present = true;
	card->vendor_id = fcl_xml_attr(node, "vendor")
				  ? (uint32_t)parse_number_of(reader, node, "vendor", UINT16_MAX)
				  : reader->board->vendor_id;
	card->device_id = fcl_xml_attr(node, "device")
				  ? (uint32_t)parse_number_of(reader, node, "device", UINT16_MAX)
				  : reader->board->device_id;
	card->dma_bar = (uint32_t)parse_number_of(reader, node, "dma-bar", 5);
	card->user_bar = (uint32_t)parse_number_of(reader, node, "user-bar", 5);
	card->user_base = parse_number_of(reader, node, "user-base", UINT64_MAX);
	card->user_size = parse_number_of(reader, node, "user-size", UINT32_MAX);
	card->uuid = fcl_xml_attr(node, "uuid") ? parse_number_of(reader, node, "uuid", UINT32_MAX)
						: UINT64_MAX;
	card->irqs = optional_of(reader, node, "irqs", 16);
	card->id_at = fcl_xml_attr(node, "id-at")
			      ? parse_number_of(reader, node, "id-at", UINT32_MAX)
			      : UINT64_MAX;
	card->id = optional_of(reader, node, "id", UINT32_MAX - 1);
	if (reader->error)
		return;
	parse_check_card(reader, node);
}

int fcl_board_parse(const char *text, size_t size, const char *file, struct fcl_board **ret_board,
		    struct fcl_err *err)
{
	struct reader reader = {.file = file, .err = err};
	xmlDoc *doc;
	xmlNode *root;
	int error = fcl_board_xml_read(text, size, file, &doc, err);

	if (error)
		return error;
	reader.board = calloc(1, sizeof(*reader.board));
	if (!reader.board) {
		fcl_xml_free(doc);
		return parse_no_memory(&reader);
	}
	root = xmlDocGetRootElement(doc);
	reader.board->name = parse_text_of(&reader, root, "name");
	reader.board->vendor = parse_text_of(&reader, root, "vendor");
	reader.board->file = strdup(file);
	if (!reader.board->file)
		parse_no_memory(&reader);
	read_platform(&reader, fcl_xml_child(root, "platform"));
	read_shell(&reader, root);
	parse_read_memory(&reader, fcl_xml_child(root, "memory"));
	check_kept(&reader, fcl_xml_child(root, "shell"));
	read_clocks(&reader, fcl_xml_child(root, "clocks"));
	read_sensors(&reader, fcl_xml_child(root, "sensors"));
	read_card(&reader, fcl_xml_child(root, "card"));
	fcl_xml_free(doc);
	if (reader.error) {
		fcl_board_free(reader.board);
		return reader.error;
	}
	*ret_board = reader.board;
	return 0;
}
