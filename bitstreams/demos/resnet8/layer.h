/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RESNET8_LAYER_H
#define RESNET8_LAYER_H

/*
 * A convolution as a process: pixels arrive through one FIFO, with all channels of a pixel in a
 * packet, and leave through another. It keeps the last rows of its input on chip, and computes an
 * output row as soon as the rows that it covers have arrived.
 */
#include <hls_stream.h>
#include <hls_vector.h>

#include "products.h"

template <size_t CHANNELS> using pixel = hls::vector<uint8_t, CHANNELS>;
template <size_t CHANNELS> using pixels = hls::stream<pixel<CHANNELS>>;

/* The number of groups of four adjacent activations in one row of a window. */
constexpr size_t groups_of(size_t activations)
{
	return (activations + TAPS - 1) / TAPS;
}

/*
 * A layer's constants, as laid out by pack.c: for 16 output channels at a time and each group of
 * four activations (three rows of the window, then the block's input), 16 x 4 weights.
 */
template <size_t IN, size_t OUT, size_t BESIDE> struct layer {
	static const size_t ROW = groups_of(3 * IN);
	static const size_t GROUPS = 3 * ROW + BESIDE / TAPS;

	int8_t weights[OUT / LANES][GROUPS][LANES * TAPS];
	int32_t bias[OUT];
	int32_t shift[OUT];
};

/*
 * The last four rows of the maps, with zero padding; each row is followed by padding for reads of a
 * group beyond its end.
 */
template <size_t IN, int SIDE> struct rows {
	static const int KEPT = 4;

	uint8_t of[KEPT][(SIDE + 2) * IN + TAPS];

	void clear(int row)
	{
#pragma HLS INLINE
		for (size_t i = 0; i < (SIDE + 2) * IN + TAPS; i++) {
#pragma HLS UNROLL factor = 64
			of[row & (KEPT - 1)][i] = 0;
		}
	}
	void set(int row, int column, const pixel<IN> &value)
	{
#pragma HLS INLINE
		for (size_t i = 0; i < IN; i++) {
#pragma HLS UNROLL
			of[row & (KEPT - 1)][(1 + column) * IN + i] = value[i];
		}
	}
	/* Writes every STRIDE-th pixel of a row. */
	template <int STRIDE> void pass(int row, pixels<IN> &to) const
	{
#pragma HLS INLINE
		for (int column = 0; column < SIDE; column += STRIDE) {
#pragma HLS PIPELINE II = 1
			to.write(pixel<IN>(&of[row & (KEPT - 1)][(1 + column) * IN]));
		}
	}
	/* The three pixels around a column, starting at the first channel of the left one. */
	const uint8_t *around(int row, int column) const
	{
#pragma HLS INLINE
		return &of[row & (KEPT - 1)][column * IN];
	}
};

/* Reads row `row` of a picture's maps, or fills in the padding below the last row. */
template <size_t IN, int SIDE> static void read_row(pixels<IN> &from, int row, rows<IN, SIDE> &maps)
{
#pragma HLS INLINE
	if (row == SIDE) {
		maps.clear(row);
		return;
	}
	for (int column = 0; column < SIDE; column++) {
#pragma HLS PIPELINE II = 1
		maps.set(row, column, from.read());
	}
}

/* The residual input of a layer: none. */
struct no_input {
	template <typename LAYER> void add_products(const LAYER &, size_t, int, sums &) const
	{
	}
	int32_t shifted(int, size_t, int32_t) const
	{
		return 0;
	}
};

/* A row of the block's input, to be added. */
template <size_t CHANNELS, int SIDE> struct block_input {
	pixel<CHANNELS> row[SIDE];

	void read(pixels<CHANNELS> &from)
	{
#pragma HLS INLINE
		for (int column = 0; column < SIDE; column++) {
#pragma HLS PIPELINE II = 1
			row[column] = from.read();
		}
	}
};

/* Added unchanged, except for scaling to the step of the sums. */
template <size_t CHANNELS, int SIDE> struct same_input : block_input<CHANNELS, SIDE> {
	template <typename LAYER> void add_products(const LAYER &, size_t, int, sums &) const
	{
	}
	int32_t shifted(int column, size_t channel, int32_t shift) const
	{
#pragma HLS INLINE
		return int32_t(this->row[column][channel]) << shift;
	}
};

/* Added through a 1 x 1 convolution, whose weights follow those of the windows. */
template <size_t CHANNELS, int SIDE> struct weighted_input : block_input<CHANNELS, SIDE> {
	template <typename LAYER>
	void add_products(const LAYER &constants, size_t block, int column, sums &all) const
	{
#pragma HLS INLINE
		for (size_t i = 0; i < groups_of(CHANNELS); i++) {
#pragma HLS PIPELINE II = 1
			all.add(this->row[column].data() + i * TAPS,
				this->row[column + 1].data() + i * TAPS,
				constants.weights[block][3 * LAYER::ROW + i]);
		}
	}
	int32_t shifted(int, size_t, int32_t) const
	{
		return 0;
	}
};

static inline uint8_t activation(int32_t sum, int32_t shift)
{
#pragma HLS INLINE
	int32_t value = sum >> shift;

	value = value < 0 ? 0 : value;
	return uint8_t(value > 127 ? 127 : value);
}

