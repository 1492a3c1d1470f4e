/* SPDX-License-Identifier: Apache-2.0 */
/* Ports that send and receive: in one process and several, over cables and switches, with faults. */
#include "host_tests/base/unit_test.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/rack/end.h"
#include "base/rack/mailbox.h"
#include "base/rack/shared.h"

static char folder[] = "/tmp/fpgacl-rack.XXXXXX";
static struct fcl_err err;

static int create(void **state)
{
	char path[64];

	(void)state;
	if (!mkdtemp(folder))
		return 1;
	snprintf(path, sizeof(path), "%s/rack", folder);
	return setenv("FPGACL_RACK_DIR", path, 1);
}

static int destroy(void **state)
{
	char command[64];

	(void)state;
	snprintf(command, sizeof(command), "rm -r %s", folder);
	return system(command);
}

static void read_rack(const char *text, struct fcl_rack *rack)
{
	char path[64];

	snprintf(path, sizeof(path), "%s/rack.ini", folder);
	assert_int_equal(fcl_file_write(path, text, strlen(text), &err), 0);
	if (fcl_rack_read(path, rack, &err))
		fail_msg("%s", err.text);
}

static struct fcl_rack_end *open_port(const struct fcl_rack *rack, const char *name)
{
	struct fcl_rack_end *end = NULL;

	if (fcl_rack_open(rack, fcl_rack_find_port(rack, name), &end, &err))
		fail_msg("%s", err.text);
	return end;
}

/* Waits for a frame, for at most ten seconds. */
static const struct fcl_rack_frame *wait_frame(struct fcl_rack_end *end)
{
	struct pollfd wait = {.events = POLLIN};

	while (fcl_rack_wait(end, true, false, &wait.fd))
		if (poll(&wait, 1, 10000) <= 0)
			return NULL;
	return fcl_rack_receive(end);
}

static void both_ways(void **state)
{
	static unsigned char bytes[FCL_RACK_MAX_FRAME];
	struct fcl_rack_end *a, *b;
	const struct fcl_rack_frame *frame;
	struct fcl_rack rack;

	(void)state;
	read_rack("[link]\nends=a:x-b:y\n", &rack);
	a = open_port(&rack, "a:x");
	assert_false(fcl_rack_is_up(a));
	assert_null(fcl_rack_receive(a));
	b = open_port(&rack, "b:y");
	assert_true(fcl_rack_is_up(a));
	assert_int_equal(fcl_rack_send(a, "hello", 5, FCL_RACK_LAST, false), 0);
	assert_int_equal(fcl_rack_send(b, "you", 3, 0, false), 0);
	frame = wait_frame(b);
	assert_non_null(frame);
	assert_int_equal(frame->size, 5);
	assert_int_equal(frame->flags, FCL_RACK_LAST);
	assert_memory_equal(frame->bytes, "hello", 5);
	fcl_rack_take(b);
	assert_null(fcl_rack_receive(b));
	frame = wait_frame(a);
	assert_non_null(frame);
	assert_memory_equal(frame->bytes, "you", 3);
	fcl_rack_take(a);
	/* Sizes at both ends of what is allowed, around the end of the ring. */
	assert_int_equal(fcl_rack_send(a, bytes, 0, 0, false), -EINVAL);
	assert_int_equal(fcl_rack_send(a, bytes, FCL_RACK_MAX_FRAME + 1, 0, false), -EINVAL);
	for (unsigned i = 0; i < 1000; i++) {
		uint32_t size = i % 2 ? FCL_RACK_MAX_FRAME - i : i / 2 + 1;

		memset(bytes, (int)i, size);
		assert_int_equal(fcl_rack_send(a, bytes, size, 0, false), 0);
		frame = fcl_rack_receive(b);
		assert_non_null(frame);
		assert_int_equal(frame->size, size);
		assert_memory_equal(frame->bytes, bytes, size);
		fcl_rack_take(b);
	}
	assert_int_equal(fcl_rack_open(&rack, fcl_rack_find_port(&rack, "a:x"),
				       &(struct fcl_rack_end *){NULL}, &err),
			 -EADDRINUSE);
	fcl_rack_close(b);
	assert_false(fcl_rack_is_up(a));
	/* Nobody is there: it is lost, and not for the next that comes. */
	assert_int_equal(fcl_rack_send(a, "late", 4, 0, false), 0);
	b = open_port(&rack, "b:y");
	assert_null(fcl_rack_receive(b));
	fcl_rack_close(a);
	fcl_rack_close(b);
	fcl_rack_free(&rack);
}

