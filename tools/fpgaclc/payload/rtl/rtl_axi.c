/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "rtl_cycle.h"
#include "rtl_snap.h"

/*
 * The board's memory as an AXI4 slave (ARM IHI 0022, "AXI4"): FIXED, INCR and WRAP bursts, narrow
 * and unaligned transfers, multiple outstanding transactions, answered in order. A protocol
 * violation fails the execution and reports kernel, port and address; a board might hang or corrupt
 * data.
 */

enum { FIXED, INCR, WRAP };

static const char *const names[FCLC_AXI_SIGNALS] = {
	"ARVALID", "ARREADY", "ARADDR",   "ARLEN",   "ARSIZE",   "ARBURST", "ARID",
	"ARLOCK",  "ARCACHE", "ARPROT",   "ARQOS",   "ARREGION", "ARUSER",  "RVALID",
	"RREADY",  "RDATA",   "RLAST",    "RRESP",   "RID",      "AWVALID", "AWREADY",
	"AWADDR",  "AWLEN",   "AWSIZE",   "AWBURST", "AWID",     "AWLOCK",  "AWCACHE",
	"AWPROT",  "AWQOS",   "AWREGION", "AWUSER",  "WVALID",   "WREADY",  "WDATA",
	"WSTRB",   "WLAST",   "WUSER",    "BVALID",  "BREADY",   "BRESP",   "BID",
};

void fclc_axi_find(const struct fclc_rtl *rtl, const char *prefix,
		   struct fclc_signal s[FCLC_AXI_SIGNALS])
{
	for (unsigned i = 0; i < FCLC_AXI_SIGNALS; i++)
		s[i] = fclc_find(rtl, prefix, names[i]);
}

static void find_handshakes(struct fclc_axi *axi)
{
	unsigned char *zero = &axi->stand_ins[0], *one = &axi->stand_ins[1];
	unsigned char *sink = &axi->stand_ins[2];
	const struct fclc_signal *s = axi->s;

	*one = 1;
	axi->ar_valid_at = fclc_bit(&s[FCLC_ARVALID], zero);
	axi->ar_ready_at = fclc_bit(&s[FCLC_ARREADY], sink);
	axi->r_valid_at = fclc_bit(&s[FCLC_RVALID], sink);
	axi->r_ready_at = fclc_bit(&s[FCLC_RREADY], one);
	axi->r_last_at = fclc_bit(&s[FCLC_RLAST], sink);
	axi->aw_valid_at = fclc_bit(&s[FCLC_AWVALID], zero);
	axi->aw_ready_at = fclc_bit(&s[FCLC_AWREADY], sink);
	axi->w_valid_at = fclc_bit(&s[FCLC_WVALID], zero);
	axi->w_ready_at = fclc_bit(&s[FCLC_WREADY], sink);
	axi->b_valid_at = fclc_bit(&s[FCLC_BVALID], sink);
	axi->b_ready_at = fclc_bit(&s[FCLC_BREADY], one);
}

static void find_speed(struct fclc_axi *axi)
{
	struct fcl_cu *cu = axi->rtl->cu;
	const struct fclc_rtl_design *design = axi->rtl->design;
	uint64_t period = design->nclocks ? design->clocks[0].period_ps : 1, latency, peak;

	axi->latency = axi->beat_cost = axi->free_at = 0;
	if (!FCLC_HOST_HAS(cu->host, memory_speed))
		return;
	cu->host->memory_speed(cu, axi->port, &latency, &peak);
	axi->latency = latency * 1000 / period;
	if (peak)
		axi->beat_cost = 1024ull * axi->bytes * 1000000 / peak / period;
}

