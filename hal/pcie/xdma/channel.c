/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/pcie/xdma/channel.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"

/*
 * The engine writes the number of completed descriptors back to memory, which is polled; that is how
 * short runs end. During a longer one, the thread has the engine interrupt and sleeps, but never
 * only that: it looks at the memory, and then at the registers, from time to time, so an interrupt
 * or a write-back that is lost costs time and nothing else.
 */

enum {
	SPIN_NS = 30 * 1000,
	YIELD_NS = 200 * 1000, /* polls until then, but lets other threads run */
	SLEEP_FIRST_US = 100,
	SLEEP_LAST_US = 20 * 1000,
	LOOK_NS = 2 * 1000 * 1000, /* after which registers are read, too */
	STOP_POLLS_AT_ONCE = 100,
	CANCEL_NS = 200 * 1000 * 1000, /* for a run to end before a reset */
};

#define STATUS_WANTED (FCL_XDMA_STOPPED | FCL_XDMA_DONE | FCL_XDMA_ERRORS)

static uint32_t channel_read_register(const struct fcl_xdma *xdma, uint32_t offset)
{
	return fcl_pcie_read(xdma->transport, xdma->bar, offset);
}

static void channel_write_register(const struct fcl_xdma *xdma, uint32_t offset, uint32_t value)
{
	fcl_pcie_write(xdma->transport, xdma->bar, &(struct fcl_pcie_word){offset, value}, 1);
}

/* --- finding ---------------------------------------------------------------------------------- */

/* Whether the channel is there and addresses memory. */
static bool xdma_is_channel(const struct fcl_xdma *xdma, uint32_t base, bool *ret_stream)
{
	uint32_t id = channel_read_register(xdma, base + FCL_XDMA_IDENTIFIER);
	uint32_t expected = 0x1fc00000 | base >> 12 << 16 | (base & 0xf00);

	if ((id & 0xffff0f00) != expected)
		return false;
	*ret_stream |= id >> 15 & 1;
	return !(id >> 15 & 1);
}

int fcl_xdma_find(struct fcl_xdma *xdma, struct fcl_err *err)
{
	const char *name = xdma->transport->name;
	uint32_t id = channel_read_register(xdma, FCL_XDMA_CONFIG + FCL_XDMA_IDENTIFIER);
	bool stream = false;

	if (id >> 16 != 0x1fc3)
		return fcl_err_set(
			err, id == FCL_PCIE_GONE ? -ENODEV : -EINVAL,
			"%s: expected XDMA's identifier 0x1fc3…… at 0x%x of BAR %u, found 0x%08x",
			name, FCL_XDMA_CONFIG, xdma->bar, id);
	xdma->nh2c = xdma->nc2h = 0;
	while (xdma->nh2c < FCL_XDMA_CHANNELS &&
	       xdma_is_channel(xdma, FCL_XDMA_H2C + xdma->nh2c * FCL_XDMA_CHANNEL, &stream))
		xdma->nh2c++;
	while (xdma->nc2h < FCL_XDMA_CHANNELS &&
	       xdma_is_channel(xdma, FCL_XDMA_C2H + xdma->nc2h * FCL_XDMA_CHANNEL, &stream))
		xdma->nc2h++;
	if (stream)
		return fcl_err_set(
			err, -EINVAL,
			"%s: expected an XDMA for memory (AXI MM), found one for streams", name);
	if (!xdma->nh2c || !xdma->nc2h)
		return fcl_err_set(
			err, -EINVAL,
			"%s: expected channels in both directions, found %u to the card and %u to the host",
			name, xdma->nh2c, xdma->nc2h);
	return 0;
}

