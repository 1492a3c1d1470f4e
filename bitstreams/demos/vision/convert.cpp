/* SPDX-License-Identifier: Apache-2.0 */
/* Color Convert, Channel Extract and Channel Combine: formats of colour images. */
#include "filters.h"

/*
 * The location of a component's pixels. With a shift of 1, two columns or rows of the image share a
 * pixel.
 */
struct component {
	int plane, first, step; /* plane, offset of pixel 0, distance between pixels */
	int x_shift, y_shift;
};

struct layout {
	component parts[4];
	int count; /* number of components */
};

static bool is_rgb(int format)
{
	return format == VISION_RGB || format == VISION_RGBX;
}

static layout layout_of(int format)
{
	switch (format) {
	case VISION_RGB:
		return {{{0, 0, 3, 0, 0}, {0, 1, 3, 0, 0}, {0, 2, 3, 0, 0}, {}}, 3};
	case VISION_RGBX:
		return {{{0, 0, 4, 0, 0}, {0, 1, 4, 0, 0}, {0, 2, 4, 0, 0}, {0, 3, 4, 0, 0}}, 4};
	case VISION_NV12:
		return {{{0, 0, 1, 0, 0}, {1, 0, 2, 1, 1}, {1, 1, 2, 1, 1}, {}}, 3};
	case VISION_NV21:
		return {{{0, 0, 1, 0, 0}, {1, 1, 2, 1, 1}, {1, 0, 2, 1, 1}, {}}, 3};
	case VISION_UYVY:
		return {{{0, 1, 2, 0, 0}, {0, 0, 4, 1, 0}, {0, 2, 4, 1, 0}, {}}, 3};
	case VISION_YUYV:
		return {{{0, 0, 2, 0, 0}, {0, 1, 4, 1, 0}, {0, 3, 4, 1, 0}, {}}, 3};
	case VISION_IYUV:
		return {{{0, 0, 1, 0, 0}, {1, 0, 1, 1, 1}, {2, 0, 1, 1, 1}, {}}, 3};
	case VISION_YUV4:
		return {{{0, 0, 1, 0, 0}, {1, 0, 1, 0, 0}, {2, 0, 1, 0, 0}, {}}, 3};
	case VISION_U8:
		return {{{0, 0, 1, 0, 0}, {}, {}, {}}, 1};
	}
	assert(!"format");
	return {};
}

/* Images whose pixels share components must have even sizes. */
static void check_layout(const layout &format, int width, int height)
{
	for (int c = 0; c < format.count; c++) {
		assert(!(format.parts[c].x_shift && width % 2));
		assert(!(format.parts[c].y_shift && height % 2));
	}
}

struct colours {
	uint8_t part[3][PIXELS];
};

/* Reads `left` pixels of a component, starting at column x, from its row at `row`. */
static void take_part(const uint8_t *row, const component &part, int x, int left,
		      uint8_t pixels[PIXELS])
{
#pragma HLS INLINE
	int at = part.first + (x >> part.x_shift) * part.step;
	int here = left < PIXELS ? left : PIXELS;

	for (int k = 0; k < here; k++)
		pixels[k] = row[at + (k >> part.x_shift) * part.step];
}

/* The same, from the plane that contains the component. */
static void take_any(const uint8_t *plane0, int stride0, const uint8_t *plane1, int stride1,
		     const uint8_t *plane2, int stride2, const component &part, int x, int y,
		     int left, uint8_t pixels[PIXELS])
{
#pragma HLS INLINE
	int64_t row = y >> part.y_shift;

	if (part.plane == 0)
		take_part(plane0 + row * stride0, part, x, left, pixels);
	else if (part.plane == 1)
		take_part(plane1 + row * stride1, part, x, left, pixels);
	else
		take_part(plane2 + row * stride2, part, x, left, pixels);
}

static void read_colours(const uint8_t *plane0, int stride0, const uint8_t *plane1, int stride1,
			 const uint8_t *plane2, int stride2, const layout &format, int width,
			 int height, hls::stream<colours> &out)
{
	for (int y = 0; y < height; y++) {
		for (int x = 0; x < width; x += PIXELS) {
#pragma HLS PIPELINE II = 1
			colours pixels;

			for (int c = 0; c < 3 && c < format.count; c++)
				take_any(plane0, stride0, plane1, stride1, plane2, stride2,
					 format.parts[c], x, y, width - x, pixels.part[c]);
			out.write(pixels);
		}
	}
}

