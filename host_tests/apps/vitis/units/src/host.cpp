/* SPDX-License-Identifier: Apache-2.0 */
#include "board.hpp"

enum { SIZE = 1000 };

/* Runs one unit. Returns how often it has been run. */
static int scale(board::design &design, const char *unit, int factor, size_t bytes = 0)
{
	cl::Kernel kernel(design.program, unit);
	cl::Buffer in(design.context, CL_MEM_READ_ONLY, bytes ? bytes : SIZE * sizeof(int));
	cl::Buffer out(design.context, CL_MEM_WRITE_ONLY, (SIZE + 1) * sizeof(int));
	std::vector<int> values(SIZE), result(SIZE + 1);

	for (int i = 0; i < SIZE; i++)
		values[i] = i;
	kernel.setArg(0, in);
	kernel.setArg(1, out);
	kernel.setArg(2, factor);
	kernel.setArg(3, SIZE);
	design.queue.enqueueWriteBuffer(in, CL_TRUE, 0, SIZE * sizeof(int), values.data());
	design.queue.enqueueTask(kernel);
	design.queue.finish();
	design.queue.enqueueReadBuffer(out, CL_TRUE, 0, result.size() * sizeof(int), result.data());
	for (int i = 0; i < SIZE; i++)
		board::expect(result[i] == factor * i, unit);
	return result[SIZE];
}

static void shift(board::design &design)
{
	cl::Kernel kernel(design.program, "shift");
	std::vector<cl::Buffer> buffers;
	int result[SIZE], zero = 0;

	for (int i = 0; i < 8; i++) {
		buffers.emplace_back(design.context, CL_MEM_READ_WRITE, sizeof(result));
		design.queue.enqueueFillBuffer(buffers[i], zero, 0, sizeof(result));
	}
	design.queue.finish();
	for (int i = 0; i < 8; i++) {
		kernel.setArg(0, buffers[i]);
		kernel.setArg(1, i + 1);
		kernel.setArg(2, SIZE);
		design.queue.enqueueTask(kernel);
	}
	design.queue.finish();
	for (int i = 0; i < 8; i++) {
		design.queue.enqueueReadBuffer(buffers[i], CL_TRUE, 0, sizeof(result), result);
		board::expect(result[0] == i + 1 && result[SIZE - 1] == i + 1, "a shift");
	}
}

int main(int argc, char **argv)
{
	return board::run([&] {
		board::design design(argc, argv);
		cl::Kernel kernel(design.program, "scale");
		cl_uint units = 0;

		board::expect(!clGetKernelInfo(kernel(), CL_KERNEL_COMPUTE_UNIT_COUNT,
					       sizeof(units), &units, nullptr) &&
				      units == 3,
			      "the number of units");
		board::expect(scale(design, "scale:{low}", 2) == 1, "low's first run");
		board::expect(scale(design, "scale:{middle}", 3) == 1, "middle's first run");
		board::expect(scale(design, "scale:{high}", 4, 1 << 20) == 1, "high's first run");
		board::expect(scale(design, "scale:{low}", 5) == 2, "low's second run");
		shift(design);
	});
}
