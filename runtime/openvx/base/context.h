/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_CONTEXT_H
#define FCL_VX_CONTEXT_H

#include "runtime/openvx/base/log.h"
#include "runtime/openvx/base/object.h"

/* An in-order queue. It lives as long as its context, so data objects may point to it. */
struct fcl_vx_queue {
	cl_command_queue cl;
	cl_device_id device;
	struct fcl_vx_queue *next;
	bool busy; /* a graph has it; under the context's lock */
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
	pthread_mutex_t lock; /* recursive: callbacks of hosts call back; guards what is below */
	vx_reference objects;
	vx_graph graphs;
	bool closing; /* the last reference of the host is gone */
	cl_context cl;
	cl_device_id *devices;
	cl_uint ndevices;
	struct fcl_vx_queue global; /* the global coordination queue */
	struct fcl_vx_queue *queues;
	struct fcl_vx_queue *chains; /* out of order: see fpga.c */
	struct fcl_vx_module *modules;
	struct fcl_vx_module *publishing; /* whose vxPublishKernels() runs */
	struct fcl_vx_map *maps;
	vx_map_id last_map;
	struct fcl_vx_user_struct *structs;
	vx_uint32 nstructs;
	vx_uint32 kernel_ids, library_ids;
	vx_border_t border;
	vx_enum border_policy;
	bool performance;
	void (*collect)(vx_context context); /* looks for launches that have ended */
	vx_log_callback_f log;
	bool log_reentrant;
	pthread_mutex_t log_lock; /* recursive; held while a callback runs that is not reentrant */
};

void fcl_vx_lock(vx_context context);
void fcl_vx_unlock(vx_context context);

/*
 * An in-order queue of the context for one graph on the device, NULL if there is no memory for one;
 * fcl_vx_queue_return() gives it back.
 */
struct fcl_vx_queue *fcl_vx_queue_take(vx_context context, cl_device_id device);
void fcl_vx_queue_return(vx_context context, struct fcl_vx_queue *queue);

#endif
