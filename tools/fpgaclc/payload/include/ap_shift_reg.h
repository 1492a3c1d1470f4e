/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_AP_SHIFT_REG_H
#define FPGACL_AP_SHIFT_REG_H

#pragma GCC system_header /* hide warnings in this header from the user */

/* ap_shift_reg<T, DEPTH> (interface: UG1399 "HLS IP Libraries", shift registers). */

template <typename T_, unsigned DEPTH_ = 32> class ap_shift_reg
{
	static_assert(DEPTH_ > 0, "a shift register has at least one stage");

	T_ places_[DEPTH_]; /* newest first */

	ap_shift_reg(const ap_shift_reg &) = delete;
	ap_shift_reg &operator=(const ap_shift_reg &) = delete;

      public:
	ap_shift_reg() : places_()
	{
	}
	explicit ap_shift_reg(const char *) : places_()
	{
	}

	/* Returns the element at `address`, then, if `enable`, shifts in `in` at index 0. */
	T_ shift(T_ in, unsigned address = DEPTH_ - 1, bool enable = true)
	{
		T_ out = read(address);

		if (enable) {
			for (unsigned i = DEPTH_ - 1; i; i--)
				places_[i] = places_[i - 1];
			places_[0] = in;
		}
		return out;
	}
	T_ read(unsigned address = DEPTH_ - 1) const
	{
		return places_[address < DEPTH_ ? address : DEPTH_ - 1];
	}
};

#endif
