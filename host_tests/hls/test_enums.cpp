/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Enumerations with the number types: an enum class only has the language's operators, or its
 * owner's, and none of ours; an enum is an operand like the integer that it is promoted to.
 */
#include "reference.h"

#include <ap_axi_sdata.h>
#include <ap_fixed.h>
#include <ap_int.h>
#include <ap_shift_reg.h>
#include <hls_half.h>
#include <hls_math.h>
#include <hls_np_channel.h>
#include <hls_stream.h>
#include <hls_streamofblocks.h>
#include <hls_vector.h>
#include <hls_x_complex.h>

enum class light : unsigned char { off, on, blinking };
enum class phase { idle, running = -7, done = 1 << 20 };
enum class huge : unsigned long long { most = ~0ull };
enum plain { ZERO, ONE, TWO };
enum small : unsigned char { LAST = 255 };

struct lamp {
	light state;
	phase now;
	ap_uint<5> level;
	plain kind;
};

/* Operators defined by the owner, as for flags. */
enum class flags : unsigned { none = 0, read = 1, write = 2 };

constexpr flags operator|(flags a, flags b)
{
	return flags(unsigned(a) | unsigned(b));
}
constexpr flags operator&(flags a, flags b)
{
	return flags(unsigned(a) & unsigned(b));
}
constexpr unsigned operator+(flags a)
{
	return unsigned(a);
}
inline light &operator++(light &a)
{
	return a = a == light::blinking ? light::off : light((int)a + 1);
}

static int meaning(light state)
{
	switch (state) {
	case light::off:
		return 1;
	case light::on:
		return 2;
	case light::blinking:
		return 3;
	}
	return 0;
}

static void comparisons()
{
	const light all[3] = {light::off, light::on, light::blinking};

	for (int i = 0; i < 3; i++) {
		HOLDS("switch", meaning(all[i]) == i + 1);
		for (int j = 0; j < 3; j++) {
			HOLDS("==", (all[i] == all[j]) == (i == j));
			HOLDS("!=", (all[i] != all[j]) == (i != j));
			HOLDS("<", (all[i] < all[j]) == (i < j));
			HOLDS("<=", (all[i] <= all[j]) == (i <= j));
			HOLDS(">", (all[i] > all[j]) == (i > j));
			HOLDS(">=", (all[i] >= all[j]) == (i >= j));
		}
	}
	HOLDS("negative", phase::running < phase::idle && phase::idle < phase::done);
	HOLDS("huge", huge::most == huge(~0ull) && huge::most != huge(0));
}

static void holders()
{
	lamp lamps[3] = {{light::off, phase::idle, 1, ZERO},
			 {light::on, phase::running, 2, ONE},
			 {light::blinking, phase::done, 3, TWO}};
	hls::stream<light> states;
	hls::stream<lamp> all;
	ap_shift_reg<light, 3> taps;

	for (int i = 0; i < 3; i++) {
		states.write(lamps[i].state);
		all << lamps[i];
		taps.shift(lamps[i].state);
	}
	for (int i = 0; i < 3; i++) {
		lamp found = all.read();

		HOLDS("stream", states.read() == lamps[i].state);
		HOLDS("member", found.state == lamps[i].state && found.now == lamps[i].now);
		HOLDS("beside", found.level == i + 1 && found.kind == i);
		HOLDS("taps", taps.read(i) == lamps[2 - i].state);
	}
}

static void owners_operators()
{
	flags both = flags::read | flags::write;
	light state = light::on;

	HOLDS("|", both == flags(3) && (both & flags::write) == flags::write);
	HOLDS("unary +", +both == 3);
	HOLDS("++", ++state == light::blinking && ++state == light::off);
	HOLDS("cast", ap_uint<4>(+both) == 3 && ap_int<8>((int)phase::running) == -7);
}

static void promoted()
{
	ap_uint<4> bits = TWO;
	ap_fixed<16, 8> fixed = 1.5;

	HOLDS("enum ==", bits == TWO && TWO == bits && bits != ONE && ONE < bits);
	HOLDS("enum +", (bits + ONE) == 3 && (TWO * bits) == 4);
	HOLDS("enum << ", (bits << ONE) == 4);
	HOLDS("enum fixed", fixed > ONE && fixed < TWO && fixed + ONE == 2.5);
	HOLDS("small enum", ap_uint<9>(LAST) == 255 && bits < LAST);
	HOLDS("width", decltype(bits + ONE)::width == decltype(bits + 1u)::width);
	HOLDS("small width", decltype(bits + LAST)::width == decltype(bits + 1)::width);
}

/* Whether `a == b` and `a + b` exist; for an enum class the language says no. */
template <typename A, typename B> static auto compares(A a, B b, int) -> decltype(a == b)
{
	return true;
}
template <typename A, typename B> static bool compares(A, B, long)
{
	return false;
}
template <typename A, typename B> static auto adds(A a, B b, int) -> decltype(a + b, true)
{
	return true;
}
template <typename A, typename B> static bool adds(A, B, long)
{
	return false;
}

static void strangers()
{
	ap_uint<4> bits = 1;
	ap_fixed<8, 4> fixed = 1;

	HOLDS("as with int", compares(bits, ONE, 0) && adds(ONE, fixed, 0));
	HOLDS("with integer", !compares(bits, light::on, 0) && !adds(phase::idle, bits, 0));
	HOLDS("with fixed", !compares(fixed, light::on, 0) && !adds(light::on, fixed, 0));
	HOLDS("with own +", !compares(bits, flags::read, 0) && !adds(flags::read, bits, 0));
	HOLDS("alone", compares(light::on, light::on, 0) && !adds(light::on, light::on, 0));
	HOLDS("of two", !compares(light::on, phase::idle, 0));
}

int main()
{
	comparisons();
	holders();
	owners_operators();
	promoted();
	strangers();
	return report("enums", 80);
}
