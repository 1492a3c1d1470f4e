/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Smoothed and reduced images: Half Scale Gaussian, and the levels of Gaussian and Laplacian
 * pyramids.
 */
#include "vision.h"

/*
 * An image is smoothed only at the positions that the smaller image uses: for each output row, five
 * source rows become one row of sums, of which five adjacent ones become a pixel. Sums are exact,
 * quotients truncated.
 */
static const int REACH = 2, TAPS = 2 * REACH + 1;

struct smoother {
	int weights[TAPS], total;
};

/* Gaussians with 1, 3 and 5 taps. */
static smoother smoother_of(int size)
{
	assert(size == 1 || size == 3 || size == 5);
	if (size == 1)
		return {{0, 0, 1, 0, 0}, 1};
	if (size == 3)
		return {{0, 1, 2, 1, 0}, 4};
	return {{1, 4, 6, 4, 1}, 16};
}

struct plane_of {
	int stride, width, height; /* stride in bytes */
};

/*
 * The pixel among `from` whose centre is nearest to that of pixel `i` of `to`; in case of a tie,
 * the second.
 */
static int nearest_place(int i, int from, int to)
{
	return int((2 * int64_t(i) + 1) * from / (2 * int64_t(to)));
}

/* Adds a row, or the border above or below the image, to the sums. */
template <typename T>
static void add_row(const T *plane, const plane_of &src, int y, int border, int value, int weight,
		    int32_t sums[VISION_MOST_WIDTH + 2 * REACH])
{
#pragma HLS INLINE
	const bool constant = border == VISION_BORDER_CONSTANT && (y < 0 || y >= src.height);
	const int64_t row = int64_t(y < 0            ? 0
				    : y < src.height ? y
						     : src.height - 1) *
			    (src.stride / int(sizeof(T)));

	for (int x = 0; x < src.width; x++) {
#pragma HLS PIPELINE II = 1
		sums[REACH + x] += weight * (constant ? value : plane[row + x]);
	}
}

/* Adds the border on the left and right of the sums. */
static void add_sides(const plane_of &src, int border, int value, int total,
		      int32_t sums[VISION_MOST_WIDTH + 2 * REACH])
{
#pragma HLS INLINE
	for (int i = 0; i < REACH; i++) {
		const bool constant = border == VISION_BORDER_CONSTANT;

		sums[i] = constant ? total * value : sums[REACH];
		sums[REACH + src.width + i] = constant ? total * value
						       : sums[REACH + src.width - 1];
	}
}

template <typename FROM, typename TO>
static void smooth_rows(const FROM *plane, const plane_of &src, int width, int height, int size,
			int border, int value, hls::stream<beat<TO>> &out)
{
	const smoother how = smoother_of(size);
	int32_t sums[VISION_MOST_WIDTH + 2 * REACH];
	int columns[VISION_MOST_WIDTH];

	for (int x = 0; x < beats_of(width) * PIXELS; x++)
		columns[x] = nearest_place(x < width ? x : width - 1, src.width, width);
every_row:
	for (int y = 0; y < height; y++) {
		const int middle = nearest_place(y, src.height, height);

		for (int x = 0; x < src.width; x++)
			sums[REACH + x] = 0;
		for (int r = 0; r < TAPS; r++)
			if (how.weights[r])
				add_row(plane, src, middle + r - REACH, border, value,
					how.weights[r], sums);
		add_sides(src, border, value, how.total, sums);
		for (int x = 0; x < width; x += PIXELS) {
#pragma HLS PIPELINE II = 1
			beat<TO> pixels;

			for (int k = 0; k < PIXELS; k++) {
				int32_t sum = 0;

				for (int c = 0; c < TAPS; c++)
					sum += how.weights[c] * sums[columns[x + k] + c];
				pixels[k] = TO(sum / (how.total * how.total));
			}
			out.write(pixels);
		}
	}
}

template <typename FROM, typename TO>
static void make_smaller(const FROM *plane, const plane_of &src, TO *dst, int dst_stride, int width,
			 int height, int size, int border, int value)
{
#pragma HLS INLINE
#pragma HLS DATAFLOW
	hls::stream<beat<TO>, DEPTH> out;

	check_image(src.width, src.height, src.stride, int(sizeof(FROM)));
	check_image(width, height, dst_stride, int(sizeof(TO)));
	check_border(border);
	assert(src.width <= VISION_MOST_WIDTH && width <= VISION_MOST_WIDTH);
	smooth_rows(plane, src, width, height, size, border, value, out);
	store(out, dst, dst_stride, width, height);
}

/* Half Scale Gaussian; `size` is the filter's: 1, 3 or 5. */
extern "C" void half_scale_gaussian(const uint8_t *src, int src_stride, uint8_t *dst,
				    int dst_stride, int src_width, int src_height, int dst_width,
				    int dst_height, int size, int border, int border_value)
{
#pragma HLS INTERFACE m_axi port = src bundle = gmem0
#pragma HLS INTERFACE m_axi port = dst bundle = gmem1
	const plane_of from = {src_stride, src_width, src_height};

	assert(dst_width == (src_width + 1) / 2 && dst_height == (src_height + 1) / 2);
	make_smaller(src, from, dst, dst_stride, dst_width, dst_height, size, border,
		     uint8_t(border_value));
}

