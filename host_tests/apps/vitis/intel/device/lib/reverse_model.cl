/* SPDX-License-Identifier: Apache-2.0 */
#include "bits.h"

uchar reverse8(uchar x)
{
	uint result = 0;

	for (int i = 0; i < BITS; i++)
		result |= shifted((x >> i) & 1, BITS - 1 - i);
	return result;
}
