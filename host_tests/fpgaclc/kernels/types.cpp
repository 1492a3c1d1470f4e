/* SPDX-License-Identifier: Apache-2.0 */
/* One argument of each type; every one affects `out`. */
#include <complex>

struct pod {
	int a;
	short b;
	double c;
};

enum color { RED, GREEN = 7 };
enum class small : unsigned char { ONE = 1, TWO };

typedef float float4 __attribute__((vector_size(16)));

/* Passed by hidden reference, because its copy constructor is not trivial. */
template <int N> struct wide {
	unsigned _BitInt(N) bits;
	wide() = default;
	wide(const wide &other) : bits(other.bits)
	{
	}
};

void types(char c, unsigned char uc, bool b, short s, unsigned u, long long l, float f, double d,
	   _Float16 h, __int128 q, pod p, color e, small t, float4 v, wide<77> w, const double &r,
	   std::complex<float> z, double *__restrict out, const volatile int arr[4], int grid[2][3])
{
	out[0] = c;
	out[1] = uc;
	out[2] = b;
	out[3] = s;
	out[4] = u;
	out[5] = (double)l;
	out[6] = f;
	out[7] = d;
	out[8] = (double)h;
	out[9] = (double)(q >> 64);
	out[10] = p.a + p.b + p.c;
	out[11] = e;
	out[12] = (int)t;
	out[13] = v[0] + v[3];
	out[14] = (double)(unsigned)(w.bits >> 70);
	out[15] = r;
	out[16] = z.real() - z.imag();
	out[17] = arr[3];
	out[18] = grid[1][2];
}
