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
#include "runtime/capture/memory.h"
#include "runtime/capture/notify.h"
#include "runtime/capture/put.h"
#include "runtime/capture/readback.h"
#include "runtime/capture/recording.h"
#include "runtime/capture/regions.h"

/* NOLINTBEGIN(bugprone-macro-parentheses,bugprone-branch-clone): the table's parameters are names */

/*
 * One recording function for each row of the table of calls. For each of its parameters it does five
 * things, each of which depends on the parameter's kind, and is nothing for most kinds:
 *
 * OWN_	before the call: passes something of its own that the host left out but the record needs
 * PUT_	what the record of the call has: only what can be read whatever the host has passed
 * TAKE_	what the record of a successful call's result has, such as contents
 * FAIL_	what it has if the call was not successful
 * THEN_	after the record of a successful call's result
 */
#define SECOND(first, second, ...) second
#define OR_NOTHING(name) SECOND(name, NOTHING_TO_DO, )
#define NOTHING_TO_DO(...)
#define OWN(index, kind, type, name, ...) OR_NOTHING(OWN_##kind)(name, ##__VA_ARGS__)
#define PUT(index, kind, type, name, ...) OR_NOTHING(PUT_##kind)(index, name, ##__VA_ARGS__)
#define TAKE(index, kind, type, name, ...) OR_NOTHING(TAKE_##kind)(index, name, ##__VA_ARGS__)
#define THEN(index, kind, type, name, ...) OR_NOTHING(THEN_##kind)(index, name, ##__VA_ARGS__)

#define FAIL(index, kind, type, name, ...) OR_NOTHING(FAIL_##kind)(index, name, ##__VA_ARGS__)

#define OWN_ERROR , own_error
#define OWN_COUNT , own_count
#define OWN_READ , own_read
#define OWN_SENT , own_read
#define OWN_MOVED , own_moved
#define OWN_SVM_MAP , own_svm_map
#define OWN_SVM_TO , own_svm_to
#define OWN_NOTIFY , own_notify
#define OWN_REPORT , own_report
#define own_error(name) name = name ? name : &mine.status;
#define own_count(name) name = name ? name : &mine.count;
#define own_event(needed)                                                                          \
	if (!event && (needed))                                                                    \
		event = &mine.event;
#define own_read(name, box, blocking) own_event(!(blocking))
#define own_moved(name, count, flags) own_event((flags)&CL_MIGRATE_MEM_OBJECT_HOST)
#define own_svm_map(name, size, blocking, flags) own_event(!(blocking))
#define own_svm_to(name, size, blocking) own_event(!(blocking))
#define own_report(name) fcl_incident_watch(&name, &user_data);
#define own_notify(name) mine.notify = fcl_notify_begin(&name, &user_data);

#define PUT_VALUE , put_value
#define PUT_BLOCKING , put_value
#define PUT_HANDLE , put_pointer
#define PUT_POINTER , put_pointer
#define PUT_HANDLES , put_list
#define PUT_POINTERS , put_list
#define PUT_FREED , put_list
#define PUT_NUMBERS , put_list
#define PUT_SIZES , put_sizes
#define PUT_PROPERTIES , put_properties
#define PUT_TEXT , put_text
#define PUT_CALLBACK , put_whether
#define PUT_NOTIFY , put_whether
#define PUT_REPORT , put_whether
#define PUT_EVENT , put_event
#define PUT_DESC , put_desc
#define PUT_SYNC_POINTS , put_sync_points
#define PUT_SYNC_POINT , put_whether
#define PUT_READ , put_pointer
#define PUT_TAKEN , put_pointer
#define PUT_MOVED , put_list
#define PUT_UNMAP , put_unmap
#define PUT_SVM_MAP , put_pointer
#define PUT_SVM_UNMAP , put_svm_unmap
#define PUT_LENT , put_lent
#define PUT_SVM_TO , put_pointer
#define PUT_SVM_FROM , put_pointer
#define PUT_SET , put_pointer
#define put_value(index, name) fcl_put_number(&call.body, index, (uint64_t)(name));
#define put_pointer(index, name, ...) fcl_put_number(&call.body, index, (uintptr_t)(name));
#define put_list(index, name, count, ...) fcl_body_list(&call.body, index, name, count);
#define put_sizes(index, name, count) fcl_put_sizes(&call.body, index, name, count);
#define put_properties(index, name) fcl_put_properties(&call.body, index, name);
#define put_text(index, name) fcl_body_text(&call.body, index, name);
#define put_whether(index, name) fcl_put_number(&call.body, index, (name) != NULL);
#define put_event(index, name) fcl_put_number(&call.body, index, (name) && (name) != &mine.event);
#define put_desc(index, name) fcl_body_bytes(&call.body, index, name, sizeof(*(name)));
#define put_sync_points(index, name, count) fcl_put_sync_points(&call.body, index, name, count);
#define put_unmap(index, name, memobj) fcl_memory_unmap(&call, index, memobj, name);
#define put_lent(index, name, pipe, size) fcl_memory_give_back(&call, index, pipe, name, size);
#define put_svm_unmap(index, name) fcl_memory_svm_unmap(&call, index, name);

