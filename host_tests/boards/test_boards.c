/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "board_support/board.h"
#include "board_support/board_parse.h"
#include "board_support/board_schema.h"
#include "board_support/board_xml.h"
#include "host_tests/read_file.h"
#include "xrt/xclbin.h"

static char folder[64]; /* FPGACL_BOARD_PATH of these tests, with x/board.xml files */

static char *slurp(const char *file)
{
	size_t size;
	char *text = read_file(file, &size);

	assert_non_null(text);
	return text;
}

/* Writes folder/u250/board.xml: the original with the first `from` replaced. */
static void edit(const char *from, const char *to)
{
	char *text = slurp(BOARD_SUPPORT "/u250/board.xml"), *at = strstr(text, from);
	char file[128];
	FILE *stream;

	assert_non_null(at);
	snprintf(file, sizeof(file), "%s/u250", folder);
	mkdir(file, 0700);
	strcat(file, "/board.xml");
	stream = fopen(file, "wb");
	assert_non_null(stream);
	fprintf(stream, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
	fclose(stream);
	free(text);
}

static struct fcl_board *load(const char *name)
{
	struct fcl_err err = {0};
	struct fcl_board *board = NULL;
	int error = fcl_board_load(name, &board, &err);

	if (error)
		print_error("%s\n", err.text);
	assert_int_equal(error, 0);
	assert_non_null(board);
	return board;
}

/* The edited board is refused, and the error contains all of `words` (separated by |). */
static void assert_refused(const char *from, const char *to, const char *words)
{
	struct fcl_err err = {0};
	struct fcl_board *board = NULL;
	char copy[256], *word, *rest = copy;

	edit(from, to);
	assert_int_equal(fcl_board_load("u250", &board, &err), -EINVAL);
	assert_null(board);
	snprintf(copy, sizeof(copy), "%s", words);
	while ((word = strsep(&rest, "|")))
		if (!strstr(err.text, word))
			fail_msg("\"%s\" lacks \"%s\"", err.text, word);
}

static int setup(void **state)
{
	(void)state;
	strcpy(folder, "/tmp/fcl-boards-XXXXXX");
	assert_non_null(mkdtemp(folder));
	setenv("FPGACL_BOARD_PATH", folder, 1);
	return 0;
}

static int teardown(void **state)
{
	char command[128];

	(void)state;
	snprintf(command, sizeof(command), "rm -r %s", folder);
	unsetenv("FPGACL_BOARD_PATH");
	return system(command);
}

static void test_every_board_loads(void **state)
{
	static const struct {
		const char *name, *bank;
		uint64_t base, size;
		uint32_t nbanks, type, mhz;
	} expected[] = {
		{"u200", "DDR[3]", 0x7000000000, 16ull << 30, 8, MEM_DDR4, 300},
		{"u250", "DDR[0]", 0x4000000000, 16ull << 30, 9, MEM_DDR4, 300},
		{"u280", "HBM[31]", 31ull << 28, 256 << 20, 41, MEM_HBM, 300},
		{"u50", "HBM[1]", 1ull << 28, 256 << 20, 37, MEM_HBM, 300},
		{"u55c", "HBM[31]", 31ull << 29, 512 << 20, 39, MEM_HBM, 300},
		{"aws-f1", "DDR[2]", 32ull << 30, 16ull << 30, 7, MEM_DDR4, 250},
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(expected) / sizeof(expected[0]); i++) {
		struct fcl_board *board = load(expected[i].name);
		int bank = fcl_board_find_bank(board, expected[i].bank);

		assert_string_equal(board->name, expected[i].name);
		assert_string_equal(board->vendor, "Xilinx");
		assert_int_equal(board->nbanks, expected[i].nbanks);
		assert_true(bank >= 0);
		assert_int_equal(board->banks[bank].base, expected[i].base);
		assert_int_equal(board->banks[bank].size, expected[i].size);
		assert_int_equal(board->banks[bank].type, expected[i].type);
		assert_int_equal(board->default_bank, 0);
		assert_true(board->h2d_channels >= 1 && board->d2h_channels >= 1);
		assert_true(board->slots >= 1);
		assert_int_equal(board->kernel_mhz, expected[i].mhz);
		fcl_board_free(board);
	}
}

/* Public hosts look for these in device names and then take another code path. */
static void no_old_name(void *user, const char *name)
{
	struct fcl_board *board = load(name);

	assert_null(strstr(board->device, "2018"));
	assert_null(strstr(board->device, "u50_gen3x16_xdma_2019"));
	assert_null(strstr(board->device, "u250_gen3x16_xdma_3_1_202020"));
	assert_null(strstr(board->device, "xpr"));
	fcl_board_free(board);
	++*(int *)user;
}

static void test_device_names(void **state)
{
	int count = 0;

	(void)state;
	fcl_board_list(no_old_name, &count);
	assert_int_equal(count, 6);
}

static void test_lookup_by_platform(void **state)
{
	static const char *const spellings[][2] = {
		{"xilinx_u250_gen3x16_xdma_4_1_202210_1", "u250"},
		{"xilinx:u250:gen3x16_xdma_4_1:202210.1", "u250"},
		{"/opt/xilinx/platforms/p/xilinx_u280_gen3x16_xdma_1_202211_1.xpfm", "u280"},
		{"xilinx_u50_gen3x16_xdma_201920_3", "u50"},
		{"xilinx_aws-vu9p-f1_shell-v04261818_201920_2", "aws-f1"},
		{"xilinx_aws-vu9p-f1-04261818_dynamic_5_0", "aws-f1"},
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(spellings) / sizeof(spellings[0]); i++) {
		struct fcl_board *board = load(spellings[i][0]);

		assert_string_equal(board->name, spellings[i][1]);
		fcl_board_free(board);
	}
}

static void test_is_exact(void **state)
{
	struct fcl_board *board = load("u250");

	(void)state;
	assert_true(fcl_board_is(board, "u250"));
	assert_true(fcl_board_is(board, "xilinx:u250:gen3x16_xdma_4_1:202210.1"));
	assert_false(fcl_board_is(board, "xilinx_u250_gen3x16_xdma_4_1_202210_2"));
	assert_false(fcl_board_is(board, "xilinx_u250_gen3x16_xdma_4_1_202210"));
	assert_false(fcl_board_is(board, ""));
	fcl_board_free(board);
}

static void test_unknown(void **state)
{
	static const char *const names[] = {"u999", "", "..", "../u250", "xilinx_u2500_x", "/"};
	struct fcl_board *board = NULL;
	struct fcl_err err;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (!strcmp(names[i], "../u250"))
			continue; /* a path is named by its last component */
		assert_int_equal(fcl_board_load(names[i], &board, &err), -ENOENT);
		assert_non_null(strstr(err.text, "aws-f1"));
	}
	assert_null(board);
}

