/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/run/plan_read.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/fpgacl/run/array_file.h"
#include "tools/fpgacl/run/range.h"
#include "tools/fpgacl/run/value.h"

static int plan_no_kernel(const struct fcl_image *image, const char *name, struct fcl_err *err)
{
	char list[600] = "none";
	size_t used = 0;

	for (uint32_t i = 0; i < image->nkernels && used < sizeof(list); i++)
		used += (size_t)snprintf(list + used, sizeof(list) - used, "%s%s", i ? ", " : "",
					 image->kernels[i].name);
	if (!name)
		return fcl_err_set(err, -EINVAL, "name the kernel with --kernel; the image has %s",
				   list);
	return fcl_err_set(err, -EINVAL, "the image has no kernel '%s'; it has %s", name, list);
}

/* Finds the compute unit by name, or the kernel's first one if no name is given. */
static int plan_find_cu(const struct fcl_image *image, struct fcl_tool_launch *launch,
			const char *name, struct fcl_err *err)
{
	char list[600] = "none";
	size_t used = 0;

	for (uint32_t i = 0; i < image->ncus; i++) {
		if (image->cus[i].kernel != launch->index)
			continue;
		if (!name || !strcmp(image->cus[i].name, name)) {
			launch->cu = i;
			return image->cus[i].control != FCL_CONTROL_NONE
				       ? 0
				       : fcl_err_set(
						 err, -EINVAL,
						 "compute unit %s has no control interface: it runs as soon as the image is loaded",
						 image->cus[i].name);
		}
		if (used < sizeof(list))
			used += (size_t)snprintf(list + used, sizeof(list) - used, "%s%s",
						 used ? ", " : "", image->cus[i].name);
	}
	return fcl_err_set(err, -EINVAL, "kernel %s has no compute unit '%s'; it has %s",
			   launch->kernel->name, name ? name : "", list);
}

/* "vadd", or "vadd:vadd_2" for one of its compute units. */
static int add_launch(struct fcl_tool_plan *plan, const char *name, struct fcl_err *err)
{
	struct fcl_tool_launch *launch = &plan->launches[plan->nlaunches];
	const char *cu = strchr(name, ':');
	char *kernel = strndup(name, cu ? (size_t)(cu - name) : strlen(name));
	int index = kernel ? fcl_image_find_kernel(plan->image, kernel) : -1;

	if (index < 0) {
		int error = kernel ? plan_no_kernel(plan->image, kernel, err)
				   : fcl_err_set(err, -ENOMEM, "out of memory");

		free(kernel);
		return error;
	}
	free(kernel);
	if (plan->nlaunches == FCL_TOOL_LAUNCHES)
		return fcl_err_set(err, -EINVAL, "at most %d kernels run at once",
				   FCL_TOOL_LAUNCHES);
	launch->index = (uint32_t)index;
	launch->kernel = &plan->image->kernels[index];
	launch->values = calloc(launch->kernel->nargs + 1, sizeof(*launch->values));
	if (!launch->values)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	plan->nlaunches++;
	return plan_find_cu(plan->image, launch, cu ? cu + 1 : NULL, err);
}

static int plan_read_sizes(const char *text, uint64_t sizes[3], uint32_t *ret_count,
			   struct fcl_err *err)
{
	const char *at = text;
	uint32_t count = 0;

	for (;;) {
		char *end;

		errno = 0;
		if (count < 3 && *at >= '0' && *at <= '9')
			sizes[count] = strtoull(at, &end, 10);
		else
			return fcl_err_set(err, -EINVAL,
					   "'%s': expected one to three numbers: N[,N[,N]]", text);
		if (errno || !sizes[count++])
			return fcl_err_set(err, -EINVAL,
					   "'%s': each number has to be at least 1, and below 2^64",
					   text);
		if (!*end)
			break;
		at = end + (*end == ',');
		if (at == end)
			return fcl_err_set(err, -EINVAL,
					   "'%s': expected one to three numbers: N[,N[,N]]", text);
	}
	*ret_count = count;
	return 0;
}

