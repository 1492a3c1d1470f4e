/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BOARD_H
#define FCL_BOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/base/err.h"

#define FCL_BOARD_MAX_BYTES (1u << 20) /* a board.xml beyond this is not one */

/*
 * Boards as data. A board is one board.xml that follows board_support/board.rng; those of this
 * folder are embedded, and a folder <board>/board.xml in a directory of FPGACL_BOARD_PATH comes
 * before them. The emulator takes its memory map and engines from here, the offline compiler the
 * memory topology and clocks that it writes into an image.
 */

/* A memory bank; the order in the file is the bank index. */
struct fcl_board_bank {
	const char *tag; /* "DDR[0]", "HBM[3]", "PLRAM[0]", "HOST[0]" */
	uint32_t type;   /* enum MEM_TYPE of xclbin.h */
	uint64_t base;   /* device address */
	uint64_t size;   /* bytes, a multiple of 4096 */
	bool kept;       /* its contents survive programming */
};

struct fcl_board_clock {
	const char *name; /* "DATA_CLK" */
	uint32_t type;    /* enum CLOCK_TYPE of xclbin.h */
	uint32_t mhz;
};

/* What a board at rest reads. */
struct fcl_board_sensor {
	const char *name, *unit; /* at most 31 and 7 characters */
	double value;
};

/* Immutable once loaded, so threads share it without a lock. */
struct fcl_board {
	const char *name;   /* short name: "u250" */
	const char *vendor; /* "Xilinx" */
	const char *device; /* as OpenCL reports it */
	const char *vbnv;   /* platform that an image is built for */
	const char *part;   /* FPGA part; "" if not stated */
	const char *file;   /* where it came from, for messages */
	const char *const *aliases;
	uint32_t naliases;
	uint32_t vendor_id, device_id;       /* PCI */
	const char *bdf;                     /* PCIe address of the first one: "0000:20:00.1" */
	const char *version;                 /* of the shell */
	uint32_t slots;                      /* images that can be loaded side by side */
	uint32_t max_cus;                    /* that the shell's scheduler serves; 0: not known */
	bool keeps_memory;                   /* every bank is kept */
	uint32_t h2d_channels, d2h_channels; /* transfers at once in each direction */
	bool peer;                           /* copies straight to other such boards */
	uint32_t host_alignment;             /* bytes, a power of two */
	uint32_t buffer_alignment;           /* bytes, a power of two, at least 64 */
	const struct fcl_board_bank *banks;
	uint32_t nbanks;
	uint32_t default_bank;
	const struct fcl_board_clock *clocks;
	uint32_t nclocks;
	/*
	 * Of the clock that every kernel gets, ap_clk. That is the data clock; what the format
	 * calls the kernel clock is the second one, ap_clk_2, and counts only where there is no
	 * other.
	 */
	uint32_t kernel_mhz;
	const struct fcl_board_sensor *sensors;
	uint32_t nsensors;
};

/*
 * Loads a board by its short name ("u250"), its VBNV or device name in any spelling of the
 * separators, the path of such a platform file (….xpfm), or the name of another shell of the same
 * board, which is then the device's name. Errors: -ENOENT (no such board; the text lists those
 * there are), -EINVAL (its board.xml is broken: file, line, element, what was expected and found),
 * -ENOMEM. *ret_board is freed by fcl_board_free().
 */
int fcl_board_load(const char *name, struct fcl_board **ret_board, struct fcl_err *err);

/* NULL is fine. */
void fcl_board_free(struct fcl_board *board);

typedef void fcl_board_found(void *user, const char *name);

/* Calls found() once with each board's short name: the built-in ones first, then the others. */
void fcl_board_list(fcl_board_found *found, void *user);

/*
 * Whether `platform` names exactly this board: its short name, its device name or its VBNV, where
 * ':', '.' and '-' count as '_'.
 */
bool fcl_board_is(const struct fcl_board *board, const char *platform);

/* Index of the bank of that tag, or -1. */
int fcl_board_find_bank(const struct fcl_board *board, const char *tag);

#endif