/*
 * A level of a Gaussian pyramid. Level 0 is the image `src`; each other level is the one above it
 * (`above`, null for level 0), smoothed by a 5 x 5 Gaussian and sampled at the nearest pixels.
 */
extern "C" void gaussian_level(const uint8_t *src, int src_stride, int src_width, int src_height,
			       const uint8_t *above, int above_stride, int above_width,
			       int above_height, uint8_t *dst, int dst_stride, int dst_width,
			       int dst_height, int border, int border_value)
{
#pragma HLS INTERFACE m_axi port = src bundle = gmem0
#pragma HLS INTERFACE m_axi port = above bundle = gmem1
#pragma HLS INTERFACE m_axi port = dst bundle = gmem2
	if (above) {
		make_smaller(above, {above_stride, above_width, above_height}, dst, dst_stride,
			     dst_width, dst_height, 5, border, uint8_t(border_value));
		return;
	}
	assert(src_width == dst_width && src_height == dst_height);
	make_smaller(src, {src_stride, src_width, src_height}, dst, dst_stride, dst_width,
		     dst_height, 1, border, uint8_t(border_value));
}

/* --- Laplacian pyramids ---------------------------------------------------------------------------- */

/*
 * While a Laplacian pyramid is computed, its levels first contain those of the Gaussian pyramid, as
 * int16: laplacian_reduce() writes them one after another, and the smallest image. Then
 * laplacian_subtract() replaces each level by its difference to the upsampled next level or, for
 * the last one, smallest image. So no additional memory is needed.
 */

static void reduce(const int16_t *level, const plane_of &from, uint8_t *dst, int dst_stride,
		   int dst_format, int width, int height)
{
	if (dst_format == VISION_S16)
		make_smaller(level, from, (int16_t *)dst, dst_stride, width, height, 5,
			     VISION_BORDER_REPLICATE, 0);
	else
		make_smaller(level, from, dst, dst_stride, width, height, 5,
			     VISION_BORDER_REPLICATE, 0);
}

/*
 * Level `index` of `levels`; `src` and the smallest image, `dst`, have the same format, U8 or S16.
 */
extern "C" void laplacian_reduce(const uint8_t *src, int src_stride, int src_width, int src_height,
				 const int16_t *above, int above_stride, int above_width,
				 int above_height, int16_t *level, int level_stride, int width,
				 int height, uint8_t *dst, int dst_stride, int dst_width,
				 int dst_height, int format, int index, int levels)
{
#pragma HLS INTERFACE m_axi port = src bundle = gmem0
#pragma HLS INTERFACE m_axi port = above bundle = gmem1
#pragma HLS INTERFACE m_axi port = level bundle = gmem2
#pragma HLS INTERFACE m_axi port = dst bundle = gmem3
	const plane_of from = {src_stride, src_width, src_height};

	check_either(src_width, src_height, src_stride, format);
	check_either(dst_width, dst_height, dst_stride, format);
	if (above) {
		assert(width == (above_width + 1) / 2 && height == (above_height + 1) / 2);
		make_smaller(above, {above_stride, above_width, above_height}, level, level_stride,
			     width, height, 5, VISION_BORDER_REPLICATE, 0);
	} else {
		assert(src_width == width && src_height == height);
		if (format == VISION_S16)
			make_smaller((const int16_t *)src, from, level, level_stride, width, height,
				     1, VISION_BORDER_REPLICATE, 0);
		else
			make_smaller(src, from, level, level_stride, width, height, 1,
				     VISION_BORDER_REPLICATE, 0);
	}
	if (index < levels - 1)
		return;
	assert(dst_width == (width + 1) / 2 && dst_height == (height + 1) / 2);
	reduce(level, {level_stride, width, height}, dst, dst_stride, format, dst_width,
	       dst_height);
}

static int clamped(int i, int count)
{
#pragma HLS INLINE
	return i < 0 ? 0 : i < count ? i : count - 1;
}

/*
 * Row y of UpSample(): zeros are inserted between pixels, and the image is extended by its border,
 * so a 5-tap Gaussian has the weights 1 6 1 at pixels and 4 4 between them. Its integer result is
 * truncated, and then multiplied by 4.
 */
template <typename T>
static void upsample_row(const T *plane, const plane_of &src, int y, int width,
			 int32_t row[VISION_MOST_WIDTH])
{
	int32_t sums[VISION_MOST_WIDTH];
	const int64_t stride = src.stride / int(sizeof(T));
	const int64_t before = clamped((y + 1) / 2 - 1, src.height) * stride;
	const int64_t middle = clamped(y / 2, src.height) * stride;
	const int64_t behind = clamped(y / 2 + 1, src.height) * stride;

	for (int x = 0; x < src.width; x++) {
#pragma HLS PIPELINE II = 1
		sums[x] = y % 2 ? 4 * (plane[middle + x] + plane[behind + x])
				: plane[before + x] + 6 * plane[middle + x] + plane[behind + x];
	}
	for (int x = 0; x < width; x++) {
#pragma HLS PIPELINE II = 1
		const int32_t own = sums[clamped(x / 2, src.width)];
		const int32_t next = sums[clamped(x / 2 + 1, src.width)];
		const int32_t last = sums[clamped(x / 2 - 1, src.width)];

		row[x] = (x % 2 ? 4 * (own + next) : last + 6 * own + next) / 256 * 4;
	}
}

