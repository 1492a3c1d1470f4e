/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A client whose board process and executor lie: test_fuzz FPGACL. They answer with random numbers,
 * payloads and descriptors, and report ends of requests that nobody has sent. Every call of the
 * client must return, without crashing or writing to wrong addresses; AddressSanitizer makes this
 * stricter. FPGACL_TEST_FUZZ: number of rounds; FPGACL_TEST_SEED: seed of the first one.
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
#include "fuzz.h"
#include "hal/board/wire/ring.h"
#include "process.h"

enum { MOST_MESSAGES = 60, ROUND_MS = 1000 };

static struct fcl_bd_facts facts;
static struct fcl_image *image;

/* --- the liar --------------------------------------------------------------------------------- */

struct liar {
	struct fuzz random;
	int client, call; /* -1: closed */
	int shared_fd;
	struct fcl_bd_shared *shared;
	struct fcl_bd_end submitted, ended;
	unsigned messages;
	uint64_t region, region_bytes; /* of shared virtual memory */
};

/* Turns a call into an answer that is right, nearly right, or nonsense. */
/*
 * An address in the client's region, at its end, or anywhere; sometimes another region is required
 * first.
 */
static void answer_svm(struct liar *liar, struct fcl_bd_packet *packet)
{
	const uint64_t offsets[] = {0,
				    4096,
				    liar->region_bytes - 5000,
				    liar->region_bytes - 4999,
				    liar->region_bytes,
				    UINT64_MAX};

	if (!liar->region || fuzz_one_in(&liar->random, 4))
		packet->head.error = -ENOSPC;
	else if (!fuzz_one_in(&liar->random, 4))
		packet->head.v[FCL_BD_ADDRESS] = liar->region +
						 offsets[fuzz_number(&liar->random) % 6];
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
	packet->head.error = fuzz_one_in(&liar->random, 6) ? (int32_t)fuzz_edge(&liar->random) : 0;
	for (int i = 0; i < 6; i++)
		packet->head.v[i] = fuzz_one_in(&liar->random, 2) ? 1 : fuzz_edge(&liar->random);
	packet->head.payload = fuzz_one_in(&liar->random, 2)
				       ? 16
				       : fuzz_number(&liar->random) % FCL_BD_PAYLOAD;
	if (is_svm)
		answer_svm(liar, packet);
	if (packet->head.op == FCL_BD_SVM_REGION && fuzz_one_in(&liar->random, 3))
		packet->head.error = -EEXIST;
	if (is_info) {
		memcpy(packet->payload, &facts, sizeof(facts));
		packet->head.payload = sizeof(facts);
		packet->head.error = 0;
		if (fuzz_one_in(&liar->random, 2))
			fuzz_bits(&liar->random, packet->payload, sizeof(facts));
	}
	if (fuzz_one_in(&liar->random, 2))
		packet->fds[0] = fuzz_file(&liar->random);
	if (fuzz_one_in(&liar->random, 12))
		memset(packet->head.text, 'x', sizeof(packet->head.text));
	if (fuzz_one_in(&liar->random, 12))
		fuzz_head(&liar->random, packet);
	fcl_bd_send(liar->call, packet);
	fcl_bd_packet_close(packet);
}

/* Reports ends of requests, some of which are in flight. */
static void end_requests(struct liar *liar)
{
	uint32_t index;

	while (fcl_bd_pop(&liar->submitted, &index) && index < FCL_BD_BLOCKS) {
		struct fcl_bd_block *block =
			(struct fcl_bd_block *)(void *)liar->shared->blocks[index];

		if (fuzz_one_in(&liar->random, 8))
			fuzz_bits(&liar->random, block, FCL_BD_BODY);
		block->status = fuzz_one_in(&liar->random, 2) ? 0
							      : (int32_t)fuzz_edge(&liar->random);
		memset(block->text, 'y', sizeof(block->text));
		fcl_bd_push(&liar->ended, fuzz_one_in(&liar->random, 10)
						  ? fuzz_number(&liar->random) % 256
						  : index);
	}
	if (fuzz_one_in(&liar->random, 40))
		atomic_fetch_add(&liar->shared->ended.tail, fuzz_number(&liar->random));
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
	packet->fds[1] = fuzz_one_in(&liar->random, 20) ? fuzz_file(&liar->random)
							: dup(liar->shared_fd);
	if (fuzz_one_in(&liar->random, 30))
		fuzz_head(&liar->random, packet);
	fcl_bd_send(liar->client, packet);
	fcl_bd_packet_close(packet);
}

static void answer_call(struct liar *liar, int fd)
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
	if (fuzz_one_in(&liar->random, 10)) {
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
	liar->submitted.ring = &liar->shared->submitted;
	liar->ended.ring = &liar->shared->ended;
}

/* Lies for a while and then disconnects, which must end all of the client's waits. */
static void lie_to(int listener, uint64_t seed, pid_t child)
{
	struct liar liar = {.random = {seed}, .call = -1};
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
				answer_call(&liar, entries[i].fd);
		end_requests(&liar);
	}
	close(liar.client);
	if (liar.call >= 0)
		close(liar.call);
	assert_int_equal(process_end(child), 0);
	munmap(liar.shared, sizeof(*liar.shared));
	close(liar.shared_fd);
}

/* Records a right answer to INFO from a real board process. */
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
			fuzz_client("liar", image);
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
