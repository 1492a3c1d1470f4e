/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/replay/places.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define EXT_PTR ((cl_mem_flags)1 << 31) /* of CL/cl_ext_xilinx.h */

struct ext_ptr {
	unsigned int flags;
	void *host_ptr;
	cl_kernel kernel;
};

static void add_place(struct fcl_step *step, const struct fcl_place *place)
{
	struct fcl_replay *replay = step->replay;
	size_t more = replay->places_room ? replay->places_room * 2 : 64;
	struct fcl_place *larger = replay->places;

	if (replay->nplaces == replay->places_room) {
		larger = realloc(replay->places, more * sizeof(*larger));
		if (!larger) {
			fcl_step_skip(step, "out of memory");
			return;
		}
		replay->places = larger;
		replay->places_room = more;
	}
	replay->places[replay->nplaces++] = *place;
}

static void remove_place(struct fcl_replay *replay, struct fcl_place *place)
{
	size_t at = (size_t)(place - replay->places);

	free(place->box);
	replay->nplaces--;
	memmove(place, place + 1, (replay->nplaces - at) * sizeof(*place));
}

/* The latest mapping of that address. */
static struct fcl_place *find_mapping(struct fcl_replay *replay, const struct fcl_object *owner,
				      uint64_t captured)
{
	for (size_t i = replay->nplaces; i-- > 0;)
		if (replay->places[i].owner == owner && replay->places[i].captured == captured)
			return &replay->places[i];
	return NULL;
}

/* Writes captured contents to the replay's memory, which has room for `size` bytes. */
static void write_contents(struct fcl_step *step, const struct fcl_value *value, char *to,
			   size_t size)
{
	struct fcl_err err;

	if (!fcl_value_has_contents(value) || value->number != size)
		fcl_step_skip(step, "it has %" PRIu64 " bytes of the host, and not %zu",
			      value->number, size);
	else if (fcl_capture_contents(step->replay->capture, value, to, &err))
		fcl_step_skip(step, "%.200s", err.text);
}

/* --- memory of the host's --------------------------------------------------------------------- */

/* Aligned as hosts align what they give to buffers; it stays, since the buffer uses it. */
static char *make_host(struct fcl_step *step, unsigned index, cl_mem_flags flags, uint64_t size)
{
	struct fcl_value value;
	void *host = NULL;

	if (!fcl_step_result(step, index, &value) || !fcl_value_has_contents(&value))
		return NULL;
	if (value.number != size) {
		fcl_step_skip(step, "it has %" PRIu64 " bytes, and not %" PRIu64, value.number,
			      size);
		return NULL;
	}
	if (flags & CL_MEM_USE_HOST_PTR)
		posix_memalign(&host, 4096, size ? (size_t)size : 1);
	else
		host = fcl_step_memory(step, (size_t)size);
	if (!host)
		fcl_step_skip(step, "out of memory");
	else
		write_contents(step, &value, host, (size_t)size);
	if (flags & CL_MEM_USE_HOST_PTR) {
		step->host = host;
		step->host_size = (size_t)size;
	}
	return host;
}

static void *make_ext_ptr(struct fcl_step *step, const struct fcl_value *flags, char *host)
{
	struct ext_ptr *ext = fcl_step_memory(step, sizeof(*ext));
	struct fcl_value kernel;
	const struct fcl_object *object = NULL;

	if (!ext)
		return NULL;
	ext->flags = (unsigned)flags->number;
	ext->host_ptr = host;
	if (fcl_step_result(step, FCL_CAPTURE_EXT_KERNEL, &kernel)) {
		object = fcl_objects_find(&step->replay->objects, FCL_OBJECT_KERNEL, kernel.number);
		if (!object)
			fcl_step_skip(step, "kernel 0x%" PRIx64 " is not there", kernel.number);
	}
	ext->kernel = object ? object->handle : NULL;
	return ext;
}

void *fcl_places_host(struct fcl_step *step, unsigned index, cl_mem_flags flags, uint64_t size)
{
	struct fcl_value ext;
	char *host;

	if (fcl_step_number(step, index) && (!step->call->result || step->call->status)) {
		fcl_step_skip(step, "it failed in the program, too");
		return NULL;
	}
	host = make_host(step, index, flags, size);
	if ((flags & EXT_PTR) && fcl_step_result(step, FCL_CAPTURE_EXT_FLAGS, &ext))
		return make_ext_ptr(step, &ext, host);
	return host;
}

/* The memory that a buffer, or the buffer that it is a part of, was created on. */
static char *host_of(const struct fcl_object *object, size_t *ret_size)
{
	*ret_size = object->host_size;
	return object->host;
}

