/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/units/args_cache.h"

#include <stdlib.h>
#include <string.h>

#include "emulator/memory/canary.h"
#include "emulator/memory/memory.h"
#include "emulator/state/board.h"
#include "emulator/state/buffer.h"
#include "emulator/state/program.h"

/* --- keeping ---------------------------------------------------------------------------------- */

static bool args_cache_read_value(const struct fcl_hal_arg *arg, struct fcl_emu_cached_value *value)
{
	const struct fcl_emu_buffer *buffer;

	if (arg->kind == FCL_HAL_ARG_BUFFER) {
		buffer = (const struct fcl_emu_buffer *)arg->u.buffer;
		value->bytes = buffer ? fcl_emu_buffer_address(buffer) + arg->offset : 0;
		value->size = 8;
		return true;
	}
	if (arg->kind != FCL_HAL_ARG_BYTES || (arg->size != 4 && arg->size != 8))
		return false;
	value->bytes = 0;
	memcpy(&value->bytes, arg->u.bytes, arg->size);
	value->size = (uint16_t)arg->size;
	return true;
}

/* Returns false if the argument is of another kind, or does not fill its register. */
static bool keep_value(struct fcl_emu_cu *cu, const struct fcl_hal_arg *arg, uint32_t place)
{
	const struct fcl_image_arg *facts = &cu->kernel->facts->args[arg->index];
	struct fcl_emu_cached_value value;

	if (!args_cache_read_value(arg, &value) || facts->size != value.size ||
	    facts->offset >= cu->pub.regs_size || value.size > cu->pub.regs_size - facts->offset)
		return false;
	value.offset = (uint32_t)facts->offset;
	value.arg = (uint16_t)place;
	cu->args_cache->values[cu->args_cache->nvalues++] = value;
	return true;
}

static void keep_seal(struct fcl_emu_args_cache *values, const struct fcl_hal_arg *arg,
		      uint32_t place)
{
	const struct fcl_emu_buffer *buffer = fcl_emu_arg_buffer(arg);

	if (buffer && !buffer->imported)
		values->seals[values->nseals++] = (struct fcl_emu_seal){
			.at = buffer->host + buffer->size,
			.first = fcl_emu_canary_first(buffer),
			.arg = place,
		};
}

/* Arguments that changed in this launch are not among the values that the number identifies. */
static void args_cache_keep(struct fcl_emu_cu *cu, const struct fcl_hal_request *request)
{
	struct fcl_emu_args_cache *values = cu->args_cache;
	uint64_t changed = request->u.launch.changed;

	values->nseals = values->nvalues = 0;
	values->not_kept = 0;
	memset(values->places, 0, sizeof(values->places));
	for (uint32_t i = 0; i < request->u.launch.nargs; i++) {
		const struct fcl_hal_arg *arg = &request->u.launch.args[i];

		if (changed >> i & 1 || !keep_value(cu, arg, i))
			values->not_kept |= UINT64_C(1) << i;
		else
			keep_seal(values, arg, i);
	}
	values->number = request->u.launch.values;
}

/*
 * Values that are launched once, or alternate with others, are not worth caching. `layout` was read
 * earlier than the cached data; the launch itself keeps its own buffers in place.
 */
static bool keep_at_second(struct fcl_emu_cu *cu, const struct fcl_hal_request *request,
			   uint64_t layout)
{
	if (cu->seen_values != request->u.launch.values) {
		cu->seen_values = request->u.launch.values;
		return false;
	}
	if (request->u.launch.nargs > FCL_EMU_MOST_VALUES)
		return false;
	if (!cu->args_cache)
		cu->args_cache = calloc(1, sizeof(*cu->args_cache));
	if (!cu->args_cache)
		return false;
	args_cache_keep(cu, request);
	cu->args_cache->layout = layout;
	return true;
}

/* --- using ------------------------------------------------------------------------------------ */

static bool args_cache_holds(const struct fcl_emu_args_cache *values, uint64_t number,
			     uint64_t layout)
{
	return values && values->number == number && values->layout == layout;
}

static void args_cache_put_all(const struct fcl_emu_cu *cu, const struct fcl_emu_args_cache *values)
{
	for (uint32_t i = 0; i < values->nvalues; i++) {
		const struct fcl_emu_cached_value *value = &values->values[i];

		if (values->own >> value->arg & 1)
			continue;
		if (value->size == 8)
			memcpy(cu->pub.regs + value->offset, &value->bytes, 8);
		else
			memcpy(cu->pub.regs + value->offset, &value->bytes, 4);
	}
}

bool fcl_emu_args_cache_put(struct fcl_emu_cu *cu, const struct fcl_hal_request *request,
			    uint64_t *ret_rest)
{
	uint64_t number = request->u.launch.values;
	uint64_t layout = atomic_load_explicit(&cu->program->board->layout, memory_order_acquire);
	struct fcl_emu_args_cache *values;

	cu->bound = NULL;
	if (!number || (!args_cache_holds(cu->args_cache, number, layout) &&
			!keep_at_second(cu, request, layout)))
		return false;
	cu->bound = values = cu->args_cache;
	values->own = request->u.launch.changed | values->not_kept;
	values->next = 0;
	args_cache_put_all(cu, values);
	*ret_rest = values->own;
	return true;
}

bool fcl_emu_args_cache_intact(const struct fcl_emu_cu *cu, uint64_t *ret_rest)
{
	const struct fcl_emu_args_cache *values = cu->bound;
	fcl_emu_two_words different = {0};

	if (!values)
		return false;
	for (uint32_t i = 0; i < values->nseals; i++) {
		const struct fcl_emu_seal *seal = &values->seals[i];

		if (!(values->own >> seal->arg & 1))
			fcl_emu_canary_compare(seal->at, seal->first, &different);
	}
	*ret_rest = values->own;
	return !(different[0] | different[1]);
}

void fcl_emu_args_cache_found(struct fcl_emu_args_cache *values, uint32_t port, uint64_t address,
			      char *host)
{
	values->places[values->next++ % FCL_EMU_PLACES] =
		(struct fcl_emu_place){.address = address, .host = host, .port = port};
}
