/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_STREAM_COPY_H
#define FCL_EMU_STREAM_COPY_H

#include <stddef.h>

/* As memcpy(), with stores that bypass the caches: for more bytes than the caches hold. */
void fcl_emu_stream_copy(void *to, const void *from, size_t bytes);

#endif
