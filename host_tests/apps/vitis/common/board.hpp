/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BOARD_HPP
#define BOARD_HPP

/* Shared by these hosts: finds the boards of platform "Xilinx", programs one, and checks. */

#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_ENABLE_PROGRAM_CONSTRUCTION_FROM_ARRAY_COMPATIBILITY 1
#define CL_HPP_ENABLE_EXCEPTIONS

#include <CL/cl_ext_xilinx.h>
#include <CL/opencl.hpp>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

namespace board
{

inline std::vector<cl::Device> devices()
{
	std::vector<cl::Platform> platforms;
	std::vector<cl::Device> found;

	cl::Platform::get(&platforms);
	for (cl::Platform &platform : platforms)
		if (platform.getInfo<CL_PLATFORM_NAME>() == "Xilinx")
			platform.getDevices(CL_DEVICE_TYPE_ACCELERATOR, &found);
	if (found.empty())
		throw std::runtime_error("there is no board of platform Xilinx");
	return found;
}

inline std::vector<unsigned char> read(const char *path)
{
	std::ifstream file(path, std::ios::binary);

	if (!file)
		throw std::runtime_error(std::string("cannot read ") + path);
	return std::vector<unsigned char>(std::istreambuf_iterator<char>(file),
					  std::istreambuf_iterator<char>());
}

/* One board, programmed with the image in argv[1]. */
struct design {
	cl::Device device;
	cl::Context context;
	cl::CommandQueue queue;
	cl::Program program;

	design(int argc, char **argv, cl::Device which = devices().at(0))
	    : device(which), context(which),
	      queue(context, which,
		    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE)
	{
		if (argc != 2)
			throw std::runtime_error("usage: host FILE.xclbin");
		std::vector<unsigned char> bytes = read(argv[1]);
		program = cl::Program(context, {device}, {{bytes.data(), bytes.size()}});
	}
};

inline void expect(bool good, const char *what)
{
	if (!good)
		throw std::runtime_error(std::string("TEST FAILED: ") + what);
}

/* A main() around the test: prints one line and returns 0, or prints the reason and returns 1. */
template <typename function_> int run(function_ test)
{
	try {
		test();
	} catch (const cl::Error &error) {
		std::printf("TEST FAILED: %s: %d\n", error.what(), error.err());
		return 1;
	} catch (const std::exception &error) {
		std::printf("%s\n", error.what());
		return 1;
	}
	std::puts("TEST PASSED");
	return 0;
}

} // namespace board

#endif
