/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/info/xo.h"

#include <errno.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "tools/fpgacl/info/component.h"
#include "tools/fpgaclc/common/archive.h"
#include "tools/fpgaclc/common/kernel.h"

/*
 * tools/fpgaclc/xo/xo_write.h documents the lines, tools/fpgaclc/rtl/rtl.h those of Verilog
 * kernels.
 */

bool fcl_tool_is_xo(const char *bytes, size_t size)
{
	return size > 4 &&
	       (!strncmp(bytes, "fpgaclc-xo ", 11) || !strncmp(bytes, "fpgaclc-rtl ", 12) ||
		!strncmp(bytes, "fpgaclc-external ", 17) || fclc_archive_is(bytes, size));
}

/* Returns the end of the lines that the digest covers, or NULL if it does not match. */
static const char *check_digest(const char *bytes, size_t size)
{
	const char *seal = strstr(bytes, "\nsha256 ");
	const char *end = seal ? strstr(seal, "\n\n") : NULL;
	uint8_t digest[SHA256_DIGEST_SIZE];
	char hex[2 * SHA256_DIGEST_SIZE + 1];
	struct sha256_ctx context;

	if (!end || end - seal != 8 + 2 * SHA256_DIGEST_SIZE)
		return NULL;
	seal++;
	sha256_init(&context);
	sha256_update(&context, (size_t)(seal - bytes), (const uint8_t *)bytes);
	sha256_update(&context, size - (size_t)(end + 2 - bytes), (const uint8_t *)end + 2);
	sha256_digest(&context, sizeof(digest), digest);
	for (size_t i = 0; i < sizeof(digest); i++)
		snprintf(hex + 2 * i, 3, "%02x", digest[i]);
	return memcmp(hex, seal + 7, sizeof(hex) - 1) ? NULL : seal;
}

/* Counts the lines that begin with the word, an upper bound for a table's size. */
static uint32_t count_lines(const char *at, const char *end, const char *word)
{
	uint32_t count = 0;

	for (; at && at < end; at = strchr(at, '\n'), at += at != NULL)
		count += !strncmp(at, word, strlen(word));
	return count;
}

/* A file being read. */
struct xo {
	struct fcl_image *image;
	struct fcl_image_kernel *kernel; /* the kernel that the lines describe */
	const char *end;                 /* end of the lines */
	bool rtl;                        /* a Verilog kernel */
};

static bool xo_add_kernel(struct xo *xo, const char *name, const char *at)
{
	uint32_t args = count_lines(at, xo->end, "arg ");
	uint32_t ports = count_lines(at, xo->end, xo->rtl ? "bus " : "port ");

	xo->kernel = &xo->image->kernels[xo->image->nkernels++];
	xo->kernel->name = fcl_image_string(xo->image, "%s", name);
	xo->kernel->language = xo->rtl ? "ip_c" : "c";
	xo->kernel->attributes = "";
	xo->kernel->args = fcl_image_alloc(xo->image, args + 1, sizeof(*xo->kernel->args));
	xo->kernel->ports = fcl_image_alloc(xo->image, ports + 1, sizeof(*xo->kernel->ports));
	return xo->kernel->name && xo->kernel->args && xo->kernel->ports;
}

static bool add_port(struct xo *xo, const char *value)
{
	struct fcl_image_port *port = &xo->kernel->ports[xo->kernel->nports++];
	unsigned mode;
	int end = 0;

	if (sscanf(value, "%u %u %*u %*u %n", &mode, &port->data_width, &end) != 2 || !end)
		return false;
	port->mode = (enum fcl_image_port_mode)mode;
	port->name = fcl_image_string(xo->image, "%s", value + end);
	return port->name;
}

static const enum fcl_image_qualifier qualifiers[] = {
	[FCLC_ARG_VALUE] = FCL_ARG_SCALAR,
	[FCLC_ARG_POINTER] = FCL_ARG_GLOBAL,
	[FCLC_ARG_STREAM] = FCL_ARG_STREAM,
};

