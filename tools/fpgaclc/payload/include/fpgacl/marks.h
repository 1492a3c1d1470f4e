/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_MARKS_H
#define FPGACLC_MARKS_H

/*
 * The call that stands in the place of a pragma when code is compiled for its schedule; it never runs,
 * and so throws nothing.
 */
#ifdef __cplusplus
extern "C"
#endif
	void
	fclc_mark(const char *pragma, ...) __attribute__((nothrow));

#endif
