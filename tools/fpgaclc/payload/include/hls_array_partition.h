/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_HLS_ARRAY_PARTITION_H
#define FPGACL_HLS_ARRAY_PARTITION_H

#pragma GCC system_header /* hide warnings in this header from the user */

#include <stddef.h>

#include "hls_vector.h"

namespace hls
{

/*
 * The elements with these indices. A board can read them in one cycle if each is in a separate
 * bank.
 */
template <typename T_, size_t K_>
vector<T_, K_> gather(const T_ *array, const size_t (&indices)[K_])
{
	vector<T_, K_> found;

	for (size_t i = 0; i < K_; i++)
		found[i] = array[indices[i]];
	return found;
}

} // namespace hls

#endif
