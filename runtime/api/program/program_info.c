/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "runtime/api/common/info.h"
#include "runtime/api/common/khr.h"
#include "runtime/api/common/validate.h"
#include "runtime/api/program/xilinx_info.h"

static cl_int program_info_answer_devices(const struct fcl_api_info *info,
					  const struct fcl_program *program)
{
	cl_device_id *devices = malloc(program->nbuilds * sizeof(cl_device_id));
	cl_int error;

	if (!devices)
		return CL_OUT_OF_HOST_MEMORY;
	for (uint32_t i = 0; i < program->nbuilds; i++)
		devices[i] = (cl_device_id)program->builds[i].part;
	error = fcl_api_info_bytes(info, devices, program->nbuilds * sizeof(cl_device_id));
	free(devices);
	return error;
}

static size_t binary_size(const struct fcl_build *build)
{
	return build->image ? build->image->bytes_size : 0;
}

static cl_int answer_binary_sizes(const struct fcl_api_info *info,
				  const struct fcl_program *program)
{
	size_t *sizes = malloc(program->nbuilds * sizeof(*sizes));
	cl_int error;

	if (!sizes)
		return CL_OUT_OF_HOST_MEMORY;
	for (uint32_t i = 0; i < program->nbuilds; i++)
		sizes[i] = binary_size(&program->builds[i]);
	error = fcl_api_info_bytes(info, sizes, program->nbuilds * sizeof(*sizes));
	free(sizes);
	return error;
}

/* The value is an array of pointers to the host's memory; NULL pointers are skipped. */
static cl_int answer_binaries(const struct fcl_api_info *info, const struct fcl_program *program)
{
	size_t size = program->nbuilds * sizeof(unsigned char *);
	unsigned char **binaries = info->value;

	if (binaries && info->room < size)
		return CL_INVALID_VALUE;
	for (uint32_t i = 0; binaries && i < program->nbuilds; i++)
		if (binaries[i] && program->builds[i].image)
			memcpy(binaries[i], program->builds[i].image->bytes,
			       binary_size(&program->builds[i]));
	if (info->ret_size)
		*info->ret_size = size;
	return CL_SUCCESS;
}

/* Whether an earlier stream of this build, or an earlier build, has a host pipe of that name. */
static bool is_counted(const struct fcl_program *program, uint32_t build, uint32_t stream)
{
	const char *name = program->builds[build].image->streams[stream].name;

	for (uint32_t i = 0; i <= build; i++) {
		const struct fcl_image *image = program->builds[i].image;
		uint32_t end = !image ? 0 : i == build ? stream : image->nstreams;

		for (uint32_t j = 0; j < end; j++)
			if (fcl_image_stream_has_host(&image->streams[j]) &&
			    !strcmp(image->streams[j].name, name))
				return true;
	}
	return false;
}

/* Writes the names of the host pipes, separated by ';', unless `names` is NULL. Returns the size. */
static size_t list_host_pipes(const struct fcl_program *program, char *names, size_t *ret_count)
{
	size_t size = 0;

	*ret_count = 0;
	for (uint32_t i = 0; i < program->nbuilds; i++) {
		const struct fcl_image *image = program->builds[i].image;

		for (uint32_t j = 0; image && j < image->nstreams; j++) {
			const char *name = image->streams[j].name;

			if (!fcl_image_stream_has_host(&image->streams[j]) ||
			    is_counted(program, i, j))
				continue;
			++*ret_count;
			if (names)
				*stpcpy(names + size, name) = ';';
			size += strlen(name) + 1;
		}
	}
	return size;
}

static cl_int answer_host_pipes(const struct fcl_api_info *info, const struct fcl_program *program,
				cl_program_info name)
{
	size_t count, size = list_host_pipes(program, NULL, &count);
	char *names;
	cl_int error;

	if (name == CL_PROGRAM_NUM_HOST_PIPES_INTEL)
		return fcl_api_info_size(info, count);
	names = malloc(size + 1);
	if (!names)
		return CL_OUT_OF_HOST_MEMORY;
	list_host_pipes(program, names, &count);
	names[size ? size - 1 : 0] = '\0';
	error = fcl_api_info_string(info, names);
	free(names);
	return error;
}

