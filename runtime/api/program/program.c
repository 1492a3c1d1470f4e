/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "runtime/api/common/validate.h"
#include "runtime/api/platform/builtin.h"
#include "runtime/core/images/held.h"
#include "runtime/core/objects/division.h"
#include "runtime/core/objects/status.h"

/* Creates a program for the given devices, or for all of the context's. */
static cl_int program_create(struct fcl_context *context, cl_uint count,
			     const cl_device_id *devices, struct fcl_program **ret_program)
{
	struct fcl_part *const *list = (struct fcl_part *const *)devices;

	return fcl_status_from_errno(fcl_program_create(context, list ? list : context->parts,
							list ? count : context->nparts,
							ret_program));
}

/* Ends a creation: prepares data for queries, or releases the program. */
static void *created(struct fcl_program *program, cl_int error, cl_int *errcode_ret)
{
	if (!error)
		error = fcl_status_from_errno(fcl_program_finish(program));
	if (error)
		fcl_object_unref(program);
	return fcl_api_created(errcode_ret, error, program);
}

static size_t string_length(const char *string, const size_t *lengths, cl_uint index)
{
	return lengths && lengths[index] ? lengths[index] : strlen(string);
}

/* Concatenates the strings; the result ends with a NUL. NULL: out of memory. */
static char *join_source(cl_uint count, const char **strings, const size_t *lengths)
{
	size_t total = 1;
	char *source, *at;

	for (cl_uint i = 0; i < count; i++)
		if (__builtin_add_overflow(total, string_length(strings[i], lengths, i), &total))
			return NULL;
	source = at = malloc(total);
	if (!source)
		return NULL;
	for (cl_uint i = 0; i < count; i++)
		at = mempcpy(at, strings[i], string_length(strings[i], lengths, i));
	*at = '\0';
	return source;
}

/* A program from source can be created and queried, but not built, as there is no compiler. */
cl_program CL_API_CALL clCreateProgramWithSource(cl_context context, cl_uint count,
						 const char **strings, const size_t *lengths,
						 cl_int *errcode_ret)
{
	struct fcl_context *the_context = fcl_api_context(context);
	struct fcl_program *program = NULL;
	cl_int error;

	if (!the_context)
		return fcl_api_fail(errcode_ret, CL_INVALID_CONTEXT);
	if (!count || !strings)
		return fcl_api_fail(errcode_ret, CL_INVALID_VALUE);
	for (cl_uint i = 0; i < count; i++)
		if (!strings[i])
			return fcl_api_fail(errcode_ret, CL_INVALID_VALUE);
	error = program_create(the_context, 0, NULL, &program);
	if (error)
		return fcl_api_fail(errcode_ret, error);
	program->source = join_source(count, strings, lengths);
	return created(program, program->source ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY, errcode_ret);
}

cl_program CL_API_CALL clCreateProgramWithIL(cl_context context, const void *il, size_t length,
					     cl_int *errcode_ret)
{
	const struct fcl_context *the_context = fcl_api_context(context);

	(void)il;
	(void)length;
	if (!the_context)
		return fcl_api_fail(errcode_ret, CL_INVALID_CONTEXT);
	return fcl_api_fail(
		errcode_ret,
		fcl_api_explain(
			the_context, CL_INVALID_OPERATION,
			"no device supports SPIR-V or another intermediate language: compile the kernels offline with fpgaclc and use clCreateProgramWithBinary"));
}

/*
 * If creation fails, there is no program object with a log, so the reason goes to the context's
 * callback.
 */
static cl_int load_one(struct fcl_program *program, cl_uint index, const unsigned char *binary,
		       size_t length)
{
	struct fcl_err err = {0};
	int error;

	if (!binary || !length)
		return CL_INVALID_VALUE;
	error = fcl_held_load_build(&program->builds[index], binary, length, &err);
	if (!error)
		return CL_SUCCESS;
	fcl_context_notify(program->context, 0, "clCreateProgramWithBinary: device %s: %s",
			   program->builds[index].device->info->name, err.text);
	return fcl_status_from_errno(error);
}

/* Tries every device, so that every status is set; returns the most severe error. */
static cl_int load_all(struct fcl_program *program, const size_t *lengths,
		       const unsigned char **binaries, cl_int *binary_status)
{
	cl_int worst = CL_SUCCESS;

	for (cl_uint i = 0; i < program->nbuilds; i++) {
		cl_int status = load_one(program, i, binaries[i], lengths[i]);

		if (binary_status)
			binary_status[i] = status;
		if (status && (!worst || status == CL_INVALID_VALUE ||
			       (status == CL_INVALID_BINARY && worst != CL_INVALID_VALUE)))
			worst = status;
	}
	return worst;
}

