/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/vitis/xclbinutil/edit.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include <uuid/uuid.h>
#include <xrt/xclbin.h>

#include "base/file.h"
#include "tools/vitis/tool.h"
#include "tools/vitis/xclbinutil/section_json.h"
#include "tools/vitis/xclbinutil/subsection.h"

static int edit_no_memory(struct fcl_err *err)
{
	return fcl_err_set(err, -ENOMEM, "out of memory");
}

/* Reads a whole file into memory owned by the image. */
static int edit_read_file(struct fcl_image *arena, const char *path, char **ret_bytes,
			  size_t *ret_size, struct fcl_err *err)
{
	char *bytes, *copy;
	int error = fcl_file_read(path, SIZE_MAX, &bytes, ret_size, err);

	if (error)
		return error;
	copy = fcl_image_alloc(arena, *ret_size + 1, 1);
	if (copy)
		*ret_bytes = memcpy(copy, bytes, *ret_size);
	free(bytes);
	return copy ? 0 : edit_no_memory(err);
}

static int edit_open_file(struct fcl_vitis_edit *edit, const char *path, struct fcl_err *err)
{
	struct fcl_image *arena;
	char *bytes;
	size_t size;
	int error = fcl_image_new(&arena, err);

	if (error)
		return error;
	error = edit_read_file(arena, path, &bytes, &size, err);
	if (!error && fcl_image_read(bytes, size, &edit->source, err))
		error = fcl_err_prefix(err, "'%s'", path);
	fcl_image_unref(arena);
	return error;
}

int fcl_vitis_edit_open(struct fcl_vitis_edit *edit, const char *path, struct fcl_err *err)
{
	int error;

	*edit = (struct fcl_vitis_edit){0};
	if (path)
		error = edit_open_file(edit, path, err);
	else
		error = fcl_image_new(&edit->source, err);
	if (error)
		return error;
	edit->image = *edit->source;
	if (path)
		return 0;
	/* Marks it as read from a file, so that the writer keeps the sections unchanged. */
	edit->image.bytes = "";
	edit->image.container = FCL_IMAGE_XCLBIN;
	edit->image.target = FCL_TARGET_HW;
	return 0;
}

void fcl_vitis_edit_close(struct fcl_vitis_edit *edit)
{
	fcl_image_unref(edit->source);
	edit->source = NULL;
}

/* --- sections --- */

/* Parses "KIND" or "KIND[name]", splitting the text in place. */
static int parse_kind(char *text, uint32_t *ret_kind, const char **ret_name, struct fcl_err *err)
{
	char *open = strchr(text, '['), *close = open ? strchr(open, ']') : NULL;

	if (open && (!close || close[1]))
		return fcl_err_set(err, -EINVAL, "'%s': expected KIND or KIND[name]", text);
	*ret_name = open ? open + 1 : NULL;
	if (open)
		*open = *close = '\0';
	if (!fcl_image_kind_from_name(text, strlen(text), ret_kind))
		return fcl_err_set(err, -EINVAL, "there is no kind of section '%s'", text);
	return 0;
}

/* Cuts "-PART" off, if the rest is a kind that has that part. */
static const char *parse_part(char *text)
{
	char *dash = strrchr(text, '-'), *close = strrchr(text, ']');
	uint32_t kind;
	bool json;

	if (!dash || (close && dash != close + 1) ||
	    !fcl_image_kind_from_name(text, strcspn(text, "[-"), &kind) ||
	    !fcl_vitis_subsection_is(kind, dash + 1, &json))
		return NULL;
	*dash = '\0';
	return dash + 1;
}

/* Whether the format is one of the section's or part's. */
static int check_format(const struct fcl_vitis_section_spec *spec, const char *text,
			struct fcl_err *err)
{
	bool json;

	if (spec->part && fcl_vitis_subsection_is(spec->kind, spec->part, &json) &&
	    json != spec->json)
		return fcl_err_set(err, -EINVAL, "%s-%s: expected %s", text, spec->part,
				   json ? "JSON" : "RAW");
	if (!spec->part && spec->json && !fcl_vitis_section_has_json(spec->kind))
		return fcl_err_set(err, -EINVAL, "%s has no JSON form: use RAW", text);
	return 0;
}

int fcl_vitis_section_spec_parse(char *text, struct fcl_vitis_section_spec *spec,
				 struct fcl_err *err)
{
	char *format = strchr(text, ':'), *file = format ? strchr(format + 1, ':') : NULL;

