/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/units/services.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/config.h"
#include "base/log.h"
#include "base/number.h"
#include "base/thread.h"
#include "emulator/execution/access/access.h"
#include "emulator/execution/access/blocks.h"
#include "emulator/execution/access/bursts.h"
#include "emulator/execution/access/reach.h"
#include "emulator/execution/fifos/chain.h"
#include "emulator/execution/fifos/cluster.h"
#include "emulator/execution/fifos/fifo.h"
#include "emulator/execution/running/console.h"
#include "emulator/execution/running/running.h"
#include "emulator/execution/running/timeline.h"
#include "emulator/execution/running/usage.h"
#include "emulator/execution/units/args_cache.h"
#include "emulator/execution/units/links.h"
#include "emulator/memory/memory.h"
#include "emulator/primitives/format.h"
#include "emulator/state/fifo.h"
#include "emulator/state/groups.h"
#include "emulator/state/unit.h"

enum {
	POLLS_BEFORE_YIELD = 64,
	POLLS_BEFORE_BACKOFF =
		4096, /* without a packet: the next one is not expected soon, if at all */
	BLOCK_ALIGN = 64,
	END_CHECK_NS = 10 * 1000 * 1000,
};

#define END_PATIENCE_NS UINT64_C(5000000000)

/* A longer line of kernel output is logged in pieces of this size. */
enum { LINE_BYTES = 1024 };

static struct fcl_emu_cu *own(struct fcl_cu *cu)
{
	return (struct fcl_emu_cu *)cu;
}

/* For messages: the argument whose register contains the address. */
static const char *arg_of_address(const struct fcl_emu_cu *cu, uint64_t address)
{
	const struct fcl_image_kernel *facts = cu->kernel->facts;

	for (uint32_t i = 0; i < facts->nargs; i++) {
		uint64_t value;

		if (facts->args[i].qualifier == FCL_ARG_SCALAR ||
		    facts->args[i].offset + sizeof(value) > cu->pub.regs_size)
			continue;
		memcpy(&value, cu->pub.regs + facts->args[i].offset, sizeof(value));
		if (value == address)
			return facts->args[i].name;
	}
	return NULL;
}

static const char *services_name_of(const struct fcl_emu_cu *cu, uint32_t port)
{
	return port < cu->model->nports ? cu->model->ports[port].name : "?";
}

/* Writes "argument 'a', port M_AXI_A", or only the port if no argument has the address. */
static const char *who(const struct fcl_emu_cu *cu, uint32_t port, uint64_t address, char text[200])
{
	const char *arg = arg_of_address(cu, address);

	snprintf(text, 200, "%s%.90s%sport %.90s", arg ? "argument '" : "", arg ? arg : "",
		 arg ? "', " : "", services_name_of(cu, port));
	return text;
}

/* Resolves any address from any port; an invalid one fails the execution with the reason. */
static void *services_find_memory(struct fcl_emu_cu *cu, uint32_t port, uint64_t address,
				  uint64_t bytes)
{
	char *host = fcl_emu_translate(cu->program->board, address, bytes);
	const char *there, *reached;
	char text[200];

	if (!host)
		fcl_emu_cu_fail(cu, -EFAULT,
				"%s: device address 0x%" PRIx64 " (%" PRIu64
				" bytes) is in no bank of the board",
				who(cu, port, address, text), address, bytes);
	if (!fcl_emu_reaches(cu, port, address, &there, &reached))
		fcl_emu_cu_fail(cu, -EFAULT,
				"%s: device address 0x%" PRIx64
				" is in bank %s, which the port does not reach; it reaches %s",
				who(cu, port, address, text), address, there, reached);
	return host;
}

