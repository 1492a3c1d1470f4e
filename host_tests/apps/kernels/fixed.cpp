/* SPDX-License-Identifier: Apache-2.0 */
#include <ap_fixed.h>
#include <ap_int.h>

extern "C" void scale(const int *in, int *out, ap_ufixed<32, 8> factor, ap_int<7> shift, int count)
{
	for (int i = 0; i < count; i++)
		out[i] = (in[i] * factor).to_int() + shift.to_int();
}

/* Nothing in the declaration says how the pointers are used. */
extern "C" void bump(int *in, int *out, int count)
{
	for (int i = 0; i < count; i++)
		out[i] = in[i] + 1;
}