void fclc_axi_open(struct fclc_axi *axi, struct fclc_rtl *rtl, const char *prefix, unsigned port)
{
	unsigned bits;

	axi->rtl = rtl;
	axi->prefix = prefix;
	axi->port = port;
	fclc_axi_find(rtl, prefix, axi->s);
	bits = axi->s[FCLC_RDATA].at ? axi->s[FCLC_RDATA].bits : axi->s[FCLC_WDATA].bits;
	axi->bytes = bits / 8;
	axi->use = &rtl->uses[port];
	find_speed(axi);
	find_handshakes(axi);
}

void fclc_axi_reset(struct fclc_axi *axi)
{
	axi->reads.count = axi->writes.count = axi->answers.count = 0;
	axi->r_valid = axi->waits = false;
	axi->free_at = 0;
}

/* --- bursts --- */

/* Reports a burst that violates the protocol. */
static __attribute__((format(printf, 4, 5), noreturn)) void fail(struct fclc_axi *axi,
								 const struct fclc_burst *burst,
								 const char *what,
								 const char *format, ...)
{
	char text[200];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	fclc_rtl_fail(axi->rtl, "cycle %" PRIu64 ", port %s, %s at 0x%" PRIx64 ": %s",
		      axi->rtl->cycles + 1, axi->prefix, what, burst->address, text);
}

static void check(struct fclc_axi *axi, const struct fclc_burst *burst, const char *what)
{
	uint64_t bytes = (uint64_t)burst->beats << burst->size;
	uint64_t aligned = burst->address >> burst->size << burst->size;
	bool power = burst->beats == 2 || burst->beats == 4 || burst->beats == 8 ||
		     burst->beats == 16;

	if (burst->kind > WRAP)
		fail(axi, burst, what, "burst type 3 is reserved");
	if (1u << burst->size > axi->bytes)
		fail(axi, burst, what, "beats of %u bytes on a bus of %u", 1u << burst->size,
		     axi->bytes);
	if (burst->kind == WRAP && (!power || aligned != burst->address))
		fail(axi, burst, what,
		     "a WRAP burst of %u beats of %u bytes: expected 2, 4, 8 or 16 beats and an aligned address",
		     burst->beats, 1u << burst->size);
	if (burst->kind == FIXED && burst->beats > 16)
		fail(axi, burst, what, "a FIXED burst of %u beats: expected at most 16",
		     burst->beats);
	if (burst->kind == INCR && burst->address / 4096 != (aligned + bytes - 1) / 4096)
		fail(axi, burst, what, "a burst of %" PRIu64 " bytes crosses a boundary of 4 KiB",
		     bytes);
}

/* An address in no bank, or in a bank that the port cannot reach, fails the execution. */
static void find_memory(struct fclc_axi *axi, struct fclc_burst *burst, const char *what,
			bool writes)
{
	struct fcl_cu *cu = axi->rtl->cu;

	if (fclc_snap_replays(axi->rtl)) {
		memcpy(&burst->host, fclc_snap_words(axi->rtl, NULL, sizeof(burst->host)),
		       sizeof(burst->host));
		return;
	}
	if (cu->size >= offsetof(struct fcl_cu, writes) + sizeof(cu->writes)) {
		cu->cycle = axi->rtl->cycles + 1;
		cu->writes = writes;
	}
	if (cu->size >= offsetof(struct fcl_cu, beat) + sizeof(cu->beat))
		cu->beat = 1u << burst->size;
	burst->host = cu->host->memory(cu, axi->port, burst->base, burst->span);
	if (!burst->host)
		fail(axi, burst, what, "expected an address in a bank that the port reaches");
	fclc_snap_words(axi->rtl, &burst->host, sizeof(burst->host));
}

