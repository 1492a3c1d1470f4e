/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/vitis/xclbinutil/subsection.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <xrt/xclbin.h>

#include "base/json.h"

#define FACTS_MAX 6
#define VALUE_MAX 256

/* --- the forms of sections with one image --- */

/* XRT's oldest supported header lacks it. */
enum { KIND_AIE_RESOURCES_BIN = 34 };

struct aie_resources {
	uint32_t mpo_name, m_image_offset, m_image_size, mpo_version, m_start_column, m_num_columns;
	uint8_t padding[36], reserved[16];
};

/* A fact is a number, text in the header, or text whose offset from the section's start is there. */
enum fact_form { NUMBER, TEXT, OFFSET };

struct fact {
	const char *name;
	enum fact_form form;
	size_t offset, size;
	unsigned most; /* the largest number, or the longest text */
};

static const struct form {
	uint32_t kind;
	const char *image, *facts_name;                  /* the part, and the JSON's object */
	size_t header, image_offset, image_size, number; /* places, and the size of both */
	struct fact facts[FACTS_MAX];
} forms[] = {
	{SOFT_KERNEL,
	 "OBJ",
	 "soft_kernel_metadata",
	 sizeof(struct soft_kernel),
	 offsetof(struct soft_kernel, m_image_offset),
	 offsetof(struct soft_kernel, m_image_size),
	 4,
	 {{"mpo_name", OFFSET, offsetof(struct soft_kernel, mpo_name), 4, VALUE_MAX - 1},
	  {"mpo_version", OFFSET, offsetof(struct soft_kernel, mpo_version), 4, VALUE_MAX - 1},
	  {"mpo_md5_value", OFFSET, offsetof(struct soft_kernel, mpo_md5_value), 4, VALUE_MAX - 1},
	  {"mpo_symbol_name", OFFSET, offsetof(struct soft_kernel, mpo_symbol_name), 4, 19},
	  {"m_num_instances", NUMBER, offsetof(struct soft_kernel, m_num_instances), 4, 128}}},
	{BMC,
	 "FW",
	 "bmc_metadata",
	 sizeof(struct bmc),
	 offsetof(struct bmc, m_offset),
	 offsetof(struct bmc, m_size),
	 8,
	 {{"m_image_name", TEXT, offsetof(struct bmc, m_image_name), 64, 63},
	  {"m_device_name", TEXT, offsetof(struct bmc, m_device_name), 64, 63},
	  {"m_version", TEXT, offsetof(struct bmc, m_version), 64, 63},
	  {"m_md5value", TEXT, offsetof(struct bmc, m_md5value), 33, 32}}},
	{ASK_FLASH,
	 "DATA",
	 "flash_metadata",
	 sizeof(struct flash),
	 offsetof(struct flash, m_image_offset),
	 offsetof(struct flash, m_image_size),
	 4,
	 {{"m_flash_type", NUMBER, offsetof(struct flash, m_flash_type), 2, 65535},
	  {"mpo_name", OFFSET, offsetof(struct flash, mpo_name), 4, VALUE_MAX - 1},
	  {"mpo_version", OFFSET, offsetof(struct flash, mpo_version), 4, VALUE_MAX - 1},
	  {"mpo_md5_value", OFFSET, offsetof(struct flash, mpo_md5_value), 4, VALUE_MAX - 1}}},
	{KIND_AIE_RESOURCES_BIN,
	 "OBJ",
	 "aie_resources_bin_metadata",
	 sizeof(struct aie_resources),
	 offsetof(struct aie_resources, m_image_offset),
	 offsetof(struct aie_resources, m_image_size),
	 4,
	 {{"name", OFFSET, offsetof(struct aie_resources, mpo_name), 4, VALUE_MAX - 1},
	  {"version", OFFSET, offsetof(struct aie_resources, mpo_version), 4, VALUE_MAX - 1},
	  {"start_column", NUMBER, offsetof(struct aie_resources, m_start_column), 4, 65535},
	  {"num_columns", NUMBER, offsetof(struct aie_resources, m_num_columns), 4, 65535}}},
};

