/* SPDX-License-Identifier: Apache-2.0 */
/* An enum class wherever a kernel may have one, next to all number types. */
#include <ap_fixed.h>
#include <ap_int.h>
#include <hls_math.h>
#include <hls_stream.h>

enum class light : unsigned char { off, on, blinking };
enum class order { keep, turn };

struct lamp {
	light state;
	order next;
	ap_uint<12> level;
};

static const light turned[3] = {light::on, light::blinking, light::off};

static ap_fixed<16, 8> factor(light state)
{
	switch (state) {
	case light::off:
		return 0;
	case light::on:
		return 1;
	case light::blinking:
		return 0.5;
	}
	return -1;
}

extern "C" void lamps(const lamp *in, hls::stream<light> &states, int *levels, order all, int n)
{
	for (int i = 0; i < n; i++) {
		lamp now = in[i];

		if (now.next == order::turn || all != order::keep)
			now.state = turned[(int)now.state];
		states.write(now.state);
		levels[i] = (int)(now.level * factor(now.state));
		if (now.state < light::blinking && now.level >= 0)
			levels[i]++;
	}
}