static void accept(struct fclc_axi *axi, struct fclc_bursts *ring, unsigned first, const char *what)
{
	struct fclc_burst *burst = fclc_burst_at(ring, ring->count);
	const struct fclc_signal *s = axi->s + first;
	unsigned widest = (unsigned)__builtin_ctz(axi->bytes ? axi->bytes : 1);
	uint64_t size;

	burst->address = fclc_get(&s[FCLC_ARADDR - FCLC_ARVALID], 0);
	burst->beats = (unsigned)fclc_get(&s[FCLC_ARLEN - FCLC_ARVALID], 0) + 1;
	burst->size = (unsigned)fclc_get(&s[FCLC_ARSIZE - FCLC_ARVALID], widest);
	burst->kind = (unsigned)fclc_get(&s[FCLC_ARBURST - FCLC_ARVALID], INCR);
	burst->id = fclc_get(&s[FCLC_ARID - FCLC_ARVALID], 0);
	burst->done = 0;
	check(axi, burst, what);
	size = 1ull << burst->size;
	burst->whole = burst->kind == INCR && size == axi->bytes && !(burst->address % size);
	burst->base = burst->address;
	burst->span = size - burst->address % size;
	if (burst->kind == INCR)
		burst->span += (burst->beats - 1) * size;
	if (burst->kind == WRAP) {
		burst->span = burst->beats * size;
		burst->base = burst->address / burst->span * burst->span;
	}
	find_memory(axi, burst, what, first == FCLC_AWVALID);
	burst->due = axi->rtl->now + axi->latency;
	burst->cycle = axi->rtl->cycles + 1;
	ring->count++;
	axi->rtl->moved = true;
	axi->use->bursts++;
	if (axi->use->outstanding < axi->reads.count + axi->writes.count + axi->answers.count)
		axi->use->outstanding = axi->reads.count + axi->writes.count + axi->answers.count;
}

/* Address and size of the next beat. Only the first one may start inside a bus word. */
static uint64_t beat(const struct fclc_burst *burst, unsigned *ret_bytes)
{
	uint64_t size = 1ull << burst->size, address = burst->address;

	if (burst->kind == INCR && burst->done)
		address = burst->address / size * size + burst->done * size;
	if (burst->kind == WRAP)
		address = burst->base +
			  (burst->address - burst->base + burst->done * size) % burst->span;
	*ret_bytes = (unsigned)(size - address % size);
	return address;
}

/* --- reading --- */

/* Loads full bus words, each in one piece. */
static void load_word(const struct fclc_axi *axi, const struct fclc_burst *burst)
{
	const struct fclc_signal *to = &axi->s[FCLC_RDATA];
	const char *from = fclc_snap_words(axi->rtl, burst->host + (size_t)burst->done * axi->bytes,
					   axi->bytes);

	if (axi->bytes == 4)
		__builtin_memcpy(to->at, from, 4);
	else if (axi->bytes == 8)
		__builtin_memcpy(to->at, from, 8);
	else
		fclc_put_bytes(to, from, axi->bytes);
}

void fclc_axi_give(struct fclc_axi *axi, const struct fclc_burst *burst)
{
	unsigned bytes;
	uint64_t address;

	if (axi->s[FCLC_RID].at)
		fclc_put(&axi->s[FCLC_RID], burst->id);
	fclc_axi_pay(axi);
	if (burst->whole) {
		axi->use->read += axi->bytes;
		load_word(axi, burst);
		return;
	}
	address = beat(burst, &bytes);
	axi->use->read += bytes;
	if (bytes != axi->bytes)
		memset(axi->read_data, 0, axi->bytes);
	memcpy(axi->read_data + address % axi->bytes,
	       fclc_snap_words(axi->rtl, burst->host + (address - burst->base), bytes), bytes);
	fclc_put_bytes(&axi->s[FCLC_RDATA], axi->read_data, axi->bytes);
}

/* --- writing --- */

static bool strobe(const struct fclc_axi *axi, unsigned lane)
{
	const struct fclc_signal *s = &axi->s[FCLC_WSTRB];

	return !s->at || s->at[lane / 8] >> lane % 8 & 1;
}

