/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_GRAPH_H
#define FCL_VX_GRAPH_H

#include "runtime/openvx/graph/kernel.h"
#include "runtime/openvx/memory/caller.h"
#include "runtime/openvx/memory/store.h"
#include "runtime/openvx/objects/group.h"

struct fcl_vx_fpga; /* fpga.h */

enum { FCL_VX_LANES = 2 };

struct fcl_vx_spare; /* lanes.c */

/* A node's argument; what is in a delay is looked for again whenever that ages. */
struct fcl_vx_argument {
	vx_reference value; /* held; NULL: none */
	struct fcl_vx_group *delay;
	vx_uint32 slot; /* there */
	vx_int32
		inner; /* in the pyramid or object array in that slot; -1: it is the slot's object */
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
	bool local_is_ours, may_set_local; /* local data are set in initialize only */
	vx_status status;
	vx_nodecomplete_f callback;
	vx_perf_t performance;
	vx_bool valid_rect_reset;
	/* what computes the valid regions of outputs; NULL: none */
	vx_kernel_image_valid_rectangle_f valid_rects[FCL_VX_MAX_PARAMETERS];
	vx_bool replicated;
	vx_bool flags[FCL_VX_MAX_PARAMETERS];
	bool initialized;
	cl_device_id target;        /* NULL: any */
	struct fcl_vx_queue *queue; /* of the graph, on the node's device */
	struct fcl_vx_fpga *fpga;   /* of a described kernel, once verified */
	struct {
		struct fcl_vx_queue *queue;
		struct fcl_vx_fpga *fpga;
	} lanes[FCL_VX_LANES]; /* the two above are those of the graph's lane */
};

struct fcl_vx_graph_parameter {
	vx_node node;
	vx_uint32 index;
};

struct fcl_vx_graph_queue {
	struct fcl_vx_queue *queue;
	unsigned lane;
	struct fcl_vx_graph_queue *next;
};

/* A launch that is not known to have ended, and its data; if they are many, in several of these. */
struct fcl_vx_launch {
	cl_event event;
	vx_node node; /* held */
	struct {
		struct fcl_vx_store *store; /* held */
		uint64_t version;           /* that it reads, or writes */
		bool writes;
	} uses[5];
	unsigned nuses;
	bool continues; /* behind what came before */
};

struct _vx_graph {
	struct _vx_reference ref;
	vx_graph next;  /* of the context's list, under its lock */
	vx_node *nodes; /* in the order of creation; verified: in that of execution */
	vx_uint32 nnodes;
	bool verified;
	vx_enum state;
	vx_perf_t performance;
	struct fcl_vx_graph_parameter *parameters;
	vx_uint32 nparameters;
	struct fcl_vx_group **delays; /* that age after each execution */
	vx_uint32 ndelays;
	struct fcl_vx_graph_queue *queues;
	bool overlaps;               /* VX_HINT_PERFORMANCE_HIGH_SPEED: frames may have lanes */
	unsigned lane, lanes;        /* of the execution; how many there are, 0: not known yet */
	struct fcl_vx_spare *spares; /* what virtual objects have for each lane */
	unsigned nspares;
	struct fcl_vx_launch *launches; /* a ring, from the oldest on; under `launch_lock` */
	unsigned first_launch, nlaunches, launch_room;
	vx_status launch_status;     /* of the first one that failed since the last finish */
	bool spoilt;                 /* what the last launch that has ended has written */
	pthread_mutex_t launch_lock; /* held for moments */
	pthread_mutex_t run;         /* recursive; held while the graph is executed, or changes */
	unsigned running; /* executions in progress, one in another's callback; under `run` */

	/* Graphs that call the host have a thread of their own for vxScheduleGraph(). */
	pthread_mutex_t lock; /* guards what is below */
	pthread_cond_t changed;
	pthread_t thread;
	bool has_thread, stop;
	unsigned scheduled; /* executions to come or in progress */
	bool waited_for;    /* vxScheduleGraph() was called since the last vxWaitGraph() */
	vx_status result;
};

struct _vx_meta_format {
	struct _vx_reference ref; /* its meta is what counts */
	vx_kernel_image_valid_rectangle_f valid_rect;
};

extern const struct fcl_vx_class fcl_vx_meta_format_class;

/* A queue of the graph's lane on that device; NULL: no memory. */
struct fcl_vx_queue *fcl_vx_graph_queue(vx_graph graph, cl_device_id device);

/* The graph has changed: it has to be verified before it runs. */
void fcl_vx_graph_changed(vx_graph graph);

/* Whether writing one of the objects changes the other: parts of images, items of groups. */
bool fcl_vx_overlap(vx_reference a, vx_reference b);

#endif