enum { FRAMES = 20000 };

static void *send_all(void *data)
{
	struct fcl_rack_end *end = data;
	struct pollfd wait = {.events = POLLIN};
	unsigned char bytes[600];

	for (uint32_t i = 0; i < FRAMES; i++) {
		memset(bytes, (int)i, sizeof(bytes));
		memcpy(bytes, &i, sizeof(i));
		while (fcl_rack_send(end, bytes, 4 + i % 500, 0, true) == -EAGAIN)
			if (fcl_rack_wait(end, false, true, &wait.fd) && poll(&wait, 1, 10000) <= 0)
				return "no room";
	}
	return NULL;
}

/* Returns the number of the first frame that is not as it was sent; FRAMES: all are. */
static uint32_t receive_all(struct fcl_rack_end *end, uint32_t until)
{
	for (uint32_t i = 0; i < until; i++) {
		const struct fcl_rack_frame *frame = wait_frame(end);
		uint32_t number;

		if (!frame || frame->size != 4 + i % 500)
			return i;
		memcpy(&number, frame->bytes, 4);
		if (number != i || (frame->size > 4 && frame->bytes[frame->size - 1] != (i & 0xff)))
			return i;
		fcl_rack_take(end);
	}
	return until;
}

/* With flow control all frames arrive in their order: between threads, and between processes. */
static void flow_control(void **state)
{
	struct fcl_rack_end *a, *b;
	struct fcl_rack rack;
	pthread_t thread;
	void *problem;
	int status;
	pid_t child;

	(void)state;
	read_rack("[link]\nends=a:x-b:y\n", &rack);
	a = open_port(&rack, "a:x");
	b = open_port(&rack, "b:y");
	assert_int_equal(pthread_create(&thread, NULL, send_all, a), 0);
	assert_int_equal(receive_all(b, FRAMES), FRAMES);
	pthread_join(thread, &problem);
	assert_null(problem);
	assert_int_equal(fcl_rack_count(a).sent, FRAMES);
	assert_int_equal(fcl_rack_count(b).received, FRAMES);
	fcl_rack_close(b);
	child = fork();
	if (!child) {
		struct fcl_rack_end *end = NULL;

		_exit(fcl_rack_open(&rack, fcl_rack_find_port(&rack, "b:y"), &end, &err) ||
		      receive_all(end, FRAMES) != FRAMES);
	}
	while (!fcl_rack_is_up(a))
		usleep(1000);
	assert_null(send_all(a));
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	fcl_rack_close(a);
	fcl_rack_free(&rack);
}

/* Without flow control, a receiver that does not read loses frames; one that does, none. */
static void overflow(void **state)
{
	static const unsigned char bytes[1000];
	struct pollfd wait = {.events = POLLIN};
	struct fcl_rack_end *a, *b;
	struct fcl_rack_counts counts;
	struct fcl_rack rack;
	uint64_t received = 0;

	(void)state;
	read_rack("[link]\nends=a:x-b:y\n", &rack);
	a = open_port(&rack, "a:x");
	b = open_port(&rack, "b:y");
	for (int i = 0; i < 400; i++)
		while (fcl_rack_send(a, bytes, sizeof(bytes), 0, false) == -EAGAIN)
			if (fcl_rack_wait(a, false, true, &wait.fd))
				assert_int_equal(poll(&wait, 1, 10000), 1);
	for (; fcl_rack_receive(b); received++)
		fcl_rack_take(b);
	counts = fcl_rack_count(a);
	assert_int_equal(counts.sent, 400);
	assert_true(received >= 200 && received < 300);
	assert_int_equal(counts.dropped + received, 400);
	fcl_rack_close(a);
	fcl_rack_close(b);
	fcl_rack_free(&rack);
}

/* Sends 1,000 numbered frames; the text is what arrived, and how. */
static void run_with_faults(const struct fcl_rack *rack, char *text, size_t size)
{
	struct fcl_rack_end *a = open_port(rack, "a:x"), *b = open_port(rack, "b:y");
	const struct fcl_rack_frame *frame;
	size_t length = 0;
	int descriptor;

	for (int i = 0; i < 1000; i++)
		assert_int_equal(fcl_rack_send(a, &i, sizeof(i), FCL_RACK_LAST, false), 0);
	fcl_rack_wait(a, true, false, &descriptor); /* what was held back goes */
	for (; (frame = fcl_rack_receive(b)); fcl_rack_take(b)) {
		int number;

		memcpy(&number, frame->bytes, sizeof(number));
		length += (size_t)snprintf(text + length, size - length, "%d%s ", number,
					   frame->flags & FCL_RACK_BAD ? "!" : "");
	}
	assert_int_equal(fcl_rack_count(a).lost > 50, 1);
	fcl_rack_close(a);
	fcl_rack_close(b);
}

