/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_AP_REF_H
#define FPGACL_AP_REF_H

#pragma GCC system_header /* hide warnings in this header from the user */

/* Part of ap_int.h: references to bit ranges and single bits of a value. */

#define FPGACL_AP_WHOLE_TEXT                                                                       \
	"here, as on a board, &=, |= and ^= on a range change the whole number that it belongs "   \
	"to; write x(7, 0) = x(7, 0) & y instead"
#define FPGACL_AP_REDUCED                                                                          \
	"here, as on a board, reducing a range leaves out its highest bit; convert the range to "  \
	"an ap_uint first"

#define FPGACL_AP_REF_ASSIGN(REF_, OP_)                                                            \
	template <typename T_> REF_ &operator OP_##=(T_ o)                                         \
	{                                                                                          \
		return *this = get() OP_ o;                                                        \
	}

/*
 * In the vendor's headers, these combine the whole numbers that the ranges belong to, unless the
 * range and the number on the right are variables.
 */
#define FPGACL_AP_RANGE_LOGIC(OP_)                                                                 \
	template <typename T_, typename = typename fpgacl_ap::whole<T_>::part>                     \
	ap_range_ref &operator OP_##=(T_ o)                                                        \
	{                                                                                          \
		return *this = get() OP_ o;                                                        \
	}                                                                                          \
	template <typename T_, typename = typename fpgacl_ap::named<T_>::number>                   \
	ap_range_ref &operator OP_##=(T_ &o) &                                                     \
	{                                                                                          \
		return *this = get() OP_ o;                                                        \
	}                                                                                          \
	template <typename T_, typename N_ = typename fpgacl_ap::whole<T_>::number>                \
	ap_range_ref &operator OP_##=(const T_ &o) FPGACL_AP_WARN(true, FPGACL_AP_WHOLE_TEXT)      \
	{                                                                                          \
		value OP_## = fpgacl_ap::whole<T_>::of(o);                                         \
		return *this;                                                                      \
	}

/*
 * A bit that is a variable counts as an ap_uint<1> beside a number that is one; the vendor's headers
 * have no other compound operators of bits.
 */
#define FPGACL_AP_BIT_NAMED(OP_)                                                                   \
	template <typename T_, typename = typename fpgacl_ap::named<T_>::number>                   \
	ap_bit_ref &operator OP_##=(T_ &o) &                                                       \
	{                                                                                          \
		ap_int_base<1, false> bit(get());                                                  \
		bit OP_## = o;                                                                     \
		return *this = bit.to_bool();                                                      \
	}
#define FPGACL_AP_BIT_LOGIC(OP_)                                                                   \
	template <typename T_, typename = typename fpgacl_ap::whole<T_>::part>                     \
	ap_bit_ref &operator OP_##=(T_ o)                                                          \
	{                                                                                          \
		return *this = get() OP_ o;                                                        \
	}                                                                                          \
	template <typename T_, typename N_ = typename fpgacl_ap::whole<T_>::number>                \
	ap_bit_ref &operator OP_##=(const T_ &o)                                                   \
	{                                                                                          \
		return *this = get() OP_ o;                                                        \
	}                                                                                          \
	FPGACL_AP_BIT_NAMED(OP_)