/* Built-in boards that are not in FPGACL_BOARD_PATH do not interfere. */
static void test_unknown_beside_a_folder(void **state)
{
	test_unknown(state);
}

static void test_edited_board(void **state)
{
	struct fcl_board *board;

	(void)state;
	edit("base=\"0x4000000000\" size=\"0x400000000\"",
	     "base=\"0x4000000000\" size=\"8589934592\"");
	board = load("u250");
	assert_int_equal(board->banks[0].size, 8ull << 30);
	fcl_board_free(board);

	edit("base=\"0x4000000000\"", "base=\"0x4800000000\"");
	board = load("u250");
	assert_int_equal(board->banks[0].base, 0x4800000000);
	fcl_board_free(board);

	edit("d2h=\"2\"", "d2h=\"1\"");
	board = load("xilinx_u250_gen3x16_xdma_4_1_202210_1");
	assert_int_equal(board->h2d_channels, 2);
	assert_int_equal(board->d2h_channels, 1);
	assert_non_null(strstr(board->file, folder));
	fcl_board_free(board);
}

static void test_schema_violations(void **state)
{
	(void)state;
	assert_refused("<dma h2d=\"2\" d2h=\"2\"", "<dma h2d=\"0\" d2h=\"2\"",
		       "u250/board.xml:|dma|h2d");
	assert_refused("h2d=\"2\" ", "", "dma|h2d");
	assert_refused("type=\"ddr4\"", "type=\"ddr9\"", ":14:|bank");
	assert_refused("<clocks>", "<clocks><tick/>", ":24:|tick");
	assert_refused("size=\"0x400000000\"", "size=\"16G\"", "bank|16G");
	assert_refused("keeps-memory=\"true\"", "keeps-memory=\"yes\"", "shell|keeps-memory");
	assert_refused("bdf=\"0000:20:00.1\"", "bdf=\"20:00\"", "pci|bdf");
}

