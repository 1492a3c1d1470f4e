/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_GRAPH_H
#define FCL_VX_GRAPH_H

#include "runtime/clients/openvx/graph/kernel.h"
#include "runtime/clients/openvx/memory/caller.h"
#include "runtime/clients/openvx/memory/store.h"
#include "runtime/clients/openvx/objects/group.h"

struct fcl_vx_fpga; /* fpga.h */

enum { FCL_VX_FLIGHTS = 2 };

struct fcl_vx_spare; /* flights.c */

/* A node's argument. If it is in a delay, it is updated whenever the delay ages. */
struct fcl_vx_argument {
	vx_reference value; /* a reference; NULL: none */
	struct fcl_vx_group *delay;
	vx_uint32 slot; /* slot of the delay */
	vx_int32 inner; /* index in the pyramid or object array in that slot; -1: the slot's object
		        * itself */
};

struct _vx_node {
	struct _vx_reference ref;
	vx_graph graph; /* NULL: removed */
	vx_kernel kernel;
	vx_uint32 nparameters;
	struct fcl_vx_argument *arguments;
	vx_border_t border;
	vx_size local_size;
	void *local;
	bool local_is_ours, may_set_local; /* local data may only be set during initialize */
	vx_status status;
	vx_nodecomplete_f callback;
	vx_perf_t performance;
	vx_bool valid_rect_reset;
	/* compute the valid regions of outputs; NULL: none */
	vx_kernel_image_valid_rectangle_f valid_rects[FCL_VX_MAX_PARAMETERS];
	vx_bool replicated;
	vx_bool flags[FCL_VX_MAX_PARAMETERS];
	bool initialized;
	cl_device_id target;        /* NULL: any */
	struct fcl_vx_queue *queue; /* the graph's queue on the node's device */
	struct fcl_vx_fpga *fpga;   /* for a described kernel, once verified */
	struct {
		struct fcl_vx_queue *queue;
		struct fcl_vx_fpga *fpga;
	} flights[FCL_VX_FLIGHTS]; /* saved values of the two members above for each flight */
};

struct fcl_vx_graph_parameter {
	vx_node node;
	vx_uint32 index;
};

/*
 * A launch that is not known to have ended, and the data that it uses. If that is too much, several
 * entries are used.
 */
struct fcl_vx_launch {
	cl_event event;
	vx_node node; /* a reference */
	struct {
		struct fcl_vx_store *store; /* a reference */
		uint64_t version;           /* the version that it reads or writes */
		bool writes;
	} uses[5];
	unsigned nuses;
	bool continues; /* continues the previous entry */
};

struct fcl_vx_graph_queue {
	struct fcl_vx_queue *queue;
	unsigned flight;
	struct fcl_vx_graph_queue *next;
};

struct _vx_graph {
	struct _vx_reference ref;
	vx_graph next;  /* in the context's list, guarded by its lock */
	vx_node *nodes; /* in order of creation; once verified, in order of execution */
	vx_uint32 nnodes;
	bool verified;
	vx_enum state;
	vx_perf_t performance;
	struct fcl_vx_graph_parameter *parameters;
	vx_uint32 nparameters;
	struct fcl_vx_group **delays; /* age after each execution */
	vx_uint32 ndelays;
	struct fcl_vx_graph_queue *queues;
	bool overlaps;               /* VX_HINT_PERFORMANCE_HIGH_SPEED was given: frames may use
				      * several flights */
	unsigned flight, flights;    /* flight of the current execution; number of flights, 0: not
				      * determined yet */
	struct fcl_vx_spare *spares; /* the virtual objects' memory for each flight */
	unsigned nspares;
	struct fcl_vx_launch *launches; /* a ring buffer, oldest first; guarded by `launch_lock` */
	unsigned first_launch, nlaunches, launch_room;
	vx_status launch_status;     /* status of the first failed launch since the last finish */
	bool invalid;                /* the last ended launch has written invalid data */
	pthread_mutex_t launch_lock; /* only held briefly */
	pthread_mutex_t run;         /* recursive; held while the graph is executed or modified */
	unsigned running; /* nested executions, one in another's callback; guarded by `run` */

	/* Graphs with host callbacks have a thread of their own for vxScheduleGraph(). */
	pthread_mutex_t lock; /* guards the members below */
	pthread_cond_t changed;
	pthread_t thread;
	bool has_thread, stop;
	unsigned scheduled; /* executions pending or in progress */
	bool waited_for;    /* vxScheduleGraph() was called since the last vxWaitGraph() */
	vx_status result;
};

struct _vx_meta_format {
	struct _vx_reference ref; /* only its meta is used */
	vx_kernel_image_valid_rectangle_f valid_rect;
};

extern const struct fcl_vx_class fcl_vx_meta_format_class;

#endif