/* Bits hi ... lo of a value. If hi is below lo, reads and writes them in reverse order. */
template <int W_, bool S_> struct ap_range_ref {
	typedef ap_int_base<W_, false> Value;
	typedef typename Value::Bits Bits;
	typedef typename Bits::type bits_type;

	ap_int_base<W_, S_> &value;
	int hi, lo;

	ap_range_ref(ap_int_base<W_, S_> &v, int h, int l) : value(v), hi(h), lo(l)
	{
	}
	ap_range_ref(const ap_range_ref &) = default;

	int length() const
	{
		return (hi >= lo ? hi - lo : lo - hi) + 1;
	}
	int low() const
	{
		return fpgacl_ap::larger(hi >= lo ? lo : hi, 0);
	}
	bits_type mask() const
	{
		bits_type ones = bits_type(~bits_type(0));

		return length() >= Bits::bits ? ones : bits_type(~bits_type(ones << length()));
	}
	Value turned(Value v) const
	{
		v.reverse();
		return v.shift_right(W_ - length());
	}
	Value get() const
	{
		if (length() <= 64)
			return Value(to_uint64());
		Value r = Value::template from<Bits>(
			bits_type(value.template as<Bits>() >> (low() < W_ ? low() : W_ - 1)) &
			mask());

		return hi < lo ? turned(r) : r;
	}
	void put(const Value &from)
	{
		Value bits = hi < lo ? turned(from) : from;

		if (length() <= 64) {
			value.put64(low(), fpgacl_ap::low_mask(length()), bits.get64(0));
		} else if (low() < W_) {
			bits_type where = bits_type(mask() << low());
			bits_type moved = bits_type(bits.template as<Bits>() << low());

			value = value.template from<Bits>(
				(value.template as<Bits>() & bits_type(~where)) | (moved & where));
		}
	}

	template <typename T_, typename = fpgacl_ap::if_by_reference<T_>>
	ap_range_ref &operator=(const T_ &o)
	{
		put(Value(o));
		return *this;
	}
	template <typename T_, typename = fpgacl_ap::if_by_value<T_>> ap_range_ref &operator=(T_ o)
	{
		put(Value(o));
		return *this;
	}
	ap_range_ref &operator=(const ap_range_ref &o)
	{
		put(Value(o));
		return *this;
	}
	/* As in the vendor's headers, a concatenation's lowest 64 bits. */
	template <typename H_, typename L_>
	ap_range_ref &operator=(const fpgacl_ap::concat<H_, L_> &o)
	{
		return *this = ap_ulong(o);
	}
	void set(const Value &v)
	{
		put(v);
	}

	operator Value() const
	{
		return get();
	}
	Value to_ap_int_base() const
	{
		return get();
	}
	operator ap_ulong() const
	{
		return to_uint64();
	}
	ap_ulong to_uint64() const
	{
		fpgacl_ap::word bits = value.get64(low()) & fpgacl_ap::low_mask(length());

		return hi >= lo        ? bits
		       : length() > 64 ? get().to_uint64()
				       : turned(Value(bits)).to_uint64();
	}
	ap_slong to_int64() const
	{
		return ap_slong(to_uint64());
	}
	bool to_bool() const
	{
		return get().to_bool();
	}
	char to_char() const
	{
		return char(to_uint64());
	}
	unsigned char to_uchar() const
	{
		return (unsigned char)to_uint64();
	}
	short to_short() const
	{
		return short(to_uint64());
	}
	unsigned short to_ushort() const
	{
		return (unsigned short)to_uint64();
	}
	int to_int() const
	{
		return int(to_uint64());
	}
	unsigned to_uint() const
	{
		return unsigned(to_uint64());
	}
	long to_long() const
	{
		return long(to_uint64());
	}
	unsigned long to_ulong() const
	{
		return (unsigned long)to_uint64();
	}
	double to_double() const
	{
		return get().to_double();
	}
	std::string to_string(int radix = 2) const
	{
		return get().to_string(radix);
	}
	bool operator!() const
	{
		return !to_uint64();
	}
	/* The vendor's reductions leave out the highest bit. */
	int reduced_ones() const
	{
		int n = 0;

		for (int i = low(); i < low() + length() - 1; i++)
			n += value.test(i);
		return n;
	}
	bool and_reduce() const FPGACL_AP_WARN(true, FPGACL_AP_REDUCED)
	{
		return reduced_ones() == length() - 1;
	}
	bool or_reduce() const FPGACL_AP_WARN(true, FPGACL_AP_REDUCED)
	{
		return reduced_ones() != 0;
	}
	bool xor_reduce() const FPGACL_AP_WARN(true, FPGACL_AP_REDUCED)
	{
		return reduced_ones() & 1;
	}

	FPGACL_AP_REF_ASSIGN(ap_range_ref, +)
	FPGACL_AP_REF_ASSIGN(ap_range_ref, -)
	FPGACL_AP_REF_ASSIGN(ap_range_ref, *)
	FPGACL_AP_REF_ASSIGN(ap_range_ref, /)
	FPGACL_AP_REF_ASSIGN(ap_range_ref, %)
	FPGACL_AP_RANGE_LOGIC(&)
	FPGACL_AP_RANGE_LOGIC(|)
	FPGACL_AP_RANGE_LOGIC(^)
	FPGACL_AP_REF_ASSIGN(ap_range_ref, <<)
	FPGACL_AP_REF_ASSIGN(ap_range_ref, >>)
};

