/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/described/passed.h"

#include <string.h>

#include "runtime/clients/openvx/base/log.h"
#include "runtime/clients/openvx/images/image.h"
#include "runtime/clients/openvx/objects/flat.h"
#include "runtime/clients/openvx/objects/group.h"
#include "runtime/clients/openvx/objects/threshold.h"

static int64_t pixel_number(vx_df_image format, const vx_pixel_value_t *pixel)
{
	switch (format) {
	case VX_DF_IMAGE_U1:
		return pixel->U1 != 0;
	case VX_DF_IMAGE_U16:
		return pixel->U16;
	case VX_DF_IMAGE_S16:
		return pixel->S16;
	case VX_DF_IMAGE_U32:
		return pixel->U32;
	case VX_DF_IMAGE_S32:
		return pixel->S32;
	default:
		return pixel->U8;
	}
}

static vx_status threshold_number(vx_reference ref, enum fcl_vx_term term, int64_t *ret)
{
	struct fcl_vx_flat *flat = (struct fcl_vx_flat *)ref;
	bool input = term == FCL_VX_TERM_LOWER || term == FCL_VX_TERM_UPPER;
	vx_df_image format = input ? ref->meta.threshold.input : ref->meta.threshold.output;
	vx_status status = fcl_vx_store_host(flat->store, true, false);
	unsigned index = term == FCL_VX_TERM_LOWER   ? FCL_VX_THRESHOLD_VALUE
			 : term == FCL_VX_TERM_UPPER ? FCL_VX_THRESHOLD_UPPER
			 : term == FCL_VX_TERM_TRUE  ? FCL_VX_THRESHOLD_TRUE
						     : FCL_VX_THRESHOLD_FALSE;
	vx_pixel_value_t pixel;

	if (status)
		return status;
	memcpy(&pixel, flat->store->host + index * sizeof(pixel), sizeof(pixel));
	*ret = pixel_number(format, &pixel);
	return VX_SUCCESS;
}

static int64_t image_number(vx_image image, const struct fcl_vx_described_argument *argument)
{
	switch (argument->term) {
	case FCL_VX_TERM_WIDTH:
		return image->ref.meta.image.width;
	case FCL_VX_TERM_HEIGHT:
		return image->ref.meta.image.height;
	case FCL_VX_TERM_STRIDE:
		return argument->plane < image->nplanes
			       ? (int64_t)image->planes[argument->plane].stride_y
			       : 0;
	case FCL_VX_TERM_FORMAT:
		return image->ref.meta.image.format;
	case FCL_VX_TERM_LEFT:
		return image->valid.start_x;
	case FCL_VX_TERM_TOP:
		return image->valid.start_y;
	case FCL_VX_TERM_RIGHT:
		return image->valid.end_x;
	case FCL_VX_TERM_BOTTOM:
		return image->valid.end_y;
	default:
		return image->space;
	}
}

static int64_t meta_number(const struct fcl_vx_meta *meta, enum fcl_vx_term term)
{
	bool matrix = meta->type == VX_TYPE_MATRIX;

	switch (term) {
	case FCL_VX_TERM_KIND:
		return meta->threshold.kind;
	case FCL_VX_TERM_CAPACITY:
		return (int64_t)meta->array.capacity;
	case FCL_VX_TERM_ENTRIES:
		return (int64_t)meta->lut.count;
	case FCL_VX_TERM_BINS:
		return (int64_t)meta->distribution.bins;
	case FCL_VX_TERM_OFFSET:
		return meta->distribution.offset;
	case FCL_VX_TERM_RANGE:
		return meta->distribution.range;
	case FCL_VX_TERM_WINDOW:
		return meta->distribution.range % meta->distribution.bins
			       ? 0
			       : (int64_t)(meta->distribution.range / meta->distribution.bins);
	case FCL_VX_TERM_ROWS:
		return (int64_t)(matrix ? meta->matrix.rows : meta->convolution.rows);
	case FCL_VX_TERM_ORIGIN_X:
		return meta->matrix.origin.x;
	case FCL_VX_TERM_ORIGIN_Y:
		return meta->matrix.origin.y;
	case FCL_VX_TERM_COLUMNS:
		return (int64_t)(matrix ? meta->matrix.columns : meta->convolution.columns);
	default:
		return meta->convolution.scale;
	}
}

/* The format that the border value is for: that of the first input image. */
static vx_df_image border_format(vx_node node)
{
	for (vx_uint32 i = 0; i < node->nparameters; i++)
		if (node->arguments[i].value &&
		    node->arguments[i].value->class->type == VX_TYPE_IMAGE)
			return node->arguments[i].value->meta.image.format;
	return VX_DF_IMAGE_U8;
}

vx_image fcl_vx_passed_level(vx_reference pyramid, const struct fcl_vx_described_argument *argument,
			     int current)
{
	struct fcl_vx_group *group = (struct fcl_vx_group *)pyramid;
	int level = argument->step + (argument->relative ? current : 0);

	return level >= 0 && (vx_size)level < group->count ? (vx_image)group->items[level] : NULL;
}

