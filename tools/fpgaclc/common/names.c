/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/common/names.h"

#include <string.h>

#include "base/fnv.h"

enum { FIRST_CAPACITY = 64 };

bool fclc_is_identifier(const char *text)
{
	static const char letters[] =
		"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";

	return *text && (*text < '0' || *text > '9') && !text[strspn(text, letters)];
}

/* Returns the name's entry, or the free entry for it. The table always has a free entry. */
static struct fclc_name *entry_of(const struct fclc_names *names, const char *text)
{
	uint32_t at = (uint32_t)fcl_fnv(FCL_FNV_EMPTY, text, strlen(text)) & (names->capacity - 1);

	while (names->entries[at].text && strcmp(names->entries[at].text, text) != 0)
		at = (at + 1) & (names->capacity - 1);
	return &names->entries[at];
}

uint32_t fclc_names_find(const struct fclc_names *names, const char *text)
{
	const struct fclc_name *entry = names->capacity ? entry_of(names, text) : NULL;

	return entry && entry->text ? entry->number : FCLC_NO_NAME;
}

static void double_capacity(struct fclc_arena *arena, struct fclc_names *names)
{
	struct fclc_names larger = {
		.count = names->count,
		.capacity = names->capacity ? names->capacity * 2 : FIRST_CAPACITY,
	};

	larger.entries = fclc_alloc(arena, larger.capacity, sizeof(*larger.entries));
	for (uint32_t i = 0; i < names->capacity; i++)
		if (names->entries[i].text)
			*entry_of(&larger, names->entries[i].text) = names->entries[i];
	*names = larger;
}

void fclc_names_add(struct fclc_arena *arena, struct fclc_names *names, const char *text,
		    uint32_t number)
{
	if (names->count >= names->capacity / 2)
		double_capacity(arena, names);
	*entry_of(names, text) = (struct fclc_name){text, number};
	names->count++;
}