template <int W_, bool S_> struct ap_bit_ref {
	ap_int_base<W_, S_> &value;
	int index;

	ap_bit_ref(ap_int_base<W_, S_> &v, int i) : value(v), index(i)
	{
	}
	ap_bit_ref(const ap_bit_ref &) = default;

	operator bool() const
	{
		return value.test(index);
	}
	bool to_bool() const
	{
		return value.test(index);
	}
	bool get() const
	{
		return value.test(index);
	}
	int length() const
	{
		return 1;
	}
	std::string to_string() const
	{
		return get() ? "1" : "0";
	}
	bool operator~() const
	{
		return !value.test(index);
	}
	ap_bit_ref &operator=(const ap_bit_ref &o)
	{
		value.set_bit(index, bool(o));
		return *this;
	}
	/*
	 * Sets the bit if a number is not 0, as the vendor's open headers do: `bits[i] = word &
	 * 0x80`.
	 */
	template <typename T_, typename = fpgacl_ap::if_by_reference<T_>>
	ap_bit_ref &operator=(const T_ &o)
	{
		value.set_bit(index, bool(o != 0));
		return *this;
	}
	template <typename T_, typename = fpgacl_ap::if_by_value<T_>> ap_bit_ref &operator=(T_ o)
	{
		value.set_bit(index, bool(o != 0));
		return *this;
	}
	template <typename H_, typename L_>
	ap_bit_ref &operator=(const fpgacl_ap::concat<H_, L_> &o)
	{
		return *this = ap_ulong(o); /* so the lowest 64 bits count */
	}
	FPGACL_AP_BIT_LOGIC(&)
	FPGACL_AP_BIT_LOGIC(|)
	FPGACL_AP_BIT_LOGIC(^)
	FPGACL_AP_BIT_NAMED(+)
	FPGACL_AP_BIT_NAMED(-)
	FPGACL_AP_BIT_NAMED(*)
	FPGACL_AP_BIT_NAMED(/)
	FPGACL_AP_BIT_NAMED(%)
	FPGACL_AP_BIT_NAMED(<<)
	FPGACL_AP_BIT_NAMED(>>)
};

/*
 * Bits of a fixed-point number. In arithmetic, ranges become unsigned long long and single bits
 * bool, because the vendor's operators only support the bits of integers.
 */
template <int W_, bool S_> struct af_range_ref : ap_range_ref<W_, S_> {
	af_range_ref(const ap_range_ref<W_, S_> &o) : ap_range_ref<W_, S_>(o)
	{
	}
	af_range_ref(const af_range_ref &) = default;
	using ap_range_ref<W_, S_>::operator=;
	af_range_ref &operator=(const af_range_ref &o)
	{
		ap_range_ref<W_, S_>::operator=(o);
		return *this;
	}
};
template <int W_, bool S_> struct af_bit_ref : ap_bit_ref<W_, S_> {
	af_bit_ref(const ap_bit_ref<W_, S_> &o) : ap_bit_ref<W_, S_>(o)
	{
	}
	af_bit_ref(const af_bit_ref &) = default;
	using ap_bit_ref<W_, S_>::operator=;
	af_bit_ref &operator=(const af_bit_ref &o)
	{
		ap_bit_ref<W_, S_>::operator=(o);
		return *this;
	}
};
#undef FPGACL_AP_REF_ASSIGN
#undef FPGACL_AP_RANGE_LOGIC
#undef FPGACL_AP_BIT_LOGIC
#undef FPGACL_AP_BIT_NAMED

/* --- concatenation: (a, b), a.concat(b), which can also be assigned to --- */

