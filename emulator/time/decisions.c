/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Decisions that wait for all processes to have reached their time, the earliest first. The order
 * does not depend on when they were added.
 */
#include "emulator/time/steps.h"

static bool decision_is_before(const struct fcl_time_decision *a, const struct fcl_time_decision *b)
{
	if (a->ps != b->ps)
		return a->ps < b->ps;
	if (a->burst != b->burst)
		return a->burst < b->burst;
	return a->object < b->object;
}

void fcl_time_decisions_add(struct fcl_time *time, const struct fcl_time_decision *decision)
{
	struct fcl_time_decision *heap = time->decisions;
	uint32_t at = time->ndecisions++;
	for (; at && decision_is_before(decision, &heap[(at - 1) / 2]); at = (at - 1) / 2)
		heap[at] = heap[(at - 1) / 2];
	heap[at] = *decision;
}

struct fcl_time_decision fcl_time_decisions_take(struct fcl_time *time)
{
	struct fcl_time_decision *heap = time->decisions;
	struct fcl_time_decision first = heap[0];
	struct fcl_time_decision last = heap[--time->ndecisions];
	uint32_t at = 0;
	for (uint32_t child; (child = 2 * at + 1) < time->ndecisions; at = child) {
		if (child + 1 < time->ndecisions &&
		    decision_is_before(&heap[child + 1], &heap[child]))
			child++;
		if (!decision_is_before(&heap[child], &last))
			break;
		heap[at] = heap[child];
	}
	heap[at] = last;
	return first;
}
