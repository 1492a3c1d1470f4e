/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "rtl_cycle.h"

/* Which handshakes are open, for messages about kernels that make no progress. */

struct text {
	char *to;
	size_t room, length;
};

static __attribute__((format(printf, 2, 3))) void add(struct text *text, const char *format, ...)
{
	va_list args;
	int length;

	if (text->length >= text->room)
		return;
	va_start(args, format);
	length = vsnprintf(text->to + text->length, text->room - text->length, format, args);
	va_end(args);
	text->length += length > 0 ? (size_t)length : 0;
}

static const char *next(const struct text *text)
{
	return text->length ? "; " : "";
}

static void describe_lite(const struct fclc_rtl *rtl, struct text *text)
{
	const struct fclc_lite *lite = &rtl->lite;
	uint64_t since = rtl->cycles > lite->age ? rtl->cycles - lite->age + 1 : 1;

	if (!lite->busy)
		return;
	if (!lite->is_write) {
		add(text,
		    "%sport %s: the read of address 0x%x, begun in cycle %" PRIu64
		    ", has not ended: %s",
		    next(text), rtl->design->slave, lite->address, since,
		    lite->ar ? "ARREADY has not risen" : "ARREADY has risen, RVALID has not");
		return;
	}
	add(text,
	    "%sport %s: the write of 0x%x to address 0x%x, begun in cycle %" PRIu64
	    ", has not ended: %s",
	    next(text), rtl->design->slave, lite->data, lite->address, since,
	    lite->aw && lite->w ? "AWREADY and WREADY have not risen"
	    : lite->aw          ? "WREADY has risen, AWREADY has not"
	    : lite->w           ? "AWREADY has risen, WREADY has not"
				: "AWREADY and WREADY have risen, BVALID has not");
}

/* A burst that the memory has accepted, and its next beat. */
static void describe_burst(const struct fclc_axi *axi, const char *what,
			   const struct fclc_burst *burst, const char *state, struct text *text)
{
	add(text, "%sport %s: the %s at 0x%" PRIx64 ", accepted in cycle %" PRIu64, next(text),
	    axi->prefix, what, burst->address, burst->cycle);
	if (burst->done < burst->beats)
		add(text, ", is at beat %u of %u", burst->done + 1, burst->beats);
	add(text, ": %s", state);
}

static void describe_reads(struct fclc_axi *axi, struct text *text)
{
	const struct fclc_burst *first = fclc_burst_at(&axi->reads, 0);

	if (axi->reads.count && axi->r_valid && !*axi->r_ready_at)
		describe_burst(axi, "read", first, "RVALID is high, RREADY has not risen", text);
	else if (axi->reads.count)
		describe_burst(axi, "read", first,
			       axi->r_valid ? "the beat is being read"
					    : "the memory has not answered",
			       text);
	if (*axi->ar_valid_at && !axi->ar_ready)
		add(text, "%sport %s: ARVALID is high, ARREADY is not: %u reads are outstanding",
		    next(text), axi->prefix, axi->reads.count);
}

static void describe_writes(struct fclc_axi *axi, struct text *text)
{
	bool w_valid = *axi->w_valid_at;

	if (axi->writes.count && !w_valid)
		describe_burst(axi, "write", fclc_burst_at(&axi->writes, 0),
			       "AWVALID and AWREADY have risen, WVALID has not", text);
	if (w_valid && !axi->writes.count && !*axi->aw_valid_at)
		add(text,
		    "%sport %s: WVALID is high for data without an address: AWVALID has not risen",
		    next(text), axi->prefix);
	if (axi->answers.count)
		describe_burst(axi, "write", fclc_burst_at(&axi->answers, 0),
			       axi->b_valid && !*axi->b_ready_at
				       ? "BVALID is high, BREADY has not risen"
				       : "the memory has not answered",
			       text);
	if (*axi->aw_valid_at && !axi->aw_ready)
		add(text, "%sport %s: AWVALID is high, AWREADY is not: %u writes are outstanding",
		    next(text), axi->prefix, axi->writes.count + axi->answers.count);
}

static void describe_stream(const struct fclc_axis *axis, struct text *text)
{
	const char *state = axis->full ? "a packet waits for room in the FIFO" : NULL;

	if (axis->input)
		state = !axis->full                  ? "no packet has come"
			: !fclc_get(&axis->ready, 1) ? "TVALID is high, TREADY has not risen"
						     : NULL;
	if (state)
		add(text, "%sport %s: %s", next(text), axis->bus->prefix, state);
}

void fclc_hang_describe(const struct fclc_rtl *rtl, char *to, size_t room)
{
	struct text text = {to, room, 0};

	*to = '\0';
	describe_lite(rtl, &text);
	for (unsigned i = 0; i < rtl->nmasters; i++) {
		describe_reads(&rtl->masters[i], &text);
		describe_writes(&rtl->masters[i], &text);
	}
	for (unsigned i = 0; i < rtl->nstreams; i++)
		describe_stream(&rtl->streams[i], &text);
	if (!text.length)
		add(&text, "no handshake is open");
	if (!rtl->waves && !rtl->snaps)
		add(&text, ". For a waveform, link with --waves and set FPGACL_WAVES");
}