static void test_contradictions(void **state)
{
	(void)state;
	assert_refused("size=\"0x400000000\"", "size=\"0x0\"", ":14:|<bank>|size|0x0");
	assert_refused("size=\"0x400000000\"", "size=\"4095\"", "multiple of 4096|4095");
	assert_refused("base=\"0x5000000000\"", "base=\"0x4100000000\"",
		       ":15:|base|DDR[0]|0x4100000000");
	assert_refused("tag=\"DDR[1]\"", "tag=\"DDR[0]\"", "tag|no other bank|DDR[0]");
	assert_refused("base=\"0x7000000000\"", "base=\"0xfffffffffffff000\"", "size|2^64");
	assert_refused("base=\"0x7000000000\"", "base=\"99999999999999999999\"", "base|at most");
	assert_refused("default=\"DDR[0]\"", "default=\"DDR[9]\"", "default|DDR[9]");
	assert_refused("buffer-alignment=\"4096\"", "buffer-alignment=\"100\"", "power of two|100");
	assert_refused("<board name=\"u250\"", "<board name=\"u251\"", "folder|u251");
	/* Several images side by side require a board that keeps its memory. */
	assert_refused("slots=\"1\" max-cus=\"128\" keeps-memory=\"true\"",
		       "slots=\"2\" max-cus=\"128\" keeps-memory=\"false\"", "slots|kept");
}

/* A bank's own attribute overrides the shell's; host memory is always kept. */
static void test_kept_banks(void **state)
{
	struct fcl_board *board;
	struct fcl_err err = {0};

	(void)state;
	edit("keeps-memory=\"true\"", "keeps-memory=\"false\"");
	assert_int_equal(fcl_board_load("u250", &board, &err), 0);
	assert_false(board->keeps_memory);
	for (uint32_t i = 0; i < board->nbanks; i++)
		assert_int_equal(board->banks[i].kept, board->banks[i].type == MEM_HOST);
	fcl_board_free(board);
	edit("tag=\"DDR[1]\"", "tag=\"DDR[1]\" kept=\"false\"");
	assert_int_equal(fcl_board_load("u250", &board, &err), 0);
	assert_false(board->keeps_memory);
	for (uint32_t i = 0; i < board->nbanks; i++)
		assert_int_equal(board->banks[i].kept, i != 1);
	fcl_board_free(board);
}

static void test_broken_xml(void **state)
{
	(void)state;
	assert_refused("</board>", "", "u250/board.xml:|well-formed");
	assert_refused("<board name", "<!DOCTYPE board [<!ENTITY a \"aaaa\">]><board name",
		       "DOCTYPE");
	assert_refused("<board name",
		       "<!DOCTYPE board SYSTEM \"http://example.invalid/x\"><board name",
		       "DOCTYPE");
	assert_refused("vendor=\"Xilinx\"", "vendor=\"&boom;\"", "well-formed");
}

/* A valid file truncated anywhere gives an error, without reading past its end. */
static void test_truncated(void **state)
{
	char *text = slurp(BOARD_SUPPORT "/u250/board.xml");
	size_t size = strlen(text), cut;
	struct fcl_board *board;
	struct fcl_err err;

	(void)state;
	for (cut = 0; cut < size - 8; cut += 7) {
		char *copy = malloc(cut + 1);

		memcpy(copy, text, cut);
		board = NULL;
		assert_int_equal(fcl_board_parse(copy, cut, "cut", &board, &err), -EINVAL);
		assert_null(board);
		assert_true(strlen(err.text) > 10);
		free(copy);
	}
	free(text);
}

/*
 * --- two parsers of one grammar ----------------------------------------------------------------
 */

static unsigned short random_state[3] = {1, 2, 3};

static size_t below(size_t limit)
{
	return (size_t)nrand48(random_state) % limit;
}

/* Replaces that many bytes in a text that has room for it. */
static void splice(char *text, size_t at, size_t bytes, const char *with)
{
	memmove(text + at + strlen(with), text + at + bytes, strlen(text + at + bytes) + 1);
	memcpy(text + at, with, strlen(with));
}

