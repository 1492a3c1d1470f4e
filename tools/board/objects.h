/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_OBJECTS_H
#define FCL_BD_OBJECTS_H

#include "tools/board/executor.h"

/* What the client has on the board: its buffers and its pipes. */

/* Returns the object's number; 0: no memory. */
uint32_t fcl_bd_table_add(struct fcl_bd_table *table, const struct fcl_bd_object *object);
/* NULL: there is no object of that number. */
struct fcl_bd_object *fcl_bd_table_at(const struct fcl_bd_table *table, uint64_t number);
void fcl_bd_table_remove(struct fcl_bd_table *table, uint64_t number);

#endif
