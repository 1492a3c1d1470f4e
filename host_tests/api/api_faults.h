/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_API_FAULTS_H
#define FCL_TEST_API_FAULTS_H

#include <stdatomic.h>

/*
 * Faults of the boards of backend "faulty", which otherwise behaves like "null". Each is 0 or the
 * errno value with which the operation fails. Set by the test, read by any thread.
 */
struct api_faults {
	_Atomic int health[2]; /* of the u250 and the u50 */
	_Atomic int program, alloc;
	_Atomic int submit; /* refuses requests with this error */
	_Atomic int done;   /* accepts requests and fails them with this error */
};

#endif
