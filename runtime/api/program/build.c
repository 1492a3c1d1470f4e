/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "runtime/api/common/validate.h"
#include "runtime/api/program/options.h"

typedef void(CL_CALLBACK *notify_build)(cl_program, void *);

/* Checks a device_list, which may be NULL for all devices of the program. */
static cl_int build_check_devices(struct fcl_program *program, cl_uint count,
				  const cl_device_id *devices)
{
	if (!count != !devices)
		return CL_INVALID_VALUE;
	for (cl_uint i = 0; i < count; i++) {
		const struct fcl_part *part = fcl_api_part(devices[i]);

		if (!part || !fcl_program_build(program, part))
			return CL_INVALID_DEVICE;
	}
	return CL_SUCCESS;
}

static bool is_selected(struct fcl_program *program, const struct fcl_build *build, cl_uint count,
			const cl_device_id *devices)
{
	for (cl_uint i = 0; i < count; i++)
		if (fcl_program_build(program, fcl_api_part(devices[i])) == build)
			return true;
	return !devices;
}

/* Strings are replaced under the lock, as queries copy them. */
static cl_int set_text(struct fcl_program *program, char **text, const char *value)
{
	char *copy = strdup(value ? value : "");

	if (!copy)
		return CL_OUT_OF_HOST_MEMORY;
	pthread_mutex_lock(&program->lock);
	free(*text);
	*text = copy;
	pthread_mutex_unlock(&program->lock);
	return CL_SUCCESS;
}

static const char no_compiler[] =
	"The device has no online compiler: compile the kernels offline with fpgaclc and use clCreateProgramWithBinary.";

static cl_int refuse_source(struct fcl_program *program, cl_uint count, const cl_device_id *devices)
{
	for (uint32_t i = 0; i < program->nbuilds; i++)
		if (is_selected(program, &program->builds[i], count, devices))
			set_text(program, &program->builds[i].log, no_compiler);
	return fcl_api_explain(program->context, CL_COMPILER_NOT_AVAILABLE, "%s", no_compiler);
}

/* An executable binary is already built, so only the options are stored. */
static cl_int build_binary(struct fcl_program *program, cl_uint count, const cl_device_id *devices,
			   const char *options)
{
	cl_int error = CL_SUCCESS;

	for (uint32_t i = 0; i < program->nbuilds; i++)
		if (is_selected(program, &program->builds[i], count, devices) &&
		    !program->builds[i].image)
			return CL_INVALID_BINARY;
	for (uint32_t i = 0; !error && i < program->nbuilds; i++)
		if (is_selected(program, &program->builds[i], count, devices))
			error = set_text(program, &program->builds[i].options, options);
	return error;
}

cl_int CL_API_CALL clBuildProgram(cl_program program, cl_uint num_devices,
				  const cl_device_id *device_list, const char *options,
				  notify_build pfn_notify, void *user_data)
{
	struct fcl_program *the_program = fcl_api_program(program);
	cl_int error;
	bool lax;

	if (!the_program)
		return CL_INVALID_PROGRAM;
	error = build_check_devices(the_program, num_devices, device_list);
	if (error)
		return error;
	if (!pfn_notify && user_data)
		return CL_INVALID_VALUE;
	/* XRT looks at neither kernels nor options of a binary, as there is nothing to build. */
	lax = the_program->context->mixes && !the_program->source;
	if (the_program->builtin || (atomic_load(&the_program->attached) && !lax))
		return CL_INVALID_OPERATION;
	if (!fcl_api_options_are_valid(options) && !lax)
		return CL_INVALID_BUILD_OPTIONS;
	if (the_program->source)
		return refuse_source(the_program, num_devices, device_list);
	error = build_binary(the_program, num_devices, device_list, options);
	/* The build has ended within this call, so the specification permits the callback here. */
	if (!error && pfn_notify)
		pfn_notify(program, user_data);
	return error;
}

static cl_int check_headers(const struct fcl_program *program, cl_uint count,
			    const cl_program *headers, const char **names)
{
	if (!count != !headers || !count != !names)
		return CL_INVALID_VALUE;
	for (cl_uint i = 0; i < count; i++) {
		const struct fcl_program *header = fcl_api_program(headers[i]);

		if (!header)
			return CL_INVALID_PROGRAM;
		if (header->context != program->context)
			return CL_INVALID_CONTEXT;
	}
	return CL_SUCCESS;
}

cl_int CL_API_CALL clCompileProgram(cl_program program, cl_uint num_devices,
				    const cl_device_id *device_list, const char *options,
				    cl_uint num_input_headers, const cl_program *input_headers,
				    const char **header_include_names, notify_build pfn_notify,
				    void *user_data)
{
	struct fcl_program *the_program = fcl_api_program(program);
	cl_int error;

	if (!the_program)
		return CL_INVALID_PROGRAM;
	error = build_check_devices(the_program, num_devices, device_list);
	if (!error)
		error = check_headers(the_program, num_input_headers, input_headers,
				      header_include_names);
	if (error)
		return error;
	if (!pfn_notify && user_data)
		return CL_INVALID_VALUE;
	if (!the_program->source)
		return CL_INVALID_OPERATION;
	if (!fcl_api_options_are_valid(options))
		return CL_INVALID_COMPILER_OPTIONS;
	return refuse_source(the_program, num_devices, device_list);
}

static cl_int build_check_inputs(const struct fcl_context *context, cl_uint count,
				 const cl_program *programs)
{
	if (!count || !programs)
		return CL_INVALID_VALUE;
	for (cl_uint i = 0; i < count; i++)
		if (!fcl_api_program(programs[i]))
			return CL_INVALID_PROGRAM;
	for (cl_uint i = 0; i < count; i++)
		if (fcl_api_program(programs[i])->context != context)
			return CL_INVALID_CONTEXT;
	return CL_SUCCESS;
}

cl_program CL_API_CALL clLinkProgram(cl_context context, cl_uint num_devices,
				     const cl_device_id *device_list, const char *options,
				     cl_uint num_input_programs, const cl_program *input_programs,
				     notify_build pfn_notify, void *user_data, cl_int *errcode_ret)
{
	const struct fcl_context *the_context = fcl_api_context(context);
	cl_int error = CL_SUCCESS;

	if (!the_context)
		return fcl_api_fail(errcode_ret, CL_INVALID_CONTEXT);
	if (num_devices || device_list)
		error = fcl_api_check_devices(the_context, num_devices, device_list);
	if (!error)
		error = build_check_inputs(the_context, num_input_programs, input_programs);
	if (!error && !pfn_notify && user_data)
		error = CL_INVALID_VALUE;
	if (!error && !fcl_api_options_are_valid(options))
		error = CL_INVALID_LINKER_OPTIONS;
	return fcl_api_fail(errcode_ret, error ? error : CL_LINKER_NOT_AVAILABLE);
}
