/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/objects/host_map.h"

#include <stdlib.h>

void fcl_host_maps_free(struct fcl_host_map *maps)
{
	while (maps) {
		struct fcl_host_map *map = maps;

		maps = map->next;
		free(map);
	}
}
