/* SPDX-License-Identifier: Apache-2.0 */
extern "C" void vadd(const int *a, const int *b, int *c, int n)
{
#pragma HLS INTERFACE m_axi port = a bundle = gmem0
#pragma HLS INTERFACE m_axi port = b bundle = gmem1
#pragma HLS INTERFACE m_axi port = c bundle = gmem0
	for (int i = 0; i < n; i++) {
#pragma HLS PIPELINE II = 1
		c[i] = a[i] + b[i];
	}
}
