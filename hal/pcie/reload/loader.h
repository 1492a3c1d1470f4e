/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_PCIE_LOADER_H
#define FCL_PCIE_LOADER_H

#include <stddef.h>
#include <sys/types.h>

#include "base/err.h"

/*
 * The program that loads a bitstream into a card, such as openFPGALoader. Only the administrator names
 * one, in a file that nobody else can write to; no image and no board.xml does. Its lines are
 *
 *   0000:17:00.0 /usr/bin/openFPGALoader --cable digilent --fpga-part xc7a100tfgg484 %f
 *
 * a card's address, a program with its whole path, and its arguments, without quoting; %f is the
 * bitstream's file.
 */

enum { FCL_PCIE_LOADER_ARGS = 32 };

struct fcl_pcie_loader {
	char *line;
	char *args[FCL_PCIE_LOADER_ARGS + 1]; /* in the line; NULL ends them */
};

/*
 * Finds the line of the card. -ENOENT: there is no such file or line, so the card is not loaded;
 * -EPERM: others than `owner` could have written the file or the program; -EINVAL: not such a line.
 */
int fcl_pcie_loader_find(const char *path, uid_t owner, const char *address,
			 struct fcl_pcie_loader **ret_loader, struct fcl_err *err);
void fcl_pcie_loader_free(struct fcl_pcie_loader *loader);

/* Runs the program on the bytes of a .bit file. -EIO: it failed; -ETIMEDOUT: it was ended. */
int fcl_pcie_loader_run(const struct fcl_pcie_loader *loader, const void *bytes, size_t size,
			unsigned seconds, struct fcl_err *err);

#endif
