/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/vitis/xclbinutil/section_json.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xrt/xclbin.h>

#include "base/json.h"

#define TEXT_MAX 512

static const char *const mem_types[] = {
	"MEM_DDR3", "MEM_DDR4",      "MEM_DRAM", "MEM_STREAMING", "MEM_PREALLOCATED_GLOB",
	"MEM_ARE",  "MEM_HBM",       "MEM_BRAM", "MEM_URAM",      "MEM_STREAMING_CONNECTION",
	"MEM_HOST", "MEM_PS_KERNEL", NULL};
static const char *const ip_types[] = {
	"IP_MB",       "IP_KERNEL",  "IP_DNASC",       "IP_DDR4_CONTROLLER",
	"IP_MEM_DDR4", "IP_MEM_HBM", "IP_MEM_HBM_ECC", "IP_PS_KERNEL",
	NULL};
static const char *const ip_controls[] = {"AP_CTRL_HS", "AP_CTRL_CHAIN", "AP_CTRL_NONE",
					  "AP_CTRL_ME", "ACCEL_ADAPTER", "FAST_ADAPTER",
					  NULL};
static const char *const clock_types[] = {"UNUSED", "DATA", "KERNEL", "SYSTEM", NULL};

/* A field of an entry, a number or text. */
struct field {
	const char *name;
	size_t offset, size;
	uint64_t mask;            /* its bits within the number; 0: all */
	unsigned shift;           /* position of the mask's lowest bit */
	const char *const *names; /* names of its values, terminated by NULL */
	bool text, hex;
	bool in_only; /* another name of what a field before it has */
	bool split;   /* a byte here, and the higher one four bytes on */
};

#define PLACE(type, member)                                                                        \
	.offset = offsetof(struct type, member), .size = sizeof(((struct type *)0)->member)
#define NUMBER(type, member)                                                                       \
	{                                                                                          \
		.name = #member, PLACE(type, member)                                               \
	}
#define HEX(type, member, called)                                                                  \
	{                                                                                          \
		.name = (called), PLACE(type, member), .hex = true                                 \
	}
#define ENUM(type, member, values)                                                                 \
	{                                                                                          \
		.name = #member, PLACE(type, member), .names = (values)                            \
	}
#define BITS(type, member, called, bits, by, values)                                               \
	{                                                                                          \
		.name = (called), PLACE(type, member), .mask = (bits), .shift = (by),              \
		.names = (values)                                                                  \
	}
#define STRING(type, member)                                                                       \
	{                                                                                          \
		.name = #member, PLACE(type, member), .text = true                                 \
	}

static const struct field mem_fields[] = {
	ENUM(mem_data, m_type, mem_types),
	NUMBER(mem_data, m_used),
	HEX(mem_data, m_size, "m_sizeKB"),
	STRING(mem_data, m_tag),
	HEX(mem_data, m_base_address, "m_base_address"),
	{0},
};

/* The whole word comes first, to preserve bits outside of the three parts. */
static const struct field ip_fields[] = {
	ENUM(ip_data, m_type, ip_types),
	HEX(ip_data, properties, "properties"),
	BITS(ip_data, properties, "m_int_enable", IP_INT_ENABLE_MASK, 0, NULL),
	BITS(ip_data, properties, "m_interrupt_id", IP_INTERRUPT_ID_MASK, IP_INTERRUPT_ID_SHIFT,
	     NULL),
	BITS(ip_data, properties, "m_ip_control", IP_CONTROL_MASK, IP_CONTROL_SHIFT, ip_controls),
	{.name = "m_index",
	 .offset = offsetof(struct ip_data, indices.m_index),
	 .size = 2,
	 .in_only = true},
	{.name = "m_pc_index",
	 .offset = offsetof(struct ip_data, indices.m_pc_index),
	 .size = 1,
	 .in_only = true},
	HEX(ip_data, m_base_address, "m_base_address"),
	STRING(ip_data, m_name),
	{0},
};