static void *memory(struct fcl_cu *pub, uint32_t port, uint64_t address, uint64_t bytes)
{
	struct fcl_emu_cu *cu = own(pub);
	struct fcl_emu_args_cache *values = cu->bound;
	char *host, *apart;

	/* A null buffer argument stays a null pointer, as the kernel may test for it. */
	if (!address && !bytes)
		return NULL;
	host = values && !bytes ? fcl_emu_args_cache_find(values, port, address) : NULL;
	if (host)
		return host;
	host = fcl_emu_reach_quickly(cu, port, address, bytes);
	if (cu->model->flags & FCL_MODEL_CHECKED) {
		host = host ? host : services_find_memory(cu, port, address, bytes);
		apart = fcl_emu_access_pointer(cu, address);
		return apart ? apart : host;
	}
	if (!host) {
		host = services_find_memory(cu, port, address, bytes);
		values = NULL;
	}
	if (cu->model->kind == FCL_MODEL_STEP)
		fcl_emu_burst_check(cu, port, address, bytes);
	if (values && !bytes)
		fcl_emu_args_cache_found(values, port, address, host);
	return host;
}

static struct fcl_emu_fifo *services_fifo_of(const struct fcl_emu_cu *cu, uint32_t port)
{
	return port < cu->model->nports ? cu->ports[port] : NULL;
}

static __attribute__((noinline, cold)) void stop(struct fcl_emu_cu *cu)
{
	if (cu->model->kind == FCL_MODEL_RUN)
		fcl_emu_cu_pause(cu, FCL_EMU_PAUSE_YIELD);
}

/*
 * Payloads call services only at a FIFO's limit, which is often enough to check for stop requests.
 */
static inline void stop_if_requested(struct fcl_emu_cu *cu)
{
	if (atomic_load_explicit(&cu->stop, memory_order_relaxed))
		stop(cu);
}

static inline void services_wait_for(struct fcl_emu_cu *cu, uint32_t port, int side)
{
	cu->blocked_on = services_fifo_of(cu, port);
	cu->blocked_port = port;
	cu->blocked_side = side;
	cu->blocked_turn = false;
	cu->pause = FCL_EMU_PAUSE_BLOCK;
	if (!fcl_emu_cluster_pass_on(cu))
		fcl_emu_cu_pause(cu, FCL_EMU_PAUSE_BLOCK);
}

static __attribute__((noinline)) void wait_for_turn(struct fcl_emu_cu *cu, uint32_t port, int side)
{
	while (!fcl_emu_chain_enter(cu, port)) {
		cu->blocked_on = services_fifo_of(cu, port);
		cu->blocked_port = port;
		cu->blocked_side = side;
		cu->blocked_turn = true;
		fcl_emu_cu_pause(cu, FCL_EMU_PAUSE_BLOCK);
	}
}

static bool move_now(struct fcl_emu_fifo *fifo, int side, void *packet)
{
	return fifo && (side == FCL_EMU_READER ? fcl_emu_fifo_pop(fifo, packet)
					       : fcl_emu_fifo_push(fifo, packet));
}

/*
 * Moves one packet. It is one function for both directions, and callers jump to it, so that the
 * fiber that continues returns where the paused one would have, as the processor predicts.
 */
static __attribute__((noinline)) void move(struct fcl_emu_cu *cu, uint32_t port, int side,
					   void *packet)
{
	stop_if_requested(cu);
	if (cu->turns)
		wait_for_turn(cu, port, side);
	while (!move_now(services_fifo_of(cu, port), side, packet))
		services_wait_for(cu, port, side);
}

static void stream_read(struct fcl_cu *pub, uint32_t port, void *packet)
{
	move(own(pub), port, FCL_EMU_READER, packet);
}

static void stream_write(struct fcl_cu *pub, uint32_t port, const void *packet)
{
	move(own(pub), port, FCL_EMU_WRITER, (void *)packet);
}

/* Whether the CU has moved a packet since the last call. */
static bool has_moved(struct fcl_emu_cu *cu)
{
	uint64_t moved = fcl_emu_cu_moved(cu);

	if (moved == cu->moved)
		return false;
	cu->moved = moved;
	return true;
}

/*
 * Called for a poll that may have found nothing. After many in a row, the CU backs off: it waits
 * until one of its FIFOs moves, but for milliseconds at most at first, and longer later. The time
 * is always bounded, as a kernel may count its polls.
 */
