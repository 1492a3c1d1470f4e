/* SPDX-License-Identifier: Apache-2.0 */
#include "xtlm_ipc.h"

int main()
{
	xtlm_ipc::axis_target_socket_util<xtlm_ipc::BLOCKING> socket_util("gt_slave");
	xtlm_ipc::axi_stream_packet packet;

	for (int i = 0; i < 100; i++) {
		std::vector<int> numbers(i % 10 + 1, i + 1);

		socket_util.sample_transaction(packet);
		if (!packet.tlast() ||
		    packet.data() != std::string((char *)numbers.data(), numbers.size() * 4)) {
			std::cerr << "packet " << i << " is wrong" << std::endl;
			return 1;
		}
	}
	return 0;
}
