/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_API_FAULTS_H
#define FCL_TEST_API_FAULTS_H

#include <stdatomic.h>

/*
 * Faults on the boards of the backend "faulty", which otherwise equal those of "null". Each is 0 or
 * the errno value that the operation fails with; the test sets them, any thread reads them.
 */
struct api_faults {
	_Atomic int health[2]; /* of the u250, of the u50 */
	_Atomic int program, alloc;
	_Atomic int submit; /* refuses requests */
	_Atomic int done;   /* accepts requests and fails them */
};

#endif
