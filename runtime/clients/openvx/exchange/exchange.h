/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_EXCHANGE_H
#define FCL_VX_EXCHANGE_H

#include "runtime/clients/openvx/graph/graph.h"

/*
 * The format of exported objects: this header, a record for each object, and a record for each
 * graph. Numbers have the machine's byte order, which `magic` shows, and structures are those of
 * this library version.
 */
enum { FCL_VX_EXPORT_MAGIC = 0x31785646, FCL_VX_EXPORT_VERSION = 1, FCL_VX_EXPORT_PATH = 2 };

struct fcl_vx_export_head {
	uint32_t magic, version;
	uint64_t length, checksum; /* of everything after the header */
	uint32_t nrefs, nobjects, ngraphs, meta_size;
};

/* A reference in the program's list: an object, or a graph if bit 31 is set. */
struct fcl_vx_export_ref {
	uint32_t index;
	vx_enum use;
};

struct fcl_vx_export_object {
	struct fcl_vx_meta meta;
	struct fcl_vx_meta item; /* for object arrays and delays */
	char name[VX_MAX_REFERENCE_NAME];
	uint32_t graph; /* graph of a virtual object, plus 1; 0: none */
	vx_enum space;
	uint32_t chunks; /* number of stores whose bytes follow, each preceded by its size as a
			  * uint64 */
	vx_enum use;     /* VX_IX_USE_…; 0: not in the program's list */
};

struct fcl_vx_export_graph {
	char name[VX_MAX_REFERENCE_NAME];
	uint32_t nnodes, nparameters, ndelays;
};

struct fcl_vx_export_node {
	char kernel[VX_MAX_KERNEL_NAME];
	vx_border_t border;
	uint32_t target; /* index of a device, plus 1; 0: any */
	uint32_t narguments;
};

/* An object, or an item in it; -1: the object itself. */
struct fcl_vx_export_argument {
	uint32_t object; /* index of the object, plus 1; 0: none */
	int32_t path[FCL_VX_EXPORT_PATH];
};

#endif
