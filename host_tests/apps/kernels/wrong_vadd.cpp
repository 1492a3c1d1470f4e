/* SPDX-License-Identifier: Apache-2.0 */

/* Adds all but the last element, a wrong result that a careless check would accept. */
extern "C" void vadd(const int *a, const int *b, int *c, int n)
{
	for (int i = 0; i + 1 < n; i++)
		c[i] = a[i] + b[i];
}
