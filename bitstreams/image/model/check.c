/* SPDX-License-Identifier: Apache-2.0 */
/* Conditions for writing an image. Each message names the field. */
#include "bitstreams/image/model/check.h"

#include <errno.h>
#include <libxml/xmlstring.h>
#include <stdlib.h>
#include <string.h>
#include <xrt/xclbin.h>

#include "base/text.h"
#include "bitstreams/image/model/keys.h"
#include "bitstreams/image/model/names.h"

#define FIELD_SIZE(type, member) sizeof(((struct type *)NULL)->member)
#define FAIL(err, ...) fcl_err_set(err, -EINVAL, __VA_ARGS__)

/* XML allows nothing else. NULL counts as empty. */
static bool check_is_text(const char *text)
{
	return !text || fcl_text_is_printable(text);
}

static bool check_is_name(const char *name)
{
	return name && name[0] && check_is_text(name) && !strchr(name, ':');
}

static int model_check_arg(const struct fcl_image_kernel *kernel, uint32_t index,
			   struct fcl_err *err)
{
	const struct fcl_image_arg *arg = &kernel->args[index];

	if (!arg->name || !arg->name[0] || !check_is_text(arg->name) || !check_is_text(arg->port) ||
	    !check_is_text(arg->type_name))
		return FAIL(
			err,
			"kernel \"%s\", argument %u: name, port and type_name must be UTF-8 text, and the name must not be empty",
			kernel->name, index);
	if (arg->id != index)
		return FAIL(err, "kernel \"%s\", argument \"%s\": id is %u, expected %u",
			    kernel->name, arg->name, arg->id, index);
	if ((unsigned)arg->qualifier > FCL_ARG_STREAM || (unsigned)arg->direction > FCL_DIR_INOUT)
		return FAIL(
			err,
			"kernel \"%s\", argument \"%s\": qualifier %u or direction %u is not in its enum",
			kernel->name, arg->name, arg->qualifier, arg->direction);
	if (!arg->size || arg->size > UINT32_MAX || arg->offset > UINT32_MAX ||
	    arg->host_size > UINT32_MAX)
		return FAIL(
			err,
			"kernel \"%s\", argument \"%s\": size %llu, offset %llu and host_size %llu must fit in 32 bits, and size must be at least 1",
			kernel->name, arg->name, (unsigned long long)arg->size,
			(unsigned long long)arg->offset, (unsigned long long)arg->host_size);
	return 0;
}

static int check_port(const struct fcl_image_kernel *kernel, uint32_t index, struct fcl_err *err)
{
	const struct fcl_image_port *port = &kernel->ports[index];

	if (port->name && port->name[0] && check_is_text(port->name) && check_is_text(port->type) &&
	    port->mode >= FCL_PORT_MASTER && port->mode <= FCL_PORT_WRITE_ONLY)
		return 0;
	return FAIL(err,
		    "kernel \"%s\", port %u: its name is empty or its mode %u is not in its enum",
		    kernel->name, index, port->mode);
}

static int model_check_kernel(const struct fcl_image *image, uint32_t index, struct fcl_err *err)
{
	const struct fcl_image_kernel *kernel = &image->kernels[index];
	int error = 0;

	if (!check_is_name(kernel->name) || !check_is_text(kernel->language) ||
	    !check_is_text(kernel->attributes))
		return FAIL(
			err,
			"kernels[%u]: name \"%s\", language and attributes must be UTF-8 text, and the name must not be empty or contain ':'",
			index, kernel->name ? kernel->name : "");
	for (uint32_t i = 0; i < kernel->nargs && !error; i++)
		error = model_check_arg(kernel, i, err);
	for (uint32_t i = 0; i < kernel->nports && !error; i++)
		error = check_port(kernel, i, err);
	return error;
}

