/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Residency on randomly controlled boards, compared with a model of bytes. Commands claim parts of
 * buffers on the host or on a board, must see the newest bytes there, write some of them, and end,
 * in any order that separates conflicting commands (which is the host program's responsibility).
 * Everything runs on one thread, and each step is random but determined by the seed, so every run
 * can be repeated.
 */
#include "host_tests/core/core_test.h"

#include <errno.h>
#include <unistd.h>

#include "host_tests/core/fake_board.h"
#include "runtime/core/objects/holdings.h"
#include "runtime/core/objects/mem_create.h"
#include "runtime/core/objects/span.h"
#include "runtime/core/platform/register.h"
#include "runtime/core/residency/claim.h"
#include "runtime/core/residency/park.h"
#include "runtime/core/residency/rebank.h"
#include "runtime/core/residency/residency.h"
#include "runtime/core/residency/uses.h"
#include "runtime/core/residency/window.h"

enum {
	SEEDS = 400,
	STEPS = 300,
	BOARDS = 3,
	BUFFERS = 3,
	COMMANDS = 8,
	USES = 2,
	BYTES = 48,
	DEPTH = 3,
	UNKNOWN = -1,    /* for a byte: never written, or written by a failed command */
	ENDLESS = 20000, /* maximum number of steps until all commands have ended */
};

/* A buffer and a sub-buffer of it. */
struct buffer {
	struct fcl_mem *root, *view;
	int newest[BYTES];
	unsigned char *memory; /* shared virtual memory: accessible to host and boards */
};

enum state { FREE, WAITING, RUNNING };

struct command {
	struct fcl_event event; /* must be first */
	enum state state;
	bool listed; /* in the list of ready commands */
	struct fcl_use uses[USES];
	struct buffer *buffers[USES];
	struct fcl_hal_buffer *claimed[USES]; /* where it runs; must not change meanwhile */
	uint32_t banks[USES];                 /* the bank that the unit reaches; FAKE_BANKS: any */
	uint32_t nuses;
	bool scribbled; /* the host has written its bytes without a call, and will migrate them */
};

struct model {
	struct dice *dice;
	struct fcl_hal_device boards[BOARDS];
	struct fcl_device *devices[BOARDS];
	struct fcl_queue queues[BOARDS];
	bool closed[BOARDS];
	struct fcl_context *context;
	struct buffer buffers[BUFFERS];
	struct command commands[COMMANDS];
	struct command *ready[COMMANDS];
	uint32_t nready;
	uint32_t depth; /* nesting of plans started by a plan or by the end of a request */
};

static struct model model;

/* --- functions of higher layers that residency calls ------------------------------------------ */

void __wrap_fcl_ready(struct fcl_event *event);
void __wrap_fcl_worker_retry(struct fcl_device *device, struct fcl_event *event);

static void plan(struct command *command);

/*
 * A command becomes ready once for each time that it waits. It is planned again later, or at once,
 * as another thread could do while residency holds no lock.
 */
void __wrap_fcl_ready(struct fcl_event *event)
{
	struct command *command = (struct command *)event;

	CHECK(model.dice, command->state == WAITING && !command->listed);
	if (model.depth < DEPTH && !roll(model.dice, 3)) {
		model.depth++;
		plan(command);
		model.depth--;
		return;
	}
	command->listed = true;
	model.ready[model.nready++] = command;
}

void __wrap_fcl_worker_retry(struct fcl_device *device, struct fcl_event *event)
{
	CHECK(model.dice, device == event->queue->device);
	__wrap_fcl_ready(event);
}

/* --- the model's view ------------------------------------------------------------------------- */

static uint64_t first_byte(const struct fcl_use *use)
{
	return use->mem->origin + use->start;
}

static uint64_t end_byte(const struct fcl_use *use)
{
	return use->mem->origin + use->end;
}

static unsigned char *memory_of(const struct buffer *buffer, uint32_t side)
{
	const struct fcl_hal_buffer *held;

	if (side == FCL_SIDE_HOST)
		return buffer->root->host;
	held = fcl_device_side(buffer->root, side)->buffer;
	return held ? held->data : NULL;
}

static bool conflicts(const struct fcl_use *a, const struct fcl_use *b)
{
	return a->mem->root == b->mem->root &&
	       (a->access != FCL_ACCESS_READ || b->access != FCL_ACCESS_READ) &&
	       first_byte(a) < end_byte(b) && first_byte(b) < end_byte(a);
}

/* A migration moves bytes that no other command may read meanwhile, so it counts as a writer. */
static bool keeps_apart(const struct command *command, const struct fcl_use *use)
{
	struct fcl_use own = command->uses[0];

	own.access = command->scribbled ? FCL_ACCESS_UPDATE : own.access;
	return conflicts(use, &own) || (command->nuses > 1 && conflicts(use, &command->uses[1]));
}

static bool conflicts_with_others(const struct fcl_use *use)
{
	for (int i = 0; i < COMMANDS; i++)
		if (model.commands[i].state != FREE && keeps_apart(&model.commands[i], use))
			return true;
	return false;
}

/*
 * Whether the bytes that a use overwrites are already lost. They are once the command runs. Before
 * that, all are except those of its last use as a copy's target: if an earlier step fails, the
 * target is unchanged.
 */
static bool is_given_up(const struct command *command, uint32_t i)
{
	if (command->scribbled)
		return true;
	return command->uses[i].access == FCL_ACCESS_WRITE &&
	       (command->state == RUNNING || i + 1 < command->nuses);
}

static bool is_doomed(const struct buffer *buffer, uint64_t at)
{
	for (int i = 0; i < COMMANDS; i++)
		for (uint32_t k = 0; k < model.commands[i].nuses; k++) {
			const struct fcl_use *use = &model.commands[i].uses[k];

			if (model.commands[i].state != FREE && is_given_up(&model.commands[i], k) &&
			    use->mem->root == buffer->root && at >= first_byte(use) &&
			    at < end_byte(use))
				return true;
		}
	return false;
}

/* Every defined byte is somewhere, and every side marked as valid has it. */
static void check_byte(const struct buffer *buffer, uint64_t at)
{
	uint64_t next = at, end, sides = (UINT64_C(2) << BOARDS) - 1;
	struct fcl_span piece;

	if (buffer->newest[at] == UNKNOWN || is_doomed(buffer, at))
		return;
	CHECK(model.dice, fcl_span_next(buffer->root, &next, at + 1, &piece, &end));
	CHECK(model.dice, piece.valid && piece.valid != UINT64_MAX && !(piece.valid & ~sides));
	for (uint32_t side = 0; side <= BOARDS; side++) {
		unsigned char *memory = memory_of(buffer, side);

		if (!(piece.valid >> side & 1))
			continue;
		CHECK(model.dice, memory && memory[at] == buffer->newest[at]);
	}
}

static void check_all(void)
{
	for (int i = 0; i < BUFFERS; i++)
		for (uint64_t at = 0; at < BYTES; at++)
			check_byte(&model.buffers[i], at);
}

/* --- commands --------------------------------------------------------------------------------- */

static void roll_use(struct command *command, uint32_t side, struct fcl_use *use)
{
	struct buffer *buffer = &model.buffers[roll(model.dice, BUFFERS)];
	struct fcl_mem *mem = roll(model.dice, 3) ? buffer->root : buffer->view;
	uint32_t start = roll(model.dice, 3) ? 0 : roll(model.dice, (uint32_t)mem->size);
	uint32_t most = (uint32_t)mem->size - start;
	bool banks = side != FCL_SIDE_HOST && !buffer->memory && !roll(model.dice, 2);

	*use = (struct fcl_use){.mem = mem,
				.start = start,
				.end = start +
				       (roll(model.dice, 2) ? most : 1 + roll(model.dice, most)),
				.side = side,
				.access = (enum fcl_access)roll(model.dice, 3)};
	use->force = use->access == FCL_ACCESS_READ && !buffer->memory && !roll(model.dice, 3);
	command->buffers[command->nuses] = buffer;
	command->banks[command->nuses] = banks ? roll(model.dice, FAKE_BANKS) : FAKE_BANKS;
}

/* A command may use a buffer twice only in the same bank, which launches ensure. */
static bool agrees(const struct command *command, const struct fcl_use *use)
{
	for (uint32_t i = 0; i < command->nuses; i++)
		if (conflicts(&command->uses[i], use) ||
		    (command->uses[i].mem->root == use->mem->root &&
		     command->banks[i] != command->banks[command->nuses]))
			return false;
	return !conflicts_with_others(use);
}

/* Called whenever launches and transfers are issued. */
static void choose_banks(struct command *command)
{
	for (uint32_t i = 0; i < command->nuses; i++) {
		struct fcl_use *use = &command->uses[i];
		uint32_t wanted = command->banks[i], now;

		if (use->side == FCL_SIDE_HOST)
			continue;
		now = fcl_residency_bank(use->mem, use->side);
		use->bank = wanted < FAKE_BANKS ? wanted : FCL_HAL_BANK_DEFAULT;
		use->move = wanted < FAKE_BANKS && now != FCL_HAL_BANK_DEFAULT && now != wanted;
	}
}

/* It must read the bytes written last. */
static void check_reads(const struct command *command, uint32_t i)
{
	const struct fcl_use *use = &command->uses[i];
	const struct buffer *buffer = command->buffers[i];
	const unsigned char *memory = memory_of(buffer, use->side);

	CHECK(model.dice, memory);
	if (use->side != FCL_SIDE_HOST)
		CHECK(model.dice, fcl_residency_buffer(use->mem, use->side) == command->claimed[i]);
	if (use->access == FCL_ACCESS_WRITE)
		return;
	for (uint64_t at = first_byte(use); at < end_byte(use); at++)
		CHECK(model.dice,
		      buffer->newest[at] == UNKNOWN || memory[at] == buffer->newest[at]);
}

static void write_bytes(const struct command *command, uint32_t i)
{
	const struct fcl_use *use = &command->uses[i];
	struct buffer *buffer = command->buffers[i];
	unsigned char *memory = memory_of(buffer, use->side);

	for (uint64_t at = first_byte(use); at < end_byte(use); at++)
		if (use->access == FCL_ACCESS_WRITE ||
		    (use->access == FCL_ACCESS_UPDATE && roll(model.dice, 2)))
			buffer->newest[at] = memory[at] = (unsigned char)roll(model.dice, 256);
}

static void finish(struct command *command)
{
	for (uint32_t i = 0; i < command->nuses; i++) {
		check_reads(command, i);
		write_bytes(command, i);
	}
	command->state = FREE;
	for (uint32_t i = 0; i < command->nuses; i++)
		if (command->uses[i].side != FCL_SIDE_HOST)
			fcl_residency_release(command->uses[i].mem, command->uses[i].side);
}

/* A failed command has written nothing. */
static void give_up(struct command *command, int error)
{
	uint32_t failures = 0;

	for (int i = 0; i < BOARDS; i++)
		failures += model.boards[i].failures;
	CHECK(model.dice, (error == -EIO || error == -ENOSPC) && failures);
	for (uint32_t i = 0; i < command->nuses; i++)
		for (uint64_t at = first_byte(&command->uses[i]);
		     is_given_up(command, i) && at < end_byte(&command->uses[i]); at++)
			command->buffers[i]->newest[at] = UNKNOWN;
	command->state = FREE;
}

static void run(struct command *command)
{
	for (uint32_t i = 0; i < command->nuses; i++) {
		const struct fcl_use *use = &command->uses[i];

		if (use->side != FCL_SIDE_HOST) {
			command->claimed[i] = fcl_residency_buffer(use->mem, use->side);
			CHECK(model.dice, command->banks[i] == FAKE_BANKS ||
						  command->claimed[i]->bank == command->banks[i]);
		}
		check_reads(command, i);
	}
	command->state = RUNNING;
	/* The host side needs no claim, so such a command ends at once. */
	if (command->uses[0].side == FCL_SIDE_HOST)
		finish(command);
}

static void plan(struct command *command)
{
	struct fcl_err err = {0};
	enum fcl_plan result;
	int error;

	choose_banks(command);
	for (int i = 0; i < BOARDS; i++)
		model.boards[i].calls = 0;
	result = fcl_residency_plan(&command->event, command->uses, command->nuses, &error, &err);
	if (result == FCL_PLAN_WAITS)
		return;
	fcl_rebank_end(command->event.queue->device, &command->event);
	CHECK(model.dice, !command->listed);
	if (result == FCL_PLAN_FAILED)
		give_up(command, error);
	else
		run(command);
}

/* Whether a use's bytes exist at most on the host and on the side used: then the host's count. */
static bool host_decides(const struct fcl_use *use)
{
	uint64_t host = UINT64_C(1) << FCL_SIDE_HOST, at = first_byte(use), end;
	struct fcl_span piece;

	while (fcl_span_next(use->mem->root, &at, end_byte(use), &piece, &end))
		if (!(piece.valid & host) || piece.valid & ~(host | UINT64_C(1) << use->side))
			return false;
	return true;
}

/* With their own memory (USE_HOST_PTR), hosts write to it and then migrate it. */
static void scribble(struct command *command)
{
	struct fcl_use alone = command->uses[0];

	alone.access = FCL_ACCESS_UPDATE;
	if (command->nuses > 1 || !alone.force || alone.side == FCL_SIDE_HOST ||
	    conflicts_with_others(&alone) || !host_decides(&alone))
		return;
	command->scribbled = true;
	for (uint64_t at = first_byte(&alone); at < end_byte(&alone); at++) {
		unsigned char value = (unsigned char)roll(model.dice, 256);

		((unsigned char *)alone.mem->root->host)[at] = value;
		command->buffers[0]->newest[at] = value;
	}
}

static void start(struct command *command)
{
	uint32_t board = roll(model.dice, BOARDS);
	uint32_t side = roll(model.dice, 4) ? FCL_SIDE_DEVICE(board) : FCL_SIDE_HOST;
	uint32_t count = 1 + roll(model.dice, USES);

	memset(command, 0, sizeof(*command));
	command->event.queue = &model.queues[board];
	command->event.context = model.context;
	while (count--) {
		struct fcl_use use;

		roll_use(command, side, &use);
		if (agrees(command, &use))
			command->uses[command->nuses++] = use;
	}
	if (!command->nuses)
		return;
	scribble(command);
	command->state = WAITING;
	plan(command);
}

/* Simulates other threads, which may run while residency holds no lock. */
static void start_another(void)
{
	struct command *command = &model.commands[roll(model.dice, COMMANDS)];

	if (command->state != FREE || model.depth == DEPTH)
		return;
	model.depth++;
	start(command);
	model.depth--;
}

static void replan(void)
{
	uint32_t i = roll(model.dice, model.nready);
	struct command *command = model.ready[i];

	model.ready[i] = model.ready[--model.nready];
	command->listed = false;
	plan(command);
}

/* --- steps ------------------------------------------------------------------------------------ */

/* While a board that loses its memory is programmed, no buffer gets memory. */
static void open_or_close(uint32_t board)
{
	if (model.closed[board])
		fcl_park_wake(fcl_holdings_open(model.devices[board]));
	else
		fcl_holdings_close(model.devices[board]);
	model.closed[board] = !model.closed[board];
}

static void step(void)
{
	struct fcl_hal_device *board = &model.boards[roll(model.dice, BOARDS)];
	struct command *command = &model.commands[roll(model.dice, COMMANDS)];

	switch (roll(model.dice, 8)) {
	case 0:
	case 1:
	case 2:
		if (command->state == FREE)
			start(command);
		break;
	case 3:
		if (command->state == RUNNING)
			finish(command);
		break;
	case 4:
	case 5:
		if (model.nready)
			replan();
		break;
	case 6:
		if (board->nqueue)
			fake_board_end_one(board);
		break;
	default:
		if (!roll(model.dice, 4))
			open_or_close(roll(model.dice, BOARDS));
	}
	check_all();
}

/* Performs a step. Returns whether anything is left to do. */
static bool go_on(void)
{
	for (int i = 0; i < BOARDS; i++)
		if (model.boards[i].nqueue) {
			fake_board_end_one(&model.boards[i]);
			return true;
		}
	for (int i = 0; i < COMMANDS; i++)
		if (model.commands[i].state == RUNNING) {
			finish(&model.commands[i]);
			return true;
		}
	if (model.nready)
		replan();
	return model.nready;
}

/* Ends everything; a command that still waits afterwards was forgotten. */
static void drain(void)
{
	uint32_t rounds = 0;
	bool more = true;

	for (uint32_t i = 0; i < BOARDS; i++)
		if (model.closed[i])
			open_or_close(i);
	while (more) {
		more = go_on();
		for (int i = 0; i < COMMANDS; i++)
			more |= model.commands[i].state == RUNNING;
		for (int i = 0; i < BOARDS; i++)
			more |= model.boards[i].nqueue > 0;
		CHECK(model.dice, ++rounds < ENDLESS);
		check_all();
	}
	for (int i = 0; i < COMMANDS; i++)
		CHECK(model.dice, model.commands[i].state == FREE);
}

/* No defined byte may be lost, whatever failed: the host can read all of them. */
static void read_all(void)
{
	for (int i = 0; i < BOARDS; i++)
		model.boards[i].failing = model.boards[i].full = 0; /* from now on nothing fails */
	for (int i = 0; i < BUFFERS; i++) {
		struct command *command = &model.commands[0];

		memset(command, 0, sizeof(*command));
		command->event.queue = &model.queues[0];
		command->event.context = model.context;
		command->uses[0] = (struct fcl_use){.mem = model.buffers[i].root, .end = BYTES};
		command->buffers[0] = &model.buffers[i];
		command->nuses = 1;
		command->state = WAITING;
		plan(command);
		drain();
	}
}

/* --- a world ---------------------------------------------------------------------------------- */

static void make_boards(void)
{
	bool peers = roll(model.dice, 2), fails = roll(model.dice, 2);
	struct fcl_part *parts[BOARDS];

	for (int i = 0; i < BOARDS; i++) {
		struct fcl_hal_device *board = &model.boards[i];

		fake_board_init(board, model.dice, roll(model.dice, 2));
		board->peers = peers && roll(model.dice, 3);
		board->inline_only = !roll(model.dice, 4);
		board->failing = fails ? 12 : 0;
		board->full = fails ? 20 : 0;
		board->busy = roll(model.dice, 2) ? 5 : 0;
		board->meanwhile = start_another;
		model.devices[i] = fcl_device_create(NULL, &fake_board_ops, board);
		CHECK(model.dice, model.devices[i]);
		model.queues[i].device = model.devices[i];
		parts[i] = &model.devices[i]->whole;
	}
	CHECK(model.dice, !fcl_context_create(parts, BOARDS, &model.context));
}

/* The host and the first board share the buffer's memory. */
static void make_shared(struct buffer *buffer)
{
	buffer->root->one = 1u << FCL_SIDE_HOST | 1u << FCL_SIDE_DEVICE(0);
	buffer->root->spans[0].valid = buffer->root->one;
	buffer->root->sides[0].buffer = fake_board_share(&model.boards[0], buffer->memory, BYTES);
}

static void make_buffer(struct buffer *buffer, bool shared)
{
	unsigned char bytes[BYTES], *host_ptr = bytes;
	cl_mem_flags flags = roll(model.dice, 2) ? CL_MEM_COPY_HOST_PTR : 0;

	for (int i = 0; i < BYTES; i++) {
		bytes[i] = (unsigned char)roll(model.dice, 256);
		buffer->newest[i] = flags || shared ? bytes[i] : UNKNOWN;
	}
	if (shared) {
		flags = CL_MEM_USE_HOST_PTR;
		buffer->memory = host_ptr = malloc(BYTES);
		memcpy(buffer->memory, bytes, BYTES);
	}
	CHECK(model.dice, !fcl_mem_create(model.context, flags, BYTES, host_ptr,
					  FCL_HAL_BANK_DEFAULT, &buffer->root));
	if (shared)
		make_shared(buffer);
	CHECK(model.dice, !fcl_mem_create_view(buffer->root, 0, 8, 24, &buffer->view));
}

static void free_all(void)
{
	for (int i = 0; i < BUFFERS; i++) {
		fcl_object_unref(model.buffers[i].view);
		fcl_object_unref(model.buffers[i].root);
		free(model.buffers[i].memory);
	}
	fcl_object_unref(model.context);
	for (int i = 0; i < BOARDS; i++) {
		CHECK(model.dice, !model.boards[i].buffers);
		CHECK(model.dice, !model.devices[i]->holdings.sides);
		free((void *)model.devices[i]->info);
		free(model.devices[i]->slots);
		free(model.devices[i]->booked);
		fcl_object_recycle(&model.devices[i]->whole.object);
	}
}

static void run_world(struct dice *dice)
{
	memset(&model, 0, sizeof(model));
	model.dice = dice;
	make_boards();
	for (int i = 0; i < BUFFERS; i++)
		make_buffer(&model.buffers[i], !i && roll(dice, 2));
	for (dice->step = 1; dice->step <= STEPS; dice->step++)
		step();
	drain();
	read_all();
	free_all();
}

static void as_bytes(void **state)
{
	(void)state;
	fcl_core_register();
	for_seeds(SEEDS, run_world);
}

/* --- avoiding copies -------------------------------------------------------------------------- */

static uint32_t requests_for(struct buffer *buffer, uint32_t side, enum fcl_access access)
{
	struct command *command = &model.commands[0];
	uint32_t calls = 0;

	memset(command, 0, sizeof(*command));
	command->event.queue = &model.queues[0];
	command->event.context = model.context;
	command->uses[0] =
		(struct fcl_use){.mem = buffer->root, .end = BYTES, .side = side, .access = access};
	command->buffers[0] = buffer;
	command->banks[0] = FAKE_BANKS;
	command->nuses = 1;
	command->state = WAITING;
	plan(command);
	for (int i = 0; i < BOARDS; i++)
		calls += model.boards[i].calls;
	drain();
	return calls;
}

/* Bytes copied for reading stay valid at their source and at their destination. */
static void nothing_moves_twice(void **state)
{
	struct dice dice = dice_of(1);
	struct buffer *buffer = &model.buffers[0];

	(void)state;
	memset(&model, 0, sizeof(model));
	model.dice = &dice;
	make_boards();
	for (int i = 0; i < BOARDS; i++) {
		fake_board_init(&model.boards[i], &dice, true);
		model.boards[i].inline_only = true;
	}
	for (int i = 0; i < BUFFERS; i++)
		make_buffer(&model.buffers[i], false);
	/* A side's first use also allocates its memory, which is a separate call. */
	requests_for(buffer, FCL_SIDE_HOST, FCL_ACCESS_WRITE);
	assert_int_equal(requests_for(buffer, FCL_SIDE_DEVICE(0), FCL_ACCESS_READ), 2);
	assert_int_equal(requests_for(buffer, FCL_SIDE_DEVICE(1), FCL_ACCESS_READ), 2);
	for (uint32_t side = 0; side <= 2; side++)
		assert_int_equal(requests_for(buffer, side, FCL_ACCESS_READ), 0);
	/* Bytes that will be overwritten are not moved; those that may survive are. */
	assert_int_equal(requests_for(buffer, FCL_SIDE_DEVICE(2), FCL_ACCESS_WRITE), 1);
	assert_int_equal(requests_for(buffer, FCL_SIDE_DEVICE(2), FCL_ACCESS_UPDATE), 0);
	assert_int_equal(requests_for(buffer, FCL_SIDE_HOST, FCL_ACCESS_UPDATE), 1);
	assert_int_equal(requests_for(buffer, FCL_SIDE_DEVICE(2), FCL_ACCESS_READ), 1);
	free_all();
}

/* --- windows ---------------------------------------------------------------------------------- */

/* A launch may be issued by the thread that would end a move: it does not wait for that. */
static void window_without_waiting(void **state)
{
	struct dice dice = dice_of(1);
	const uint32_t side = FCL_SIDE_DEVICE(0);
	struct fcl_mem *root;

	(void)state;
	memset(&model, 0, sizeof(model));
	model.dice = &dice;
	make_boards();
	model.boards[0].inline_only = true;
	for (int i = 0; i < BUFFERS; i++)
		make_buffer(&model.buffers[i], false);
	requests_for(&model.buffers[0], side, FCL_ACCESS_WRITE);
	((struct fcl_hal_info *)model.devices[0]->info)->caps |= FCL_HAL_CAP_WINDOW;
	root = model.buffers[0].root;
	root->p2p = true;
	atomic_store(&root->mapped, 1);
	root->busy = true;
	alarm(60);
	fcl_window_follow(root, side);
	alarm(0);
	assert_int_equal(atomic_load(&root->window), FCL_SIDE_HOST);
	root->busy = false;
	atomic_store(&root->mapped, 0);
	free_all();
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(as_bytes),
		cmocka_unit_test(nothing_moves_twice),
		cmocka_unit_test(window_without_waiting),
	};

	return core_test_main(argc, argv, tests, sizeof(tests) / sizeof(tests[0]));
}