void fcl_xdma_route(const struct fcl_xdma *xdma, uint32_t nvectors, uint32_t nusers)
{
	uint32_t nchannels = xdma->nh2c + xdma->nc2h;
	uint32_t channels[2] = {0}, users[4] = {0};

	if (nvectors < nchannels) {
		channel_write_register(xdma, FCL_XDMA_IRQ + FCL_XDMA_CHANNEL_ENABLE, 0);
		channel_write_register(xdma, FCL_XDMA_IRQ + FCL_XDMA_USER_ENABLE, 0);
		return;
	}
	for (uint32_t i = 0; i < nchannels; i++)
		channels[i / 4] |= i << i % 4 * 8;
	for (uint32_t i = 0; i < nusers; i++)
		users[i / 4] |= (nchannels + i) << i % 4 * 8;
	for (uint32_t i = 0; i < 2; i++)
		channel_write_register(xdma, FCL_XDMA_IRQ + FCL_XDMA_CHANNEL_VECTORS + i * 4,
				       channels[i]);
	for (uint32_t i = 0; i < 4; i++)
		channel_write_register(xdma, FCL_XDMA_IRQ + FCL_XDMA_USER_VECTORS + i * 4,
				       users[i]);
	channel_write_register(xdma, FCL_XDMA_IRQ + FCL_XDMA_CHANNEL_ENABLE, (1u << nchannels) - 1);
	channel_write_register(xdma, FCL_XDMA_IRQ + FCL_XDMA_USER_ENABLE, (1u << nusers) - 1);
}

/* --- stopping --------------------------------------------------------------------------------- */

static const char *direction_of(const struct fcl_xdma_channel *channel)
{
	return channel->to_host ? "C2H" : "H2C";
}

/* The function is gone if not even the identifier is there. */
static bool is_gone(const struct fcl_xdma_channel *channel)
{
	const struct fcl_xdma *xdma = channel->xdma;

	return fcl_pcie_ask(xdma->transport, xdma->bar, channel->base + FCL_XDMA_IDENTIFIER);
}

static int report_gone(const struct fcl_xdma_channel *channel, struct fcl_err *err)
{
	return fcl_err_set(err, -ENODEV, "%s: the card is gone: its registers read as all ones",
			   channel->xdma->transport->name);
}

/*
 * Waits until the engine is idle, so that it uses none of the run's memory any more. It ends the
 * current descriptor first.
 */
static int channel_stop(struct fcl_xdma_channel *channel, struct fcl_err *err)
{
	const struct fcl_xdma *xdma = channel->xdma;
	const struct fcl_pcie_word words[] = {
		{channel->base + FCL_XDMA_INTERRUPTS, 0},
		{channel->base + FCL_XDMA_CONTROL, 0},
	};
	uint64_t until = fcl_now_ns() +
			 (atomic_load(&xdma->cancelled) ? CANCEL_NS : xdma->patience_ns);
	uint32_t status;

	fcl_pcie_write(xdma->transport, xdma->bar, words, 2);
	for (unsigned polls = 0;; polls++) {
		status = channel_read_register(xdma, channel->base + FCL_XDMA_STATUS);
		if (status == FCL_PCIE_GONE && is_gone(channel)) {
			channel->stuck = true;
			return report_gone(channel, err);
		}
		if (!(status & FCL_XDMA_BUSY))
			break;
		if (fcl_now_ns() > until) {
			channel->stuck = true;
			return fcl_err_set(
				err, -EIO,
				"%s: %s channel %u does not stop: Busy stays set (status 0x%08x); the card needs a reset",
				xdma->transport->name, direction_of(channel), channel->index,
				status);
		}
		if (polls >= STOP_POLLS_AT_ONCE)
			fcl_pause_us(1000);
	}
	channel_read_register(xdma, channel->base + FCL_XDMA_STATUS_CLEAR);
	channel->stuck = false;
	return 0;
}

/* --- starting --------------------------------------------------------------------------------- */

static _Atomic uint32_t *poll_word(const struct fcl_xdma_channel *channel)
{
	return (_Atomic uint32_t *)(void *)(channel->memory + FCL_PCIE_PAGE);
}

static uint64_t ring_iova(const struct fcl_xdma_channel *channel, unsigned ring, unsigned at)
{
	return channel->iova + ring * FCL_XDMA_RING_BYTES + at * sizeof(struct fcl_xdma_descriptor);
}

