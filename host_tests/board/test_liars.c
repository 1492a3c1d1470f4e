/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Clients, executors and kernels that send or leave behind what is wrong: test_liars FPGACL. The board
 * process and its other clients continue.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clients.h"
#include "hal/board/client/backend.h"
#include "hal/board/client/device.h"
#include "hal/board/wire/ring.h"
#include "hal/board/wire/socket.h"
#include "process.h"

static int connect_raw(void)
{
	int fd = -1;
	struct fcl_err err = {0};

	assert_int_equal(fcl_bd_connect("t", &fd, &err), 0);
	return fd;
}

static void garbage_on_the_socket(void **state)
{
	static struct fcl_bd_packet packet;
	struct fcl_err err = {0};
	char junk[300];
	int fd = connect_raw();

	(void)state;
	memset(junk, 'x', sizeof(junk));
	assert_int_equal(send(fd, junk, sizeof(junk), 0), sizeof(junk));
	assert_int_equal(fcl_bd_receive(fd, 0, &packet, &err), 0);
	assert_int_equal(packet.head.error, -EPROTO);
	assert_non_null(strstr(packet.head.text, "not an fpgacl message"));
	close(fd);
	fd = connect_raw();
	fcl_bd_packet_init(&packet, FCL_BD_HELLO);
	packet.head.version = FCL_BD_VERSION + 1;
	assert_int_equal(fcl_bd_send(fd, &packet), 0);
	assert_int_equal(fcl_bd_receive(fd, 0, &packet, &err), 0);
	assert_int_equal(packet.head.error, -EPROTO);
	assert_non_null(strstr(packet.head.text, "version"));
	close(fd);
	for (unsigned seed = 1; seed <= 300; seed++) {
		fd = connect_raw();
		fcl_bd_packet_init(&packet, FCL_BD_HELLO);
		for (unsigned i = 0; i < 8; i++)
			((unsigned char *)&packet.head)[(seed * 31 + i * 131) %
							offsetof(struct fcl_bd_message, text)] ^=
				(unsigned char)(seed * 97 + i);
		send(fd, &packet.head, sizeof(packet.head) - seed % 7 * 100, MSG_NOSIGNAL);
		close(fd);
	}
	wait_users("t", 0, 0);
}

/* A hand-written client that sends invalid data to its executor. */
struct liar {
	int server, call;
	struct fcl_bd_shared *shared;
	struct fcl_bd_end submitted;
};

static struct liar lie(void)
{
	static struct fcl_bd_packet packet;
	struct liar liar = {.server = connect_raw()};
	struct fcl_err err = {0};

	fcl_bd_packet_init(&packet, FCL_BD_HELLO);
	assert_int_equal(fcl_bd_send(liar.server, &packet), 0);
	assert_int_equal(fcl_bd_receive(liar.server, 0, &packet, &err), 0);
	assert_int_equal(packet.head.op, FCL_BD_WELCOME);
	liar.call = packet.fds[0];
	liar.shared = mmap(NULL, sizeof(*liar.shared), PROT_READ | PROT_WRITE, MAP_SHARED,
			   packet.fds[1], 0);
	close(packet.fds[1]);
	assert_true(liar.shared != MAP_FAILED);
	liar.submitted.ring = &liar.shared->submitted;
	return liar;
}

static void end_lie(struct liar *liar)
{
	munmap(liar->shared, sizeof(*liar->shared));
	close(liar->call);
	close(liar->server);
}

static void push(struct liar *liar, uint32_t block)
{
	fcl_bd_push(&liar->submitted, block);
	fcl_bd_ring_wake(&liar->shared->executor_sleeps);
}

/* It requests one executor after the other without reading the answers: nobody blocks on it. */
static void deaf_client(void **state)
{
	static struct fcl_bd_packet packet;
	struct liar liar = lie();
	int sent = 0;

	(void)state;
	fcl_bd_packet_init(&packet, FCL_BD_FRESH);
	while (sent < 400 && send(liar.server, &packet.head, sizeof(packet.head),
				  MSG_NOSIGNAL | MSG_DONTWAIT) > 0) {
		sent++;
		if (sent % 10 == 0)
			assert_true(process_is_up("t"));
	}
	assert_true(sent > 0 && process_is_up("t"));
	end_lie(&liar);
	wait_users("t", 0, 0);
}

/* Random blocks: the executor answers or ends; the board process and its other clients continue. */
static void lying_client(void **state)
{
	static struct fcl_bd_packet packet;
	struct fcl_err err = {0};

	(void)state;
	srand(7);
	for (unsigned round = 0; round < 20; round++) {
		struct liar liar = lie();

		for (unsigned i = 0; i < 40; i++) {
			struct fcl_bd_block *block =
				(struct fcl_bd_block *)(void *)liar.shared->blocks[i];

			for (size_t k = 0; k < FCL_BD_BODY + 4096; k++)
				((unsigned char *)block)[k] = (unsigned char)rand();
			block->work = (uint32_t)rand() % 7;
			block->used = i % 3 ? FCL_BD_BLOCK : block->used;
			push(&liar, i == 30 ? (uint32_t)rand() : i);
		}
		for (unsigned i = 0; i < 40; i++) {
			fcl_bd_packet_init(&packet, (uint32_t)rand() % 80);
			for (unsigned k = 0; k < 6; k++)
				packet.head.v[k] = rand() % 3 ? (uint64_t)rand() % 5
							      : (uint64_t)rand() << 33;
			packet.head.payload = (uint32_t)rand() % FCL_BD_PAYLOAD;
			if (fcl_bd_call(liar.call, &packet, FCL_BD_PATIENCE_S, &err) == -EPIPE)
				break;
			fcl_bd_packet_close(&packet);
		}
		end_lie(&liar);
	}
	wait_users("t", 0, 0);
	open_on("t");
	done_with(suite.device, load_program());
}

