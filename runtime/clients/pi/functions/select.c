/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "runtime/clients/pi/opencl.h"

/* Names of FPGA targets in device binaries: DPC++, triSYCL, and fpgaclc's images. */
static const char *const targets[] = {"spir64_fpga", "fpga64", "fpgacl"};

static bool is_our_target(const char *target)
{
	for (size_t i = 0; target && i < sizeof(targets) / sizeof(targets[0]); i++)
		if (!strcmp(target, targets[i]))
			return true;
	return false;
}

static bool begins_with(const unsigned char *bytes, size_t size, const char *magic)
{
	size_t length = strlen(magic);

	return size >= length && !memcmp(bytes, magic, length);
}

/* Whether the binary may be an image. Others are not worth trying. */
static bool is_candidate(const struct pi_device_binary_struct *binary)
{
	size_t size;

	if (!binary || binary->version != PI_DEVICE_BINARY_VERSION ||
	    binary->kind != PI_DEVICE_BINARY_OFFLOAD_KIND_SYCL ||
	    (binary->format != PI_DEVICE_BINARY_TYPE_NATIVE &&
	     binary->format != PI_DEVICE_BINARY_TYPE_NONE) ||
	    !binary->binary_start || binary->binary_end <= binary->binary_start)
		return false;
	size = (size_t)(binary->binary_end - binary->binary_start);
	return begins_with(binary->binary_start, size, "xclbin2") ||
	       begins_with(binary->binary_start, size, "\177ELF");
}

/* Only the driver can tell whether an image is intact and matches the board. */
static bool loads(pi_context context, pi_device device,
		  const struct pi_device_binary_struct *binary)
{
	size_t size = (size_t)(binary->binary_end - binary->binary_start);
	const unsigned char *bytes = binary->binary_start;
	cl_int code = CL_SUCCESS;
	pi_program program = fcl_pi.call->clCreateProgramWithBinary(context, 1, &device, &size,
								    &bytes, NULL, &code);

	if (program)
		fcl_pi.call->clReleaseProgram(program);
	return code == CL_SUCCESS;
}

/* Takes the first image for this board; images compiled for an FPGA come before others. */
static bool select_find(pi_context context, pi_device device, const pi_device_binary *binaries,
			pi_uint32 count, pi_uint32 *ret_index)
{
	for (int ours = 1; ours >= 0; ours--)
		for (pi_uint32 i = 0; i < count; i++)
			if (is_candidate(binaries[i]) &&
			    is_our_target(binaries[i]->target) == (bool)ours &&
			    loads(context, device, binaries[i])) {
				*ret_index = i;
				return true;
			}
	return false;
}

pi_result piextDeviceSelectBinary(pi_device device, pi_device_binary *binaries,
				  pi_uint32 num_binaries, pi_uint32 *selected)
{
	pi_context context;
	cl_int code;
	bool found;

	if (!binaries || !num_binaries || !selected)
		return fcl_pi_refuse(CL_INVALID_VALUE,
				     "a choice of binaries: expected at least one");
	context = fcl_pi.call->clCreateContext(NULL, 1, &device, NULL, NULL, &code);
	if (code)
		return fcl_pi_fail(code, "clCreateContext");
	found = select_find(context, device, binaries, num_binaries, selected);
	fcl_pi.call->clReleaseContext(context);
	if (found)
		return PI_SUCCESS;
	return fcl_pi_refuse(CL_INVALID_BINARY,
			     "none of %u binaries is an xclbin or ELF image for this board",
			     num_binaries);
}
