/* SPDX-License-Identifier: Apache-2.0 */
#include "xtlm_ipc.h"

int main()
{
	xtlm_ipc::axis_initiator_socket_util<xtlm_ipc::NON_BLOCKING> socket_util("gt_master");

	for (int i = 0; i < 100; i++) {
		std::vector<int> numbers(i % 10 + 1, i);

		socket_util.transport(std::vector<char>((char *)numbers.data(),
							(char *)(numbers.data() + numbers.size())));
	}
	socket_util.barrier_wait();
	socket_util.disconnect();
	return 0;
}
