/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/command/command_buffer.h"

#include "runtime/core/commands/record.h"
#include "runtime/core/objects/status.h"
#include "runtime/core/objects/svm.h"

/* No host memory is in the first page, so a smaller "address" is a number. */
#define FIRST_ADDRESS 4096

/* The parameters that all recording calls share. */
struct recording {
	cl_command_buffer_khr handle;
	cl_command_queue queue; /* must be NULL: a command buffer has exactly one queue */
	const cl_properties *properties;
	cl_uint npoints;
	const cl_sync_point_khr *points;
	cl_sync_point_khr *ret_point;
	cl_mutable_command_khr *ret_mutable; /* must be NULL */
	struct fcl_command_buffer *buffer;
	uint32_t count; /* number of commands recorded so far */
};

/*
 * All properties belong to other extensions, so only NULL and an empty list are valid. A host that
 * was compiled for version 0.9.4 or older passes its next argument here: a buffer, a pointer to
 * shared virtual memory, or the number of sync points.
 */
static cl_int record_check_properties(const struct recording *recording)
{
	struct fcl_context *context = recording->buffer->queue->context;
	const cl_properties *list = recording->properties;
	struct fcl_mem *svm;
	uint64_t offset;

	if (!list)
		return CL_SUCCESS;
	svm = fcl_svm_find(context, list, &offset);
	if (svm)
		fcl_object_unref(svm);
	if (svm || fcl_api_memobj((cl_mem)list) || (uintptr_t)list < FIRST_ADDRESS)
		return fcl_api_explain(
			context, CL_INVALID_VALUE,
			"the argument after the queue is not a list of properties: has the "
			"host been compiled for cl_khr_command_buffer 0.9.4 or older? "
			"This is 0.9.8");
	if (*list)
		return fcl_api_explain(context, CL_INVALID_VALUE,
				       "unknown property 0x%llx of a recorded command",
				       (unsigned long long)*list);
	return CL_SUCCESS;
}

static cl_int check_points(const struct recording *recording)
{
	if (!recording->npoints != !recording->points)
		return CL_INVALID_SYNC_POINT_WAIT_LIST_KHR;
	for (cl_uint i = 0; i < recording->npoints; i++)
		if (!recording->points[i] || recording->points[i] > recording->count)
			return CL_INVALID_SYNC_POINT_WAIT_LIST_KHR;
	return CL_SUCCESS;
}

static cl_int check_locked(struct recording *recording)
{
	recording->count = recording->buffer->count;
	return atomic_load(&recording->buffer->final) ? CL_INVALID_OPERATION
						      : check_points(recording);
}

/*
 * Locks the buffer if there is no error. Commands that are then enqueued to *ret_recorder pass the
 * usual checks, but are recorded instead of run.
 */
static cl_int record_begin(struct recording *recording, cl_command_queue *ret_recorder)
{
	struct fcl_command_buffer *buffer = fcl_api_command_buffer(recording->handle);
	cl_int error;

	if (!buffer)
		return CL_INVALID_COMMAND_BUFFER_KHR;
	if (recording->queue)
		return CL_INVALID_COMMAND_QUEUE;
	recording->buffer = buffer;
	error = record_check_properties(recording);
	if (error)
		return error;
	if (recording->ret_mutable)
		return CL_INVALID_VALUE;
	pthread_mutex_lock(&buffer->lock);
	error = check_locked(recording);
	if (error) {
		pthread_mutex_unlock(&buffer->lock);
		return error;
	}
	fcl_api_recorder = buffer->recorder;
	*ret_recorder = (cl_command_queue)buffer->recorder;
	return CL_SUCCESS;
}

static cl_int record_end(const struct recording *recording, cl_int error)
{
	struct fcl_command_buffer *buffer = recording->buffer;

	fcl_api_recorder = NULL;
	if (!error && buffer->count == recording->count)
		error = CL_INVALID_OPERATION;
	if (!error)
		error = fcl_status_from_errno(
			fcl_command_buffer_order(buffer, recording->npoints, recording->points));
	if (!error && recording->ret_point)
		*recording->ret_point = buffer->count;
	pthread_mutex_unlock(&buffer->lock);
	return error;
}

/* What every recording call takes before the parameters of its command, and behind them. */
#define BEFORE                                                                                     \
	cl_command_buffer_khr command_buffer, cl_command_queue command_queue,                      \
		const cl_properties *properties
#define BEHIND                                                                                     \
	cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,       \
		cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle

/* The body of a recording call: `enqueue` is the call that would run the command in `recorder`. */
#define RECORD(enqueue)                                                                            \
	struct recording recording = {.handle = command_buffer,                                    \
				      .queue = command_queue,                                      \
				      .properties = properties,                                    \
				      .npoints = num_sync_points_in_wait_list,                     \
				      .points = sync_point_wait_list,                              \
				      .ret_point = sync_point,                                     \
				      .ret_mutable = mutable_handle};                              \
	cl_command_queue recorder;                                                                 \
	cl_int error = record_begin(&recording, &recorder);                                        \
                                                                                                   \
	return error ? error : record_end(&recording, enqueue)

