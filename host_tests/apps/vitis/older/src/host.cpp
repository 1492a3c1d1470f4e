/* SPDX-License-Identifier: Apache-2.0 */
/* Hosts of that time get the extensions from here. */
#include <CL/cl_ext.h>
static const cl_mem_ext_ptr_t second_bank = {{{XCL_MEM_DDR_BANK1, nullptr, nullptr}}};

#include "board.hpp"

#include <cstring>
#include <xclbin.h>

/* Not needed here, and not supported, but hosts of that time contain it anyway. */
static decltype(&clCreateStream) create_stream;
static decltype(&clPollStreams) poll_streams;

enum { SIZE = 1000, FACTOR = 7 };

int main(int argc, char **argv)
{
	return board::run([&] {
		board::design design(argc, argv);
		axlf head;
		std::vector<unsigned char> file = board::read(argv[1]);
		std::memcpy(&head, file.data(), sizeof(head));
		board::expect(head.m_header.m_length == file.size(), "the length in the image");
		cl_platform_id platform = design.device.getInfo<CL_DEVICE_PLATFORM>();
		create_stream = (decltype(&clCreateStream))clGetExtensionFunctionAddressForPlatform(
			platform, "clCreateStream");
		poll_streams = (decltype(&clPollStreams))clGetExtensionFunctionAddressForPlatform(
			platform, "clPollStreams");
		cl_int code = CL_SUCCESS;
		board::expect(create_stream && poll_streams, "functions of streams");
		board::expect(!create_stream(design.device(), CL_STREAM_READ_ONLY, CL_STREAM,
					     nullptr, &code) &&
				      code == CL_INVALID_OPERATION,
			      "a stream is refused");
		cl::Kernel scale(design.program, "scale");
		char unit[16] = "";
		board::expect(!xclGetComputeUnitInfo(scale(), 1, XCL_COMPUTE_UNIT_NAME,
						     sizeof(unit), unit, nullptr) &&
				      !std::strcmp(unit, "scale_2"),
			      "a unit's name, from the runtime's library");
		std::vector<int> data(SIZE);
		cl::Event done;

		for (int i = 0; i < SIZE; i++)
			data[i] = i;
		board::expect(scale.getWorkGroupInfo<CL_KERNEL_COMPILE_WORK_GROUP_SIZE>(
				      design.device)[0] == 1,
			      "the size of a work-group");
		cl_mem_ext_ptr_t place = second_bank;
		place.obj = data.data();
		cl::Buffer buffer(design.context,
				  CL_MEM_COPY_HOST_PTR | CL_MEM_READ_WRITE | CL_MEM_EXT_PTR_XILINX,
				  SIZE * sizeof(int), &place);
		scale.setArg(0, buffer);
		scale.setArg(1, FACTOR);
		scale.setArg(2, SIZE);
		design.queue.enqueueTask(scale, nullptr, &done);
		std::vector<cl::Event> after{done};
		design.queue.enqueueReadBuffer(buffer, CL_TRUE, 0, SIZE * sizeof(int), data.data(),
					       &after);
		for (int i = 0; i < SIZE; i++)
			board::expect(data[i] == FACTOR * i, "a product");
	});
}
