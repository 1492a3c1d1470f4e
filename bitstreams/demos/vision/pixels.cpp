/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels in which each output pixel depends on the same pixel of one or two images. */
#include "filters.h"

static inline int64_t beats_in(int width, int height)
{
	return int64_t(beats_of(width)) * height;
}

/* --- bits ---------------------------------------------------------------------------------------- */

template <typename OP>
static void combine_u8(const uint8_t *src1, int stride1, const uint8_t *src2, int stride2,
		       uint8_t *dst, int dst_stride, int width, int height, int format, OP op)
{
#pragma HLS INLINE
#pragma HLS DATAFLOW
	hls::stream<beat<uint8_t>, DEPTH> in1, in2, out;

	load_bytes(src1, stride1, format, width, height, in1);
	load_bytes(src2, stride2, format, width, height, in2);
	map(in1, in2, out, beats_in(width, height), op);
	store_bytes(out, dst, dst_stride, format, width, height);
}

struct both {
	uint8_t operator()(uint8_t a, uint8_t b) const
	{
		return a & b;
	}
};
struct any {
	uint8_t operator()(uint8_t a, uint8_t b) const
	{
		return a | b;
	}
};
struct either {
	uint8_t operator()(uint8_t a, uint8_t b) const
	{
		return a ^ b;
	}
};
struct inverse {
	uint8_t ones;
	uint8_t operator()(uint8_t a) const
	{
		return a ^ ones;
	}
};

#define BITWISE(name, op)                                                                          \
	extern "C" void name(const uint8_t *src1, int src1_stride, const uint8_t *src2,            \
			     int src2_stride, uint8_t *dst, int dst_stride, int width, int height, \
			     int format)                                                           \
	{                                                                                          \
		_Pragma("HLS INTERFACE m_axi port = src1 bundle = gmem0")                          \
			_Pragma("HLS INTERFACE m_axi port = src2 bundle = gmem1")                  \
				_Pragma("HLS INTERFACE m_axi port = dst bundle = gmem2")           \
					check_bytes(width, height, src1_stride, format);           \
		combine_u8(src1, src1_stride, src2, src2_stride, dst, dst_stride, width, height,   \
			   format, op());                                                          \
	}

BITWISE(bitwise_and, both)
BITWISE(bitwise_or, any)
BITWISE(bitwise_xor, either)

extern "C" void bitwise_not(const uint8_t *src, int src_stride, uint8_t *dst, int dst_stride,
			    int width, int height, int format)
{
#pragma HLS INTERFACE m_axi port = src bundle = gmem0
#pragma HLS INTERFACE m_axi port = dst bundle = gmem1
#pragma HLS DATAFLOW
	hls::stream<beat<uint8_t>, DEPTH> in, out;

	check_bytes(width, height, src_stride, format);
	load_bytes(src, src_stride, format, width, height, in);
	map(in, out, beats_in(width, height), inverse{uint8_t(format == VISION_U1 ? 1 : 255)});
	store_bytes(out, dst, dst_stride, format, width, height);
}

/* --- arithmetic ---------------------------------------------------------------------------------- */

/* Converts an exact result to the output's format by the overflow policy. */
struct overflow {
	bool saturates, narrow;

	overflow(int policy, int format)
	    : saturates(policy == VISION_SATURATE), narrow(format == VISION_U8)
	{
		assert(policy == VISION_WRAP || policy == VISION_SATURATE);
	}
	int16_t operator()(int value) const
	{
#pragma HLS INLINE
		if (!saturates)
			return int16_t(value);
		return narrow ? saturate_u8(value) : saturate_s16(value);
	}
};

struct difference {
	int16_t operator()(int16_t a, int16_t b) const
	{
		return saturate_s16(a < b ? b - a : a - b);
	}
};
struct sum {
	overflow fit;
	int16_t operator()(int16_t a, int16_t b) const
	{
		return fit(a + b);
	}
};
struct rest {
	overflow fit;
	int16_t operator()(int16_t a, int16_t b) const
	{
		return fit(a - b);
	}
};

/* Pixel-wise Multiplication: the exact product times `scale`, in double precision. */
struct product {
	overflow fit;
	double scale;
	bool nearest;

	int16_t operator()(int16_t a, int16_t b) const
	{
#pragma HLS INLINE
		double value = double(int(a) * int(b)) * scale;

		value = nearest ? __builtin_rint(value) : __builtin_trunc(value);
		if (fit.saturates) /* before the conversion, which would wrap around */
			value = value < -65536 ? -65536 : value > 65536 ? 65536 : value;
		return fit(int(int64_t(value)));
	}
};