static int64_t pyramid_number(vx_reference pyramid,
			      const struct fcl_vx_described_argument *argument, int current)
{
	vx_image level;

	if (argument->term == FCL_VX_TERM_INDEX)
		return current;
	if (argument->term == FCL_VX_TERM_LEVELS)
		return (int64_t)((struct fcl_vx_group *)pyramid)->count;
	level = fcl_vx_passed_level(pyramid, argument, current);
	return level ? image_number(level, argument) : 0;
}

vx_status fcl_vx_passed_number(vx_node node, const struct fcl_vx_described_argument *argument,
			       int current, int64_t *ret)
{
	vx_reference value = node->arguments[argument->parameter].value;

	*ret = 0;
	switch (argument->term) {
	case FCL_VX_TERM_NUMBER:
		*ret = argument->number;
		return VX_SUCCESS;
	case FCL_VX_TERM_BORDER_MODE:
		*ret = node->border.mode;
		return VX_SUCCESS;
	case FCL_VX_TERM_BORDER_VALUE:
		*ret = pixel_number(border_format(node), &node->border.constant_value);
		return VX_SUCCESS;
	case FCL_VX_TERM_PRESENT:
		*ret = value != NULL;
		return VX_SUCCESS;
	case FCL_VX_TERM_BYTES:
		*ret = value ? (int64_t)((struct fcl_vx_flat *)value)->element : 0;
		return VX_SUCCESS;
	default:
		break;
	}
	if (!value)
		return VX_SUCCESS;
	if (value->class->type == VX_TYPE_IMAGE)
		*ret = image_number((vx_image)value, argument);
	else if (value->class->type == VX_TYPE_PYRAMID)
		*ret = pyramid_number(value, argument, current);
	else if (value->class->type == VX_TYPE_THRESHOLD && argument->term != FCL_VX_TERM_KIND)
		return threshold_number(value, argument->term, ret);
	else
		*ret = meta_number(&value->meta, argument->term);
	return VX_SUCCESS;
}

static double as_number(vx_enum type, const void *value)
{
	union {
		int8_t i8;
		uint8_t u8;
		int16_t i16;
		uint16_t u16;
		int32_t i32;
		uint32_t u32;
		int64_t i64;
		uint64_t u64;
		float f32;
		double f64;
	} as = {.u64 = 0};

	memcpy(&as, value, sizeof(as));
	switch (type) {
	case VX_TYPE_CHAR:
	case VX_TYPE_INT8:
		return as.i8;
	case VX_TYPE_UINT8:
		return as.u8;
	case VX_TYPE_INT16:
		return as.i16;
	case VX_TYPE_UINT16:
		return as.u16;
	case VX_TYPE_UINT32:
	case VX_TYPE_DF_IMAGE:
		return as.u32;
	case VX_TYPE_INT64:
		return (double)as.i64;
	case VX_TYPE_UINT64:
	case VX_TYPE_SIZE:
		return (double)as.u64;
	case VX_TYPE_FLOAT32:
		return (double)as.f32;
	case VX_TYPE_FLOAT64:
		return as.f64;
	default:
		return as.i32;
	}
}

vx_status fcl_vx_passed_check(vx_node node, vx_uint32 index, const void *value)
{
	const struct fcl_vx_described_parameter *parameter =
		&node->kernel->described->parameters[index];
	vx_reference ref = node->arguments[index].value;
	double number = as_number(ref->meta.scalar.type, value);

	if (!parameter->nvalues)
		return VX_SUCCESS;
	for (vx_uint32 i = 0; i < parameter->nvalues; i++)
		if (parameter->values[i] == number)
			return VX_SUCCESS;
	return fcl_vx_fail(node, VX_ERROR_INVALID_VALUE,
			   "\"%s\" does not implement the value %g of parameter \"%s\"",
			   node->kernel->kernel_name, number, parameter->name);
}

vx_status fcl_vx_passed_bytes(vx_node node, const struct fcl_vx_described_argument *argument,
			      int current, unsigned char ret_value[8], size_t *ret_size)
{
	struct fcl_vx_flat *scalar =
		(struct fcl_vx_flat *)node->arguments[argument->parameter].value;
	int64_t number;
	vx_status status;

	memset(ret_value, 0, 8);
	if (argument->term != FCL_VX_TERM_VALUE || !scalar) {
		*ret_size = argument->bytes;
		status = fcl_vx_passed_number(node, argument, current, &number);
		if (!status)
			memcpy(ret_value, &number, argument->bytes);
		return status;
	}
	if (scalar->element > 8)
		return fcl_vx_fail(node, VX_ERROR_INVALID_TYPE,
				   "a scalar of %zu bytes cannot be passed by value",
				   scalar->element);
	*ret_size = scalar->element;
	status = fcl_vx_store_host(scalar->store, true, false);
	if (status)
		return status;
	memcpy(ret_value, scalar->store->host, scalar->element);
	return fcl_vx_passed_check(node, argument->parameter, ret_value);
}