static bool xo_add_arg(struct xo *xo, const char *value)
{
	struct fcl_image_arg *arg = &xo->kernel->args[xo->kernel->nargs];
	unsigned kind, direction, port, offset;
	unsigned long long size;
	int end = 0;

	if (sscanf(value, "%u %u %*u %llu %*u %*u %u %u %n", &kind, &direction, &size, &port,
		   &offset, &end) != 5 ||
	    !end || kind > FCLC_ARG_STREAM || direction > FCL_DIR_INOUT ||
	    port >= xo->kernel->nports)
		return false;
	arg->id = xo->kernel->nargs++;
	arg->qualifier = qualifiers[kind];
	arg->direction = (enum fcl_image_direction)direction;
	arg->offset = offset;
	arg->size = arg->host_size = size;
	arg->port = xo->kernel->ports[port].name;
	arg->type_name = "";
	arg->name = fcl_image_string(xo->image, "%s", value + end);
	return arg->name;
}

static bool add_rtl_arg(struct xo *xo, const char *value)
{
	struct fcl_image_arg *arg = &xo->kernel->args[xo->kernel->nargs];
	unsigned kind, size, offset;
	int port = 0, end = 0;

	if (sscanf(value, "%u %u %u %n%*s %n", &kind, &size, &offset, &port, &end) != 3 || !end ||
	    kind > FCLC_ARG_STREAM)
		return false;
	arg->id = xo->kernel->nargs++;
	arg->qualifier = qualifiers[kind];
	arg->offset = offset;
	arg->size = arg->host_size = size;
	arg->type_name = "";
	arg->port = fcl_image_string(xo->image, "%.*s", (int)strcspn(value + port, " "),
				     value + port);
	arg->name = fcl_image_string(xo->image, "%s", value + end);
	return arg->port && arg->name;
}

static bool xo_add_bus(struct xo *xo, const char *value)
{
	struct fcl_image_port *port = &xo->kernel->ports[xo->kernel->nports++];
	int end = 0;

	sscanf(value, "%*u %n", &end);
	port->name = fcl_image_string(xo->image, "%s", value + end);
	return end && port->name;
}

static bool add_source(struct xo *xo, const char *value)
{
	struct fcl_image_keyvalue *sources = &xo->image->keyvalues[0];
	int end = 0;

	sscanf(value, "%*u %n", &end);
	sources->value = fcl_image_string(xo->image, "%s%s%s",
					  xo->image->nkeyvalues ? sources->value : "",
					  xo->image->nkeyvalues ? " " : "", value + end);
	sources->key = "fpgaclc.sources";
	xo->image->nkeyvalues = 1;
	return end && sources->value;
}

static bool read_rtl_line(struct xo *xo, const char *key, const char *value)
{
	if (!strcmp(key, "bus"))
		return xo_add_bus(xo, value);
	if (!strcmp(key, "arg"))
		return add_rtl_arg(xo, value);
	if (!strcmp(key, "hdl") || !strcmp(key, "model"))
		return add_source(xo, value);
	return true;
}

/* Skips lines that only the linker needs. */
static bool read_kernel_line(struct xo *xo, const char *key, const char *value)
{
	struct fcl_image_arg *arg = NULL;

	if (!strcmp(key, "port"))
		return add_port(xo, value);
	if (!strcmp(key, "arg"))
		return xo_add_arg(xo, value);
	if (!strcmp(key, "opencl"))
		xo->kernel->language = "clc";
	if (xo->kernel->nargs)
		arg = &xo->kernel->args[xo->kernel->nargs - 1];
	if (arg && !strcmp(key, "type"))
		arg->type_name = fcl_image_string(xo->image, "%s", value);
	if (arg && !strcmp(key, "space") && *value >= '0' + FCL_ARG_GLOBAL &&
	    *value <= '0' + FCL_ARG_LOCAL)
		arg->qualifier = (enum fcl_image_qualifier)(*value - '0');
	if (arg && !strcmp(key, "global"))
		arg->hidden = true;
	return !arg || arg->type_name;
}

