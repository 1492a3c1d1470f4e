/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memory runs out at every point while a board.xml is read. The result is -ENOMEM or the board that
 * the file describes, never a different board, and the host never dies.
 */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "board_support/board_parse.h"
#include "host_tests/image/cmocka_all.h"
#include "host_tests/read_file.h"
#include "host_tests/scarce.h"

enum { RIGHT, MISTAKEN = SCARCE_REFUSED + 1, WRONG }; /* exit codes of a run */

static char *text;
static size_t size;
static struct fcl_board *expected; /* the built-in board from the same file */

static bool same_bank(const struct fcl_board_bank *a, const struct fcl_board_bank *b)
{
	return !strcmp(a->tag, b->tag) && a->type == b->type && a->base == b->base &&
	       a->size == b->size && a->most == b->most && a->kept == b->kept &&
	       a->latency_ns == b->latency_ns && a->peak_mb == b->peak_mb;
}

static bool same_tables(const struct fcl_board *a, const struct fcl_board *b)
{
	bool same = a->naliases == b->naliases && a->nbanks == b->nbanks &&
		    a->nclocks == b->nclocks && a->nsensors == b->nsensors;

	for (uint32_t i = 0; same && i < a->naliases; i++)
		same = !strcmp(a->aliases[i], b->aliases[i]);
	for (uint32_t i = 0; same && i < a->nbanks; i++)
		same = same_bank(&a->banks[i], &b->banks[i]);
	for (uint32_t i = 0; same && i < a->nclocks; i++)
		same = !strcmp(a->clocks[i].name, b->clocks[i].name) &&
		       a->clocks[i].type == b->clocks[i].type &&
		       a->clocks[i].mhz == b->clocks[i].mhz;
	for (uint32_t i = 0; same && i < a->nsensors; i++)
		same = !strcmp(a->sensors[i].name, b->sensors[i].name) &&
		       !strcmp(a->sensors[i].unit, b->sensors[i].unit) &&
		       a->sensors[i].value == b->sensors[i].value;
	return same;
}

static bool same_board(const struct fcl_board *a, const struct fcl_board *b)
{
	return !strcmp(a->name, b->name) && !strcmp(a->vendor, b->vendor) &&
	       !strcmp(a->device, b->device) && !strcmp(a->vbnv, b->vbnv) &&
	       !strcmp(a->part, b->part) && !strcmp(a->bdf, b->bdf) &&
	       !strcmp(a->version, b->version) && a->vendor_id == b->vendor_id &&
	       a->device_id == b->device_id && a->slots == b->slots && a->max_cus == b->max_cus &&
	       a->keeps_memory == b->keeps_memory && a->h2d_channels == b->h2d_channels &&
	       a->d2h_channels == b->d2h_channels && a->peer == b->peer &&
	       a->host_alignment == b->host_alignment &&
	       a->buffer_alignment == b->buffer_alignment && a->default_bank == b->default_bank &&
	       a->kernel_mhz == b->kernel_mhz && same_tables(a, b);
}

static int read_board(void)
{
	struct fcl_board *board = NULL;
	struct fcl_err err = {0};
	int error, code;

	scarce_begin();
	error = fcl_board_parse(text, size, "board.xml", &board, &err);
	scarce_end();
	if (error)
		return error == -ENOMEM ? SCARCE_REFUSED : MISTAKEN;
	code = same_board(board, expected) ? RIGHT : WRONG;
	fcl_board_free(board);
	return code;
}

/* A host may open its devices on any thread, after another thread has read a board. */
static void *read_here(void *ret_code)
{
	*(int *)ret_code = read_board();
	return NULL;
}

static int read_on_a_thread(void)
{
	struct fcl_board *board = NULL;
	pthread_t thread;
	int code = -1;

	if (fcl_board_parse(text, size, "board.xml", &board, NULL) ||
	    pthread_create(&thread, NULL, read_here, &code))
		return WRONG;
	pthread_join(thread, NULL);
	fcl_board_free(board);
	return code;
}

/* Fails each call in turn, starting with call `first`. */
static void fail_each(int (*work)(void), enum scarcity scarcity, long first)
{
	long total, refused, bad = scarce_scan(work, first, scarcity, &total, &refused);

	print_message("%ld calls, %ld refusals, %ld bad ends\n", total, refused, bad);
	assert_int_equal(bad, 0);
	assert_true(total > 300 && refused > total / 2);
}

static void one_fails(void **state)
{
	(void)state;
	fail_each(read_board, SCARCE_ONCE, 1);
}

static void all_fail_from_some_time_on(void **state)
{
	(void)state;
	fail_each(read_board, SCARCE_FOREVER, 1);
}

static void one_fails_on_a_thread(void **state)
{
	(void)state;
	fail_each(read_on_a_thread, SCARCE_ONCE, 1);
}

static void all_fail_on_a_thread(void **state)
{
	(void)state;
	/*
	 * The first call checks whether there is room for libxml2's thread-local variables, and
	 * frees it again. If the second call, which allocates them, fails nevertheless, libxml2
	 * before 2.12 ends the process.
	 */
	fail_each(read_on_a_thread, SCARCE_FOREVER, 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_fails), cmocka_unit_test(all_fail_from_some_time_on),
		cmocka_unit_test(one_fails_on_a_thread), cmocka_unit_test(all_fail_on_a_thread)};
	struct fcl_err err = {0};

	text = read_file(BOARD_SUPPORT "/u50/board.xml", &size);
	if (!text || fcl_board_load("u50", &expected, &err) || scarce_set_up())
		return 1;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
