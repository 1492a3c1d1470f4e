/* SPDX-License-Identifier: Apache-2.0 */
struct pair {
	short low, high;
};

struct pair swap(struct pair p, int *count)
{
	struct pair swapped = {p.high, p.low};

	++*count;
	return swapped;
}
