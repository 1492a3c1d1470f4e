/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_LIST_H
#define FCL_TEST_LIST_H

/* The data layout shared by the host and the kernels in kernels/list.cpp. */
struct node {
	struct node *next;
	int value;
};

#endif
