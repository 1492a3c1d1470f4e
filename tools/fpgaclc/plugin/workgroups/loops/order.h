/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_ORDER_H
#define FCLC_PLUGIN_ORDER_H

#include <llvm/IR/Function.h>

#include "tools/fpgaclc/plugin/workgroups/items/group.h"

namespace fclc
{

/* The order of work-items with the best memory access pattern. */
struct Order {
	/*
	 * The dimension, 0 to 2, in which consecutive work-items access consecutive elements. It
	 * becomes the innermost loop over work-items. It is x unless the kernel's accesses clearly
	 * favour another one, as in `c[get_global_id(0) * n + get_global_id(1)]`.
	 */
	unsigned inner;
	bool tiled; /* many accesses favour another dimension, as in a transposition: groups should
		     * be short in `inner` */
};

/* `required`: sizes fixed by the kernel's attribute, or NULL. */
Order best_order(llvm::Function &item, const uint64_t *required);

/* Swaps x with the dimension. From then on, "x" means that dimension. */
void put_first(llvm::Function &item, unsigned dimension);

/* Where a group's memory has a field, for a function with swapped dimensions. */
unsigned exchanged(unsigned field, unsigned dimension);

} // namespace fclc

#endif
