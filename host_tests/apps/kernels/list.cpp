/* SPDX-License-Identifier: Apache-2.0 */
/* A linked list in shared virtual memory, traversed through pointers that the host stored. */
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

/* Reverses the list after `head`. */
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

/* Writes `count` values to the first node's successor, which has room for only one. */
void list_smash(struct node *first, int count)
{
	int *values = &first->next->value;

	for (int i = 0; i < count; i++)
		values[i] = i;
}
}
