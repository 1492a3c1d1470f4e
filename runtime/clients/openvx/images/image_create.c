/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/images/image_create.h"

#include "runtime/clients/openvx/base/object.h"
#include "runtime/clients/openvx/images/layout.h"

/* Attributes. */

static vx_status set_space(vx_reference ref, const void *ptr, vx_size size)
{
	vx_enum space = *(const vx_enum *)ptr;

	(void)size;
	if (space < VX_COLOR_SPACE_NONE || space > VX_COLOR_SPACE_BT709)
		return VX_ERROR_INVALID_VALUE;
	((vx_image)ref)->space = space;
	return VX_SUCCESS;
}

static vx_status get_uniform(vx_reference ref, void *ptr, vx_size size)
{
	vx_bool value = ((vx_image)ref)->uniform ? vx_true_e : vx_false_e;

	return fcl_vx_answer(ptr, size, &value, sizeof(value));
}

static vx_status get_value(vx_reference ref, void *ptr, vx_size size)
{
	vx_image image = (vx_image)ref;

	if (!image->uniform)
		return VX_ERROR_NOT_SUPPORTED;
	return fcl_vx_answer(ptr, size, &image->value, sizeof(image->value));
}

static const struct fcl_vx_attribute attributes[] = {
	{VX_IMAGE_WIDTH, FCL_VX_META(image.width), .meta = true},
	{VX_IMAGE_HEIGHT, FCL_VX_META(image.height), .meta = true},
	{VX_IMAGE_FORMAT, FCL_VX_META(image.format), .meta = true},
	{VX_IMAGE_PLANES, FCL_VX_FIELD(struct _vx_image, nplanes)},
	{VX_IMAGE_SPACE, FCL_VX_FIELD(struct _vx_image, space), .set = set_space},
	{VX_IMAGE_RANGE, FCL_VX_FIELD(struct _vx_image, range)},
	{VX_IMAGE_MEMORY_TYPE, FCL_VX_FIELD(struct _vx_image, memory_type)},
	{VX_IMAGE_IS_UNIFORM, .get = get_uniform},
	{VX_IMAGE_UNIFORM_VALUE, .get = get_value},
};

static void destroy_image(vx_reference ref)
{
	vx_image image = (vx_image)ref;

	fcl_vx_maps_forget(ref);
	for (vx_size i = 0; i < image->nplanes; i++) {
		if (image->memory_type != VX_MEMORY_TYPE_NONE && !image->base)
			fcl_vx_store_give_back(image->planes[i].store);
		fcl_vx_store_unref(image->planes[i].store);
	}
	if (!image->base)
		return;
	fcl_vx_lock(ref->context);
	if (image->base->class->type == VX_TYPE_IMAGE)
		((vx_image)image->base)->parts--;
	fcl_vx_unlock(ref->context);
	fcl_vx_drop(image->base);
}

static void *image_like(vx_context context, vx_graph graph, vx_reference exemplar)
{
	return fcl_vx_image_create(context, graph, exemplar->meta.image.width,
				   exemplar->meta.image.height, exemplar->meta.image.format);
}

const struct fcl_vx_class fcl_vx_image_class = {
	.type = VX_TYPE_IMAGE,
	.size = sizeof(struct _vx_image),
	.like = image_like,
	.destroy = destroy_image,
	.attributes = attributes,
	.nattributes = FCL_VX_COUNT(attributes),
};

/* Creation. */

vx_status fcl_vx_image_resolve(vx_image image, const struct fcl_vx_meta *meta)
{
	const struct fcl_vx_format *format = fcl_vx_format(meta->image.format);

	image->ref.meta.image = meta->image;
	fcl_vx_image_set_ranges(image);
	if (!format || !meta->image.width || !meta->image.height)
		return VX_SUCCESS; /* not decided yet */
	fcl_vx_image_lay_out(image, format);
	for (vx_size i = 0; i < image->nplanes; i++) {
		struct fcl_vx_plane *plane = &image->planes[i];

		fcl_vx_store_unref(plane->store);
		plane->store = fcl_vx_store_create(image->ref.context,
						   fcl_vx_plane_size(image, plane));
		if (!plane->store)
			return VX_ERROR_NO_MEMORY;
	}
	return VX_SUCCESS;
}

