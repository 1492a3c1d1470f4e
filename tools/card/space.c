/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/card/space.h"

#include <string.h>

#include <linux/pci_regs.h>

#include "bitstreams/image/fcl_image.h"

/* Where XDMA has its capabilities, and what they say. */
enum {
	PM = 0x40,
	MSIX = 0x60,
	EXPRESS = 0x70,
	SERIAL = 0x100, /* extended */
	TABLE = 0x8000,
	PENDING = 0x8fe0,
	CLASS_MEMORY_OTHER = 0x0580,
	SUBSYSTEM = 0x0007,
};

static void space_put(struct fcl_card *card, unsigned at, unsigned bytes, uint32_t value,
		      uint32_t writable)
{
	memcpy(card->space + at, &value, bytes);
	memcpy(card->writable + at, &writable, bytes);
}

static uint32_t get16(const struct fcl_card *card, unsigned at)
{
	return (uint32_t)card->space[at] | (uint32_t)card->space[at + 1] << 8;
}

static void put_bar(struct fcl_card *card, uint32_t bar, uint32_t value, uint32_t writable)
{
	space_put(card, PCI_BASE_ADDRESS_0 + bar * 4, 4, value, writable);
}

static void put_header(struct fcl_card *card)
{
	space_put(card, PCI_VENDOR_ID, 2, card->vendor, 0);
	space_put(card, PCI_DEVICE_ID, 2, card->device, 0);
	space_put(card, PCI_COMMAND, 2, 0,
		  PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER | PCI_COMMAND_PARITY | PCI_COMMAND_SERR |
			  PCI_COMMAND_INTX_DISABLE);
	space_put(card, PCI_STATUS, 2, PCI_STATUS_CAP_LIST, 0);
	space_put(card, PCI_CLASS_DEVICE, 2, CLASS_MEMORY_OTHER, 0);
	space_put(card, PCI_CACHE_LINE_SIZE, 1, 0, 0xff);
	put_bar(card, card->user_bar, 0, (uint32_t)-card->user_size);
	put_bar(card, card->dma_bar, 0, (uint32_t)-FCL_CARD_XDMA_SIZE);
	if (card->options->window) {
		put_bar(card, card->window_bar,
			PCI_BASE_ADDRESS_MEM_TYPE_64 | PCI_BASE_ADDRESS_MEM_PREFETCH,
			(uint32_t)-card->options->window & ~0xfu);
		put_bar(card, card->window_bar + 1, 0, (uint32_t)(-card->options->window >> 32));
	}
	space_put(card, PCI_SUBSYSTEM_VENDOR_ID, 2, card->vendor, 0);
	space_put(card, PCI_SUBSYSTEM_ID, 2, SUBSYSTEM, 0);
	space_put(card, PCI_CAPABILITY_LIST, 1, PM, 0);
	space_put(card, PCI_INTERRUPT_LINE, 1, 0, 0xff);
}

static void put_power(struct fcl_card *card)
{
	space_put(card, PM, 2, PCI_CAP_ID_PM | MSIX << 8, 0);
	space_put(card, PM + PCI_PM_PMC, 2, 3, 0); /* version 1.2 of the specification */
	space_put(card, PM + PCI_PM_CTRL, 2, PCI_PM_CTRL_NO_SOFT_RESET, PCI_PM_CTRL_STATE_MASK);
}

static void put_msix(struct fcl_card *card)
{
	space_put(card, MSIX, 2, PCI_CAP_ID_MSIX | EXPRESS << 8, 0);
	space_put(card, MSIX + PCI_MSIX_FLAGS, 2, FCL_CARD_VECTORS - 1,
		  PCI_MSIX_FLAGS_ENABLE | PCI_MSIX_FLAGS_MASKALL);
	space_put(card, MSIX + PCI_MSIX_TABLE, 4, TABLE | card->dma_bar, 0);
	space_put(card, MSIX + PCI_MSIX_PBA, 4, PENDING | card->dma_bar, 0);
}