	if (!file || !file[1])
		return fcl_err_set(err, -EINVAL, "'%s': expected KIND:RAW:file or KIND:JSON:file",
				   text);
	*format++ = *file++ = '\0';
	if (*format && strcasecmp(format, "RAW") != 0 && strcasecmp(format, "JSON") != 0)
		return fcl_err_set(err, -EINVAL, "format '%s': expected RAW or JSON", format);
	*spec = (struct fcl_vitis_section_spec){
		.any = !*text, .json = !strcasecmp(format, "JSON"), .file = file};
	if (spec->any && !spec->json)
		return fcl_err_set(err, -EINVAL,
				   "without a KIND, only JSON says which section it is");
	if (spec->any)
		return 0;
	spec->part = parse_part(text);
	if (parse_kind(text, &spec->kind, &spec->name, err))
		return err->code;
	return check_format(spec, text, err);
}

static struct fcl_image_section *edit_find(struct fcl_vitis_edit *edit, uint32_t kind,
					   const char *name)
{
	for (uint32_t i = 0; i < edit->image.nsections; i++) {
		struct fcl_image_section *section = &edit->image.sections[i];

		if (section->kind == kind && (!name || !strcmp(section->name, name)))
			return section;
	}
	return NULL;
}

/* Copies the source's section table before it is first modified. *ret_at is a free entry. */
static int own_sections(struct fcl_vitis_edit *edit, struct fcl_image_section **ret_at,
			struct fcl_err *err)
{
	uint32_t count = edit->image.nsections;
	struct fcl_image_section *sections = fcl_image_alloc(edit->source, (size_t)count + 1,
							     sizeof(*sections));

	if (!sections)
		return edit_no_memory(err);
	if (count)
		memcpy(sections, edit->image.sections, count * sizeof(*sections));
	edit->image.sections = sections;
	*ret_at = &sections[count];
	edit->changed = true;
	return 0;
}

/* The payload is the first BITSTREAM section. The image's own tables are no longer used. */
static void settle_payload(struct fcl_vitis_edit *edit)
{
	const struct fcl_image_section *payload = edit_find(edit, BITSTREAM, NULL);

	if (edit->image.container == FCL_IMAGE_ELF)
		return;
	edit->image.payload = payload ? payload->data : NULL;
	edit->image.payload_size = payload ? payload->size : 0;
}

/* The section's new bytes: the file's, or as its JSON says, or with `old` as `how` says. */
static int edit_load(struct fcl_vitis_edit *edit, const struct fcl_vitis_section_spec *spec,
		     const struct fcl_image_section *old, enum fcl_vitis_edit_how how,
		     const void **ret_data, size_t *ret_size, struct fcl_err *err)
{
	struct fcl_text buffer = {0};
	char *bytes, *copy;
	size_t size;
	int error = edit_read_file(edit->source, spec->file, &bytes, &size, err);

	if (error)
		return error;
	*ret_data = bytes;
	*ret_size = size;
	if (!spec->json && !spec->part)
		return 0;
	if (spec->part)
		error = fcl_vitis_subsection_put(
			old ? old
			    : &(struct fcl_image_section){.kind = spec->kind,
							  .name = spec->name ? spec->name : ""},
			spec->part, how != FCL_EDIT_ADD, bytes, size, &buffer, err);
	else
		error = old && how >= FCL_EDIT_APPEND
				? fcl_vitis_section_append_json(old, bytes, size, &buffer, err)
				: fcl_vitis_section_from_json(spec->kind, bytes, size, &buffer,
							      err);
	copy = error ? NULL : fcl_image_alloc(edit->source, buffer.size + 1, 1);
	if (error)
		fcl_err_prefix(err, "'%s'", spec->file);
	else if (buffer.failed || !copy)
		error = edit_no_memory(err);
	else
		*ret_data = memcpy(copy, buffer.bytes, buffer.size);
	*ret_size = buffer.size;
	fcl_text_free(&buffer);
	return error;
}

static int check_put(const struct fcl_vitis_section_spec *spec, bool there,
		     enum fcl_vitis_edit_how how, struct fcl_err *err)
{
	char kind[FCL_IMAGE_KIND_NAME_SIZE];

	fcl_image_kind_name(spec->kind, kind);
	if (spec->kind == KEYVALUE_METADATA)
		return fcl_err_set(err, -EINVAL, "%s holds digests: use --key-value", kind);
	if (there && how == FCL_EDIT_ADD && !spec->part)
		return fcl_err_set(err, -EEXIST,
				   "section %s exists: use --replace-section, or --append-section",
				   kind);
	if (!there && how == FCL_EDIT_REPLACE)
		return fcl_err_set(err, -ENOENT, "there is no section %s to replace", kind);
	if (!there && how == FCL_EDIT_APPEND)
		return fcl_err_set(err, -ENOENT,
				   "there is no section %s to append to: use --add-section", kind);
	if (how >= FCL_EDIT_APPEND && (!spec->json || spec->part))
		return fcl_err_set(err, -EINVAL,
				   "%s: only the entries of a JSON file can be appended", kind);
	return 0;
}

