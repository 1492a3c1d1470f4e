/* SPDX-License-Identifier: Apache-2.0 */
#include <ap_axi_sdata.h>
#include <ap_utils.h>
#include <hls_math.h>
#include <hls_stream.h>
#include <hls_vector.h>

typedef ap_axiu<32, 0, 0, 0> packet;
typedef qdma_axis<32, 0, 0, 0> host_packet;

extern "C" void square(hls::stream<packet> &in, hls::stream<host_packet> &out)
{
	packet p;

	do {
		host_packet q;

		p = in.read();
		q.set_data(p.data * p.data);
		q.set_last(p.last);
		q.keep_all();
		out.write(q);
		ap_wait();
	} while (!p.last);
}

extern "C" void vectors(const hls::vector<float, 4> *in, float *out)
{
	hls::vector<float, 4> twice = *in + *in;

	*out = hls::sqrt(twice.reduce_add());
}
