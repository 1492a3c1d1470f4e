/* SPDX-License-Identifier: Apache-2.0 */
/*
 * C or C++: vectors of 3 with one variable lane. The fourth lane of their registers is undefined.
 */
typedef int int3 __attribute__((ext_vector_type(3)));
typedef long long3 __attribute__((ext_vector_type(3)));

#ifdef __cplusplus
extern "C"
#endif
	void
	lanes(const int *in, int3 *out, long3 *wide)
{
	for (int i = 0; i < 4; i++) {
		int3 a = {in[i], 5, 7}, b = {5, in[i], 7}, c = {5, 7, in[i]};
		long3 d = {in[i], 5, 7}, e = {5, in[i], 7}, f = {5, 7, in[i]};

		out[3 * i] = a << 1;
		out[3 * i + 1] = b << 1;
		out[3 * i + 2] = c << 1;
		wide[3 * i] = d << 1;
		wide[3 * i + 1] = e << 1;
		wide[3 * i + 2] = f << 1;
	}
}
