/* SPDX-License-Identifier: Apache-2.0 */
#ifndef XRT_FAKE_H
#define XRT_FAKE_H

/*
 * Tells the XRT that makes up boards what to do from now on: words as fake_xrt.cpp lists them. It
 * tells helper processes too, by their environment.
 */
void fake(const char *words);

#endif
