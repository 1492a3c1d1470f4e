/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/memory/sharing.h"

#include "runtime/api/common/validate.h"

/*
 * Sharing with graphics APIs. No device supports any of these extensions, so no context is created
 * from a graphics context ("CL_INVALID_CONTEXT if context […] was not created from a GL context"),
 * and no memory object from a graphics object.
 */
static void *sharing_refuse(cl_int *errcode_ret)
{
	return fcl_api_fail(errcode_ret, CL_INVALID_CONTEXT);
}

static cl_int sharing_refuse_command(cl_command_queue queue)
{
	return fcl_api_queue(queue) ? CL_INVALID_CONTEXT : CL_INVALID_COMMAND_QUEUE;
}

cl_mem CL_API_CALL clCreateFromGLBuffer(cl_context context, cl_mem_flags flags, cl_GLuint bufobj,
					cl_int *errcode_ret)
{
	(void)context;
	(void)flags;
	(void)bufobj;
	return sharing_refuse(errcode_ret);
}

cl_mem CL_API_CALL clCreateFromGLTexture(cl_context context, cl_mem_flags flags, cl_GLenum target,
					 cl_GLint miplevel, cl_GLuint texture, cl_int *errcode_ret)
{
	(void)context;
	(void)flags;
	(void)target;
	(void)miplevel;
	(void)texture;
	return sharing_refuse(errcode_ret);
}

cl_mem CL_API_CALL clCreateFromGLTexture2D(cl_context context, cl_mem_flags flags, cl_GLenum target,
					   cl_GLint miplevel, cl_GLuint texture,
					   cl_int *errcode_ret)
{
	return clCreateFromGLTexture(context, flags, target, miplevel, texture, errcode_ret);
}

cl_mem CL_API_CALL clCreateFromGLTexture3D(cl_context context, cl_mem_flags flags, cl_GLenum target,
					   cl_GLint miplevel, cl_GLuint texture,
					   cl_int *errcode_ret)
{
	return clCreateFromGLTexture(context, flags, target, miplevel, texture, errcode_ret);
}

cl_mem CL_API_CALL clCreateFromGLRenderbuffer(cl_context context, cl_mem_flags flags,
					      cl_GLuint renderbuffer, cl_int *errcode_ret)
{
	(void)context;
	(void)flags;
	(void)renderbuffer;
	return sharing_refuse(errcode_ret);
}

cl_int CL_API_CALL clGetGLObjectInfo(cl_mem memobj, cl_gl_object_type *gl_object_type,
				     cl_GLuint *gl_object_name)
{
	(void)gl_object_type;
	(void)gl_object_name;
	return fcl_api_mem(memobj) ? CL_INVALID_GL_OBJECT : CL_INVALID_MEM_OBJECT;
}

cl_int CL_API_CALL clGetGLTextureInfo(cl_mem memobj, cl_gl_texture_info param_name,
				      size_t param_value_size, void *param_value,
				      size_t *param_value_size_ret)
{
	(void)param_name;
	(void)param_value_size;
	(void)param_value;
	(void)param_value_size_ret;
	return fcl_api_mem(memobj) ? CL_INVALID_GL_OBJECT : CL_INVALID_MEM_OBJECT;
}

cl_int CL_API_CALL clEnqueueAcquireGLObjects(cl_command_queue command_queue, cl_uint num_objects,
					     const cl_mem *mem_objects,
					     cl_uint num_events_in_wait_list,
					     const cl_event *event_wait_list, cl_event *event)
{
	(void)num_objects;
	(void)mem_objects;
	(void)num_events_in_wait_list;
	(void)event_wait_list;
	(void)event;
	return sharing_refuse_command(command_queue);
}

cl_int CL_API_CALL clEnqueueReleaseGLObjects(cl_command_queue command_queue, cl_uint num_objects,
					     const cl_mem *mem_objects,
					     cl_uint num_events_in_wait_list,
					     const cl_event *event_wait_list, cl_event *event)
{
	return clEnqueueAcquireGLObjects(command_queue, num_objects, mem_objects,
					 num_events_in_wait_list, event_wait_list, event);
}

