// SPDX-License-Identifier: Apache-2.0
// Boards on a switch: all but one say a number each, and that one sorts them, with a mistake.
#include <ap_axi_sdata.h>
#include <ap_int.h>
#include <hls_stream.h>

typedef ap_axiu<512, 0, 0, 0> frame;

extern "C" {

// To all others, as Ethernet's broadcast.
void say(hls::stream<frame> &out, int number)
{
	frame packet;

	packet.data = 0;
	packet.data.range(47, 0) = 0xffffffffffff;
	packet.data.range(95, 48) = 0x020000000000 + (ap_uint<512>(number) << 40);
	packet.data.range(159, 128) = number;
	packet.keep = -1;
	packet.last = 1;
	out.write(packet);
}

// Waits for others without any stream.
void spin(volatile int *flag)
{
	while (!*flag)
		;
}

// As they came, and then sorted: by one pass too few, which only matters if the smallest comes last.
void gather(hls::stream<frame> &in, int *out, int count)
{
	int numbers[64];

	for (int i = 0; i < count; i++) {
		frame packet = in.read();

		numbers[i] = packet.data.range(159, 128);
		out[i] = numbers[i];
	}
	for (int pass = 0; pass < count - 2; pass++)
		for (int i = 0; i + 1 < count; i++) {
			int smaller = numbers[i] < numbers[i + 1] ? numbers[i] : numbers[i + 1];

			numbers[i + 1] += numbers[i] - smaller;
			numbers[i] = smaller;
		}
	for (int i = 0; i < count; i++)
		out[count + i] = numbers[i];
}
}
