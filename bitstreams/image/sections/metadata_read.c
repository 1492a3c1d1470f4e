/* SPDX-License-Identifier: Apache-2.0 */
/*
 * EMBEDDED_METADATA as written by v++: project/platform/device/core, which contains the kernels
 * with ports, args and instances, and the connections of the design. The kernel.xml of a .xo file
 * describes its kernel in the same way.
 */
#include "bitstreams/image/sections/sections.h"

#include <errno.h>
#include <string.h>
#include <strings.h>

#include "base/xml.h"
#include "bitstreams/image/sections/metadata_args.h"
#include "bitstreams/image/sections/metadata_names.h"
#include "bitstreams/image/sections/metadata_xml.h"

static bool port_mode(const char *text, enum fcl_image_port_mode *ret_mode)
{
	static const char *const names[] = {NULL, "master", "slave", "read_only", "write_only"};

	for (int i = FCL_PORT_MASTER; i <= FCL_PORT_WRITE_ONLY; i++) {
		if (!strcasecmp(text, names[i])) {
			*ret_mode = (enum fcl_image_port_mode)i;
			return true;
		}
	}
	return false;
}

static int read_port(struct fcl_image_reader *r, const xmlNode *node,
		     struct fcl_image_kernel *kernel)
{
	struct fcl_image_port *port = &kernel->ports[kernel->nports];
	const char *mode = fcl_xml_attr(node, "mode");
	uint64_t width = 0;
	int error;

	if (!mode || !port_mode(mode, &port->mode)) {
		if (!r->strict) /* a kind of port without arguments */
			return 0;
		return fcl_image_xml_error(
			r, node,
			"mode is \"%.64s\", expected master, slave, read_only or write_only",
			mode ? mode : "");
	}
	error = fcl_image_xml_string(r, node, "name", NULL, &port->name);
	if (!error)
		error = fcl_image_xml_string(
			r, node, "portType",
			port->mode >= FCL_PORT_READ_ONLY ? "stream" : "addressable", &port->type);
	if (!error)
		error = fcl_image_xml_number(r, node, "range",
					     r->strict && port->mode == FCL_PORT_SLAVE, UINT64_MAX,
					     &port->range);
	if (!error)
		error = fcl_image_xml_number(r, node, "dataWidth", false, UINT32_MAX, &width);
	port->data_width = (uint32_t)width;
	if (!error)
		kernel->nports++;
	return error;
}

static int metadata_read_ports(struct fcl_image_reader *r, const xmlNode *node,
			       struct fcl_image_kernel *kernel)
{
	int error = 0;

	kernel->ports = fcl_image_reader_alloc(r, fcl_xml_count(node, "port"),
					       sizeof(*kernel->ports));
	if (!kernel->ports)
		return -ENOMEM;
	for (const xmlNode *port = fcl_xml_child(node, "port"); port && !error;
	     port = fcl_xml_next(port))
		error = read_port(r, port, kernel);
	return error;
}

static int read_xyz(struct fcl_image_reader *r, const xmlNode *node, const char *name,
		    uint64_t xyz[3])
{
	static const char *const axes[] = {"x", "y", "z"};
	const xmlNode *element = fcl_xml_child(node, name);
	int error = 0;

	for (int i = 0; element && i < 3 && !error; i++)
		error = fcl_image_xml_number(r, element, axes[i], r->strict, 1u << 20, &xyz[i]);
	return error;
}

static int read_work_group(struct fcl_image_reader *r, const xmlNode *node,
			   struct fcl_image_kernel *kernel)
{
	uint64_t most[3] = {0};
	int error = read_xyz(r, node, "compileWorkGroupSize", kernel->reqd_work_group);

	if (!error)
		error = read_xyz(r, node, "maxWorkGroupSize", most);
	kernel->max_work_group = most[0] * most[1] * most[2]; /* below 2^61 */
	if (!error)
		error = fcl_image_xml_number(r, node, "workGroupSize", false, UINT64_MAX,
					     &kernel->max_work_group);
	return error;
}

/* Returns the parent of a kernel's ports or args: in EMBEDDED_METADATA, the kernel itself. */
static const xmlNode *holder(const xmlNode *kernel, const char *name)
{
	const xmlNode *node = fcl_xml_child(kernel, name);

	return node ? node : kernel;
}

static int metadata_read_kernel(struct fcl_image_reader *r, const xmlNode *node,
				struct fcl_image_kernel *kernel)
{
	uint64_t local = 0, non_uniform = 0, work_dims = 0, inner = 0, tiled = 0, range = 0;
	int error = fcl_image_xml_string(r, node, "name", NULL, &kernel->name);

