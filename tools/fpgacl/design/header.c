/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/design/header.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <strings.h>

#define SUFFIX "_hw.h"

/*
 * Two kinds of lines count. Comments name each register with its direction:
 *
 *   // 0x10 : Data signal of a
 *   //        bit 31~0 - a[31:0] (Read/Write)
 *
 * and definitions have its address and its width, in capital letters:
 *
 *   #define XVADD_CONTROL_ADDR_A_DATA 0x10
 *   #define XVADD_CONTROL_BITS_A_DATA 64
 *
 * Both must agree.
 */
struct reader {
	struct fcl_design *design;
	struct fcl_design_kernel *kernel;
	struct fcl_err *err;
	struct fcl_design_arg *arg; /* that the last comment was about */
	bool has_definitions;
	uint32_t line;
};

static const char *header_base_name(const char *file)
{
	const char *slash = strrchr(file, '/');

	return slash ? slash + 1 : file;
}

bool fcl_design_is_header(const char *file)
{
	const char *name = header_base_name(file);
	size_t length = strlen(name);

	return length > 1 + strlen(SUFFIX) && (*name == 'x' || *name == 'X') &&
	       !strcmp(name + length - strlen(SUFFIX), SUFFIX);
}

static int header_refuse(const struct reader *reader, const char *expected, const char *found,
			 size_t length)
{
	return fcl_err_set(reader->err, -EINVAL, "%s:%u: expected %s, found \"%.*s\"",
			   reader->kernel->file, reader->line, expected,
			   (int)(length < 100 ? length : 100), found);
}

static struct fcl_design_arg *header_find(const struct reader *reader, const char *name,
					  size_t length)
{
	for (uint32_t i = 0; i < reader->kernel->nargs; i++) {
		struct fcl_design_arg *arg = &reader->kernel->args[i];

		if (strlen(arg->name) == length && !strncasecmp(arg->name, name, length))
			return arg;
	}
	return NULL;
}

/* --- comments --------------------------------------------------------------------------------- */

static int header_add(struct reader *reader, const char *name, size_t length, uint64_t offset)
{
	struct fcl_design_arg *arg = fcl_design_add_arg(reader->design, reader->kernel,
							reader->err);

	if (!arg)
		return reader->err->code;
	arg->name = fcl_design_copy(reader->design, name, length, reader->err);
	arg->offset = offset;
	arg->line = reader->line;
	reader->arg = arg;
	return arg->name ? 0 : -ENOMEM;
}

static size_t word(const char *at, const char *end)
{
	const char *from = at;

	while (at < end && (isalnum((unsigned char)*at) || *at == '_'))
		at++;
	return (size_t)(at - from);
}

static bool header_number(const char *at, size_t length, uint64_t *ret_number)
{
	char text[32];

	if (length >= sizeof(text))
		return false;
	memcpy(text, at, length);
	text[length] = '\0';
	return fcl_design_number(text, ret_number);
}

static bool starts(const char *at, const char *end, const char *text)
{
	return (size_t)(end - at) >= strlen(text) && !memcmp(at, text, strlen(text));
}

static bool header_contains(const char *at, const char *end, const char *text)
{
	return memmem(at, (size_t)(end - at), text, strlen(text)) != NULL;
}

/* What the kernel returns is read-only. */
static void read_bits(struct reader *reader, const char *at, const char *end)
{
	if (header_contains(at, end, "ap_continue"))
		reader->kernel->control = FCL_CONTROL_CHAIN;
	if (reader->arg && header_contains(at, end, "(Read)"))
		reader->arg->result = true;
}

/* That of a result says that it is there; that of an input would have to be set, too. */
static int check_control(const struct reader *reader, const char *at, const char *end)
{
	size_t length = word(at, end);
	const struct fcl_design_arg *arg = header_find(reader, at, length);

	return !arg || arg->result
		       ? 0
		       : header_refuse(reader, "an argument without a handshake (ap_none)", at,
				       length);
}

static int read_comment(struct reader *reader, const char *at, const char *end)
{
	static const char of[] = "Data signal of ";
	uint64_t offset;
	size_t length;

	while (at < end && *at == ' ')
		at++;
	length = word(at, end);
	if (!starts(at, end, "0x") || !header_number(at, length, &offset)) {
		read_bits(reader, at, end);
		return 0;
	}
	reader->arg = NULL;
	at += length;
	while (at < end && (*at == ' ' || *at == ':'))
		at++;
	if (starts(at, end, "Control signal of "))
		return check_control(reader, at + strlen("Control signal of "), end);
	if (!starts(at, end, of))
		return 0;
	at += strlen(of);
	length = word(at, end);
	if (!length)
		return header_refuse(reader, "the name of an argument", at, (size_t)(end - at));
	reader->arg = header_find(reader, at, length);
	/* The upper half of an argument has a line of its own. */
	return reader->arg ? 0 : header_add(reader, at, length, offset);
}

/* --- definitions ------------------------------------------------------------------------------ */

/* "XVADD_CONTROL": the interface s_axi_control of vadd. NULL: no memory. */
static const char *interface_of(const struct reader *reader, const char *name, size_t length)
{
	size_t kernel = strlen(reader->kernel->name);

	if (length > kernel + 2 && name[kernel + 1] == '_' &&
	    !strncasecmp(name + 1, reader->kernel->name, kernel)) {
		name += kernel + 2;
		length -= kernel + 2;
	}
	return fcl_design_text(reader->design, reader->err, "s_axi_%.*s", (int)length, name);
}