template <typename OP>
static void combine(const uint8_t *src1, int stride1, int format1, const uint8_t *src2, int stride2,
		    int format2, uint8_t *dst, int dst_stride, int dst_format, int width,
		    int height, OP op)
{
#pragma HLS INLINE
#pragma HLS DATAFLOW
	hls::stream<beat<int16_t>, DEPTH> in1, in2, out;

	check_either(width, height, stride1, format1);
	check_either(width, height, stride2, format2);
	check_either(width, height, dst_stride, dst_format);
	assert(dst_format == VISION_S16 || (format1 == VISION_U8 && format2 == VISION_U8));
	load_either(src1, stride1, format1, width, height, in1);
	load_either(src2, stride2, format2, width, height, in2);
	map(in1, in2, out, beats_in(width, height), op);
	store_either(out, dst, dst_stride, dst_format, width, height);
}

extern "C" void absdiff(const uint8_t *src1, int src1_stride, int src1_format, const uint8_t *src2,
			int src2_stride, int src2_format, uint8_t *dst, int dst_stride,
			int dst_format, int width, int height)
{
#pragma HLS INTERFACE m_axi port = src1 bundle = gmem0
#pragma HLS INTERFACE m_axi port = src2 bundle = gmem1
#pragma HLS INTERFACE m_axi port = dst bundle = gmem2
	combine(src1, src1_stride, src1_format, src2, src2_stride, src2_format, dst, dst_stride,
		dst_format, width, height, difference());
}

extern "C" void add(const uint8_t *src1, int src1_stride, int src1_format, const uint8_t *src2,
		    int src2_stride, int src2_format, uint8_t *dst, int dst_stride, int dst_format,
		    int width, int height, int policy)
{
#pragma HLS INTERFACE m_axi port = src1 bundle = gmem0
#pragma HLS INTERFACE m_axi port = src2 bundle = gmem1
#pragma HLS INTERFACE m_axi port = dst bundle = gmem2
	combine(src1, src1_stride, src1_format, src2, src2_stride, src2_format, dst, dst_stride,
		dst_format, width, height, sum{overflow(policy, dst_format)});
}

extern "C" void subtract(const uint8_t *src1, int src1_stride, int src1_format, const uint8_t *src2,
			 int src2_stride, int src2_format, uint8_t *dst, int dst_stride,
			 int dst_format, int width, int height, int policy)
{
#pragma HLS INTERFACE m_axi port = src1 bundle = gmem0
#pragma HLS INTERFACE m_axi port = src2 bundle = gmem1
#pragma HLS INTERFACE m_axi port = dst bundle = gmem2
	combine(src1, src1_stride, src1_format, src2, src2_stride, src2_format, dst, dst_stride,
		dst_format, width, height, rest{overflow(policy, dst_format)});
}

extern "C" void multiply(const uint8_t *src1, int src1_stride, int src1_format, const uint8_t *src2,
			 int src2_stride, int src2_format, uint8_t *dst, int dst_stride,
			 int dst_format, int width, int height, float scale, int policy,
			 int rounding)
{
#pragma HLS INTERFACE m_axi port = src1 bundle = gmem0
#pragma HLS INTERFACE m_axi port = src2 bundle = gmem1
#pragma HLS INTERFACE m_axi port = dst bundle = gmem2
	product op = {overflow(policy, dst_format), scale, rounding == VISION_TO_NEAREST_EVEN};

	assert(rounding == VISION_TO_ZERO || rounding == VISION_TO_NEAREST_EVEN);
	assert(scale >= 0 && scale <= 4294967296.0f); /* so that 64 bits hold the product */
	combine(src1, src1_stride, src1_format, src2, src2_stride, src2_format, dst, dst_stride,
		dst_format, width, height, op);
}

/*
 * Weighted Average, in single precision as the specification defines it: (1 - alpha) times the
 * second image plus alpha times the first, truncated.
 */
struct average {
	float alpha;

	uint8_t operator()(uint8_t a, uint8_t b) const
	{
#pragma HLS INLINE
		return uint8_t((1 - alpha) * float(b) + alpha * float(a));
	}
};

extern "C" void weighted_average(const uint8_t *src1, int src1_stride, const uint8_t *src2,
				 int src2_stride, uint8_t *dst, int dst_stride, int width,
				 int height, float alpha)
{
#pragma HLS INTERFACE m_axi port = src1 bundle = gmem0
#pragma HLS INTERFACE m_axi port = src2 bundle = gmem1
#pragma HLS INTERFACE m_axi port = dst bundle = gmem2
	check_image(width, height, src1_stride, 1);
	assert(alpha >= 0 && alpha <= 1);
	combine_u8(src1, src1_stride, src2, src2_stride, dst, dst_stride, width, height, VISION_U8,
		   average{alpha});
}

