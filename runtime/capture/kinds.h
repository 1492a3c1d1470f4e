/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CAPTURE_KINDS_H
#define FCL_CAPTURE_KINDS_H

/*
 * What the recorder does with a parameter of each kind of the table of calls (base/trace/calls.h), at
 * up to five moments, each of which is a macro that capture.c expands in the function for a call:
 *
 * OWN_	before the call: passes something of its own that the host left out but the record needs
 * PUT_	what the record of the call has: only what can be read whatever the host has passed
 * TAKE_	what the record of a successful call's result has, such as contents
 * FAIL_	what it has if the call was not successful
 * THEN_	after the record of a successful call's result
 *
 * A kind has only those that it needs: their value is a comma and the macro that does it. The latter
 * gets the parameter's position (OWN_: not), its name, and the expressions behind the name in the
 * table; `call`, `box`, `mine`, `result`, `code`, and the call's other parameters are in scope.
 *
 * Only capture.c includes this.
 */

/* NOLINTBEGIN(bugprone-macro-parentheses): parameters are names */

/* --- numbers, objects, texts ------------------------------------------------------------------ */

#define PUT_VALUE , put_value
#define put_value(index, name) fcl_put_number(&call.body, index, (uint64_t)(name));

/* When a blocking call returns, what was enqueued before may have ended, too. */
#define PUT_BLOCKING , put_value
#define THEN_BLOCKING , then_blocking
#define then_blocking(index, name)                                                                 \
	if (name) {                                                                                \
		fcl_readback_collect();                                                            \
		fcl_region_idle();                                                                 \
	}

/* A capture also describes the devices that it has. */
#define PUT_HANDLE , put_pointer
#define TAKE_HANDLE , take_handle
#define put_pointer(index, name, ...) fcl_put_number(&call.body, index, (uintptr_t)(name));
#define take_handle(index, name)                                                                   \
	_Generic((name), cl_device_id : fcl_devices_whole, default : fcl_devices_no)(name);

#define PUT_HANDLES , put_list
#define PUT_NUMBERS , put_list
#define put_list(index, name, count, ...) fcl_body_list(&call.body, index, name, count);

#define PUT_SIZES , put_sizes
#define put_sizes(index, name, count) fcl_put_sizes(&call.body, index, name, count);

#define PUT_PROPERTIES , put_properties
#define put_properties(index, name) fcl_put_properties(&call.body, index, name);

#define PUT_TEXT , put_text
#define put_text(index, name) fcl_body_text(&call.body, index, name);

#define TAKE_TEXTS , take_texts
#define take_texts(index, name, count) fcl_put_texts(&call.body, index, name, count);

/* Of an image. */
#define PUT_DESC , put_desc
#define put_desc(index, name) fcl_body_bytes(&call.body, index, name, sizeof(*(name)));

/* --- functions of the program ----------------------------------------------------------------- */

#define PUT_CALLBACK , put_whether
#define put_whether(index, name) fcl_put_number(&call.body, index, (name) != NULL);

/* Of an event: the recorder's is called first, and may see that something has failed. */
#define OWN_NOTIFY , own_notify
#define PUT_NOTIFY , put_whether
#define own_notify(name) mine.notify = fcl_notify_begin(&name, &user_data);

/* Of a context: the same. */
#define OWN_REPORT , own_report
#define PUT_REPORT , put_whether
#define own_report(name) fcl_incident_watch(&name, &user_data);

/* --- what the call makes ---------------------------------------------------------------------- */

#define OWN_ERROR , own_error
#define own_error(name) name = name ? name : &mine.status;

#define OWN_COUNT , own_count
#define own_count(name) name = name ? name : &mine.count;

/* Objects of a list. */
#define TAKE_MADE , take_made
#define take_made(index, name, number) fcl_body_list(&call.body, index, name, name ? (number) : 0);

/* The host's; one of the recorder's own is not in the record. */
#define PUT_EVENT , put_event
#define TAKE_EVENT , take_event
#define put_event(index, name) fcl_put_number(&call.body, index, (name) && (name) != &mine.event);
#define take_event(index, name)                                                                    \
	if (name && name != &mine.event)                                                           \
		fcl_put_number(&call.body, index, (uintptr_t)*name);
#define own_event(needed)                                                                          \
	if (!event && (needed))                                                                    \
		event = &mine.event;

/* Of command buffers. */
#define PUT_SYNC_POINTS , put_sync_points
#define put_sync_points(index, name, count) fcl_put_sync_points(&call.body, index, name, count);

#define PUT_SYNC_POINT , put_whether
#define TAKE_SYNC_POINT , take_sync_point
#define take_sync_point(index, name)                                                               \
	if (name)                                                                                  \
		fcl_put_number(&call.body, index, *name);

/* --- programs, and values of kernels ---------------------------------------------------------- */

#define TAKE_SOURCES , take_sources
#define take_sources(index, name, count, lengths)                                                  \
	fcl_put_sources(&call.body, index, name, count, lengths);

/* Images are refused because of what they contain. */
#define TAKE_BINARIES , take_binaries
#define FAIL_BINARIES , fail_binaries
#define take_binaries(index, name, count, lengths)                                                 \
	fcl_put_binaries(&call.body, index, name, count, lengths);
#define fail_binaries(index, name, count, lengths)                                                 \
	if (code == CL_INVALID_BINARY)                                                             \
		fcl_put_binaries(&call.body, index, name, count, lengths);

