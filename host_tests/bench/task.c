/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel `mix_task` of task.cl as a C function. */
#include "task.h"

void mix(const unsigned *restrict in, unsigned *restrict out, int count);

void mix(const unsigned *restrict in, unsigned *restrict out, int count)
{
	MIX(in, out, count)
}