/* The same seed gives the same faults, another one others; all kinds happen. */
static void faults(void **state)
{
	static char first[20000], second[20000];
	struct fcl_rack rack;

	(void)state;
	read_rack("[link]\nends=a:x-b:y\nloss=10%\ncorrupt=5%\nduplicate=5%\nreorder=5%\nseed=1\n",
		  &rack);
	run_with_faults(&rack, first, sizeof(first));
	run_with_faults(&rack, second, sizeof(second));
	assert_string_equal(first, second);
	assert_non_null(strstr(first, "! "));
	fcl_rack_free(&rack);
	read_rack("[link]\nends=a:x-b:y\nloss=10%\ncorrupt=5%\nduplicate=5%\nreorder=5%\nseed=2\n",
		  &rack);
	run_with_faults(&rack, second, sizeof(second));
	assert_string_not_equal(first, second);
	fcl_rack_free(&rack);
	read_rack("[link]\nends=a:x-b:y\nloss=10%\nseed=1\n", &rack);
	run_with_faults(&rack, second, sizeof(second));
	assert_null(strstr(second, "!"));
	fcl_rack_free(&rack);
}

static bool has_frame(struct fcl_rack_end *end)
{
	bool has = fcl_rack_receive(end) != NULL;

	fcl_rack_take(end);
	return has;
}

/* A switch sends to all until it knows where an address is, and broadcasts always. */
static void switches(void **state)
{
	unsigned char to_b[60] = {2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1};
	unsigned char to_a[60] = {2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2};
	unsigned char to_all[60] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2, 0, 0, 0, 0, 2};
	struct fcl_rack_end *a, *b, *c;
	struct fcl_rack rack;

	(void)state;
	read_rack("[switch s]\nports=a:x b:x c:x\n", &rack);
	a = open_port(&rack, "a:x");
	b = open_port(&rack, "b:x");
	c = open_port(&rack, "c:x");
	assert_int_equal(fcl_rack_send(a, to_b, sizeof(to_b), FCL_RACK_LAST, false), 0);
	assert_true(has_frame(b) && has_frame(c) && !has_frame(a));
	assert_int_equal(fcl_rack_send(b, to_a, sizeof(to_a), FCL_RACK_LAST, false), 0);
	assert_true(has_frame(a) && !has_frame(c) && !has_frame(b));
	assert_int_equal(fcl_rack_send(a, to_b, sizeof(to_b), FCL_RACK_LAST, false), 0);
	assert_true(has_frame(b) && !has_frame(c));
	assert_int_equal(fcl_rack_send(b, to_all, sizeof(to_all), FCL_RACK_LAST, false), 0);
	assert_true(has_frame(a) && has_frame(c));
	fcl_rack_close(a);
	fcl_rack_close(b);
	fcl_rack_close(c);
	fcl_rack_free(&rack);
}

static void down_and_up(void **state)
{
	struct fcl_rack_end *a, *b;
	struct fcl_rack rack;

	(void)state;
	read_rack("[link]\nends=a:x-b:y\n", &rack);
	a = open_port(&rack, "a:x");
	b = open_port(&rack, "b:y");
	assert_int_equal(fcl_rack_set_down(&rack, 0, true, &err), 0);
	assert_false(fcl_rack_is_up(a));
	assert_int_equal(fcl_rack_send(a, "x", 1, 0, false), 0);
	assert_int_equal(fcl_rack_send(a, "x", 1, 0, true), -EAGAIN);
	assert_false(has_frame(b));
	assert_int_equal(fcl_rack_count(a).lost, 1);
	assert_int_equal(fcl_rack_set_down(&rack, 0, false, &err), 0);
	assert_true(fcl_rack_is_up(a));
	assert_int_equal(fcl_rack_send(a, "x", 1, 0, true), 0);
	assert_true(has_frame(b));
	fcl_rack_close(a);
	fcl_rack_close(b);
	fcl_rack_free(&rack);
}