static const struct field connection_fields[] = {
	NUMBER(connection, arg_index),
	NUMBER(connection, m_ip_layout_index),
	NUMBER(connection, mem_data_index),
	{0},
};

static const struct field clock_fields[] = {
	NUMBER(clock_freq, m_freq_Mhz),
	ENUM(clock_freq, m_type, clock_types),
	STRING(clock_freq, m_name),
	{0},
};

static const char *const debug_types[] = {"UNDEFINED",
					  "LAPC",
					  "ILA",
					  "AXI_MM_MONITOR",
					  "AXI_TRACE_FUNNEL",
					  "AXI_MONITOR_FIFO_LITE",
					  "AXI_MONITOR_FIFO_FULL",
					  "ACCEL_MONITOR",
					  "AXI_STREAM_MONITOR",
					  "AXI_STREAM_PROTOCOL_CHECKER",
					  "TRACE_S2MM",
					  "AXI_DMA",
					  "TRACE_S2MM_FULL",
					  "AXI_NOC",
					  "ACCEL_DEADLOCK_DETECTOR",
					  NULL};

static const struct field debug_fields[] = {
	ENUM(debug_ip_data, m_type, debug_types),
	{.name = "m_index",
	 .offset = offsetof(struct debug_ip_data, m_index_lowbyte),
	 .size = 2,
	 .split = true},
	NUMBER(debug_ip_data, m_major),
	NUMBER(debug_ip_data, m_minor),
	NUMBER(debug_ip_data, m_properties),
	HEX(debug_ip_data, m_base_address, "m_base_address"),
	STRING(debug_ip_data, m_name),
	{0},
};

static const struct format {
	uint32_t kind;
	const char *table, *entries;
	size_t count_size, head, entry;
	const struct field *fields;
} formats[] = {
	{MEM_TOPOLOGY, "mem_topology", "m_mem_data", 4, offsetof(struct mem_topology, m_mem_data),
	 sizeof(struct mem_data), mem_fields},
	{ASK_GROUP_TOPOLOGY, "group_topology", "m_mem_data", 4,
	 offsetof(struct mem_topology, m_mem_data), sizeof(struct mem_data), mem_fields},
	{IP_LAYOUT, "ip_layout", "m_ip_data", 4, offsetof(struct ip_layout, m_ip_data),
	 sizeof(struct ip_data), ip_fields},
	{CONNECTIVITY, "connectivity", "m_connection", 4,
	 offsetof(struct connectivity, m_connection), sizeof(struct connection), connection_fields},
	{ASK_GROUP_CONNECTIVITY, "group_connectivity", "m_connection", 4,
	 offsetof(struct connectivity, m_connection), sizeof(struct connection), connection_fields},
	{CLOCK_FREQ_TOPOLOGY, "clock_freq_topology", "m_clock_freq", 2,
	 offsetof(struct clock_freq_topology, m_clock_freq), sizeof(struct clock_freq),
	 clock_fields},
	{DEBUG_IP_LAYOUT, "debug_ip_layout", "m_debug_ip_data", 2,
	 offsetof(struct debug_ip_layout, m_debug_ip_data), sizeof(struct debug_ip_data),
	 debug_fields},
};

/* Kinds that XRT's oldest supported header lacks. */
enum { KIND_IP_METADATA = 33, KIND_AIE_TRACE_METADATA = 35 };

static const struct format *find_format(uint32_t kind)
{
	for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
		if (formats[i].kind == kind)
			return &formats[i];
	return NULL;
}

static bool is_json(uint32_t kind)
{
	return kind == BUILD_METADATA || kind == KEYVALUE_METADATA || kind == SYSTEM_METADATA ||
	       kind == AIE_METADATA || kind == KIND_IP_METADATA || kind == KIND_AIE_TRACE_METADATA;
}

