/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* after the headers it needs */
#include <cmocka.h>

#include "base/capture/contents.h"
#include "base/capture/recorder.h"
#include "base/capture/stored.h"
#include "base/file.h"
#include "host_tests/capture/mutants.h"
#include "host_tests/capture/own_file.h"

/* Files of captures: what is written is read, and whatever else is in a file is no crash. */

enum { CALLS = 40 };

/* Half of them are alike. */
static char *make_contents(size_t size, unsigned seed)
{
	char *bytes = malloc(size + 1);

	assert_non_null(bytes);
	for (size_t i = 0; i < size; i++)
		bytes[i] = (char)(seed % 2 ? i / 100 : (i * 2654435761u) >> (seed % 16));
	return bytes;
}

static size_t size_of(unsigned call)
{
	static const size_t sizes[] = {0, 1, 256, 257, 65536, 65537, 200000};

	return sizes[call % 7];
}

static void write_call(unsigned call)
{
	uint64_t list[3] = {call, UINT64_MAX, 0}, time = 7;
	char *bytes = make_contents(size_of(call), call);
	struct fcl_box box = {bytes, size_of(call), 1, 0, 1, 0};
	struct fcl_body body;

	fcl_body_begin(&body);
	fcl_body_raw(&body, &time, sizeof(time));
	fcl_body_number(&body, 0, call);
	fcl_body_list(&body, 1, list, 3);
	fcl_body_text(&body, 2, "a text");
	assert_int_equal(fcl_recorder_append(FCL_CAPTURE_CALL, 1, &body), call);
	fcl_body_begin(&body);
	fcl_body_raw(&body, &time, sizeof(time));
	fcl_body_leb(&body, call);
	fcl_body_leb(&body, (uint32_t)-5);
	fcl_recorder_contents(&body, 3, &box, true);
	fcl_recorder_contents(&body, 4, &box, false);
	fcl_recorder_append(FCL_CAPTURE_RESULT, 1, &body);
	free(bytes);
}

static void write_file(void)
{
	struct fcl_err err;

	assert_int_equal(fcl_recorder_open(path, &err), 0);
	for (unsigned call = 0; call < CALLS; call++)
		write_call(call);
	fcl_recorder_close();
}

static void check_call(const struct fcl_capture *capture, unsigned number)
{
	const struct fcl_captured_call *call = &capture->calls[number];
	struct fcl_values values = fcl_capture_values(capture, call->result);
	char *bytes = make_contents(size_of(number), number), *read = malloc(size_of(number) + 1);
	struct fcl_difference difference;
	struct fcl_value value;
	const uint8_t *at;

	assert_non_null(read);
	assert_int_equal(call->status, -5);
	assert_true(call->alone || size_of(number) > 256);
	assert_true(fcl_values_find(fcl_capture_values(capture, call->at), 1, &value));
	at = value.bytes;
	assert_int_equal(fcl_value_item(&value, &at), number);
	assert_true(fcl_value_item(&value, &at) == UINT64_MAX);
	assert_true(fcl_values_find(values, 3, &value));
	assert_int_equal(value.number, size_of(number));
	assert_int_equal(fcl_capture_contents(capture, &value, read, NULL), 0);
	assert_memory_equal(read, bytes, size_of(number));
	assert_true(fcl_values_find(values, 4, &value));
	assert_int_equal(fcl_capture_compare(capture, &value, bytes, &difference, NULL), 0);
	assert_false(difference.found);
	if (size_of(number)) {
		bytes[size_of(number) - 1] ^= 1;
		assert_int_equal(fcl_capture_compare(capture, &value, bytes, &difference, NULL), 0);
		assert_true(difference.found);
		assert_true(size_of(number) - difference.at <= FCL_CAPTURE_CHUNK);
	}
	free(bytes);
	free(read);
}

static void is_read_as_written(void **state)
{
	struct fcl_capture *capture = NULL;
	struct fcl_err err;

	(void)state;
	write_file();
	assert_int_equal(fcl_capture_read(path, &capture, &err), 0);
	assert_true(capture->complete);
	assert_string_equal(capture->damage, "");
	assert_int_equal(capture->ncalls, CALLS);
	for (unsigned call = 0; call < CALLS; call++)
		check_call(capture, call);
	fcl_capture_free(capture);
}

static void stores_chunks_once(void **state)
{
	char *bytes = NULL;
	size_t size = 0;

	(void)state;
	write_file();
	assert_int_equal(fcl_file_read(path, SIZE_MAX, &bytes, &size, NULL), 0);
	/* 40 calls give 1.5 MB; those of odd numbers are all alike, and the others repeat after 16. */
	assert_in_range(size, 10000, 1200000);
	free(bytes);
}

enum { WRITERS = 4, WIDTH = 5000, GAP = 3, ROWS = 200, SLICES = 3, PACKED = WIDTH * ROWS * SLICES };

