/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "rtl.h"

/*
 * AXI4-Stream ports (ARM IHI 0051), connected to FIFOs of the engine. At most one packet a clock
 * cycle.
 */

static const char *const names[FCLC_TFIELDS] = {"TDATA", "TKEEP", "TSTRB", "TUSER",
						"TLAST", "TID",   "TDEST"};

int fclc_axis_open(struct fclc_axis *axis, struct fclc_rtl *rtl, const struct fclc_rtl_bus *bus,
		   unsigned port)
{
	axis->rtl = rtl;
	axis->bus = bus;
	axis->port = port;
	axis->use = &rtl->uses[port];
	axis->input = bus->kind == FCL_MODEL_PORT_STREAM_IN;
	axis->valid = fclc_find(rtl, bus->prefix, "TVALID");
	axis->ready = fclc_find(rtl, bus->prefix, "TREADY");
	for (unsigned i = 0; i < FCLC_TFIELDS; i++)
		axis->fields[i] = fclc_find(rtl, bus->prefix, names[i]);
	axis->packet = calloc(1, bus->packet_size);
	return axis->packet ? 0 : -ENOMEM;
}

void fclc_axis_reset(struct fclc_axis *axis)
{
	axis->full = axis->changed = false;
}

bool fclc_axis_waits(const struct fclc_axis *axis)
{
	return axis->input ? !axis->full : axis->full;
}

static void sample_input(struct fclc_axis *axis)
{
	axis->use->waited += !axis->full && fclc_get(&axis->ready, 1);
	if (axis->full && fclc_get(&axis->ready, 1)) {
		axis->use->read += axis->fields[FCLC_TDATA].bits / 8;
		axis->use->bursts++;
		axis->full = false;
		axis->rtl->moved = true;
	}
	if (!axis->full && !axis->rtl->frozen &&
	    fclc_snap_packet(axis->rtl, axis->port, axis->packet, axis->bus->packet_size, true))
		axis->full = axis->changed = axis->rtl->moved = true;
}

/*
 * Packets get the protocol's defaults for signals that a master does not have: all bytes are valid.
 */
static void pack(struct fclc_axis *axis)
{
	for (unsigned i = 0; i < FCLC_TFIELDS; i++) {
		const struct fclc_rtl_field *field = &axis->bus->fields[i];
		bool whole = i == FCLC_TKEEP || i == FCLC_TSTRB;

		if (!field->bytes)
			continue;
		if (axis->fields[i].at)
			fclc_get_bytes(&axis->fields[i], axis->packet + field->offset,
				       field->bytes);
		else if (whole)
			memset(axis->packet + field->offset, 0xff, field->bytes);
	}
}

static void sample_output(struct fclc_axis *axis)
{
	axis->use->waited += !axis->is_ready && fclc_get(&axis->valid, 0);
	if (axis->is_ready && fclc_get(&axis->valid, 0)) {
		axis->use->written += axis->fields[FCLC_TDATA].bits / 8;
		axis->use->bursts++;
		memset(axis->packet, 0, axis->bus->packet_size);
		pack(axis);
		axis->full = axis->rtl->moved = true;
	}
	if (axis->full && !axis->rtl->frozen &&
	    fclc_snap_packet(axis->rtl, axis->port, axis->packet, axis->bus->packet_size, false)) {
		axis->full = false;
		axis->rtl->moved = true;
	}
}

void fclc_axis_sample(struct fclc_axis *axis)
{
	if (axis->input)
		sample_input(axis);
	else
		sample_output(axis);
}

static void unpack(struct fclc_axis *axis)
{
	unsigned char ones[FCLC_WIDEST];

	memset(ones, 0xff, sizeof(ones));
	for (unsigned i = 0; i < FCLC_TFIELDS; i++) {
		const struct fclc_rtl_field *field = &axis->bus->fields[i];

		if (field->bytes)
			fclc_put_bytes(&axis->fields[i], axis->packet + field->offset,
				       field->bytes);
		else if (i == FCLC_TKEEP || i == FCLC_TSTRB)
			fclc_put_bytes(&axis->fields[i], ones, sizeof(ones));
	}
	axis->changed = false;
}

void fclc_axis_drive(struct fclc_axis *axis)
{
	if (!axis->input) {
		axis->is_ready = !axis->full && !axis->rtl->frozen;
		fclc_put(&axis->ready, axis->is_ready);
		return;
	}
	if (axis->changed)
		unpack(axis);
	fclc_put(&axis->valid, axis->full);
}
