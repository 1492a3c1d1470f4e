/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/platform/register.h"

#include "runtime/core/commands/issue.h"
#include "runtime/core/commands/record.h"
#include "runtime/core/commands/replay.h"
#include "runtime/core/commands/work.h"
#include "runtime/core/graph/actions.h"
#include "runtime/core/graph/event.h"
#include "runtime/core/images/swap.h"
#include "runtime/core/kernels/kernel_create.h"
#include "runtime/core/launches/snapshot.h"
#include "runtime/core/objects/division.h"
#include "runtime/core/objects/mem_destroy.h"

static void register_types(void)
{
	fcl_object_register(FCL_TYPE_PLATFORM, sizeof(struct fcl_platform), NULL, NULL);
	fcl_object_register(FCL_TYPE_DEVICE, sizeof(struct fcl_device), NULL, NULL);
	fcl_object_register(FCL_TYPE_SUB_DEVICE, sizeof(struct fcl_part), fcl_part_destroy, NULL);
	fcl_object_register(FCL_TYPE_CONTEXT, sizeof(struct fcl_context), fcl_context_destroy,
			    NULL);
	fcl_object_register(FCL_TYPE_QUEUE, sizeof(struct fcl_queue), fcl_queue_destroy,
			    fcl_queue_retire);
	fcl_object_register(FCL_TYPE_MEM, sizeof(struct fcl_mem), fcl_mem_destroy, fcl_mem_retire);
	fcl_object_register(FCL_TYPE_PROGRAM, sizeof(struct fcl_program), fcl_program_destroy,
			    NULL);
	fcl_object_register(FCL_TYPE_KERNEL, sizeof(struct fcl_kernel), fcl_kernel_destroy,
			    fcl_kernel_retire);
	fcl_object_register(FCL_TYPE_EVENT, sizeof(struct fcl_event), fcl_event_destroy,
			    fcl_event_retire);
	fcl_object_register(FCL_TYPE_COMMAND_BUFFER, sizeof(struct fcl_command_buffer),
			    fcl_command_buffer_destroy, NULL);
}

void fcl_core_register(void)
{
	register_types();
	fcl_actions = (struct fcl_actions){.issue = fcl_issue,
					   .drop = fcl_work_drop,
					   .record = fcl_command_buffer_record,
					   .replayed = fcl_replay_complete,
					   .swap = fcl_swap_serve};
}
