/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/api/common/validate.h"
#include "runtime/api/platform/builtin.h"
#include "runtime/core/kernels/kernel_create.h"
#include "runtime/core/kernels/need.h"
#include "runtime/core/kernels/pipe_fifo.h"
#include "runtime/core/kernels/setting.h"
#include "runtime/core/launches/fit.h"
#include "runtime/core/objects/status.h"

/* Some errno values have another meaning for kernels than for images. */
static cl_int status_of_creation(int error)
{
	switch (error) {
	case -ENOENT:
	case -EINVAL:
		return CL_INVALID_KERNEL_NAME;
	case -EEXIST:
		return CL_INVALID_KERNEL_DEFINITION;
	default:
		return fcl_status_from_errno(error);
	}
}

/* Programs of built-in kernels have only the kernels that were listed. */
static bool is_offered(const struct fcl_program *program, const char *name)
{
	return !program->builtin ||
	       fcl_api_builtin_listed(program->kernel_names, name, strcspn(name, ":"));
}

static cl_int program_kernel_create(struct fcl_program *program, const char *name,
				    struct fcl_kernel **ret_kernel)
{
	struct fcl_err err = {0};
	int error;

	if (!is_offered(program, name))
		return fcl_api_explain(
			program->context, CL_INVALID_KERNEL_NAME,
			"the program was not created with built-in kernel %s; it has: %s", name,
			program->kernel_names);
	error = fcl_kernel_create(program, name, ret_kernel, &err);
	if (!error)
		return CL_SUCCESS;
	return fcl_api_explain(program->context, status_of_creation(error), "%s", err.text);
}

cl_kernel CL_API_CALL clCreateKernel(cl_program program, const char *kernel_name,
				     cl_int *errcode_ret)
{
	struct fcl_program *the_program = fcl_api_program(program);
	struct fcl_kernel *kernel = NULL;
	cl_int error;

	if (!the_program)
		return fcl_api_fail(errcode_ret, CL_INVALID_PROGRAM);
	if (!fcl_program_has_executable(the_program))
		return fcl_api_fail(
			errcode_ret,
			fcl_api_explain(
				the_program->context, CL_INVALID_PROGRAM_EXECUTABLE,
				"the program has no image: it was created from source, for which there is no compiler"));
	if (!kernel_name)
		return fcl_api_fail(errcode_ret, CL_INVALID_VALUE);
	error = program_kernel_create(the_program, kernel_name, &kernel);
	return fcl_api_created(errcode_ret, error, kernel);
}

/* Creates the kernel whose name ends at the next ';' of a list. */
static cl_int create_listed(struct fcl_program *program, const char *names, cl_kernel *ret_kernel)
{
	char *name = strndup(names, strcspn(names, ";"));
	struct fcl_kernel *kernel = NULL;
	cl_int error = name ? program_kernel_create(program, name, &kernel) : CL_OUT_OF_HOST_MEMORY;

	free(name);
	*ret_kernel = fcl_api_created(NULL, error, kernel);
	return error;
}

/* Creates all of them or, on an error, none. */
static cl_int create_all(struct fcl_program *program, cl_kernel *kernels)
{
	const char *names = program->kernel_names;
	cl_int error = CL_SUCCESS;
	uint32_t made = 0;

	while (made < program->nkernels && !error) {
		error = create_listed(program, names, &kernels[made]);
		made += !error;
		names += strcspn(names, ";");
		names += *names == ';';
	}
	while (error && made > 0)
		fcl_object_release(kernels[--made]);
	return error;
}

cl_int CL_API_CALL clCreateKernelsInProgram(cl_program program, cl_uint num_kernels,
					    cl_kernel *kernels, cl_uint *num_kernels_ret)
{
	struct fcl_program *the_program = fcl_api_program(program);
	cl_int error = CL_SUCCESS;

	if (!the_program)
		return CL_INVALID_PROGRAM;
	if (!fcl_program_has_executable(the_program))
		return CL_INVALID_PROGRAM_EXECUTABLE;
	if (kernels && num_kernels < the_program->nkernels)
		return CL_INVALID_VALUE;
	if (kernels)
		error = create_all(the_program, kernels);
	if (!error && num_kernels_ret)
		*num_kernels_ret = the_program->nkernels;
	return error;
}

