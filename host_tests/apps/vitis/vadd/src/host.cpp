/* SPDX-License-Identifier: Apache-2.0 */
#include "board.hpp"

#include <experimental/xrt_profile.h>

enum { SIZE = 4096 };

int main(int argc, char **argv)
{
	return board::run([&] {
		xrt::profile::user_range setting_up("set up", "until the kernel is there");
		xrt::profile::user_event mark;
		board::design design(argc, argv);
		cl::Kernel vadd(design.program, "vadd");
		std::vector<int> a(SIZE), b(SIZE), sum(SIZE, -1);
		const size_t bytes = SIZE * sizeof(int);

		for (int i = 0; i < SIZE; i++) {
			a[i] = i;
			b[i] = 3 * i;
		}
		cl::Buffer in1(design.context, CL_MEM_USE_HOST_PTR | CL_MEM_READ_ONLY, bytes,
			       a.data());
		cl::Buffer in2(design.context, CL_MEM_USE_HOST_PTR | CL_MEM_READ_ONLY, bytes,
			       b.data());
		cl::Buffer out(design.context, CL_MEM_USE_HOST_PTR | CL_MEM_WRITE_ONLY, bytes,
			       sum.data());
		std::vector<cl::Event> moved(1), done(1);

		setting_up.end();
		mark.mark("start");

		vadd.setArg(0, in1);
		vadd.setArg(1, in2);
		vadd.setArg(2, out);
		vadd.setArg(3, SIZE);
		design.queue.enqueueMigrateMemObjects({in1, in2}, 0, nullptr, &moved[0]);
		design.queue.enqueueTask(vadd, &moved, &done[0]);
		design.queue.enqueueMigrateMemObjects({out}, CL_MIGRATE_MEM_OBJECT_HOST, &done);
		design.queue.finish();
		for (int i = 0; i < SIZE; i++)
			board::expect(sum[i] == 4 * i, "a sum");
	});
}