	if (!error)
		error = fcl_image_xml_string(r, node, "language", "", &kernel->language);
	if (!error)
		error = fcl_image_xml_string(r, node, "attributes", "", &kernel->attributes);
	if (!error)
		error = fcl_image_xml_number(r, node, FCL_IMAGE_XML_LOCAL_MEM, false, UINT32_MAX,
					     &local);
	kernel->local_mem_size = (uint32_t)local;
	if (!error)
		error = fcl_image_xml_number(r, node, FCL_IMAGE_XML_NON_UNIFORM, false, 1,
					     &non_uniform);
	kernel->non_uniform = non_uniform;
	if (!error)
		error = fcl_image_xml_number(r, node, FCL_IMAGE_XML_WORK_DIMS, false, 4,
					     &work_dims);
	kernel->work_dims = (uint32_t)work_dims;
	if (!error)
		error = fcl_image_xml_number(r, node, FCL_IMAGE_XML_INNER_DIM, false, 2, &inner);
	kernel->inner_dim = (uint32_t)inner;
	if (!error)
		error = fcl_image_xml_number(r, node, FCL_IMAGE_XML_TILED, false, 1, &tiled);
	kernel->tiled = tiled;
	if (!error)
		error = fcl_image_xml_number(r, node, FCL_IMAGE_XML_RANGE, false, UINT16_MAX,
					     &range);
	kernel->range_at = (uint32_t)range;
	if (!error)
		error = read_work_group(r, node, kernel);
	if (!error)
		error = metadata_read_ports(r, holder(node, "ports"), kernel);
	return error ? error : fcl_image_metadata_args_read(r, holder(node, "args"), kernel);
}

static int metadata_read_instances(struct fcl_image_reader *r, const xmlNode *node, uint32_t kernel)
{
	for (const xmlNode *instance = fcl_xml_child(node, "instance"); instance;
	     instance = fcl_xml_next(instance)) {
		struct fcl_image_name *name = &r->instances[r->ninstances++];
		int error = fcl_image_xml_string(r, instance, "name", NULL, &name->name);

		if (error)
			return error;
		name->index = kernel;
	}
	return 0;
}

static int read_kernels(struct fcl_image_reader *r, const xmlNode *core)
{
	struct fcl_image *image = r->image;
	int error = 0;

	for (const xmlNode *node = fcl_xml_child(core, "kernel"); node && !error;
	     node = fcl_xml_next(node)) {
		uint32_t index = image->nkernels++;
		struct fcl_image_kernel *kernel = &image->kernels[index];

		error = metadata_read_kernel(r, node, kernel);
		r->kernel_names[index] = (struct fcl_image_name){kernel->name, index};
		if (!error)
			error = metadata_read_instances(r, node, index);
	}
	return error;
}

static bool metadata_read_is_end(const xmlNode *node, const char *attribute, const char *type)
{
	const char *found = fcl_xml_attr(node, attribute);

	return found && !strcmp(found, type);
}

/*
 * A connection is a FIFO if both its ends are kernels, or one is a kernel and the other is the
 * host. Others connect ports to memories.
 */
static bool is_link(const xmlNode *node)
{
	bool src = metadata_read_is_end(node, "srcType", "kernel"),
	     dst = metadata_read_is_end(node, "dstType", "kernel");

	return (src && dst) || (src && metadata_read_is_end(node, "dstType", "host")) ||
	       (dst && metadata_read_is_end(node, "srcType", "host"));
}

/* Reads an end's CU and port from attributes of those names. For the host, the CU is NULL. */
static int metadata_read_end(struct fcl_image_reader *r, const xmlNode *node,
			     const char *const names[3], const char **ret_cu, const char **ret_port)
{
	int error;

	if (metadata_read_is_end(node, names[0], "host"))
		return 0;
	error = fcl_image_xml_string(r, node, names[1], NULL, ret_cu);
	return error ? error : fcl_image_xml_string(r, node, names[2], NULL, ret_port);
}

static int metadata_read_link(struct fcl_image_reader *r, const xmlNode *node,
			      struct fcl_image_link *link)
{
	static const char *const src[] = {"srcType", "srcInst", "srcPort"};
	static const char *const dst[] = {"dstType", "dstInst", "dstPort"};
	uint64_t depth = 0, packet_size = 0;
	int error = metadata_read_end(r, node, src, &link->src_cu, &link->src_port);

	if (!error)
		error = metadata_read_end(r, node, dst, &link->dst_cu, &link->dst_port);
	/* The host identifies its end by name. */
	if (!error)
		error = fcl_image_xml_string(r, node, FCL_IMAGE_XML_NAME,
					     link->src_cu && link->dst_cu ? "" : NULL, &link->name);
	if (!error)
		error = fcl_image_xml_number(r, node, FCL_IMAGE_XML_DEPTH, false, UINT32_MAX,
					     &depth);
	if (!error)
		error = fcl_image_xml_number(r, node, FCL_IMAGE_XML_PACKET_SIZE, false, UINT32_MAX,
					     &packet_size);
	link->depth = (uint32_t)depth;
	link->packet_size = (uint32_t)packet_size;
	link->line = xmlGetLineNo(node);
	return error;
}

