/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_OBJECTS_H
#define FCL_BD_OBJECTS_H

#include "tools/board/executor.h"

/* Tables of a client's buffers and pipes. */

/* Returns the object's number; 0 if out of memory. */
uint32_t fcl_bd_table_add(struct fcl_bd_table *table, const struct fcl_bd_object *object);
/* NULL if there is no object of that number. */
struct fcl_bd_object *fcl_bd_table_at(const struct fcl_bd_table *table, uint64_t number);
void fcl_bd_table_remove(struct fcl_bd_table *table, uint64_t number);

#endif
