/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/image/compare_images.h"

#include <string.h>
#include <xrt/xclbin.h>

#include "host_tests/image/cmocka_all.h"

static unsigned long text(const char *string)
{
	assert_non_null(string);
	return strlen(string);
}

static unsigned long walk_kernel(const struct fcl_image *image, const struct fcl_image_kernel *k)
{
	unsigned long sum = text(k->name) + text(k->language) + text(k->attributes);

	for (uint32_t i = 0; i < k->nargs; i++) {
		const struct fcl_image_arg *arg = &k->args[i];

		assert_int_equal(arg->id, i);
		assert_true(arg->qualifier <= FCL_ARG_STREAM);
		assert_true(arg->direction <= FCL_DIR_INOUT);
		assert_true(image->target == FCL_TARGET_HW || arg->size > 0);
		sum += text(arg->name) + text(arg->type_name) + text(arg->port);
	}
	for (uint32_t i = 0; i < k->nports; i++) {
		assert_in_range(k->ports[i].mode, FCL_PORT_MASTER, FCL_PORT_WRITE_ONLY);
		sum += text(k->ports[i].name) + text(k->ports[i].type);
	}
	return sum;
}

static const struct fcl_image_arg *arg_of(const struct fcl_image *image, uint32_t cu, uint32_t arg)
{
	const struct fcl_image_kernel *kernel;

	assert_true(cu < image->ncus);
	kernel = &image->kernels[image->cus[cu].kernel];
	assert_true(arg < kernel->nargs);
	return &kernel->args[arg];
}

static unsigned long walk_cus(const struct fcl_image *image)
{
	unsigned long sum = 0;

	for (uint32_t i = 0; i < image->ncus; i++) {
		const struct fcl_image_cu *cu = &image->cus[i];

		assert_true(cu->kernel < image->nkernels);
		assert_true(cu->control <= FCL_CONTROL_FAST_ADAPTER);
		sum += text(cu->name) + cu->ip;
		assert_true(cu->name[0]);
	}
	for (uint32_t i = 0; i < image->nconnections; i++) {
		assert_true(image->connections[i].mem < image->nmems);
		sum += arg_of(image, image->connections[i].cu, image->connections[i].arg)->size;
	}
	for (uint32_t i = 0; i < image->nstreams; i++) {
		const struct fcl_image_stream *s = &image->streams[i];

		assert_true(s->src_cu != FCL_IMAGE_HOST || s->dst_cu != FCL_IMAGE_HOST);
		assert_true(s->src_cu == FCL_IMAGE_HOST ||
			    arg_of(image, s->src_cu, s->src_arg)->qualifier == FCL_ARG_STREAM);
		assert_true(s->dst_cu == FCL_IMAGE_HOST ||
			    arg_of(image, s->dst_cu, s->dst_arg)->qualifier == FCL_ARG_STREAM);
		assert_true(s->depth > 0 && s->packet_size > 0);
		sum += text(s->name);
	}
	return sum;
}

static unsigned long walk_sections(const struct fcl_image *image)
{
	const char *start = image->bytes, *end = start + image->bytes_size;
	unsigned long sum = 0;

	for (uint32_t i = 0; i < image->nsections; i++) {
		const struct fcl_image_section *s = &image->sections[i];
		const unsigned char *bytes = s->data;

		assert_true((const char *)s->data >= start && (const char *)s->data <= end);
		assert_true(s->size <= (size_t)(end - (const char *)s->data));
		assert_true(image->target == FCL_TARGET_HW || s->has_digest);
		sum += text(s->name);
		for (size_t j = 0; j < s->size; j += 61)
			sum += bytes[j];
	}
	if (image->payload) {
		assert_true((const char *)image->payload >= start);
		assert_true(image->payload_size <= (size_t)(end - (const char *)image->payload));
	}
	return sum;
}

unsigned long walk_image(const struct fcl_image *image)
{
	unsigned long sum = text(image->vbnv) + text(image->isa) + walk_cus(image);

	assert_in_range(image->target, FCL_TARGET_HW, FCL_TARGET_SW_EMU);
	assert_in_range(image->container, FCL_IMAGE_XCLBIN, FCL_IMAGE_ELF);
	for (uint32_t i = 0; i < image->nkernels; i++)
		sum += walk_kernel(image, &image->kernels[i]);
	for (uint32_t i = 0; i < image->nmems; i++) {
		sum += text(image->mems[i].tag);
		assert_true(image->mems[i].base <= UINT64_MAX - image->mems[i].size);
	}
	for (uint32_t i = 0; i < image->nclocks; i++)
		sum += text(image->clocks[i].name);
	for (uint32_t i = 0; i < image->nkeyvalues; i++)
		sum += text(image->keyvalues[i].key) + text(image->keyvalues[i].value);
	return sum + walk_sections(image);
}

