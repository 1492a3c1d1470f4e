/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "rtl.h"

/*
 * The board's memory as an AXI4 slave (ARM IHI 0022, "AXI4"): FIXED, INCR and WRAP bursts, narrow
 * and unaligned transfers, several outstanding ones, answered in order. A violation of the protocol
 * fails the execution with kernel, port and address; on a board it might hang or corrupt data.
 */

enum { FIXED, INCR, WRAP };

static const char *const names[FCLC_AXI_SIGNALS] = {
	"ARVALID", "ARREADY", "ARADDR",  "ARLEN", "ARSIZE", "ARBURST", "ARID",    "RVALID",
	"RREADY",  "RDATA",   "RLAST",   "RRESP", "RID",    "AWVALID", "AWREADY", "AWADDR",
	"AWLEN",   "AWSIZE",  "AWBURST", "AWID",  "WVALID", "WREADY",  "WDATA",   "WSTRB",
	"WLAST",   "BVALID",  "BREADY",  "BRESP", "BID",
};

void fclc_axi_find(const struct fclc_rtl *rtl, const char *prefix,
		   struct fclc_signal s[FCLC_AXI_SIGNALS])
{
	for (unsigned i = 0; i < FCLC_AXI_SIGNALS; i++)
		s[i] = fclc_find(rtl, prefix, names[i]);
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
}

void fclc_axi_reset(struct fclc_axi *axi)
{
	axi->reads.count = axi->writes.count = axi->answers.count = 0;
	axi->r_valid = false;
}

static struct fclc_burst *at(struct fclc_bursts *ring, unsigned index)
{
	return &ring->list[(ring->first + index) % FCLC_OUTSTANDING];
}

static void pop(struct fclc_bursts *ring)
{
	ring->first = (ring->first + 1) % FCLC_OUTSTANDING;
	ring->count--;
}

/* --- bursts --- */

static void check(struct fclc_axi *axi, const struct fclc_burst *burst, const char *what)
{
	uint64_t bytes = (uint64_t)burst->beats << burst->size;
	uint64_t aligned = burst->address >> burst->size << burst->size;
	bool power = burst->beats == 2 || burst->beats == 4 || burst->beats == 8 ||
		     burst->beats == 16;

	if (burst->kind > WRAP)
		fclc_rtl_fail(axi->rtl, "port %s, %s at 0x%" PRIx64 ": burst type 3 is reserved",
			      axi->prefix, what, burst->address);
	if (1u << burst->size > axi->bytes)
		fclc_rtl_fail(axi->rtl,
			      "port %s, %s at 0x%" PRIx64 ": beats of %u bytes on a bus of %u",
			      axi->prefix, what, burst->address, 1u << burst->size, axi->bytes);
	if (burst->kind == WRAP && (!power || aligned != burst->address))
		fclc_rtl_fail(
			axi->rtl,
			"port %s, %s at 0x%" PRIx64
			": a WRAP burst of %u beats of %u bytes: expected 2, 4, 8 or 16 beats and an aligned address",
			axi->prefix, what, burst->address, burst->beats, 1u << burst->size);
	if (burst->kind == FIXED && burst->beats > 16)
		fclc_rtl_fail(axi->rtl,
			      "port %s, %s at 0x%" PRIx64
			      ": a FIXED burst of %u beats: expected at most 16",
			      axi->prefix, what, burst->address, burst->beats);
	if (burst->kind == INCR && burst->address / 4096 != (aligned + bytes - 1) / 4096)
		fclc_rtl_fail(axi->rtl,
			      "port %s, %s at 0x%" PRIx64 ": a burst of %" PRIu64
			      " bytes crosses a boundary of 4 KiB",
			      axi->prefix, what, burst->address, bytes);
}

static void accept(struct fclc_axi *axi, struct fclc_bursts *ring, unsigned first, const char *what)
{
	struct fclc_burst *burst = at(ring, ring->count);
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
	burst->base = burst->address;
	burst->span = size - burst->address % size;
	if (burst->kind == INCR)
		burst->span += (burst->beats - 1) * size;
	if (burst->kind == WRAP) {
		burst->span = burst->beats * size;
		burst->base = burst->address / burst->span * burst->span;
	}
	/* An address in no bank, or in one that the port does not reach, ends the execution. */
	burst->host = axi->rtl->cu->host->memory(axi->rtl->cu, axi->port, burst->base, burst->span);
	if (!burst->host)
		fclc_rtl_fail(axi->rtl,
			      "port %s, %s at 0x%" PRIx64
			      ": expected an address in a bank that the port reaches",
			      axi->prefix, what, burst->address);
	ring->count++;
	axi->rtl->moved = true;
}

/* Address and bytes of the next beat; only the first one may begin inside a word. */
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

static void load(struct fclc_axi *axi)
{
	const struct fclc_burst *burst = at(&axi->reads, 0);
	unsigned bytes;
	uint64_t address = beat(burst, &bytes);

	if (bytes != axi->bytes)
		memset(axi->read_data, 0, axi->bytes);
	memcpy(axi->read_data + address % axi->bytes, burst->host + (address - burst->base), bytes);
}

