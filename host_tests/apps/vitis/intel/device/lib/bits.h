/* SPDX-License-Identifier: Apache-2.0 */
#define BITS 8
/* Each model has a copy of its own. */
static uint shifted(uint x, int by)
{
	return x << by;
}
