/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_HOST_MAP_H
#define FCL_CORE_HOST_MAP_H

#include <stddef.h>

/* Memory that the host has mapped of a pipe: host_pipe.h. */
struct fcl_host_map {
	struct fcl_host_map *next;
	size_t size;  /* bytes */
	size_t ready; /* bytes that the host has unmapped */
	size_t sent;  /* of these, bytes that are in the pipe */
	unsigned char data[];
};

/* Frees a list of them. */
void fcl_host_maps_free(struct fcl_host_map *maps);

#endif