static int edit_put_one(struct fcl_vitis_edit *edit, const struct fcl_vitis_section_spec *spec,
			enum fcl_vitis_edit_how how, struct fcl_err *err)
{
	struct fcl_image_section *old = edit_find(edit, spec->kind, spec->name), *at = NULL;
	const void *data;
	size_t size;
	int error = check_put(spec, old != NULL, how, err);

	if (!error)
		error = edit_load(edit, spec, old, how, &data, &size, err);
	if (!error)
		error = own_sections(edit, &at, err);
	if (error)
		return error;
	old = edit_find(edit, spec->kind, spec->name);
	if (old) {
		at = old;
	} else {
		at->kind = spec->kind;
		at->name = spec->name ? spec->name : "";
		edit->image.nsections++;
	}
	at->data = data;
	at->size = size;
	settle_payload(edit);
	return 0;
}

/* All tables of a file. */
static int put_any(struct fcl_vitis_edit *edit, const struct fcl_vitis_section_spec *spec,
		   enum fcl_vitis_edit_how how, struct fcl_err *err)
{
	struct fcl_vitis_section_spec one = *spec;
	uint64_t kinds;
	char *bytes;
	size_t size;
	int error = edit_read_file(edit->source, spec->file, &bytes, &size, err);

	if (error)
		return error;
	if (fcl_vitis_section_kinds_in_json(bytes, size, &kinds, err))
		return fcl_err_prefix(err, "'%s'", spec->file);
	if (!kinds)
		return fcl_err_set(err, -EINVAL,
				   "'%s': expected a table such as ip_layout, found none",
				   spec->file);
	one.any = false;
	for (one.kind = 0; !error && one.kind < 64; one.kind++)
		if (kinds >> one.kind & 1)
			error = edit_put_one(edit, &one, how, err);
	return error;
}

int fcl_vitis_edit_put(struct fcl_vitis_edit *edit, const struct fcl_vitis_section_spec *spec,
		       enum fcl_vitis_edit_how how, struct fcl_err *err)
{
	return spec->any ? put_any(edit, spec, how, err) : edit_put_one(edit, spec, how, err);
}

int fcl_vitis_edit_remove(struct fcl_vitis_edit *edit, char *text, struct fcl_err *err)
{
	struct fcl_image_section *section;
	const char *name;
	uint32_t kind;
	int error = parse_kind(text, &kind, &name, err);

	if (error)
		return error;
	if (!edit_find(edit, kind, name))
		return fcl_err_set(err, -ENOENT, "there is no section %s%s%s", text,
				   name ? " named " : "", name ? name : "");
	error = own_sections(edit, &section, err);
	if (error)
		return error;
	section = edit_find(edit, kind, name);
	edit->image.nsections--;
	memmove(section, section + 1,
		(size_t)(&edit->image.sections[edit->image.nsections] - section) *
			sizeof(*section));
	settle_payload(edit);
	return 0;
}

/* --- key-values --- */

static int set_system_key(struct fcl_vitis_edit *edit, const char *key, const char *value,
			  struct fcl_err *err)
{
	if (!strcmp(key, "PlatformVBNV")) {
		if (strlen(value) >= sizeof(((struct axlf_header *)0)->m_platformVBNV))
			return fcl_err_set(err, -EINVAL, "PlatformVBNV: '%s' is too long", value);
		edit->image.vbnv = value;
	} else if (!strcmp(key, "XclbinUUID")) {
		char spaced[37];
		unsigned at = 0;

		/* Accepts UUIDs with or without dashes. */
		for (const char *c = value; *c && at < 36; c++) {
			if (*c == '-')
				continue;
			if (at == 8 || at == 13 || at == 18 || at == 23)
				spaced[at++] = '-';
			spaced[at++] = *c;
		}
		spaced[at] = '\0';
		if (uuid_parse(spaced, edit->image.uuid))
			return fcl_err_set(err, -EINVAL, "XclbinUUID: '%s' is not a uuid", value);
		edit->keep_uuid = true;
	} else {
		return fcl_err_set(
			err, -EINVAL,
			"SYS:%s: expected PlatformVBNV or XclbinUUID; others go under USER", key);
	}
	edit->changed = true;
	return 0;
}

static int set_user_key(struct fcl_vitis_edit *edit, const char *key, const char *value,
			struct fcl_err *err)
{
	uint32_t count = edit->image.nkeyvalues, at = 0;
	struct fcl_image_keyvalue *list = fcl_image_alloc(edit->source, (size_t)count + 1,
							  sizeof(*list));

