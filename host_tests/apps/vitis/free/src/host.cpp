/* SPDX-License-Identifier: Apache-2.0 */
#include "board.hpp"

enum { SIZE = 3000 };

int main(int argc, char **argv)
{
	return board::run([&] {
		board::design design(argc, argv);
		cl::Kernel feed(design.program, "feed"), drain(design.program, "drain");
		cl::Buffer in(design.context, CL_MEM_READ_ONLY, SIZE * sizeof(int));
		cl::Buffer out(design.context, CL_MEM_WRITE_ONLY, SIZE * sizeof(cl_long));
		std::vector<int> values(SIZE);
		std::vector<cl_long> result(SIZE);

		for (int i = 0; i < SIZE; i++)
			values[i] = 0x7fffffff - 3 * i;
		design.queue.enqueueWriteBuffer(in, CL_TRUE, 0, SIZE * sizeof(int), values.data());
		feed.setArg(0, in);
		feed.setArg(2, SIZE);
		drain.setArg(1, out);
		drain.setArg(2, SIZE);
		/* Twice: the free-running kernel continues. */
		for (int round = 0; round < 2; round++) {
			design.queue.enqueueTask(feed);
			design.queue.enqueueTask(drain);
			design.queue.finish();
			design.queue.enqueueReadBuffer(out, CL_TRUE, 0, SIZE * sizeof(cl_long),
						       result.data());
			for (int i = 0; i < SIZE; i++)
				board::expect(result[i] == 4LL * values[i], "a value");
		}
	});
}