/* It claims that the executor's ring is full, which is impossible: the executor ends. */
static void client_overflows(void **state)
{
	static struct fcl_bd_packet packet;
	struct fcl_err err = {0};
	struct liar liar = lie();
	int error = 0;

	(void)state;
	atomic_store(&liar.shared->ended.head, 1);
	push(&liar, 0); /* an empty block, which is not a request */
	for (int i = 0; !error && i < 1000; i++) {
		fcl_bd_packet_init(&packet, FCL_BD_SENSOR);
		error = fcl_bd_call(liar.call, &packet, FCL_BD_PATIENCE_S, &err);
		error = error == -EPIPE ? error : 0;
		fcl_bd_packet_close(&packet);
		usleep(10000);
	}
	assert_int_equal(error, -EPIPE);
	end_lie(&liar);
	wait_users("t", 0, 0);
}

/* The reverse: requests in flight fail, and a reset brings the board back. */
static void executor_overflows(void **state)
{
	struct fcl_hal_device *device = open_on("t");
	struct fcl_hal_program *program = load_program();
	struct fcl_hal_buffer *in = alloc_buffer(4096);
	struct fcl_err err = {0};
	uint32_t n = 64;
	struct work work;

	(void)state;
	assert_int_equal(run_add(program, 1), 0);
	atomic_fetch_add(&device->shared->submitted.head, 1);
	work_launch(&work, program, K_ADD, 1);
	for (uint32_t i = 0; i < 3; i++)
		work_buffer(&work, i, in, 0);
	work_bytes(&work, 3, &n, sizeof(n));
	assert_int_equal(work_submit(&work), 0);
	assert_int_equal(work_wait(&work), -EIO);
	assert_int_equal(suite.hal->health(device, &err), -EIO);
	assert_non_null(strstr(err.text, "overflow"));
	assert_int_equal(suite.hal->reset(device, &err), 0);
	suite.hal->unprogram(device, program);
	free_buffer(in);
	program = load_program();
	assert_int_equal(run_add(program, 2), 0);
	done_with(device, program);
}

/*
 * A kernel sets words of the rings to other values while a launch is in flight: the launch ends with
 * an error even if the executor has missed it or does not report it.
 */
static void rings_are_written_over(void **state)
{
	enum { WORDS = 4 };

	(void)state;
	for (unsigned i = 0; i < WORDS; i++) {
		struct fcl_hal_device *device = open_on("t");
		struct fcl_bd_shared *shared = device->shared;
		_Atomic uint32_t *words[WORDS] = {&shared->submitted.tail, &shared->ended.head,
						  &shared->ended.tail, &shared->attended};
		struct fcl_hal_program *program = load_program();
		struct fcl_hal_buffer *flags = alloc_buffer(4096);
		static const uint32_t zeros[2];
		struct fcl_err err = {0};
		struct work work;

		put(flags, 0, zeros, sizeof(zeros));
		start_meeting(&work, program, flags, 0, 2, 0);
		wait_for_flag(flags, 0);
		/* The last word only says whom to wake: the end is seen without it. */
		atomic_store(words[i], words[i] == &shared->attended ? 1 : 77);
		if (words[i] == &shared->attended)
			put(flags, 4, (const uint32_t[]){1}, 4);
		alarm(60);
		assert_int_equal(work_wait(&work), words[i] == &shared->attended ? 0 : -EIO);
		alarm(0);
		if (words[i] != &shared->attended) {
			assert_int_equal(suite.hal->health(device, &err), -EIO);
			assert_int_equal(suite.hal->reset(device, &err), 0);
		}
		free_buffer(flags);
		done_with(device, program);
	}
	wait_users("t", 0, 0);
}

/* A kernel has overwritten all turns. Once its executor is gone, other clients continue. */
static void turns_are_ruined(void **state)
{
	struct fcl_bd_turns *turns = map_turns(process_board);
	struct fcl_hal_device *device = open_on("t");
	struct fcl_hal_program *program = load_program();
	pid_t wild;

	(void)state;
	assert_int_equal(run_add(program, 1), 0);
	wild = fork();
	if (!wild) {
		open_on("t");
		/* The image stays, so that nobody requests a swap. */
		atomic_store(&turns->closing, 1);
		for (unsigned i = 0; i < 64; i++)
			atomic_store(&turns->seats[i].alive, i >= 3);
		atomic_store(&turns->streams.holder, UINT32_MAX);
		for (uint32_t i = 0; i < FCL_BD_CUS; i++)
			atomic_store(&turns->cus[i].holder, i + 100);
		_exit(0);
	}
	process_end(wild);
	alarm(60); /* otherwise the launch waits forever */
	assert_int_equal(run_add(program, 2), 0);
	alarm(0);
	munmap(turns, sizeof(*turns));
	done_with(device, program);
	wait_users("t", 0, 0);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(garbage_on_the_socket),  cmocka_unit_test(lying_client),
		cmocka_unit_test(client_overflows),       cmocka_unit_test(executor_overflows),
		cmocka_unit_test(rings_are_written_over), cmocka_unit_test(deaf_client),
		cmocka_unit_test(turns_are_ruined),
	};

	if (argc < 2)
		return 2;
	process_tool = argv[1];
	return cmocka_run_group_tests(tests, clients_set_up, clients_take_down);
}