namespace fpgacl_ap
{

/* One operand: a reference to a value. Ranges and bits are references already. */
template <int W_, bool S_> struct value_part {
	ap_int_base<W_, S_> &value;
	static const int width = W_;
	int length() const
	{
		return W_;
	}
	ap_int_base<W_, false> bits() const
	{
		return ap_int_base<W_, false>(value);
	}
	void put(const ap_int_base<W_, false> &b)
	{
		value = ap_int_base<W_, S_>(b);
	}
};
template <int W_, bool S_> struct range_part {
	ap_range_ref<W_, S_> range;
	static const int width = W_;
	int length() const
	{
		return range.length();
	}
	ap_int_base<W_, false> bits() const
	{
		return range.get();
	}
	void put(const ap_int_base<W_, false> &b)
	{
		range.put(b);
	}
};
template <int W_, bool S_> struct bit_part {
	ap_bit_ref<W_, S_> bit;
	static const int width = 1;
	int length() const
	{
		return 1;
	}
	ap_int_base<1, false> bits() const
	{
		return ap_int_base<1, false>(bit);
	}
	void put(const ap_int_base<1, false> &b)
	{
		bit = b.to_bool();
	}
};

/* A const or temporary value: read only. With a sign, it fills the bits above it, too. */
template <int W_, bool S_> struct const_part {
	ap_int_base<W_, S_> value;
	static const int width = W_;
	int length() const
	{
		return W_;
	}
	ap_int_base<W_, S_> bits() const
	{
		return value;
	}
	template <int B_> void put(const ap_int_base<B_, false> &)
	{
		static_assert(B_ < 0,
			      "a concatenation cannot be assigned to if a part of it is const "
			      "or a temporary value");
	}
};

template <typename H_, typename L_> struct concat {
	H_ high;
	L_ low;
	static const int width = H_::width + L_::width;
	typedef ap_int_base<width, false> Value;

	concat(const H_ &h, const L_ &l) : high(h), low(l)
	{
	}
	concat(const concat &) = default;

	int length() const
	{
		return high.length() + low.length();
	}
	Value get() const
	{
		return Value(Value(high.bits()).shift_left(low.length()) | Value(low.bits()));
	}
	Value bits() const
	{
		return get();
	}
	/* The high part first: the parts may be of one number. */
	void put(const Value &b)
	{
		high.put(ap_int_base<H_::width, false>(b.shift_right(low.length())));
		low.put(ap_int_base<L_::width, false>(b));
	}
	void set(const Value &b)
	{
		put(b);
	}
	template <typename T_, typename = if_by_reference<T_>> concat &operator=(const T_ &o)
	{
		put(Value(o));
		return *this;
	}
	template <typename T_, typename = if_by_value<T_>> concat &operator=(T_ o)
	{
		put(Value(o));
		return *this;
	}
	concat &operator=(const concat &o)
	{
		put(o.get());
		return *this;
	}
	operator Value() const
	{
		return get();
	}
	template <int W_> operator ap_uint<W_>() const
	{
		return ap_uint<W_>(get());
	}
	template <int W_> operator ap_int<W_>() const
	{
		return ap_int<W_>(get());
	}
	operator ap_ulong() const
	{
		return get().to_uint64();
	}
	ap_ulong to_uint64() const
	{
		return get().to_uint64();
	}
	ap_slong to_int64() const
	{
		return get().to_int64();
	}
	int to_int() const
	{
		return get().to_int();
	}
	unsigned to_uint() const
	{
		return get().to_uint();
	}
	std::string to_string(int radix = 2) const
	{
		return get().to_string(radix);
	}
};

template <int W_, bool S_> value_part<W_, S_> part(ap_int_base<W_, S_> &v)
{
	return {v};
}
template <int W_, bool S_> const_part<W_> part(const ap_int_base<W_, S_> &v)
{
	return {ap_int_base<W_, false>(v)};
}
template <int W_, bool S_> range_part<W_, S_> part(const ap_range_ref<W_, S_> &v)
{
	return {v};
}
template <int W_, bool S_> bit_part<W_, S_> part(const ap_bit_ref<W_, S_> &v)
{
	return {v};
}
template <typename H_, typename L_> concat<H_, L_> part(const concat<H_, L_> &v)
{
	return v;
}
template <bool S_, typename T_, typename B_ = typename builtin<T_>::type>
const_part<B_::width, S_ && B_::sign_flag> c_part(const T_ &v)
{
	return {ap_int_base < B_::width, S_ && B_::sign_flag > (B_(v))};
}

template <typename H_, typename L_> concat<H_, L_> join(const H_ &high, const L_ &low)
{
	return concat<H_, L_>(high, low);
}

} // namespace fpgacl_ap

#endif
