/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RESNET8_PRODUCTS_H
#define RESNET8_PRODUCTS_H

/*
 * The sums of 16 output channels at two adjacent positions, to which products are added in groups
 * of four: activations from 0 to 127 times weights from -127 to 127.
 *
 * On a board, these are 128 multipliers that work in parallel. On a processor, there is an
 * instruction for exactly this, which multiplies bytes and adds adjacent products in 16 bits (two
 * products of at most 127 * 127 fit). Compilers do not find it themselves, and their code is three
 * times slower.
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if !defined(RESNET8_BY_VECTORS) && defined(__SSSE3__) && !defined(__SYNTHESIS__)
#define RESNET8_BY_VECTORS 1
#endif
#if RESNET8_BY_VECTORS
#include <immintrin.h>
#endif

static const size_t LANES = 16; /* output channels */
static const int PLACES = 2;
static const size_t TAPS = 4;

#if !RESNET8_BY_VECTORS

struct sums {
	int32_t of[PLACES][LANES];

	void clear()
	{
#pragma HLS INLINE
		for (size_t i = 0; i < PLACES * LANES; i++) {
#pragma HLS UNROLL
			of[i / LANES][i % LANES] = 0;
		}
	}
	/*
	 * Adds four activations at each position, with the weights of these four for each channel.
	 */
	void add(const uint8_t *one, const uint8_t *two, const int8_t weights[LANES * TAPS])
	{
#pragma HLS INLINE
		for (size_t lane = 0; lane < LANES; lane++) {
#pragma HLS UNROLL
			for (size_t tap = 0; tap < TAPS; tap++) {
#pragma HLS UNROLL
				of[0][lane] += one[tap] * weights[lane * TAPS + tap];
				of[1][lane] += two[tap] * weights[lane * TAPS + tap];
			}
		}
	}
	void take(int place, int32_t ret[LANES]) const
	{
#pragma HLS INLINE
		for (size_t lane = 0; lane < LANES; lane++) {
#pragma HLS UNROLL
			ret[lane] = of[place][lane];
		}
	}
};

#else

#ifdef __AVX2__
struct register_of_int32 {
	typedef __m256i type;
	static type four_everywhere(int32_t four)
	{
		return _mm256_set1_epi32(four);
	}
	static type load(const void *from)
	{
		return _mm256_loadu_si256((const __m256i *)from);
	}
	static type add_products(type sums, type activations, type weights)
	{
		type pairs = _mm256_maddubs_epi16(activations, weights);

		return _mm256_add_epi32(sums, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
	}
};
#else
struct register_of_int32 {
	typedef __m128i type;
	static type four_everywhere(int32_t four)
	{
		return _mm_set1_epi32(four);
	}
	static type load(const void *from)
	{
		return _mm_loadu_si128((const __m128i *)from);
	}
	static type add_products(type sums, type activations, type weights)
	{
		type pairs = _mm_maddubs_epi16(activations, weights);

		return _mm_add_epi32(sums, _mm_madd_epi16(pairs, _mm_set1_epi16(1)));
	}
};
#endif

struct sums {
	typedef register_of_int32 by;
	static const size_t WIDTH = sizeof(by::type) / sizeof(int32_t);
	by::type of[PLACES][LANES / WIDTH];

	void clear()
	{
		memset(of, 0, sizeof(of));
	}
	void add(const uint8_t *one, const uint8_t *two, const int8_t *weights)
	{
		int32_t four[PLACES];

		memcpy(&four[0], one, TAPS);
		memcpy(&four[1], two, TAPS);
		for (size_t i = 0; i < LANES / WIDTH; i++) {
			by::type w = by::load(weights + i * WIDTH * TAPS);

			of[0][i] = by::add_products(of[0][i], by::four_everywhere(four[0]), w);
			of[1][i] = by::add_products(of[1][i], by::four_everywhere(four[1]), w);
		}
	}
	void take(int place, int32_t *ret) const
	{
		memcpy(ret, of[place], sizeof(of[place]));
	}
};

#endif
#endif