/*
 * BT.709, full range, with K_r = 0.2126 and K_b = 0.0722. This is exact: the specification's real
 * number times a constant is an integer, and integer division gives its floor. Numerators are
 * offset so that they are not negative.
 */
static void to_yuv(colours &pixels)
{
#pragma HLS INLINE
	for (int k = 0; k < PIXELS; k++) {
		uint32_t r = pixels.part[0][k], g = pixels.part[1][k], b = pixels.part[2][k];

		pixels.part[0][k] = luma_of(int(r), int(g), int(b));
		pixels.part[1][k] = uint8_t((128 * 18556 + 9278 * b - 2126 * r - 7152 * g) / 18556);
		pixels.part[2][k] = uint8_t((128 * 15748 + 7874 * r - 722 * b - 7152 * g) / 15748);
	}
}

static void to_rgb(colours &pixels)
{
#pragma HLS INLINE
	for (int k = 0; k < PIXELS; k++) {
		int y = pixels.part[0][k], u = pixels.part[1][k] - 128, v = pixels.part[2][k] - 128;
		int red = int(uint32_t(256 * 10000 + 15748 * v) / 10000) - 256;
		int green = int((128u * 8940000u - uint32_t(4185031 * v) - uint32_t(1674679 * u)) /
				8940000u) -
			    128;
		int blue = int(uint32_t(256 * 10000 + 18556 * u) / 10000) - 256;

		pixels.part[0][k] = saturate_u8(y + red);
		pixels.part[1][k] = saturate_u8(y + green);
		pixels.part[2][k] = saturate_u8(y + blue);
	}
}

enum conversion { NONE, TO_YUV, TO_RGB };

static void convert(hls::stream<colours> &in, hls::stream<colours> &out, int64_t count,
		    conversion how)
{
	for (int64_t i = 0; i < count; i++) {
#pragma HLS PIPELINE II = 1
		colours pixels = in.read();

		if (how == TO_YUV)
			to_yuv(pixels);
		else if (how == TO_RGB)
			to_rgb(pixels);
		out.write(pixels);
	}
}

/* Writes `count` pixels of a component, starting at its column x, to its row at `row`. */
static void put_part(uint8_t *row, const component &part, int x, int count,
		     const uint8_t pixels[PIXELS])
{
#pragma HLS INLINE
	int at = part.first + x * part.step;

	for (int k = 0; k < count; k++)
		row[at + k * part.step] = pixels[k];
}

/* Half a row of sums of two adjacent pixels, for each component. */
typedef uint16_t pair_sums[3][VISION_MOST_WIDTH / 2];

/*
 * For a component that 2 x 2 pixels share: the mean of the four, truncated, once their second row
 * has arrived. Returns whether there are means.
 */
static bool mean_of(pair_sums &sums, int c, int x, int y, const uint8_t pixels[PIXELS],
		    uint8_t means[PIXELS])
{
#pragma HLS INLINE
	for (int k = 0; k < PIXELS / 2; k++) {
		uint16_t pair = uint16_t(pixels[2 * k] + pixels[2 * k + 1]);

		means[k] = uint8_t((sums[c][x / 2 + k] + pair) / 4);
		sums[c][x / 2 + k] = pair;
	}
	return y % 2;
}

static void write_colours(hls::stream<colours> &in, uint8_t *plane0, int stride0, uint8_t *plane1,
			  int stride1, uint8_t *plane2, int stride2, const layout &format,
			  int width, int height)
{
	pair_sums sums;
	for (int y = 0; y < height; y++) {
		for (int x = 0; x < width; x += PIXELS) {
#pragma HLS PIPELINE II = 1
			colours pixels = in.read();

			for (int c = 0; c < format.count; c++) {
				const component part = format.parts[c];
				const int at = x >> part.x_shift,
					  left = (width - x) >> part.x_shift;
				const int room = PIXELS >> part.x_shift,
					  count = left < room ? left : room;
				const int64_t row = y >> part.y_shift;
				uint8_t own[PIXELS];

				for (int k = 0; k < PIXELS; k++)
					own[k] = c < 3 ? pixels.part[c < 3 ? c : 0][k] : 255;
				if (part.y_shift && !mean_of(sums, c, x, y, pixels.part[c], own))
					continue;
				if (part.plane == 0)
					put_part(plane0 + row * stride0, part, at, count, own);
				else if (part.plane == 1)
					put_part(plane1 + row * stride1, part, at, count, own);
				else
					put_part(plane2 + row * stride2, part, at, count, own);
			}
		}
	}
}

