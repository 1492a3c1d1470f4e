/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_STREAM_COPY_H
#define FCL_EMU_STREAM_COPY_H

#include <stddef.h>

/* As memcpy(), but what is written goes past the caches: for more than they hold. */
void fcl_emu_stream_copy(void *to, const void *from, size_t bytes);

#endif
