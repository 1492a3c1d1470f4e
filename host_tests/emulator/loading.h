/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_EMULATOR_LOADING_H
#define FCL_TEST_EMULATOR_LOADING_H

/*
 * Environment variables with the letters of functions that were called, and of those that are to
 * fail.
 */
#define LOADING_SEEN "LOADING_SEEN"
#define LOADING_FAILS "LOADING_FAILS"

#endif
