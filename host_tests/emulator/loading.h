/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_EMULATOR_LOADING_H
#define FCL_TEST_EMULATOR_LOADING_H

/* Variables of the environment: the letters of what was called, and of what is to fail. */
#define LOADING_SEEN "LOADING_SEEN"
#define LOADING_FAILS "LOADING_FAILS"

#endif