static int define_control(struct reader *reader, const char *interface, uint64_t number)
{
	struct fcl_design_kernel *kernel = reader->kernel;

	if (number || *kernel->interface)
		return header_refuse(reader, "one AP_CTRL, at 0x0", interface, strlen(interface));
	kernel->interface = interface;
	return 0;
}

/* The two definitions of an argument are of one interface. */
static int define_interface(struct reader *reader, struct fcl_design_arg *arg,
			    const char *interface)
{
	if (!*arg->interface)
		arg->interface = interface;
	if (!strcasecmp(arg->interface, interface))
		return 0;
	return fcl_err_set(reader->err, -EINVAL,
			   "%s:%u: expected %.100s in %.100s alone, found it in %.100s, too",
			   reader->kernel->file, reader->line, arg->name, arg->interface,
			   interface);
}

static int define(struct reader *reader, const char *interface, const char *name, size_t length,
		  bool address, uint64_t number)
{
	struct fcl_design_arg *arg;

	if (address && length == 7 && !memcmp(name, "AP_CTRL", 7))
		return define_control(reader, interface, number);
	if (address && length == 3)
		reader->kernel->polled |= (!memcmp(name, "GIE", 3) && number != 0x4) ||
					  (!memcmp(name, "IER", 3) && number != 0x8) ||
					  (!memcmp(name, "ISR", 3) && number != 0xc);
	if (length > 5 && !memcmp(name + length - 5, "_BASE", 5))
		return header_refuse(reader, "no array in registers, which OpenCL cannot set", name,
				     length);
	if (length < 6 || memcmp(name + length - 5, "_DATA", 5) != 0)
		return 0;
	arg = header_find(reader, name, length - 5);
	if (!arg)
		return header_refuse(
			reader, "a comment \"Data signal of\" before the definition of a register",
			name, length);
	if (address && arg->offset != number)
		return fcl_err_set(
			reader->err, -EINVAL,
			"%s:%u: expected %.100s at 0x%llx, as line %u says, found it at 0x%llx",
			reader->kernel->file, reader->line, arg->name,
			(unsigned long long)arg->offset, arg->line, (unsigned long long)number);
	if (!address && (!number || number > 8 * 4096))
		return header_refuse(reader, "1 to 32768 bits", name, length);
	if (!address)
		arg->bits = (uint32_t)number;
	return define_interface(reader, arg, interface);
}

/* "XVADD_CONTROL_ADDR_A_DATA 0x10" */
static int read_define(struct reader *reader, const char *at, const char *end)
{
	size_t length = word(at, end);
	const char *last = at + length, *value = last, *kind = NULL;
	const char *interface;
	bool address = false;
	uint64_t parsed;

	for (const char *c = at; c + 6 <= last && !kind; c++)
		if (!memcmp(c, "_ADDR_", 6) || !memcmp(c, "_BITS_", 6)) {
			kind = c;
			address = c[1] == 'A';
		}
	if (!kind)
		return 0;
	while (value < end && (*value == ' ' || *value == '\t'))
		value++;
	while (end > value && isspace((unsigned char)end[-1]))
		end--;
	length = (size_t)(end - value);
	if (!header_number(value, length, &parsed))
		return header_refuse(reader, "a number", value, length);
	reader->has_definitions = true;
	interface = interface_of(reader, at, (size_t)(kind - at));
	return interface ? define(reader, interface, kind + 6, (size_t)(last - kind) - 6, address,
				  parsed)
			 : -ENOMEM;
}

/* --- the file --------------------------------------------------------------------------------- */

static int header_read_line(struct reader *reader, const char *at, const char *end)
{
	static const char define_word[] = "#define ";

	if (starts(at, end, "//"))
		return read_comment(reader, at + 2, end);
	if (!starts(at, end, define_word))
		return 0;
	at += strlen(define_word);
	while (at < end && *at == ' ')
		at++;
	return read_define(reader, at, end);
}

static int header_check(const struct reader *reader)
{
	const struct fcl_design_kernel *kernel = reader->kernel;

	if (!reader->has_definitions)
		return fcl_err_set(reader->err, -EINVAL,
				   "%s: expected definitions such as X…_ADDR_AP_CTRL, found none",
				   kernel->file);
	if (!*kernel->interface)
		return fcl_err_set(
			reader->err, -EINVAL,
			"%s: expected a control register (AP_CTRL), found none: a kernel with ap_ctrl_none cannot be started",
			kernel->file);
	for (uint32_t i = 0; i < kernel->nargs; i++)
		if (!kernel->args[i].bits && !kernel->args[i].result)
			return fcl_err_set(reader->err, -EINVAL,
					   "%s:%u: expected a definition of the bits of %.100s",
					   kernel->file, kernel->args[i].line,
					   kernel->args[i].name);
	return 0;
}

int fcl_design_header_read(struct fcl_design *design, const char *file, const char *bytes,
			   size_t size, struct fcl_design_kernel *kernel, struct fcl_err *err)
{
	struct reader reader = {.design = design, .kernel = kernel, .err = err};
	const char *name = header_base_name(file), *at = bytes, *end = bytes + size;
	int error = 0;

	kernel->file = file;
	kernel->control = FCL_CONTROL_HS;
	kernel->stated = true;
	kernel->name = fcl_design_copy(design, name + 1, strlen(name) - 1 - strlen(SUFFIX), err);
	if (!kernel->name)
		return -ENOMEM;
	while (at < end && !error) {
		const char *line = memchr(at, '\n', (size_t)(end - at));

		reader.line++;
		error = header_read_line(&reader, at, line ? line : end);
		at = line ? line + 1 : end;
	}
	return error ? error : header_check(&reader);
}
