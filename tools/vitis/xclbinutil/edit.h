/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_XCLBINUTIL_EDIT_H
#define FCL_XCLBINUTIL_EDIT_H

#include "bitstreams/image/fcl_image.h"

/*
 * An image being edited: `image` is a copy of the one read, with section and key-value tables of
 * its own. Digests are recomputed when it is written.
 */
struct fcl_vitis_edit {
	struct fcl_image *source; /* one reference; its arena owns the tables */
	struct fcl_image image;
	bool changed, keep_uuid;
};

/* Reads a file. With NULL, creates a hardware image without sections. */
int fcl_vitis_edit_open(struct fcl_vitis_edit *edit, const char *path, struct fcl_err *err);
void fcl_vitis_edit_close(struct fcl_vitis_edit *edit);

/*
 * The argument of --add-section and similar options: "KIND[name]-PART:FORMAT:file", usually
 * without "[name]" and "-PART". Splits `text` in place.
 */
struct fcl_vitis_section_spec {
	uint32_t kind;
	const char *name;
	const char
		*part; /* of a section that has several (subsection.h); NULL: the whole section */
	bool any; /* ":JSON:file": the tables that the file names; for appending and adding only */
	bool json;
	const char *file;
};

int fcl_vitis_section_spec_parse(char *text, struct fcl_vitis_section_spec *spec,
				 struct fcl_err *err);

enum fcl_vitis_edit_how {
	FCL_EDIT_ADD,
	FCL_EDIT_REPLACE,
	FCL_EDIT_ADD_REPLACE,
	FCL_EDIT_APPEND,    /* entries to a table */
	FCL_EDIT_ADD_MERGE, /* the same; adds the table if there is none */
};

/*
 * Fails if the section already exists (ADD) or does not exist (REPLACE, APPEND), or if the file's contents
 * are not as expected.
 */
int fcl_vitis_edit_put(struct fcl_vitis_edit *edit, const struct fcl_vitis_section_spec *spec,
		       enum fcl_vitis_edit_how how, struct fcl_err *err);

/* `text` is KIND or KIND[name]. Returns -ENOENT if there is no such section. */
int fcl_vitis_edit_remove(struct fcl_vitis_edit *edit, char *text, struct fcl_err *err);

int fcl_vitis_edit_dump(struct fcl_vitis_edit *edit, const struct fcl_vitis_section_spec *spec,
			bool force, struct fcl_err *err);

/* `text` is "USER:key:value" or "SYS:key:value", with keys PlatformVBNV and XclbinUUID. */
int fcl_vitis_edit_key_value(struct fcl_vitis_edit *edit, char *text, struct fcl_err *err);
int fcl_vitis_edit_remove_key(struct fcl_vitis_edit *edit, const char *key, struct fcl_err *err);

/* Writes the result. A modified image gets a new UUID unless one was set. */
int fcl_vitis_edit_write(struct fcl_vitis_edit *edit, const char *path, bool force,
			 struct fcl_err *err);

#endif
