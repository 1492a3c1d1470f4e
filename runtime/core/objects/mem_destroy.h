/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_MEM_DESTROY_H
#define FCL_CORE_MEM_DESTROY_H

#include "runtime/core/objects/mem.h"

/* Called for the last reference: see object.h. */
fcl_object_destroy fcl_mem_destroy;

#endif
