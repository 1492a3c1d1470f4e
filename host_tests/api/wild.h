/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_WILD_H
#define FCL_TEST_WILD_H

#include <CL/cl_icd.h>

#include "host_tests/api/api_test.h"

/*
 * Pointers that were never returned as handles. A loader reads the dispatch pointer from a call's
 * first handle, so these calls bypass it through the driver's own table.
 */
enum { WILD_HANDLES = 12 };

struct wild {
	void *handles[WILD_HANDLES];
	const char *names[WILD_HANDLES];
	void *page;                             /* inaccessible memory */
	_Alignas(64) unsigned char copy[2][64]; /* the header of a live object */
};

/* `live` is a handle of the expected type; copies of it, and pointers into it, are not handles. */
void wild_make(struct wild *wild, void *live);
void wild_free(struct wild *wild);

/* The driver's dispatch table. */
const struct _cl_icd_dispatch *wild_table(void);

#endif
