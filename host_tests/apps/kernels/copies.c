/* SPDX-License-Identifier: Apache-2.0 */
/* A kernel with static data: each compute unit has a copy of its own. */
static int calls;

void remember(int *out)
{
	out[0] = ++calls;
}