/* Another character, another value, or an attribute or a line more or less. */
static void damage(char *text)
{
	static const char *const pieces[] = {"",     "x",    "0", "7", "\xc3\xa9", "/",  "\"",
					     "<",    ">",    "=", "-", ".",        "_",  ":",
					     "data", "true", "&", "e", "f",        "\t", "65536"};
	static const char *const values[] = {"",
					     "0",
					     "1",
					     "65536",
					     "65537",
					     "0x",
					     "0x10",
					     "0X10",
					     "-1",
					     "1.5",
					     "1e3",
					     ".5",
					     "1.",
					     "e5",
					     "INF",
					     "NaN",
					     "true",
					     "false",
					     "yes",
					     "ddr4",
					     "host",
					     "data",
					     "u250",
					     "-a",
					     "a b",
					     "0000:20:00.1",
					     "0000:20:00.8",
					     "abcdefghijklmnop",
					     "123456789012345678901",
					     "0123456789abcdef0123456789abcdef"};
	static const char *const more[] = {" kept=\"true\"",        " a=\"b\"",
					   " xml:lang=\"en\"",      " peer=\"false\"",
					   " most=\"0x400000000\"", " xmlns=\"urn:a\""};
	static const char *const lines[] = {"<alias name=\"a\"/>", "<tick/>",      "text",
					    "<!-- a -->",          "<clocks/>",    "<?a b?>",
					    "<![CDATA[a]]>",       "<![CDATA[ ]]>"};
	size_t at = below(strlen(text)), end;
	char *quote = strchr(text + at, '"'), *tag = strstr(text + at, "/>"), *line;

	switch (below(6)) {
	case 0:
		splice(text, at, below(2), pieces[below(sizeof(pieces) / sizeof(pieces[0]))]);
		break;
	case 1: /* a value, or the text between two */
		if (quote && (end = strcspn(quote + 1, "\"")) < 300)
			splice(text, (size_t)(quote + 1 - text), end,
			       values[below(sizeof(values) / sizeof(values[0]))]);
		break;
	case 2:
		if (tag)
			splice(text, (size_t)(tag - text), 0,
			       more[below(sizeof(more) / sizeof(more[0]))]);
		break;
	case 3: /* an attribute removed */
		if (quote && (end = strcspn(quote, " />")) < 300)
			splice(text, (size_t)(quote - text), end, "");
		break;
	case 4:
		line = strchr(text + at, '\n');
		if (line)
			splice(text, (size_t)(line - text), 0,
			       lines[below(sizeof(lines) / sizeof(lines[0]))]);
		break;
	default: /* a line removed or duplicated */
		line = strchr(text + at, '\n');
		if (line && (end = strcspn(line + 1, "\n")) < 300) {
			char copy[302];

			snprintf(copy, sizeof(copy), "\n%.*s", (int)end, line + 1);
			splice(text, (size_t)(line - text), below(2) ? 1 + end : 0,
			       below(2) ? "" : copy);
		}
	}
}

/*
 * Hosts and the grammar in board.rng agree on which files are valid. FPGACL_TEST_ROUNDS makes it
 * long.
 */
static void test_the_grammar_is_followed(void **state)
{
	const char *rounds = getenv("FPGACL_TEST_ROUNDS");
	char *original = slurp(BOARD_SUPPORT "/u250/board.xml");
	char *text = malloc(strlen(original) + 4096);
	int count = rounds ? atoi(rounds) : 400, valid = 0;

	(void)state;
	for (int i = 0; i < count; i++) {
		struct fcl_err err = {0};
		xmlDoc *doc = NULL;
		int error, expected;

		strcpy(text, original);
		for (size_t n = 1 + below(2); n; n--)
			damage(text);
		error = fcl_board_xml_read(text, strlen(text), "x", &doc, &err);
		expected = fcl_board_schema_check(text, strlen(text), 0);
		if (error != expected)
			fail_msg("round %d: %d \"%s\", expected %d:\n%s", i, error, err.text,
				 expected, text);
		valid += !error;
		if (!error)
			xmlFreeDoc(doc);
	}
	print_message("%d of %d were valid\n", valid, count);
	assert_true(valid > count / 20);
	free(text);
	free(original);
}