/* A process that is killed while it sends and receives leaves a port that the next can use. */
static void killed(void **state)
{
	struct fcl_rack_end *a, *b;
	struct fcl_rack rack;

	(void)state;
	read_rack("[link]\nends=a:x-b:y\n", &rack);
	a = open_port(&rack, "a:x");
	for (unsigned i = 0; i < 50; i++) {
		pid_t child = fork();

		if (!child) {
			b = NULL;
			if (fcl_rack_open(&rack, fcl_rack_find_port(&rack, "b:y"), &b, &err))
				_exit(1);
			for (;;) {
				fcl_rack_send(b, "1234567", 8, 0, true);
				fcl_rack_take(b);
			}
		}
		while (!has_frame(a))
			;
		for (unsigned j = 0; j < i * 20; j++) {
			fcl_rack_send(a, "abc", 4, 0, false);
			assert_true(!fcl_rack_receive(a) || fcl_rack_receive(a)->size == 8);
			fcl_rack_take(a);
		}
		kill(child, SIGKILL);
		assert_int_equal(waitpid(child, NULL, 0), child);
		while (has_frame(a))
			;
	}
	b = open_port(&rack, "b:y");
	assert_int_equal(fcl_rack_send(a, "abc", 4, 0, true), 0);
	assert_true(has_frame(b));
	fcl_rack_close(a);
	fcl_rack_close(b);
	fcl_rack_free(&rack);
}

/* The last program of a rack leaves nothing behind. */
static void clean(void **state)
{
	char path[128];
	struct fcl_rack_end *a;
	struct fcl_rack rack;

	(void)state;
	read_rack("[link]\nends=a:x-b:y\n", &rack);
	snprintf(path, sizeof(path), "%s/rack/%s/a:x.box", folder, rack.id);
	a = open_port(&rack, "a:x");
	assert_int_equal(access(path, F_OK), 0);
	fcl_rack_close(a);
	assert_int_equal(access(path, F_OK), -1);
	fcl_rack_free(&rack);
}

/* A frame stays as long as it was when it was looked at. */
static void changed_late(const struct fcl_rack *rack, struct fcl_rack_end *a, const char *path)
{
	struct fcl_rack_end *b = open_port(rack, "b:y");
	const struct fcl_rack_frame *frame;
	const uint32_t huge = UINT32_MAX;
	int file = open(path, O_RDWR);

	while (has_frame(a))
		;
	assert_int_equal(fcl_rack_send(b, "hello", 5, FCL_RACK_LAST, true), 0);
	frame = fcl_rack_receive(a);
	assert_non_null(frame);
	for (off_t at = 0; at < FCL_RACK_RING; at += 16)
		assert_int_equal(pwrite(file, &huge, 4, FCL_RACK_HEAD + at), 4);
	assert_int_equal(fcl_rack_receive(a)->size, 5);
	fcl_rack_take(a);
	assert_null(fcl_rack_receive(a));
	assert_int_equal(fcl_rack_send(b, "you", 3, FCL_RACK_LAST, true), 0);
	assert_true(has_frame(a));
	close(file);
	fcl_rack_close(b);
}

/* What other programs write into a mailbox may be anything. */
static void hostile(void **state)
{
	char path[128];
	struct fcl_rack_end *a;
	struct fcl_rack rack;
	unsigned random = 1;
	unsigned char *box;
	int file;

	(void)state;
	read_rack("[link]\nends=a:x-b:y\n", &rack);
	a = open_port(&rack, "a:x");
	snprintf(path, sizeof(path), "%s/rack/%s/a:x.box", folder, rack.id);
	file = open(path, O_RDWR);
	assert_true(file >= 0);
	box = malloc(FCL_RACK_RING);
	assert_non_null(box);
	for (int i = 0; i < 200; i++) {
		uint64_t tail;

		for (size_t j = 0; j < 4096; j++)
			box[j] = (unsigned char)((random = random * 1103515245 + 12345) >> 16);
		for (off_t at = 0; at < FCL_RACK_RING; at += 4096)
			assert_int_equal(pwrite(file, box, 4096, FCL_RACK_HEAD + at), 4096);
		memcpy(&tail, box, sizeof(tail));
		tail &= i % 2 ? UINT64_MAX : 0x3fff0;
		pwrite(file, &tail, sizeof(tail), (off_t)offsetof(struct fcl_rack_box, tail));
		for (int j = 0; j < 100; j++) {
			const struct fcl_rack_frame *frame = fcl_rack_receive(a);
			unsigned sum = 0;

			for (uint32_t k = 0; frame && k < frame->size; k++)
				sum += frame->bytes[k];
			assert_true(sum < UINT32_MAX);
			fcl_rack_take(a);
		}
	}
	close(file);
	free(box);
	changed_late(&rack, a, path);
	fcl_rack_close(a);
	fcl_rack_free(&rack);
}

