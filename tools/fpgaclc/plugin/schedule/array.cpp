/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/array.h"

#include <llvm/Support/MathExtras.h>

#include "tools/fpgaclc/plugin/schedule/figure.h"

namespace fclc
{

uint64_t array::stride(unsigned dim) const
{
	uint64_t bytes = element;

	for (size_t i = counts.size(); i > dim; i--)
		bytes = saturating_mul(bytes, counts[i - 1] ? counts[i - 1] : 1);
	return dim || (!counts.empty() && counts[0]) ? bytes : 0;
}

uint64_t array::banks() const
{
	uint64_t banks = 1;

	for (const partition &cut : cuts)
		banks = saturating_mul(banks, cut.factor ? cut.factor : 1);
	return banks;
}

} // namespace fclc
