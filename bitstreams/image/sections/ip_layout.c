/* SPDX-License-Identifier: Apache-2.0 */
#include "bitstreams/image/sections/sections.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <xrt/xclbin.h>

/* struct ip_layout pads the count to the entries' alignment of 8. */
#define HEAD offsetof(struct ip_layout, m_ip_data)

/*
 * Finds the kernel of an IP_KERNEL entry: "kernel:cu". The oldest files have only the instance
 * name, whose kernel is found through the <instance> elements.
 */
static bool ip_layout_find_kernel(const struct fcl_image_reader *r, const char *name,
				  const char *colon, uint32_t *ret_kernel)
{
	if (colon)
		return fcl_image_names_find(r->kernel_names, r->image->nkernels, name,
					    (size_t)(colon - name), ret_kernel);
	return fcl_image_names_find(r->instances, r->ninstances, name, strlen(name), ret_kernel) ||
	       fcl_image_names_find(r->kernel_names, r->image->nkernels, name, strlen(name),
				    ret_kernel);
}

static int read_cu(struct fcl_image_reader *r, const struct fcl_image_section *section,
		   uint32_t index, const struct ip_data *data)
{
	struct fcl_image_cu *cu = &r->image->cus[r->image->ncus];
	uint32_t control = (data->properties & IP_CONTROL_MASK) >> IP_CONTROL_SHIFT, kernel;
	const char *name, *colon;
	int error = fcl_image_reader_field(r, section, index, "m_name", data->m_name,
					   sizeof(data->m_name), &name);

	if (error)
		return error;
	colon = strchr(name, ':');
	if (!ip_layout_find_kernel(r, name, colon, &kernel)) {
		/* A vendor's file may lack the metadata of an IP, which then cannot be started. */
		if (!r->strict)
			return 0;
		return fcl_err_set(
			r->err, -EINVAL,
			"IP_LAYOUT[%u]: m_name is \"%s\", but EMBEDDED_METADATA describes no such kernel",
			index, name);
	}
	if (control > (r->strict ? AP_CTRL_NONE : FAST_ADAPTER))
		return fcl_err_set(
			r->err, -EINVAL,
			"IP_LAYOUT[%u]: the control protocol of \"%s\" is %u, expected 0 to %u",
			index, name, control, r->strict ? AP_CTRL_NONE : FAST_ADAPTER);
	*cu = (struct fcl_image_cu){.name = colon ? colon + 1 : name,
				    .kernel = kernel,
				    .base = data->m_base_address,
				    .control = (enum fcl_image_control)control,
				    .ip = index};
	if (!cu->name[0])
		return fcl_err_set(r->err, -EINVAL, "IP_LAYOUT[%u]: m_name \"%s\" names no CU",
				   index, name);
	r->cu_of_ip[index] = r->image->ncus++;
	return 0;
}

static int index_cus(struct fcl_image_reader *r)
{
	const char *twice;

	r->cu_names = fcl_image_reader_alloc(r, r->image->ncus, sizeof(*r->cu_names));
	if (!r->cu_names)
		return -ENOMEM;
	for (uint32_t i = 0; i < r->image->ncus; i++)
		r->cu_names[i] = (struct fcl_image_name){r->image->cus[i].name, i};
	fcl_image_names_sort(r->cu_names, r->image->ncus);
	twice = fcl_image_names_duplicate(r->cu_names, r->image->ncus);
	return twice ? fcl_err_set(r->err, -EINVAL, "IP_LAYOUT: two CUs are named \"%s\"", twice)
		     : 0;
}

int fcl_image_ip_layout_read(struct fcl_image_reader *r, const struct fcl_image_section *section)
{
	int32_t count = 0;
	int error;

	if (section->size >= sizeof(count))
		memcpy(&count, section->data, sizeof(count));
	error = fcl_image_reader_count(r, section, section->size < sizeof(count) ? -1 : count, HEAD,
				       sizeof(struct ip_data));
	if (error)
		return error;
	r->nips = (uint32_t)count;
	r->cu_of_ip = fcl_image_reader_alloc(r, r->nips, sizeof(*r->cu_of_ip));
	r->image->cus = fcl_image_reader_alloc(r, r->nips, sizeof(*r->image->cus));
	if (!r->cu_of_ip || !r->image->cus)
		return -ENOMEM;
	for (uint32_t i = 0; i < r->nips && !error; i++) {
		struct ip_data data;

		memcpy(&data, (const char *)section->data + HEAD + i * sizeof(data), sizeof(data));
		r->cu_of_ip[i] = FCL_IMAGE_NO_CU;
		if (data.m_type == IP_KERNEL)
			error = read_cu(r, section, i, &data);
	}
	return error ? error : index_cus(r);
}

/* An entry, sorted as IP_LAYOUT requires. */
struct placed {
	uint64_t base;
	uint32_t cu;
};

static int ip_layout_compare(const void *left, const void *right)
{
	const struct placed *a = left, *b = right;

	if (a->base != b->base)
		return a->base < b->base ? -1 : 1;
	return (a->cu > b->cu) - (a->cu < b->cu);
}

int fcl_image_ip_layout_plan(struct fcl_image_writer *w)
{
	uint32_t count = w->image->ncus;
	struct placed *order = fcl_image_writer_alloc(w, count, sizeof(*order));

	w->cu_of_ip = fcl_image_writer_alloc(w, count, sizeof(*w->cu_of_ip));
	w->ip_of_cu = fcl_image_writer_alloc(w, count, sizeof(*w->ip_of_cu));
	if (!order || !w->cu_of_ip || !w->ip_of_cu)
		return -ENOMEM;
	for (uint32_t i = 0; i < count; i++)
		order[i] = (struct placed){w->image->cus[i].base, i};
	qsort(order, count, sizeof(*order), ip_layout_compare);
	for (uint32_t i = 0; i < count; i++) {
		w->cu_of_ip[i] = order[i].cu;
		w->ip_of_cu[order[i].cu] = i;
	}
	return 0;
}

/*
 * "kernel:cu", or only the CU's name if both do not fit: the <instance> elements of
 * EMBEDDED_METADATA then give the kernel.
 */
static void write_name(const char *kernel, const char *cu, struct ip_data *data)
{
	size_t length = strlen(kernel);

	if (length + 1 + strlen(cu) < sizeof(data->m_name)) {
		memcpy(data->m_name, kernel, length);
		data->m_name[length++] = ':';
	} else {
		length = 0;
	}
	memcpy(data->m_name + length, cu, strlen(cu));
}

int fcl_image_ip_layout_write(struct fcl_image_writer *w, uint32_t kind)
{
	struct fcl_text buffer = {0};
	int32_t count = (int32_t)w->image->ncus;

	fcl_text_append(&buffer, &count, sizeof(count));
	fcl_text_zeros(&buffer, HEAD - sizeof(count));
	for (uint32_t i = 0; i < w->image->ncus; i++) {
		const struct fcl_image_cu *cu = &w->image->cus[w->cu_of_ip[i]];
		struct ip_data data = {.m_type = IP_KERNEL, .m_base_address = cu->base};

		data.properties = (uint32_t)cu->control << IP_CONTROL_SHIFT;
		write_name(w->image->kernels[cu->kernel].name, cu->name, &data);
		fcl_text_append(&buffer, &data, sizeof(data));
	}
	return fcl_image_writer_add(w, kind, &buffer);
}