static void write_moved(struct fcl_step *step)
{
	struct fcl_values values;
	struct fcl_value value;
	struct fcl_object *owner = NULL;
	size_t size;

	if (!step->call->result)
		return;
	values = fcl_capture_values(step->replay->capture, step->call->result);
	while (fcl_values_next(&values, &value)) {
		if (value.index != FCL_CAPTURE_HOST_DATA)
			continue;
		if (value.type == FCL_VALUE_NUMBER)
			owner = fcl_objects_find(&step->replay->objects, FCL_OBJECT_MEM,
						 value.number);
		else if (owner && host_of(owner, &size))
			write_contents(step, &value, host_of(owner, &size), size);
	}
}

static void note_moved(struct fcl_step *step, unsigned index)
{
	struct fcl_value list;
	const uint8_t *at;

	if (!fcl_step_value(step, index, &list) || list.type != FCL_VALUE_LIST)
		return;
	at = list.bytes;
	for (uint64_t i = 0; i < list.number; i++) {
		uint64_t captured = fcl_value_item(&list, &at);
		struct fcl_object *mem = fcl_objects_find(&step->replay->objects, FCL_OBJECT_MEM,
							  captured);
		struct fcl_step_back back = {
			.index = FCL_CAPTURE_HOST_DATA, .owner = captured, .mem = mem};

		if (!mem || !mem->host)
			continue;
		back.at = host_of(mem, &back.size);
		fcl_step_back(step, &back);
	}
}

void fcl_places_moved(struct fcl_step *step, unsigned index, cl_mem_migration_flags flags)
{
	if (flags & CL_MIGRATE_MEM_OBJECT_HOST)
		note_moved(step, index);
	else
		write_moved(step);
}

/* --- mappings --------------------------------------------------------------------------------- */

void fcl_places_mapped(struct fcl_step *step, const struct fcl_box *box)
{
	struct fcl_object *mem = fcl_step_object(step, 1, FCL_OBJECT_MEM);
	struct fcl_place place = {.owner = mem, .at = step->returned};
	struct fcl_step_back back = {
		.index = FCL_CAPTURE_RETURNED, .at = box->at, .box = *box, .mem = mem};
	struct fcl_value value;

	place.box = malloc(sizeof(*place.box));
	if (!place.box || !fcl_step_result(step, FCL_CAPTURE_RETURNED, &value)) {
		free(place.box);
		return;
	}
	*place.box = *box;
	place.captured = value.number;
	place.size = back.size = (size_t)fcl_box_size(box);
	add_place(step, &place);
	fcl_step_back(step, &back);
}

/* Writes bytes without gaps to a box. */
static void scatter(const char *from, const struct fcl_box *box)
{
	for (size_t slice = 0; slice < box->slices; slice++)
		for (size_t row = 0; row < box->rows; row++, from += box->width)
			memcpy((char *)box->at + slice * box->slice_pitch + row * box->row_pitch,
			       from, box->width);
}

void *fcl_places_unmap(struct fcl_step *step, unsigned index)
{
	const struct fcl_object *mem = fcl_step_object(step, 1, FCL_OBJECT_MEM);
	struct fcl_place *place = find_mapping(step->replay, mem, fcl_step_number(step, index));
	struct fcl_value value;
	char *bytes;
	void *at;

	if (!place) {
		fcl_step_skip(step, "its mapping is not there");
		return NULL;
	}
	if (fcl_step_value(step, FCL_CAPTURE_HOST_DATA, &value)) {
		bytes = fcl_step_memory(step, place->size);
		if (bytes) {
			write_contents(step, &value, bytes, place->size);
			if (!step->skip)
				scatter(bytes, place->box);
		}
	}
	at = place->at;
	if (!step->call->status) /* otherwise the program still has it */
		remove_place(step->replay, place);
	return at;
}

/* --- shared virtual memory -------------------------------------------------------------------- */

/* Between which addresses the program had shared virtual memory. */
static void note_shares(struct fcl_replay *replay, const struct fcl_place *place)
{
	uint64_t end = place->captured + place->size;

	if (!replay->shares || place->captured < replay->shares_from)
		replay->shares_from = place->captured;
	if (!replay->shares || end > replay->shares_to)
		replay->shares_to = end;
	replay->shares = true;
}

void fcl_places_allocated(struct fcl_step *step, void *at, size_t size)
{
	struct fcl_value value;
	struct fcl_place place = {.at = at, .size = size};

	step->status = at ? CL_SUCCESS : CL_MEM_OBJECT_ALLOCATION_FAILURE;
	if (!at || !fcl_step_result(step, FCL_CAPTURE_RETURNED, &value))
		return;
	place.captured = value.number;
	add_place(step, &place);
	note_shares(step->replay, &place);
}

