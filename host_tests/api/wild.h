/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_WILD_H
#define FCL_TEST_WILD_H

#include <CL/cl_icd.h>

#include "host_tests/api/api_test.h"

/*
 * Pointers that were never returned as handles. A loader reads the dispatch pointer behind a call's
 * first handle before it calls the driver, so these calls bypass it, through the driver's own
 * table.
 */
enum { WILD_HANDLES = 12 };

struct wild {
	void *handles[WILD_HANDLES];
	const char *names[WILD_HANDLES];
	void *page;                             /* memory without any access */
	_Alignas(64) unsigned char copy[2][64]; /* the head of a live object */
};

/* `live`: a handle of the expected type; copies of it and pointers into it are no handles. */
void wild_make(struct wild *wild, void *live);
void wild_free(struct wild *wild);

/* The driver's table. */
const struct _cl_icd_dispatch *wild_table(void);

#endif
