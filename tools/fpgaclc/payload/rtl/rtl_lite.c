/* SPDX-License-Identifier: Apache-2.0 */
#include "rtl.h"

/* The register bus's master: AXI4-Lite, or AXI4 with single-beat bursts. */

void fclc_lite_write(struct fclc_lite *lite, uint32_t address, uint32_t data)
{
	lite->busy = lite->is_write = lite->aw = lite->w = true;
	lite->driven = false;
	lite->age = 0;
	lite->address = address;
	lite->data = data;
}

void fclc_lite_read(struct fclc_lite *lite, uint32_t address)
{
	lite->busy = lite->ar = true;
	lite->is_write = lite->driven = false;
	lite->age = 0;
	lite->address = address;
}

/* A register's position in the data bus, which may be 64 bits wide. */
static unsigned shift(const struct fclc_lite *lite)
{
	return lite->bits > 32 ? (lite->address & 4) * 8 : 0;
}

void fclc_lite_sample(struct fclc_lite *lite)
{
	const struct fclc_signal *s = lite->s;

	lite->ended = false;
	lite->age += lite->busy;
	if (!lite->driven)
		return;
	lite->aw &= !fclc_get(&s[FCLC_AWREADY], 1);
	lite->w &= !fclc_get(&s[FCLC_WREADY], 1);
	lite->ar &= !fclc_get(&s[FCLC_ARREADY], 1);
	if (lite->is_write ? !fclc_get(&s[FCLC_BVALID], 1) : !fclc_get(&s[FCLC_RVALID], 1))
		return;
	if (!lite->is_write)
		lite->data = (uint32_t)(fclc_get(&s[FCLC_RDATA], 0) >> shift(lite));
	lite->busy = lite->aw = lite->w = lite->ar = lite->driven = false;
	lite->ended = true;
}

void fclc_lite_drive(struct fclc_lite *lite)
{
	const struct fclc_signal *s = lite->s;

	if (!lite->busy && !lite->shown)
		return;
	lite->driven = lite->shown = lite->busy;
	fclc_put(&s[FCLC_AWVALID], lite->aw);
	fclc_put(&s[FCLC_WVALID], lite->w);
	fclc_put(&s[FCLC_ARVALID], lite->ar);
	fclc_put(&s[FCLC_BREADY], lite->busy && lite->is_write);
	fclc_put(&s[FCLC_RREADY], lite->busy && !lite->is_write);
	if (lite->aw || lite->w) {
		fclc_put(&s[FCLC_AWADDR], lite->address);
		fclc_put(&s[FCLC_AWSIZE], 2);
		fclc_put(&s[FCLC_AWBURST], 1);
		fclc_put(&s[FCLC_WDATA], (uint64_t)lite->data << shift(lite));
		fclc_put(&s[FCLC_WSTRB], 0xFull << shift(lite) / 8);
		fclc_put(&s[FCLC_WLAST], 1);
	}
	if (lite->ar) {
		fclc_put(&s[FCLC_ARADDR], lite->address);
		fclc_put(&s[FCLC_ARSIZE], 2);
		fclc_put(&s[FCLC_ARBURST], 1);
	}
}
