/* SPDX-License-Identifier: Apache-2.0 */
#ifndef XRT_FAKE_H
#define XRT_FAKE_H

/*
 * Instructs the fake XRT from now on, in the words that fake_control.h lists. Helper processes get
 * them through their environment.
 */
void fake(const char *words);

#endif