static int read_links(struct fcl_image_reader *r, const xmlNode *core)
{
	int error = 0;

	r->links = fcl_image_reader_alloc(r, fcl_xml_count(core, "connection"), sizeof(*r->links));
	if (!r->links)
		return -ENOMEM;
	for (const xmlNode *node = fcl_xml_child(core, "connection"); node && !error;
	     node = fcl_xml_next(node)) {
		if (is_link(node))
			error = metadata_read_link(r, node, &r->links[r->nlinks++]);
	}
	return error;
}

static int alloc_tables(struct fcl_image_reader *r, const xmlNode *core)
{
	size_t kernels = fcl_xml_count(core, "kernel"), instances = 0;

	for (const xmlNode *node = fcl_xml_child(core, "kernel"); node; node = fcl_xml_next(node))
		instances += fcl_xml_count(node, "instance");
	r->image->kernels = fcl_image_reader_alloc(r, kernels, sizeof(*r->image->kernels));
	r->kernel_names = fcl_image_reader_alloc(r, kernels, sizeof(*r->kernel_names));
	r->instances = fcl_image_reader_alloc(r, instances, sizeof(*r->instances));
	return r->image->kernels && r->kernel_names && r->instances ? 0 : -ENOMEM;
}

/* The core has its own target; a different one in the header means damage. */
static int metadata_read_check_target(struct fcl_image_reader *r, const xmlNode *core)
{
	static const struct {
		const char *text;
		enum fcl_image_target target;
	} targets[] = {{"bitstream", FCL_TARGET_HW},
		       {"hw_em", FCL_TARGET_HW_EMU},
		       {"csim", FCL_TARGET_SW_EMU}};
	const char *text = fcl_xml_attr(core, "target");

	for (size_t i = 0; text && i < sizeof(targets) / sizeof(targets[0]); i++) {
		if (!strcmp(text, targets[i].text) && targets[i].target != r->image->target)
			return fcl_image_xml_error(
				r, core, "target is \"%s\", but m_mode of the header says %s", text,
				fcl_image_target_name(r->image->target));
	}
	return 0;
}

static int read_core(struct fcl_image_reader *r, const xmlNode *core)
{
	const char *twice;
	int error = metadata_read_check_target(r, core);

	if (!error)
		error = fcl_image_xml_number(r, core, FCL_IMAGE_XML_VARIABLES, false, UINT64_MAX,
					     &r->image->variables_size);
	if (!error)
		error = alloc_tables(r, core);
	if (!error)
		error = read_kernels(r, core);
	if (!error)
		error = read_links(r, core);
	if (error)
		return error;
	fcl_image_names_sort(r->kernel_names, r->image->nkernels);
	fcl_image_names_sort(r->instances, r->ninstances);
	twice = fcl_image_names_duplicate(r->kernel_names, r->image->nkernels);
	return twice ? fcl_image_xml_error(r, core, "two kernels are named \"%.64s\"", twice) : 0;
}

static int read_document(struct fcl_image_reader *r, const xmlDoc *doc)
{
	static const char *const path[] = {"platform", "device", "core"};
	const xmlNode *node = xmlDocGetRootElement(doc);

	if (!node || strcmp((const char *)node->name, "project") != 0)
		return fcl_err_set(
			r->err, -EINVAL,
			"EMBEDDED_METADATA: the root element is \"%.64s\", expected \"project\"",
			node ? (const char *)node->name : "");
	for (size_t i = 0; i < sizeof(path) / sizeof(path[0]) && node; i++)
		node = fcl_xml_child(node, path[i]);
	if (node)
		return read_core(r, node);
	if (!r->strict) /* the file may be a platform without kernels */
		return 0;
	return fcl_err_set(r->err, -EINVAL,
			   "EMBEDDED_METADATA: there is no project/platform/device/core");
}

int fcl_image_metadata_read(struct fcl_image_reader *r, const struct fcl_image_section *section)
{
	xmlDoc *doc;
	int error = fcl_image_xml_parse(r, section->data, section->size, &doc);

	if (error)
		return error;
	error = read_document(r, doc);
	fcl_xml_free(doc);
	return error;
}

int fcl_image_metadata_read_kernels(struct fcl_image_reader *r, const char *xml, size_t size)
{
	const xmlNode *root;
	xmlDoc *doc;
	int error = fcl_image_xml_parse(r, xml, size, &doc);

	if (error)
		return error;
	root = xmlDocGetRootElement(doc);
	if (!strcmp((const char *)root->name, "kernel"))
		root = root->parent;
	if (!fcl_xml_child(root, "kernel"))
		error = fcl_err_set(r->err, -EINVAL, "%s: expected a kernel, found none",
				    r->document);
	if (!error)
		error = alloc_tables(r, root);
	if (!error)
		error = read_kernels(r, root);
	fcl_xml_free(doc);
	return error;
}
