/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_REGISTER_H
#define FCL_CORE_REGISTER_H

#include "runtime/core/object.h"

/* Tells the object layer about every type; once, before the first object. */
void fcl_core_register(void);

/* What the types do when their last reference goes; each stands in its type's file. */
fcl_object_destroy fcl_context_destroy, fcl_queue_destroy, fcl_mem_destroy, fcl_program_destroy,
	fcl_kernel_destroy, fcl_event_destroy, fcl_command_buffer_destroy, fcl_part_destroy;
fcl_object_retire fcl_queue_retire, fcl_mem_retire, fcl_kernel_retire;

#endif
