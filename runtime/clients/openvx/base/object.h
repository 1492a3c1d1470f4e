/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_OBJECT_H
#define FCL_VX_OBJECT_H

#include "runtime/clients/openvx/base/reference.h"

/*
 * Whether it is a live object of the type, or of any type for VX_TYPE_REFERENCE. Accepts any
 * pointer.
 */
bool fcl_vx_is(const void *handle, vx_enum type);

/* Whether it is a live object of the type in this context. */
bool fcl_vx_is_of(vx_context context, const void *handle, vx_enum type);

/* The error object for a status, for functions that return objects. */
void *fcl_vx_error(vx_status status);

/* Creates an object with one host reference, or returns the error object for VX_ERROR_NO_MEMORY. */
void *fcl_vx_create(vx_context context, const struct fcl_vx_class *class);

void fcl_vx_hold(vx_reference ref);
void fcl_vx_drop(vx_reference ref); /* NULL is permitted */

/* Removes all of the host's references. The caller must hold the object. */
void fcl_vx_disown(vx_reference ref);

/* Turns a new object's host reference into a reference by another object. */
void fcl_vx_adopt(vx_reference ref);

/* Implements vxRelease…() for all types. */
vx_status fcl_vx_release(void *handle_of_handle, vx_enum type);

/* Implements vxQuery…() and vxSet…Attribute() for all types. */
vx_status fcl_vx_query(void *handle, vx_enum type, vx_enum attribute, void *ptr, vx_size size);
vx_status fcl_vx_set(void *handle, vx_enum type, vx_enum attribute, const void *ptr, vx_size size);

const struct fcl_vx_attribute *fcl_vx_attribute(const struct fcl_vx_class *class, vx_enum id);

/* Copies a value; the caller must pass its exact size. */
vx_status fcl_vx_answer(void *ptr, vx_size size, const void *value, vx_size value_size);

#endif
