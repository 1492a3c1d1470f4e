/* SPDX-License-Identifier: Apache-2.0 */
#include "reference.h"

#include <math.h>

static int16_t *s16_at(const struct picture *picture, int x, int y)
{
	return (int16_t *)(void *)row_of(picture, y) + x;
}

static int value_at(const struct picture *picture, int x, int y)
{
	return picture->pixel == 2 ? *s16_at(picture, x, y) : row_of(picture, y)[x];
}

static void set_value(struct picture *picture, int x, int y, int value)
{
	if (picture->pixel == 2)
		*s16_at(picture, x, y) = (int16_t)value;
	else
		row_of(picture, y)[x] = (uint8_t)value;
}

static int clamp(int value, int low, int high)
{
	return value < low ? low : value > high ? high : value;
}

/* Converts an exact result to the picture's format, according to the policy. */
static int fit(const struct picture *dst, int64_t value, int policy)
{
	int64_t low = dst->pixel == 2 ? INT16_MIN : 0,
		high = dst->pixel == 2 ? INT16_MAX : UINT8_MAX;

	if (policy == VISION_SATURATE)
		return (int)(value < low ? low : value > high ? high : value);
	return dst->pixel == 2 ? (int16_t)(uint16_t)value : (uint8_t)value;
}

int pixel_at(const struct picture *src, int x, int y, int border, int value)
{
	bool outside = x < 0 || y < 0 || x >= src->width || y >= src->height;

	if (outside && border == VISION_BORDER_CONSTANT)
		return value;
	return row_of(src, clamp(y, 0, src->height - 1))[clamp(x, 0, src->width - 1)];
}

static void read_window(const struct picture *src, int x, int y, int border, int value,
			int window[9])
{
	for (int i = 0; i < 9; i++)
		window[i] = pixel_at(src, x + i % 3 - 1, y + i / 3 - 1, border, value);
}

static int weigh(const int window[9], const int weights[9])
{
	int sum = 0;

	for (int i = 0; i < 9; i++)
		sum += window[i] * weights[i];
	return sum;
}

