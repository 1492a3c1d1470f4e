/* SPDX-License-Identifier: Apache-2.0 */
/* Lists of cycles, of which the first ones are forgotten. */
#include <stdlib.h>

#include "emulator/time/list.h"

bool fcl_time_list_grow(struct fcl_time_list *list)
{
	uint64_t places = list->cycles ? 2 * (list->mask + 1) : 64;
	if (places > SIZE_MAX / sizeof(uint64_t))
		return false;
	uint64_t *cycles = malloc((size_t)places * sizeof(*cycles));
	if (!cycles)
		return false;
	for (uint64_t i = list->first; i < list->count; i++)
		cycles[i & (places - 1)] = fcl_time_list_at(list, i);
	free(list->cycles);
	list->cycles = cycles;
	list->mask = places - 1;
	return true;
}

void fcl_time_list_free(struct fcl_time_list *list)
{
	free(list->cycles);
	*list = (struct fcl_time_list){0};
}