/* The latest allocation with that address in it; *ret_left: the bytes from there on. */
static char *places_translate(const struct fcl_replay *replay, uint64_t captured, size_t *ret_left)
{
	for (size_t i = replay->nplaces; i-- > 0;) {
		const struct fcl_place *place = &replay->places[i];

		if (place->owner || captured < place->captured ||
		    captured - place->captured >= place->size)
			continue;
		*ret_left = place->size - (size_t)(captured - place->captured);
		return place->at + (captured - place->captured);
	}
	return NULL;
}

void *fcl_places_translate(struct fcl_step *step, uint64_t captured)
{
	size_t left;
	char *at = captured ? places_translate(step->replay, captured, &left) : NULL;

	if (captured && !at)
		fcl_step_skip(step, "address 0x%" PRIx64 " is in no shared virtual memory",
			      captured);
	return at;
}

/* Memory of at least that size from there on. */
static char *translate_size(struct fcl_step *step, unsigned index, size_t size)
{
	size_t left = 0;
	char *at = places_translate(step->replay, fcl_step_number(step, index), &left);

	if (at && left < size) {
		fcl_step_skip(step, "it goes beyond the end of an allocation");
		return NULL;
	}
	return at;
}

/* They are at multiples of 8 bytes, where compilers put pointers. */
void fcl_places_addresses(struct fcl_step *step, const void *bytes, size_t size)
{
	struct fcl_replay *replay = step->replay;
	uint64_t word;
	const char *now;
	size_t left;

	for (size_t at = 0; replay->shares && size >= sizeof(word) && at <= size - sizeof(word);
	     at += sizeof(word)) {
		memcpy(&word, (const char *)bytes + at, sizeof(word));
		if (word < replay->shares_from || word >= replay->shares_to)
			continue;
		now = places_translate(replay, word, &left);
		if (!now || (uintptr_t)now == word)
			continue;
		step->address = word;
		step->address_at = at;
		return;
	}
}

void *fcl_places_pointer(struct fcl_step *step, unsigned index)
{
	return fcl_places_translate(step, fcl_step_number(step, index));
}

void *fcl_places_pointers(struct fcl_step *step, unsigned index, uint64_t count)
{
	uint64_t *list = fcl_step_list(step, index, count);

	for (uint64_t i = 0; list && i < count; i++)
		list[i] = (uintptr_t)fcl_places_translate(step, list[i]);
	return list;
}

void *fcl_places_exec_info(struct fcl_step *step, unsigned index, cl_kernel_exec_info what,
			   size_t size)
{
	uint64_t *list = fcl_step_bytes(step, index, size);

	for (size_t i = 0; list && what == CL_KERNEL_EXEC_INFO_SVM_PTRS && i < size / 8; i++)
		list[i] = (uintptr_t)fcl_places_translate(step, list[i]);
	return list;
}

static void write_shared(struct fcl_step *step, const struct fcl_value *value, char *to)
{
	write_contents(step, value, to, (size_t)value->number);
	if (!step->skip)
		fcl_places_addresses(step, to, (size_t)value->number);
}

void *fcl_places_svm_map(struct fcl_step *step, unsigned index, size_t size)
{
	char *at = translate_size(step, index, size);
	struct fcl_step_back back = {.index = index, .at = at, .size = size};

	if (at)
		fcl_step_back(step, &back);
	else
		fcl_step_skip(step, "its memory is not there");
	return at;
}

void *fcl_places_svm_unmap(struct fcl_step *step, unsigned index)
{
	struct fcl_value value;
	char *at = fcl_places_pointer(step, index);

	if (!at || !fcl_step_value(step, FCL_CAPTURE_HOST_DATA, &value))
		return at;
	at = translate_size(step, index, (size_t)value.number);
	if (at)
		write_shared(step, &value, at);
	return at;
}

void *fcl_places_svm_to(struct fcl_step *step, unsigned index, size_t size)
{
	char *at = translate_size(step, index, size);

	return at || step->skip ? at : fcl_step_read(step, index, NULL, size);
}

void *fcl_places_svm_from(struct fcl_step *step, unsigned index, size_t size)
{
	char *at = translate_size(step, index, size);

	if (at || step->skip)
		return at;
	at = fcl_step_data(step, index, size);
	if (at)
		fcl_places_addresses(step, at, size);
	return at;
}

void fcl_places_fine(struct fcl_step *step)
{
	struct fcl_values values = fcl_capture_values(step->replay->capture, step->call->at);
	struct fcl_value value;
	char *at = NULL;
	size_t left = 0;

	while (fcl_values_next(&values, &value)) {
		if (value.index != FCL_CAPTURE_FINE)
			continue;
		if (value.type == FCL_VALUE_NUMBER)
			at = places_translate(step->replay, value.number, &left);
		else if (at && value.number <= left)
			write_shared(step, &value, at);
	}
}
