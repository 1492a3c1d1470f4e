/* SPDX-License-Identifier: Apache-2.0 */
/* What C leaves undefined and hardware does not. Each kernel leaves its results in `out`. */
#include <ap_fixed.h>

/* A shift distance that, by the rules of C, the compiler may assume to be in range. */
static long shifted(int a, int n)
{
	int r = a << n;

	return n > 31 ? r + 1000 : r;
}

static int second(const long *, int n)
{
	return n;
}

extern "C" void shifts(long *out, int a, int n)
{
	signed char c = (signed char)a;
	unsigned short s = (unsigned short)a;
	unsigned long w = (unsigned)a;
	long deep = a;
	static const int far[4] = {31, 32, 33, 64};

	out[0] = shifted(a, n);
	out[1] = a >> n;
	out[2] = (unsigned)a >> n;
	out[3] = c >> n;
	out[4] = s << n;
	out[5] = (long)(w << (n + 24));
	out[6] = deep >> (n + 32);
	out[7] = a << -n;
	for (int i = 0; i < 4; i++)
		out[8 + i] = (unsigned)a << far[i] | 1;
	out[12] = a << 40;
	out[13] = 5 >> 33;
	out[14] = (char)a >> n;
	out[15] = second(out, 5 << 33);
}

extern "C" void floats(long *out, float f, double d)
{
	out[0] = (int)f;
	out[1] = (int)d;
	out[2] = (unsigned)d;
	out[3] = (unsigned char)f;
	out[4] = (signed char)d;
	out[5] = (long)d;
	out[6] = (long)(unsigned long)-d;
	out[7] = (int)(f * 1e38f);
	out[8] = (int)(f * 1e38f - f * 1e38f);
	out[9] = (short)-f;
	out[10] = (unsigned)-f;
	out[11] = (long)(unsigned long)(d / 8);
}

/* Loops that the compiler vectorizes. */
template <typename T, typename F> static void convert(long *&out, const F *in, int n)
{
	for (int i = 0; i < n; i++)
		out[i] = (long)(T)in[i];
	out += n;
}

template <typename F> static void convert_all(long *&out, const F *in, int n)
{
	convert<signed char>(out, in, n);
	convert<unsigned short>(out, in, n);
	convert<int>(out, in, n);
	convert<unsigned>(out, in, n);
	convert<long>(out, in, n);
	convert<unsigned long>(out, in, n);
}

extern "C" void conversions(long *out, const float *f, const double *d, int n)
{
	convert_all(out, f, n);
	convert_all(out, d, n);
}

/* A divisor which, by the rules of C, cannot be zero after it was divided by. */
extern "C" void divisions(long *out, int least, int n)
{
	long wide = (long)least << 32;

	out[0] = least / n;
	out[1] = least % n;
	out[2] = wide / n;
	out[3] = wide % n;
	out[4] = ap_int<32>(least) / n;
	out[5] = ap_int<32>(least) % n;
}

extern "C" void quotient(long *out, int a, int b)
{
	int q = a / b;

	*out = b ? q : -5;
}

extern "C" void rest_of(long *out, unsigned a, unsigned b)
{
	*out = a % (b & 3);
}

extern "C" void bools(long *out, const bool *flags, int n)
{
	long count = 0;

	for (int i = 0; i < n; i++)
		count += flags[i];
	out[0] = count;
	out[1] = flags[0] ? 10 : 20;
	out[2] = flags[1] ? 10 : 20;
	out[3] = flags[n - 1] == true;
}

/* The same bytes as other types, and a function that lacks a return on one path. */
static float aliased(int *bits, float *number)
{
	*number = 1;
	*bits = 0x40000000;
	return *number;
}

static int sometimes(int a)
{
	if (a > 0)
		return a;
}

