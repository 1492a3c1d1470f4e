/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_HLS_VIDEO_H
#define FPGACL_HLS_VIDEO_H

#pragma GCC system_header /* hide warnings in this header from the user */

/*
 * The two memory classes of the video library that Vitis HLS dropped but many filters still use
 * (interface: UG902 "Memory Line Buffer" and "Memory Window Buffer"). If another header of this
 * name is on the include path, that one is included, with the whole library.
 */

#if __has_include_next(<hls_video.h>)
#include_next <hls_video.h>
#else

#include <ap_axi_sdata.h>
#include <ap_int.h>
#include <hls_stream.h>

namespace hls
{

/* ROWS x COLS pixels around the current one. */
template <int ROWS_, int COLS_, typename T_> class Window
{
      public:
	T_ val[ROWS_][COLS_];

	/*
	 * Moves the pixels. Those at the vacated edge keep their values until new ones are
	 * inserted.
	 */
	void shift_pixels_left()
	{
		for (int r = 0; r < ROWS_; r++)
			for (int c = 0; c < COLS_ - 1; c++)
				val[r][c] = val[r][c + 1];
	}
	void shift_pixels_right()
	{
		for (int r = 0; r < ROWS_; r++)
			for (int c = COLS_ - 1; c > 0; c--)
				val[r][c] = val[r][c - 1];
	}
	void shift_pixels_up()
	{
		for (int c = 0; c < COLS_; c++)
			for (int r = 0; r < ROWS_ - 1; r++)
				val[r][c] = val[r + 1][c];
	}
	void shift_pixels_down()
	{
		for (int c = 0; c < COLS_; c++)
			for (int r = ROWS_ - 1; r > 0; r--)
				val[r][c] = val[r - 1][c];
	}
	void insert_pixel(const T_ &value, int row, int col)
	{
		val[row][col] = value;
	}
	void insert_row(const T_ value[COLS_], int row)
	{
		for (int c = 0; c < COLS_; c++)
			val[row][c] = value[c];
	}
	void insert_top_row(const T_ value[COLS_])
	{
		insert_row(value, 0);
	}
	void insert_bottom_row(const T_ value[COLS_])
	{
		insert_row(value, ROWS_ - 1);
	}
	void insert_col(const T_ value[ROWS_], int col)
	{
		for (int r = 0; r < ROWS_; r++)
			val[r][col] = value[r];
	}
	void insert_left_col(const T_ value[ROWS_])
	{
		insert_col(value, 0);
	}
	void insert_right_col(const T_ value[ROWS_])
	{
		insert_col(value, COLS_ - 1);
	}
	T_ &getval(int row, int col)
	{
		return val[row][col];
	}
	T_ &operator()(int row, int col)
	{
		return val[row][col];
	}
};

/* The last ROWS rows of an image of COLS columns. */
template <int ROWS_, int COLS_, typename T_, int RESHAPE_ = 0> class LineBuffer
{
      public:
	T_ val[ROWS_][COLS_];

	void shift_pixels_up(int col)
	{
		for (int r = 0; r < ROWS_ - 1; r++)
			val[r][col] = val[r + 1][col];
	}
	void shift_pixels_down(int col)
	{
		for (int r = ROWS_ - 1; r > 0; r--)
			val[r][col] = val[r - 1][col];
	}
	void insert_top_row(const T_ &value, int col)
	{
		val[0][col] = value;
	}
	void insert_bottom_row(const T_ &value, int col)
	{
		val[ROWS_ - 1][col] = value;
	}
	void get_col(T_ value[ROWS_], int col)
	{
		for (int r = 0; r < ROWS_; r++)
			value[r] = val[r][col];
	}
	T_ &getval(int row, int col)
	{
		return val[row][col];
	}
	T_ &operator()(int row, int col)
	{
		return val[row][col];
	}
};

} // namespace hls

#endif
#endif
