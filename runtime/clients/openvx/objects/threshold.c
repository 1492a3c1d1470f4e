/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/base/object.h"
#include "runtime/clients/openvx/images/image.h"
#include "runtime/clients/openvx/images/layout.h"
#include "runtime/clients/openvx/objects/flat.h"

#include <string.h>

#include "runtime/clients/openvx/objects/threshold.h"

/*
 * Up to OpenVX 1.2, a threshold's numbers were attributes. Now they are copied, and only the type
 * and the formats are attributes.
 */
static const struct fcl_vx_attribute attributes[] = {
	{VX_THRESHOLD_TYPE, FCL_VX_META(threshold.kind), .meta = true},
	{VX_THRESHOLD_INPUT_FORMAT, FCL_VX_META(threshold.input), .meta = true},
	{VX_THRESHOLD_OUTPUT_FORMAT, FCL_VX_META(threshold.output), .meta = true},
};

static void *threshold_like(vx_context context, vx_graph graph, vx_reference exemplar)
{
	const struct fcl_vx_meta *meta = &exemplar->meta;

	return graph ? vxCreateVirtualThresholdForImage(graph, meta->threshold.kind,
							meta->threshold.input,
							meta->threshold.output)
		     : vxCreateThresholdForImage(context, meta->threshold.kind,
						 meta->threshold.input, meta->threshold.output);
}

const struct fcl_vx_class fcl_vx_threshold_class = {
	.type = VX_TYPE_THRESHOLD,
	.size = sizeof(struct fcl_vx_flat),
	.like = threshold_like,
	.destroy = fcl_vx_flat_destroy,
	.attributes = attributes,
	.nattributes = FCL_VX_COUNT(attributes),
};

/* By default, the output is all ones of the format for true, and 0 for false. */
static vx_status set_defaults(struct fcl_vx_flat *flat)
{
	vx_status status = fcl_vx_store_host(flat->store, false, true);
	vx_pixel_value_t on;

	if (status)
		return status;
	memset(&on, 0xff, sizeof(on));
	if (flat->ref.meta.threshold.output == VX_DF_IMAGE_U1)
		on.U1 = vx_true_e;
	memcpy(flat->store->host + FCL_VX_THRESHOLD_TRUE * sizeof(on), &on, sizeof(on));
	fcl_vx_store_written(flat->store);
	return VX_SUCCESS;
}

static void *threshold_create(vx_context context, vx_graph graph, vx_enum kind, vx_df_image input,
			      vx_df_image output)
{
	struct fcl_vx_meta meta = {.type = VX_TYPE_THRESHOLD, .threshold = {kind, input, output}};
	struct fcl_vx_flat *flat;

	context = fcl_vx_place(context, graph);
	if (!context)
		return NULL;
	if (kind != VX_THRESHOLD_TYPE_BINARY && kind != VX_THRESHOLD_TYPE_RANGE)
		return fcl_vx_error(VX_ERROR_INVALID_TYPE);
	if (!fcl_vx_format(input) || !fcl_vx_format(output))
		return fcl_vx_error(VX_ERROR_INVALID_FORMAT);
	flat = fcl_vx_flat_create(context, graph, &fcl_vx_threshold_class, &meta);
	if (fcl_vx_is(flat, VX_TYPE_THRESHOLD))
		set_defaults(flat);
	return flat;
}

VX_API_ENTRY vx_threshold VX_API_CALL vxCreateThresholdForImage(vx_context context,
								vx_enum thresh_type,
								vx_df_image input_format,
								vx_df_image output_format)
{
	return threshold_create(context, NULL, thresh_type, input_format, output_format);
}

VX_API_ENTRY vx_threshold VX_API_CALL vxCreateVirtualThresholdForImage(vx_graph graph,
								       vx_enum thresh_type,
								       vx_df_image input_format,
								       vx_df_image output_format)
{
	return fcl_vx_is(graph, VX_TYPE_GRAPH)
		       ? threshold_create(NULL, graph, thresh_type, input_format, output_format)
		       : NULL;
}