/* --- one image ----------------------------------------------------------------------------------- */

/* Thresholding; a binary threshold is the range above `lower`. */
struct inside {
	int least_inside, most_inside; /* ints, as a range may be empty above 32767 */
	uint8_t true_value, false_value;

	uint8_t operator()(int16_t a) const
	{
		return a >= least_inside && a <= most_inside ? true_value : false_value;
	}
};

extern "C" void threshold(const uint8_t *src, int src_stride, int src_format, uint8_t *dst,
			  int dst_stride, int dst_format, int width, int height, int type,
			  int lower, int upper, int true_value, int false_value)
{
#pragma HLS INTERFACE m_axi port = src bundle = gmem0
#pragma HLS INTERFACE m_axi port = dst bundle = gmem1
#pragma HLS DATAFLOW
	hls::stream<beat<int16_t>, DEPTH> in;
	hls::stream<beat<uint8_t>, DEPTH> out;
	bool binary = type == VISION_BINARY;
	inside op = {binary ? lower + 1 : lower, binary ? 32767 : upper, uint8_t(true_value),
		     uint8_t(false_value)};

	assert(binary || type == VISION_RANGE);
	assert(lower >= -32768 && lower <= 32767);
	check_either(width, height, src_stride, src_format);
	check_bytes(width, height, dst_stride, dst_format);
	load_either(src, src_stride, src_format, width, height, in);
	map(in, out, beats_in(width, height), op);
	store_bytes(out, dst, dst_stride, dst_format, width, height);
}

struct deeper {
	int shift, policy;
	bool narrow, bits; /* from or to U1: nonzero becomes all ones */

	int16_t operator()(int16_t a) const
	{
		if (bits)
			return int16_t(a ? -1 : 0);
		return narrow ? int16_t(to_u8(a, policy, shift)) : int16_t(a << shift);
	}
};

static void check_any(int width, int height, int stride, int format)
{
	if (format == VISION_U1)
		check_image(width, height, stride, 1);
	else
		check_either(width, height, stride, format);
}

extern "C" void convert_depth(const uint8_t *src, int src_stride, int src_format, uint8_t *dst,
			      int dst_stride, int dst_format, int width, int height, int policy,
			      int shift)
{
#pragma HLS INTERFACE m_axi port = src bundle = gmem0
#pragma HLS INTERFACE m_axi port = dst bundle = gmem1
#pragma HLS DATAFLOW
	hls::stream<beat<int16_t>, DEPTH> in, out;
	deeper op = {shift, policy, dst_format == VISION_U8,
		     src_format == VISION_U1 || dst_format == VISION_U1};

	assert(policy == VISION_WRAP || policy == VISION_SATURATE);
	assert(shift >= 0 && shift < 8 && src_format != dst_format);
	check_any(width, height, src_stride, src_format);
	check_any(width, height, dst_stride, dst_format);
	load_either(src, src_stride, src_format, width, height, in);
	map(in, out, beats_in(width, height), op);
	store_either(out, dst, dst_stride, dst_format, width, height);
}

/*
 * Table Lookup. Entry 0 is for the lowest value in the table: 0, or minus half the size for a table
 * of int16. A value outside of the table uses the nearest entry.
 */
static const int MAX_ENTRIES = 65536;

struct entry_of {
	const int16_t *table;
	int first, last; /* lowest and highest value */

	int16_t operator()(int16_t a) const
	{
#pragma HLS INLINE
		return table[(a < first ? first : a > last ? last : a) - first];
	}
};

/* S16 entries are used as they are; U8 entries are bytes. */
static void load_table(const uint8_t *entries, int count, bool wide, int16_t *table)
{
	const int16_t *words = (const int16_t *)entries;

	for (int i = 0; i < count; i++) {
#pragma HLS PIPELINE II = 1
		table[i] = wide ? words[i] : int16_t(entries[i]);
	}
}

static void replace_all(const uint8_t *src, int src_stride, uint8_t *dst, int dst_stride,
			int format, int width, int height, entry_of op)
{
#pragma HLS INLINE
#pragma HLS DATAFLOW
	hls::stream<beat<int16_t>, DEPTH> in, out;

	load_either(src, src_stride, format, width, height, in);
	map(in, out, beats_in(width, height), op);
	store_either(out, dst, dst_stride, format, width, height);
}

