/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/models.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <string.h>

#include "emulator/include/fpgacl_model.h"
#include "emulator/primitives/elf_object.h"

struct loaded {
	struct fcl_emu_elf elf;
	uint64_t base; /* load address */
};

static uint64_t models_room(const struct loaded *l, const void *at, uint32_t flags)
{
	return fcl_emu_elf_room(&l->elf, (uint64_t)(uintptr_t)at - l->base, flags);
}

/* An empty table may have any address. */
static bool is_table(const struct loaded *l, const void *at, uint64_t count, size_t size)
{
	return !count || !size ||
	       ((uintptr_t)at % sizeof(uint32_t) == 0 && models_room(l, at, PF_R) / size >= count);
}

static bool models_is_text(const struct loaded *l, const char *at)
{
	uint64_t most = models_room(l, at, PF_R);

	return most && memchr(at, 0, most);
}

/* NULL is allowed: the function is absent. */
static bool models_is_code(const struct loaded *l, const void *at)
{
	return !at || models_room(l, at, PF_X);
}

static bool is_aligned(const void *at)
{
	return (uintptr_t)at % sizeof(void *) == 0;
}

static bool are_ports(const struct loaded *l, const struct fcl_model *model)
{
	if (!model->ports)
		return true; /* models that are used are checked for missing ports elsewhere */
	if (!is_aligned(model->ports) ||
	    !is_table(l, model->ports, model->nports, sizeof(*model->ports)))
		return false;
	for (uint32_t i = 0; i < model->nports; i++)
		if (!models_is_text(l, model->ports[i].name))
			return false;
	return true;
}

static bool has_code(const struct loaded *l, const struct fcl_model *model)
{
	return models_is_code(l, (const void *)(uintptr_t)model->init) &&
	       models_is_code(l, (const void *)(uintptr_t)model->fini) &&
	       models_is_code(l, (const void *)(uintptr_t)model->run) &&
	       models_is_code(l, (const void *)(uintptr_t)model->step) &&
	       models_is_code(l, (const void *)(uintptr_t)model->reg_write) &&
	       models_is_code(l, (const void *)(uintptr_t)model->reg_read);
}

/* Members at the end of a model, of which older payloads have fewer. */
static bool are_last(const struct loaded *l, const struct fcl_model *model)
{
	size_t parts = offsetof(struct fcl_model, parts) + sizeof(model->parts);
	size_t timing = offsetof(struct fcl_model, timing) + sizeof(void *);
	size_t failed = offsetof(struct fcl_model, failed) + sizeof(model->failed);

	if (model->size >= parts && model->parts &&
	    !is_table(l, model->parts, model->nports, sizeof(*model->parts)))
		return false;
	if (model->size >= timing && model->timing &&
	    !is_table(l, model->timing, 1, sizeof(*model->timing)))
		return false;
	return model->size < failed || models_is_code(l, (const void *)(uintptr_t)model->failed);
}

/* The minimum size is checked elsewhere, for models that are used. */
static bool emulator_is_model(const struct loaded *l, const struct fcl_model *model)
{
	if (!is_aligned(model) || !is_table(l, model, 1, offsetof(struct fcl_model, parts)) ||
	    !is_table(l, model, 1, model->size))
		return false;
	if (!models_is_text(l, model->kernel) || !are_ports(l, model) || !has_code(l, model))
		return false;
	return are_last(l, model);
}

static int check_models(const struct loaded *l, const struct fcl_bitstream *bitstream,
			struct fcl_err *err)
{
	if (!is_aligned(bitstream->models) ||
	    !is_table(l, bitstream->models, bitstream->nmodels, sizeof(void *)))
		return fcl_err_set(err, -EINVAL, "the payload's table of models is missing");
	for (uint32_t i = 0; i < bitstream->nmodels; i++)
		if (bitstream->models[i] && !emulator_is_model(l, bitstream->models[i]))
			return fcl_err_set(
				err, -EINVAL,
				"model %u of the payload is damaged: it refers to something outside the payload",
				i);
	return 0;
}

static int check_bitstream(const struct loaded *l, const struct fcl_bitstream *bitstream,
			   struct fcl_err *err)
{
	if (!bitstream)
		return fcl_err_set(err, -EINVAL, "the payload does not export the symbol %s",
				   FCL_BITSTREAM_SYMBOL);
	if (!is_aligned(bitstream) || !is_table(l, bitstream, 1, sizeof(bitstream->size)) ||
	    !is_table(l, bitstream, 1, bitstream->size))
		return fcl_err_set(err, -EINVAL,
				   "the payload's symbol %s does not refer to its own data",
				   FCL_BITSTREAM_SYMBOL);
	/* Members that were added later are checked where they are used. */
	if (bitstream->size < offsetof(struct fcl_bitstream, construct))
		return fcl_err_set(
			err, -EINVAL,
			"the payload's fcl_bitstream has %u bytes; at least %zu were expected",
			bitstream->size, offsetof(struct fcl_bitstream, construct));
	if (bitstream->version != FCL_MODEL_VERSION)
		return fcl_err_set(
			err, -EINVAL,
			"the payload has version %u of the model ABI; version %u was expected",
			bitstream->version, FCL_MODEL_VERSION);
	if (!models_is_code(l, (const void *)(uintptr_t)bitstream->attach) ||
	    (bitstream->size >= sizeof(*bitstream) &&
	     !models_is_code(l, (const void *)(uintptr_t)bitstream->construct)))
		return fcl_err_set(err, -EINVAL,
				   "a function that the payload's fcl_bitstream names is not code");
	return check_models(l, bitstream, err);
}

int fcl_emu_models_check(const struct fcl_image *image, const struct fcl_emu_payload *payload,
			 struct fcl_err *err)
{
	struct link_map *map = NULL;
	struct loaded l;
	int error = fcl_emu_elf_open(&l.elf, image->payload, image->payload_size, err);

	if (error)
		return error;
	if (dlinfo(payload->handle, RTLD_DI_LINKMAP, &map) || !map)
		return fcl_err_set(err, -EINVAL, "the payload cannot be found: %s", dlerror());
	l.base = map->l_addr;
	return check_bitstream(&l, payload->bitstream, err);
}
