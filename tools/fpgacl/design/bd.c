/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/design/bd.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/json.h"

/*
 * Each function reads one kind of object and passes its members on; what they have found so far is
 * in one structure. They return false on an error, with the JSON's or *err set.
 */
struct place {
	const char *counted; /* up to here */
	uint32_t line;
};

struct reader {
	struct fcl_design *design;
	struct place *place;
	struct fcl_err *err;
	const char *path;             /* of the hierarchy that components are in: "", "hier/" */
	struct fcl_design_cell *cell; /* whose component is being read */
	const char *name;             /* of the parameter, the net or the address space */
	const char *master;
	struct fcl_design_segment *segment;
};

/* Places only go forward, and each byte is looked at once. */
static uint32_t bd_line_of(const struct reader *reader, const struct fcl_json *json)
{
	struct place *place = reader->place;

	for (; place->counted < json->at; place->counted++)
		place->line += *place->counted == '\n';
	return place->line;
}

static const char *bd_decode(const struct reader *reader, const struct fcl_json_string *string)
{
	char *text = fcl_design_copy(reader->design, string->raw, string->length, reader->err);

	if (text && !fcl_json_decode(string, text)) {
		fcl_err_set(reader->err, -EINVAL, "%s: expected a text without \\u0000, found one",
			    reader->design->file);
		return NULL;
	}
	return text;
}

/* A text; anything else is skipped and gives "". */
static const char *bd_text_of(const struct reader *reader, struct fcl_json *json)
{
	struct fcl_json_string string;

	if (fcl_json_peek(json) != '"')
		return fcl_json_skip(json) ? "" : NULL;
	return fcl_json_string(json, &string) ? bd_decode(reader, &string) : NULL;
}

/* --- components ------------------------------------------------------------------------------- */

static bool bd_read_value(struct fcl_json *json, const struct fcl_json_string *key, void *data)
{
	struct reader *reader = data;
	const char *value;

	if (!fcl_json_equal(key, "value"))
		return fcl_json_skip(json);
	value = bd_text_of(reader, json);
	return value && fcl_design_add_parameter(reader->design, reader->cell, reader->name, value,
						 reader->err);
}

static bool bd_read_parameter(struct fcl_json *json, const struct fcl_json_string *key, void *data)
{
	struct reader *reader = data;

	if (fcl_json_peek(json) != '{')
		return fcl_json_skip(json);
	reader->name = bd_decode(reader, key);
	return reader->name && fcl_json_object(json, bd_read_value, reader);
}

static bool read_net_member(struct fcl_json *json, const struct fcl_json_string *key, void *data);
static bool bd_read_component(struct fcl_json *json, const struct fcl_json_string *key, void *data);

/* Nets of a hierarchy connect its components, and so do the paths in their names. */
static bool read_net(struct fcl_json *json, const struct fcl_json_string *key, void *data)
{
	struct reader reader = *(struct reader *)data;

	reader.name = bd_decode(&reader, key);
	if (reader.name)
		reader.name = fcl_design_text(reader.design, reader.err, "%s%s", reader.path,
					      reader.name);
	return reader.name && fcl_json_object(json, read_net_member, &reader);
}

/* The recursion is bounded by the depth that fcl_json allows. */
static bool bd_read_part(struct fcl_json *json, /* NOLINT(misc-no-recursion) */
			 const struct fcl_json_string *key, void *data)
{
	struct reader *reader = data, inner = *reader;

	if (fcl_json_equal(key, "vlnv")) {
		const char *vlnv = bd_text_of(reader, json);

		reader->cell->vlnv = vlnv ? vlnv : "";
		return vlnv;
	}
	if (fcl_json_equal(key, "parameters"))
		return fcl_json_object(json, bd_read_parameter, reader);
	if (!fcl_json_equal(key, "components") && !fcl_json_equal(key, "nets"))
		return fcl_json_skip(json);
	inner.path = fcl_design_text(reader->design, reader->err, "%s/", reader->cell->name);
	return inner.path &&
	       fcl_json_object(json, fcl_json_equal(key, "nets") ? read_net : bd_read_component,
			       &inner);
}

