/* SPDX-License-Identifier: Apache-2.0 */
extern "C" void vadd(const int *in1, const int *in2, int *out, int size)
{
#pragma HLS INTERFACE m_axi port = in1 offset = slave bundle = gmem0
#pragma HLS INTERFACE m_axi port = in2 offset = slave bundle = gmem1
#pragma HLS INTERFACE m_axi port = out offset = slave bundle = gmem0
#pragma HLS INTERFACE s_axilite port = return bundle = control
	for (int i = 0; i < size; i++)
		out[i] = in1[i] + in2[i];
}