/*
 * The sums of the windows around two positions in an output row: the given column and the next one.
 */
template <int STRIDE, size_t IN, int SIDE, typename LAYER>
static void add_windows(const rows<IN, SIDE> &maps, const LAYER &constants, size_t block, int row,
			int column, sums &all)
{
#pragma HLS INLINE
	for (int y = 0; y < 3; y++) {
		const uint8_t *one = maps.around(row + y - 1, column * STRIDE);
		const uint8_t *two = maps.around(row + y - 1, (column + 1) * STRIDE);

		for (size_t i = 0; i < LAYER::ROW; i++) {
#pragma HLS PIPELINE II = 1
			all.add(one + i * TAPS, two + i * TAPS,
				constants.weights[block][y * LAYER::ROW + i]);
		}
	}
}

/* Computes 16 activations at one position from its sums. */
template <typename LAYER, typename INPUT, size_t OUT>
static void finish(const sums &all, int place, const LAYER &constants, size_t block, int column,
		   const INPUT &input, pixel<OUT> &ret)
{
#pragma HLS INLINE
	int32_t sum[LANES];

	all.take(place, sum);
	for (size_t lane = 0; lane < LANES; lane++) {
#pragma HLS UNROLL
		size_t channel = block * LANES + lane;
		int32_t shift = constants.shift[channel];

		ret[channel] = activation(sum[lane] + constants.bias[channel] +
						  input.shifted(column, channel, shift),
					  shift);
	}
}

/* Row `row` of the input maps is the centre row of the windows. */
template <int STRIDE, size_t IN, size_t OUT, size_t BESIDE, int SIDE, typename INPUT>
static void write_row(const rows<IN, SIDE> &maps, const layer<IN, OUT, BESIDE> &constants, int row,
		      const INPUT &input, pixels<OUT> &to)
{
#pragma HLS INLINE
	pixel<OUT> result[SIDE / STRIDE];

every_block:
	for (size_t block = 0; block < OUT / LANES; block++) {
	every_two_places:
		for (int column = 0; column < SIDE / STRIDE; column += PLACES) {
			sums all;

			all.clear();
			add_windows<STRIDE>(maps, constants, block, row, column, all);
			input.add_products(constants, block, column, all);
			for (int place = 0; place < PLACES; place++) {
#pragma HLS UNROLL
				finish(all, place, constants, block, column + place, input,
				       result[column + place]);
			}
		}
	}
write_pixels:
	for (int column = 0; column < SIDE / STRIDE; column++) {
#pragma HLS PIPELINE II = 1
		to.write(result[column]);
	}
}

/* `last` is the last row that was read. Windows end there, so their centre is one row above. */
template <int STRIDE> static bool row_is_due(int last)
{
#pragma HLS INLINE
	return last > 0 && (last - 1) % STRIDE == 0;
}

/* A layer without a residual input. */
template <int SIDE, size_t IN, size_t OUT>
static void convolve(const layer<IN, OUT, 0> &constants, pixels<IN> &from, pixels<OUT> &to,
		     int count)
{
	rows<IN, SIDE> maps = {};
	no_input none;

every_picture:
	for (int picture = 0; picture < count; picture++) {
		maps.clear(-1);
	every_row:
		for (int row = 0; row <= SIDE; row++) {
			read_row(from, row, maps);
			if (row_is_due<1>(row))
				write_row<1>(maps, constants, row - 1, none, to);
		}
	}
}

/*
 * The first layer of a block. It also passes on the input, at its stride, for the second one to
 * add.
 */
template <int SIDE, int STRIDE, size_t IN, size_t OUT>
static void convolve_and_pass(const layer<IN, OUT, 0> &constants, pixels<IN> &from, pixels<OUT> &to,
			      pixels<IN> &input, int count)
{
	rows<IN, SIDE> maps = {};
	no_input none;

every_picture:
	for (int picture = 0; picture < count; picture++) {
		maps.clear(-1);
	every_row:
		for (int row = 0; row <= SIDE; row++) {
			read_row(from, row, maps);
			if (row < SIDE && row % STRIDE == 0)
				maps.template pass<STRIDE>(row, input);
			if (row_is_due<STRIDE>(row))
				write_row<STRIDE>(maps, constants, row - 1, none, to);
		}
	}
}

/* The second layer of a block. INPUT defines how the block's input is added. */
template <int SIDE, typename INPUT, size_t CHANNELS, size_t OUT, size_t BESIDE>
static void convolve_and_add(const layer<OUT, OUT, BESIDE> &constants, pixels<OUT> &from,
			     pixels<CHANNELS> &input, pixels<OUT> &to, int count)
{
	rows<OUT, SIDE> maps = {};
	INPUT added;

every_picture:
	for (int picture = 0; picture < count; picture++) {
		maps.clear(-1);
	every_row:
		for (int row = 0; row <= SIDE; row++) {
			read_row(from, row, maps);
			if (!row_is_due<1>(row))
				continue;
			added.read(input);
			write_row<1>(maps, constants, row - 1, added, to);
		}
	}
}

#endif
