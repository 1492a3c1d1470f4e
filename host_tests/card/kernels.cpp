/* SPDX-License-Identifier: Apache-2.0 */
extern "C" {

void vadd(const int *a, const int *b, int *sum, int n)
{
	for (int i = 0; i < n; i++)
		sum[i] = a[i] + b[i];
}

int scale(const int *from, int *to, int factor, int n)
{
#pragma HLS interface ap_ctrl_chain port = return
	for (int i = 0; i < n; i++)
		to[i] = from[i] * factor;
	return n;
}

/* Runs until its word is not 0. */
void spin(volatile int *word)
{
#pragma HLS interface ap_ctrl_hs port = return
	while (!*word)
		;
}
}