static void assert_same_kernel(const struct fcl_image_kernel *a, const struct fcl_image_kernel *b)
{
	assert_string_equal(a->name, b->name);
	assert_string_equal(a->language, b->language);
	assert_string_equal(a->attributes, b->attributes);
	assert_memory_equal(a->reqd_work_group, b->reqd_work_group, sizeof(a->reqd_work_group));
	assert_int_equal(a->max_work_group, b->max_work_group);
	assert_int_equal(a->local_mem_size, b->local_mem_size);
	assert_int_equal(a->non_uniform, b->non_uniform);
	assert_int_equal(a->work_dims, b->work_dims);
	assert_int_equal(a->inner_dim, b->inner_dim);
	assert_int_equal(a->tiled, b->tiled);
	assert_int_equal(a->nargs, b->nargs);
	for (uint32_t i = 0; i < a->nargs; i++) {
		const struct fcl_image_arg *x = &a->args[i], *y = &b->args[i];

		assert_string_equal(x->name, y->name);
		assert_string_equal(x->type_name, y->type_name);
		assert_string_equal(x->port, y->port);
		assert_int_equal(x->id, y->id);
		assert_int_equal(x->qualifier, y->qualifier);
		assert_int_equal(x->direction, y->direction);
		assert_int_equal(x->offset, y->offset);
		assert_int_equal(x->size, y->size);
		assert_int_equal(x->host_size, y->host_size);
		assert_int_equal(x->hidden, y->hidden);
	}
	assert_int_equal(a->nports, b->nports);
	for (uint32_t i = 0; i < a->nports; i++) {
		const struct fcl_image_port *x = &a->ports[i], *y = &b->ports[i];

		assert_string_equal(x->name, y->name);
		assert_string_equal(x->type, y->type);
		assert_int_equal(x->mode, y->mode);
		assert_int_equal(x->range, y->range);
		assert_int_equal(x->data_width, y->data_width);
	}
}

static void assert_same_cus(const struct fcl_image *a, const struct fcl_image *b)
{
	assert_int_equal(a->ncus, b->ncus);
	for (uint32_t i = 0; i < a->ncus; i++) {
		assert_string_equal(a->cus[i].name, b->cus[i].name);
		assert_int_equal(a->cus[i].kernel, b->cus[i].kernel);
		assert_int_equal(a->cus[i].base, b->cus[i].base);
		assert_int_equal(a->cus[i].control, b->cus[i].control);
		assert_int_equal(a->cus[i].ip, b->cus[i].ip);
	}
	assert_int_equal(a->nconnections, b->nconnections);
	for (uint32_t i = 0; i < a->nconnections; i++) {
		assert_int_equal(a->connections[i].cu, b->connections[i].cu);
		assert_int_equal(a->connections[i].arg, b->connections[i].arg);
		assert_int_equal(a->connections[i].mem, b->connections[i].mem);
	}
	assert_int_equal(a->nstreams, b->nstreams);
	for (uint32_t i = 0; i < a->nstreams; i++) {
		const struct fcl_image_stream *x = &a->streams[i], *y = &b->streams[i];

		assert_string_equal(x->name, y->name);
		assert_int_equal(x->src_cu, y->src_cu);
		assert_int_equal(x->src_arg, y->src_arg);
		assert_int_equal(x->dst_cu, y->dst_cu);
		assert_int_equal(x->dst_arg, y->dst_arg);
		assert_int_equal(x->packet_size, y->packet_size);
		assert_int_equal(x->depth, y->depth);
	}
}

static void assert_same_others(const struct fcl_image *a, const struct fcl_image *b)
{
	assert_int_equal(a->nmems, b->nmems);
	for (uint32_t i = 0; i < a->nmems; i++) {
		assert_string_equal(a->mems[i].tag, b->mems[i].tag);
		assert_int_equal(a->mems[i].type, b->mems[i].type);
		assert_int_equal(a->mems[i].used, b->mems[i].used);
		assert_int_equal(a->mems[i].base, b->mems[i].base);
		assert_int_equal(a->mems[i].size, b->mems[i].size);
	}
	assert_int_equal(a->nclocks, b->nclocks);
	for (uint32_t i = 0; i < a->nclocks; i++) {
		assert_string_equal(a->clocks[i].name, b->clocks[i].name);
		assert_int_equal(a->clocks[i].type, b->clocks[i].type);
		assert_int_equal(a->clocks[i].frequency_mhz, b->clocks[i].frequency_mhz);
	}
	assert_int_equal(a->nkeyvalues, b->nkeyvalues);
	assert_int_equal(a->variables_size, b->variables_size);
	for (uint32_t i = 0; i < a->nkeyvalues; i++) {
		assert_string_equal(a->keyvalues[i].key, b->keyvalues[i].key);
		assert_string_equal(a->keyvalues[i].value, b->keyvalues[i].value);
	}
}

void assert_same_image(const struct fcl_image *image, const struct fcl_image *expected)
{
	assert_int_equal(image->target, expected->target);
	assert_memory_equal(image->uuid, expected->uuid, sizeof(image->uuid));
	assert_string_equal(image->vbnv, expected->vbnv);
	assert_string_equal(image->isa, expected->isa);
	assert_int_equal(image->nkernels, expected->nkernels);
	for (uint32_t i = 0; i < image->nkernels; i++)
		assert_same_kernel(&image->kernels[i], &expected->kernels[i]);
	assert_same_cus(image, expected);
	assert_same_others(image, expected);
}
