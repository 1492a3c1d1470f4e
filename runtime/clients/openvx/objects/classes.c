/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/objects/classes.h"

#include "runtime/clients/openvx/images/image.h"
#include "runtime/clients/openvx/objects/flat.h"
#include "runtime/clients/openvx/objects/group.h"

static const struct fcl_vx_class *const classes[] = {
	&fcl_vx_scalar_class, &fcl_vx_array_class,        &fcl_vx_lut_class,
	&fcl_vx_matrix_class, &fcl_vx_distribution_class, &fcl_vx_convolution_class,
	&fcl_vx_remap_class,  &fcl_vx_threshold_class,    &fcl_vx_tensor_class,
	&fcl_vx_image_class,  &fcl_vx_pyramid_class,      &fcl_vx_object_array_class,
	&fcl_vx_delay_class,
};

const struct fcl_vx_class *fcl_vx_data_class(vx_enum type)
{
	for (size_t i = 0; i < FCL_VX_COUNT(classes); i++)
		if (classes[i]->type == type)
			return classes[i];
	return NULL;
}