/* Contents with gaps, for which the recorder's own threads are used; those of one thread are noise. */
static char *make_large(unsigned seed)
{
	uint64_t noise = seed + 1;
	char *bytes = malloc((WIDTH + GAP) * ROWS * SLICES);

	assert_non_null(bytes);
	for (size_t i = 0; i < (size_t)(WIDTH + GAP) * ROWS * SLICES; i++) {
		noise = noise * 6364136223846793005u + 1442695040888963407u;
		bytes[i] = (char)(seed ? i / 1000 : noise >> 40);
	}
	return bytes;
}

static void *write_large(void *data)
{
	unsigned seed = (unsigned)(uintptr_t)data;
	char *bytes = make_large(seed);
	struct fcl_box box = {bytes, WIDTH, ROWS, WIDTH + GAP, SLICES, (WIDTH + GAP) * ROWS};
	struct fcl_contents *contents = fcl_contents_begin(&box);
	struct fcl_body body;

	assert_non_null(contents);
	fcl_body_begin(&body);
	fcl_body_number(&body, 1, seed);
	fcl_contents_end(contents, &body, 2);
	fcl_recorder_contents(&body, 3, &box, false);
	fcl_recorder_append(FCL_CAPTURE_NOTE, 0, &body);
	free(bytes);
	return NULL;
}

static void check_large(const struct fcl_capture *capture, uint64_t note)
{
	struct fcl_values values = fcl_capture_values(capture, note);
	struct fcl_difference difference;
	char *packed = malloc(PACKED), *bytes;
	struct fcl_value value;

	assert_non_null(packed);
	assert_true(fcl_values_find(values, 1, &value));
	bytes = make_large((unsigned)value.number);
	assert_true(fcl_values_find(values, 2, &value));
	assert_int_equal(value.number, PACKED);
	assert_int_equal(fcl_capture_contents(capture, &value, packed, NULL), 0);
	for (size_t row = 0; row < (size_t)ROWS * SLICES; row++)
		assert_memory_equal(packed + row * WIDTH, bytes + row * (WIDTH + GAP), WIDTH);
	assert_true(fcl_values_find(values, 3, &value));
	assert_int_equal(fcl_capture_compare(capture, &value, packed, &difference, NULL), 0);
	assert_false(difference.found);
	free(packed);
	free(bytes);
}

static void has_large_contents_of_threads(void **state)
{
	struct fcl_capture *capture = NULL;
	pthread_t threads[WRITERS];
	struct fcl_err err;

	(void)state;
	assert_int_equal(fcl_recorder_open(path, &err), 0);
	for (size_t i = 0; i < WRITERS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, write_large, (void *)i), 0);
	for (size_t i = 0; i < WRITERS; i++)
		pthread_join(threads[i], NULL);
	fcl_recorder_close();
	assert_int_equal(fcl_capture_read(path, &capture, &err), 0);
	assert_string_equal(capture->damage, "");
	assert_int_equal(capture->nnotes, WRITERS);
	for (size_t i = 0; i < WRITERS; i++)
		check_large(capture, capture->notes[i]);
	fcl_capture_free(capture);
}

static void read_value(const struct fcl_capture *capture, const struct fcl_value *value)
{
	struct fcl_difference difference;
	char *bytes;

	if (!fcl_value_has_contents(value) || value->number > 1000000)
		return;
	bytes = calloc(1, (size_t)value->number + 1);
	assert_non_null(bytes);
	fcl_capture_contents(capture, value, bytes, NULL);
	fcl_capture_compare(capture, value, bytes, &difference, NULL);
	free(bytes);
}

static void read_all(const struct fcl_capture *capture)
{
	for (uint64_t i = 0; i < capture->nevents; i++) {
		struct fcl_values values = fcl_capture_values(capture, capture->events[i].at);
		struct fcl_value value;

		while (fcl_values_next(&values, &value))
			read_value(capture, &value);
	}
}

/* Every byte of the file may be any other; the sanitizers see what is read beyond. */
static void survives_anything(void **state)
{
	char *bytes = NULL, *copy;
	size_t size = 0;

	(void)state;
	write_file();
	assert_int_equal(fcl_file_read(path, SIZE_MAX, &bytes, &size, NULL), 0);
	copy = malloc(size);
	assert_non_null(copy);
	for (unsigned round = 0; round < 600; round++) {
		struct fcl_capture *capture = NULL;
		struct fcl_err err;
		size_t length = round % 5 ? size : mutants_random() % size;

		memcpy(copy, bytes, size);
		mutants_make(copy, size, round);
		assert_int_equal(fcl_file_write(path, copy, length, NULL), 0);
		if (fcl_capture_read(path, &capture, &err)) {
			assert_true(strlen(err.text) > 10);
			continue;
		}
		read_all(capture);
		fcl_capture_free(capture);
	}
	free(bytes);
	free(copy);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(is_read_as_written),
		cmocka_unit_test(stores_chunks_once),
		cmocka_unit_test(has_large_contents_of_threads),
		cmocka_unit_test(survives_anything),
	};

	return cmocka_run_group_tests(tests, make_file, remove_file);
}