static int plan_read_group(struct fcl_tool_launch *launch, const char *text, struct fcl_err *err)
{
	uint32_t count = 0;

	launch->grouped = true;
	launch->range.local_size[1] = launch->range.local_size[2] = 1;
	return plan_read_sizes(text, launch->range.local_size, &count, err);
}

static int plan_read_option(struct fcl_tool_plan *plan, const char *option, const char *value,
			    struct fcl_err *err)
{
	struct fcl_tool_launch *launch;
	int error = 0;

	if (!strcmp(option, "--kernel") || !strcmp(option, "-k"))
		return add_launch(plan, value, err);
	if (!plan->nlaunches)
		error = plan->image->nkernels == 1
				? add_launch(plan, plan->image->kernels[0].name, err)
				: plan_no_kernel(plan->image, NULL, err);
	if (error)
		return error;
	launch = &plan->launches[plan->nlaunches - 1];
	if (!strcmp(option, "--arg") || !strcmp(option, "-a"))
		return fcl_tool_plan_argument(launch, value, err);
	if (!strcmp(option, "-o") || !strcmp(option, "--output"))
		return fcl_tool_plan_output(launch, value, err);
	if (!strcmp(option, "--range"))
		return plan_read_sizes(value, launch->range.global_size, &launch->range.work_dim,
				       err);
	return plan_read_group(launch, value, err);
}

static bool is_option(const char *text)
{
	static const char *const options[] = {"--kernel", "-k", "--arg",   "-a",
					      "--output", "-o", "--range", "--group"};

	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++)
		if (!strcmp(text, options[i]))
			return true;
	return false;
}

static int check_output(const struct fcl_tool_value *value, struct fcl_err *err)
{
	if (!value->output)
		return 0;
	if (value->null)
		return fcl_err_set(err, -EINVAL, "%s: there is nothing to write for a null pointer",
				   value->output);
	return fcl_tool_array_writable(&value->array, value->output, err);
}

static int plan_check(struct fcl_tool_launch *launch, struct fcl_err *err)
{
	const struct fcl_image_kernel *kernel = launch->kernel;

	for (uint32_t i = 0; i < kernel->nargs; i++) {
		const struct fcl_image_arg *arg = &kernel->args[i];
		int error;

		if (!launch->values[i].given && arg->qualifier != FCL_ARG_STREAM)
			return fcl_err_set(
				err, -EINVAL,
				"kernel %s: argument '%s' (%s) is not given: --arg %s=%s",
				kernel->name, arg->name, arg->type_name, arg->name,
				arg->qualifier == FCL_ARG_SCALAR ? "VALUE" : "@FILE or COUNTxTYPE");
		error = check_output(&launch->values[i], err);
		if (error)
			return error;
	}
	return fcl_tool_plan_range(launch, err);
}

int fcl_tool_plan_read(struct fcl_tool_plan *plan, int argc, char **argv, struct fcl_err *err)
{
	int error = 0;

	for (int i = 0; i < argc && !error; i += 2) {
		if (!is_option(argv[i]))
			return fcl_err_set(err, -EINVAL,
					   "unexpected '%s'; `fpgacl run --help` lists the options",
					   argv[i]);
		if (i + 1 == argc)
			return fcl_err_set(err, -EINVAL, "%s needs a value", argv[i]);
		error = plan_read_option(plan, argv[i], argv[i + 1], err);
	}
	if (!error && !plan->nlaunches)
		error = plan->image->nkernels == 1
				? add_launch(plan, plan->image->kernels[0].name, err)
				: plan_no_kernel(plan->image, NULL, err);
	for (uint32_t i = 0; i < plan->nlaunches && !error; i++)
		error = plan_check(&plan->launches[i], err);
	return error;
}

void fcl_tool_plan_free(struct fcl_tool_plan *plan)
{
	for (uint32_t i = 0; i < plan->nlaunches; i++) {
		struct fcl_tool_launch *launch = &plan->launches[i];

		for (uint32_t k = 0; k < launch->kernel->nargs; k++)
			fcl_text_free(&launch->values[k].array.bytes);
		free(launch->values);
	}
}