/* Queries that require an executable. */
static cl_int answer_executable(const struct fcl_api_info *info, const struct fcl_program *program,
				cl_program_info name)
{
	if (!fcl_program_has_executable(program))
		return CL_INVALID_PROGRAM_EXECUTABLE;
	switch (name) {
	case CL_PROGRAM_NUM_KERNELS:
		return fcl_api_info_size(info, program->nkernels);
	case CL_PROGRAM_KERNEL_NAMES:
		return fcl_api_info_string(info, program->kernel_names);
	case CL_PROGRAM_NUM_HOST_PIPES_INTEL:
	case CL_PROGRAM_HOST_PIPE_NAMES_INTEL:
		return answer_host_pipes(info, program, name);
	default: /* CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT, …_DTORS_PRESENT */
		return fcl_api_info_uint(info, CL_FALSE);
	}
}

cl_int CL_API_CALL clGetProgramInfo(cl_program program, cl_program_info param_name,
				    size_t param_value_size, void *param_value,
				    size_t *param_value_size_ret)
{
	struct fcl_api_info info = {param_value_size, param_value, param_value_size_ret};
	const struct fcl_program *the_program = fcl_api_program(program);

	if (!the_program)
		return CL_INVALID_PROGRAM;
	switch (param_name) {
	case CL_PROGRAM_REFERENCE_COUNT:
		return fcl_api_info_uint(&info, fcl_object_api_refs(the_program));
	case CL_PROGRAM_CONTEXT:
		return fcl_api_info_handle(&info, the_program->context);
	case CL_PROGRAM_NUM_DEVICES:
		return fcl_api_info_uint(&info, the_program->nbuilds);
	case CL_PROGRAM_DEVICES:
		return program_info_answer_devices(&info, the_program);
	case CL_PROGRAM_SOURCE:
		return fcl_api_info_string(&info, the_program->source);
	case CL_PROGRAM_IL:
		return fcl_api_info_bytes(&info, NULL, 0);
	case CL_PROGRAM_BINARY_SIZES:
		return answer_binary_sizes(&info, the_program);
	case CL_PROGRAM_BINARIES:
		return answer_binaries(&info, the_program);
	case CL_PROGRAM_NUM_KERNELS:
	case CL_PROGRAM_KERNEL_NAMES:
	case CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT:
	case CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT:
	case CL_PROGRAM_NUM_HOST_PIPES_INTEL:
	case CL_PROGRAM_HOST_PIPE_NAMES_INTEL:
		return answer_executable(&info, the_program, param_name);
	default:
		return CL_INVALID_VALUE;
	}
}

static cl_int answer_build(const struct fcl_api_info *info, const struct fcl_build *build,
			   cl_program_build_info name)
{
	switch (name) {
	case CL_PROGRAM_BUILD_STATUS:
		return fcl_api_info_uint(info, (cl_uint)build->status);
	case CL_PROGRAM_BUILD_OPTIONS:
		return fcl_api_info_string(info, build->options);
	case CL_PROGRAM_BUILD_LOG:
		return fcl_api_info_string(info, build->log);
	case CL_PROGRAM_BINARY_TYPE:
		return fcl_api_info_uint(info, build->image ? CL_PROGRAM_BINARY_TYPE_EXECUTABLE
							    : CL_PROGRAM_BINARY_TYPE_NONE);
	case CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE:
		return fcl_api_info_size(info, build->image ? build->image->variables_size : 0);
	default:
		return fcl_api_xilinx_build_info(info, build, name);
	}
}

cl_int CL_API_CALL clGetProgramBuildInfo(cl_program program, cl_device_id device,
					 cl_program_build_info param_name, size_t param_value_size,
					 void *param_value, size_t *param_value_size_ret)
{
	struct fcl_api_info info = {param_value_size, param_value, param_value_size_ret};
	struct fcl_program *the_program = fcl_api_program(program);
	const struct fcl_part *part = fcl_api_part(device);
	const struct fcl_build *build;
	cl_int error;

	if (!the_program)
		return CL_INVALID_PROGRAM;
	build = part ? fcl_program_build(the_program, part) : NULL;
	if (!build)
		return CL_INVALID_DEVICE;
	pthread_mutex_lock(&the_program->lock);
	error = answer_build(&info, build, param_name);
	pthread_mutex_unlock(&the_program->lock);
	return error;
}