static int by_value(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

static int filter_pixel(enum filter kind, int window[9])
{
	static const int gaussian[9] = {1, 2, 1, 2, 4, 2, 1, 2, 1};
	static const int box[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};

	if (kind == GAUSSIAN)
		return weigh(window, gaussian) / 16;
	if (kind == BOX)
		return weigh(window, box) / 9;
	qsort(window, 9, sizeof(int), by_value);
	return window[kind == MEDIAN ? 4 : kind == ERODE ? 0 : 8];
}

void reference_filter(enum filter kind, const struct picture *src, struct picture *dst, int border,
		      int value)
{
	int window[9];

	for (int y = 0; y < src->height; y++) {
		for (int x = 0; x < src->width; x++) {
			read_window(src, x, y, border, value, window);
			set_value(dst, x, y, filter_pixel(kind, window));
		}
	}
}

void reference_sobel(const struct picture *src, struct picture *dst_x, struct picture *dst_y,
		     int border, int value)
{
	static const int across[9] = {-1, 0, 1, -2, 0, 2, -1, 0, 1};
	static const int down[9] = {-1, -2, -1, 0, 0, 0, 1, 2, 1};
	int window[9];

	for (int y = 0; y < src->height; y++) {
		for (int x = 0; x < src->width; x++) {
			read_window(src, x, y, border, value, window);
			set_value(dst_x, x, y, weigh(window, across));
			set_value(dst_y, x, y, weigh(window, down));
		}
	}
}

void reference_magnitude(const struct picture *x, const struct picture *y, struct picture *dst)
{
	for (int row = 0; row < dst->height; row++) {
		for (int i = 0; i < dst->width; i++) {
			int a = value_at(x, i, row), b = value_at(y, i, row);
			uint32_t sum = (uint32_t)(a * a) + (uint32_t)(b * b);
			uint16_t z = (uint16_t)(sqrt((double)sum) + 0.5);

			set_value(dst, i, row, z > 32767 ? 32767 : z);
		}
	}
}

void reference_phase(const struct picture *x, const struct picture *y, struct picture *dst)
{
	const double turn = 8 * atan(1);

	for (int row = 0; row < dst->height; row++) {
		for (int i = 0; i < dst->width; i++) {
			double angle = atan2(value_at(y, i, row), value_at(x, i, row));

			angle = angle < 0 ? angle + turn : angle;
			set_value(dst, i, row, (int)(angle / turn * 256 + 0.5) % 256);
		}
	}
}

void reference_threshold(const struct picture *src, struct picture *dst, int type, int lower,
			 int upper, int true_value, int false_value)
{
	for (int y = 0; y < src->height; y++) {
		for (int x = 0; x < src->width; x++) {
			int value = value_at(src, x, y);
			bool is = type == VISION_BINARY ? value > lower
							: value >= lower && value <= upper;

			set_value(dst, x, y, is ? true_value : false_value);
		}
	}
}

void reference_depth(const struct picture *src, struct picture *dst, int policy, int shift)
{
	for (int y = 0; y < src->height; y++) {
		for (int x = 0; x < src->width; x++) {
			int value = value_at(src, x, y);

			if (dst->pixel == 2)
				set_value(dst, x, y, value << shift);
			else /* an arithmetic shift: towards minus infinity */
				set_value(
					dst, x, y,
					fit(dst, (int)floor(value / (double)(1 << shift)), policy));
		}
	}
}

void reference_bitwise(enum bitwise kind, const struct picture *a, const struct picture *b,
		       struct picture *dst)
{
	for (int y = 0; y < dst->height; y++) {
		for (int x = 0; x < dst->width; x++) {
			int p = value_at(a, x, y), q = kind == NOT ? 0 : value_at(b, x, y);

			set_value(dst, x, y,
				  kind == AND   ? p & q
				  : kind == OR  ? p | q
				  : kind == XOR ? p ^ q
						: 255 - p);
		}
	}
}

void reference_arithmetic(enum arithmetic kind, const struct picture *a, const struct picture *b,
			  struct picture *dst, int policy)
{
	for (int y = 0; y < dst->height; y++) {
		for (int x = 0; x < dst->width; x++) {
			int p = value_at(a, x, y), q = value_at(b, x, y);

			if (kind == ABSDIFF)
				set_value(dst, x, y, fit(dst, abs(p - q), VISION_SATURATE));
			else
				set_value(dst, x, y, fit(dst, kind == ADD ? p + q : p - q, policy));
		}
	}
}

void reference_multiply(const struct picture *a, const struct picture *b, struct picture *dst,
			float scale, int policy, int rounding)
{
	for (int y = 0; y < dst->height; y++) {
		for (int x = 0; x < dst->width; x++) {
			double value = (double)(value_at(a, x, y) * value_at(b, x, y)) *
				       (double)scale;

			value = rounding == VISION_TO_ZERO ? trunc(value) : nearbyint(value);
			set_value(dst, x, y, fit(dst, (int64_t)value, policy));
		}
	}
}

void reference_average(const struct picture *a, const struct picture *b, struct picture *dst,
		       float alpha)
{
	for (int y = 0; y < dst->height; y++)
		for (int x = 0; x < dst->width; x++)
			set_value(dst, x, y,
				  (uint8_t)((1 - alpha) * (float)value_at(b, x, y) +
					    alpha * (float)value_at(a, x, y)));
}

void reference_lookup(const struct picture *src, struct picture *dst, const void *table, int count)
{
	const uint8_t *bytes = table;
	const int16_t *words = table;

	for (int y = 0; y < dst->height; y++) {
		for (int x = 0; x < dst->width; x++) {
			int value = value_at(src, x, y);

			if (src->pixel == 1)
				set_value(dst, x, y, bytes[clamp(value, 0, count - 1)]);
			else
				set_value(dst, x, y, words[clamp(value + count / 2, 0, count - 1)]);
		}
	}
}

void reference_histogram(const struct picture *src, uint32_t *bins, int number, int offset,
			 int range)
{
	memset(bins, 0, (size_t)number * sizeof(*bins));
	for (int y = 0; y < src->height; y++) {
		for (int x = 0; x < src->width; x++) {
			int value = row_of(src, y)[x];

			if (value >= offset && value - offset < range)
				bins[(int64_t)(value - offset) * number / range]++;
		}
	}
}

/*
 * The fraction of the pixels above the least value that are not above `value`, times 255, rounded
 * to the nearest.
 */
static int equalised(const struct picture *src, int value)
{
	int64_t least = 0, upto = 0, total = (int64_t)src->width * src->height, at_value[256] = {0};
	int lowest = 0;

	for (int y = 0; y < src->height; y++)
		for (int x = 0; x < src->width; x++)
			at_value[row_of(src, y)[x]]++;
	while (!at_value[lowest])
		lowest++;
	least = at_value[lowest];
	for (int i = lowest + 1; i <= value; i++)
		upto += at_value[i];
	return total == least ? value
			      : (int)floor(255.0 * (double)upto / (double)(total - least) + 0.5);
}

void reference_equalize(const struct picture *src, struct picture *dst)
{
	int table[256];

	for (int value = 0; value < 256; value++)
		table[value] = equalised(src, value);
	for (int y = 0; y < src->height; y++)
		for (int x = 0; x < src->width; x++)
			set_value(dst, x, y, table[row_of(src, y)[x]]);
}

static uint32_t *u32_at(const struct picture *picture, int x, int y)
{
	return (uint32_t *)(void *)row_of(picture, y) + x;
}

void reference_integral(const struct picture *src, struct picture *dst)
{
	for (int y = 0; y < src->height; y++) {
		for (int x = 0; x < src->width; x++) {
			uint32_t left = x ? *u32_at(dst, x - 1, y) : 0,
				 above = y ? *u32_at(dst, x, y - 1) : 0;
			uint32_t both = x && y ? *u32_at(dst, x - 1, y - 1) : 0;

			*u32_at(dst, x, y) = row_of(src, y)[x] + left + above - both;
		}
	}
}

/* floor(a / b) for b > 0 */
static int64_t floor_of(int64_t a, int64_t b)
{
	return a >= 0 ? a / b : -((b - 1 - a) / b);
}

/*
 * The overlap of pixel `i` of `from` pixels with pixel `k` of `to`, if all of them together are
 * from * to long.
 */
static int64_t common(int i, int from, int k, int to)
{
	int64_t begin = (int64_t)i * to, other = (int64_t)k * from;
	int64_t end = begin + to < other + from ? begin + to : other + from;

	begin = begin > other ? begin : other;
	return end > begin ? end - begin : 0;
}

static int mean_under(const struct picture *src, const struct picture *dst, int x, int y)
{
	int64_t sum = 0, area = (int64_t)src->width * src->height;

	for (int line = 0; line < src->height; line++) {
		int64_t high = common(line, src->height, y, dst->height);

		for (int column = 0; high && column < src->width; column++)
			sum += high * common(column, src->width, x, dst->width) *
			       pixel_at(src, column, line, VISION_BORDER_REPLICATE, 0);
	}
	return (int)((2 * sum + area) / (2 * area));
}

static int scaled_pixel(const struct picture *src, const struct picture *dst, int x, int y,
			int type, int border, int value)
{
	/* Positions in units of 1 / (2 width) and 1 / (2 height) of the output. */
	int64_t columns = 2 * (int64_t)dst->width, lines = 2 * (int64_t)dst->height;
	int64_t x_at = (2 * (int64_t)x + 1) * src->width - dst->width;
	int64_t y_at = (2 * (int64_t)y + 1) * src->height - dst->height;
	int left = (int)floor_of(x_at, columns), top = (int)floor_of(y_at, lines);
	int64_t s = x_at - left * columns, t = y_at - top * lines, sum = 0;

	if (type == VISION_AREA)
		return mean_under(src, dst, x, y);
	if (type == VISION_NEAREST)
		return pixel_at(src, left + (2 * s >= columns), top + (2 * t >= lines), border,
				value);
	for (int i = 0; i < 4; i++)
		sum += (i & 1 ? s : columns - s) * (i & 2 ? t : lines - t) *
		       pixel_at(src, left + (i & 1), top + i / 2, border, value);
	return (int)(sum / (columns * lines));
}

void reference_scale(const struct picture *src, struct picture *dst, int type, int border,
		     int value)
{
	for (int y = 0; y < dst->height; y++)
		for (int x = 0; x < dst->width; x++)
			set_value(dst, x, y, scaled_pixel(src, dst, x, y, type, border, value));
}

/* The nearest integer, limited to values far outside of any image. */
static int nearest(double at)
{
	return at > -1e6 && at < 1e6 ? (int)floor(at + 0.5) : at > 0 ? 1000000 : -1000000;
}

/* Interpolates bilinearly between four pixels; far away, there is only the border. */
static int mixed(const struct picture *src, double x, double y, int border, int value)
{
	bool near_x = fabs(x) < 1e6, near_y = fabs(y) < 1e6;
	int left = near_x ? (int)floor(x) : nearest(x), top = near_y ? (int)floor(y) : nearest(y);
	double s = near_x ? x - floor(x) : 0, t = near_y ? y - floor(y) : 0, line[2];

	for (int i = 0; i < 2; i++) {
		int first = pixel_at(src, left, top + i, border, value);

		line[i] = first + s * (pixel_at(src, left + 1, top + i, border, value) - first);
	}
	return (int)(line[0] + t * (line[1] - line[0]));
}

static int pixel_near(const struct picture *src, double x, double y, int type, int border,
		      int value)
{
	return type == VISION_NEAREST ? pixel_at(src, nearest(x), nearest(y), border, value)
				      : mixed(src, x, y, border, value);
}

void reference_remap(const struct picture *src, struct picture *dst, const float *table, int type,
		     int border, int value)
{
	for (int i = 0; i < dst->width * dst->height; i++)
		set_value(dst, i % dst->width, i / dst->width,
			  pixel_near(src, (double)table[2 * i], (double)table[2 * i + 1], type,
				     border, value));
}

void reference_perspective(const struct picture *src, struct picture *dst, const float matrix[9],
			   int type, int border, int value)
{
	const float *m = matrix;

	for (int y = 0; y < dst->height; y++) {
		for (int x = 0; x < dst->width; x++) {
			double x_at = (double)m[0] * x + (double)m[3] * y + (double)m[6];
			double y_at = (double)m[1] * x + (double)m[4] * y + (double)m[7];
			double z_at = (double)m[2] * x + (double)m[5] * y + (double)m[8];

			set_value(dst, x, y,
				  pixel_near(src, x_at / z_at, y_at / z_at, type, border, value));
		}
	}
}

void reference_warp(const struct picture *src, struct picture *dst, const float matrix[6], int type,
		    int border, int value)
{
	const float *m = matrix;

	for (int y = 0; y < dst->height; y++) {
		for (int x = 0; x < dst->width; x++) {
			double x_at = (double)m[0] * x + (double)m[2] * y + (double)m[4];
			double y_at = (double)m[1] * x + (double)m[3] * y + (double)m[5];

			set_value(dst, x, y, pixel_near(src, x_at, y_at, type, border, value));
		}
	}
}