/* --- records ----------------------------------------------------------------------------------- */

static uint32_t word_at(const char *bytes, size_t at)
{
	uint32_t word;

	memcpy(&word, bytes + at, sizeof(word));
	return word;
}

/* Each frame is in the file, with the interface of the port that sent it. */
static void records(void **state)
{
	struct fcl_rack_end *a, *b;
	struct fcl_rack rack;
	char path[128], *bytes, seen[8] = "";
	size_t size, at = 0;

	(void)state;
	setenv("FPGACL_RACK_PCAP", folder, 1);
	read_rack("[link]\nends=a:x-b:y\nrate=100 Gb/s\n", &rack);
	a = open_port(&rack, "a:x");
	b = open_port(&rack, "b:y");
	assert_int_equal(fcl_rack_send(a, "one", 3, FCL_RACK_LAST, false), 0);
	assert_int_equal(fcl_rack_send(b, "four", 4, FCL_RACK_LAST, false), 0);
	assert_int_equal(fcl_rack_send(a, "seven", 5, FCL_RACK_LAST, false), 0);
	unsetenv("FPGACL_RACK_PCAP");
	snprintf(path, sizeof(path), "%s/a:x-b:y.pcapng", folder);
	assert_int_equal(fcl_file_read(path, SIZE_MAX, &bytes, &size, &err), 0);
	assert_int_equal(word_at(bytes, 0), 0x0A0D0D0A);
	assert_int_equal(word_at(bytes, 8), 0x1A2B3C4D);
	for (; at < size; at += word_at(bytes, at + 4)) {
		uint32_t length = word_at(bytes, at + 4);

		assert_int_equal(length % 4, 0);
		assert_int_equal(word_at(bytes, at + length - 4), length);
		if (word_at(bytes, at) == 6) {
			seen[strlen(seen)] = (char)('0' + word_at(bytes, at + 8));
			assert_int_equal(word_at(bytes, at + 20), word_at(bytes, at + 24));
			assert_int_equal(length, 32 + (word_at(bytes, at + 20) + 3) / 4 * 4);
		}
	}
	assert_int_equal(at, size);
	assert_string_equal(seen, "010");
	assert_memory_equal(bytes + size - 12, "seven\0\0\0", 8);
	free(bytes);
	fcl_rack_close(a);
	fcl_rack_close(b);
	fcl_rack_free(&rack);
}

/* Who begins to send when a receiver has been killed waits for the one that takes its place. */
static void successor_of_killed(void **state)
{
	struct fcl_rack_end *from, *to;
	const struct fcl_rack_frame *frame;
	struct fcl_rack rack;
	int ready[2], status;
	pid_t child;
	char byte;

	(void)state;
	read_rack("[link]\nends=k:p - l:p\n[link]\nends=k:q - l:q\n", &rack);
	/* The folder stays, as another port is in use. */
	from = open_port(&rack, "k:q");
	assert_int_equal(pipe(ready), 0);
	child = fork();
	if (!child) {
		open_port(&rack, "l:p");
		status = write(ready[1], "", 1) != 1;
		for (;;)
			pause();
	}
	assert_int_equal(read(ready[0], &byte, 1), 1);
	kill(child, SIGKILL);
	assert_int_equal(waitpid(child, &status, 0), child);
	to = open_port(&rack, "k:p");
	assert_int_equal(fcl_rack_send(to, "early", 5, FCL_RACK_LAST, true), -EAGAIN);
	fcl_rack_close(from);
	from = to;
	to = open_port(&rack, "l:p");
	assert_int_equal(fcl_rack_send(from, "late", 4, FCL_RACK_LAST, true), 0);
	frame = wait_frame(to);
	assert_non_null(frame);
	assert_memory_equal(frame->bytes, "late", 4);
	fcl_rack_close(from);
	fcl_rack_close(to);
	close(ready[0]);
	close(ready[1]);
	fcl_rack_free(&rack);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_ways),    cmocka_unit_test(successor_of_killed),
		cmocka_unit_test(flow_control), cmocka_unit_test(overflow),
		cmocka_unit_test(faults),       cmocka_unit_test(switches),
		cmocka_unit_test(down_and_up),  cmocka_unit_test(killed),
		cmocka_unit_test(clean),        cmocka_unit_test(hostile),
		cmocka_unit_test(records),
	};

	return cmocka_run_group_tests(tests, create, destroy);
}
