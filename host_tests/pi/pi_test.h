/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_PI_TEST_H
#define FCL_TEST_PI_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "runtime/clients/pi/pi.h"

/* All functions; NULL if the table of the host's version lacks it. */
struct pi_table {
#define PI_FUNCTION(name, since, until, behind, parameters) pi_result(*name) parameters;
#include "runtime/clients/pi/functions.inc"
#undef PI_FUNCTION
};

enum { PI_ROWS = sizeof(struct pi_table) / sizeof(void *), PI_BYTES = 4096 };

/* A host's structure, with a pattern behind it that the plugin must not touch. */
struct pi_host {
	char pi_version[20], plugin_version[20];
	char *targets;
	void *entries[PI_ROWS + 8];
};

/*
 * A row of the list: the function's name in the interface, without the version suffix that our name
 * may have.
 */
struct pi_row {
	char name[64];
	unsigned since, until;
	const char *behind;
};

extern struct pi_row pi_rows[PI_ROWS];

/* Whether the version's table contains the row. */
bool pi_has(const struct pi_row *row, unsigned version);

/* Copies the table of a version out of the host's structure. Returns the number of its entries. */
size_t pi_read_table(const struct pi_host *host, unsigned version, struct pi_table *ret_table);

/* What tests start from: the plugin, two devices, and an object of each kind. */
struct pi {
	void *library;
	pi_result (*init)(struct pi_host *host);
	struct pi_host host;
	const struct pi_table *table;
	pi_platform platform;
	pi_device devices[2]; /* [0]: u250, [1]: u50 */
	pi_context context, other;
	pi_queue queue, loose;  /* in order, out of order */
	pi_mem buffer, foreign; /* PI_BYTES; of `other` */
	pi_program program;
	pi_kernel vadd, poke;
};

extern struct pi pi;

/*
 * Loads the plugin as version "12.23", "14.42" or "15.48" and makes the objects; the teardown
 * releases everything and closes it.
 */
int pi_setup(void **state);
int pi_setup_14_42(void **state);
int pi_setup_15_48(void **state);
int pi_teardown(void **state);

/* Opens the plugin and looks up piPluginInit(). Close it with pi_close(). */
void pi_open(void);
void pi_close(void);
void pi_prepare(struct pi_host *host, const char *version);

/* Checks one row of a test. Prints a mismatch, which pi_end() turns into a failure of the test. */
void pi_expect(int expected, int found, const char *call, const char *file, int line);
void pi_end(void);

/*
 * A test: every entry answers an error if all arguments are NULL and 0, except for those that take
 * none.
 */
void pi_nothing_is_refused(void **state);

#define EXPECT(code, call) pi_expect(code, call, #call, __FILE__, __LINE__)
#define EXPECT_TRUE(condition) pi_expect(1, !!(condition), #condition, __FILE__, __LINE__)

/* Fills in a descriptor as the compiler's wrapper does. The bytes must outlive it. */
void pi_wrap(struct pi_device_binary_struct *binary, const char *target, const void *bytes,
	     size_t size);

#endif
