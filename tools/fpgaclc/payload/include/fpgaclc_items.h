/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_ITEMS_H
#define FPGACLC_ITEMS_H

/* What table.c and payload_items.c share: kernels in OpenCL C, whose work-items are run here. */

struct fcl_cu;

enum fclc_item_kind {
	FCLC_ITEM_END,
	FCLC_ITEM_VALUE,
	FCLC_ITEM_MEMORY,
	FCLC_ITEM_LOCAL /* the register holds the size requested */
};

struct fclc_item_arg {
	enum fclc_item_kind kind;
	unsigned offset, port;
	unsigned long size; /* bytes of a value */
};

/*
 * Runs the work-group that cu->range gives: calls item() for each work-item with an array of one
 * address for each argument, that of the memory or of the value. With `barriers` each work-item has
 * its own stack of `stack` bytes.
 */
__attribute__((visibility("hidden"))) int fclc_items_run(struct fcl_cu *cu,
							 void (*item)(unsigned long *args),
							 const struct fclc_item_arg *args,
							 unsigned long stack, int barriers);

#endif