static bool read_head_line(struct xo *xo, const char *key, const char *value)
{
	struct fcl_image *image = xo->image;

	if (!strcmp(key, "target"))
		image->target = !strcmp(value, "sw_emu")   ? FCL_TARGET_SW_EMU
				: !strcmp(value, "hw_emu") ? FCL_TARGET_HW_EMU
							   : 0;
	else if (!strcmp(key, "platform"))
		image->vbnv = fcl_image_string(image, "%s", value);
	else if (!strcmp(key, "isa"))
		image->isa = fcl_image_string(image, "%s", value);
	else if (!strcmp(key, "sources") && !image->nkeyvalues)
		image->keyvalues[image->nkeyvalues++] = (struct fcl_image_keyvalue){
			"fpgaclc.sources", fcl_image_string(image, "%s", value)};
	else if (!strcmp(key, "object"))
		image->payload_size = strtoull(value, NULL, 10);
	return image->vbnv && image->isa && (!image->nkeyvalues || image->keyvalues[0].value);
}

static bool xo_read_lines(struct xo *xo, char *at)
{
	bool good = true;

	while (good && at < xo->end) {
		char *value = at + strcspn(at, " \n"), *next;

		next = value + strcspn(value, "\n");
		*next++ = '\0';
		if (*value)
			*value++ = '\0';
		if (!strcmp(at, "kernel") && *value)
			good = xo_add_kernel(xo, value, next);
		else if (xo->rtl && xo->kernel)
			good = read_rtl_line(xo, at, value);
		else if (strcmp(at, "object") != 0 && xo->kernel)
			good = read_kernel_line(xo, at, value);
		else
			good = read_head_line(xo, at, value);
		at = next;
	}
	return good;
}

static int xo_fill(struct fcl_image *image, const char *bytes, const char *end, struct fcl_err *err)
{
	char *lines = strndup(bytes, (size_t)(end - bytes));
	struct xo xo = {.image = image,
			.end = lines ? lines + (end - bytes) : NULL,
			.rtl = bytes[8] == 'r'};
	bool good;

	image->kernels = fcl_image_alloc(image, count_lines(bytes, end, "kernel ") + 1,
					 sizeof(*image->kernels));
	image->keyvalues = fcl_image_alloc(image, 1, sizeof(*image->keyvalues));
	image->target = xo.rtl ? 0 : image->target;
	image->vbnv = xo.rtl ? "any" : "";
	image->isa = "";
	good = lines && image->kernels && image->keyvalues && xo_read_lines(&xo, lines) &&
	       xo.kernel;
	free(lines);
	return good ? 0
		    : fcl_err_set(err, -EINVAL, "its contents are not those of an intact .xo file");
}

/* --- of a kernel for traffic generators (tools/fpgaclc/traffic/external.h) --- */

/* Its name says all that lines of another kernel would say. */
static int read_external(const char *bytes, struct fcl_image *image, struct fcl_err *err)
{
	char lines[512], kind[8], side;
	unsigned bits;
	bool sends;
	int length;

	if (sscanf(bytes, "fpgaclc-external 1 sim_ipc_axis_%7[a-z]_%u\n", kind, &bits) != 2 ||
	    (strcmp(kind, "master") != 0 && strcmp(kind, "slave") != 0))
		return fcl_err_set(err, -EINVAL,
				   "its contents are not those of an intact .xo file");
	sends = !strcmp(kind, "master");
	side = sends ? 'M' : 'S';
	length = snprintf(lines, sizeof(lines),
			  "fpgaclc-xo 3\ntarget any\nplatform any\nkernel sim_ipc_axis_%s_%u\n"
			  "port %d %u 1 0 %c00_AXIS\narg %d %d 0 %u %u 0 0 0 %c00_AXIS\n",
			  kind, bits, sends ? FCL_PORT_WRITE_ONLY : FCL_PORT_READ_ONLY, bits, side,
			  FCLC_ARG_STREAM, sends ? FCL_DIR_OUT : FCL_DIR_IN, bits / 8, bits / 8,
			  side);
	return xo_fill(image, lines, lines + length, err);
}

