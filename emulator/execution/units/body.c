/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/units/body.h"

#include <errno.h>

#include "emulator/execution/running/running.h"
#include "emulator/execution/units/groups.h"
#include "emulator/state/fifo.h"
#include "emulator/state/unit.h"

/* XRT's rule for kernels without work-items: one execution per work-group. */
static void run_each(struct fcl_emu_cu *cu, const uint64_t groups[3])
{
	uint64_t *id = cu->range.group_id;

	for (id[2] = 0; id[2] < groups[2]; id[2]++)
		for (id[1] = 0; id[1] < groups[1]; id[1]++)
			for (id[0] = 0; id[0] < groups[0]; id[0]++)
				fcl_emu_cu_run_model(cu);
}

static void run_groups(struct fcl_emu_cu *cu)
{
	struct fcl_model_range *range = &cu->range;
	uint64_t groups[3], count = 1;

	for (int i = 0; i < 3; i++) {
		uint64_t local = range->local_size[i] ? range->local_size[i] : 1;

		groups[i] = range->global_size[i] / local + (range->global_size[i] % local != 0);
	}
	for (int i = 0; i < 3 && count; i++)
		if (__builtin_mul_overflow(count, groups[i], &count))
			fcl_emu_cu_fail(cu, -EINVAL, "the NDRange has more than 2^64 work-groups");
	range->first_group = 0;
	range->ngroups = count;
	if (!count)
		return;
	if (cu->groups)
		fcl_emu_groups_run(cu, count);
	else if (cu->model->flags & FCL_MODEL_NDRANGE)
		fcl_emu_cu_run_model(cu);
	else
		run_each(cu, groups);
}

/* Whether a run that moved nothing implies that the next one moves nothing until a FIFO changes. */
static bool depends_on_fifos_only(const struct fcl_emu_cu *cu)
{
	for (uint32_t i = 0; i < cu->model->nports; i++)
		if (cu->model->ports[i].kind == FCL_MODEL_PORT_MEMORY)
			return false;
	return !(cu->model->flags & FCL_MODEL_PRIVATE_DATA);
}

/* A free-running kernel that moved nothing in a whole run has nothing to do for now. */
static void run_freely(struct fcl_emu_cu *cu)
{
	for (;;) {
		uint64_t moved = fcl_emu_cu_moved(cu);

		fcl_emu_cu_run_model(cu);
		if (moved != fcl_emu_cu_moved(cu)) {
			cu->backoffs = 0;
			fcl_emu_cu_pause(cu, FCL_EMU_PAUSE_YIELD);
		} else if (depends_on_fifos_only(cu)) {
			cu->backoff_ns = UINT64_MAX;
			fcl_emu_cu_pause(cu, FCL_EMU_PAUSE_BACK_OFF);
		} else {
			fcl_emu_cu_back_off(cu);
		}
	}
}

void fcl_emu_cu_body(void *user)
{
	struct fcl_emu_cu *cu = user;

	if (cu->model->control == FCL_MODEL_CTRL_NONE && !cu->request)
		run_freely(cu);
	else
		run_groups(cu);
}