/* Unused planes may be null. The output may also be U8, which is luma alone. */
extern "C" void color_convert(const uint8_t *src0, int src0_stride, const uint8_t *src1,
			      int src1_stride, const uint8_t *src2, int src2_stride, uint8_t *dst0,
			      int dst0_stride, uint8_t *dst1, int dst1_stride, uint8_t *dst2,
			      int dst2_stride, int width, int height, int src_format,
			      int dst_format)
{
#pragma HLS INTERFACE m_axi port = src0 bundle = gmem0
#pragma HLS INTERFACE m_axi port = src1 bundle = gmem1
#pragma HLS INTERFACE m_axi port = src2 bundle = gmem2
#pragma HLS INTERFACE m_axi port = dst0 bundle = gmem3
#pragma HLS INTERFACE m_axi port = dst1 bundle = gmem4
#pragma HLS INTERFACE m_axi port = dst2 bundle = gmem5
#pragma HLS DATAFLOW
	hls::stream<colours, DEPTH> in, out;
	const layout source = layout_of(src_format), target = layout_of(dst_format);
	const conversion how = is_rgb(src_format) == is_rgb(dst_format) ? NONE
			       : is_rgb(src_format)                     ? TO_YUV
									: TO_RGB;

	check_image(width, height, src0_stride, 1);
	check_layout(source, width, height);
	check_layout(target, width, height);
	assert(source.count >= 3 && src_format != VISION_YUV4);
	assert(dst_format != VISION_NV21 && dst_format != VISION_UYVY && dst_format != VISION_YUYV);
	assert(width <= VISION_MOST_WIDTH);
	read_colours(src0, src0_stride, src1, src1_stride, src2, src2_stride, source, width, height,
		     in);
	convert(in, out, int64_t(beats_of(width)) * height, how);
	write_colours(out, dst0, dst0_stride, dst1, dst1_stride, dst2, dst2_stride, target, width,
		      height);
}

/* Returns a component of the format; fails if the format has no component of that name. */
static int component_of(int format, int channel)
{
	int colour = channel - (is_rgb(format) ? VISION_CHANNEL_R : VISION_CHANNEL_Y);
	int number = channel - VISION_CHANNEL_0;
	int index = number >= 0 && number <= 3 ? number : colour;

	assert(index >= 0 && index < layout_of(format).count);
	return index;
}

static void copy_part(const uint8_t *plane0, int stride0, const uint8_t *plane1, int stride1,
		      const uint8_t *plane2, int stride2, component part, int width, int height,
		      hls::stream<beat<uint8_t>> &out)
{
	part.x_shift = part.y_shift = 0; /* no subsampling */
	for (int y = 0; y < height; y++) {
		for (int x = 0; x < width; x += PIXELS) {
#pragma HLS PIPELINE II = 1
			uint8_t bytes[PIXELS] = {};
			beat<uint8_t> pixels;

			take_any(plane0, stride0, plane1, stride1, plane2, stride2, part, x, y,
				 width - x, bytes);
			for (int k = 0; k < PIXELS; k++)
				pixels[k] = bytes[k];
			out.write(pixels);
		}
	}
}

