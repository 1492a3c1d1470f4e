/* SPDX-License-Identifier: Apache-2.0 */
#include "board.h"

#include <dlfcn.h>
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include "board_time.h"
#include "tool.h"

struct board_run board_run;

#define BOARD_BLOCKS 256

static void *board_blocks[BOARD_BLOCKS]; /* memory of the execution */
static jmp_buf board_end;
static struct fcl_cu *board_cu;
static const struct fcl_model *board_running;

static void board_fail(struct fcl_cu *cu, const char *text)
{
	assert_ptr_equal(cu, board_cu);
	snprintf(board_run.failure, sizeof(board_run.failure), "%s", text);
	longjmp(board_end, 1);
}

static void board_assert(struct fcl_cu *cu, const char *text, const char *file, unsigned line,
			 const char *function)
{
	char message[512];

	snprintf(message, sizeof(message), "%s:%u: %s: Assertion `%s' failed", file, line, function,
		 text);
	board_fail(cu, message);
}

static void *board_memory(struct fcl_cu *cu, uint32_t port, uint64_t address, uint64_t bytes)
{
	(void)cu;
	(void)bytes;
	assert_true(port < board_running->nports);
	assert_int_equal(board_running->ports[port].kind, FCL_MODEL_PORT_MEMORY);
	board_run.port_used |= 1u << port;
	return (void *)(uintptr_t)address;
}

static uint32_t board_count(struct fcl_cu *cu, uint32_t port)
{
	struct board_stream *stream = &board_run.streams[port];
	uint32_t packet = board_running->ports[port].packet_size;

	(void)cu;
	if (board_running->ports[port].kind == FCL_MODEL_PORT_STREAM_IN)
		return (uint32_t)((stream->size - stream->read) / packet);
	return (uint32_t)(((stream->room ? stream->room : sizeof(stream->bytes)) - stream->size) /
			  packet);
}

/* Every failed poll must reach the board, so that it can let others run. */
static uint32_t board_ask(struct fcl_cu *cu, uint32_t port)
{
	uint32_t count = board_count(cu, port);

	if (!count && ++board_run.empty_counts > 1000)
		board_fail(cu, "polls forever");
	return count;
}

static int board_try_read(struct fcl_cu *cu, uint32_t port, void *packet)
{
	struct board_stream *stream = &board_run.streams[port];

	assert_int_equal(board_running->ports[port].kind, FCL_MODEL_PORT_STREAM_IN);
	if (!board_count(cu, port))
		return 0;
	memcpy(packet, stream->bytes + stream->read, board_running->ports[port].packet_size);
	stream->read += board_running->ports[port].packet_size;
	return 1;
}

static int board_try_write(struct fcl_cu *cu, uint32_t port, const void *packet)
{
	struct board_stream *stream = &board_run.streams[port];

	assert_int_equal(board_running->ports[port].kind, FCL_MODEL_PORT_STREAM_OUT);
	if (!board_count(cu, port))
		return 0;
	memcpy(stream->bytes + stream->size, packet, board_running->ports[port].packet_size);
	stream->size += board_running->ports[port].packet_size;
	return 1;
}

static void board_read(struct fcl_cu *cu, uint32_t port, void *packet)
{
	if (!board_try_read(cu, port, packet))
		board_fail(cu, "blocked on an empty stream");
}

static void board_write(struct fcl_cu *cu, uint32_t port, const void *packet)
{
	if (!board_try_write(cu, port, packet))
		board_fail(cu, "blocked on a full stream");
}

static void board_yield(struct fcl_cu *cu)
{
	(void)cu;
}

static int board_stop_requested(struct fcl_cu *cu)
{
	(void)cu;
	return 0;
}

static void board_log(struct fcl_cu *cu, int level, const char *text)
{
	(void)cu;
	if (level == FCL_MODEL_LOG_WARN)
		snprintf(board_run.warned, sizeof(board_run.warned), "%s", text);
}

static int board_vprintf(struct fcl_cu *cu, const char *format, va_list args)
{
	size_t used = strlen(board_run.printed);

	(void)cu;
	return vsnprintf(board_run.printed + used, sizeof(board_run.printed) - used, format, args);
}

static void *board_allocate(struct fcl_cu *cu, uint64_t bytes)
{
	void *pointer;

	assert_ptr_equal(cu, board_cu);
	if (bytes > 1u << 30)
		return NULL;
	assert_true(board_run.allocations < BOARD_BLOCKS);
	pointer = aligned_alloc(64, (bytes + 63) / 64 * 64);
	board_blocks[board_run.allocations++] = pointer;
	return pointer;
}

static void board_release(struct fcl_cu *cu, void *pointer)
{
	assert_ptr_equal(cu, board_cu);
	for (unsigned i = 0; i < board_run.allocations; i++)
		if (board_blocks[i] == pointer) {
			board_blocks[i] = NULL;
			board_run.releases++;
			free(pointer);
			return;
		}
	fail_msg("a block is released that was not allocated");
}

static struct fcl_cu *board_current(void)
{
	return board_cu;
}

static void moved(struct fcl_cu *cu, const void *at, uint64_t read, uint64_t written)
{
	(void)cu, (void)at, (void)read, (void)written;
}

static void board_check(struct fcl_cu *cu, uint64_t at, uint64_t bytes, int write,
			const char *place)
{
	(void)at;
	(void)bytes;
	(void)write;
	(void)place;
	assert_ptr_equal(cu, board_cu);
}