/* Write strobes must not be set outside the transfer's byte lanes. */
static void check_lanes(struct fclc_axi *axi, uint64_t address, unsigned first, unsigned bytes)
{
	char text[160];

	for (unsigned lane = 0; !axi->warned && axi->s[FCLC_WSTRB].at && lane < axi->bytes;
	     lane++) {
		if ((lane >= first && lane < first + bytes) || !strobe(axi, lane))
			continue;
		axi->warned = true;
		snprintf(
			text, sizeof(text),
			"port %s, write at 0x%" PRIx64
			": WSTRB is set for byte lanes outside the transfer, which are not written",
			axi->prefix, address);
		fclc_rtl_log(axi->rtl, FCL_MODEL_LOG_WARN, text);
	}
}

/* Whether all bytes of the bus word are to be written. */
static bool is_whole(const struct fclc_axi *axi, const struct fclc_burst *burst)
{
	const struct fclc_signal *s = &axi->s[FCLC_WSTRB];

	if (!burst->whole || axi->bytes > 8)
		return false;
	return !s->at || *s->at == (unsigned char)((1u << axi->bytes) - 1);
}

static void store(struct fclc_axi *axi, struct fclc_burst *burst)
{
	unsigned char data[FCLC_WIDEST];
	unsigned bytes, lane;
	uint64_t address;
	char *host;

	if (is_whole(axi, burst)) {
		axi->use->written += axi->bytes;
		if (fclc_snap_replays(axi->rtl))
			return;
		host = burst->host + (size_t)burst->done * axi->bytes;
		if (axi->bytes == 4)
			__builtin_memcpy(host, axi->s[FCLC_WDATA].at, 4);
		else
			fclc_get_bytes(&axi->s[FCLC_WDATA], host, axi->bytes);
		return;
	}
	address = beat(burst, &bytes);
	host = burst->host + (address - burst->base);
	lane = (unsigned)(address % axi->bytes);
	if (bytes != axi->bytes)
		check_lanes(axi, address, lane, bytes);
	fclc_get_bytes(&axi->s[FCLC_WDATA], data, axi->bytes);
	for (unsigned i = 0; i < bytes; i++)
		if (strobe(axi, lane + i)) {
			if (!fclc_snap_replays(axi->rtl))
				host[i] = (char)data[lane + i];
			axi->use->written++;
		}
}

void fclc_axi_take(struct fclc_axi *axi)
{
	struct fclc_burst *burst = fclc_burst_at(&axi->writes, 0);
	bool is_last = burst->done + 1 == burst->beats;

	if (fclc_get(&axi->s[FCLC_WLAST], is_last) != is_last)
		fail(axi, burst, "write", "WLAST is %d at beat %u of %u", !is_last, burst->done + 1,
		     burst->beats);
	fclc_axi_pay(axi);
	store(axi, burst);
	burst->done++;
	axi->rtl->moved = true;
	if (!is_last)
		return;
	burst->due = axi->rtl->now + axi->latency;
	*fclc_burst_at(&axi->answers, axi->answers.count++) = *burst;
	fclc_burst_pop(&axi->writes);
}

void fclc_axi_accept_read(struct fclc_axi *axi)
{
	accept(axi, &axi->reads, FCLC_ARVALID, "read");
}

void fclc_axi_accept_write(struct fclc_axi *axi)
{
	accept(axi, &axi->writes, FCLC_AWVALID, "write");
}

void fclc_axi_sample(struct fclc_axi *axi)
{
	fclc_axi_sample_reads(axi, *axi->ar_valid_at, *axi->r_ready_at);
	fclc_axi_sample_writes(axi, *axi->aw_valid_at, *axi->w_valid_at, *axi->b_ready_at);
}

void fclc_axi_drive(struct fclc_axi *axi)
{
	fclc_axi_drive_reads(axi, axi->rtl->frozen, axi->ar_ready_at, axi->r_valid_at,
			     axi->r_last_at);
	fclc_axi_drive_writes(axi, axi->rtl->frozen, axi->aw_ready_at, axi->w_ready_at,
			      axi->b_valid_at);
}
