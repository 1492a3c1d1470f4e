/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rtl_cycle.h"

/*
 * Handshake rules that a kernel can violate without harm here, but not on a board: VALID stays
 * asserted until READY, and the payload does not change meanwhile (ARM IHI 0022, "Handshake
 * process"; ARM IHI 0051, "Handshake signaling"); a register bus only responds to requests. Bursts
 * are checked when they are accepted (rtl_axi.c).
 */

static const char *const axi_fields[] = {"ADDR",  "LEN",  "SIZE", "BURST",  "ID",  "LOCK",
					 "CACHE", "PROT", "QOS",  "REGION", "USER"};
static const char *const write_fields[] = {"DATA", "STRB", "LAST", "USER"};
enum {
	AXI_FIELDS = sizeof(axi_fields) / sizeof(axi_fields[0]),
	WRITE_FIELDS = sizeof(write_fields) / sizeof(write_fields[0])
};
static const char *const stream_fields[] = {"DATA", "KEEP", "STRB", "USER", "LAST", "ID", "DEST"};

/* Fails the execution, or logs the violation if none runs, as when the host accesses a register. */
static void violation(struct fclc_rtl *rtl, const char *text)
{
	char line[320];

	snprintf(line, sizeof(line), "cycle %llu, %s", (unsigned long long)rtl->cycles + 1, text);
	if (!rtl->frozen)
		fclc_rtl_fail(rtl, "%s", line);
	fclc_rtl_log(rtl, FCL_MODEL_LOG_ERROR, line);
	rtl->nchannels = 0;
	rtl->checks = false;
}

static int add(struct fclc_rtl *rtl, const char *prefix, const char *letters,
	       const struct fclc_signal *valid, const struct fclc_signal *ready,
	       const struct fclc_signal *fields, const char *const *names, unsigned nfields)
{
	struct fclc_channel *channel = &rtl->channels[rtl->nchannels];
	size_t size = 0;

	/* If READY is absent, the kernel does not wait for it. */
	if (!valid->at || !ready->at)
		return 0;
	for (unsigned i = 0; i < nfields; i++)
		size += fields[i].at ? fclc_signal_bytes(fields[i].bits) : 0;
	*channel = (struct fclc_channel){.prefix = prefix,
					 .letters = letters,
					 .valid = valid->at,
					 .ready = ready->at,
					 .fields = fields,
					 .names = names,
					 .nfields = nfields,
					 .kept = calloc(1, size + 1),
					 .size = size};
	rtl->nchannels++;
	return channel->kept ? 0 : -ENOMEM;
}

int fclc_check_open(struct fclc_rtl *rtl)
{
	int error = 0;

	fclc_check_close(rtl);
	if (!rtl->watch || !rtl->watch->protocol)
		return 0;
	rtl->channels = calloc(3 * (rtl->nmasters + rtl->nstreams) + 1, sizeof(*rtl->channels));
	if (!rtl->channels)
		return -ENOMEM;
	for (unsigned i = 0; !error && i < rtl->nmasters; i++) {
		const struct fclc_axi *axi = &rtl->masters[i];
		const struct fclc_signal *s = axi->s;

		error = add(rtl, axi->prefix, "AR", &s[FCLC_ARVALID], &s[FCLC_ARREADY],
			    &s[FCLC_ARADDR], axi_fields, AXI_FIELDS);
		if (!error)
			error = add(rtl, axi->prefix, "AW", &s[FCLC_AWVALID], &s[FCLC_AWREADY],
				    &s[FCLC_AWADDR], axi_fields, AXI_FIELDS);
		if (!error)
			error = add(rtl, axi->prefix, "W", &s[FCLC_WVALID], &s[FCLC_WREADY],
				    &s[FCLC_WDATA], write_fields, WRITE_FIELDS);
	}
	for (unsigned i = 0; !error && i < rtl->nstreams; i++)
		if (!rtl->streams[i].input)
			error = add(rtl, rtl->streams[i].bus->prefix, "T", &rtl->streams[i].valid,
				    &rtl->streams[i].ready, rtl->streams[i].fields, stream_fields,
				    FCLC_TFIELDS);
	rtl->checks = true;
	return error;
}

void fclc_check_close(struct fclc_rtl *rtl)
{
	for (unsigned i = 0; i < rtl->nchannels; i++)
		free(rtl->channels[i].kept);
	free(rtl->channels);
	rtl->channels = NULL;
	rtl->nchannels = 0;
	rtl->checks = false;
}

/* --- each cycle, before the edge --- */

static void keep(struct fclc_channel *channel)
{
	unsigned char *to = channel->kept;

	for (unsigned i = 0; i < channel->nfields; i++) {
		const struct fclc_signal *field = &channel->fields[i];

		if (!field->at)
			continue;
		memcpy(to, field->at, fclc_signal_bytes(field->bits));
		to += fclc_signal_bytes(field->bits);
	}
}

/* The name of a field that has changed, or NULL. */
static const char *changed(const struct fclc_channel *channel)
{
	const unsigned char *kept = channel->kept;

	for (unsigned i = 0; i < channel->nfields; i++) {
		const struct fclc_signal *field = &channel->fields[i];
		unsigned bytes = field->at ? fclc_signal_bytes(field->bits) : 0;

		if (bytes && memcmp(kept, field->at, bytes) != 0)
			return channel->names[i];
		kept += bytes;
	}
	return NULL;
}

static void check_channel(struct fclc_rtl *rtl, struct fclc_channel *channel)
{
	bool waited = channel->waits;
	const char *field;
	char text[256];

	channel->waits = *channel->valid & !*channel->ready;
	if (waited && !*channel->valid) {
		snprintf(text, sizeof(text),
			 "port %s: %sVALID fell before %sREADY rose; it must stay high until then",
			 channel->prefix, channel->letters, channel->letters);
		violation(rtl, text);
		return;
	}
	field = waited ? changed(channel) : NULL;
	if (field) {
		snprintf(text, sizeof(text),
			 "port %s: %s%s changed while %sVALID waited for %sREADY", channel->prefix,
			 channel->letters, field, channel->letters, channel->letters);
		violation(rtl, text);
		return;
	}
	if (channel->waits && !waited)
		keep(channel);
}

/* The kernel is the slave: it must only respond to requests that it has accepted. */
static void check_lite(struct fclc_rtl *rtl)
{
	const struct fclc_lite *lite = &rtl->lite;
	const struct fclc_signal *s = lite->s;
	const char *channel = NULL;
	char text[256];

	if (fclc_get(&s[FCLC_BVALID], 0) &&
	    (!lite->driven || !lite->is_write || (lite->aw && !fclc_get(&s[FCLC_AWREADY], 1)) ||
	     (lite->w && !fclc_get(&s[FCLC_WREADY], 1))))
		channel = "BVALID rose without a write that was accepted";
	else if (fclc_get(&s[FCLC_RVALID], 0) &&
		 (!lite->driven || lite->is_write || (lite->ar && !fclc_get(&s[FCLC_ARREADY], 1))))
		channel = "RVALID rose without a read that was accepted";
	if (!channel)
		return;
	snprintf(text, sizeof(text), "port %s: %s", rtl->design->slave, channel);
	violation(rtl, text);
}

void fclc_check_cycle(struct fclc_rtl *rtl)
{
	for (unsigned i = 0; i < rtl->nchannels; i++)
		check_channel(rtl, &rtl->channels[i]);
	if (rtl->design->slave && rtl->checks)
		check_lite(rtl);
}