int fcl_xdma_channel_prepare(struct fcl_xdma_channel *channel, struct fcl_err *err)
{
	uint64_t iova = channel->iova + FCL_PCIE_PAGE;
	const struct fcl_pcie_word words[] = {
		{channel->base + FCL_XDMA_POLL_LOW, (uint32_t)iova},
		{channel->base + FCL_XDMA_POLL_HIGH, (uint32_t)(iova >> 32)},
	};
	int error = channel_stop(channel, err);

	if (!error)
		fcl_pcie_write(channel->xdma->transport, channel->xdma->bar, words, 2);
	return error;
}

bool fcl_xdma_channel_is_prepared(const struct fcl_xdma_channel *channel)
{
	uint64_t iova = channel->iova + FCL_PCIE_PAGE;

	return channel_read_register(channel->xdma, channel->base + FCL_XDMA_POLL_LOW) ==
		       (uint32_t)iova &&
	       channel_read_register(channel->xdma, channel->base + FCL_XDMA_POLL_HIGH) ==
		       (uint32_t)(iova >> 32);
}

/* Starts the engine; the descriptors are in place. */
static void channel_run(struct fcl_xdma_channel *channel)
{
	const struct fcl_xdma *xdma = channel->xdma;
	uint32_t sgdma = channel->base + FCL_XDMA_SGDMA;
	uint64_t iova = ring_iova(channel, channel->ring, 0);
	const struct fcl_pcie_word words[] = {
		{sgdma + FCL_XDMA_FIRST_LOW, (uint32_t)iova},
		{sgdma + FCL_XDMA_FIRST_HIGH, (uint32_t)(iova >> 32)},
		{sgdma + FCL_XDMA_FIRST_ADJACENT, channel->count - 1},
		{channel->base + FCL_XDMA_CONTROL, FCL_XDMA_RUN | FCL_XDMA_POLL | STATUS_WANTED},
	};

	atomic_store_explicit(poll_word(channel), 0, memory_order_relaxed);
	atomic_thread_fence(memory_order_seq_cst);
	fcl_pcie_write(xdma->transport, xdma->bar, words, 4);
}

void fcl_xdma_channel_start(struct fcl_xdma_channel *channel, unsigned ring,
			    const struct fcl_xdma_piece *pieces, unsigned count)
{
	struct fcl_xdma_descriptor *descriptors =
		(struct fcl_xdma_descriptor *)(void *)(channel->memory +
						       ring * FCL_XDMA_RING_BYTES);

	for (unsigned i = 0; i < count; i++) {
		const struct fcl_xdma_piece *piece = &pieces[i];
		uint64_t source = channel->to_host ? piece->card : piece->host;
		uint64_t target = channel->to_host ? piece->host : piece->card;
		bool last = i + 1 == count;
		uint64_t next = last ? 0 : ring_iova(channel, ring, i + 1);
		/* Descriptors that follow the next one without a gap. */
		uint32_t adjacent = last ? 0 : count - i - 2;

		descriptors[i] = (struct fcl_xdma_descriptor){
			.control = FCL_XDMA_DESCRIPTOR_MAGIC | adjacent << FCL_XDMA_ADJACENT_SHIFT |
				   (last ? FCL_XDMA_DESCRIPTOR_STOP | FCL_XDMA_DESCRIPTOR_DONE : 0),
			.bytes = piece->bytes,
			.source_low = (uint32_t)source,
			.source_high = (uint32_t)(source >> 32),
			.target_low = (uint32_t)target,
			.target_high = (uint32_t)(target >> 32),
			.next_low = (uint32_t)next,
			.next_high = (uint32_t)(next >> 32)};
	}
	channel->ring = ring;
	channel->count = count;
	channel->retried = false;
	channel_run(channel);
}

/* --- waiting ---------------------------------------------------------------------------------- */

/* How a wait for the run goes on. */
struct wait {
	uint64_t start_ns, progress_ns, look_ns;
	uint32_t completed; /* descriptors, when it was last looked at */
	uint32_t sleep_us;
	bool armed; /* the interrupt is enabled */
};

static void channel_arm(const struct fcl_xdma_channel *channel, struct wait *wait)
{
	if (channel->event < 0 || wait->armed)
		return;
	channel_write_register(channel->xdma, channel->base + FCL_XDMA_INTERRUPTS, STATUS_WANTED);
	wait->armed = true;
}

