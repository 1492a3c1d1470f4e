/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/replay/calls.h"

#include <string.h>

#include "runtime/capture/boxes.h"
#include "tools/replay/images.h"
#include "tools/replay/lent.h"
#include "tools/replay/places.h"
#include "tools/replay/polls.h"

/*
 * One function for each row of the table of calls. It declares the parameters (LOCAL_), fills in
 * those that are pointers (FILL_), and makes the call.
 */
#define SECOND(first, second, ...) second
#define OR_ELSE(name, other) SECOND(name, other, )
#define NOTHING_TO_DO(...)

#define LOCAL(index, kind, type, name, ...) OR_ELSE(LOCAL_##kind, local_pointer)(index, type, name)
#define FILL(index, kind, type, name, ...)                                                         \
	OR_ELSE(FILL_##kind, NOTHING_TO_DO)(index, type, name, ##__VA_ARGS__)

/* What an array has, and what a pointer points to. */
#define ITEM_TYPE(type)                                                                            \
	_Generic((type)NULL, const cl_device_id *                                                  \
		 : FCL_OBJECT_DEVICE, cl_device_id *                                               \
		 : FCL_OBJECT_DEVICE, const cl_mem *                                               \
		 : FCL_OBJECT_MEM, const cl_program *                                              \
		 : FCL_OBJECT_PROGRAM, cl_kernel *                                                 \
		 : FCL_OBJECT_KERNEL, const cl_event *                                             \
		 : FCL_OBJECT_EVENT, const cl_command_queue *                                      \
		 : FCL_OBJECT_QUEUE)

#define LOCAL_VALUE , local_value
#define LOCAL_BLOCKING , local_blocking
#define LOCAL_HANDLE , local_handle
#define local_pointer(index, type, name) type name = NULL;
#define local_value(index, type, name) type name = (type)fcl_step_number(step, index);
#define local_blocking(index, type, name) type name = !step->split && fcl_step_number(step, index);
#define local_handle(index, type, name)                                                            \
	type name = fcl_step_handle(step, index, FCL_OBJECT_TYPE_OF((type)NULL));

/* NOLINTBEGIN(bugprone-macro-parentheses): the table's parameters are names */
#define FILL_HANDLES , fill_handles
#define FILL_MOVED , fill_moved
#define FILL_SIZES , fill_sizes
#define FILL_NUMBERS , fill_list
#define FILL_PROPERTIES , fill_properties
#define FILL_TEXT , fill_text
#define FILL_TEXTS , fill_texts
#define FILL_BYTES , fill_bytes
#define FILL_DESC , fill_desc
#define FILL_SYNC_POINTS , fill_sync_points
#define FILL_SYNC_POINT , fill_sync_point
#define FILL_ARGUMENT , fill_argument
#define FILL_EXEC_INFO , fill_exec_info
#define FILL_OUT , fill_out
#define FILL_ERROR , fill_error
#define FILL_COUNT , fill_count
#define FILL_MADE , fill_made
#define FILL_EVENT , fill_event
#define FILL_READ , fill_read
#define FILL_DATA , fill_data
#define FILL_TAKEN , fill_taken
#define FILL_SENT , fill_sent
#define FILL_HOST , fill_host
#define FILL_IL , fill_il
#define FILL_SOURCES , fill_contents
#define FILL_BINARIES , fill_binaries
#define FILL_LENGTHS , fill_lengths
#define FILL_UNMAP , fill_unmap
#define FILL_POINTER , fill_pointer
#define FILL_SET , fill_pointer
#define FILL_POINTERS , fill_pointers
#define FILL_FREED , fill_pointers
#define FILL_SVM_MAP , fill_svm_map
#define FILL_SVM_UNMAP , fill_svm_unmap
#define FILL_SVM_TO , fill_svm_to
#define FILL_SVM_FROM , fill_svm_from
#define fill_handles(index, type, name, count, ...)                                                \
	name = fcl_step_handles(step, index, ITEM_TYPE(type), count);
#define fill_moved(index, type, name, count, flags)                                                \
	fill_handles(index, type, name, count) fcl_places_moved(step, index, flags);
#define fill_sizes(index, type, name, count)                                                       \
	if ((count) <= 3)                                                                          \
		name = fcl_step_list(step, index, count);                                          \
	if (!name && #count[0] == '3')                                                             \
		fcl_step_skip(step, "it has no " #name);
#define fill_list(index, type, name, count) name = fcl_step_list(step, index, count);
#define fill_properties(index, type, name) name = fcl_step_properties(step, index);
#define fill_text(index, type, name) name = fcl_step_text(step, index);
#define fill_texts(index, type, name, count) name = fcl_step_texts(step, index, count);
#define fill_bytes(index, type, name, size) name = fcl_step_bytes(step, index, size);
#define fill_desc(index, type, name) name = fcl_step_desc(step, index);
#define fill_sync_points(index, type, name, count) name = fcl_step_sync_points(step, index, count);
#define fill_sync_point(index, type, name)                                                         \
	step->sync_index = index;                                                                  \
	name = fcl_step_number(step, index) ? &step->sync_point : NULL;
#define fill_argument(index, type, name, size)                                                     \
	name = fcl_step_argument(step, index, arg_index, size);                                    \
	fcl_places_addresses(step, name, name ? (size) : 0);
#define fill_exec_info(index, type, name, what, size)                                              \
	name = fcl_places_exec_info(step, index, what, size);
#define fill_out(index, type, name)                                                                \
	name = (type) _Generic((type)NULL, size_t *                                                \
			       : fcl_step_memory(step, sizeof(size_t)), default                    \
			       : NULL);
#define fill_error(index, type, name) name = &step->status;
#define fill_count(index, type, name) name = &step->made_count;
#define fill_made(index, type, name, ...)                                                          \
	step->made_index = index;                                                                  \
	step->made_type = ITEM_TYPE(type);                                                         \
	name = step->made = fcl_step_made(step, index);
#define fill_event(index, type, name)                                                              \
	step->event_index = index;                                                                 \
	name = step->needs_event || fcl_step_number(step, index) ? &step->event : NULL;

/* The host's side has no gaps in a replay. */
#undef FCL_BOX_RECT
#undef FCL_BOX_IMAGE
#undef FCL_BOX_IMAGE_DESC
#undef FCL_BOX_IMAGE_2D
#undef FCL_BOX_IMAGE_3D
#define FCL_BOX_RECT(at, origin, region, row_pitch, slice_pitch)                                   \
	fcl_box_rect(at, origin, region, row_pitch, slice_pitch);                                  \
	origin = no_origin;                                                                        \
	row_pitch = slice_pitch = 0
#define FCL_BOX_IMAGE(at, image, region, row_pitch, slice_pitch)                                   \
	fcl_box_image(at, image, region, row_pitch, slice_pitch);                                  \
	row_pitch = slice_pitch = 0
#define FCL_BOX_IMAGE_DESC(at, format, desc)                                                       \
	format &&desc ? fcl_box_desc(at, format, desc) : box;                                      \
	fcl_step_pack_desc(desc)
#define FCL_BOX_IMAGE_2D(at, format, width, height, row_pitch)                                     \
	!format ? box                                                                              \
		: fcl_box_desc(at, format,                                                         \
			       &(cl_image_desc){.image_type = CL_MEM_OBJECT_IMAGE2D,               \
						.image_width = width,                              \
						.image_height = height});                          \
	row_pitch = 0
#define FCL_BOX_IMAGE_3D(at, format, width, height, depth, row_pitch, slice_pitch)                 \
	!format ? box                                                                              \
		: fcl_box_desc(at, format,                                                         \
			       &(cl_image_desc){.image_type = CL_MEM_OBJECT_IMAGE3D,               \
						.image_width = width,                              \
						.image_height = height,                            \
						.image_depth = depth});                            \
	row_pitch = slice_pitch = 0
#define fill_read(index, type, name, the_box, blocking)                                            \
	if (!step->skip && fcl_step_number(step, index)) { /* the program passed memory */         \
		box = the_box;                                                                     \
		name = fcl_step_read(step, index, FCL_FIRST_MEM, fcl_box_size(&box));              \
	}
#define FCL_FIRST_MEM                                                                              \
	fcl_objects_find(&step->replay->objects, FCL_OBJECT_MEM, fcl_step_number(step, 1))
#define fill_data(index, type, name, the_box)                                                      \
	if (!step->skip) {                                                                         \
		box = the_box;                                                                     \
		name = fcl_step_data(step, index, fcl_box_size(&box));                             \
	}
#define fill_taken(index, type, name, the_box)                                                     \
	if (!step->skip && fcl_step_number(step, index)) {                                         \
		box = the_box;                                                                     \
		name = fcl_step_read(step, index, NULL, fcl_box_size(&box));                       \
	}
#define fill_sent(index, type, name, the_box, blocking) fill_data(index, type, name, the_box)
#define fill_il(index, type, name, size) name = fcl_step_data(step, index, size);
#define fill_host(index, type, name, the_box)                                                      \
	if (!step->skip) {                                                                         \
		box = the_box;                                                                     \
		name = fcl_places_host(step, index, flags, fcl_box_size(&box));                    \
	}
#define fill_contents(index, type, name, count, ...) name = fcl_step_contents(step, index, count);
#define fill_binaries(index, type, name, count, ...) name = fcl_images_binaries(step, index, count);
#define fill_lengths(index, type, name, of)                                                        \
	name = fcl_images_lengths(step, of, fcl_step_number(step, 1));
#define fill_unmap(index, type, name, memobj) name = fcl_places_unmap(step, index);
#define fill_pointer(index, type, name) name = fcl_places_pointer(step, index);
#define fill_pointers(index, type, name, count) name = fcl_places_pointers(step, index, count);
#define fill_svm_map(index, type, name, size, blocking, flags)                                     \
	name = fcl_places_svm_map(step, index, size);
#define fill_svm_unmap(index, type, name) name = fcl_places_svm_unmap(step, index);
#define fill_svm_to(index, type, name, size, blocking) name = fcl_places_svm_to(step, index, size);
#define fill_svm_from(index, type, name, size) name = fcl_places_svm_from(step, index, size);

#define BEGIN(name, ...) BEGIN_WITH(, name, __VA_ARGS__)
#define MAPPED_BEGIN(name, ...) BEGIN_WITH(step->needs_event = true, name, __VA_ARGS__)
#define BEGIN_WITH(first, call, ...)                                                               \
	static const size_t no_origin[3] = {0};                                                    \
	struct fcl_box box = {0};                                                                  \
	FCL_EACH(LOCAL, __VA_ARGS__)                                                               \
                                                                                                   \
	first;                                                                                     \
	(void)box;                                                                                 \
	(void)no_origin;                                                                           \
	FCL_EACH(FILL, __VA_ARGS__)                                                                \
	CHECK(call)                                                                                \
	if (step->skip)                                                                            \
		return;

#define EFFECT(type, name, ...)                                                                    \
	static void make_##name(struct fcl_step *step)                                             \
	{                                                                                          \
		BEGIN(name, __VA_ARGS__)                                                           \
		step->status = NEXT(name) FCL_ARGUMENTS(__VA_ARGS__);                              \
	}
#define COMMAND EFFECT
#define POLL(type, name, ...)                                                                      \
	static void make_##name(struct fcl_step *step)                                             \
	{                                                                                          \
		BEGIN(name, __VA_ARGS__)                                                           \
		if (fcl_poll_found_none(step))                                                     \
			return;                                                                    \
		do                                                                                 \
			step->status = NEXT(name) FCL_ARGUMENTS(__VA_ARGS__);                      \
		while (fcl_poll_again(step));                                                      \
	}
#define LAUNCH(type, name, ...)                                                                    \
	static void make_##name(struct fcl_step *step)                                             \
	{                                                                                          \
		BEGIN(name, __VA_ARGS__)                                                           \
		fcl_places_fine(step);                                                             \
		step->status = NEXT(name) FCL_ARGUMENTS(__VA_ARGS__);                              \
	}
#define WAIT EFFECT
#define MAKE(type, name, ...)                                                                      \
	static void make_##name(struct fcl_step *step)                                             \
	{                                                                                          \
		type result;                                                                       \
		BEGIN(name, __VA_ARGS__)                                                           \
		result = NEXT(name) FCL_ARGUMENTS(__VA_ARGS__);                                    \
		step->returned = result;                                                           \
		step->returned_type = FCL_OBJECT_TYPE_OF(result);                                  \
	}
#define MAP(type, name, ...)                                                                       \
	static void make_##name(struct fcl_step *step)                                             \
	{                                                                                          \
		MAPPED_BEGIN(name, __VA_ARGS__)                                                    \
		step->returned = NEXT(name) FCL_ARGUMENTS(__VA_ARGS__);                            \
		if (!step->status) {                                                               \
			void *result = step->returned;                                             \
                                                                                                   \
			box = MAPPED_##name;                                                       \
			fcl_places_mapped(step, &box);                                             \
		}                                                                                  \
	}
#define MAPPED_clEnqueueMapBuffer fcl_box_bytes(result, size)
#define MAPPED_clEnqueueMapImage                                                                   \
	fcl_box_image(result, image, region, *image_row_pitch, *image_slice_pitch)
#define ALLOCATE(type, name, ...)                                                                  \
	static void make_##name(struct fcl_step *step)                                             \
	{                                                                                          \
		BEGIN(name, __VA_ARGS__)                                                           \
		step->returned = NEXT(name) FCL_ARGUMENTS(__VA_ARGS__);                            \
		fcl_places_allocated(step, step->returned, size);                                  \
	}
#define LEND(type, name, ...)                                                                      \
	static void make_##name(struct fcl_step *step)                                             \
	{                                                                                          \
		BEGIN(name, __VA_ARGS__)                                                           \
		(void)mapped_size;                                                                 \
		(void)errcode_ret;                                                                 \
		(void)requested_size;                                                              \
		fcl_lent_map(step, pipe, map_flags, NEXT(name));                                   \
	}
#define UNLEND(type, name, ...)                                                                    \
	static void make_##name(struct fcl_step *step)                                             \
	{                                                                                          \
		BEGIN(name, __VA_ARGS__)                                                           \
		(void)mapped_ptr;                                                                  \
		(void)unmapped_size;                                                               \
		fcl_lent_unmap(step, pipe, size_to_unmap, NEXT(name));                             \
	}
#define USES LAUNCH
#define FREE EFFECT
#define UNIFY ALLOCATE
#define NOTHING(type, name, ...)                                                                   \
	static void make_##name(struct fcl_step *step)                                             \
	{                                                                                          \
		BEGIN(name, __VA_ARGS__)                                                           \
		NEXT(name) FCL_ARGUMENTS(__VA_ARGS__);                                             \
	}
#define QUERY(type, name, ...)
#define ASK(type, name, ...)
#define ADDRESS(type, name, ...)
#define MAKES(class, type, name, ...) class(type, name, __VA_ARGS__)

#define NEXT(name) name
#define CHECK(name)
FCL_CALLS(MAKES)
#undef NEXT
#undef CHECK

/* The driver's functions of extensions. */
#define EXTENSION_FIELD(class, type, name, ...) type(CL_API_CALL *name) FCL_PARAMETERS(__VA_ARGS__);
static struct {
	FCL_EXTENSION_CALLS(EXTENSION_FIELD)
} extensions;

#define NEXT(name) extensions.name
#define CHECK(name)                                                                                \
	if (!extensions.name)                                                                      \
		fcl_step_skip(step, "the driver does not have it");
FCL_EXTENSION_CALLS(MAKES)

void fcl_calls_find_extensions(cl_platform_id platform)
{
#define FIND(class, type, name, ...)                                                               \
	*(void **)&extensions.name = clGetExtensionFunctionAddressForPlatform(platform, #name);
	FCL_EXTENSION_CALLS(FIND)
}

void fcl_call_release_command_buffer(void *handle)
{
	if (extensions.clReleaseCommandBufferKHR)
		extensions.clReleaseCommandBufferKHR(handle);
}

/* NOLINTEND(bugprone-macro-parentheses) */

#define MADE_BY(name) make_##name
#define BY_EFFECT MADE_BY
#define BY_COMMAND MADE_BY
#define BY_POLL MADE_BY
#define BY_LAUNCH MADE_BY
#define BY_WAIT MADE_BY
#define BY_MAKE MADE_BY
#define BY_MAP MADE_BY
#define BY_ALLOCATE MADE_BY
#define BY_NOTHING MADE_BY
#define BY_USES MADE_BY
#define BY_FREE MADE_BY
#define BY_UNIFY MADE_BY
#define BY_LEND MADE_BY
#define BY_UNLEND MADE_BY
#define BY_QUERY(name) NULL
#define BY_ASK(name) NULL
#define BY_ADDRESS(name) NULL
#define PARAMETER(index, kind, type, name, ...) ", " #name
#define ROW(class, type, name, ...)                                                                \
	{#name, #name FCL_EACH(PARAMETER, __VA_ARGS__), BY_##class(name)},

static const struct {
	const char *name, *form;
	void (*make)(struct fcl_step *step);
} rows[FCL_CALL_COUNT] = {FCL_CALLS(ROW) FCL_EXTENSION_CALLS(ROW)};

const char *fcl_call_name(enum fcl_call_id id)
{
	return rows[id].name;
}

const char *fcl_call_form(enum fcl_call_id id)
{
	return rows[id].form;
}

const char *fcl_call_refused(enum fcl_call_id id)
{
	switch (id) {
	case FCL_CALL_clSetEventCallback:
	case FCL_CALL_clSetMemObjectDestructorCallback:
	case FCL_CALL_clSetProgramReleaseCallback:
	case FCL_CALL_clSetContextDestructorCallback:
		return "";
	case FCL_CALL_clEnqueueNativeKernel:
		return "it runs a function of the program";
	default:
		return rows[id].make ? NULL : "it has no effect";
	}
}

void fcl_call_make(struct fcl_step *step)
{
	rows[step->id].make(step);
}