/* --- the vendor's --- */

/*
 * The kernel.xml describes everything. Without one, the IP's component.xml is used, not those of IP
 * inside it.
 */
struct packed {
	struct fcl_image *image;
	char *component; /* contents of the outermost one */
	size_t size, depth;
};

static const char *xo_base_name(const char *name)
{
	const char *slash = strrchr(name, '/');

	return slash ? slash + 1 : name;
}

static bool xo_is_description(void *data, const char *name)
{
	(void)data;
	return !strcmp(xo_base_name(name), "kernel.xml") ||
	       !strcmp(xo_base_name(name), "component.xml");
}

static int keep_component(struct packed *packed, const char *name, const char *contents,
			  size_t size, struct fcl_err *err)
{
	char *copy;

	if (packed->component && strlen(name) >= packed->depth)
		return 0;
	copy = malloc(size + 1);
	if (!copy)
		return fcl_err_set(err, -ENOMEM, "no memory for %s", name);
	memcpy(copy, contents, size + 1);
	free(packed->component);
	packed->component = copy;
	packed->size = size;
	packed->depth = strlen(name);
	return 0;
}

static int take_description(void *data, const char *name, const char *contents, size_t size,
			    struct fcl_err *err)
{
	struct packed *packed = data;

	if (!strcmp(xo_base_name(name), "component.xml"))
		return keep_component(packed, name, contents, size, err);
	return packed->image ? fcl_err_set(err, -EINVAL,
					   "expected one kernel, found another one in %s", name)
			     : fcl_image_read_kernel_xml(contents, size, &packed->image, err);
}

static int read_packed(const char *bytes, size_t size, struct fcl_image **ret_image,
		       struct fcl_err *err)
{
	struct packed packed = {0};
	const struct fclc_archive_reader reader = {
		.data = &packed, .wants = xo_is_description, .take = take_description};
	int error = fclc_archive_read(bytes, size, &reader, err);

	if (!error && !packed.image)
		error = packed.component
				? fcl_tool_component_read(packed.component, packed.size,
							  &packed.image, err)
				: fcl_err_set(
					  err, -EINVAL,
					  "expected a kernel.xml or component.xml in this archive, found neither");
	free(packed.component);
	if (error) {
		if (packed.image)
			fcl_image_unref(packed.image);
		return error;
	}
	packed.image->target = 0;
	packed.image->vbnv = "any";
	*ret_image = packed.image;
	return 0;
}

static int read_own(const char *bytes, size_t size, struct fcl_image **ret_image,
		    struct fcl_err *err)
{
	bool external = size > 17 && !strncmp(bytes, "fpgaclc-external ", 17);
	struct fcl_image *image = NULL;
	const char *end = NULL;
	int error;

	if (!external && strncmp(bytes, "fpgaclc-xo 3\n", 13) != 0 &&
	    strncmp(bytes, "fpgaclc-rtl 1\n", 14) != 0)
		return fcl_err_set(
			err, -EINVAL,
			"expected 'fpgaclc-xo 3' or 'fpgaclc-rtl 1' in the first line: another version made it");
	if (!external)
		end = check_digest(bytes, size);
	if (!external && !end)
		return fcl_err_set(err, -EINVAL, "the digest does not match: the file is damaged");
	error = fcl_image_new(&image, err);
	if (error)
		return error;
	error = external ? read_external(bytes, image, err) : xo_fill(image, bytes, end, err);
	if (error)
		fcl_image_unref(image);
	else
		*ret_image = image;
	return error;
}

int fcl_tool_xo_read(const char *bytes, size_t size, struct fcl_image **ret_image,
		     struct fcl_err *err)
{
	int error = fclc_archive_is(bytes, size) ? read_packed(bytes, size, ret_image, err)
						 : read_own(bytes, size, ret_image, err);

	/* Messages quote names from the file. */
	if (error)
		fcl_text_make_printable(err->text);
	return error;
}
