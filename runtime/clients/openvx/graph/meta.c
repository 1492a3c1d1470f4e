/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "runtime/clients/openvx/base/object.h"
#include "runtime/clients/openvx/graph/graph.h"
#include "runtime/clients/openvx/objects/classes.h"

const struct fcl_vx_class fcl_vx_meta_format_class = {
	.type = VX_TYPE_META_FORMAT,
	.size = sizeof(struct _vx_meta_format),
};

/* The type encoded in an attribute's number. */
static vx_enum meta_type_of(vx_enum attribute)
{
	return (vx_enum)VX_TYPE(attribute);
}

static bool is_dims(vx_enum attribute)
{
	return attribute == VX_TENSOR_DIMS;
}

/* The attribute's table entry if it describes objects of the meta's type. */
static const struct fcl_vx_attribute *meta_find(vx_meta_format meta, vx_enum attribute)
{
	const struct fcl_vx_class *class = fcl_vx_data_class(meta_type_of(attribute));
	const struct fcl_vx_attribute *row = class ? fcl_vx_attribute(class, attribute) : NULL;

	if (!row || !row->meta)
		return NULL;
	return meta->ref.meta.type == class->type ? row : NULL;
}

static vx_status set_dims(vx_meta_format meta, const void *ptr, vx_size size)
{
	if (!size || size % sizeof(vx_size) || size > sizeof(meta->ref.meta.tensor.dims))
		return VX_ERROR_INVALID_PARAMETERS;
	memcpy(meta->ref.meta.tensor.dims, ptr, size);
	return VX_SUCCESS;
}

VX_API_ENTRY vx_status VX_API_CALL vxSetMetaFormatAttribute(vx_meta_format meta, vx_enum attribute,
							    const void *ptr, vx_size size)
{
	const struct fcl_vx_attribute *row;

	if (!fcl_vx_is(meta, VX_TYPE_META_FORMAT))
		return VX_ERROR_INVALID_REFERENCE;
	if (!ptr)
		return VX_ERROR_INVALID_PARAMETERS;
	if (attribute == VX_VALID_RECT_CALLBACK) {
		if (size != sizeof(meta->valid_rect))
			return VX_ERROR_INVALID_PARAMETERS;
		memcpy(&meta->valid_rect, ptr, size);
		return VX_SUCCESS;
	}
	row = meta_find(meta, attribute);
	if (!row) {
		/* The parameter has another type, or the attribute does not describe objects. */
		const struct fcl_vx_class *class = fcl_vx_data_class(meta_type_of(attribute));

		return class && fcl_vx_attribute(class, attribute) &&
				       class->type != meta->ref.meta.type
			       ? VX_ERROR_INVALID_TYPE
			       : VX_ERROR_NOT_SUPPORTED;
	}
	if (is_dims(attribute))
		return set_dims(meta, ptr, size);
	if (size != row->size)
		return VX_ERROR_INVALID_PARAMETERS;
	memcpy((char *)meta + row->offset, ptr, size);
	return VX_SUCCESS;
}

VX_API_ENTRY vx_status VX_API_CALL vxQueryMetaFormatAttribute(vx_meta_format meta,
							      vx_enum attribute, void *ptr,
							      vx_size size)
{
	const struct fcl_vx_attribute *row;

	if (!fcl_vx_is(meta, VX_TYPE_META_FORMAT))
		return VX_ERROR_INVALID_REFERENCE;
	row = meta_find(meta, attribute);
	if (!row)
		return VX_ERROR_NOT_SUPPORTED;
	if (!ptr)
		return VX_ERROR_INVALID_PARAMETERS;
	if (row->get)
		return row->get(&meta->ref, ptr, size);
	return fcl_vx_answer(ptr, size, (char *)meta + row->offset, row->size);
}

VX_API_ENTRY vx_status VX_API_CALL vxSetMetaFormatFromReference(vx_meta_format meta,
								vx_reference exemplar)
{
	if (!fcl_vx_is(meta, VX_TYPE_META_FORMAT))
		return VX_ERROR_INVALID_REFERENCE;
	if (!fcl_vx_is(exemplar, VX_TYPE_REFERENCE) || !fcl_vx_data_class(exemplar->class->type))
		return VX_ERROR_INVALID_REFERENCE;
	if (meta->ref.meta.type != VX_TYPE_REFERENCE &&
	    meta->ref.meta.type != exemplar->class->type)
		return VX_ERROR_INVALID_TYPE;
	meta->ref.meta = exemplar->meta;
	return VX_SUCCESS;
}
