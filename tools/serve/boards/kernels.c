/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/boards/kernels.h"

#include <stdio.h>
#include <string.h>

enum { NAME = 256 };

static cl_uint count_arguments(cl_kernel kernel)
{
	cl_uint count = 0;

	clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof(count), &count, NULL);
	return count;
}

/* "" if the driver does not tell. */
static void argument_text(cl_kernel kernel, cl_uint index, cl_kernel_arg_info what,
			  char ret_text[NAME])
{
	*ret_text = '\0';
	if (clGetKernelArgInfo(kernel, index, what, NAME, ret_text, NULL) != CL_SUCCESS)
		*ret_text = '\0';
}

static bool kernels_is_stream(cl_kernel kernel, cl_uint index)
{
	cl_kernel_arg_type_qualifier bits = 0;

	clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof(bits), &bits, NULL);
	return bits & CL_KERNEL_ARG_TYPE_PIPE;
}

static bool kernels_is_buffer(cl_kernel kernel, cl_uint index)
{
	cl_kernel_arg_address_qualifier address = CL_KERNEL_ARG_ADDRESS_PRIVATE;

	clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof(address),
			   &address, NULL);
	return address == CL_KERNEL_ARG_ADDRESS_GLOBAL || address == CL_KERNEL_ARG_ADDRESS_CONSTANT;
}

int fcl_serve_kernels_find(cl_kernel kernel, const char *name)
{
	cl_uint count = count_arguments(kernel);
	char found[NAME];

	for (cl_uint i = 0; i < count; i++) {
		argument_text(kernel, i, CL_KERNEL_ARG_NAME, found);
		if (!strcmp(found, name))
			return (int)i;
	}
	return -1;
}

static bool wants_buffer(const struct fcl_serve_argument *argument)
{
	return argument->source <= FCL_SERVE_CONSTANT;
}

static void check_type(cl_kernel kernel, cl_uint index, const struct fcl_serve_kernel *described,
		       const struct fcl_serve_argument *argument,
		       const struct fcl_serve_tensor *tensor, struct fcl_serve_problems *problems)
{
	char type[NAME];

	argument_text(kernel, index, CL_KERNEL_ARG_TYPE_NAME, type);
	if (!fcl_serve_datatype_fits(tensor->type, type))
		fcl_serve_complain(
			problems, "kernel %s: argument '%s' is %s, and the tensor '%s' has %s",
			described->name, argument->name, type, tensor->name, tensor->type->name);
}

/* The driver checks a scalar's size when it is set. */
static void kernels_check_scalar(cl_kernel kernel, cl_uint index,
				 const struct fcl_serve_kernel *described,
				 const struct fcl_serve_argument *argument,
				 struct fcl_serve_problems *problems)
{
	char type[NAME];
	unsigned char zeros[FCL_SERVE_VALUE] = {0};

	argument_text(kernel, index, CL_KERNEL_ARG_TYPE_NAME, type);
	if (clSetKernelArg(kernel, index, argument->type->size, zeros) != CL_SUCCESS)
		fcl_serve_complain(
			problems,
			"kernel %s: argument '%s' is %s and does not accept %s, which takes %zu bytes",
			described->name, argument->name, *type ? type : "of another size",
			argument->type->name, argument->type->size);
}

static void check_argument(cl_kernel kernel, const struct fcl_serve_kernel *described,
			   const struct fcl_serve_argument *argument,
			   const struct fcl_serve_description *description,
			   struct fcl_serve_problems *problems)
{
	int index = fcl_serve_kernels_find(kernel, argument->name);
	cl_uint at = (cl_uint)index;

	if (index < 0)
		fcl_serve_complain(problems, "kernel %s: it has no argument '%s'", described->name,
				   argument->name);
	else if (kernels_is_stream(kernel, at))
		fcl_serve_complain(problems,
				   "kernel %s: argument '%s' is a stream, which the image connects",
				   described->name, argument->name);
	else if (kernels_is_buffer(kernel, at) != wants_buffer(argument))
		fcl_serve_complain(problems, "kernel %s: argument '%s' is a %s, not a %s",
				   described->name, argument->name,
				   kernels_is_buffer(kernel, at) ? "buffer" : "number",
				   wants_buffer(argument) ? "buffer" : "number");
	else if (argument->source == FCL_SERVE_INPUT)
		check_type(kernel, at, described, argument, &description->inputs[argument->index],
			   problems);
	else if (argument->source == FCL_SERVE_OUTPUT)
		check_type(kernel, at, described, argument, &description->outputs[argument->index],
			   problems);
	else if (!wants_buffer(argument))
		kernels_check_scalar(kernel, at, described, argument, problems);
}

static void check_missing(cl_kernel kernel, const struct fcl_serve_kernel *described,
			  struct fcl_serve_problems *problems)
{
	cl_uint count = count_arguments(kernel);
	char name[NAME];

	for (cl_uint i = 0; i < count; i++) {
		bool found = kernels_is_stream(kernel, i);

		argument_text(kernel, i, CL_KERNEL_ARG_NAME, name);
		for (unsigned a = 0; a < described->narguments && !found; a++)
			found = !strcmp(described->arguments[a].name, name);
		if (!found)
			fcl_serve_complain(problems,
					   "kernel %s: model.json does not describe argument '%s'",
					   described->name, name);
	}
}

/* Checks that the compute units named in the description exist. Without names, any will do. */
static void kernels_check_units(cl_program program, const struct fcl_serve_description *description,
				unsigned kernel, struct fcl_serve_problems *problems)
{
	for (unsigned i = 0; i < description->ninstances; i++) {
		const char *unit = description->units[(size_t)i * description->nkernels + kernel];
		const char *name = description->kernels[kernel].name;
		char both[2 * NAME];
		cl_kernel found;
		cl_int status;

		if (!unit)
			continue;
		snprintf(both, sizeof(both), "%s:{%s}", name, unit);
		found = clCreateKernel(program, both, &status);
		if (status == CL_SUCCESS)
			clReleaseKernel(found);
		else
			fcl_serve_complain(problems, "kernel %s: it has no compute unit '%s'", name,
					   unit);
	}
}

static void serve_check_kernel(cl_program program, const struct fcl_serve_description *description,
			       unsigned index, struct fcl_serve_problems *problems)
{
	const struct fcl_serve_kernel *described = &description->kernels[index];
	cl_int status;
	cl_kernel kernel = clCreateKernel(program, described->name, &status);

	if (status != CL_SUCCESS) {
		char names[1024] = "";

		clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof(names), names, NULL);
		fcl_serve_complain(problems, "the image has no kernel '%s'; it has: %s",
				   described->name, names);
		return;
	}
	for (unsigned a = 0; a < described->narguments; a++)
		check_argument(kernel, described, &described->arguments[a], description, problems);
	check_missing(kernel, described, problems);
	kernels_check_units(program, description, index, problems);
	clReleaseKernel(kernel);
}

bool fcl_serve_kernels_check(cl_program program, const struct fcl_serve_description *description,
			     struct fcl_serve_problems *problems)
{
	unsigned before = problems->count;

	for (unsigned i = 0; i < description->nkernels; i++)
		serve_check_kernel(program, description, i, problems);
	return problems->count == before;
}
