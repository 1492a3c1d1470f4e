/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/capture/capture.h"

#include <stdatomic.h>
#include <string.h>

#include "base/config.h"
#include "base/trace/extension_calls.h"
#include "runtime/capture/boxes.h"
#include "runtime/capture/devices.h"
#include "runtime/capture/ids.h"
#include "runtime/capture/incidents.h"
#include "runtime/capture/kinds.h"
#include "runtime/capture/memory.h"
#include "runtime/capture/notify.h"
#include "runtime/capture/put.h"
#include "runtime/capture/readback.h"
#include "runtime/capture/recording.h"
#include "runtime/capture/regions.h"

/* NOLINTBEGIN(bugprone-macro-parentheses,bugprone-branch-clone): the table's parameters are names */

/*
 * One recording function for each row of the table of calls. What it does for each of its parameters
 * depends on the parameter's kind (kinds.h), and is nothing for most kinds at most moments.
 */
#define SECOND(first, second, ...) second
#define OR_NOTHING(name) SECOND(name, NOTHING_TO_DO, )
#define NOTHING_TO_DO(...)
#define OWN(index, kind, type, name, ...) OR_NOTHING(OWN_##kind)(name, ##__VA_ARGS__)
#define PUT(index, kind, type, name, ...) OR_NOTHING(PUT_##kind)(index, name, ##__VA_ARGS__)
#define TAKE(index, kind, type, name, ...) OR_NOTHING(TAKE_##kind)(index, name, ##__VA_ARGS__)
#define FAIL(index, kind, type, name, ...) OR_NOTHING(FAIL_##kind)(index, name, ##__VA_ARGS__)
#define THEN(index, kind, type, name, ...) OR_NOTHING(THEN_##kind)(index, name, ##__VA_ARGS__)

/* What a recording function passes in place of what the host left out. */
struct mine {
	cl_event event;
	cl_int status;
	cl_uint count;
	void *notify;
};