cl_program CL_API_CALL clCreateProgramWithBinary(cl_context context, cl_uint num_devices,
						 const cl_device_id *device_list,
						 const size_t *lengths,
						 const unsigned char **binaries,
						 cl_int *binary_status, cl_int *errcode_ret)
{
	struct fcl_context *the_context = fcl_api_context(context);
	struct fcl_program *program = NULL;
	cl_int error;

	if (!the_context)
		return fcl_api_fail(errcode_ret, CL_INVALID_CONTEXT);
	error = fcl_api_check_devices(the_context, num_devices, device_list);
	if (!error && (!lengths || !binaries))
		error = CL_INVALID_VALUE;
	if (!error)
		error = program_create(the_context, num_devices, device_list, &program);
	if (error)
		return fcl_api_fail(errcode_ret, error);
	return created(program, load_all(program, lengths, binaries, binary_status), errcode_ret);
}

/* Holds the image on the build's board if it has one of the kernels. */
static cl_int attach_board(struct fcl_build *build, const char *names)
{
	struct fcl_image *image = fcl_api_builtin_image(build->device);
	struct fcl_err err = {0};
	bool wanted = false;

	for (uint32_t i = 0; image && i < image->nkernels && !wanted; i++) {
		const char *name = image->kernels[i].name;

		wanted = fcl_part_has(build->part, image, i) &&
			 fcl_api_builtin_listed(names, name, strlen(name));
	}
	if (!wanted) {
		fcl_image_unref(image);
		return CL_SUCCESS;
	}
	return fcl_status_from_errno(fcl_held_attach(build, image, &err));
}

static bool has_kernel(const struct fcl_program *program, const char *name, size_t length)
{
	for (uint32_t i = 0; i < program->nbuilds; i++) {
		const struct fcl_image *image = program->builds[i].image;

		for (uint32_t j = 0; image && j < image->nkernels; j++)
			if (strlen(image->kernels[j].name) == length &&
			    !strncmp(image->kernels[j].name, name, length) &&
			    fcl_part_has(program->builds[i].part, image, j))
				return true;
	}
	return false;
}

/*
 * Returns the number of names in the list; 0: it is empty, or a name is not a kernel of any device.
 */
static uint32_t count_kernels(const struct fcl_program *program, const char *names)
{
	uint32_t count = 0;

	for (;;) {
		size_t length = strcspn(names, ";");

		if (!length || !has_kernel(program, names, length))
			return 0;
		count++;
		if (!names[length])
			return count;
		names += length + 1;
	}
}

static cl_int attach(struct fcl_program *program, const char *names)
{
	for (uint32_t i = 0; i < program->nbuilds; i++) {
		cl_int error = attach_board(&program->builds[i], names);

		if (error)
			return error;
	}
	program->builtin = true;
	program->nkernels = count_kernels(program, names);
	if (!program->nkernels)
		return CL_INVALID_VALUE;
	program->kernel_names = strdup(names);
	return program->kernel_names ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
}

cl_program CL_API_CALL clCreateProgramWithBuiltInKernels(cl_context context, cl_uint num_devices,
							 const cl_device_id *device_list,
							 const char *kernel_names,
							 cl_int *errcode_ret)
{
	struct fcl_context *the_context = fcl_api_context(context);
	struct fcl_program *program = NULL;
	cl_int error;

	if (!the_context)
		return fcl_api_fail(errcode_ret, CL_INVALID_CONTEXT);
	error = fcl_api_check_devices(the_context, num_devices, device_list);
	if (!error && !kernel_names)
		error = CL_INVALID_VALUE;
	if (!error)
		error = program_create(the_context, num_devices, device_list, &program);
	if (error)
		return fcl_api_fail(errcode_ret, error);
	error = attach(program, kernel_names);
	if (error)
		fcl_object_unref(program);
	return fcl_api_created(errcode_ret, error, program);
}

FCL_API_COUNTED(clRetainProgram, clReleaseProgram, cl_program, fcl_api_program, CL_INVALID_PROGRAM)

/* No device supports program-scope destructors. */
cl_int CL_API_CALL clSetProgramReleaseCallback(cl_program program,
					       void(CL_CALLBACK *pfn_notify)(cl_program, void *),
					       void *user_data)
{
	(void)user_data;
	if (!fcl_api_program(program))
		return CL_INVALID_PROGRAM;
	return pfn_notify ? CL_INVALID_OPERATION : CL_INVALID_VALUE;
}

cl_int CL_API_CALL clSetProgramSpecializationConstant(cl_program program, cl_uint spec_id,
						      size_t spec_size, const void *spec_value)
{
	(void)spec_id;
	(void)spec_size;
	(void)spec_value;
	return fcl_api_program(program) ? CL_INVALID_OPERATION : CL_INVALID_PROGRAM;
}