static void polled(struct fcl_emu_cu *cu)
{
	/*
	 * A stepped model pauses through the result of step(), and must not be suspended inside it.
	 */
	if (++cu->polls % POLLS_BEFORE_YIELD || cu->model->kind != FCL_MODEL_RUN)
		return;
	if (has_moved(cu))
		cu->polls = cu->backoffs = 0;
	if (cu->polls < POLLS_BEFORE_BACKOFF) {
		fcl_emu_cu_pause(cu, FCL_EMU_PAUSE_YIELD);
		return;
	}
	cu->polls = 0;
	fcl_emu_cu_back_off(cu);
}

static int stream_try_read(struct fcl_cu *pub, uint32_t port, void *packet)
{
	struct fcl_emu_cu *cu = own(pub);

	stop_if_requested(cu);
	if (services_fifo_of(cu, port) && fcl_emu_chain_enter(cu, port) &&
	    fcl_emu_fifo_pop(services_fifo_of(cu, port), packet))
		return 1;
	polled(cu);
	return 0;
}

static int stream_try_write(struct fcl_cu *pub, uint32_t port, const void *packet)
{
	struct fcl_emu_cu *cu = own(pub);

	stop_if_requested(cu);
	if (services_fifo_of(cu, port) && fcl_emu_chain_enter(cu, port) &&
	    fcl_emu_fifo_push(services_fifo_of(cu, port), packet))
		return 1;
	polled(cu);
	return 0;
}

/* This counts as a poll, as a model may wait for a certain number of packets. */
static uint32_t stream_count(struct fcl_cu *pub, uint32_t port)
{
	struct fcl_emu_cu *cu = own(pub);
	struct fcl_emu_fifo *fifo = services_fifo_of(cu, port);
	uint32_t level;

	stop_if_requested(cu);
	polled(cu);
	if (!fifo || !fcl_emu_chain_enter(cu, port))
		return 0;
	level = fcl_emu_fifo_level(fifo);
	return cu->model->ports[port].kind == FCL_MODEL_PORT_STREAM_IN
		       ? level
		       : (uint32_t)fifo->pub.depth - level;
}

/* Notes which ports' FIFOs the CU is about to wait for, with blocked_on as the first. */
static void want(struct fcl_emu_cu *cu, const uint32_t *ports, uint32_t count)
{
	cu->blocked_on = NULL;
	cu->blocked_turn = false;
	for (uint32_t i = 0; i < cu->model->nports; i++)
		cu->waits[i].wanted = false;
	for (uint32_t i = 0; i < count; i++) {
		struct fcl_emu_fifo *fifo = services_fifo_of(cu, ports[i]);

		if (!fifo)
			continue;
		cu->waits[ports[i]].wanted = true;
		if (cu->blocked_on)
			continue;
		cu->blocked_on = fifo;
		cu->blocked_port = ports[i];
		cu->blocked_side = cu->model->ports[ports[i]].kind == FCL_MODEL_PORT_STREAM_IN
					   ? FCL_EMU_READER
					   : FCL_EMU_WRITER;
	}
}

/* A turn at a port is taken by moving a packet, or polling. */
static void stream_wait_any(struct fcl_cu *pub, const uint32_t *ports, uint32_t count)
{
	struct fcl_emu_cu *cu = own(pub);

	stop_if_requested(cu);
	if (cu->turns || cu->model->kind != FCL_MODEL_RUN) {
		polled(cu);
		return;
	}
	want(cu, ports, count);
	cu->blocked_any = true;
	fcl_emu_cu_pause(cu, FCL_EMU_PAUSE_BLOCK);
	cu->blocked_any = false;
}

static void wait_outside(struct fcl_cu *pub, int descriptor, uint32_t events, const uint32_t *ports,
			 uint32_t count)
{
	struct fcl_emu_cu *cu = own(pub);

	cu->outside.descriptor = descriptor;
	cu->outside.events = events;
	cu->outside.waits = true;
	stream_wait_any(pub, ports, count);
	cu->outside = (struct fcl_emu_outside){0};
}

static atomic_bool host_exits;

static void note_exit(void)
{
	atomic_store(&host_exits, true);
}