#define BEGIN(type, name, ...)                                                                     \
	struct mine mine = {0};                                                                    \
	struct fcl_call call;                                                                      \
	struct fcl_box box = {0};                                                                  \
	cl_int code = CL_SUCCESS;                                                                  \
                                                                                                   \
	(void)box;                                                                                 \
	if (!fcl_call_begin(&call, FCL_CALL_##name))                                               \
		return NEXT(name) FCL_ARGUMENTS(__VA_ARGS__);                                      \
	FCL_EACH(OWN, __VA_ARGS__)                                                                 \
	FCL_EACH(PUT, __VA_ARGS__)
#define END(name, ...)                                                                             \
	fcl_call_returned(&call, code);                                                            \
	if (!code) {                                                                               \
		FCL_EACH(TAKE, __VA_ARGS__)                                                        \
	} else {                                                                                   \
		FCL_EACH(FAIL, __VA_ARGS__)                                                        \
	}
#define FINISH(name, ...)                                                                          \
	fcl_call_end(&call);                                                                       \
	if (!code) {                                                                               \
		FCL_EACH(THEN, __VA_ARGS__)                                                        \
	}                                                                                          \
	if (code)                                                                                  \
		fcl_notify_free(mine.notify);                                                      \
	if (mine.event)                                                                            \
		fcl_capture_next->clReleaseEvent(mine.event);

/* `before` and `after` are statements; the latter runs if the call was successful. */
#define RECORD(type, name, status, before, taken, after, ...)                                      \
	static type CL_API_CALL captured_##name FCL_PARAMETERS(__VA_ARGS__)                        \
	{                                                                                          \
		type result;                                                                       \
		BEGIN(type, name, __VA_ARGS__)                                                     \
		before;                                                                            \
		fcl_call_begun(&call);                                                             \
		result = NEXT(name) FCL_ARGUMENTS(__VA_ARGS__);                                    \
		code = status;                                                                     \
		END(name, __VA_ARGS__)                                                             \
		if (!code) {                                                                       \
			taken;                                                                     \
		}                                                                                  \
		FINISH(name, __VA_ARGS__)                                                          \
		if (!code) {                                                                       \
			after;                                                                     \
		}                                                                                  \
		return result;                                                                     \
	}

#define RETURNED(type)                                                                             \
	fcl_put_number(&call.body, FCL_CAPTURE_RETURNED, (uintptr_t)result);                       \
	OR_NOTHING(RETURNED_##type)()
#define RETURNED_cl_kernel , returned_kernel
#define returned_kernel() fcl_devices_constants(&call.body, result)
#define EFFECT(type, name, ...)                                                                    \
	RECORD(type, name, result, OR_NOTHING(EARLY_##name)(), , , __VA_ARGS__)
#define EARLY_clEnqueueWriteBuffer , early_write
#define early_write() fcl_memory_write_early(&call, buffer, blocking_write, offset, size, ptr)
#define COMMAND EFFECT
#define POLL EFFECT
#define LAUNCH(type, name, ...)                                                                    \
	RECORD(type, name, result, fcl_memory_fine(&call), ,                                       \
	       fcl_region_use((uintptr_t)kernel, NULL), __VA_ARGS__)
#define WAIT(type, name, ...)                                                                      \
	RECORD(type, name, result, , , fcl_readback_collect(); fcl_region_idle(), __VA_ARGS__)
#define MAKE(type, name, ...)                                                                      \
	RECORD(type, name, *errcode_ret, , RETURNED(type), OR_NOTHING(MADE_##type)(), __VA_ARGS__)
#define MADE_cl_context , made_context
#define made_context() fcl_devices_describe(result)

#define ALLOCATE(type, name, ...)                                                                  \
	RECORD(type, name, result ? CL_SUCCESS : CL_MEM_OBJECT_ALLOCATION_FAILURE, ,               \
	       fcl_memory_svm_allocated(result, size, flags);                                      \
	       RETURNED(other), , __VA_ARGS__)
#define LEND(type, name, ...)                                                                      \
	RECORD(type, name, *errcode_ret, , RETURNED(other),                                        \
	       fcl_memory_lent(&call, pipe, result, *mapped_size), __VA_ARGS__)
#define UNLEND EFFECT
#define USES(type, name, ...)                                                                      \
	RECORD(type, name, result, fcl_memory_fine(&call), , fcl_region_use(0, USED_##name),       \
	       __VA_ARGS__)
#define USED_clEnqueueMemcpyINTEL dst_ptr
#define USED_clEnqueueCommandBufferKHR NULL
#define UNIFY(type, name, ...)                                                                     \
	RECORD(type, name, *errcode_ret, , fcl_memory_svm_allocated(result, size, UNIFIED_##name); \
	       RETURNED(other), , __VA_ARGS__)
#define UNIFIED_clHostMemAllocINTEL CL_MEM_SVM_FINE_GRAIN_BUFFER
#define UNIFIED_clSharedMemAllocINTEL CL_MEM_SVM_FINE_GRAIN_BUFFER
#define UNIFIED_clDeviceMemAllocINTEL 0
#define FREE(type, name, ...)                                                                      \
	RECORD(type, name, result, fcl_readback_collect(), fcl_memory_svm_freed(ptr), , __VA_ARGS__)
#define MAP(type, name, ...)                                                                       \
	RECORD(type, name, *errcode_ret, own_event(!blocking_map), RETURNED(other),                \
	       fcl_memory_mapped(&call,                                                            \
				 &(struct fcl_region){FCL_REGION_MAPPING, MAPPED_##name, false},   \
				 blocking_map, event),                                             \
	       __VA_ARGS__)
#define MAPPED_clEnqueueMapBuffer (uintptr_t) buffer, map_flags, fcl_box_bytes(result, size)
#define MAPPED_clEnqueueMapImage                                                                   \
	(uintptr_t) image, map_flags,                                                              \
		fcl_box_image(result, image, region, *image_row_pitch,                             \
			      image_slice_pitch ? *image_slice_pitch : 0)
#define NOTHING(type, name, ...)                                                                   \
	static void CL_API_CALL captured_##name FCL_PARAMETERS(__VA_ARGS__)                        \
	{                                                                                          \
		BEGIN(type, name, __VA_ARGS__)                                                     \
		fcl_memory_svm_freed(svm_pointer);                                                 \
		fcl_call_begun(&call);                                                             \
		NEXT(name) FCL_ARGUMENTS(__VA_ARGS__);                                             \
		END(name, __VA_ARGS__)                                                             \
		FINISH(name, __VA_ARGS__)                                                          \
	}
#define ASK(type, name, ...)                                                                       \
	static type CL_API_CALL captured_##name FCL_PARAMETERS(__VA_ARGS__)                        \
	{                                                                                          \
		type result = NEXT(name) FCL_ARGUMENTS(__VA_ARGS__);                               \
                                                                                                   \
		fcl_readback_collect();                                                            \
		if (!result)                                                                       \
			fcl_incident_asked(param_name, param_value, param_value_size);             \
		return result;                                                                     \
	}
#define ADDRESS(type, name, ...)                                                                   \
	static type CL_API_CALL captured_##name FCL_PARAMETERS(__VA_ARGS__)                        \
	{                                                                                          \
		type result = NEXT(name) FCL_ARGUMENTS(__VA_ARGS__);                               \
                                                                                                   \
		return result && fcl_recording() ? find_captured(func_name, result) : result;      \
	}
#define QUERY(type, name, ...)

#define CAPTURED(class, type, name, ...) class(type, name, __VA_ARGS__)

/* The driver's functions of extensions; NULL: no program has asked for it. */
#define EXTENSION_FIELD(class, type, name, ...) type(CL_API_CALL *name) FCL_PARAMETERS(__VA_ARGS__);
static struct {
	FCL_EXTENSION_CALLS(EXTENSION_FIELD)
} next_extensions;

#define NEXT(name) next_extensions.name
FCL_EXTENSION_CALLS(CAPTURED)
#undef NEXT

#define EXTENSION_ROW(class, type, name, ...)                                                      \
	{#name, (void *)captured_##name, (void *)&next_extensions.name},

/*
 * The function that records the calls of this one. Two drivers have different functions of one
 * name, of which only the first one's calls are recorded.
 */
static void *find_captured(const char *name, void *function)
{
	static const struct {
		const char *name;
		void *captured;
		_Atomic(void *) *next;
	} rows[] = {FCL_EXTENSION_CALLS(EXTENSION_ROW)};
	void *none = NULL;

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (!strcmp(rows[i].name, name) &&
		    (atomic_compare_exchange_strong(rows[i].next, &none, function) ||
		     none == function))
			return rows[i].captured;
	fcl_devices_extension(name);
	return function;
}

#define NEXT(name) fcl_capture_next->name
FCL_CALLS(CAPTURED)

/* NOLINTEND(bugprone-macro-parentheses,bugprone-branch-clone) */

#define SET_ROW(name)                                                                              \
	if (next->name)                                                                            \
		table->name = captured_##name;
#define SET_EFFECT SET_ROW
#define SET_COMMAND SET_ROW
#define SET_LAUNCH SET_ROW
#define SET_WAIT SET_ROW
#define SET_MAKE SET_ROW
#define SET_ALLOCATE SET_ROW
#define SET_MAP SET_ROW
#define SET_NOTHING SET_ROW
#define SET_ASK SET_ROW
#define SET_ADDRESS SET_ROW
#define SET_QUERY(name)
#define SET(class, type, name, ...) SET_##class(name)

bool fcl_capture_wanted(void)
{
	return *fcl_config_string(FCL_CONFIG_CAPTURE);
}

void fcl_capture_wrap(cl_icd_dispatch *table, const cl_icd_dispatch *next, bool (*elsewhere)(void))
{
	fcl_capture_next = next;
	fcl_recording_elsewhere(elsewhere);
	FCL_CALLS(SET)
}