bool fcl_vitis_section_has_json(uint32_t kind)
{
	return is_json(kind) || find_format(kind);
}

static const char *section_json_type_name(const char *const *names, uint32_t type)
{
	for (uint32_t i = 0; names[i]; i++)
		if (i == type)
			return names[i];
	return "?";
}

const char *fcl_vitis_section_mem_type(uint32_t type)
{
	return section_json_type_name(mem_types, type);
}

const char *fcl_vitis_section_clock_type(uint32_t type)
{
	return section_json_type_name(clock_types, type);
}

/* --- to JSON --- */

static void dump_field(const struct field *field, const char *entry, struct fcl_text *out)
{
	uint64_t value = 0;
	char text[TEXT_MAX];

	if (field->text) {
		snprintf(text, sizeof(text), "%.*s", (int)field->size, entry + field->offset);
		fcl_json_append(out, text);
		return;
	}
	memcpy(&value, entry + field->offset, field->split ? 1 : field->size);
	if (field->split)
		value |= (uint64_t)(unsigned char)entry[field->offset + 4] << 8;
	if (field->mask)
		value = (value & field->mask) >> field->shift;
	if (field->names && *section_json_type_name(field->names, (uint32_t)value) != '?')
		fcl_text_format(out, "\"%s\"",
				section_json_type_name(field->names, (uint32_t)value));
	else
		fcl_text_format(out, field->hex ? "\"0x%llx\"" : "\"%llu\"",
				(unsigned long long)value);
}

/* The number of entries of a table, if it has room for them. */
static int count_entries(const struct format *format, const struct fcl_image_section *section,
			 uint32_t *ret_count, struct fcl_err *err)
{
	uint32_t count = 0;

	if (section->size >= format->count_size)
		memcpy(&count, section->data, format->count_size);
	if (section->size < format->head && (count || section->size < format->count_size))
		return fcl_err_set(err, -EINVAL, "%s has only %zu bytes", format->table,
				   section->size);
	if (count && count > (section->size - format->head) / format->entry)
		return fcl_err_set(err, -EINVAL, "%s: %u entries do not fit into %zu bytes",
				   format->table, count, section->size);
	*ret_count = count;
	return 0;
}

int fcl_vitis_section_to_json(const struct fcl_image_section *section, struct fcl_text *out,
			      struct fcl_err *err)
{
	const struct format *format = find_format(section->kind);
	const char *bytes = section->data;
	uint32_t count = 0;
	int error;

	if (!format) {
		fcl_text_append(out, bytes, section->size);
		return 0;
	}
	error = count_entries(format, section, &count, err);
	if (error)
		return error;
	fcl_text_format(out, "{\n  \"%s\": {\n    \"m_count\": \"%u\",\n    \"%s\": [",
			format->table, count, format->entries);
	for (uint32_t i = 0; i < count; i++) {
		const struct field *field = format->fields;

		fcl_text_format(out, "%s\n      {", i ? "," : "");
		for (; field->name; field++) {
			if (field->in_only)
				continue;
			fcl_text_format(out,
					"%s\n        \"%s\": ", field == format->fields ? "" : ",",
					field->name);
			dump_field(field, bytes + format->head + i * format->entry, out);
		}
		fcl_text_format(out, "\n      }");
	}
	fcl_text_format(out, "\n    ]\n  }\n}\n");
	return 0;
}

/* --- from JSON --- */

struct parse {
	const struct format *format;
	struct fcl_text entries;
	char *entry; /* the entry being parsed */
	uint64_t count;
	bool found;
};

/* Reads a string or a number as text. */
static bool section_json_read_value(struct fcl_json *json, char text[TEXT_MAX])
{
	struct fcl_json_string string;

	if (fcl_json_peek(json) != '"') {
		string.raw = json->at;
		if (!fcl_json_skip(json))
			return false;
		string.length = (size_t)(json->at - string.raw);
		if (string.length >= TEXT_MAX)
			return fcl_json_fail(json, "a shorter number before this");
		snprintf(text, TEXT_MAX, "%.*s", (int)string.length, string.raw);
		return true;
	}
	if (!fcl_json_string(json, &string))
		return false;
	if (string.length >= TEXT_MAX || !fcl_json_decode(&string, text))
		return fcl_json_fail(json, "a shorter text before this");
	return true;
}

