/* SPDX-License-Identifier: Apache-2.0 */
#include "board.hpp"

#include <string.h>

/* The same design on both boards in emconfig.json. */
static void mask(board::design &design)
{
	cl::Kernel kernel(design.program, "mask");
	std::vector<unsigned char> bytes(4096);
	cl::Buffer buffer(design.context, CL_MEM_USE_HOST_PTR, bytes.size(), bytes.data());

	for (size_t i = 0; i < bytes.size(); i++)
		bytes[i] = (unsigned char)i;
	kernel.setArg(0, buffer);
	kernel.setArg(1, int(bytes.size() / 64));
	design.queue.enqueueTask(kernel);
	design.queue.finish();
	design.queue.enqueueMigrateMemObjects({buffer}, CL_MIGRATE_MEM_OBJECT_HOST);
	design.queue.finish();
	for (size_t i = 0; i < bytes.size(); i++)
		board::expect(bytes[i] == ((unsigned char)i ^ 0x5a), "a byte");
}

int main(int argc, char **argv)
{
	return board::run([&] {
		std::vector<cl::Device> devices = board::devices();

		board::expect(devices.size() == 2, "the number of boards");
		for (cl::Device &device : devices) {
			board::design design(argc, argv, device);

			mask(design);
		}
	});
}
