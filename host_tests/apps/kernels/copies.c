/* SPDX-License-Identifier: Apache-2.0 */
/* A kernel with static data, so that each compute unit has its own copy. */
static int calls;

void remember(int *out)
{
	out[0] = ++calls;
}
