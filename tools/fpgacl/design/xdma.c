/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/design/xdma.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "tools/fpgacl/design/build.h"

/* --- parameters; the defaults are those of the core (PG195), which .bd files leave out ---------- */

static bool xdma_is_true(const struct fcl_design_card *card, const char *name)
{
	const char *value = fcl_design_parameter_of(card->xdma, name, "false");

	return !strcasecmp(value, "true") || !strcmp(value, "1");
}

static int xdma_refuse(const struct fcl_design_card *card, const char *name, const char *expected,
		       const char *found, struct fcl_err *err)
{
	return fcl_err_set(err, -EINVAL, "%s:%u: %.100s: expected %s as %s, found \"%.100s\"",
			   card->design->file, card->xdma->line, card->xdma->name, expected, name,
			   found);
}

static int take_count(const struct fcl_design_card *card, const char *name, const char *otherwise,
		      uint32_t most, uint32_t *ret_count, struct fcl_err *err)
{
	const char *text = fcl_design_parameter_of(card->xdma, name, otherwise);
	uint64_t number;

	if (!fcl_design_number(text, &number) || number > most)
		return xdma_refuse(card, name, "a small number", text, err);
	*ret_count = (uint32_t)number;
	return 0;
}

/* Four hexadecimal digits. */
static int xdma_take_id(const struct fcl_design_card *card, const char *name, const char *otherwise,
			uint32_t *ret_id, struct fcl_err *err)
{
	const char *text = fcl_design_parameter_of(card->xdma, name, otherwise);

	if (!*text)
		return fcl_err_set(
			err, -EINVAL,
			"%s: expected the parameter %s of %.100s, found none: say it with --ids <vendor>:<device>",
			card->design->file, name, card->xdma->name);
	if (strlen(text) > 4 || strspn(text, "0123456789abcdefABCDEF") != strlen(text))
		return xdma_refuse(card, name, "four hexadecimal digits", text, err);
	*ret_id = (uint32_t)strtoul(text, NULL, 16);
	return 0;
}

static int xdma_take_ids(struct fcl_design_card *card, struct fcl_err *err)
{
	int error;

	card->vendor = card->options->vendor;
	card->device = card->options->device;
	if (card->options->has_ids)
		return 0;
	error = xdma_take_id(card, "vendor_id", "10EE", &card->vendor, err);
	return error ? error : xdma_take_id(card, "pf0_device_id", "", &card->device, err);
}

/* The lowest of the BARs that the parameter has a bit for; .hwh files have it, .bd files do not. */
static int take_bar(const struct fcl_design_card *card, const char *name, uint32_t otherwise,
		    uint32_t *ret_bar, struct fcl_err *err)
{
	const char *text = fcl_design_parameter_of(card->xdma, name, "");
	uint64_t bars;

	*ret_bar = otherwise;
	if (!*text)
		return 0;
	if (!fcl_design_number(text, &bars) || !bars || bars >> 6)
		return xdma_refuse(card, name, "a bit for one of six BARs", text, err);
	*ret_bar = (uint32_t)__builtin_ctzll(bars);
	return 0;
}

/* BAR 0 is M_AXI_LITE's; with 64 bits, it is BARs 0 and 1. */
static int take_bars(struct fcl_design_card *card, struct fcl_err *err)
{
	uint32_t next = xdma_is_true(card, "axil_master_64bit_en") ? 2 : 1;
	int error = take_bar(card, "barlite_ext_pf0", 0, &card->user_bar, err);

	if (!error)
		error = take_bar(card, "barlite_int_pf0", next, &card->dma_bar, err);
	if (!error && card->user_bar == card->dma_bar)
		return xdma_refuse(card, "barlite_int_pf0", "another BAR than barlite_ext_pf0",
				   fcl_design_parameter_of(card->xdma, "barlite_int_pf0", ""), err);
	return error;
}