cl_kernel CL_API_CALL clCloneKernel(cl_kernel source_kernel, cl_int *errcode_ret)
{
	struct fcl_kernel *source = fcl_api_kernel(source_kernel), *clone = NULL;
	cl_int error;

	if (!source)
		return fcl_api_fail(errcode_ret, CL_INVALID_KERNEL);
	error = fcl_status_from_errno(fcl_kernel_clone(source, &clone));
	return fcl_api_created(errcode_ret, error, clone);
}

FCL_API_COUNTED(clRetainKernel, clReleaseKernel, cl_kernel, fcl_api_kernel, CL_INVALID_KERNEL)

/*
 * Some versions of the vendor's compiler report 8 bytes for every argument of an
 * arbitrary-precision type, and XRT accepts no other size for it, so hosts pass 8.
 */
static __attribute__((noinline)) bool takes_padded(const struct fcl_kernel *kernel, cl_uint index,
						   size_t size)
{
	const struct fcl_image_arg *arg = &kernel->facts->args[index];

	return kernel->program->context->mixes && size == 8 && arg->host_size < size &&
	       !strncmp(arg->type_name, "ap_", 3);
}

static cl_int set_scalar(struct fcl_kernel *kernel, cl_uint index, size_t size, const void *value)
{
	uint64_t host_size = kernel->facts->args[index].host_size;

	if (!value)
		return CL_INVALID_ARG_VALUE;
	if (size != host_size && !takes_padded(kernel, index, size))
		return CL_INVALID_ARG_SIZE;
	fcl_kernel_set_bytes(kernel, index, value, host_size);
	return CL_SUCCESS;
}

/* Usually, there is nothing to check. This is what clSetKernelArg() costs, so it is inline. */
static inline bool goes_anywhere(const struct fcl_kernel *kernel, cl_uint index,
				 const struct fcl_mem *mem)
{
	return mem->root->wanted_bank == FCL_HAL_BANK_DEFAULT && !kernel->needs &&
	       mem->root->size <= kernel->settings[index].room;
}

static int kernel_check_bank(struct fcl_kernel *kernel, cl_uint index, const struct fcl_mem *mem,
			     struct fcl_err *err)
{
	const struct fcl_kernel_instance *only;

	if (goes_anywhere(kernel, index, mem))
		return 0;
	if (mem->root->wanted_bank != FCL_HAL_BANK_DEFAULT)
		return fcl_fit_check_arg(kernel, index, mem, err);
	if (fcl_fit_check_size(kernel, index, kernel->settings[index].room, mem, err))
		return -ENOSPC;
	only = kernel->needs ? fcl_need_instance(kernel) : NULL;
	return only ? fcl_need_add(kernel, only, index, mem->root, err) : 0;
}

/* No value, or a NULL handle, is a null pointer. */
static cl_int kernel_set_pointer(struct fcl_kernel *kernel, cl_uint index, size_t size,
				 const void *value, struct fcl_err *err)
{
	const cl_mem *handle = value;
	struct fcl_mem *mem = NULL;

	if (size != sizeof(cl_mem))
		return CL_INVALID_ARG_SIZE;
	if (handle && *handle) {
		mem = fcl_api_mem(*handle);
		if (!mem)
			return CL_INVALID_MEM_OBJECT;
		if (!fcl_context_accepts(mem->context, kernel->program->context))
			return CL_INVALID_CONTEXT;
	}
	if (mem && kernel->settings[index].value.mem != mem &&
	    kernel_check_bank(kernel, index, mem, err))
		return CL_MEM_OBJECT_ALLOCATION_FAILURE;
	fcl_kernel_set_mem(kernel, index, mem);
	return CL_SUCCESS;
}

static cl_int kernel_set_local(struct fcl_kernel *kernel, cl_uint index, size_t size,
			       const void *value)
{
	if (value)
		return CL_INVALID_ARG_VALUE;
	if (!size)
		return CL_INVALID_ARG_SIZE;
	fcl_kernel_set_local(kernel, index, size);
	return CL_SUCCESS;
}

static cl_int set_pipe(struct fcl_kernel *kernel, cl_uint index, struct fcl_mem *pipe,
		       struct fcl_err *err)
{
	int error = fcl_kernel_set_pipe(kernel, index, pipe, err);