/* `below` is the next level, null for the last one, which is followed by the smallest image. */
extern "C" void laplacian_subtract(int16_t *level, int level_stride, int width, int height,
				   const int16_t *below, int below_stride, int below_width,
				   int below_height, const uint8_t *last, int last_stride,
				   int last_width, int last_height, int format)
{
#pragma HLS INTERFACE m_axi port = level bundle = gmem0
#pragma HLS INTERFACE m_axi port = below bundle = gmem1
#pragma HLS INTERFACE m_axi port = last bundle = gmem2
	const plane_of next = {below_stride, below_width, below_height},
		       end = {last_stride, last_width, last_height};
	int32_t row[VISION_MOST_WIDTH];

	check_image(width, height, level_stride, 2);
	check_either(last_width, last_height, last_stride, format);
	assert(width <= VISION_MOST_WIDTH);
	for (int y = 0; y < height; y++) {
		const int64_t at = int64_t(y) * (level_stride / 2);

		if (below)
			upsample_row(below, next, y, width, row);
		else if (format == VISION_S16)
			upsample_row((const int16_t *)last, end, y, width, row);
		else
			upsample_row(last, end, y, width, row);
		for (int x = 0; x < width; x++) {
#pragma HLS PIPELINE II = 1
			level[at + x] = saturate_s16(level[at + x] - row[x]);
		}
	}
}

/*
 * Adds a level to an upsampled row; the result is int16 or, on the last level, the output's format.
 */
template <typename T>
static void add_level(const T *plane, const plane_of &src, const int16_t *level, int level_stride,
		      int width, int height, uint8_t *dst, int dst_stride, bool narrow)
{
	int32_t row[VISION_MOST_WIDTH];
	int16_t *wide = (int16_t *)dst;

	for (int y = 0; y < height; y++) {
		const int64_t at = int64_t(y) * (level_stride / 2);

		upsample_row(plane, src, y, width, row);
		if (narrow) {
			const int64_t to = int64_t(y) * dst_stride;

			for (int x = 0; x < width; x++) {
#pragma HLS PIPELINE II = 1
				dst[to + x] = saturate_u8(level[at + x] + row[x]);
			}
		} else {
			const int64_t to = int64_t(y) * (dst_stride / 2);

			for (int x = 0; x < width; x++) {
#pragma HLS PIPELINE II = 1
				wide[to + x] = saturate_s16(level[at + x] + row[x]);
			}
		}
	}
}

/*
 * Reconstruction; called for each level from the last to the first: adds that level to the previous
 * result or, at first, to the smallest image `src`. Intermediate results are int16, in `scratch`,
 * which has 4 bytes per pixel of the result, for two alternating images.
 */
extern "C" void laplacian_add(const uint8_t *src, int src_stride, int src_width, int src_height,
			      const int16_t *level, int level_stride, int width, int height,
			      int below_width, int below_height, uint8_t *dst, int dst_stride,
			      int dst_width, int dst_height, int format, int index, int levels,
			      int16_t *scratch)
{
#pragma HLS INTERFACE m_axi port = src bundle = gmem0
#pragma HLS INTERFACE m_axi port = level bundle = gmem1
#pragma HLS INTERFACE m_axi port = dst bundle = gmem2
#pragma HLS INTERFACE m_axi port = scratch bundle = gmem3
	const int64_t half = int64_t(dst_width) * dst_height;
	const int16_t *before = scratch + (index % 2 ? 0 : half);
	int16_t *here = scratch + (index % 2 ? half : 0);
	const bool first = index == levels - 1, last = index == 0;
	uint8_t *to = last ? dst : (uint8_t *)here;
	const int to_stride = last ? dst_stride : width * 2;
	const bool narrow = last && format == VISION_U8;

	check_either(src_width, src_height, src_stride, format);
	check_either(dst_width, dst_height, dst_stride, format);
	check_image(width, height, level_stride, 2);
	assert(width <= VISION_MOST_WIDTH);
	assert(!last || (width == dst_width && height == dst_height));
	assert(!first || (src_width == (width + 1) / 2 && src_height == (height + 1) / 2));
	assert(first || (below_width == (width + 1) / 2 && below_height == (height + 1) / 2));
	if (!first)
		add_level(before, {below_width * 2, below_width, below_height}, level, level_stride,
			  width, height, to, to_stride, narrow);
	else if (format == VISION_S16)
		add_level((const int16_t *)src, {src_stride, src_width, src_height}, level,
			  level_stride, width, height, to, to_stride, narrow);
	else
		add_level(src, {src_stride, src_width, src_height}, level, level_stride, width,
			  height, to, to_stride, narrow);
}