static int take_user_bar(struct fcl_design_card *card, struct fcl_err *err)
{
	const char *scale = fcl_design_parameter_of(card->xdma, "axilite_master_scale",
						    "Megabytes");
	const char *base = fcl_design_parameter_of(card->xdma, "pciebar2axibar_axil_master",
						   "0x00000000");
	uint32_t size = 0;
	unsigned shift = !strcasecmp(scale, "Kilobytes")   ? 10
			 : !strcasecmp(scale, "Megabytes") ? 20
			 : !strcasecmp(scale, "Gigabytes") ? 30
							   : 0;
	int error;

	if (!xdma_is_true(card, "axilite_master_en"))
		return xdma_refuse(
			card, "axilite_master_en",
			"the interface M_AXI_LITE, through which kernels are started",
			fcl_design_parameter_of(card->xdma, "axilite_master_en", "false"), err);
	if (!shift)
		return xdma_refuse(card, "axilite_master_scale",
				   "Kilobytes, Megabytes or Gigabytes", scale, err);
	error = take_count(card, "axilite_master_size", "1", 1024, &size, err);
	if (error)
		return error;
	if (!fcl_design_number(base, &card->user_base))
		return xdma_refuse(card, "pciebar2axibar_axil_master", "an address", base, err);
	card->user_size = (uint64_t)size << shift;
	if (!size || card->user_size > (uint64_t)1 << 31 ||
	    card->user_base > UINT64_MAX - card->user_size)
		return xdma_refuse(card, "axilite_master_size", "4 KiB to 2 GiB", scale, err);
	return take_bars(card, err);
}

static int check_mode(const struct fcl_design_card *card, struct fcl_err *err)
{
	const char *mode = fcl_design_parameter_of(card->xdma, "functional_mode", "DMA");
	const char *interface = fcl_design_parameter_of(card->xdma, "xdma_axi_intf_mm",
							"AXI_Memory_Mapped");

	if (strcasecmp(mode, "DMA") != 0)
		return xdma_refuse(card, "functional_mode", "DMA", mode, err);
	if (strcasecmp(interface, "AXI_Memory_Mapped") != 0)
		return xdma_refuse(card, "xdma_axi_intf_mm",
				   "AXI_Memory_Mapped (streams are not supported)", interface, err);
	return 0;
}

static int xdma_find(struct fcl_design_card *card, struct fcl_err *err)
{
	for (const struct fcl_design_cell *cell = card->design->cells; cell; cell = cell->next) {
		if (!fcl_design_is_core(cell, "xdma"))
			continue;
		if (card->xdma)
			return fcl_err_set(
				err, -EINVAL, "%s:%u: expected one XDMA, found %.100s and %.100s",
				card->design->file, cell->line, card->xdma->name, cell->name);
		card->xdma = cell;
	}
	if (card->xdma)
		return 0;
	return fcl_err_set(err, -EINVAL,
			   "%s: expected a design with XDMA (xilinx.com:ip:xdma), found none",
			   card->design->file);
}

int fcl_design_xdma_find(struct fcl_design_card *card, struct fcl_err *err)
{
	const char *megahertz;
	uint64_t mhz;
	int error = xdma_find(card, err);

	if (!error)
		error = check_mode(card, err);
	if (!error)
		error = xdma_take_ids(card, err);
	if (!error)
		error = take_user_bar(card, err);
	if (!error)
		error = take_count(card, "xdma_rnum_chnl", "1", 4, &card->h2c, err);
	if (!error)
		error = take_count(card, "xdma_wnum_chnl", "1", 4, &card->c2h, err);
	if (error)
		return error;
	if (!card->h2c || !card->c2h)
		return xdma_refuse(card, "xdma_rnum_chnl and xdma_wnum_chnl", "at least 1", "0",
				   err);
	megahertz = fcl_design_parameter_of(card->xdma, "axisten_freq", "250");
	card->mhz = fcl_design_number(megahertz, &mhz) && mhz && mhz <= 10000 ? (uint32_t)mhz : 250;
	return 0;
}
