/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_EXCHANGE_H
#define FCL_VX_EXCHANGE_H

#include "runtime/openvx/graph/graph.h"

/*
 * The form of exported objects: this head, a record for each object, and one for each graph. Numbers
 * are in the byte order of the machine, which `magic` shows, and structures as this version of the
 * library has them.
 */
enum { FCL_VX_EXPORT_MAGIC = 0x31785646, FCL_VX_EXPORT_VERSION = 1, FCL_VX_EXPORT_PATH = 2 };

struct fcl_vx_export_head {
	uint32_t magic, version;
	uint64_t length, checksum; /* of all that follows the head */
	uint32_t nrefs, nobjects, ngraphs, meta_size;
};

/* A reference of the program's list: an object, or a graph if bit 31 is set. */
struct fcl_vx_export_ref {
	uint32_t index;
	vx_enum use;
};

struct fcl_vx_export_object {
	struct fcl_vx_meta meta;
	struct fcl_vx_meta item; /* of object arrays and delays */
	char name[VX_MAX_REFERENCE_NAME];
	uint32_t graph; /* of a virtual object, plus 1; 0: none */
	vx_enum space;
	uint32_t chunks; /* stores whose bytes follow, each behind its size as a uint64 */
	vx_enum use;     /* VX_IX_USE_…; 0: not in the program's list */
};

struct fcl_vx_export_graph {
	char name[VX_MAX_REFERENCE_NAME];
	uint32_t nnodes, nparameters, ndelays;
};

struct fcl_vx_export_node {
	char kernel[VX_MAX_KERNEL_NAME];
	vx_border_t border;
	uint32_t target; /* a device's index plus 1; 0: any */
	uint32_t narguments;
};

/* An object, and where in it; -1: the object itself. */
struct fcl_vx_export_argument {
	uint32_t object; /* plus 1; 0: none */
	int32_t path[FCL_VX_EXPORT_PATH];
};

#endif