cl_int CL_API_CALL clGetGLContextInfoKHR(const cl_context_properties *properties,
					 cl_gl_context_info param_name, size_t param_value_size,
					 void *param_value, size_t *param_value_size_ret)
{
	(void)properties;
	(void)param_name;
	(void)param_value_size;
	(void)param_value;
	(void)param_value_size_ret;
	return CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR;
}

cl_event CL_API_CALL clCreateEventFromGLsyncKHR(cl_context context, cl_GLsync sync,
						cl_int *errcode_ret)
{
	(void)context;
	(void)sync;
	return sharing_refuse(errcode_ret);
}

cl_mem CL_API_CALL clCreateFromEGLImageKHR(cl_context context, CLeglDisplayKHR egldisplay,
					   CLeglImageKHR eglimage, cl_mem_flags flags,
					   const cl_egl_image_properties_khr *properties,
					   cl_int *errcode_ret)
{
	(void)egldisplay;
	(void)eglimage;
	(void)flags;
	(void)properties;
	return fcl_api_fail(errcode_ret,
			    fcl_api_context(context) ? CL_INVALID_OPERATION : CL_INVALID_CONTEXT);
}

cl_int CL_API_CALL clEnqueueAcquireEGLObjectsKHR(cl_command_queue command_queue,
						 cl_uint num_objects, const cl_mem *mem_objects,
						 cl_uint num_events_in_wait_list,
						 const cl_event *event_wait_list, cl_event *event)
{
	(void)num_objects;
	(void)mem_objects;
	(void)num_events_in_wait_list;
	(void)event_wait_list;
	(void)event;
	return fcl_api_queue(command_queue) ? CL_INVALID_EGL_OBJECT_KHR : CL_INVALID_COMMAND_QUEUE;
}

cl_int CL_API_CALL clEnqueueReleaseEGLObjectsKHR(cl_command_queue command_queue,
						 cl_uint num_objects, const cl_mem *mem_objects,
						 cl_uint num_events_in_wait_list,
						 const cl_event *event_wait_list, cl_event *event)
{
	return clEnqueueAcquireEGLObjectsKHR(command_queue, num_objects, mem_objects,
					     num_events_in_wait_list, event_wait_list, event);
}

cl_event CL_API_CALL clCreateEventFromEGLSyncKHR(cl_context context, CLeglSyncKHR sync,
						 CLeglDisplayKHR display, cl_int *errcode_ret)
{
	(void)sync;
	(void)display;
	return fcl_api_fail(errcode_ret, fcl_api_context(context) ? CL_INVALID_EGL_OBJECT_KHR
								  : CL_INVALID_CONTEXT);
}

cl_int CL_API_CALL fcl_api_share_device_ids(cl_platform_id platform)
{
	return fcl_api_platform(platform) ? CL_DEVICE_NOT_FOUND : CL_INVALID_PLATFORM;
}

cl_int CL_API_CALL fcl_api_share_acquire(cl_command_queue queue)
{
	return sharing_refuse_command(queue);
}

cl_mem CL_API_CALL fcl_api_share_buffer(cl_context context, cl_mem_flags flags, void *resource,
					cl_int *errcode_ret)
{
	(void)context;
	(void)flags;
	(void)resource;
	return sharing_refuse(errcode_ret);
}

cl_mem CL_API_CALL fcl_api_share_texture(cl_context context, cl_mem_flags flags, void *resource,
					 cl_uint subresource, cl_int *errcode_ret)
{
	(void)context;
	(void)flags;
	(void)resource;
	(void)subresource;
	return sharing_refuse(errcode_ret);
}

cl_mem CL_API_CALL fcl_api_share_surface(cl_context context, cl_mem_flags flags,
					 cl_uint adapter_type, void *surface, cl_uint plane,
					 cl_int *errcode_ret)
{
	(void)context;
	(void)flags;
	(void)adapter_type;
	(void)surface;
	(void)plane;
	return sharing_refuse(errcode_ret);
}

/* As clCreateSubDevices: no partition property is supported. */
cl_int CL_API_CALL fcl_api_create_sub_devices_ext(
	cl_device_id device, const cl_device_partition_property_ext *properties,
	cl_uint num_entries, cl_device_id *devices, cl_uint *num_devices)
{
	(void)properties;
	(void)num_entries;
	(void)devices;
	(void)num_devices;
	return fcl_api_device(device) ? CL_INVALID_VALUE : CL_INVALID_DEVICE;
}
