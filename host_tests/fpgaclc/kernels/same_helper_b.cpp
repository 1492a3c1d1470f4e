/* SPDX-License-Identifier: Apache-2.0 */
#define SCALE 3
#include "same_helper.h"

int helper(int x)
{
	return x + 1000;
}

extern "C" void second(const int *in, int *out)
{
	*out = helper(*in) + scaled<int>().of(*in) + utility(*in);
}
