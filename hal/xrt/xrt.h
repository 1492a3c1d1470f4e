/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_XRT_H
#define FCL_XRT_H

#include <pthread.h>
#include <stdatomic.h>

#include "board_support/board.h"
#include "hal/include/fcl_hal.h"
#include "hal/xrt/library/calls.h"

enum {
	FCL_XRT_MOVERS = 4,     /* transfer threads, one for each channel of XDMA */
	FCL_XRT_RUNS_PER_CU = 4 /* launches that XRT queues for a CU */
};

/* The state of a launch, in its request's scratch. */
struct fcl_xrt_launch {
	struct fcl_hal_request *next; /* in `waiting` or `running`; launch.lock */
	struct fcl_xrt_run *run;      /* owned by the thread that starts or ends the launch */
	uint64_t groups;              /* executions that have not been started */
	uint64_t started_ns;          /* of the last execution; 0 without a time limit */
	uint32_t cu;
	bool hung;    /* the CU hung while the launch ran */
	bool refused; /* all its CUs are broken; it has no room on `cu` */
};

struct fcl_xrt_cu {
	/*
	 * NULL: the CU cannot be launched. Read by launches that hold a run of the CU; changed
	 * under device->registers when there are none.
	 */
	struct fcl_xrt_kernel *kernel;
	struct fcl_xrt_ip *ip; /* of a free-running CU; guarded by device->registers */
	bool exclusive; /* `kernel` gives access to registers; guarded by device->registers */
	struct fcl_xrt_run *idle[FCL_XRT_RUNS_PER_CU]; /* launch.lock */
	uint32_t nidle, nbusy;                         /* launch.lock */
	uint64_t ended_ns; /* when a run last ended; 0 without a time limit; launch.lock */
	struct fcl_xrt_run *stuck[FCL_XRT_RUNS_PER_CU]; /* running when it hung; launch.lock */
	uint32_t nstuck;                                /* launch.lock */
};

struct fcl_hal_program {
	struct fcl_image *image; /* one reference */
	struct fcl_xrt_cu *cus;  /* one for each CU of the image */
	bool *broken;            /* the device's */
};

/*
 * Everything but the shadow is constant. A buffer is in board memory if the image that was loaded
 * when it was created uses its bank, else in host memory. The runtime frees all buffers before it
 * loads another image.
 */
struct fcl_hal_buffer {
	struct fcl_hal_device *device;
	uint64_t bytes;
	uint64_t charged; /* bytes counted in the bank: `bytes` rounded up */
	uint32_t bank;
	struct fcl_xrt_bo *bo;  /* NULL: not on the board */
	void *map;              /* the host side of bo */
	uint64_t address;       /* of bo */
	_Atomic(void *) shadow; /* the contents if there is no bo; allocated at first use */
};

/* The queue of transfer requests, and the threads that serve it. */
struct fcl_xrt_movers {
	pthread_mutex_t lock;
	pthread_cond_t more;
	struct fcl_hal_request *first, **last; /* lock */
	bool stop;                             /* lock */
	pthread_t threads[FCL_XRT_MOVERS];
	unsigned nthreads; /* cold calls */
};

/* The launches that wait or run, and the thread that polls for their end. */
struct fcl_xrt_launches {
	pthread_mutex_t lock;
	pthread_cond_t more;
	struct fcl_hal_request *waiting, **waiting_last; /* wait for a CU; lock */
	struct fcl_hal_request *running;                 /* run on a CU; lock */
	bool stop;                                       /* lock */
	uint64_t limit_ns;                               /* FPGACL_TIMEOUT_S; 0: none */
	pthread_t watcher;                               /* polls the state of runs */
	bool watched;                                    /* cold calls */
};

/*
 * P2P memory that other boards write to over PCIe; their data is copied out of it piece by piece.
 */
struct fcl_xrt_inbox {
	pthread_mutex_t lock;  /* guards the members below; held across XRT calls */
	struct fcl_xrt_bo *bo; /* NULL: none yet */
	uint32_t bank;
};

struct fcl_hal_device {
	const struct fcl_xrt_calls *calls;
	struct fcl_xrt_device *xrt;
	char *root; /* of XRT */
	bool noop;
	bool m2m;                 /* the board can copy within its memory */
	bool p2p;                 /* other boards can access its memory over PCIe */
	struct fcl_board *board;  /* the description of this type of board */
	struct fcl_hal_info info; /* constant */
	struct fcl_hal_bank *banks;
	char bdf[32], name[128], serial[64], version[64];
	uint64_t first_error;   /* time of the board's last error when it was opened, 0 for none */
	_Atomic uint64_t *used; /* bytes allocated in each bank; any thread */
	/*
	 * XRT's index of each bank in the image that the board held when it was opened; -1: that
	 * image does not use the bank.
	 */
	int32_t *held;

	_Atomic uint64_t nbuffers; /* live ones; any thread */
	/*
	 * Used by cold calls; buffer_alloc() reads `loaded`, but not while an image is being
	 * loaded.
	 */
	struct fcl_image *loaded;   /* with a reference; the image on the board, in use or not */
	bool *broken;               /* for each CU of `loaded`; launch.lock while launches run */
	struct fcl_image *accepted; /* with a reference; last image that the helper could read */
	struct fcl_hal_program *program; /* of the only slot */

	struct fcl_xrt_movers movers;
	struct fcl_xrt_launches launches;
	struct fcl_xrt_inbox inbox;
	/* Held for register accesses, and across XRT calls; taken before launches.lock. */
	pthread_mutex_t registers;
};

#endif