static const struct form *form_of(uint32_t kind)
{
	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++)
		if (forms[i].kind == kind)
			return &forms[i];
	return NULL;
}

static bool is_mcs(uint32_t kind, const char *part)
{
	return kind == MCS && (!strcasecmp(part, "PRIMARY") || !strcasecmp(part, "SECONDARY"));
}

bool fcl_vitis_subsection_is(uint32_t kind, const char *part, bool *ret_json)
{
	const struct form *form = form_of(kind);

	*ret_json = form && !strcasecmp(part, "METADATA");
	return *ret_json || is_mcs(kind, part) || (form && !strcasecmp(part, form->image));
}

/* --- one image and its facts --- */

struct content {
	const struct form *form;
	char values[FACTS_MAX][VALUE_MAX];
	const char *image;
	uint64_t size;
	bool has_facts;
};

static uint64_t subsection_number_at(const char *at, size_t size)
{
	uint64_t number = 0;

	memcpy(&number, at, size);
	return number;
}

static bool subsection_read_fact(const struct fact *fact, const struct fcl_image_section *section,
				 char *value)
{
	const char *bytes = section->data, *text = bytes + fact->offset;
	uint64_t number = fact->form == TEXT ? 0 : subsection_number_at(text, fact->size);
	size_t most = fact->size;

	if (fact->form == NUMBER) {
		snprintf(value, VALUE_MAX, "%llu", (unsigned long long)number);
		return true;
	}
	if (fact->form == OFFSET) {
		if (number >= section->size)
			return false;
		text = bytes + number;
		most = section->size - number;
	}
	if (!memchr(text, 0, most) || strlen(text) >= VALUE_MAX)
		return false;
	strcpy(value, text);
	return true;
}

static int read_content(const struct fcl_image_section *section, struct content *content,
			struct fcl_err *err)
{
	const struct form *form = content->form;
	const char *bytes = section->data;
	uint64_t offset;

	if (section->size < form->header)
		return fcl_err_set(err, -EINVAL, "%s: expected a header of %zu bytes, found %zu",
				   form->facts_name, form->header, section->size);
	offset = subsection_number_at(bytes + form->image_offset, form->number);
	content->size = subsection_number_at(bytes + form->image_size, form->number);
	if (offset > section->size || content->size > section->size - offset)
		return fcl_err_set(err, -EINVAL, "%s: the image is not within the section",
				   form->facts_name);
	content->image = bytes + offset;
	for (size_t i = 0; i < FACTS_MAX && form->facts[i].name; i++)
		if (!subsection_read_fact(&form->facts[i], section, content->values[i]))
			return fcl_err_set(err, -EINVAL, "%s: %s is not within the section",
					   form->facts_name, form->facts[i].name);
	return 0;
}

static void write_content(const struct content *content, struct fcl_text *out)
{
	const struct form *form = content->form;
	struct fcl_text texts = {0};
	char header[sizeof(struct bmc)] = {0};
	uint64_t place;

	for (size_t i = 0; i < FACTS_MAX && form->facts[i].name; i++) {
		const struct fact *fact = &form->facts[i];
		const char *value = content->values[i];

		if (fact->form == TEXT) {
			strncpy(header + fact->offset, value, fact->size);
			continue;
		}
		place = fact->form == NUMBER ? strtoull(value, NULL, 0) : form->header + texts.size;
		memcpy(header + fact->offset, &place, fact->size);
		if (fact->form == OFFSET)
			fcl_text_append(&texts, value, strlen(value) + 1);
	}
	place = form->header + texts.size;
	memcpy(header + form->image_offset, &place, form->number);
	memcpy(header + form->image_size, &content->size, form->number);
	fcl_text_append(out, header, form->header);
	fcl_text_append(out, texts.bytes, texts.size);
	fcl_text_append(out, content->image, content->size);
	out->failed |= texts.failed;
	fcl_text_free(&texts);
}

/* --- facts as JSON --- */

