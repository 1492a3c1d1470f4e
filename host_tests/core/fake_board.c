/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/core/fake_board.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

static bool happens(struct fcl_hal_device *board, uint32_t one_in)
{
	if (!one_in || roll(board->dice, one_in))
		return false;
	board->failures++;
	return true;
}

/* Turns an infinite loop in a plan into a failure. */
static void count_call(struct fcl_hal_device *board)
{
	CHECK(board->dice, ++board->calls < FAKE_ENDLESS);
}

static const struct fcl_hal_info *board_info(struct fcl_hal_device *board)
{
	return &board->info;
}

static int buffer_alloc(struct fcl_hal_device *board, struct fcl_hal_program *program,
			uint32_t bank, uint64_t bytes, struct fcl_hal_buffer **ret_buffer,
			struct fcl_err *err)
{
	struct fcl_hal_buffer *buffer;

	(void)program;
	count_call(board);
	if (board->meanwhile)
		board->meanwhile();
	if (happens(board, board->full))
		return fcl_err_set(err, -ENOMEM, "the bank is full");
	buffer = malloc(sizeof(*buffer));
	assert_non_null(buffer);
	*buffer = (struct fcl_hal_buffer){.bank = bank == FCL_HAL_BANK_DEFAULT ? 0 : bank,
					  .bytes = bytes,
					  .data = malloc(bytes)};
	assert_non_null(buffer->data);
	memset(buffer->data, 0xEE, bytes);
	board->buffers++;
	*ret_buffer = buffer;
	return 0;
}

struct fcl_hal_buffer *fake_board_share(struct fcl_hal_device *board, void *memory, uint64_t bytes)
{
	struct fcl_hal_buffer *buffer = malloc(sizeof(*buffer));

	assert_non_null(buffer);
	*buffer = (struct fcl_hal_buffer){FCL_HAL_BANK_DEFAULT, bytes, memory};
	board->buffers++;
	return buffer;
}

static void buffer_free(struct fcl_hal_device *board, struct fcl_hal_buffer *buffer)
{
	if (!buffer)
		return;
	board->buffers--;
	if (buffer->bank != FCL_HAL_BANK_DEFAULT)
		free(buffer->data);
	free(buffer);
}

/* A file with the buffer's bytes. */
static int buffer_export(struct fcl_hal_device *board, struct fcl_hal_buffer *buffer, int *ret_fd,
			 struct fcl_err *err)
{
	(void)board;
	(void)err;
	*ret_fd = memfd_create("fake", 0);
	assert_int_equal(pwrite(*ret_fd, buffer->data, buffer->bytes, 0), buffer->bytes);
	return 0;
}

static uint32_t buffer_bank(struct fcl_hal_device *board, struct fcl_hal_buffer *buffer)
{
	(void)board;
	return buffer->bank;
}

static int peer(struct fcl_hal_device *board, struct fcl_hal_device *other)
{
	return board->peers && other->peers ? 0 : -EOPNOTSUPP;
}

static void move_bytes(const struct fcl_hal_request *request)
{
	size_t bytes = request->op == FCL_HAL_COPY ? request->u.copy.box.region[0]
						   : request->u.transfer.box.region[0];
	unsigned char *at;

	if (request->op == FCL_HAL_COPY) {
		memcpy(request->u.copy.target->data + request->u.copy.target_offset,
		       request->u.copy.source->data + request->u.copy.source_offset, bytes);
		return;
	}
	at = request->u.transfer.buffer->data + request->u.transfer.offset;
	if (request->op == FCL_HAL_WRITE)
		memcpy(at, request->u.transfer.host, bytes);
	else
		memcpy(request->u.transfer.host, at, bytes);
}

/* Even a failing request may have moved its bytes. */
static void end(struct fcl_hal_device *board, struct fcl_hal_request *request, bool copied)
{
	bool fails = happens(board, board->failing);

	if (!copied && !(fails && roll(board->dice, 2)))
		move_bytes(request);
	request->done(request, fails ? -EIO : 0, fails ? "the dice say so" : NULL);
}

static int submit(struct fcl_hal_device *board, struct fcl_hal_request *const *requests,
		  uint32_t count)
{
	assert_int_equal(count, 1);
	count_call(board);
	if (board->busy && !roll(board->dice, board->busy))
		return -EAGAIN;
	if (happens(board, board->failing))
		return -EIO;
	if (board->inline_only || board->nqueue == FAKE_QUEUE || !roll(board->dice, 4)) {
		end(board, requests[0], false);
		return 0;
	}
	board->queue[board->nqueue] = requests[0];
	board->copied[board->nqueue] = roll(board->dice, 2);
	if (board->copied[board->nqueue++])
		move_bytes(requests[0]);
	return 0;
}

void fake_board_end_one(struct fcl_hal_device *board)
{
	uint32_t i = roll(board->dice, board->nqueue);
	struct fcl_hal_request *request = board->queue[i];
	bool copied = board->copied[i];

	board->nqueue--;
	board->queue[i] = board->queue[board->nqueue];
	board->copied[i] = board->copied[board->nqueue];
	end(board, request, copied);
}

const struct fcl_hal_ops fake_board_ops = {
	.size = sizeof(struct fcl_hal_ops),
	.version = FCL_HAL_VERSION,
	.name = "fake",
	.info = board_info,
	.buffer_alloc = buffer_alloc,
	.buffer_free = buffer_free,
	.buffer_bank = buffer_bank,
	.buffer_export = buffer_export,
	.submit = submit,
	.peer = peer,
};

void fake_board_init(struct fcl_hal_device *board, struct dice *dice, bool keeps_memory)
{
	*board = (struct fcl_hal_device){.dice = dice};
	board->info = (struct fcl_hal_info){.name = "fake",
					    .caps = FCL_HAL_CAP_COPY | FCL_HAL_CAP_PEER,
					    .nslots = 1,
					    .banks = board->banks,
					    .nbanks = FAKE_BANKS};
	for (int i = 0; i < FAKE_BANKS; i++)
		board->banks[i].kept = keeps_memory;
}
