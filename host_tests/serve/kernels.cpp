// SPDX-License-Identifier: Apache-2.0
// Models of one kernel each, for tensors of the types that none of the networks uses.
#include <stdint.h>

extern "C" void scale(const float *in, float *out, int count)
{
	for (int i = 0; i < count * 4; i++)
		out[i] = in[i] * 2.0f + 1.0f;
}

extern "C" void invert(const uint8_t *in, uint8_t *out, int count)
{
	for (int i = 0; i < count * 4; i++)
		out[i] = !in[i];
}

extern "C" void next(const int64_t *in, int64_t *out, int count)
{
	for (int i = 0; i < count * 4; i++)
		out[i] = in[i] + 1;
}

extern "C" void half(const double *in, double *out, int count)
{
	for (int i = 0; i < count * 4; i++)
		out[i] = in[i] * 0.5;
}

extern "C" void plus(const uint64_t *in, uint64_t *out, uint64_t more, int count)
{
	for (int i = 0; i < count * 4; i++)
		out[i] = in[i] + more;
}