static bool subsection_take_value(struct fcl_json *json, const struct fact *fact, char *value)
{
	struct fcl_json_string string = {.raw = json->at};
	char *end;

	if (fcl_json_peek(json) == '"') {
		if (!fcl_json_string(json, &string))
			return false;
		if (string.length >= VALUE_MAX || !fcl_json_decode(&string, value))
			return fcl_json_fail(json, "a shorter text before this");
	} else {
		string.raw = json->at;
		if (!fcl_json_skip(json))
			return false;
		snprintf(value, VALUE_MAX, "%.*s", (int)(json->at - string.raw), string.raw);
	}
	if (fact->form != NUMBER)
		return strlen(value) <= fact->most ||
		       fcl_json_fail(json, "a text that fits before this");
	return (strtoull(value, &end, 0) <= fact->most && end > value && !*end) ||
	       fcl_json_fail(json, "a number that is possible here before this");
}

static bool fact_member(struct fcl_json *json, const struct fcl_json_string *key, void *data)
{
	struct content *content = data;

	for (size_t i = 0; i < FACTS_MAX && content->form->facts[i].name; i++)
		if (fcl_json_equal(key, content->form->facts[i].name))
			return subsection_take_value(json, &content->form->facts[i],
						     content->values[i]);
	return fcl_json_fail(json, "a fact about the image");
}

static bool facts_member(struct fcl_json *json, const struct fcl_json_string *key, void *data)
{
	struct content *content = data;

	if (!fcl_json_equal(key, content->form->facts_name))
		return fcl_json_skip(json);
	content->has_facts = true;
	return fcl_json_object(json, fact_member, content);
}

static int subsection_take_facts(struct content *content, const char *text, size_t size,
				 struct fcl_err *err)
{
	struct fcl_json json = {.start = text, .at = text, .end = text + size};

	if (!fcl_json_object(&json, facts_member, content))
		return fcl_err_set(err, -EINVAL, "byte %zu: expected %s",
				   (size_t)(json.at - json.start), json.error);
	return content->has_facts ? 0
				  : fcl_err_set(err, -EINVAL, "expected {\"%s\": {...}}",
						content->form->facts_name);
}

static void print_facts(const struct content *content, struct fcl_text *out)
{
	fcl_text_format(out, "{\n    \"%s\": {", content->form->facts_name);
	for (size_t i = 0; i < FACTS_MAX && content->form->facts[i].name; i++) {
		fcl_text_format(out, "%s\n        \"%s\": ", i ? "," : "",
				content->form->facts[i].name);
		fcl_json_append(out, content->values[i]);
	}
	fcl_text_format(out, "\n    }\n}\n");
}

static int put_part(const struct fcl_image_section *section, bool facts, bool replace,
		    const char *bytes, size_t size, struct fcl_text *out, struct fcl_err *err)
{
	struct content content = {.form = form_of(section->kind)};
	int error = section->data ? read_content(section, &content, err) : 0;

	if (error)
		return error;
	if (facts && !section->data)
		return fcl_err_set(err, -ENOENT, "facts need an image: add the part %s first",
				   content.form->image);
	if (!facts && section->data && !replace)
		return fcl_err_set(err, -EEXIST, "the image %s exists", content.form->image);
	if (!facts) {
		content.image = bytes;
		content.size = size;
	}
	/* What has a name is called so, until the facts say otherwise. */
	for (size_t i = 0; !section->data && i < FACTS_MAX && content.form->facts[i].name; i++)
		if (!strcmp(content.form->facts[i].name, "mpo_name") ||
		    !strcmp(content.form->facts[i].name, "name"))
			snprintf(content.values[i], VALUE_MAX, "%s", section->name);
	error = facts ? subsection_take_facts(&content, bytes, size, err) : 0;
	if (!error)
		write_content(&content, out);
	return error;
}

/* --- MCS: a count, the table of chunks, and their bytes --- */

enum { MCS_HEAD = offsetof(struct mcs, m_chunk), MCS_CHUNKS = 2 };

struct chunks {
	const char *bytes[MCS_CHUNKS];
	uint64_t size[MCS_CHUNKS];
};

static int read_chunks(const struct fcl_image_section *section, struct chunks *chunks,
		       struct fcl_err *err)
{
	const char *bytes = section->data;
	struct mcs_chunk chunk;
	unsigned count;

