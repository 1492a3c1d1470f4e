/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_CONTEXT_H
#define FCL_VX_CONTEXT_H

#include "runtime/clients/openvx/base/reference.h"

/* An in-order queue. It lives as long as its context, so data objects may refer to it. */
struct fcl_vx_queue {
	cl_command_queue cl;
	cl_device_id device;
	struct fcl_vx_queue *next;
	bool busy; /* a graph uses it; guarded by the context's lock */
	bool profiling;
};

struct fcl_vx_user_struct {
	vx_size size;
	char name[VX_MAX_REFERENCE_NAME];
};

struct fcl_vx_module; /* modules.c */
struct fcl_vx_map;    /* copy.c */

struct _vx_context {
	struct _vx_reference ref;
	pthread_mutex_t lock; /* recursive, because hosts' callbacks call back; guards the members
			       * below */
	vx_reference objects;
	vx_graph graphs;
	bool closing; /* the host has released its last reference */
	cl_context cl;
	cl_device_id *devices;
	cl_uint ndevices;
	struct fcl_vx_queue global; /* the global coordination queue */
	struct fcl_vx_queue *queues;
	struct fcl_vx_queue *chains; /* out-of-order queues: see fpga.c */
	struct fcl_vx_module *modules;
	struct fcl_vx_module *publishing; /* the module whose vxPublishKernels() is running */
	struct fcl_vx_map *maps;
	vx_map_id last_map;
	struct fcl_vx_user_struct *structs;
	vx_uint32 nstructs;
	vx_uint32 kernel_ids, library_ids;
	vx_border_t border;
	vx_enum border_policy;
	bool performance;
	void (*collect)(vx_context context); /* checks for launches that have ended */
	vx_log_callback_f log;
	bool log_reentrant;
	pthread_mutex_t log_lock; /* recursive; held while a callback that is not reentrant runs */
};

void fcl_vx_lock(vx_context context);
void fcl_vx_unlock(vx_context context);

/*
 * Returns an in-order queue of the context on the device, for one graph; NULL if out of memory.
 * Give it back with fcl_vx_queue_return().
 */
struct fcl_vx_queue *fcl_vx_queue_take(vx_context context, cl_device_id device);
void fcl_vx_queue_return(vx_context context, struct fcl_vx_queue *queue);

#endif
