/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a client gets from a board process and an executor that lie: test_fuzz FPGACL. Answers with random
 * numbers, payloads and descriptors, ends of requests that nobody has sent. Every call of the client's returns,
 * and it neither crashes nor writes where it should not; under AddressSanitizer this finds more.
 * FPGACL_TEST_FUZZ: rounds; FPGACL_TEST_SEED: of the first.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "clients.h"
#include "hal/board/wire/ring.h"
#include "process.h"

enum { BOUND_S = 120, MOST_MESSAGES = 60, ROUND_MS = 1000 };

static struct fcl_bd_facts facts;
static struct fcl_image *image;

/* --- the client ------------------------------------------------------------------------------- */

static void on_done(struct fcl_hal_request *request, int status, const char *text)
{
	(void)text;
	*(_Atomic int *)request->tag = status ? status : 1;
}

/* Submits one and waits for its end. */
static void run_one(struct fcl_hal_device *device, struct fcl_hal_request *request)
{
	_Atomic int done = 0;

	request->done = on_done;
	request->tag = &done;
	if (suite.hal->submit(device, &request, 1))
		return;
	while (!done) {
		suite.hal->progress(device, &done);
		fcl_pause_us(100);
	}
}

static void transfer(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer,
		     enum fcl_hal_op op, char *bytes, size_t size)
{
	struct fcl_hal_request request = {.op = op};

	request.u.transfer.buffer = buffer;
	request.u.transfer.host = bytes;
	request.u.transfer.box = fcl_hal_linear_box(size);
	run_one(device, &request);
}

static void use_buffer(struct fcl_hal_device *device, struct fcl_hal_program *program)
{
	enum { BYTES = 100000 };
	static char bytes[BYTES];
	struct fcl_hal_buffer *buffer = NULL;
	struct work work;

	if (suite.hal->buffer_alloc(device, NULL, 0, BYTES, &buffer, NULL))
		return;
	transfer(device, buffer, FCL_HAL_WRITE, bytes, BYTES);
	transfer(device, buffer, FCL_HAL_READ, bytes, BYTES);
	if (program) {
		uint32_t n = 64;

		work_launch(&work, program, K_ADD, 1);
		for (uint32_t i = 0; i < 3; i++)
			work_buffer(&work, i, buffer, 0);
		work_bytes(&work, 3, &n, sizeof(n));
		run_one(device, &work.request);
	}
	suite.hal->buffer_free(device, buffer);
}

/* Whatever address the other side names: what this one is given it can write. */
static void use_svm(struct fcl_hal_device *device)
{
	enum { BYTES = 5000 };
	static char bytes[BYTES];
	struct fcl_hal_buffer *buffer = NULL, *again = NULL;
	void *pointer = NULL;

	if (suite.hal->svm_alloc(device, BYTES, &pointer, &buffer, NULL))
		return;
	memset(pointer, 1, BYTES);
	transfer(device, buffer, FCL_HAL_READ, bytes, BYTES);
	if (!suite.hal->svm_attach(device, pointer, BYTES, &again, NULL)) {
		memset(pointer, 2, BYTES);
		suite.hal->buffer_free(device, again);
	}
	suite.hal->buffer_free(device, buffer);
}

static void use_pipe(struct fcl_hal_device *device)
{
	struct fcl_hal_pipe *pipe = NULL;
	char packets[64];
	uint32_t count;

	if (suite.hal->pipe_create(device, 4, 16, &pipe, NULL))
		return;
	suite.hal->pipe_push(device, pipe, packets, 16, &count);
	suite.hal->pipe_pop(device, pipe, packets, 16, &count);
	suite.hal->pipe_drain(device, pipe, packets, 16, &count);
	suite.hal->pipe_level(device, pipe, &count);
	suite.hal->pipe_close(device, pipe);
}