/* Extracts from an image of width x height; the output must have the component's own size. */
extern "C" void channel_extract(const uint8_t *src0, int src0_stride, const uint8_t *src1,
				int src1_stride, const uint8_t *src2, int src2_stride, uint8_t *dst,
				int dst_stride, int width, int height, int dst_width,
				int dst_height, int src_format, int channel)
{
#pragma HLS INTERFACE m_axi port = src0 bundle = gmem0
#pragma HLS INTERFACE m_axi port = src1 bundle = gmem1
#pragma HLS INTERFACE m_axi port = src2 bundle = gmem2
#pragma HLS INTERFACE m_axi port = dst bundle = gmem3
#pragma HLS DATAFLOW
	hls::stream<beat<uint8_t>, DEPTH> out;
	const layout source = layout_of(src_format);
	const component part = source.parts[component_of(src_format, channel)];
	const int columns = width >> part.x_shift, rows = height >> part.y_shift;

	check_image(width, height, src0_stride, 1);
	check_layout(source, width, height);
	assert(src_format != VISION_U8);
	assert(dst_width == columns && dst_height == rows);
	copy_part(src0, src0_stride, src1, src1_stride, src2, src2_stride, part, columns, rows,
		  out);
	store(out, dst, dst_stride, columns, rows);
}

/* Writes one component of a plane, from an image of the component's own size. */
static void spread(const uint8_t *src, int src_stride, uint8_t *plane, int stride,
		   const component &part, int width, int height)
{
#pragma HLS INLINE
	for (int y = 0; y < height; y++) {
		const int64_t from = int64_t(y) * src_stride, to = int64_t(y) * stride + part.first;

		for (int x = 0; x < width; x++) {
#pragma HLS PIPELINE II = 1
			plane[to + int64_t(x) * part.step] = src[from + x];
		}
	}
}

static void spread_any(const uint8_t *src, int src_stride, int src_width, int src_height,
		       uint8_t *plane0, int stride0, uint8_t *plane1, int stride1, uint8_t *plane2,
		       int stride2, const component &part, int width, int height)
{
	const int columns = width >> part.x_shift, rows = height >> part.y_shift;

	assert(src && src_width == columns && src_height == rows);
	if (part.plane == 0)
		spread(src, src_stride, plane0, stride0, part, columns, rows);
	else if (part.plane == 1)
		spread(src, src_stride, plane1, stride1, part, columns, rows);
	else
		spread(src, src_stride, plane2, stride2, part, columns, rows);
}

/*
 * Combines channels into an image of width x height. Each input has the size that the component has
 * in the format. There are as many inputs as the format has components; the others are null.
 */
extern "C" void channel_combine(const uint8_t *src0, int src0_stride, int src0_width,
				int src0_height, const uint8_t *src1, int src1_stride,
				int src1_width, int src1_height, const uint8_t *src2,
				int src2_stride, int src2_width, int src2_height,
				const uint8_t *src3, int src3_stride, int src3_width,
				int src3_height, uint8_t *dst0, int dst0_stride, uint8_t *dst1,
				int dst1_stride, uint8_t *dst2, int dst2_stride, int width,
				int height, int dst_format)
{
#pragma HLS INTERFACE m_axi port = src0 bundle = gmem0
#pragma HLS INTERFACE m_axi port = src1 bundle = gmem1
#pragma HLS INTERFACE m_axi port = src2 bundle = gmem2
#pragma HLS INTERFACE m_axi port = src3 bundle = gmem3
#pragma HLS INTERFACE m_axi port = dst0 bundle = gmem4
#pragma HLS INTERFACE m_axi port = dst1 bundle = gmem5
#pragma HLS INTERFACE m_axi port = dst2 bundle = gmem6
	const layout target = layout_of(dst_format);

	check_image(width, height, dst0_stride, 1);
	check_layout(target, width, height);
	assert(target.count >= 3 && (target.count == 4) == (src3 != nullptr));
	spread_any(src0, src0_stride, src0_width, src0_height, dst0, dst0_stride, dst1, dst1_stride,
		   dst2, dst2_stride, target.parts[0], width, height);
	spread_any(src1, src1_stride, src1_width, src1_height, dst0, dst0_stride, dst1, dst1_stride,
		   dst2, dst2_stride, target.parts[1], width, height);
	spread_any(src2, src2_stride, src2_width, src2_height, dst0, dst0_stride, dst1, dst1_stride,
		   dst2, dst2_stride, target.parts[2], width, height);
	if (target.count == 4)
		spread_any(src3, src3_stride, src3_width, src3_height, dst0, dst0_stride, dst1,
			   dst1_stride, dst2, dst2_stride, target.parts[3], width, height);
}