CL_API_ENTRY cl_int CL_API_CALL fcl_api_record_barrier(BEFORE, BEHIND)
{
	RECORD(clEnqueueBarrierWithWaitList(recorder, 0, NULL, NULL));
}

CL_API_ENTRY cl_int CL_API_CALL fcl_api_record_copy(BEFORE, cl_mem src_buffer, cl_mem dst_buffer,
						    size_t src_offset, size_t dst_offset,
						    size_t size, BEHIND)
{
	RECORD(clEnqueueCopyBuffer(recorder, src_buffer, dst_buffer, src_offset, dst_offset, size,
				   0, NULL, NULL));
}

CL_API_ENTRY cl_int CL_API_CALL fcl_api_record_copy_rect(
	BEFORE, cl_mem src_buffer, cl_mem dst_buffer, const size_t *src_origin,
	const size_t *dst_origin, const size_t *region, size_t src_row_pitch,
	size_t src_slice_pitch, size_t dst_row_pitch, size_t dst_slice_pitch, BEHIND)
{
	RECORD(clEnqueueCopyBufferRect(recorder, src_buffer, dst_buffer, src_origin, dst_origin,
				       region, src_row_pitch, src_slice_pitch, dst_row_pitch,
				       dst_slice_pitch, 0, NULL, NULL));
}

CL_API_ENTRY cl_int CL_API_CALL fcl_api_record_fill(BEFORE, cl_mem buffer, const void *pattern,
						    size_t pattern_size, size_t offset, size_t size,
						    BEHIND)
{
	RECORD(clEnqueueFillBuffer(recorder, buffer, pattern, pattern_size, offset, size, 0, NULL,
				   NULL));
}

CL_API_ENTRY cl_int CL_API_CALL clCommandNDRangeKernelKHR(BEFORE, cl_kernel kernel,
							  cl_uint work_dim,
							  const size_t *global_work_offset,
							  const size_t *global_work_size,
							  const size_t *local_work_size, BEHIND)
{
	RECORD(clEnqueueNDRangeKernel(recorder, kernel, work_dim, global_work_offset,
				      global_work_size, local_work_size, 0, NULL, NULL));
}

CL_API_ENTRY cl_int CL_API_CALL fcl_api_record_svm_copy(BEFORE, void *dst_ptr, const void *src_ptr,
							size_t size, BEHIND)
{
	RECORD(clEnqueueSVMMemcpy(recorder, CL_FALSE, dst_ptr, src_ptr, size, 0, NULL, NULL));
}

CL_API_ENTRY cl_int CL_API_CALL fcl_api_record_svm_fill(BEFORE, void *svm_ptr, const void *pattern,
							size_t pattern_size, size_t size, BEHIND)
{
	RECORD(clEnqueueSVMMemFill(recorder, svm_ptr, pattern, pattern_size, size, 0, NULL, NULL));
}

CL_API_ENTRY cl_int CL_API_CALL fcl_api_record_copy_buffer_to_image(BEFORE, cl_mem src_buffer,
								    cl_mem dst_image,
								    size_t src_offset,
								    const size_t *dst_origin,
								    const size_t *region, BEHIND)
{
	RECORD(clEnqueueCopyBufferToImage(recorder, src_buffer, dst_image, src_offset, dst_origin,
					  region, 0, NULL, NULL));
}

CL_API_ENTRY cl_int CL_API_CALL fcl_api_record_copy_image(BEFORE, cl_mem src_image,
							  cl_mem dst_image,
							  const size_t *src_origin,
							  const size_t *dst_origin,
							  const size_t *region, BEHIND)
{
	RECORD(clEnqueueCopyImage(recorder, src_image, dst_image, src_origin, dst_origin, region, 0,
				  NULL, NULL));
}

CL_API_ENTRY cl_int CL_API_CALL fcl_api_record_copy_image_to_buffer(BEFORE, cl_mem src_image,
								    cl_mem dst_buffer,
								    const size_t *src_origin,
								    const size_t *region,
								    size_t dst_offset, BEHIND)
{
	RECORD(clEnqueueCopyImageToBuffer(recorder, src_image, dst_buffer, src_origin, region,
					  dst_offset, 0, NULL, NULL));
}

CL_API_ENTRY cl_int CL_API_CALL fcl_api_record_fill_image(BEFORE, cl_mem image,
							  const void *fill_color,
							  const size_t *origin,
							  const size_t *region, BEHIND)
{
	RECORD(clEnqueueFillImage(recorder, image, fill_color, origin, region, 0, NULL, NULL));
}
