/* SPDX-License-Identifier: Apache-2.0 */
#include <stdint.h>

#include <cstdio>

/* The same computation as the HDL, for sw_emu. It does not know the addresses of its registers. */
extern "C" void scale(const uint32_t *from, uint32_t *to, uint32_t count, uint16_t factor)
{
	std::printf("C model\n");
	for (uint32_t i = 0; i < count; i++)
		to[i] = from[i] * factor;
}
