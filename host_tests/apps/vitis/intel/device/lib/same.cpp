// SPDX-License-Identifier: Apache-2.0
// A C model in C++, which keeps what it was given.
#include <vector>

template <class T> static T last(const std::vector<T> &all)
{
	return all.back();
}

extern "C" unsigned same(unsigned value)
{
	static std::vector<unsigned> all;

	all.push_back(value);
	return last(all);
}
