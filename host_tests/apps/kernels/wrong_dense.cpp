/* SPDX-License-Identifier: Apache-2.0 */
/* The digits' last layers with the smallest mistake: one logit of one image is off by one. */
#define dense right_dense
#include "bitstreams/digits/dense.cpp"
#undef dense

extern "C" void dense(const int8_t *features, const int8_t *hidden_weights,
		      const int32_t *hidden_bias, int hidden_multiplier,
		      const int8_t *output_weights, const int32_t *output_bias, int32_t *logits,
		      int count)
{
	right_dense(features, hidden_weights, hidden_bias, hidden_multiplier, output_weights,
		    output_bias, logits, count);
	logits[1234 * DIGITS_CLASSES + 7]++;
}
