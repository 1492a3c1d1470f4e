/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_RTL_CYCLE_H
#define FCLC_RTL_CYCLE_H

/*
 * What a bus does in every cycle, as functions of the kernel's handshake signals. rtl_axi.c passes
 * them the signals that it has found by name; code generated for a kernel (design->run) passes the
 * members of Verilator's model, so that nothing is looked up and everything is inlined.
 */

#include "rtl.h"

static inline struct fclc_burst *fclc_burst_at(struct fclc_bursts *ring, unsigned index)
{
	return &ring->list[(ring->first + index) % FCLC_OUTSTANDING];
}

static inline void fclc_burst_pop(struct fclc_bursts *ring)
{
	ring->first = (ring->first + 1) % FCLC_OUTSTANDING;
	ring->count--;
}

/* Whether memory has the next beat of the first burst. */
static inline bool fclc_axi_is_due(const struct fclc_axi *axi, struct fclc_bursts *ring)
{
	uint64_t now = axi->rtl->now;

	return (fclc_burst_at(ring, 0)->due <= now) & (axi->free_at <= now << 10);
}

/* Charges a beat to the memory's bandwidth. */
static inline void fclc_axi_pay(struct fclc_axi *axi)
{
	uint64_t now = axi->rtl->now << 10;

	axi->free_at = (axi->free_at > now ? axi->free_at : now) + axi->beat_cost;
}

static inline void fclc_axi_sample_reads(struct fclc_axi *axi, unsigned char ar_valid,
					 unsigned char r_ready)
{
	axi->waits = (ar_valid & !axi->ar_ready) | (r_ready & !axi->r_valid & !!axi->reads.count);
	if (axi->ar_ready & ar_valid)
		fclc_axi_accept_read(axi);
	if (axi->r_valid & r_ready) {
		struct fclc_burst *burst = fclc_burst_at(&axi->reads, 0);

		axi->r_valid = false;
		axi->rtl->moved = true;
		if (++burst->done == burst->beats)
			fclc_burst_pop(&axi->reads);
	}
}

static inline void fclc_axi_sample_writes(struct fclc_axi *axi, unsigned char aw_valid,
					  unsigned char w_valid, unsigned char b_ready)
{
	axi->use->waited += axi->waits | (aw_valid & !axi->aw_ready) |
			    (w_valid & !axi->w_ready & !!axi->writes.count) |
			    (b_ready & !axi->b_valid & !!axi->answers.count);
	if (axi->b_valid & b_ready) {
		fclc_burst_pop(&axi->answers);
		axi->rtl->moved = true;
	}
	if (axi->w_ready & w_valid)
		fclc_axi_take(axi);
	if (axi->aw_ready & aw_valid)
		fclc_axi_accept_write(axi);
}

/*
 * If frozen, accepts nothing. Writes the signals last, because the compiler has to assume that
 * these bytes may alias anything.
 */
static inline void fclc_axi_drive_reads(struct fclc_axi *axi, bool frozen, unsigned char *ar_ready,
					unsigned char *r_valid, unsigned char *r_last)
{
	unsigned count = axi->reads.count;
	bool ready = !frozen & (count < FCLC_OUTSTANDING), valid = axi->r_valid;

	axi->ar_ready = ready;
	if (!valid && count && fclc_axi_is_due(axi, &axi->reads)) {
		const struct fclc_burst *burst = fclc_burst_at(&axi->reads, 0);
		bool last = burst->done + 1 == burst->beats;

		fclc_axi_give(axi, burst);
		axi->r_valid = valid = true;
		*r_last = last;
	}
	*ar_ready = ready;
	*r_valid = valid;
}

/*
 * Only accepts data after its address. A master must not wait for WREADY before it sends the
 * address.
 */
static inline void fclc_axi_drive_writes(struct fclc_axi *axi, bool frozen, unsigned char *aw_ready,
					 unsigned char *w_ready, unsigned char *b_valid)
{
	unsigned writes = axi->writes.count, answers = axi->answers.count;
	bool addresses = !frozen & (writes + answers < FCLC_OUTSTANDING);
	bool data = !frozen & (writes != 0) & (axi->free_at <= axi->rtl->now << 10);
	bool answer = answers && fclc_burst_at(&axi->answers, 0)->due <= axi->rtl->now;

	axi->aw_ready = addresses;
	axi->w_ready = data;
	axi->b_valid = answer;
	if (answer && axi->s[FCLC_BID].at)
		fclc_put(&axi->s[FCLC_BID], fclc_burst_at(&axi->answers, 0)->id);
	*aw_ready = addresses;
	*w_ready = data;
	*b_valid = answer;
}

/* Does a cycle's bookkeeping. */
static inline void fclc_rtl_count(struct fclc_rtl *rtl)
{
	rtl->cycles++;
	rtl->now++;
	if (rtl->moved) {
		rtl->quiet = 0;
		rtl->look_at = FCLC_FIRST_LOOK;
	} else {
		rtl->quiet++;
	}
}

/*
 * Whether the state is not to be compared after the next cycle. So cycles are the same, however many
 * of them run at once.
 */
static inline bool fclc_rtl_looks_later(const struct fclc_rtl *rtl)
{
	return rtl->quiet + 1 < rtl->look_at;
}

/* Whether cycles only concern the buses: no phase of an execution starts or ends. */
static inline bool fclc_rtl_is_plain(const struct fclc_rtl *rtl)
{
	return !rtl->lite.busy && !rtl->lite.shown && !rtl->lite.ended && fclc_rtl_looks_later(rtl);
}

#endif
