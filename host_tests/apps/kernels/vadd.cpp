/* SPDX-License-Identifier: Apache-2.0 */

/* The "hello, world" of accelerators: c = a + b, n elements. */
extern "C" void vadd(const int *a, const int *b, int *c, int n)
{
#pragma HLS INTERFACE m_axi port = a offset = slave bundle = gmem0
#pragma HLS INTERFACE m_axi port = b offset = slave bundle = gmem1
#pragma HLS INTERFACE m_axi port = c offset = slave bundle = gmem0
	for (int i = 0; i < n; i++) {
#pragma HLS PIPELINE II = 1
		c[i] = a[i] + b[i];
	}
}
