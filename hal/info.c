/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/info.h"

#include <stdlib.h>
#include <string.h>

/* The index-th string member; NULL past the last. */
static const char **info_text_of(struct fcl_hal_info *info, unsigned index)
{
	const char **texts[] = {&info->name, &info->vbnv,   &info->board,  &info->vendor,
				&info->bdf,  &info->serial, &info->version};

	return index < sizeof(texts) / sizeof(texts[0]) ? texts[index] : NULL;
}

static size_t info_length_of(const char *text)
{
	return text ? strlen(text) + 1 : 0;
}

/* Copies a string to `*at`, which has room, and redirects the member to the copy. */
static void move_text(const char **text, char **at)
{
	size_t length = info_length_of(*text);

	if (!length)
		return;
	*text = memcpy(*at, *text, length);
	*at += length;
}

struct fcl_hal_info *fcl_hal_info_copy(const struct fcl_hal_info *info)
{
	struct fcl_hal_info from = *info, *copy;
	struct fcl_hal_bank *banks;
	size_t size = sizeof(*copy) + info->nbanks * sizeof(*banks);
	const char **text;
	char *at;

	for (unsigned i = 0; (text = info_text_of(&from, i)); i++)
		size += info_length_of(*text);
	for (uint32_t i = 0; i < info->nbanks; i++)
		size += info_length_of(info->banks[i].tag);
	copy = malloc(size);
	if (!copy)
		return NULL;
	*copy = from;
	banks = (struct fcl_hal_bank *)(copy + 1);
	at = (char *)(banks + info->nbanks);
	for (unsigned i = 0; (text = info_text_of(copy, i)); i++)
		move_text(text, &at);
	for (uint32_t i = 0; i < info->nbanks; i++) {
		banks[i] = info->banks[i];
		move_text(&banks[i].tag, &at);
	}
	copy->banks = banks;
	return copy;
}

static bool same_text(const char *a, const char *b)
{
	return !strcmp(a ? a : "", b ? b : "");
}

static bool same_banks(const struct fcl_hal_info *a, const struct fcl_hal_info *b)
{
	if (a->nbanks != b->nbanks || a->default_bank != b->default_bank)
		return false;
	for (uint32_t i = 0; i < a->nbanks; i++)
		if (!same_text(a->banks[i].tag, b->banks[i].tag) ||
		    a->banks[i].type != b->banks[i].type || a->banks[i].base != b->banks[i].base ||
		    a->banks[i].size != b->banks[i].size || a->banks[i].kept != b->banks[i].kept)
			return false;
	return true;
}

bool fcl_hal_info_same(const struct fcl_hal_info *a, const struct fcl_hal_info *b)
{
	struct fcl_hal_info left = *a, right = *b;
	const char **text;

	for (unsigned i = 0; (text = info_text_of(&left, i)); i++)
		if (!same_text(*text, *info_text_of(&right, i)))
			return false;
	return same_banks(a, b) && a->caps == b->caps && a->nslots == b->nslots &&
	       a->host_alignment == b->host_alignment &&
	       a->buffer_alignment == b->buffer_alignment && a->clock_mhz == b->clock_mhz &&
	       a->max_cus == b->max_cus && a->vendor_id == b->vendor_id &&
	       a->device_id == b->device_id;
}