/* An endpoint, version 2, with 16 lanes of 8 GT/s. */
static void put_express(struct fcl_card *card)
{
	space_put(card, EXPRESS, 2, PCI_CAP_ID_EXP, 0);
	space_put(card, EXPRESS + PCI_EXP_FLAGS, 2, 2, 0);
	space_put(card, EXPRESS + PCI_EXP_DEVCAP, 4,
		  PCI_EXP_DEVCAP_FLR | PCI_EXP_DEVCAP_RBER | PCI_EXP_DEVCAP_EXT_TAG | 2, 0);
	space_put(card, EXPRESS + PCI_EXP_DEVCTL, 2,
		  PCI_EXP_DEVCTL_READRQ_512B | PCI_EXP_DEVCTL_RELAX_EN | PCI_EXP_DEVCTL_NOSNOOP_EN,
		  0xffff & ~(uint32_t)PCI_EXP_DEVCTL_BCR_FLR);
	space_put(card, EXPRESS + PCI_EXP_LNKCAP, 4, PCI_EXP_LNKCAP_SLS_8_0GB | 16 << 4, 0);
	space_put(card, EXPRESS + PCI_EXP_LNKCTL, 2, 0, PCI_EXP_LNKCTL_RCB | PCI_EXP_LNKCTL_CCC);
	space_put(card, EXPRESS + PCI_EXP_LNKSTA, 2, PCI_EXP_LNKSTA_CLS_8_0GB | 16 << 4, 0);
	space_put(card, EXPRESS + PCI_EXP_LNKCAP2, 4,
		  PCI_EXP_LNKCAP2_SLS_2_5GB | PCI_EXP_LNKCAP2_SLS_5_0GB | PCI_EXP_LNKCAP2_SLS_8_0GB,
		  0);
	space_put(card, EXPRESS + PCI_EXP_LNKCTL2, 2, PCI_EXP_LNKCTL2_TLS_8_0GT,
		  PCI_EXP_LNKCTL2_TLS);
}

/* The serial number is the beginning of the image's uuid. */
static void put_serial(struct fcl_card *card)
{
	space_put(card, SERIAL, 4, PCI_EXT_CAP_ID_DSN | 1 << 16, 0);
	if (card->shown)
		memcpy(card->space + SERIAL + 4, card->shown->uuid, 8);
}

void fcl_card_space_init(struct fcl_card *card)
{
	put_header(card);
	put_power(card);
	put_msix(card);
	put_express(card);
	put_serial(card);
}

void fcl_card_space_reset(struct fcl_card *card)
{
	for (unsigned i = 0; i < FCL_CARD_SPACE; i++)
		card->space[i] &= (uint8_t)~card->writable[i];
	put_power(card);
	put_express(card);
}

void fcl_card_space_power_on(struct fcl_card *card)
{
	card->space[PM + PCI_PM_CTRL] &= (uint8_t)~PCI_PM_CTRL_STATE_MASK;
}

void fcl_card_space_other_ids(struct fcl_card *card)
{
	card->space[PCI_DEVICE_ID] ^= 1;
}

void fcl_card_space_read(const struct fcl_card *card, uint64_t offset, uint8_t *to, uint32_t count)
{
	if (card->gone)
		memset(to, 0xff, count);
	else
		memcpy(to, card->space + offset, count);
}

bool fcl_card_space_write(struct fcl_card *card, uint64_t offset, const uint8_t *from,
			  uint32_t count)
{
	const unsigned high = EXPRESS + PCI_EXP_DEVCTL + 1;

	if (card->gone)
		return false;
	for (uint32_t i = 0; i < count; i++) {
		uint8_t *at = &card->space[offset + i], mask = card->writable[offset + i];

		*at = (uint8_t)((*at & ~mask) | (from[i] & mask));
	}
	return offset <= high && high - offset < count &&
	       from[high - offset] & PCI_EXP_DEVCTL_BCR_FLR >> 8;
}

static bool is_on(const struct fcl_card *card)
{
	return !card->gone && !(get16(card, PM + PCI_PM_CTRL) & PCI_PM_CTRL_STATE_MASK);
}

bool fcl_card_space_has_memory(const struct fcl_card *card)
{
	return is_on(card) && get16(card, PCI_COMMAND) & PCI_COMMAND_MEMORY;
}

bool fcl_card_space_is_master(const struct fcl_card *card)
{
	return is_on(card) && get16(card, PCI_COMMAND) & PCI_COMMAND_MASTER;
}

bool fcl_card_space_has_msix(const struct fcl_card *card)
{
	return get16(card, MSIX + PCI_MSIX_FLAGS) & PCI_MSIX_FLAGS_ENABLE;
}