/* Whatever comes back, in whatever order. */
static void be_client(void)
{
	struct fcl_hal_device *device = NULL;
	struct fcl_hal_program *program = NULL;
	struct fcl_hal_sensor sensor;
	uint8_t uuid[16];

	alarm(BOUND_S);
	if (suite.hal->open("liar", 0, &device, NULL))
		_exit(0);
	for (int i = 0; i < 3; i++) {
		if (suite.hal->program(device, 0, image, &program, NULL))
			program = NULL;
		use_buffer(device, program);
		use_pipe(device);
		use_svm(device);
		suite.hal->sensor(device, 0, &sensor);
		suite.hal->verify(device, 0, uuid, NULL);
		suite.hal->unprogram(device, program);
		if (suite.hal->health(device, NULL))
			suite.hal->reset(device, NULL);
	}
	suite.hal->close(device);
	fcl_image_unref(image);
	exit(0); /* for what looks for leaks */
}

/* --- the liar --------------------------------------------------------------------------------- */

struct liar {
	uint64_t random;
	int client, call; /* -1: closed */
	int shared_fd;
	struct fcl_bd_shared *shared;
	unsigned messages;
	uint64_t region, region_bytes; /* of shared virtual memory */
};

static uint32_t next_random(struct liar *liar)
{
	liar->random = liar->random * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(liar->random >> 33);
}

static bool one_in(struct liar *liar, uint32_t n)
{
	return next_random(liar) % n == 0;
}

static uint64_t some_number(struct liar *liar)
{
	static const uint64_t edges[] = {0, 1, 2, 4095, 4096, UINT32_MAX, UINT64_MAX, 1u << 31};

	return one_in(liar, 3) ? (uint64_t)next_random(liar) << 31
			       : edges[next_random(liar) % (sizeof(edges) / sizeof(edges[0]))];
}

/* A file as a buffer could be in: large or small, which can or cannot become shorter. */
static int some_file(struct liar *liar)
{
	int fd = memfd_create("liar", MFD_CLOEXEC | MFD_ALLOW_SEALING);

	assert_int_equal(ftruncate(fd, one_in(liar, 2) ? 1 << 20 : 4096), 0);
	if (!one_in(liar, 3))
		fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK);
	if (one_in(liar, 4))
		lseek(fd, one_in(liar, 2) ? 4096 : 77, SEEK_SET);
	return one_in(liar, 8) ? open("/dev/null", O_RDWR | O_CLOEXEC) : fd;
}

static void flip_bits(struct liar *liar, void *bytes, size_t size)
{
	for (unsigned i = next_random(liar) % 8; i; i--)
		((unsigned char *)bytes)[next_random(liar) % size] ^=
			(unsigned char)(1u << next_random(liar) % 8);
}

/* The payload keeps its size: that is what is sent. */
static void flip_head(struct liar *liar, struct fcl_bd_packet *packet)
{
	uint32_t payload = packet->head.payload;

	flip_bits(liar, &packet->head, offsetof(struct fcl_bd_message, text));
	packet->head.payload = payload;
}

/* Turns a call into an answer that is right, nearly right, or nonsense. */
/* An address in the client's region, at its end, or anywhere; now and then another region is wanted first. */
static void answer_svm(struct liar *liar, struct fcl_bd_packet *packet)
{
	const uint64_t offsets[] = {0,
				    4096,
				    liar->region_bytes - 5000,
				    liar->region_bytes - 4999,
				    liar->region_bytes,
				    UINT64_MAX};

	if (!liar->region || one_in(liar, 4))
		packet->head.error = -ENOSPC;
	else if (!one_in(liar, 4))
		packet->head.v[FCL_BD_ADDRESS] = liar->region + offsets[next_random(liar) % 6];
}

