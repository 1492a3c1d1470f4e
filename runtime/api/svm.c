/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/validate.h"

/* No device has shared virtual memory (CL_DEVICE_SVM_CAPABILITIES is 0). */
static cl_int refuse(cl_command_queue queue)
{
	return fcl_api_queue(queue) ? CL_INVALID_OPERATION : CL_INVALID_COMMAND_QUEUE;
}

void *CL_API_CALL clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size,
			     cl_uint alignment)
{
	(void)context;
	(void)flags;
	(void)size;
	(void)alignment;
	return NULL;
}

/* Nothing was ever allocated. */
void CL_API_CALL clSVMFree(cl_context context, void *svm_pointer)
{
	(void)context;
	(void)svm_pointer;
}

cl_int CL_API_CALL clEnqueueSVMFree(cl_command_queue command_queue, cl_uint num_svm_pointers,
				    void *svm_pointers[],
				    void(CL_CALLBACK *pfn_free_func)(cl_command_queue, cl_uint,
								     void *[], void *),
				    void *user_data, cl_uint num_events_in_wait_list,
				    const cl_event *event_wait_list, cl_event *event)
{
	(void)num_svm_pointers;
	(void)svm_pointers;
	(void)pfn_free_func;
	(void)user_data;
	(void)num_events_in_wait_list;
	(void)event_wait_list;
	(void)event;
	return refuse(command_queue);
}

cl_int CL_API_CALL clEnqueueSVMMemcpy(cl_command_queue command_queue, cl_bool blocking_copy,
				      void *dst_ptr, const void *src_ptr, size_t size,
				      cl_uint num_events_in_wait_list,
				      const cl_event *event_wait_list, cl_event *event)
{
	(void)blocking_copy;
	(void)dst_ptr;
	(void)src_ptr;
	(void)size;
	(void)num_events_in_wait_list;
	(void)event_wait_list;
	(void)event;
	return refuse(command_queue);
}

cl_int CL_API_CALL clEnqueueSVMMemFill(cl_command_queue command_queue, void *svm_ptr,
				       const void *pattern, size_t pattern_size, size_t size,
				       cl_uint num_events_in_wait_list,
				       const cl_event *event_wait_list, cl_event *event)
{
	(void)svm_ptr;
	(void)pattern;
	(void)pattern_size;
	(void)size;
	(void)num_events_in_wait_list;
	(void)event_wait_list;
	(void)event;
	return refuse(command_queue);
}

cl_int CL_API_CALL clEnqueueSVMMap(cl_command_queue command_queue, cl_bool blocking_map,
				   cl_map_flags flags, void *svm_ptr, size_t size,
				   cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
				   cl_event *event)
{
	(void)blocking_map;
	(void)flags;
	(void)svm_ptr;
	(void)size;
	(void)num_events_in_wait_list;
	(void)event_wait_list;
	(void)event;
	return refuse(command_queue);
}

cl_int CL_API_CALL clEnqueueSVMUnmap(cl_command_queue command_queue, void *svm_ptr,
				     cl_uint num_events_in_wait_list,
				     const cl_event *event_wait_list, cl_event *event)
{
	(void)svm_ptr;
	(void)num_events_in_wait_list;
	(void)event_wait_list;
	(void)event;
	return refuse(command_queue);
}

cl_int CL_API_CALL clEnqueueSVMMigrateMem(cl_command_queue command_queue, cl_uint num_svm_pointers,
					  const void **svm_pointers, const size_t *sizes,
					  cl_mem_migration_flags flags,
					  cl_uint num_events_in_wait_list,
					  const cl_event *event_wait_list, cl_event *event)
{
	(void)num_svm_pointers;
	(void)svm_pointers;
	(void)sizes;
	(void)flags;
	(void)num_events_in_wait_list;
	(void)event_wait_list;
	(void)event;
	return refuse(command_queue);
}

cl_int CL_API_CALL clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint arg_index,
					    const void *arg_value)
{
	(void)arg_index;
	(void)arg_value;
	return fcl_api_kernel(kernel) ? CL_INVALID_OPERATION : CL_INVALID_KERNEL;
}
