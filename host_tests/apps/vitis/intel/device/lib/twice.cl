/* SPDX-License-Identifier: Apache-2.0 */
#include "bits.h"

uint twice(uint x)
{
	return shifted(x, 1);
}