extern "C" void memory(long *out, int a)
{
	int word = 0, never[4], grid[3][4];
	long total = 0;
	alignas(16) char bytes[64];

	out[0] = aliased(&word, (float *)&word) == 2;
	out[1] = a;
	sometimes(-a);
	out[2] = sometimes(a);
	for (int i = 0; i < 4; i++)
		total += never[i];
	out[3] = total;
	for (int i = 0; i < 12; i++)
		grid[i / 4][i % 4] = i;
	out[4] = grid[0][a];
	for (int i = 0; i < 64; i++)
		bytes[i] = (char)i;
	typedef int four __attribute__((vector_size(16)));
	four taken = *(four *)(bytes + a);
	out[5] = taken[0] & 255;
	out[6] = taken[3] >> 24;
}

/* Adds in the order of the source, without a fused multiply-add, and with subnormals. */
extern "C" void order(float *out, const float *in, int n)
{
	float sum = 0;

	for (int i = 0; i < n; i++)
		sum += in[i];
	out[0] = sum;
	out[1] = in[0] * in[1] + in[2];
	out[2] = in[3] * in[4];
}

struct kept {
	int a;
	short b[3];
};

static int again(int set)
{
	int last = 0;

	for (int i = 0; i < 2; i++) {
		int block[8];

		if (set && !i)
			block[2] = 7;
		last = block[2];
	}
	return last;
}

/* Variables in a loop's body that only the first iteration sets. */
/* The compiler must not spend time on each of two million elements. */
static struct pixel {
	ap_fixed<17, 9> x, y;
} frame[1920][1080];

/* Its constructor does not initialize one member. */
struct partial {
	int set;
	ap_int<70> left;
	partial() : set(1)
	{
	}
};

extern "C" void storage(long *out)
{
	for (int i = 0; i < 4; i++) {
		int block[16], x;
		kept y;
		float z[2];
		ap_int<20> v[5];
		partial p;

		if (!i) {
			block[3] = 7;
			x = 5;
			y.a = 9;
			y.b[1] = 4;
			z[0] = 3;
			v[2] = -1;
			p.left = 2;
		}
		out[i] = block[3] + x + y.a + y.b[1] + (int)z[0] + v[2] + v[3] + p.left;
	}
	for (int i = 0; i < 3; i++)
		out[4 + i] = again(i & 1);
	out[7] = frame[1919][5].x + frame[0][0].y;
}

/* A distance that is wider than what is shifted. Two results for each place of `out`. */
template <typename distance_> static void far_shift(long *out, int a, distance_ by)
{
	struct {
		int bits : 20;
	} field = {a};
	int left = a;
	unsigned right = (unsigned)a;
	signed char narrow = (signed char)a;
	long deep = a;

	left <<= by;
	right >>= by;
	narrow >>= by;
	field.bits >>= by;
	out[0] = a << by;
	out[1] = a >> by;
	out[2] = left;
	out[3] = right;
	out[4] = narrow;
	out[5] = field.bits;
	out[6] = (unsigned char)a << by;
	out[7] = deep << by;
	out[8] = deep >> by;
	/* Branches in an expression; a loop whose bound is a shift. */
	out[9] = (a << by) ? (a >> by) : (a < 0 && (unsigned)a >> by);
	out[10] = 0;
	for (unsigned i = 0; i < ((unsigned)a >> 28) >> by; i++)
		out[10] += 1 << by;
	out[11] = ((_BitInt(5))a >> by) + ((_BitInt(100))a >> by);
}

enum { FAR = 12 };

extern "C" void far_shifts(long *out, const long *distances, int count, int a)
{
	const long long whole = 0x100000000ll;

	for (int i = 0; i < count; i++, out += 3 * FAR) {
		far_shift(out, a, (long long)distances[i]);
		far_shift(out + FAR, a, (unsigned long)distances[i]);
		far_shift(out + 2 * FAR, a, (__int128)distances[i] << 64 | 3);
	}
	far_shift<long long>(out, a, 0x100000000ll);
	out[0] = a >> 0x100000000ll;
	out[1] = a << 0x100000003ll;
	out[2] = (unsigned)a >> whole;
	out[3] = a << -1ll;
	out[4] = a >> ((__int128)1 << 64);
	out[5] = a >> whole >> 1;
	a <<= 0x200000001ull;
	out[6] = a;
	out[7] = 1 << 40;
}