static bool section_json_read_number(struct fcl_json *json, const char *text,
				     const char *const *names, uint64_t *ret_value)
{
	char *end;

	for (uint32_t i = 0; names && names[i]; i++)
		if (!strcmp(names[i], text)) {
			*ret_value = i;
			return true;
		}
	errno = 0;
	*ret_value = text[0] == '-' ? (uint64_t)strtoll(text, &end, 0) : strtoull(text, &end, 0);
	if (end == text || *end || errno)
		return fcl_json_fail(json, "a number, or one of the field's names, before this");
	return true;
}

static bool section_json_store(struct fcl_json *json, const struct field *field, char *entry,
			       const char *text)
{
	uint64_t value, old = 0, most;

	if (field->text) {
		if (strlen(text) >= field->size)
			return fcl_json_fail(json, "a text that fits the field before this");
		strncpy(entry + field->offset, text, field->size);
		return true;
	}
	if (!section_json_read_number(json, text, field->names, &value))
		return false;
	most = field->mask ? field->mask >> field->shift : UINT64_MAX >> (64 - 8 * field->size);
	if (value > most &&
	    !(field->size == 4 && (int64_t)value < 0 && (int64_t)value >= INT32_MIN))
		return fcl_json_fail(json, "a number that fits the field before this");
	if (field->mask) {
		memcpy(&old, entry + field->offset, field->size);
		value = (old & ~field->mask) | value << field->shift;
	}
	if (field->split) {
		entry[field->offset + 4] = (char)(value >> 8);
		value &= 0xff;
	}
	memcpy(entry + field->offset, &value, field->split ? 1 : field->size);
	return true;
}

static bool entry_member(struct fcl_json *json, const struct fcl_json_string *key, void *data)
{
	struct parse *parse = data;
	char text[TEXT_MAX];

	for (const struct field *field = parse->format->fields; field->name; field++)
		if (fcl_json_equal(key, field->name))
			return section_json_read_value(json, text) &&
			       section_json_store(json, field, parse->entry, text);
	return fcl_json_fail(json, "a field of this table");
}

static bool entry_object(struct fcl_json *json, void *data)
{
	struct parse *parse = data;
	char entry[sizeof(struct ip_data) + sizeof(struct clock_freq)] = {0};

	parse->entry = entry;
	if (!fcl_json_object(json, entry_member, parse))
		return false;
	fcl_text_append(&parse->entries, entry, parse->format->entry);
	parse->count++;
	return true;
}

static bool table_member(struct fcl_json *json, const struct fcl_json_string *key, void *data)
{
	struct parse *parse = data;

	if (!fcl_json_equal(key, parse->format->entries))
		return fcl_json_skip(json); /* m_count is the number of entries */
	parse->found = true;
	/* Some tools write an empty list as "". */
	return fcl_json_peek(json) == '"' ? fcl_json_skip(json)
					  : fcl_json_array(json, entry_object, parse);
}

static bool section_json_root_member(struct fcl_json *json, const struct fcl_json_string *key,
				     void *data)
{
	struct parse *parse = data;

	return fcl_json_equal(key, parse->format->table)
		       ? fcl_json_object(json, table_member, parse)
		       : fcl_json_skip(json);
}

static int bad_json(const struct fcl_json *json, const char *expected, struct fcl_err *err)
{
	return fcl_err_set(err, -EINVAL, "byte %zu: expected %s", (size_t)(json->at - json->start),
			   expected);
}

