/* SPDX-License-Identifier: Apache-2.0 */
/* A list in shared virtual memory: node by node, along the pointers that the host stored. */
#include "host_tests/apps/list.h"

extern "C" {
void list_sum(const struct node *first, long *sum)
{
#pragma HLS INTERFACE m_axi port = first bundle = gmem0
#pragma HLS INTERFACE m_axi port = sum bundle = gmem1
	long total = 0;

	for (const struct node *node = first; node; node = node->next)
		total += node->value;
	*sum = total;
}

/* Reverses the list behind `head`. */
void list_reverse(struct node *first, struct node *head)
{
	struct node *before = nullptr;

	while (first) {
		struct node *next = first->next;

		first->next = before;
		before = first;
		first = next;
	}
	head->next = before;
}

/* Writes `count` values to where the first node's next one is, which has room for one. */
void list_smash(struct node *first, int count)
{
	int *values = &first->next->value;

	for (int i = 0; i < count; i++)
		values[i] = i;
}
}
