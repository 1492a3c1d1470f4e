/* SPDX-License-Identifier: Apache-2.0 */
#include <board.hpp>

static int status_of(board::design &design, const cl::Buffer &buffer, unsigned mode)
{
	cl::Kernel kernel(design.program, "odd");
	cl::Event event;

	kernel.setArg(0, mode);
	kernel.setArg(1, buffer);
	design.queue.enqueueTask(kernel, nullptr, &event);
	try {
		event.wait();
	} catch (const cl::Error &) {
	}
	return event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>();
}

/* Indexed by mode, from 1. */
static const char *const reasons[] = {
	"is stuck and has not raised ap_done",
	"has not raised ap_done within the 1 s",
	", port M_AXI_GMEM, read at 0x",
	"odd_1: port M_AXI_GMEM: device address 0xffff000000000000",
	"odd.sv:77: the HDL ended its simulation: $finish",
};

int main(int argc, char **argv)
{
	/* For the kernel that counts forever; the others are detected at once. */
	setenv("FPGACL_TIMEOUT_S", "1", 1);
	setenv("FPGACL_LOG", "error", 1);
	setenv("FPGACL_LOG_FILE", "errors", 1);
	return board::run([&] {
		board::design design(argc, argv);
		cl::Buffer buffer(design.context, CL_MEM_READ_WRITE, 8192);

		for (unsigned mode : {1u, 2u, 3u, 4u, 5u}) {
			board::expect(status_of(design, buffer, mode) < 0, "an error");
			board::expect(status_of(design, buffer, 0) == CL_COMPLETE, "a good end");
		}
		std::vector<unsigned char> bytes = board::read("errors");
		std::string log(bytes.begin(), bytes.end());
		for (const char *reason : reasons)
			board::expect(log.find(reason) != std::string::npos, reason);
	});
}