static void answer(struct liar *liar, struct fcl_bd_packet *packet)
{
	bool is_info = packet->head.op == FCL_BD_INFO;
	bool is_svm = packet->head.op == FCL_BD_SVM_ALLOC || packet->head.op == FCL_BD_SVM_ATTACH;

	if (packet->head.op == FCL_BD_SVM_REGION) {
		liar->region = packet->head.v[0];
		liar->region_bytes = packet->head.v[1];
	}

	fcl_bd_packet_close(packet);
	packet->head.error = one_in(liar, 6) ? (int32_t)some_number(liar) : 0;
	for (int i = 0; i < 6; i++)
		packet->head.v[i] = one_in(liar, 2) ? 1 : some_number(liar);
	packet->head.payload = one_in(liar, 2) ? 16 : next_random(liar) % FCL_BD_PAYLOAD;
	if (is_svm)
		answer_svm(liar, packet);
	if (packet->head.op == FCL_BD_SVM_REGION && one_in(liar, 3))
		packet->head.error = -EEXIST;
	if (is_info) {
		memcpy(packet->payload, &facts, sizeof(facts));
		packet->head.payload = sizeof(facts);
		packet->head.error = 0;
		if (one_in(liar, 2))
			flip_bits(liar, packet->payload, sizeof(facts));
	}
	if (one_in(liar, 2))
		packet->fds[0] = some_file(liar);
	if (one_in(liar, 12))
		memset(packet->head.text, 'x', sizeof(packet->head.text));
	if (one_in(liar, 12))
		flip_head(liar, packet);
	fcl_bd_send(liar->call, packet);
	fcl_bd_packet_close(packet);
}

/* Ends of requests, some of which are on their way. */
static void end_requests(struct liar *liar)
{
	uint32_t index;

	while (fcl_bd_pop(&liar->shared->submitted, &index) && index < FCL_BD_BLOCKS) {
		struct fcl_bd_block *block =
			(struct fcl_bd_block *)(void *)liar->shared->blocks[index];

		if (one_in(liar, 8))
			flip_bits(liar, block, FCL_BD_BODY);
		block->status = one_in(liar, 2) ? 0 : (int32_t)some_number(liar);
		memset(block->text, 'y', sizeof(block->text));
		fcl_bd_push(&liar->shared->ended,
			    one_in(liar, 10) ? next_random(liar) % 256 : index);
	}
	if (one_in(liar, 40))
		atomic_fetch_add(&liar->shared->ended.tail, next_random(liar));
	fcl_bd_wake(&liar->shared->waiter_sleeps);
	fcl_bd_wake(&liar->shared->reader_sleeps);
}

static void welcome(struct liar *liar, struct fcl_bd_packet *packet)
{
	int ends[2];

	fcl_bd_packet_close(packet);
	fcl_bd_packet_init(packet, FCL_BD_WELCOME);
	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), 0);
	if (liar->call >= 0)
		close(liar->call);
	liar->call = ends[0];
	packet->fds[0] = ends[1];
	packet->fds[1] = one_in(liar, 20) ? some_file(liar) : dup(liar->shared_fd);
	if (one_in(liar, 30))
		flip_head(liar, packet);
	fcl_bd_send(liar->client, packet);
	fcl_bd_packet_close(packet);
}

static void hear(struct liar *liar, int fd)
{
	static struct fcl_bd_packet packet;
	struct fcl_err err = {0};

	if (fcl_bd_receive(fd, MSG_DONTWAIT, &packet, &err))
		return;
	liar->messages++;
	if (fd == liar->call) {
		answer(liar, &packet);
		return;
	}
	welcome(liar, &packet);
	if (one_in(liar, 10)) {
		fcl_bd_packet_init(&packet, FCL_BD_NOTICE);
		fcl_bd_send(liar->client, &packet);
	}
}