	if (!list)
		return edit_no_memory(err);
	if (!strncmp(key, "fpgacl.", 7))
		return fcl_err_set(err, -EINVAL, "key '%s' is reserved for the writer", key);
	if (count)
		memcpy(list, edit->image.keyvalues, count * sizeof(*list));
	while (at < count && strcmp(list[at].key, key) != 0)
		at++;
	list[at] = (struct fcl_image_keyvalue){key, value};
	edit->image.keyvalues = list;
	edit->image.nkeyvalues += at == count;
	edit->changed = true;
	return 0;
}

int fcl_vitis_edit_key_value(struct fcl_vitis_edit *edit, char *text, struct fcl_err *err)
{
	char *key = strchr(text, ':'), *value = key ? strchr(key + 1, ':') : NULL;

	if (!value || value == key + 1)
		return fcl_err_set(err, -EINVAL, "'%s': expected USER:<key>:<value>", text);
	*key++ = *value++ = '\0';
	if (!strcasecmp(text, "SYS"))
		return set_system_key(edit, key, value, err);
	if (!strcasecmp(text, "USER"))
		return set_user_key(edit, key, value, err);
	return fcl_err_set(err, -EINVAL, "domain '%s': expected USER or SYS", text);
}

int fcl_vitis_edit_remove_key(struct fcl_vitis_edit *edit, const char *key, struct fcl_err *err)
{
	uint32_t count = edit->image.nkeyvalues, kept = 0;
	struct fcl_image_keyvalue *list = fcl_image_alloc(edit->source, (size_t)count + 1,
							  sizeof(*list));

	if (!list)
		return edit_no_memory(err);
	for (uint32_t i = 0; i < count; i++)
		if (strcmp(edit->image.keyvalues[i].key, key) != 0)
			list[kept++] = edit->image.keyvalues[i];
	if (kept == count)
		return fcl_err_set(err, -ENOENT, "there is no key '%s'", key);
	edit->image.keyvalues = list;
	edit->image.nkeyvalues = kept;
	edit->changed = true;
	return 0;
}

/* --- output --- */

static int save(const char *path, const void *bytes, size_t size, bool force, struct fcl_err *err)
{
	if (!force && !access(path, F_OK))
		return fcl_err_set(err, -EEXIST, "'%s' exists; --force replaces it", path);
	return fcl_file_write(path, bytes, size, err);
}

int fcl_vitis_edit_dump(struct fcl_vitis_edit *edit, const struct fcl_vitis_section_spec *spec,
			bool force, struct fcl_err *err)
{
	const struct fcl_image_section *section = edit_find(edit, spec->kind, spec->name);
	struct fcl_text out = {0};
	char kind[FCL_IMAGE_KIND_NAME_SIZE];
	int error;

	if (spec->any)
		return fcl_err_set(err, -EINVAL, "expected a KIND to dump, found none");
	fcl_image_kind_name(spec->kind, kind);
	if (!section)
		return fcl_err_set(err, -ENOENT, "there is no section %s%s%s", kind,
				   spec->name ? " named " : "", spec->name ? spec->name : "");
	if (!spec->json && !spec->part)
		return save(spec->file, section->data, section->size, force, err);
	error = spec->part ? fcl_vitis_subsection_get(section, spec->part, &out, err)
			   : fcl_vitis_section_to_json(section, &out, err);
	if (!error && out.failed)
		error = edit_no_memory(err);
	if (!error)
		error = save(spec->file, out.bytes, out.size, force, err);
	fcl_text_free(&out);
	return error;
}

/* A later step may complete the result, so missing sections only cause a warning. */
static void warn_unless_whole(const void *bytes, size_t size)
{
	struct fcl_image *image = NULL;
	struct fcl_err err = {0};

	if (fcl_image_read(bytes, size, &image, &err))
		fprintf(stderr, "%s: warning: the result is not an image yet: %s\n", fcl_vitis_name,
			err.text);
	fcl_image_unref(image);
}

int fcl_vitis_edit_write(struct fcl_vitis_edit *edit, const char *path, bool force,
			 struct fcl_err *err)
{
	void *bytes;
	size_t size;
	int error;

	if (edit->changed && !edit->keep_uuid)
		uuid_generate_random(edit->image.uuid);
	error = fcl_image_write(&edit->image, edit->image.container, &bytes, &size, err);
	if (error)
		return error;
	error = save(path, bytes, size, force, err);
	if (!error)
		warn_unless_whole(bytes, size);
	free(bytes);
	return error;
}