#define TAKE_HANDLE , take_handle
#define TAKE_EVENT , take_event
#define TAKE_MADE , take_made
#define TAKE_SYNC_POINT , take_sync_point
#define TAKE_DATA , take_data
#define TAKE_SENT , take_sent
#define TAKE_IL , take_il
#define TAKE_ARGUMENT , take_bytes
#define TAKE_BYTES , take_bytes
#define TAKE_EXEC_INFO , take_exec_info
#define TAKE_SOURCES , take_sources
#define TAKE_BINARIES , take_binaries
#define TAKE_TEXTS , take_texts
#define TAKE_FREED , take_freed
#define TAKE_HOST , take_host
#define TAKE_MOVED , take_moved
#define TAKE_LENGTH , take_length
#define TAKE_SVM_FROM , take_svm_from
#define TAKE_SET , take_set
#define take_handle(index, name)                                                                   \
	_Generic((name), cl_device_id : fcl_devices_whole, default : fcl_devices_no)(name);
#define take_event(index, name)                                                                    \
	if (name && name != &mine.event)                                                           \
		fcl_put_number(&call.body, index, (uintptr_t)*name);
#define take_sync_point(index, name)                                                               \
	if (name)                                                                                  \
		fcl_put_number(&call.body, index, *name);
#define take_made(index, name, number) fcl_body_list(&call.body, index, name, name ? (number) : 0);
#define take_data(index, name, the_box)                                                            \
	box = the_box;                                                                             \
	fcl_memory_data(&call, index, &box);
#define take_sent(index, name, the_box, blocking) take_data(index, name, the_box)
#define take_il(index, name, size) take_data(index, name, fcl_box_bytes(name, size))
#define take_bytes(index, name, size) fcl_body_bytes(&call.body, index, name, size);
#define take_exec_info(index, name, what, size) take_bytes(index, name, size)
#define take_sources(index, name, count, lengths)                                                  \
	fcl_put_sources(&call.body, index, name, count, lengths);
#define take_binaries(index, name, count, lengths)                                                 \
	fcl_put_binaries(&call.body, index, name, count, lengths);
#define take_freed(index, name, count) fcl_memory_svm_freed_all(name, count);
#define take_texts(index, name, count) fcl_put_texts(&call.body, index, name, count);
#define take_host(index, name, the_box)                                                            \
	box = the_box;                                                                             \
	fcl_memory_created(&call, index, result, flags, &box);
#define take_moved(index, name, count, flags) fcl_memory_moved(&call, name, count, flags);
#define take_length(index, name) fcl_put_number(&call.body, index, *name);
#define take_set(index, name) fcl_region_argument((uintptr_t)kernel, arg_index, name);
#define take_svm_from(index, name, size) fcl_memory_svm_from(&call, index, name, size);

#define FAIL_DATA , fail_data
#define FAIL_UNMAP , fail_unmap
#define FAIL_SVM_UNMAP , fail_unmap
#define fail_unmap(...) fcl_memory_unmapped(&call, true);
#define fail_data(index, name, the_box) fcl_memory_no_data(&call);
#define FAIL_BINARIES , fail_binaries /* images are refused because of what they contain */
#define fail_binaries(index, name, count, lengths)                                                 \
	if (code == CL_INVALID_BINARY)                                                             \
		fcl_put_binaries(&call.body, index, name, count, lengths);

#define THEN_BLOCKING , then_blocking /* what was enqueued before may have ended, too */
#define THEN_READ , then_read
#define THEN_TAKEN , then_taken
#define THEN_SENT , then_sent
#define THEN_MOVED , then_moved
#define THEN_SVM_MAP , then_svm_map
#define THEN_SVM_TO , then_svm_to
#define THEN_UNMAP , then_unmap
#define THEN_SVM_UNMAP , then_unmap
#define THEN_LENT , then_lent
#define then_blocking(index, name)                                                                 \
	if (name) {                                                                                \
		fcl_readback_collect();                                                            \
		fcl_region_idle();                                                                 \
	}
#define then_read(index, name, the_box, blocking)                                                  \
	box = the_box;                                                                             \
	fcl_readback(&call, index, 0, &box, blocking, event);
#define then_taken(index, name, the_box)                                                           \
	box = the_box;                                                                             \
	fcl_readback_now(&call, index, 0, &box);
#define then_sent(index, name, the_box, blocking)                                                  \
	if (!(blocking))                                                                           \
		fcl_readback_end(&call, *event);
#define then_moved(index, name, count, flags) fcl_memory_back(&call, name, count, flags, event);
#define then_svm_map(index, name, size, blocking, flags)                                           \
	fcl_memory_svm_mapped(&call, index, name, size, flags, blocking, event);
#define then_svm_to(index, name, size, blocking)                                                   \
	fcl_memory_svm_to(&call, index, name, size, blocking, event);
#define then_unmap(...) fcl_memory_unmapped(&call, false);
#define then_lent(index, name, pipe, size) fcl_memory_given_back(pipe, name, size);

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
