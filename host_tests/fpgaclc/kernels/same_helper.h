/* SPDX-License-Identifier: Apache-2.0 */
/* A template whose instances differ between kernels. */
int utility(int x);

template <typename T> struct scaled {
	__attribute__((noinline)) T of(T x)
	{
		return x * SCALE * 100000;
	}
};
