/* SPDX-License-Identifier: Apache-2.0 */
#include <board.hpp>

/* Runs of various lengths: none, parts of a burst, bursts that do not start at a burst boundary. */
static void scale(board::design &design, unsigned offset, unsigned count, unsigned short factor)
{
	const unsigned guard = 0xabadcafe;
	std::vector<unsigned> from(offset + count + 1), to(offset + count + 1, guard);
	size_t bytes = from.size() * sizeof(unsigned);
	cl::Kernel kernel(design.program, "scale");

	for (size_t i = 0; i < from.size(); i++)
		from[i] = 2654435761u * (unsigned)i + factor;
	cl::Buffer in(design.context, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, bytes, from.data());
	cl::Buffer out(design.context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, to.data());
	kernel.setArg(0, in);
	kernel.setArg(1, out);
	kernel.setArg(2, count);
	kernel.setArg(3, factor);
	design.queue.enqueueMigrateMemObjects({in, out}, 0);
	design.queue.finish();
	design.queue.enqueueTask(kernel);
	design.queue.finish();
	design.queue.enqueueMigrateMemObjects({out}, CL_MIGRATE_MEM_OBJECT_HOST);
	design.queue.finish();
	for (unsigned i = 0; i < count; i++)
		board::expect(to[i] == from[i] * factor, "a product");
	for (size_t i = count; i < to.size(); i++)
		board::expect(to[i] == guard, "what follows the results");
}

int main(int argc, char **argv)
{
	return board::run([&] {
		board::design design(argc, argv);

		for (unsigned count : {0u, 1u, 15u, 16u, 17u, 1000u})
			scale(design, 3, count, (unsigned short)(count * 7 + 1));
	});
}