static int model_check_cu(const struct fcl_image *image, uint32_t index, struct fcl_err *err)
{
	const struct fcl_image_cu *cu = &image->cus[index];
	size_t length, most = FCL_IMAGE_CU_NAME_MAX;

	_Static_assert(FCL_IMAGE_CU_NAME_MAX == FIELD_SIZE(ip_data, m_name) - 1, "as in axlf.h");

	if (!check_is_name(cu->name) || cu->kernel >= image->nkernels)
		return FAIL(
			err,
			"cus[%u]: name \"%s\" is empty or contains ':', or its kernel %u is not below %u",
			index, cu->name ? cu->name : "", cu->kernel, image->nkernels);
	length = strlen(cu->name);
	if (length > most)
		return FAIL(err, "cus[%u]: \"%s\" has %zu characters, IP_LAYOUT's m_name holds %zu",
			    index, cu->name, length, most);
	if ((unsigned)cu->control > FCL_CONTROL_FAST_ADAPTER ||
	    (fcl_image_is_emulation(image) && cu->control > FCL_CONTROL_NONE))
		return FAIL(err,
			    "cus[%u]: control of \"%s\" is %u, which an image for %s cannot have",
			    index, cu->name, cu->control, fcl_image_target_name(image->target));
	return 0;
}

static int check_mem(const struct fcl_image *image, uint32_t index, struct fcl_err *err)
{
	const struct fcl_image_mem *mem = &image->mems[index];
	size_t most = FIELD_SIZE(mem_data, m_tag) - 1;
	uint64_t end;

	if (!mem->tag || strlen(mem->tag) > most)
		return FAIL(err, "mems[%u]: tag \"%s\" is missing or longer than %zu characters",
			    index, mem->tag ? mem->tag : "", most);
	if (mem->type > MEM_PS_KERNEL)
		return FAIL(err, "mems[%u]: type of \"%s\" is %u, expected 0 to %u", index,
			    mem->tag, mem->type, MEM_PS_KERNEL);
	if (mem->size % 1024 || __builtin_add_overflow(mem->base, mem->size, &end))
		return FAIL(
			err,
			"mems[%u]: \"%s\" has %llu bytes at 0x%llx, expected a multiple of 1024 within 64-bit addresses",
			index, mem->tag, (unsigned long long)mem->size,
			(unsigned long long)mem->base);
	return 0;
}

static int check_connection(const struct fcl_image *image, uint32_t index, struct fcl_err *err)
{
	const struct fcl_image_connection *c = &image->connections[index];

	if (c->cu < image->ncus && c->mem < image->nmems &&
	    c->arg < image->kernels[image->cus[c->cu].kernel].nargs)
		return 0;
	return FAIL(err, "connections[%u]: CU %u, argument %u or memory %u is not in the image",
		    index, c->cu, c->arg, c->mem);
}

static bool check_is_end(const struct fcl_image *image, uint32_t cu, uint32_t arg,
			 enum fcl_image_direction wrong)
{
	const struct fcl_image_kernel *kernel;

	if (cu == FCL_IMAGE_HOST)
		return true;
	if (cu >= image->ncus)
		return false;
	kernel = &image->kernels[image->cus[cu].kernel];
	return arg < kernel->nargs && kernel->args[arg].qualifier == FCL_ARG_STREAM &&
	       kernel->args[arg].direction != wrong;
}

static int model_check_stream(const struct fcl_image *image, uint32_t index, struct fcl_err *err)
{
	const struct fcl_image_stream *s = &image->streams[index];
	const char *name = s->name ? s->name : "";

	if (!check_is_text(s->name) || !s->depth || !s->packet_size)
		return FAIL(
			err,
			"streams[%u]: \"%s\" has a depth of %u packets of %u bytes, expected at least 1 of each",
			index, name, s->depth, s->packet_size);
	if ((s->src_cu == FCL_IMAGE_HOST && s->dst_cu == FCL_IMAGE_HOST) ||
	    !check_is_end(image, s->src_cu, s->src_arg, FCL_DIR_IN) ||
	    !check_is_end(image, s->dst_cu, s->dst_arg, FCL_DIR_OUT))
		return FAIL(
			err,
			"streams[%u]: \"%s\" goes from CU %u argument %u to CU %u argument %u, expected a stream output and a stream input",
			index, name, s->src_cu, s->src_arg, s->dst_cu, s->dst_arg);
	return 0;
}

static int check_clock(const struct fcl_image *image, uint32_t index, struct fcl_err *err)
{
	const struct fcl_image_clock *clock = &image->clocks[index];

	if (clock->name && check_is_text(clock->name) &&
	    strlen(clock->name) < FIELD_SIZE(clock_freq, m_name) && clock->type <= UINT8_MAX &&
	    clock->frequency_mhz <= UINT16_MAX)
		return 0;
	return FAIL(
		err,
		"clocks[%u]: \"%s\" of type %u and %u MHz does not fit: names have up to 127 characters, types up to 255, frequencies up to 65535",
		index, clock->name ? clock->name : "", clock->type, clock->frequency_mhz);
}

