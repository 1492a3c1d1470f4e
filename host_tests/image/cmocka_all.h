/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_CMOCKA_ALL_H
#define FCL_TEST_CMOCKA_ALL_H

/* cmocka.h requires these first, in this order. */
/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#endif