#define TAKE_IL , take_il
#define take_il(index, name, size) take_data(index, name, fcl_box_bytes(name, size))

#define TAKE_ARGUMENT , take_bytes
#define TAKE_BYTES , take_bytes
#define take_bytes(index, name, size) fcl_body_bytes(&call.body, index, name, size);

#define TAKE_EXEC_INFO , take_exec_info
#define take_exec_info(index, name, what, size) take_bytes(index, name, size)

/* An address as a kernel's argument: launches may use its memory. */
#define PUT_SET , put_pointer
#define TAKE_SET , take_set
#define take_set(index, name) fcl_region_argument((uintptr_t)kernel, arg_index, name);

/* --- contents --------------------------------------------------------------------------------- */

/* From the host; large ones are stored while the call runs. */
#define TAKE_DATA , take_data
#define FAIL_DATA , fail_data
#define take_data(index, name, the_box)                                                            \
	box = the_box;                                                                             \
	fcl_memory_data(&call, index, &box);
#define fail_data(index, name, the_box) fcl_memory_no_data(&call);

/* A packet from the host, whose command may find no room. */
#define OWN_SENT , own_read
#define TAKE_SENT , take_sent
#define THEN_SENT , then_sent
#define take_sent(index, name, the_box, blocking) take_data(index, name, the_box)
#define then_sent(index, name, the_box, blocking)                                                  \
	if (!(blocking))                                                                           \
		fcl_readback_end(&call, *event);

/* To the host, now or when the command has ended. */
#define OWN_READ , own_read
#define PUT_READ , put_pointer
#define THEN_READ , then_read
#define own_read(name, box, blocking) own_event(!(blocking))
#define then_read(index, name, the_box, blocking)                                                  \
	box = the_box;                                                                             \
	fcl_readback(&call, index, 0, &box, blocking, event);

/* A packet to the host, which is there when the call returns. */
#define PUT_TAKEN , put_pointer
#define THEN_TAKEN , then_taken
#define then_taken(index, name, the_box)                                                           \
	box = the_box;                                                                             \
	fcl_readback_now(&call, index, 0, &box);

/* The host's memory that a new object has a copy of, or is on. */
#define TAKE_HOST , take_host
#define take_host(index, name, the_box)                                                            \
	box = the_box;                                                                             \
	fcl_memory_created(&call, index, result, flags, &box);

/* Objects that migrate, with what the host has written to its memory, or back. */
#define OWN_MOVED , own_moved
#define PUT_MOVED , put_list
#define TAKE_MOVED , take_moved
#define THEN_MOVED , then_moved
#define own_moved(name, count, flags) own_event((flags)&CL_MIGRATE_MEM_OBJECT_HOST)
#define take_moved(index, name, count, flags) fcl_memory_moved(&call, name, count, flags);
#define then_moved(index, name, count, flags) fcl_memory_back(&call, name, count, flags, event);

/* --- mappings --------------------------------------------------------------------------------- */

#define PUT_UNMAP , put_unmap
#define FAIL_UNMAP , fail_unmap
#define THEN_UNMAP , then_unmap
#define put_unmap(index, name, memobj) fcl_memory_unmap(&call, index, memobj, name);
#define fail_unmap(...) fcl_memory_unmapped(&call, true);
#define then_unmap(...) fcl_memory_unmapped(&call, false);

/* How many bytes of a host pipe are mapped; and packets of one that are not any more. */
#define TAKE_LENGTH , take_length
#define take_length(index, name) fcl_put_number(&call.body, index, *name);

#define PUT_LENT , put_lent
#define THEN_LENT , then_lent
#define put_lent(index, name, pipe, size) fcl_memory_give_back(&call, index, pipe, name, size);
#define then_lent(index, name, pipe, size) fcl_memory_given_back(pipe, name, size);

/* --- shared virtual memory -------------------------------------------------------------------- */

#define PUT_POINTER , put_pointer
#define PUT_POINTERS , put_list

#define PUT_FREED , put_list
#define TAKE_FREED , take_freed
#define take_freed(index, name, count) fcl_memory_svm_freed_all(name, count);

#define OWN_SVM_MAP , own_svm_map
#define PUT_SVM_MAP , put_pointer
#define THEN_SVM_MAP , then_svm_map
#define own_svm_map(name, size, blocking, flags) own_event(!(blocking))
#define then_svm_map(index, name, size, blocking, flags)                                           \
	fcl_memory_svm_mapped(&call, index, name, size, flags, blocking, event);

#define PUT_SVM_UNMAP , put_svm_unmap
#define FAIL_SVM_UNMAP , fail_unmap
#define THEN_SVM_UNMAP , then_unmap
#define put_svm_unmap(index, name) fcl_memory_svm_unmap(&call, index, name);

/* The ends of a copy, which may be other memory of the host's. */
#define OWN_SVM_TO , own_svm_to
#define PUT_SVM_TO , put_pointer
#define THEN_SVM_TO , then_svm_to
#define own_svm_to(name, size, blocking) own_event(!(blocking))
#define then_svm_to(index, name, size, blocking)                                                   \
	fcl_memory_svm_to(&call, index, name, size, blocking, event);

#define PUT_SVM_FROM , put_pointer
#define TAKE_SVM_FROM , take_svm_from
#define take_svm_from(index, name, size) fcl_memory_svm_from(&call, index, name, size);

/* NOLINTEND(bugprone-macro-parentheses) */

#endif