	return error == -EINVAL || error == -ENOTSUP ? CL_INVALID_ARG_VALUE
						     : fcl_status_from_errno(error);
}

/* A stream takes a pipe. Without one, it stays connected as in the image, and counts as set. */
static cl_int set_stream(struct fcl_kernel *kernel, cl_uint index, size_t size, const void *value,
			 struct fcl_err *err)
{
	const cl_mem *handle = value;
	struct fcl_mem *pipe;

	if (handle && size != sizeof(cl_mem))
		return CL_INVALID_ARG_SIZE;
	if (!handle || !*handle) {
		fcl_settings_put_pipe(kernel, index, NULL);
		return CL_SUCCESS;
	}
	pipe = fcl_api_memobj(*handle);
	if (!pipe || !pipe->pipe)
		return CL_INVALID_MEM_OBJECT;
	if (!fcl_context_accepts(pipe->context, kernel->program->context))
		return CL_INVALID_CONTEXT;
	return set_pipe(kernel, index, pipe, err);
}

/* Describes the values that an argument takes. */
static void kernel_describe(const struct fcl_image_arg *arg, char *text, size_t size)
{
	switch (arg->qualifier) {
	case FCL_ARG_SCALAR:
		snprintf(text, size, "a value of %" PRIu64 " bytes", arg->host_size);
		break;
	case FCL_ARG_LOCAL:
		snprintf(text, size, "a size above 0 and no value");
		break;
	case FCL_ARG_STREAM:
		snprintf(text, size, "a pipe, or NULL, of the kernel's context");
		break;
	default:
		snprintf(text, size, "a buffer, or NULL, of the kernel's context");
	}
}

static __attribute__((noinline)) cl_int refuse_value(const struct fcl_kernel *kernel, cl_uint index,
						     size_t size, const void *value, cl_int error,
						     const char *why)
{
	const struct fcl_image_arg *arg = &kernel->facts->args[index];
	char expected[64];

	if (*why)
		return fcl_api_explain(kernel->program->context, error, "%s", why);
	kernel_describe(arg, expected, sizeof(expected));
	return fcl_api_explain(kernel->program->context, error,
			       "kernel %s, argument %u '%s' takes %s; found %zu bytes%s",
			       kernel->name, index, arg->name, expected, size,
			       value ? "" : " and no value");
}

static __attribute__((noinline)) cl_int
set_local_or_stream(struct fcl_kernel *kernel, cl_uint index, size_t size, const void *value)
{
	struct fcl_err err;
	cl_int error;

	*err.text = '\0'; /* not the whole struct, as this call must be cheap */
	error = kernel->facts->args[index].qualifier == FCL_ARG_LOCAL
			? kernel_set_local(kernel, index, size, value)
			: set_stream(kernel, index, size, value, &err);
	return error ? refuse_value(kernel, index, size, value, error, err.text) : CL_SUCCESS;
}

/* Hosts call this before every launch, so the common path is short. */
cl_int CL_API_CALL clSetKernelArg(cl_kernel kernel, cl_uint arg_index, size_t arg_size,
				  const void *arg_value)
{
	struct fcl_kernel *the_kernel = fcl_api_kernel(kernel);
	struct fcl_err err;
	cl_int error;

	*err.text = '\0'; /* not the whole struct, as this call must be cheap */
	if (!the_kernel)
		return CL_INVALID_KERNEL;
	if (arg_index >= the_kernel->facts->nhost_args)
		return fcl_api_no_argument(the_kernel, arg_index);
	switch (the_kernel->facts->args[arg_index].qualifier) {
	case FCL_ARG_SCALAR:
		error = set_scalar(the_kernel, arg_index, arg_size, arg_value);
		break;
	case FCL_ARG_LOCAL:
	case FCL_ARG_STREAM:
		return set_local_or_stream(the_kernel, arg_index, arg_size, arg_value);
	default:
		error = kernel_set_pointer(the_kernel, arg_index, arg_size, arg_value, &err);
	}
	return error ? refuse_value(the_kernel, arg_index, arg_size, arg_value, error, err.text)
		     : CL_SUCCESS;
}