static int check_keyvalue(const struct fcl_image *image, uint32_t index, struct fcl_err *err)
{
	const struct fcl_image_keyvalue *kv = &image->keyvalues[index];

	if (kv->key && kv->value && xmlCheckUTF8((const xmlChar *)kv->key) &&
	    xmlCheckUTF8((const xmlChar *)kv->value) && !fcl_image_key_is_reserved(kv->key))
		return 0;
	return FAIL(err,
		    "keyvalues[%u]: \"%s\" is reserved, or it or its value is missing or not UTF-8",
		    index, kv->key ? kv->key : "");
}

static int model_check_section(const struct fcl_image *image, uint32_t index, struct fcl_err *err)
{
	const struct fcl_image_section *s = &image->sections[index];

	if (!s->size || s->data)
		return 0;
	return FAIL(err, "sections[%u]: %zu bytes of section kind %u are missing", index, s->size,
		    s->kind);
}

static int check_unique(const struct fcl_image *image, bool cus, struct fcl_err *err)
{
	uint32_t count = cus ? image->ncus : image->nkernels;
	struct fcl_image_name *names = calloc(count ? count : 1, sizeof(*names));
	const char *twice;
	int error = 0;

	if (!names)
		return fcl_image_no_memory(err);
	for (uint32_t i = 0; i < count; i++)
		names[i] = (struct fcl_image_name){
			cus ? image->cus[i].name : image->kernels[i].name, i};
	fcl_image_names_sort(names, count);
	twice = fcl_image_names_duplicate(names, count);
	if (twice)
		error = FAIL(err, "two %s are named \"%s\"", cus ? "CUs" : "kernels", twice);
	free(names);
	return error;
}

static int check_whole(const struct fcl_image *image, struct fcl_err *err)
{
	size_t most = FIELD_SIZE(axlf_header, m_platformVBNV) - 1;

	if (image->target < FCL_TARGET_HW || image->target > FCL_TARGET_SW_EMU)
		return FAIL(err, "target is %u, which is not in its enum", image->target);
	if (!check_is_text(image->vbnv) || (image->vbnv && strlen(image->vbnv) > most))
		return FAIL(err, "vbnv \"%s\" is not text of up to %zu characters", image->vbnv,
			    most);
	if (image->isa && !check_is_text(image->isa))
		return FAIL(err, "isa is not UTF-8 text");
	if (!image->payload && (image->payload_size || fcl_image_is_emulation(image)))
		return FAIL(err, "the payload of an image for %s is missing",
			    fcl_image_target_name(image->target));
	if (image->nclocks > INT16_MAX || image->nmems > INT32_MAX / 2 ||
	    image->nconnections > INT32_MAX / 2 || image->nstreams > INT32_MAX / 4)
		return FAIL(err, "%u clocks, %u mems, %u connections or %u streams are too many",
			    image->nclocks, image->nmems, image->nconnections, image->nstreams);
	return 0;
}

typedef int check_function(const struct fcl_image *image, uint32_t index, struct fcl_err *err);

static int check_table(const struct fcl_image *image, uint32_t count, check_function *check,
		       struct fcl_err *err)
{
	int error = 0;

	for (uint32_t i = 0; i < count && !error; i++)
		error = check(image, i, err);
	return error;
}

int fcl_image_check(const struct fcl_image *image, struct fcl_err *err)
{
	/* In this order, each check may rely on the previous ones. */
	const struct {
		uint32_t count;
		check_function *check;
	} tables[] = {
		{image->nkernels, model_check_kernel},
		{image->ncus, model_check_cu},
		{image->nmems, check_mem},
		{image->nconnections, check_connection},
		{image->nstreams, model_check_stream},
		{image->nclocks, check_clock},
		{image->nkeyvalues, check_keyvalue},
		{image->nsections, model_check_section},
	};
	int error = check_whole(image, err);

	for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]) && !error; i++)
		error = check_table(image, tables[i].count, tables[i].check, err);
	if (!error)
		error = check_unique(image, false, err);
	return error ? error : check_unique(image, true, err);
}