static void sample_reads(struct fclc_axi *axi)
{
	const struct fclc_signal *s = axi->s;

	if (axi->ar_ready && fclc_get(&s[FCLC_ARVALID], 0))
		accept(axi, &axi->reads, FCLC_ARVALID, "read");
	if (axi->r_valid && fclc_get(&s[FCLC_RREADY], 1)) {
		axi->r_valid = false;
		axi->rtl->moved = true;
		if (++at(&axi->reads, 0)->done == at(&axi->reads, 0)->beats)
			pop(&axi->reads);
	}
}

static void drive_reads(struct fclc_axi *axi)
{
	const struct fclc_signal *s = axi->s;

	if (!s[FCLC_ARVALID].at)
		return;
	axi->ar_ready = !axi->rtl->frozen && axi->reads.count < FCLC_OUTSTANDING;
	fclc_put(&s[FCLC_ARREADY], axi->ar_ready);
	if (!axi->r_valid && axi->reads.count) {
		const struct fclc_burst *burst = at(&axi->reads, 0);

		load(axi);
		axi->r_valid = true;
		fclc_put_bytes(&s[FCLC_RDATA], axi->read_data, axi->bytes);
		fclc_put(&s[FCLC_RLAST], burst->done + 1 == burst->beats);
		fclc_put(&s[FCLC_RID], burst->id);
	}
	fclc_put(&s[FCLC_RVALID], axi->r_valid);
}

/* --- writing --- */

static bool strobe(const struct fclc_axi *axi, unsigned lane)
{
	const struct fclc_signal *s = &axi->s[FCLC_WSTRB];

	return !s->at || s->at[lane / 8] >> lane % 8 & 1;
}

/* Strobes outside the transfer's byte lanes must not be set. */
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
		axi->rtl->cu->host->log(axi->rtl->cu, FCL_MODEL_LOG_WARN, text);
	}
}

static void store(struct fclc_axi *axi, struct fclc_burst *burst)
{
	unsigned char data[FCLC_WIDEST];
	unsigned bytes, lane;
	uint64_t address = beat(burst, &bytes);
	char *host = burst->host + (address - burst->base);

	lane = (unsigned)(address % axi->bytes);
	if (bytes != axi->bytes)
		check_lanes(axi, address, lane, bytes);
	fclc_get_bytes(&axi->s[FCLC_WDATA], data, axi->bytes);
	for (unsigned i = 0; i < bytes; i++)
		if (strobe(axi, lane + i))
			host[i] = (char)data[lane + i];
}

static void take_beat(struct fclc_axi *axi)
{
	struct fclc_burst *burst = at(&axi->writes, 0);
	bool is_last = burst->done + 1 == burst->beats;

	if (fclc_get(&axi->s[FCLC_WLAST], is_last) != is_last)
		fclc_rtl_fail(axi->rtl,
			      "port %s, write at 0x%" PRIx64 ": WLAST is %d at beat %u of %u",
			      axi->prefix, burst->address, !is_last, burst->done + 1, burst->beats);
	store(axi, burst);
	burst->done++;
	axi->rtl->moved = true;
	if (!is_last)
		return;
	*at(&axi->answers, axi->answers.count++) = *burst;
	pop(&axi->writes);
}

static void sample_writes(struct fclc_axi *axi)
{
	const struct fclc_signal *s = axi->s;

	if (axi->b_valid && fclc_get(&s[FCLC_BREADY], 1)) {
		pop(&axi->answers);
		axi->rtl->moved = true;
	}
	if (axi->w_ready && fclc_get(&s[FCLC_WVALID], 0))
		take_beat(axi);
	if (axi->aw_ready && fclc_get(&s[FCLC_AWVALID], 0))
		accept(axi, &axi->writes, FCLC_AWVALID, "write");
}

/* Accepts data only after its address. A master must not wait for WREADY before it sends that. */
static void drive_writes(struct fclc_axi *axi)
{
	const struct fclc_signal *s = axi->s;

	if (!s[FCLC_AWVALID].at)
		return;
	axi->aw_ready = !axi->rtl->frozen &&
			axi->writes.count + axi->answers.count < FCLC_OUTSTANDING;
	axi->w_ready = !axi->rtl->frozen && axi->writes.count;
	axi->b_valid = axi->answers.count;
	fclc_put(&s[FCLC_AWREADY], axi->aw_ready);
	fclc_put(&s[FCLC_WREADY], axi->w_ready);
	fclc_put(&s[FCLC_BVALID], axi->b_valid);
	if (axi->b_valid)
		fclc_put(&s[FCLC_BID], at(&axi->answers, 0)->id);
}

void fclc_axi_sample(struct fclc_axi *axi)
{
	sample_reads(axi);
	sample_writes(axi);
}

void fclc_axi_drive(struct fclc_axi *axi)
{
	drive_reads(axi);
	drive_writes(axi);
}
