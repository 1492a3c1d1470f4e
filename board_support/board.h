/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BOARD_H
#define FCL_BOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

#define FCL_BOARD_MAX_BYTES (1u << 20) /* a larger board.xml is refused */

/*
 * Boards as data. A board is described by a board.xml that follows board_support/board.rng. The
 * boards of this folder are built into the library as C tables; a <board>/board.xml in a directory
 * of FPGACL_BOARD_PATH takes precedence. The emulator gets its memory map and DMA engines from
 * here; the offline compiler gets the memory topology and clocks that it writes into an image.
 */

/* A memory bank; its position in the file is the bank index. */
struct fcl_board_bank {
	const char *tag; /* "DDR[0]", "HBM[3]", "PLRAM[0]", "HOST[0]" */
	uint32_t type;   /* enum MEM_TYPE of xclbin.h */
	uint64_t base;   /* device address */
	uint64_t size;   /* bytes, a multiple of 4096 */
	uint64_t most;   /* maximum size that an image can select; at least `size` */
	bool kept;       /* its contents survive programming */
	/* For cycle-accurate models: latency, and peak bandwidth in MB/s (10^6); 0: unknown. */
	uint32_t latency_ns, peak_mb;
};

struct fcl_board_clock {
	const char *name; /* "DATA_CLK" */
	uint32_t type;    /* enum CLOCK_TYPE of xclbin.h */
	uint32_t mhz;
};

/* A sensor, with its reading on an idle board. */
struct fcl_board_sensor {
	const char *name, *unit; /* at most 31 and 7 characters */
	double value;
};

/* How a card without a vendor's driver is reached, and where its design has things. */
struct fcl_board_card {
	bool present;                  /* false: the rest is 0 */
	uint32_t vendor_id, device_id; /* PCI; those of the board unless it says otherwise */
	/* BARs: of XDMA's registers, and of the compute units' */
	uint32_t dma_bar, user_bar;
	/* The address, in images, of the compute units' BAR, and the bytes that are used of it. */
	uint64_t user_base, user_size;
	uint64_t uuid; /* offset in that BAR of the image's uuid; UINT64_MAX: there is none */
	uint32_t irqs; /* of compute units, which XDMA passes on */
	/* Offset in that BAR of a register that identifies the design, and what it reads as. */
	uint64_t id_at; /* UINT64_MAX: there is none */
	uint32_t id;
};

/* Immutable once loaded, so threads share it without a lock. */
struct fcl_board {
	const char *name;   /* short name: "u250" */
	const char *vendor; /* "Xilinx" */
	const char *device; /* as OpenCL reports it */
	const char *vbnv;   /* the platform in images for this board */
	const char *part;   /* FPGA part; "" if not stated */
	const char *file;   /* its source, for messages */
	const char *const *aliases;
	uint32_t naliases;
	uint32_t vendor_id, device_id; /* PCI */
	const char *bdf;               /* PCIe address of the first instance: "0000:20:00.1" */
	const char *version;           /* of the shell */
	uint32_t slots;                /* images that can be loaded side by side */
	uint32_t max_cus;  /* compute units that the shell's scheduler supports; 0: unknown */
	bool keeps_memory; /* every bank is kept */
	uint32_t slrs;     /* super logic regions of the FPGA; 0: unknown */
	uint32_t h2d_channels, d2h_channels; /* concurrent transfers in each direction */
	bool peer;                           /* can copy directly to other boards with `peer` */
	uint32_t host_alignment;             /* bytes, a power of two */
	uint32_t buffer_alignment;           /* bytes, a power of two, at least 64 */
	const struct fcl_board_bank *banks;
	uint32_t nbanks;
	uint32_t default_bank;
	const struct fcl_board_clock *clocks;
	uint32_t nclocks;
	/*
	 * The rate of ap_clk, the clock that every kernel gets: the data clock. The clock that the
	 * format calls the kernel clock is the second one, ap_clk_2, which is used only if there is
	 * no data clock.
	 */
	uint32_t kernel_mhz;
	const struct fcl_board_sensor *sensors;
	uint32_t nsensors;
	struct fcl_board_card card;
	const struct fcl_board *builtin; /* owner of the texts and tables; NULL: from malloc */
};

/*
 * Loads a board by its short name ("u250"), by its VBNV or device name with any separators, by the
 * path of a platform file (….xpfm), or by the name of another shell of the board, which then
 * becomes the device name. -ENOENT: no such board, the text lists the known ones; -EINVAL: its
 * board.xml is invalid, the text gives file, line, element, what was expected and what was found;
 * -ENOMEM. fcl_board_free() frees *ret_board.
 */
int fcl_board_load(const char *name, struct fcl_board **ret_board, struct fcl_err *err);

/* NULL is allowed. */
void fcl_board_free(struct fcl_board *board);

typedef void fcl_board_found(void *user, const char *name);

/* Calls found() once with each board's short name: built-in boards first, then the others. */
void fcl_board_list(fcl_board_found *found, void *user);

/*
 * Returns whether `platform` is this board's short name, device name or VBNV, where ':', '.' and
 * '-' are equivalent to '_'.
 */
bool fcl_board_is(const struct fcl_board *board, const char *platform);

/* Returns the index of the bank with that tag, or -1. */
int fcl_board_find_bank(const struct fcl_board *board, const char *tag);

#endif