static bool bd_read_component(struct fcl_json *json, /* NOLINT(misc-no-recursion) */
			      const struct fcl_json_string *key, void *data)
{
	struct reader reader = *(struct reader *)data;
	const char *name = bd_decode(&reader, key);

	if (fcl_json_peek(json) != '{')
		return fcl_json_skip(json);
	if (name)
		name = fcl_design_text(reader.design, reader.err, "%s%s", reader.path, name);
	reader.cell = name ? fcl_design_add_cell(reader.design, name, reader.err) : NULL;
	if (!reader.cell)
		return false;
	reader.cell->line = bd_line_of(&reader, json);
	return fcl_json_object(json, bd_read_part, &reader);
}

/* --- nets ------------------------------------------------------------------------------------- */

/* "vadd_1/interrupt"; "interrupt": the hierarchy's own pin, which a net outside of it has, too. */
static bool bd_read_end(struct fcl_json *json, void *data)
{
	const struct reader *reader = data;
	const char *end = bd_text_of(reader, json), *slash = end ? strrchr(end, '/') : NULL;
	size_t length = strlen(reader->path);
	const char *cell;

	if (!end)
		return false;
	/* The path of a hierarchy ends with a slash, and its name does not. */
	length -= length && !slash;
	cell = fcl_design_text(reader->design, reader->err, "%.*s%.*s", (int)length, reader->path,
			       slash ? (int)(slash - end) : 0, end);
	return cell && fcl_design_add_pin(reader->design, cell, slash ? slash + 1 : end,
					  reader->name, reader->err);
}

static bool read_net_member(struct fcl_json *json, const struct fcl_json_string *key, void *data)
{
	if (!fcl_json_equal(key, "ports") || fcl_json_peek(json) != '[')
		return fcl_json_skip(json);
	return fcl_json_array(json, bd_read_end, data);
}

/* --- addresses -------------------------------------------------------------------------------- */

/* "64K", "1G"; 2^64 itself is written as one less. */
static bool bd_read_size(const char *text, uint64_t *ret_size)
{
	static const char units[] = "KMGTPE";
	size_t length = strspn(text, "0123456789");
	const char *unit = text[length] ? strchr(units, text[length]) : NULL;
	unsigned shift = unit ? 10 * (unsigned)(unit - units + 1) : 0;
	char *end;
	uint64_t number;

	if (!unit && text[length])
		return fcl_design_number(text, ret_size);
	errno = 0;
	number = strtoull(text, &end, 10);
	if (!length || errno || (unit && unit[0] && text[length + 1]))
		return false;
	if (shift && number > UINT64_MAX >> shift) {
		*ret_size = UINT64_MAX;
		return number == 16 && shift == 60;
	}
	*ret_size = number << shift;
	return true;
}

/* "/hier/vadd_1/s_axi_control/Reg": the slave, its interface, the block. */
static bool split_block(const struct reader *reader, const char *path)
{
	struct fcl_design_segment *segment = reader->segment;
	const char *block = strrchr(path, '/'), *port = block;

	path += *path == '/';
	if (!block || block <= path)
		return true;
	while (port > path && port[-1] != '/')
		port--;
	if (port <= path)
		return true;
	segment->block = block + 1;
	segment->port = fcl_design_copy(reader->design, port, (size_t)(block - port), reader->err);
	segment->slave = fcl_design_copy(reader->design, path, (size_t)(port - 1 - path),
					 reader->err);
	/* Vivado has no other word for it in this file. */
	segment->memory = strncasecmp(segment->block, "reg", 3) != 0;
	return segment->port && segment->slave;
}

static bool read_segment_member(struct fcl_json *json, const struct fcl_json_string *key,
				void *data)
{
	struct reader *reader = data;
	const char *text;
	bool good = true;

	if (!fcl_json_equal(key, "address_block") && !fcl_json_equal(key, "offset") &&
	    !fcl_json_equal(key, "range"))
		return fcl_json_skip(json);
	text = bd_text_of(reader, json);
	if (!text)
		return false;
	if (fcl_json_equal(key, "address_block"))
		return split_block(reader, text);
	if (fcl_json_equal(key, "offset"))
		good = fcl_design_number(text, &reader->segment->base);
	else
		good = bd_read_size(text, &reader->segment->size);
	if (!good)
		fcl_err_set(
			reader->err, -EINVAL,
			"%s:%u: expected an address such as 0x40000000 and a range such as 64K, found \"%.100s\"",
			reader->design->file, bd_line_of(reader, json), text);
	return good;
}

