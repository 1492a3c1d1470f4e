/* SPDX-License-Identifier: Apache-2.0 */
#include "openvx.h"

vx_context context;
vx_graph graph;

void check(vx_status status, const char *what)
{
	if (status != VX_SUCCESS)
		fail_msg("%s: status %d", what, status);
}

struct picture plain_picture(int width, int height, int pixel)
{
	struct picture picture = {calloc((size_t)width * (size_t)height, (size_t)pixel), width,
				  height, width * pixel, pixel};

	assert_non_null(picture.bytes);
	return picture;
}

void copy_image_plane(vx_image image, struct picture *picture, vx_enum usage)
{
	vx_rectangle_t all = {0, 0, (vx_uint32)picture->width, (vx_uint32)picture->height};
	vx_imagepatch_addressing_t layout = {.dim_x = all.end_x,
					     .dim_y = all.end_y,
					     .stride_x = picture->pixel,
					     .stride_y = picture->stride,
					     .step_x = 1,
					     .step_y = 1};

	check(vxCopyImagePatch(image, &all, 0, &layout, picture->bytes, usage, VX_MEMORY_TYPE_HOST),
	      "vxCopyImagePatch");
}

vx_image new_image(int width, int height, vx_df_image format)
{
	vx_image image = vxCreateImage(context, (vx_uint32)width, (vx_uint32)height, format);

	check(vxGetStatus((vx_reference)image), "vxCreateImage");
	return image;
}

vx_image image_of(struct picture *picture, vx_df_image format)
{
	vx_image image = new_image(picture->width, picture->height, format);

	copy_image_plane(image, picture, VX_WRITE_ONLY);
	return image;
}

void expect_image(const char *what, vx_image image, struct picture *expected)
{
	struct picture found = plain_picture(expected->width, expected->height, expected->pixel);

	copy_image_plane(image, &found, VX_READ_ONLY);
	expect_same(what, expected, &found);
	free_picture(&found);
	free_picture(expected);
}

vx_scalar scalar_of(vx_enum type, const void *value)
{
	vx_scalar scalar = vxCreateScalar(context, type, value);

	check(vxGetStatus((vx_reference)scalar), "vxCreateScalar");
	return scalar;
}

vx_scalar enum_of(vx_enum value)
{
	return scalar_of(VX_TYPE_ENUM, &value);
}

void add_node(const char *name, bool border, vx_uint32 count, ...)
{
	const vx_border_t replicate = {.mode = VX_BORDER_REPLICATE};
	vx_kernel kernel = vxGetKernelByName(context, name);
	vx_node node = vxCreateGenericNode(graph, kernel);
	va_list list;

	va_start(list, count);
	for (vx_uint32 i = 0; i < count; i++) {
		vx_reference value = va_arg(list, vx_reference);

		if (value)
			check(vxSetParameterByIndex(node, i, value), name);
	}
	va_end(list);
	if (border)
		check(vxSetNodeAttribute(node, VX_NODE_BORDER, &replicate, sizeof(replicate)),
		      name);
	check(vxReleaseNode(&node), name);
	check(vxReleaseKernel(&kernel), name);
}

void start_graph(void)
{
	graph = vxCreateGraph(context);
	check(vxGetStatus((vx_reference)graph), "vxCreateGraph");
}

void run_graph(void)
{
	check(vxVerifyGraph(graph), "vxVerifyGraph");
	check(vxProcessGraph(graph), "vxProcessGraph");
	check(vxReleaseGraph(&graph), "vxReleaseGraph");
}

int open_vision(void **state)
{
	(void)state;
	open_board(state); /* seeds the random numbers */
	context = vxCreateContext();
	check(vxGetStatus((vx_reference)context), "vxCreateContext");
	check(vxLoadKernels(context, VISION_DESCRIPTION), VISION_DESCRIPTION);
	return 0;
}

int close_vision(void **state)
{
	check(vxReleaseContext(&context), "vxReleaseContext");
	return close_board(state);
}