static void assert_same_tables(const struct fcl_board *a, const struct fcl_board *b)
{
	assert_int_equal(a->naliases, b->naliases);
	for (uint32_t i = 0; i < a->naliases; i++)
		assert_string_equal(a->aliases[i], b->aliases[i]);
	assert_int_equal(a->nbanks, b->nbanks);
	for (uint32_t i = 0; i < a->nbanks; i++) {
		assert_string_equal(a->banks[i].tag, b->banks[i].tag);
		assert_int_equal(a->banks[i].type, b->banks[i].type);
		assert_int_equal(a->banks[i].base, b->banks[i].base);
		assert_int_equal(a->banks[i].size, b->banks[i].size);
		assert_int_equal(a->banks[i].most, b->banks[i].most);
		assert_int_equal(a->banks[i].kept, b->banks[i].kept);
	}
	assert_int_equal(a->nclocks, b->nclocks);
	for (uint32_t i = 0; i < a->nclocks; i++) {
		assert_string_equal(a->clocks[i].name, b->clocks[i].name);
		assert_int_equal(a->clocks[i].type, b->clocks[i].type);
		assert_int_equal(a->clocks[i].mhz, b->clocks[i].mhz);
	}
	assert_int_equal(a->nsensors, b->nsensors);
	for (uint32_t i = 0; i < a->nsensors; i++) {
		assert_string_equal(a->sensors[i].name, b->sensors[i].name);
		assert_string_equal(a->sensors[i].unit, b->sensors[i].unit);
		assert_true(a->sensors[i].value == b->sensors[i].value);
	}
}

/*
 * Compares everything except pointers bytewise, so that a new member cannot be forgotten in the
 * generator.
 */
static void assert_same_numbers(struct fcl_board a, struct fcl_board b)
{
	a.name = a.vendor = a.device = a.vbnv = a.part = a.file = a.bdf = a.version = NULL;
	b.name = b.vendor = b.device = b.vbnv = b.part = b.file = b.bdf = b.version = NULL;
	a.aliases = b.aliases = NULL;
	a.banks = b.banks = NULL;
	a.clocks = b.clocks = NULL;
	a.sensors = b.sensors = NULL;
	a.builtin = b.builtin = NULL;
	assert_memory_equal(&a, &b, sizeof(a));
}

/* The tables of each built-in board match its board.xml. */
static void test_builtins_follow_their_files(void **state)
{
	static const char *const names[] = {"u200", "u250", "u280", "u50", "u55c", "aws-f1"};

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		struct fcl_board *board = load(names[i]), *parsed = NULL;
		struct fcl_err err = {0};
		char file[256], *text;

		assert_non_null(board->builtin);
		snprintf(file, sizeof(file), BOARD_SUPPORT "/%s/board.xml", names[i]);
		text = slurp(file);
		if (fcl_board_parse(text, strlen(text), board->file, &parsed, &err))
			fail_msg("%s", err.text);
		assert_string_equal(board->name, parsed->name);
		assert_string_equal(board->vendor, parsed->vendor);
		assert_string_equal(board->device, parsed->device);
		assert_string_equal(board->vbnv, parsed->vbnv);
		assert_string_equal(board->part, parsed->part);
		assert_string_equal(board->bdf, parsed->bdf);
		assert_string_equal(board->version, parsed->version);
		assert_same_tables(board, parsed);
		assert_same_numbers(*board, *parsed);
		fcl_board_free(parsed);
		fcl_board_free(board);
		free(text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_board_loads),
		cmocka_unit_test(test_device_names),
		cmocka_unit_test(test_lookup_by_platform),
		cmocka_unit_test(test_is_exact),
		cmocka_unit_test(test_unknown),
		cmocka_unit_test_setup_teardown(test_unknown_beside_a_folder, setup, teardown),
		cmocka_unit_test_setup_teardown(test_edited_board, setup, teardown),
		cmocka_unit_test_setup_teardown(test_schema_violations, setup, teardown),
		cmocka_unit_test_setup_teardown(test_contradictions, setup, teardown),
		cmocka_unit_test_setup_teardown(test_kept_banks, setup, teardown),
		cmocka_unit_test_setup_teardown(test_broken_xml, setup, teardown),
		cmocka_unit_test(test_truncated),
		cmocka_unit_test(test_the_grammar_is_followed),
		cmocka_unit_test(test_builtins_follow_their_files),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