/* Sleeps until the interrupt, or a while. */
static void channel_rest(const struct fcl_xdma_channel *channel, struct wait *wait)
{
	struct pollfd poller = {channel->event, POLLIN, 0};
	struct timespec timeout = {.tv_nsec = (long)wait->sleep_us * 1000};
	uint64_t count;

	if (ppoll(&poller, channel->event >= 0, &timeout, NULL) > 0 &&
	    read(channel->event, &count, sizeof(count)) < 0)
		fcl_pause_us(wait->sleep_us);
	if (wait->sleep_us < SLEEP_LAST_US)
		wait->sleep_us *= 2;
}

/*
 * Asks the registers. 0: the engine runs; 1: it does not, whatever memory says; -ENODEV,
 * -ETIMEDOUT: nothing has moved for too long.
 */
static int channel_look(const struct fcl_xdma_channel *channel, struct wait *wait,
			struct fcl_err *err)
{
	const struct fcl_xdma *xdma = channel->xdma;
	uint32_t status = channel_read_register(xdma, channel->base + FCL_XDMA_STATUS), completed;

	wait->look_ns = fcl_now_ns();
	fcl_pcie_look(xdma->transport);
	if (fcl_pcie_is_gone(xdma->transport) || (status == FCL_PCIE_GONE && is_gone(channel)))
		return report_gone(channel, err);
	if (!(status & FCL_XDMA_BUSY))
		return 1;
	completed = channel_read_register(xdma, channel->base + FCL_XDMA_COMPLETED);
	if (completed != wait->completed)
		wait->progress_ns = wait->look_ns;
	wait->completed = completed;
	if (wait->look_ns - wait->progress_ns < xdma->patience_ns)
		return 0;
	return fcl_err_set(err, -ETIMEDOUT,
			   "%s: %s channel %u: no progress in %" PRIu64
			   " ms (status 0x%08x, %u of %u descriptors)",
			   xdma->transport->name, direction_of(channel), channel->index,
			   xdma->patience_ns / 1000000, status, completed, channel->count);
}

/* Waits until the engine says that it has ended, or is found idle. */
static int channel_await(const struct fcl_xdma_channel *channel, struct fcl_err *err)
{
	struct wait wait = {.sleep_us = SLEEP_FIRST_US};
	uint32_t expected = channel->count, word;
	int state = 0;

	wait.start_ns = wait.progress_ns = wait.look_ns = fcl_now_ns();
	while (!state) {
		uint64_t now;

		word = atomic_load_explicit(poll_word(channel), memory_order_acquire);
		if (word & FCL_XDMA_POLL_ERROR || (word & FCL_XDMA_POLL_COUNT) == expected)
			return 0;
		if (atomic_load_explicit(&channel->xdma->cancelled, memory_order_relaxed))
			return fcl_err_set(err, -ECANCELED, "the board is being reset");
		now = fcl_now_ns();
		if (now - wait.look_ns > LOOK_NS)
			state = channel_look(channel, &wait, err);
		else if (now - wait.start_ns < SPIN_NS)
			continue;
		else if (now - wait.start_ns < YIELD_NS)
			sched_yield();
		else if (channel->event >= 0 && !wait.armed)
			channel_arm(channel, &wait);
		else
			channel_rest(channel, &wait);
	}
	return state < 0 ? state : 0;
}

/* --- the end of a run ------------------------------------------------------------------------- */

struct bit {
	uint32_t mask;
	const char *text;
};

static const struct bit common_bits[] = {
	{FCL_XDMA_ALIGN, "addresses not aligned"},
	{FCL_XDMA_MAGIC, "a descriptor without its magic number"},
	{FCL_XDMA_LENGTH, "an invalid length"},
	{1u << 19, "descriptor read: unsupported request"},
	{1u << 20, "descriptor read: completer abort"},
	{1u << 21, "descriptor read: parity error"},
	{1u << 22, "descriptor read: poisoned data"},
	{1u << 23, "descriptor read: unexpected completion"},
};
static const struct bit h2c_bits[] = {
	{1u << 9, "host read: unsupported request"},    {1u << 10, "host read: completer abort"},
	{1u << 11, "host read: parity error"},          {1u << 12, "host read: poisoned data"},
	{1u << 13, "host read: unexpected completion"}, {1u << 14, "card write: decode error"},
	{1u << 15, "card write: slave error"},
};
static const struct bit c2h_bits[] = {
	{1u << 9, "card read: decode error"},
	{1u << 10, "card read: slave error"},
};

