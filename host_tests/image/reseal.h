/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_RESEAL_H
#define FCL_RESEAL_H

#include <stddef.h>
#include <stdint.h>

/*
 * Recomputes the digests of a container that a test has changed, so that a reader gets to its other
 * checks. It implements the rule for digests from the documentation, and shares no code with the
 * writer. Does nothing if the sections are no longer inside the file.
 */
void reseal_xclbin(uint8_t *bytes, size_t size);
void reseal_elf(uint8_t *bytes, size_t size);

#endif
