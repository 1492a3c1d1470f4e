/* SPDX-License-Identifier: Apache-2.0 */
#ifndef XRT_FAKE_H
#define XRT_FAKE_H

/*
 * Controls the fake XRT from now on, with the words that fake_control.h lists. Helper processes get
 * them in their environment.
 */
void fake(const char *words);

#endif