static void make_shared(struct liar *liar)
{
	liar->shared_fd = memfd_create("liar-rings", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	assert_int_equal(ftruncate(liar->shared_fd, sizeof(struct fcl_bd_shared)), 0);
	assert_int_equal(fcntl(liar->shared_fd, F_ADD_SEALS, F_SEAL_SHRINK), 0);
	liar->shared = mmap(NULL, sizeof(struct fcl_bd_shared), PROT_READ | PROT_WRITE, MAP_SHARED,
			    liar->shared_fd, 0);
	assert_true(liar->shared != MAP_FAILED);
}

/* Lies for a while, then is gone: whatever the client still waits for ends then. */
static void lie_to(int listener, uint64_t seed, pid_t child)
{
	struct liar liar = {.random = seed, .call = -1};
	uint64_t until = fcl_now_ns() + ROUND_MS * UINT64_C(1000000);

	liar.client = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
	assert_true(liar.client >= 0);
	make_shared(&liar);
	while (liar.messages < MOST_MESSAGES && fcl_now_ns() < until) {
		struct pollfd entries[2] = {{.fd = liar.client, .events = POLLIN},
					    {.fd = liar.call, .events = POLLIN}};

		poll(entries, 2, 1);
		if (entries[0].revents & POLLHUP)
			break;
		for (int i = 0; i < 2; i++)
			if (entries[i].fd >= 0 && entries[i].revents & POLLIN)
				hear(&liar, entries[i].fd);
		end_requests(&liar);
	}
	close(liar.client);
	if (liar.call >= 0)
		close(liar.call);
	assert_int_equal(process_end(child), 0);
	munmap(liar.shared, sizeof(*liar.shared));
	close(liar.shared_fd);
}

/* What a right answer to INFO looks like, from a board that does not lie. */
static void note_facts(void)
{
	struct fcl_hal_device *device = open_on("t");
	const struct fcl_hal_info *info = suite.info;

	snprintf(facts.name, sizeof(facts.name), "%s", info->name);
	snprintf(facts.vbnv, sizeof(facts.vbnv), "%s", info->vbnv);
	snprintf(facts.board, sizeof(facts.board), "%s", info->board);
	facts.caps = info->caps;
	facts.nbanks = info->nbanks;
	facts.default_bank = info->default_bank;
	facts.host_alignment = info->host_alignment;
	facts.buffer_alignment = info->buffer_alignment;
	facts.clock_mhz = info->clock_mhz;
	facts.max_cus = info->max_cus;
	for (uint32_t i = 0; i < info->nbanks; i++) {
		snprintf(facts.banks[i].tag, sizeof(facts.banks[i].tag), "%s", info->banks[i].tag);
		facts.banks[i].base = info->banks[i].base;
		facts.banks[i].size = info->banks[i].size;
		facts.banks[i].type = info->banks[i].type;
	}
	image = make_image(1, MODELS);
	suite.hal->close(device);
}

static void liars_hurt_nobody(void **state)
{
	const char *text = getenv("FPGACL_TEST_FUZZ"), *first = getenv("FPGACL_TEST_SEED");
	unsigned rounds = text ? (unsigned)atoi(text) : 30;
	uint64_t seed = first ? (uint64_t)atoll(first) : 1;
	struct fcl_err err = {0};
	char path[108];
	int listener = -1;

	(void)state;
	signal(SIGPIPE, SIG_IGN);
	note_facts();
	assert_int_equal(fcl_bd_path("liar", 0, path, sizeof(path), &err), 0);
	assert_int_equal(fcl_bd_listen(path, 0600, &listener, &err), 0);
	for (unsigned i = 0; i < rounds; i++) {
		pid_t child;

		print_message("seed %llu\n", (unsigned long long)seed + i);
		fflush(stdout);
		child = fork();
		if (!child) {
			close(listener);
			be_client();
		}
		lie_to(listener, (seed + i) * 2654435761u, child);
	}
	close(listener);
	unlink(path);
	fcl_image_unref(image);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(liars_hurt_nobody)};

	if (argc < 2)
		return 2;
	process_tool = argv[1];
	return cmocka_run_group_tests(tests, clients_set_up, clients_take_down);
}