/* `table` has uint8 entries for U8 images, and int16 entries for S16 images. */
extern "C" void table_lookup(const uint8_t *src, int src_stride, const uint8_t *table, int count,
			     uint8_t *dst, int dst_stride, int width, int height, int format)
{
#pragma HLS INTERFACE m_axi port = src bundle = gmem0
#pragma HLS INTERFACE m_axi port = table bundle = gmem1
#pragma HLS INTERFACE m_axi port = dst bundle = gmem2
	int16_t entries[MAX_ENTRIES];
	const bool wide = format == VISION_S16;
	const int first = wide ? -(count / 2) : 0;

	check_either(width, height, src_stride, format);
	check_either(width, height, dst_stride, format);
	assert(count > 0 && count <= (wide ? MAX_ENTRIES : 256));
	load_table(table, count, wide, entries);
	replace_all(src, src_stride, dst, dst_stride, format, width, height,
		    entry_of{entries, first, first + count - 1});
}

/* --- gradients ----------------------------------------------------------------------------------- */

template <typename OUT, typename OP>
static void combine_gradients(const int16_t *x, int x_stride, const int16_t *y, int y_stride,
			      OUT *dst, int dst_stride, int width, int height, OP op)
{
#pragma HLS INLINE
#pragma HLS DATAFLOW
	hls::stream<beat<int16_t>, DEPTH> in1, in2;
	hls::stream<beat<OUT>, DEPTH> out;

	check_image(width, height, x_stride | y_stride, 2);
	check_image(width, height, dst_stride, int(sizeof(OUT)));
	load(x, x_stride, width, height, in1);
	load(y, y_stride, width, height, in2);
	map(in1, in2, out, beats_in(width, height), op);
	store(out, dst, dst_stride, width, height);
}

struct length {
	int16_t operator()(int16_t x, int16_t y) const
	{
		return magnitude_of(x, y);
	}
};

extern "C" void magnitude(const int16_t *grad_x, int x_stride, const int16_t *grad_y, int y_stride,
			  int16_t *dst, int dst_stride, int width, int height)
{
#pragma HLS INTERFACE m_axi port = grad_x bundle = gmem0
#pragma HLS INTERFACE m_axi port = grad_y bundle = gmem1
#pragma HLS INTERFACE m_axi port = dst bundle = gmem2
	combine_gradients(grad_x, x_stride, grad_y, y_stride, dst, dst_stride, width, height,
			  length());
}

/*
 * The tangents of (k + 1/2) / 256 of a turn, times 2^44. No fraction of two numbers up to 32768 is
 * between a tangent and its entry, so comparing with the entry is exact.
 */
static const int64_t tangents[32] = {
	0x32449c08fc,  0x96dd574d03,  0xfba4af51fa,  0x160b9f75980, 0x1c63ce377fd, 0x22c4db0b524,
	0x2930d4e99ea, 0x2fa9d8a9f6b, 0x363213dfb17, 0x3ccbc7e4f94, 0x43794d1d7cf, 0x4a3d167b2b6,
	0x5119b550aeb, 0x5811dd7eeca, 0x5f286a0cb44, 0x6660623a05b, 0x6dbcff23188, 0x7541b20a8b2,
	0x7cf22b66176, 0x84d262cde87, 0x8ce69ff4720, 0x953384d3a79, 0x9dbe1944f6b, 0xa68bd843d93,
	0xafa2bf27a41, 0xb9095f310df, 0xc2c6f1db8b3, 0xcce3707b1a2, 0xd767afcdd1b, 0xe25d804f3bd,
	0xedcfd44caa0, 0xf9caecf871e,
};

/*
 * Phase: the angle in 1/256 of a turn, rounded to nearest; ties are impossible. The number of
 * tangents that the ratio of the smaller coordinate to the larger exceeds gives the angle within an
 * octant.
 */
struct angle {
	uint8_t operator()(int16_t x, int16_t y) const
	{
#pragma HLS INLINE
		int width = x < 0 ? -x : x, rise = y < 0 ? -y : y;
		int64_t less = int64_t(rise < width ? rise : width) << 44;
		int64_t more = rise < width ? width : rise;
		int steps = less > more * tangents[31] ? 32 : 0;

		for (int half = 16; half && steps < 32; half /= 2)
			steps += less > more * tangents[steps + half - 1] ? half : 0;
		steps = rise > width ? 64 - steps : steps;
		steps = x < 0 ? 128 - steps : steps;
		return uint8_t(y < 0 ? 256 - steps : steps);
	}
};

extern "C" void phase(const int16_t *grad_x, int x_stride, const int16_t *grad_y, int y_stride,
		      uint8_t *dst, int dst_stride, int width, int height)
{
#pragma HLS INTERFACE m_axi port = grad_x bundle = gmem0
#pragma HLS INTERFACE m_axi port = grad_y bundle = gmem1
#pragma HLS INTERFACE m_axi port = dst bundle = gmem2
	combine_gradients(grad_x, x_stride, grad_y, y_stride, dst, dst_stride, width, height,
			  angle());
}