	*chunks = (struct chunks){0};
	if (!bytes)
		return 0;
	count = section->size < MCS_HEAD ? 0 : (unsigned char)bytes[0];
	if (section->size < MCS_HEAD + count * sizeof(chunk))
		return fcl_err_set(err, -EINVAL, "MCS: %u chunks do not fit into %zu bytes", count,
				   section->size);
	for (unsigned i = 0; i < count; i++) {
		memcpy(&chunk, bytes + MCS_HEAD + i * sizeof(chunk), sizeof(chunk));
		if (chunk.m_type < MCS_PRIMARY || chunk.m_type > MCS_SECONDARY ||
		    chunk.m_offset > section->size || chunk.m_size > section->size - chunk.m_offset)
			return fcl_err_set(err, -EINVAL, "MCS: chunk %u is not valid", i);
		chunks->bytes[chunk.m_type - MCS_PRIMARY] = bytes + chunk.m_offset;
		chunks->size[chunk.m_type - MCS_PRIMARY] = chunk.m_size;
	}
	return 0;
}

static void write_chunks(const struct chunks *chunks, struct fcl_text *out)
{
	uint8_t count = (uint8_t)(!!chunks->bytes[0] + !!chunks->bytes[1]);
	uint64_t offset = MCS_HEAD + count * sizeof(struct mcs_chunk);

	fcl_text_append(out, &count, 1);
	fcl_text_zeros(out, MCS_HEAD - 1);
	for (unsigned i = 0; i < MCS_CHUNKS; i++) {
		struct mcs_chunk chunk = {.m_type = (uint8_t)(MCS_PRIMARY + i),
					  .m_offset = offset,
					  .m_size = chunks->size[i]};

		if (chunks->bytes[i])
			fcl_text_append(out, &chunk, sizeof(chunk));
		offset += chunks->size[i];
	}
	for (unsigned i = 0; i < MCS_CHUNKS; i++)
		if (chunks->bytes[i])
			fcl_text_append(out, chunks->bytes[i], chunks->size[i]);
}

static int put_chunk(const struct fcl_image_section *section, const char *part, bool replace,
		     const char *bytes, size_t size, struct fcl_text *out, struct fcl_err *err)
{
	unsigned which = !strcasecmp(part, "SECONDARY");
	struct chunks chunks;
	int error = read_chunks(section, &chunks, err);

	if (error)
		return error;
	if (chunks.bytes[which] && !replace)
		return fcl_err_set(err, -EEXIST, "the image %s exists", part);
	chunks.bytes[which] = bytes;
	chunks.size[which] = size;
	write_chunks(&chunks, out);
	return 0;
}

/* --- both --- */

int fcl_vitis_subsection_put(const struct fcl_image_section *section, const char *part,
			     bool replace, const char *bytes, size_t size, struct fcl_text *out,
			     struct fcl_err *err)
{
	bool facts;

	fcl_vitis_subsection_is(section->kind, part, &facts);
	return section->kind == MCS ? put_chunk(section, part, replace, bytes, size, out, err)
				    : put_part(section, facts, replace, bytes, size, out, err);
}

int fcl_vitis_subsection_get(const struct fcl_image_section *section, const char *part,
			     struct fcl_text *out, struct fcl_err *err)
{
	struct content content = {.form = form_of(section->kind)};
	unsigned which = !strcasecmp(part, "SECONDARY");
	struct chunks chunks;
	bool facts;
	int error = section->kind == MCS ? read_chunks(section, &chunks, err)
					 : read_content(section, &content, err);

	if (error)
		return error;
	fcl_vitis_subsection_is(section->kind, part, &facts);
	if (facts) {
		print_facts(&content, out);
		return 0;
	}
	if (section->kind == MCS && !chunks.bytes[which])
		return fcl_err_set(err, -ENOENT, "there is no image %s", part);
	fcl_text_append(out, section->kind == MCS ? chunks.bytes[which] : content.image,
			section->kind == MCS ? chunks.size[which] : content.size);
	return 0;
}
