/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_LIST_H
#define FCL_TEST_LIST_H

/* What the host and the kernels of kernels/list.cpp agree on. */
struct node {
	struct node *next;
	int value;
};

#endif
