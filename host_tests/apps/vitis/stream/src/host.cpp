/* SPDX-License-Identifier: Apache-2.0 */
#include "board.hpp"

/* Far more than the FIFO holds, so that both kernels must run concurrently. */
enum { SIZE = 5000 };

int main(int argc, char **argv)
{
	return board::run([&] {
		board::design design(argc, argv);
		cl::Kernel send(design.program, "send"), receive(design.program, "receive");
		cl::Buffer in(design.context, CL_MEM_READ_ONLY, SIZE * sizeof(int));
		cl::Buffer out(design.context, CL_MEM_WRITE_ONLY, (SIZE + 1) * sizeof(int));
		std::vector<int> values(SIZE), result(SIZE + 1);
		std::vector<cl::Event> written(1);

		for (int i = 0; i < SIZE; i++)
			values[i] = 7 * i - 1000;
		send.setArg(0, in);
		send.setArg(2, SIZE);
		receive.setArg(1, out);
		design.queue.enqueueWriteBuffer(in, CL_FALSE, 0, SIZE * sizeof(int), values.data(),
						nullptr, &written[0]);
		design.queue.enqueueTask(send, &written);
		design.queue.enqueueTask(receive);
		design.queue.finish();
		design.queue.enqueueReadBuffer(out, CL_TRUE, 0, result.size() * sizeof(int),
					       result.data());
		board::expect(result[SIZE] == SIZE, "the number of packets");
		for (int i = 0; i < SIZE; i++)
			board::expect(result[i] == 2 * values[i], "a packet");
	});
}