static void add_texts(uint32_t status, const struct bit *bits, size_t count, char *text,
		      size_t size)
{
	for (size_t i = 0; i < count; i++) {
		size_t used = strlen(text);

		if (status & bits[i].mask)
			snprintf(text + used, size - used, "%s%s", used ? ", " : "", bits[i].text);
	}
}

static int report_status(const struct fcl_xdma_channel *channel, uint32_t status,
			 uint32_t completed, struct fcl_err *err)
{
	char text[400] = "";

	add_texts(status, common_bits, sizeof(common_bits) / sizeof(*common_bits), text,
		  sizeof(text));
	if (channel->to_host)
		add_texts(status, c2h_bits, sizeof(c2h_bits) / sizeof(*c2h_bits), text,
			  sizeof(text));
	else
		add_texts(status, h2c_bits, sizeof(h2c_bits) / sizeof(*h2c_bits), text,
			  sizeof(text));
	return fcl_err_set(err, -EIO, "%s: %s channel %u: %s (status 0x%08x, %u of %u descriptors)",
			   channel->xdma->transport->name, direction_of(channel), channel->index,
			   *text ? text : "it ended early", status, completed, channel->count);
}

/* The card comes back without its registers, and perhaps without its memory. */
static int report_reset(const struct fcl_xdma_channel *channel, struct fcl_err *err)
{
	struct fcl_pcie_transport *transport = channel->xdma->transport;

	fcl_pcie_lose(transport);
	return fcl_err_set(
		err, -ENODEV,
		"%s: the card has lost its registers: somebody else has reset it; it is not used any more",
		transport->name);
}

/*
 * Ends the run for the engine, and reads how it went. `Busy` may stay for a moment after the last
 * descriptor was written back.
 */
static int channel_settle(struct fcl_xdma_channel *channel, struct fcl_err *err)
{
	const struct fcl_xdma *xdma = channel->xdma;
	/* Interrupts are off before Run falls, or the end would raise one for the next run. */
	const struct fcl_pcie_word words[] = {
		{channel->base + FCL_XDMA_INTERRUPTS, 0},
		{channel->base + FCL_XDMA_CONTROL, 0},
	};
	uint32_t status = xdma->transport->ops->access(xdma->transport, xdma->bar, words, 2,
						       channel->base + FCL_XDMA_STATUS_CLEAR);
	uint32_t completed, expected = channel->count;
	uint32_t word = atomic_load_explicit(poll_word(channel), memory_order_acquire);
	int error;

	if (status == FCL_PCIE_GONE && is_gone(channel)) {
		channel->stuck = true;
		return report_gone(channel, err);
	}
	if (status & FCL_XDMA_BUSY) {
		error = channel_stop(channel, err);
		if (error)
			return error;
	}
	if (!(status & FCL_XDMA_ERRORS) && (word & FCL_XDMA_POLL_COUNT) == expected &&
	    !(word & FCL_XDMA_POLL_ERROR))
		return 0;
	if (!fcl_xdma_channel_is_prepared(channel))
		return report_reset(channel, err);
	/* A run whose write-back got lost counts if the registers say that it is complete. */
	completed = channel_read_register(xdma, channel->base + FCL_XDMA_COMPLETED);
	if (!(status & FCL_XDMA_ERRORS) && completed == expected && !(word & FCL_XDMA_POLL_ERROR))
		return 0;
	return report_status(channel, status, completed, err);
}

int fcl_xdma_channel_finish(struct fcl_xdma_channel *channel, struct fcl_err *err)
{
	struct fcl_err ignored;

	for (;;) {
		int error = channel_await(channel, err);

		if (error) {
			channel_stop(channel, &ignored);
			return error;
		}
		error = channel_settle(channel, err);
		if (error != -EIO || channel->stuck || channel->retried)
			return error;
		channel->retried = true;
		channel_run(channel);
	}
}
