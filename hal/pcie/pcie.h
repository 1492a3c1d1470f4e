/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_PCIE_H
#define FCL_PCIE_H

#include <pthread.h>
#include <stdatomic.h>

#include "board_support/board.h"
#include "hal/alloc.h"
#include "hal/include/fcl_hal.h"
#include "hal/pcie/xdma/channel.h"

/* --- host memory that the card can reach ------------------------------------------------------ */

/* Pages of this process that are mapped for DMA. */
struct fcl_pcie_area {
	struct fcl_tree_node node; /* must be first; its key is the address */
	uint64_t size, iova;
	unsigned users; /* times that it was registered */
};

struct fcl_pcie_dma {
	pthread_mutex_t lock;
	struct fcl_hal_alloc iovas;
	struct fcl_tree areas;
};

/* --- transfers -------------------------------------------------------------------------------- */

/* A bounce buffer: memory that the card can reach, for one run. */
struct fcl_pcie_bounce {
	char *memory;
	uint64_t iova;
};

struct fcl_pcie_path {
	struct fcl_xdma_channel channel;
	struct fcl_pcie_bounce bounces[FCL_XDMA_RINGS];
	bool busy; /* a thread has it; mover.lock */
};

/* The transfers of one direction. */
struct fcl_pcie_mover {
	pthread_mutex_t lock;
	pthread_cond_t more; /* a request has come, or a path is free */
	struct fcl_hal_request *first, **last;
	bool stop;
	bool paused;             /* nothing begins */
	_Atomic unsigned ending; /* threads that report the end of a request */
	unsigned borrowing;      /* threads that wait for a path beside the queue */
	struct fcl_pcie_path paths[FCL_XDMA_CHANNELS];
	unsigned npaths;
	pthread_t threads[FCL_XDMA_CHANNELS];
	unsigned nthreads;
};

/* --- compute units ---------------------------------------------------------------------------- */

struct fcl_pcie_cu {
	uint64_t at;    /* offset of its registers in the BAR */
	uint32_t bytes; /* of them */
	enum fcl_image_control control;
	int irq; /* XDMA's user interrupt; -1: none */
	/*
	 * The rest belongs to the thread that has the CU (`busy`, launches.lock).
	 */
	bool busy;
	bool broken;         /* a launch has exceeded FPGACL_TIMEOUT_S; until a reset */
	bool doubtful;       /* it may still run for somebody else, or after a reset */
	uint64_t typical_ns; /* of its last execution; 0: none */
	/* What was last written to each register; known only if the bit is set. */
	uint32_t *written;
	uint8_t *known;
};

struct fcl_hal_program {
	struct fcl_image *image; /* one reference */
	struct fcl_pcie_cu *cus;
};

/* The state of a launch, in its request's scratch. */
struct fcl_pcie_launch {
	struct fcl_hal_request *next;
	uint32_t cu;
	uint64_t groups, group;      /* executions in total; executions started so far */
	uint64_t start_ns, check_ns; /* of the current execution: its start; the next look at it */
	bool armed;                  /* its interrupt is enabled */
};

struct fcl_pcie_launches {
	pthread_mutex_t lock;
	struct fcl_hal_request *waiting, **waiting_last; /* for a CU */
	struct fcl_hal_request *handed;                  /* started, for the watcher to look at */
	unsigned nrunning;                               /* that have a CU, or report their end */
	bool stop, watched;
	uint64_t limit_ns;      /* of an execution; 0: none */
	_Atomic bool cancelled; /* running launches end with -EIO */
	_Atomic bool broken;    /* one of the CUs is */
	int wake;               /* eventfd */
	pthread_t watcher;
};

/* --- the board -------------------------------------------------------------------------------- */

struct fcl_hal_buffer {
	uint64_t bytes, address, taken; /* taken: bytes of the bank */
	uint32_t bank;
};

struct fcl_pcie_bank {
	pthread_mutex_t lock;
	struct fcl_hal_alloc free; /* offsets */
	/* Below this offset memory was this process's before; above it has others' data. */
	uint64_t clean;
};

/*
 * Loads a bitstream into a card that nobody has open, and opens it again. It may have another address
 * then.
 */
typedef int fcl_pcie_load(void *user, const void *bytes, size_t size,
			  struct fcl_pcie_transport **ret_transport, struct fcl_err *err);

struct fcl_hal_device {
	struct fcl_board *board;
	struct fcl_hal_info info;
	struct fcl_hal_bank *bank_facts;
	struct fcl_pcie_bank *banks;
	char bdf[16], place[160];
	struct fcl_pcie_transport *transport;
	struct fcl_xdma xdma;
	struct fcl_pcie_dma dma;
	char *control; /* descriptors and write-back words of all channels */
	uint64_t control_iova;
	size_t bounce_bytes;
	struct fcl_pcie_mover movers[2]; /* to the card, to the host */
	struct fcl_pcie_launches launches;
	struct fcl_hal_program *program; /* cold calls only */
	/* Of a card whose design may be replaced: then its transport is a relay. Cold calls only. */
	fcl_pcie_load *load; /* NULL: designs are only compared */
	void *load_user;
	struct fcl_pcie_loadable *loadable; /* load_user of a card of the kernel's; the device's */
	int (*reconfigure)(struct fcl_hal_device *device, const struct fcl_image *image,
			   struct fcl_err *err);
	bool knows_design; /* the uuid of what was loaded last */
	uint8_t design[16];
	uint64_t (*suspended_ns)(
		void); /* how long the machine has been suspended; tests replace it */
	_Atomic uint64_t known_suspended_ns; /* when the card was last known to be as we left it */
	_Atomic bool lost;                   /* it lost its registers then */
	int events[FCL_PCIE_VECTORS];        /* eventfds of the vectors; channels first */
	uint32_t nevents, nusers;            /* of them, those of compute units */
};

#endif
