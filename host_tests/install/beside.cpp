/* SPDX-License-Identifier: Apache-2.0 */
/* beside IMAGE: the same as beside.py, with Khronos's C++ bindings. */
#define CL_HPP_TARGET_OPENCL_VERSION 300
#define CL_HPP_MINIMUM_OPENCL_VERSION 300
#define CL_HPP_ENABLE_EXCEPTIONS
#include <CL/opencl.hpp>
#include <fstream>
#include <iostream>
#include <iterator>

static const char source[] =
	"__kernel void vadd(__global const int *a, __global const int *b, __global int *c, int n)"
	"{ for (int i = 0; i < n; i++) c[i] = a[i] + b[i]; }";

static cl::Program program_for(const cl::Context &context, const cl::Device &device,
			       const char *image)
{
	if (!(device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_ACCELERATOR))
		return cl::Program(context, source);
	std::ifstream file(image, std::ios::binary);
	std::vector<unsigned char> bytes((std::istreambuf_iterator<char>(file)), {});
	return cl::Program(context, {device}, {bytes});
}

int main(int, char **arguments)
{
	std::vector<cl::Platform> platforms;

	cl::Platform::get(&platforms);
	for (const cl::Platform &platform : platforms) {
		std::vector<cl::Device> devices;
		std::vector<int> a(1000), b(1000), c(1000);
		int right = 0;

		platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
		cl::Context context(devices[0]);
		cl::CommandQueue queue(context, devices[0]);
		cl::Program program = program_for(context, devices[0], arguments[1]);
		program.build(devices[0]);
		for (int i = 0; i < 1000; i++) {
			a[i] = i;
			b[i] = 2 * i;
		}
		cl::Buffer in(context, a.begin(), a.end(), true);
		cl::Buffer more(context, b.begin(), b.end(), true);
		cl::Buffer out(context, CL_MEM_WRITE_ONLY, 4000);
		cl::KernelFunctor<cl::Buffer, cl::Buffer, cl::Buffer, int> vadd(program, "vadd");
		vadd(cl::EnqueueArgs(queue, cl::NDRange(1)), in, more, out, 1000);
		cl::copy(queue, out, c.begin(), c.end());
		for (int i = 0; i < 1000; i++)
			right += c[i] == 3 * i;
		std::cout << platform.getInfo<CL_PLATFORM_NAME>() << ": " << right << " right\n";
	}
	return 0;
}