static bool read_segment(struct fcl_json *json, const struct fcl_json_string *key, void *data)
{
	struct reader *reader = data;

	(void)key;
	reader->segment = fcl_design_add_segment(reader->design, reader->err);
	if (!reader->segment)
		return false;
	reader->segment->master = reader->master;
	/* HLS' masters have their address spaces under this name. */
	reader->segment->bus = strncmp(reader->name, "Data_", 5) ? reader->name : reader->name + 5;
	reader->segment->line = bd_line_of(reader, json);
	return fcl_json_object(json, read_segment_member, reader);
}

static bool read_space_member(struct fcl_json *json, const struct fcl_json_string *key, void *data)
{
	return fcl_json_equal(key, "segments") ? fcl_json_object(json, read_segment, data)
					       : fcl_json_skip(json);
}

static bool read_space(struct fcl_json *json, const struct fcl_json_string *key, void *data)
{
	struct reader *reader = data;

	reader->name = bd_decode(reader, key);
	return reader->name && fcl_json_object(json, read_space_member, reader);
}

static bool read_master_member(struct fcl_json *json, const struct fcl_json_string *key, void *data)
{
	return fcl_json_equal(key, "address_spaces") ? fcl_json_object(json, read_space, data)
						     : fcl_json_skip(json);
}

static bool read_master(struct fcl_json *json, const struct fcl_json_string *key, void *data)
{
	struct reader *reader = data;

	reader->master = bd_decode(reader, key);
	if (!reader->master)
		return false;
	reader->master += *reader->master == '/';
	return fcl_json_object(json, read_master_member, reader);
}

/* --- the design ------------------------------------------------------------------------------- */

static bool read_info(struct fcl_json *json, const struct fcl_json_string *key, void *data)
{
	struct reader *reader = data;
	const char *text;

	if (!fcl_json_equal(key, "device") && !fcl_json_equal(key, "name"))
		return fcl_json_skip(json);
	text = bd_text_of(reader, json);
	if (text && fcl_json_equal(key, "device"))
		reader->design->part = text;
	else if (text)
		reader->design->name = text;
	return text;
}

static bool read_design(struct fcl_json *json, const struct fcl_json_string *key, void *data)
{
	struct reader *reader = data;

	if (fcl_json_equal(key, "design_info"))
		return fcl_json_object(json, read_info, reader);
	if (fcl_json_equal(key, "components"))
		return fcl_json_object(json, bd_read_component, reader);
	if (fcl_json_equal(key, "nets"))
		return fcl_json_object(json, read_net, reader);
	if (fcl_json_equal(key, "addressing"))
		return fcl_json_object(json, read_master, reader);
	return fcl_json_skip(json);
}

static bool bd_read_top(struct fcl_json *json, const struct fcl_json_string *key, void *data)
{
	return fcl_json_equal(key, "design") ? fcl_json_object(json, read_design, data)
					     : fcl_json_skip(json);
}

int fcl_design_bd_read(struct fcl_design *design, const char *bytes, size_t size,
		       struct fcl_err *err)
{
	struct place place = {bytes, 1};
	struct reader reader = {.design = design, .place = &place, .err = err, .path = ""};
	struct fcl_json json = {.start = bytes, .at = bytes, .end = bytes + size};

	fcl_err_clear(err);
	if (fcl_json_peek(&json) == '<')
		return fcl_err_set(
			err, -EINVAL,
			"%s: expected a block design in JSON, found XML, as older versions of Vivado have it: its .hwh file will do",
			design->file);
	if (fcl_json_object(&json, bd_read_top, &reader) && fcl_json_peek(&json) == '\0' &&
	    json.at == json.end)
		return 0;
	if (err->code)
		return err->code;
	return fcl_err_set(err, -EINVAL, "%s:%u: expected %s in a block design in JSON",
			   design->file, bd_line_of(&reader, &json),
			   json.error ? json.error : "its end");
}