static vx_status copy_value(vx_threshold thresh, unsigned index, void *user, vx_enum usage,
			    vx_enum memory_type)
{
	struct fcl_vx_flat *flat = (struct fcl_vx_flat *)thresh;
	struct fcl_vx_region region = fcl_vx_flat_region(
		flat->store, index * sizeof(vx_pixel_value_t), sizeof(vx_pixel_value_t));

	return fcl_vx_copy(&flat->ref, &region, user, 0, usage, memory_type);
}

/* `kind` -1: either kind. */
static vx_status threshold_check(vx_threshold thresh, vx_enum kind, const void *first,
				 const void *second)
{
	vx_reference ref = (vx_reference)thresh;

	if (!fcl_vx_is(thresh, VX_TYPE_THRESHOLD))
		return VX_ERROR_INVALID_REFERENCE;
	if (!first || !second || (kind != -1 && ref->meta.threshold.kind != kind))
		return VX_ERROR_INVALID_PARAMETERS;
	return fcl_vx_may_access(ref);
}

VX_API_ENTRY vx_status VX_API_CALL vxCopyThresholdValue(vx_threshold thresh,
							vx_pixel_value_t *value_ptr, vx_enum usage,
							vx_enum user_mem_type)
{
	vx_status status = threshold_check(thresh, VX_THRESHOLD_TYPE_BINARY, value_ptr, value_ptr);

	return status ? status
		      : copy_value(thresh, FCL_VX_THRESHOLD_VALUE, value_ptr, usage, user_mem_type);
}

VX_API_ENTRY vx_status VX_API_CALL vxCopyThresholdRange(vx_threshold thresh,
							vx_pixel_value_t *lower_value_ptr,
							vx_pixel_value_t *upper_value_ptr,
							vx_enum usage, vx_enum user_mem_type)
{
	vx_status status = threshold_check(thresh, VX_THRESHOLD_TYPE_RANGE, lower_value_ptr,
					   upper_value_ptr);

	if (!status)
		status = copy_value(thresh, FCL_VX_THRESHOLD_VALUE, lower_value_ptr, usage,
				    user_mem_type);
	return status ? status
		      : copy_value(thresh, FCL_VX_THRESHOLD_UPPER, upper_value_ptr, usage,
				   user_mem_type);
}

VX_API_ENTRY vx_status VX_API_CALL vxCopyThresholdOutput(vx_threshold thresh,
							 vx_pixel_value_t *true_value_ptr,
							 vx_pixel_value_t *false_value_ptr,
							 vx_enum usage, vx_enum user_mem_type)
{
	vx_status status = threshold_check(thresh, -1, true_value_ptr, false_value_ptr);

	if (!status)
		status = copy_value(thresh, FCL_VX_THRESHOLD_TRUE, true_value_ptr, usage,
				    user_mem_type);
	return status ? status
		      : copy_value(thresh, FCL_VX_THRESHOLD_FALSE, false_value_ptr, usage,
				   user_mem_type);
}

VX_API_ENTRY vx_status VX_API_CALL vxReleaseThreshold(vx_threshold *thresh)
{
	return fcl_vx_release(thresh, VX_TYPE_THRESHOLD);
}

VX_API_ENTRY vx_status VX_API_CALL vxSetThresholdAttribute(vx_threshold thresh, vx_enum attribute,
							   const void *ptr, vx_size size)
{
	return fcl_vx_set(thresh, VX_TYPE_THRESHOLD, attribute, ptr, size);
}

VX_API_ENTRY vx_status VX_API_CALL vxQueryThreshold(vx_threshold thresh, vx_enum attribute,
						    void *ptr, vx_size size)
{
	return fcl_vx_query(thresh, VX_TYPE_THRESHOLD, attribute, ptr, size);
}
