/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/design/export.h"

#include <errno.h>
#include <string.h>
#include <strings.h>

#include "base/xml.h"
#include "tools/fpgacl/design/header.h"
#include "tools/fpgacl/design/xml.h"
#include "tools/fpgaclc/common/archive.h"

/*
 * A Zip archive with the .hwh files of a design and of the block designs inside of its cores, the bitstream,
 * and the sources of drivers; sysdef.xml says which .hwh is the design's.
 */
struct reader {
	struct fcl_design *design;
	const char *file;
	struct fcl_design_member *members, *contents; /* contents: sysdef.xml */
};

static bool ends_with(const char *name, const char *suffix)
{
	size_t length = strlen(name), part = strlen(suffix);

	return length > part && !strcasecmp(name + length - part, suffix);
}

static bool export_wants(void *data, const char *name)
{
	(void)data;
	return !strcmp(name, "sysdef.xml") || ends_with(name, ".hwh") || ends_with(name, ".bit") ||
	       fcl_design_is_header(name);
}

static int export_take(void *data, const char *name, const char *contents, size_t size,
		       struct fcl_err *err)
{
	struct reader *reader = data;
	struct fcl_design_member *member = fcl_arena_alloc(&reader->design->arena, 1,
							   sizeof(*member));

	if (!member)
		return fcl_err_set(err, -ENOMEM, "no memory for the files in it");
	member->name = fcl_design_text(reader->design, err, "%s: %s", reader->file, name);
	member->bytes = fcl_design_copy(reader->design, contents, size, err);
	member->size = size;
	if (!member->name || !member->bytes)
		return -ENOMEM;
	if (!strcmp(name, "sysdef.xml")) {
		reader->contents = member;
		return 0;
	}
	member->next = reader->members;
	reader->members = member;
	return 0;
}

/* --- which of them -------------------------------------------------------------------------------- */

static const char *name_in_archive(const struct reader *reader,
				   const struct fcl_design_member *member)
{
	return member->name + strlen(reader->file) + 2;
}

/* The only one of its kind, or the one with that name; NULL if there is none, or which one is not clear. */
static const struct fcl_design_member *choose(const struct reader *reader, const char *suffix,
					      const char *name)
{
	const struct fcl_design_member *found = NULL;
	unsigned count = 0;

	for (const struct fcl_design_member *at = reader->members; at; at = at->next) {
		if (!ends_with(at->name, suffix))
			continue;
		if (name && !strcmp(name_in_archive(reader, at), name))
			return at;
		found = at;
		count++;
	}
	return count == 1 && !name ? found : NULL;
}

/* The name of the design's .hwh or bitstream, as sysdef.xml has it; NULL: it has none. */
static const char *listed(const xmlNode *root, const char *type, const char *of_design)
{
	const xmlNode *at = fcl_xml_child(root, "File");

	for (; at; at = fcl_xml_next(at)) {
		const char *kind = fcl_xml_attr(at, "Type"), *bd = fcl_xml_attr(at, "BD_TYPE");

		if (kind && !strcmp(kind, type) && (!of_design || (bd && !strcmp(bd, of_design))))
			return fcl_xml_attr(at, "Name");
	}
	return NULL;
}

static int choose_all(const struct reader *reader, struct fcl_design_export *found,
		      struct fcl_err *err)
{
	xmlDoc *doc = NULL;
	const xmlNode *root = NULL;
	int error = reader->contents
			    ? fcl_design_xml_parse(reader->contents->name, reader->contents->bytes,
						   reader->contents->size, &doc, err)
			    : 0;

	if (error)
		return error;
	if (doc)
		root = xmlDocGetRootElement(doc);
	found->hwh = choose(reader, ".hwh", listed(root, "HW_HANDOFF", "DEFAULT_BD"));
	found->bit = choose(reader, ".bit", listed(root, "BIT", NULL));
	fcl_xml_free(doc);
	return found->hwh
		       ? 0
		       : fcl_err_set(
				 err, -EINVAL,
				 "%s: expected a .hwh file in it, and a sysdef.xml that says which one is the design's, found none",
				 reader->file);
}

static const struct fcl_design_member *only_headers(struct fcl_design_member *members)
{
	struct fcl_design_member *headers = NULL;

	while (members) {
		struct fcl_design_member *next = members->next;

		if (fcl_design_is_header(members->name)) {
			members->next = headers;
			headers = members;
		}
		members = next;
	}
	return headers;
}

int fcl_design_export_read(struct fcl_design *design, const char *file, const char *bytes,
			   size_t size, struct fcl_design_export *ret_export, struct fcl_err *err)
{
	struct reader files = {.design = design, .file = file};
	struct fclc_archive_reader reader = {
		.data = &files, .wants = export_wants, .take = export_take};
	struct fcl_design_export found = {0};
	int error;

	if (!fclc_archive_is(bytes, size))
		return fcl_err_set(err, -EINVAL,
				   "%s: expected an .xsa file, a Zip archive, found other bytes",
				   file);
	if (fclc_archive_read(bytes, size, &reader, err))
		return fcl_err_prefix(err, "%s", file);
	error = choose_all(&files, &found, err);
	if (error)
		return error;
	found.headers = only_headers(files.members);
	*ret_export = found;
	return 0;
}
