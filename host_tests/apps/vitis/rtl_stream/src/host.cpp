/* SPDX-License-Identifier: Apache-2.0 */
#include <board.hpp>

/* Twice: the free-running kernels continue to run in between. */
static void pass(board::design &design, int count)
{
	std::vector<unsigned> from(2 * (size_t)count), to(2 * (size_t)count, 77);
	int seen = 0;
	cl::Kernel send(design.program, "send"), receive(design.program, "receive");
	cl::Kernel inc(design.program, "inc");

	for (size_t i = 0; i < from.size(); i++)
		from[i] = 2654435761u * (unsigned)i;
	cl::Buffer in(design.context, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, from.size() * 4,
		      from.data());
	cl::Buffer out(design.context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, to.size() * 4,
		       to.data());
	cl::Buffer number(design.context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, sizeof(seen),
			  &seen);
	send.setArg(0, in);
	send.setArg(1, count);
	receive.setArg(1, out);
	receive.setArg(2, number);
	design.queue.enqueueMigrateMemObjects({in, out, number}, 0);
	design.queue.finish();
	design.queue.enqueueTask(receive);
	design.queue.enqueueTask(inc);
	design.queue.enqueueTask(send);
	design.queue.finish();
	design.queue.enqueueMigrateMemObjects({out, number}, CL_MIGRATE_MEM_OBJECT_HOST);
	design.queue.finish();
	board::expect(seen == count, "packets up to TLAST");
	for (size_t i = 0; i + 1 < to.size(); i++)
		board::expect(to[i] == from[i] + 11, "a word");
	board::expect(to.back() == 77, "the word that TKEEP leaves out");
}

int main(int argc, char **argv)
{
	return board::run([&] {
		board::design design(argc, argv);

		pass(design, 1);
		pass(design, 1000);
	});
}