static int check_json(const char *text, size_t size, struct fcl_err *err)
{
	struct fcl_json json = {.start = text, .at = text, .end = text + size};

	if (!fcl_json_skip(&json))
		return bad_json(&json, json.error, err);
	return fcl_json_peek(&json) ? bad_json(&json, "the end", err) : 0;
}

static int parse_table(const struct format *format, const char *text, size_t size,
		       struct parse *parse, struct fcl_err *err)
{
	struct fcl_json json = {.start = text, .at = text, .end = text + size};

	parse->format = format;
	if (!fcl_json_object(&json, section_json_root_member, parse))
		return bad_json(&json, json.error, err);
	if (!parse->found)
		return fcl_err_set(err, -EINVAL, "expected {\"%s\": {\"%s\": [...]}}",
				   format->table, format->entries);
	return 0;
}

/* A table of the entries of an old one, if there is one, and of those that were parsed. */
static int write_table(const struct parse *parse, const struct fcl_image_section *old,
		       uint32_t old_count, struct fcl_text *out, struct fcl_err *err)
{
	const struct format *format = parse->format;
	uint64_t count = parse->count + old_count;

	if (count > (format->count_size == 2 ? INT16_MAX : INT32_MAX))
		return fcl_err_set(err, -EINVAL, "%llu entries, at most %d fit",
				   (unsigned long long)count,
				   format->count_size == 2 ? INT16_MAX : INT32_MAX);
	fcl_text_append(out, &count, format->count_size);
	fcl_text_zeros(out, format->head - format->count_size);
	if (old_count)
		fcl_text_append(out, (const char *)old->data + format->head,
				old_count * format->entry);
	fcl_text_append(out, parse->entries.bytes, parse->entries.size);
	out->failed |= parse->entries.failed;
	return 0;
}

int fcl_vitis_section_from_json(uint32_t kind, const char *text, size_t size, struct fcl_text *out,
				struct fcl_err *err)
{
	const struct format *format = find_format(kind);
	struct parse parse = {0};
	int error;

	if (!format) {
		fcl_text_append(out, text, size);
		return check_json(text, size, err);
	}
	error = parse_table(format, text, size, &parse, err);
	if (!error)
		error = write_table(&parse, NULL, 0, out, err);
	fcl_text_free(&parse.entries);
	return error;
}

int fcl_vitis_section_append_json(const struct fcl_image_section *old, const char *text,
				  size_t size, struct fcl_text *out, struct fcl_err *err)
{
	const struct format *format = find_format(old->kind);
	char kind[FCL_IMAGE_KIND_NAME_SIZE];
	struct parse parse = {0};
	uint32_t count = 0;
	int error;

	if (!format)
		return fcl_err_set(err, -EINVAL, "%s is not a table that can grow: replace it",
				   fcl_image_kind_name(old->kind, kind));
	error = count_entries(format, old, &count, err);
	if (!error)
		error = parse_table(format, text, size, &parse, err);
	if (!error)
		error = write_table(&parse, old, count, out, err);
	fcl_text_free(&parse.entries);
	return error;
}

/* --- which tables a JSON text has --- */

static bool table_key(struct fcl_json *json, const struct fcl_json_string *key, void *data)
{
	uint64_t *kinds = data;

	for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
		if (fcl_json_equal(key, formats[i].table)) {
			*kinds |= 1ull << formats[i].kind;
			return fcl_json_skip(json);
		}
	return fcl_json_equal(key, "schema_version")
		       ? fcl_json_skip(json)
		       : fcl_json_fail(json, "the name of a table, such as ip_layout, before this");
}

int fcl_vitis_section_kinds_in_json(const char *text, size_t size, uint64_t *ret_kinds,
				    struct fcl_err *err)
{
	struct fcl_json json = {.start = text, .at = text, .end = text + size};

	*ret_kinds = 0;
	return fcl_json_object(&json, table_key, ret_kinds) ? 0 : bad_json(&json, json.error, err);
}
