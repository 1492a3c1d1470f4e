/* SPDX-License-Identifier: Apache-2.0 */
#define SCALE 2
#include "same_helper.h"

int helper(int x)
{
	return x + 1;
}

extern "C" void first(const int *in, int *out)
{
	*out = helper(*in) + scaled<int>().of(*in) + utility(*in);
}
