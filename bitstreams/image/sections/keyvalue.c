/* SPDX-License-Identifier: Apache-2.0 */
/*
 * KEYVALUE_METADATA: the JSON of `xclbinutil --key-value`,
 * {"keyvalue_metadata":{"key_values":[{"key":"…","value":"…"},…]}}.
 */
#include "bitstreams/image/sections/sections.h"

#include <errno.h>
#include <libxml/xmlstring.h>
#include <string.h>
#include <xrt/xclbin.h>

#include "base/json.h"
#include "bitstreams/image/codec/digest.h"

/* The same walk runs twice: the first time, `entries` is NULL, and it only counts. */
struct walk {
	struct fcl_image_reader *r;
	struct fcl_image_keyvalue_entry *entries;
	uint32_t count;
	bool found_list;
	bool no_memory;
};

struct pair {
	struct fcl_json_string key, value;
};

static bool pair_member(struct fcl_json *json, const struct fcl_json_string *key, void *data)
{
	struct pair *pair = data;

	if (fcl_json_equal(key, "key"))
		return fcl_json_string(json, &pair->key);
	if (fcl_json_equal(key, "value"))
		return fcl_json_string(json, &pair->value);
	return fcl_json_skip(json);
}

static const char *keyvalue_decode(struct fcl_json *json, struct walk *walk,
				   const struct fcl_json_string *string)
{
	char *text = fcl_image_reader_alloc(walk->r, string->length + 1, 1);

	if (!text) {
		walk->no_memory = true;
		return NULL;
	}
	if (!fcl_json_decode(string, text) || !xmlCheckUTF8((const xmlChar *)text)) {
		fcl_json_fail(json, "UTF-8 text without a zero character");
		return NULL;
	}
	return text;
}

static bool list_element(struct fcl_json *json, void *data)
{
	struct walk *walk = data;
	struct pair pair = {0};
	struct fcl_image_keyvalue_entry *entry;

	if (!fcl_json_object(json, pair_member, &pair))
		return false;
	if (!pair.key.raw || !pair.value.raw)
		return fcl_json_fail(json, "an object with \"key\" and \"value\" before this");
	if (!walk->entries) {
		walk->count++;
		return true;
	}
	entry = &walk->entries[walk->count++];
	entry->key = keyvalue_decode(json, walk, &pair.key);
	entry->value = keyvalue_decode(json, walk, &pair.value);
	entry->value_offset = (size_t)(pair.value.raw - json->start);
	entry->value_length = pair.value.length;
	return entry->key && entry->value;
}

static bool metadata_member(struct fcl_json *json, const struct fcl_json_string *key, void *data)
{
	struct walk *walk = data;
	struct fcl_json_string empty;

	if (!fcl_json_equal(key, "key_values"))
		return fcl_json_skip(json);
	if (walk->found_list)
		return fcl_json_fail(json, "one \"key_values\" only");
	walk->found_list = true;
	/* xclbinutil writes with boost's property tree, which turns an empty list into "". */
	if (fcl_json_peek(json) == '"')
		return fcl_json_string(json, &empty) &&
		       (!empty.length || fcl_json_fail(json, "a list before this"));
	return fcl_json_array(json, list_element, walk);
}

static bool keyvalue_root_member(struct fcl_json *json, const struct fcl_json_string *key,
				 void *data)
{
	if (!fcl_json_equal(key, "keyvalue_metadata"))
		return fcl_json_skip(json);
	if (fcl_json_peek(json) != '{')
		return fcl_json_skip(json);
	return fcl_json_object(json, metadata_member, data);
}

static int walk_section(struct walk *walk, const struct fcl_image_section *section)
{
	struct fcl_json json = {.start = section->data, .at = section->data};
	size_t size = section->size;

	while (size && !json.start[size - 1])
		size--;
	json.end = json.start + size;
	walk->count = 0;
	walk->found_list = false;
	if (fcl_json_object(&json, keyvalue_root_member, walk) && fcl_json_peek(&json) == '\0' &&
	    json.at == json.end)
		return 0;
	if (walk->no_memory)
		return -ENOMEM;
	return fcl_err_set(walk->r->err, -EINVAL,
			   "KEYVALUE_METADATA: not the expected JSON at byte %zu: expected %s",
			   (size_t)(json.at - json.start), json.error ? json.error : "the end");
}

int fcl_image_keyvalue_read(struct fcl_image_reader *r, const struct fcl_image_section *section)
{
	struct walk walk = {.r = r};
	int error;

	r->keyvalue = section;
	if (!section->size)
		return 0;
	error = walk_section(&walk, section);
	if (error || !walk.count)
		return error;
	walk.entries = fcl_image_reader_alloc(r, walk.count, sizeof(*walk.entries));
	if (!walk.entries)
		return -ENOMEM;
	error = walk_section(&walk, section);
	r->entries = walk.entries;
	r->nentries = walk.count;
	return error;
}

int fcl_image_keyvalue_publish(struct fcl_image_reader *r)
{
	struct fcl_image *image = r->image;

	image->keyvalues = fcl_image_reader_alloc(r, r->nentries, sizeof(*image->keyvalues));
	if (!image->keyvalues)
		return -ENOMEM;
	for (uint32_t i = 0; i < r->nentries; i++) {
		const struct fcl_image_keyvalue_entry *entry = &r->entries[i];

		if (!strcmp(entry->key, FCL_IMAGE_KEY_ISA))
			image->isa = entry->value;
		else if (!fcl_image_key_is_reserved(entry->key))
			image->keyvalues[image->nkeyvalues++] =
				(struct fcl_image_keyvalue){entry->key, entry->value};
	}
	return 0;
}

static void append_pair(struct fcl_text *json, const char *key, const char *value)
{
	fcl_text_append(json, "\n{\"key\": ", 9);
	fcl_json_append(json, key);
	fcl_text_append(json, ", \"value\": ", 11);
	fcl_json_append(json, value);
	fcl_text_append(json, "},", 2);
}

int fcl_image_keyvalue_write(struct fcl_image_writer *w)
{
	static const char last[] = "\n{\"key\": \"" FCL_IMAGE_DIGEST_CONTAINER "\", \"value\": \"";
	const struct fcl_image *image = w->image;
	struct fcl_text json = {0};

	fcl_text_format(&json, "{\"keyvalue_metadata\": {\"key_values\": [");
	for (uint32_t i = 0; i < image->nkeyvalues; i++)
		append_pair(&json, image->keyvalues[i].key, image->keyvalues[i].value);
	if (image->isa && image->isa[0])
		append_pair(&json, FCL_IMAGE_KEY_ISA, image->isa);
	for (uint32_t i = 0; i < w->noutputs; i++) {
		char key[FCL_IMAGE_DIGEST_KEY_SIZE], hex[FCL_IMAGE_DIGEST_HEX + 1];

		fcl_image_digest_key(w->outputs[i].kind, w->outputs[i].ordinal, key);
		fcl_image_digest_hex(w->outputs[i].data, w->outputs[i].size, hex);
		append_pair(&json, key, hex);
	}
	fcl_text_append(&json, last, sizeof(last) - 1);
	w->container_value = json.size;
	fcl_text_format(&json, "%0*d\"}]}}\n", (int)FCL_IMAGE_DIGEST_HEX, 0);
	return fcl_image_writer_add(w, KEYVALUE_METADATA, &json);
}