vx_image fcl_vx_image_create(vx_context context, vx_graph graph, vx_uint32 width, vx_uint32 height,
			     vx_df_image format)
{
	struct fcl_vx_meta meta = {.type = VX_TYPE_IMAGE, .image = {width, height, format}};
	vx_image image = fcl_vx_create(graph ? ((vx_reference)graph)->context : context,
				       &fcl_vx_image_class);
	vx_status status;

	if (!fcl_vx_is(image, VX_TYPE_IMAGE))
		return image;
	image->ref.is_virtual = graph != NULL;
	image->ref.scope = graph;
	status = fcl_vx_image_resolve(image, &meta);
	if (!status)
		return image;
	vxReleaseImage(&image);
	return fcl_vx_error(status);
}

VX_API_ENTRY vx_image VX_API_CALL vxCreateImage(vx_context context, vx_uint32 width,
						vx_uint32 height, vx_df_image color)
{
	vx_status status;

	if (!fcl_vx_is(context, VX_TYPE_CONTEXT))
		return NULL;
	status = fcl_vx_image_check_size(width, height, color);
	return status ? fcl_vx_error(status)
		      : fcl_vx_image_create(context, NULL, width, height, color);
}

VX_API_ENTRY vx_image VX_API_CALL vxCreateVirtualImage(vx_graph graph, vx_uint32 width,
						       vx_uint32 height, vx_df_image color)
{
	vx_status status = VX_SUCCESS;

	if (!fcl_vx_is(graph, VX_TYPE_GRAPH))
		return NULL;
	if (color != VX_DF_IMAGE_VIRT)
		status = fcl_vx_image_check_size(width ? width : 2, height ? height : 2, color);
	return status ? fcl_vx_error(status)
		      : fcl_vx_image_create(NULL, graph, width, height, color);
}

VX_API_ENTRY vx_status VX_API_CALL vxReleaseImage(vx_image *image)
{
	return fcl_vx_release(image, VX_TYPE_IMAGE);
}

VX_API_ENTRY vx_status VX_API_CALL vxQueryImage(vx_image image, vx_enum attribute, void *ptr,
						vx_size size)
{
	return fcl_vx_query(image, VX_TYPE_IMAGE, attribute, ptr, size);
}

VX_API_ENTRY vx_status VX_API_CALL vxSetImageAttribute(vx_image image, vx_enum attribute,
						       const void *ptr, vx_size size)
{
	return fcl_vx_set(image, VX_TYPE_IMAGE, attribute, ptr, size);
}

VX_API_ENTRY vx_status VX_API_CALL vxGetValidRegionImage(vx_image image, vx_rectangle_t *rect)
{
	if (!fcl_vx_is(image, VX_TYPE_IMAGE))
		return VX_ERROR_INVALID_REFERENCE;
	if (!rect)
		return VX_ERROR_INVALID_PARAMETERS;
	*rect = image->valid;
	return VX_SUCCESS;
}

VX_API_ENTRY vx_status VX_API_CALL vxSetImageValidRectangle(vx_image image,
							    const vx_rectangle_t *rect)
{
	if (!fcl_vx_is(image, VX_TYPE_IMAGE))
		return VX_ERROR_INVALID_REFERENCE;
	if (rect && !fcl_vx_image_contains(rect, image))
		return VX_ERROR_INVALID_PARAMETERS;
	image->valid = rect ? *rect
			    : (vx_rectangle_t){0, 0, image->ref.meta.image.width,
					       image->ref.meta.image.height};
	return VX_SUCCESS;
}