/*
 * On a thread of its own: exit() stops the CUs of images, the calling one among them. A host that
 * has called exit() itself meanwhile keeps its status; two threads must not call exit() at a time.
 */
static void *exit_host(void *process)
{
	uint64_t end = fcl_now_ns() + END_PATIENCE_NS;

	/* A script that waits for the host then reads the process's output, which must be complete. */
	while ((intptr_t)process > 0 && !kill((pid_t)(intptr_t)process, 0) && fcl_now_ns() < end)
		nanosleep(&(struct timespec){.tv_nsec = END_CHECK_NS}, NULL);
	if (!atomic_load(&host_exits))
		exit(EXIT_SUCCESS);
	return NULL;
}

/* Only the first request counts, whatever other processes ask for. */
static int end_host(struct fcl_cu *pub, const char *why, int process)
{
	static _Atomic pid_t ending; /* the host, since a child has no such thread */

	if (!fcl_config_is_emulation())
		return 0;
	if (atomic_exchange(&ending, getpid()) == getpid())
		return 1;
	fcl_log(FCL_LOG_WARN, own(pub)->name, "the host ends: %s", why);
	atexit(note_exit);
	return !fcl_thread_start(exit_host, (void *)(intptr_t)process);
}

static uint32_t stream_depth(struct fcl_cu *pub, uint32_t port)
{
	const struct fcl_emu_fifo *fifo = services_fifo_of(own(pub), port);

	return fifo ? (uint32_t)fifo->pub.depth : 0;
}

static void yield(struct fcl_cu *pub)
{
	struct fcl_emu_cu *cu = own(pub);

	if (cu->model->kind == FCL_MODEL_RUN) {
		cu->goes_on = true;
		fcl_emu_cu_pause(cu, FCL_EMU_PAUSE_YIELD);
	}
}

static int stop_requested(struct fcl_cu *pub)
{
	const struct fcl_emu_cu *cu = own(pub);

	return atomic_load(&cu->stop) || (cu->groups && atomic_load(&cu->groups->failed));
}

static void log_text(struct fcl_cu *pub, int level, const char *text)
{
	if (level < FCL_LOG_ERROR)
		level = FCL_LOG_ERROR;
	/* In init(), it is the reason why the image is refused. */
	if (level == FCL_LOG_ERROR && (own(pub)->preparing || !own(pub)->fiber))
		snprintf(own(pub)->error, sizeof(own(pub)->error), "%s", text);
	fcl_log(level > FCL_LOG_DEBUG ? FCL_LOG_DEBUG : (enum fcl_log_level)level, own(pub)->name,
		"%s", text);
}

void fcl_emu_line_end(struct fcl_emu_cu *cu)
{
	if (cu->line_length)
		fcl_emu_console(cu->name, cu->line, cu->line_length, false);
	cu->line_length = 0;
}

static void add_to_line(struct fcl_emu_cu *cu, const char *text, size_t length)
{
	while (length) {
		size_t room = LINE_BYTES - cu->line_length, part = length < room ? length : room;

		memcpy(cu->line + cu->line_length, text, part);
		cu->line_length += part;
		text += part;
		length -= part;
		if (cu->line_length == LINE_BYTES)
			fcl_emu_line_end(cu);
	}
}

/* Kernels print in fragments; whole lines are logged at once. */
static void services_print_text(struct fcl_emu_cu *cu, const char *text)
{
	const char *end;

	for (; (end = strchr(text, '\n')); text = end + 1) {
		add_to_line(cu, text, (size_t)(end - text));
		fcl_emu_console(cu->name, cu->line, cu->line_length, true);
		cu->line_length = 0;
	}
	add_to_line(cu, text, strlen(text));
}

/*
 * Whether the output belongs to an execution. A model that prints outside one, as in reg_write(),
 * may do so concurrently, so its text is logged at once.
 */
static bool has_line(struct fcl_emu_cu *cu)
{
	if (fcl_emu_current_cu() != cu)
		return false;
	if (!cu->line)
		cu->line = malloc(LINE_BYTES);
	return cu->line;
}