static void *buffer_of(struct fcl_cu *cu, const void *at)
{
	(void)cu;
	for (unsigned i = 0; i < board_run.nbuffers; i++) {
		const struct board_buffer *buffer = &board_run.buffers[i];

		if ((uintptr_t)at - (uintptr_t)buffer->start < buffer->size)
			return (void *)buffer->start;
	}
	return NULL;
}

static void counted(struct fcl_cu *cu, uint64_t cycles, const char *sure, const char *unknown)
{
	(void)cu;
	assert_non_null(sure);
	board_run.cycles = cycles;
	snprintf(board_run.unknown, sizeof(board_run.unknown), "%s", unknown ? unknown : "");
}

/* What is at the other end of a stream is on no time line. */
static const char *time_begin(struct fcl_cu *cu, const char *unknown)
{
	for (uint32_t i = 0; !unknown && i < board_running->nports; i++)
		if (board_running->ports[i].kind != FCL_MODEL_PORT_MEMORY)
			unknown = "a stream has no other end";
	return unknown ? unknown : board_time_begin(cu);
}

static const struct fcl_model_host board_host = {
	.size = sizeof(board_host),
	.version = FCL_MODEL_VERSION,
	.memory = board_memory,
	.stream_read = board_read,
	.stream_write = board_write,
	.stream_try_read = board_try_read,
	.stream_try_write = board_try_write,
	.stream_count = board_ask,
	.yield = board_yield,
	.stop_requested = board_stop_requested,
	.log = board_log,
	.vprintf = board_vprintf,
	.assert_fail = board_assert,
	.fail = board_fail,
	.allocate = board_allocate,
	.release = board_release,
	.check_access = board_check,
	.current = board_current,
	.moved = moved,
	.buffer_of = buffer_of,
	.counted = counted,
	.time_process = board_time_process,
	.time_channel = board_time_channel,
	.time_bus = board_time_bus,
	.time_events = board_time_events,
	.time_ask = board_time_ask,
	.time_answer = board_time_answer,
	.time_wait = board_time_wait,
	.time_rest = board_time_rest,
	.time_begin = time_begin,
	.time_stream = board_time_stream,
};

static void board_construct(const struct board *board)
{
	struct fcl_cu cu = {.size = sizeof(cu), .host = &board_host, .name = "constructors"};

	if (setjmp(board_end))
		fail_msg("a static constructor failed");
	board->bitstream->construct(&cu);
}

void board_load(struct board *board, const char *name)
{
	struct fcl_image *image = tool_image(name);
	char path[64];

	/* Kept open: dlopen() takes a known path for the same library. */
	board->fd = memfd_create("payload", MFD_CLOEXEC);
	assert_true(board->fd >= 0);
	assert_int_equal(write(board->fd, image->payload, image->payload_size),
			 image->payload_size);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", board->fd);
	board->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!board->library)
		fail_msg("%s: %s", name, dlerror());
	fcl_image_unref(image);
	board->bitstream = dlsym(board->library, FCL_BITSTREAM_SYMBOL);
	assert_non_null(board->bitstream);
	assert_int_equal(board->bitstream->version, FCL_MODEL_VERSION);
	board_construct(board);
	board->bitstream->attach(&board_host);
}

void board_unload(struct board *board)
{
	dlclose(board->library);
	close(board->fd);
}

int board_setup(void **state, struct board *board, const char *kernels, const char *source)
{
	char arguments[4096];

	if (tool_setup(state))
		return -1;
	snprintf(arguments, sizeof(arguments), "-t sw_emu --platform u250 %s %s -o board.elf",
		 kernels, tool_kernel(source));
	tool_compile(arguments);
	board_load(board, "board.elf");
	return 0;
}

int board_teardown(void **state, struct board *board)
{
	board_unload(board);
	return tool_teardown(state);
}

const struct fcl_model *board_model(const struct board *board, const char *kernel)
{
	for (uint32_t i = 0; i < board->bitstream->nmodels; i++)
		if (!strcmp(board->bitstream->models[i]->kernel, kernel))
			return board->bitstream->models[i];
	fail_msg("the payload has no model of '%s'", kernel);
	return NULL;
}

void board_reset(void)
{
	memset(&board_run, 0, sizeof(board_run));
}

void board_arg(unsigned offset, const void *value, size_t size)
{
	assert_true(offset + size <= sizeof(board_run.regs));
	memcpy(board_run.regs + offset, value, size);
}

void board_pointer(unsigned offset, const void *pointer)
{
	uint64_t address = (uintptr_t)pointer;

	board_arg(offset, &address, sizeof(address));
}

void board_buffer(unsigned offset, const void *start, size_t size)
{
	unsigned most = sizeof(board_run.buffers) / sizeof(board_run.buffers[0]);

	assert_true(board_run.nbuffers < most);
	board_run.buffers[board_run.nbuffers++] = (struct board_buffer){start, size};
	board_pointer(offset, start);
}

int board_start(const struct board *board, const char *kernel)
{
	static const struct fcl_model_range task = {
		.work_dim = 1, .global_size = {1, 1, 1}, .local_size = {1, 1, 1}, .ngroups = 1};
	struct fcl_cu cu = {.size = sizeof(cu),
			    .range = &task,
			    .regs_size = sizeof(board_run.regs),
			    .host = &board_host,
			    .name = kernel,
			    .regs = board_run.regs};
	int ret = -1;

	board_running = board_model(board, kernel);
	board_cu = &cu;
	if (!setjmp(board_end))
		ret = board_running->run(&cu);
	board_cu = NULL;
	board_time_end();
	for (unsigned i = 0; i < board_run.allocations; i++) {
		free(board_blocks[i]);
		board_blocks[i] = NULL;
	}
	return ret;
}