static void print_at_once(struct fcl_emu_cu *cu, const char *text)
{
	size_t length = strlen(text), end = length;

	while (length && text[length - 1] == '\n')
		length--;
	fcl_emu_console(cu->name, text, length, end > length);
}

/* Fails the execution or, outside one, logs the reason. */
static int bad_format(struct fcl_emu_cu *cu, const char *why)
{
	if (fcl_emu_current_cu() == cu)
		fcl_emu_cu_fail(cu, -EFAULT, "%s", why);
	fcl_log(FCL_LOG_ERROR, cu->name, "%s", why);
	return -1;
}

static int services_print(struct fcl_cu *pub, const char *format, va_list args)
{
	char text[1024], *whole = NULL;
	va_list again;
	int length;

	if (!fcl_emu_format_check(format, args, text, sizeof(text)))
		return bad_format(own(pub), text);
	va_copy(again, args);
	length = fcl_vsnprintf(text, sizeof(text), format, args);
	if (length >= (int)sizeof(text) && (whole = malloc((size_t)length + 1)))
		fcl_vsnprintf(whole, (size_t)length + 1, format, again);
	va_end(again);
	if (length > 0 && has_line(own(pub)))
		services_print_text(own(pub), whole ? whole : text);
	else if (length > 0)
		print_at_once(own(pub), whole ? whole : text);
	free(whole);
	return length;
}

static void assert_fail(struct fcl_cu *cu, const char *text, const char *file, unsigned line,
			const char *function)
{
	fcl_emu_cu_fail(own(cu), -EIO, "%s:%u: %s: Assertion `%s' failed", file, line, function,
			text);
}

static void services_fail(struct fcl_cu *cu, const char *text)
{
	fcl_emu_cu_fail(own(cu), -EIO, "%s", text);
}

static struct fcl_cu *current(void)
{
	struct fcl_emu_cu *cu = fcl_emu_current_cu();

	return cu ? &cu->pub : NULL;
}

const struct fcl_model_host fcl_emu_host = {
	.size = sizeof(struct fcl_model_host),
	.version = FCL_MODEL_VERSION,
	.memory = memory,
	.stream_read = stream_read,
	.stream_write = stream_write,
	.stream_try_read = stream_try_read,
	.stream_try_write = stream_try_write,
	.stream_count = stream_count,
	.yield = yield,
	.stop_requested = stop_requested,
	.log = log_text,
	.vprintf = services_print,
	.assert_fail = assert_fail,
	.fail = services_fail,
	.allocate = fcl_emu_block_allocate,
	.release = fcl_emu_block_release,
	.current = current,
	.allocate_guarded = fcl_emu_block_allocate_guarded,
	.stream_depth = stream_depth,
	.check_access = fcl_emu_access_check,
	.allocate_stack = fcl_emu_block_allocate_stack,
	.buffer_of = fcl_emu_access_buffer,
	.watch = fcl_emu_usage_watch,
	.memory_speed = fcl_emu_usage_speed,
	.executed = fcl_emu_usage_report,
	.moved = fcl_emu_access_moved,
	.stream_wait_any = stream_wait_any,
	.wait_outside = wait_outside,
	.end_host = end_host,
	.no_waves = fcl_emu_usage_no_waves,
	.counted = fcl_emu_timeline_counted,
	.link_open = fcl_emu_link_open,
	.link_close = fcl_emu_link_close,
	.link_is_up = fcl_emu_link_is_up,
	.link_send = fcl_emu_link_send,
	.link_receive = fcl_emu_link_receive,
	.link_take = fcl_emu_link_take,
	.link_wait = fcl_emu_link_wait,
	.time_process = fcl_emu_timeline_process,
	.time_channel = fcl_emu_timeline_channel,
	.time_bus = fcl_emu_timeline_bus,
	.time_events = fcl_emu_timeline_events,
	.time_ask = fcl_emu_timeline_ask,
	.time_answer = fcl_emu_timeline_answer,
	.time_wait = fcl_emu_timeline_wait,
	.time_rest = fcl_emu_timeline_rest,
	.time_begin = fcl_emu_timeline_begin,
	.time_stream = fcl_emu_timeline_stream,
};
