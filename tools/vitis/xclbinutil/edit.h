/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_XCLBINUTIL_EDIT_H
#define FCL_XCLBINUTIL_EDIT_H

#include "bitstreams/image/fcl_image.h"

/*
 * An image that is being edited: `image` is a copy of what was read with section and
 * key-value tables of its own. Digests are recomputed when it is written.
 */
struct fcl_vitis_edit {
	struct fcl_image *source; /* one reference; its arena holds the tables */
	struct fcl_image image;
	bool changed, keep_uuid;
};

/* Reads a file; with NULL makes a hardware image without sections. */
int fcl_vitis_edit_open(struct fcl_vitis_edit *edit, const char *path, struct fcl_err *err);
void fcl_vitis_edit_close(struct fcl_vitis_edit *edit);

/*
 * The argument of --add-section and the like: "KIND[name]:FORMAT:file", usually without "[name]".
 * `text` is split in place.
 */
struct fcl_vitis_section_spec {
	uint32_t kind;
	const char *name;
	bool json;
	const char *file;
};

int fcl_vitis_section_spec_parse(char *text, struct fcl_vitis_section_spec *spec,
				 struct fcl_err *err);

enum fcl_vitis_edit_how { FCL_EDIT_ADD, FCL_EDIT_REPLACE, FCL_EDIT_ADD_REPLACE };

/*
 * Errors: the section is there already (ADD), or is not (REPLACE); the file does not hold what is
 * expected.
 */
int fcl_vitis_edit_put(struct fcl_vitis_edit *edit, const struct fcl_vitis_section_spec *spec,
		       enum fcl_vitis_edit_how how, struct fcl_err *err);

/* `text` is KIND or KIND[name]. -ENOENT: there is no such section. */
int fcl_vitis_edit_remove(struct fcl_vitis_edit *edit, char *text, struct fcl_err *err);

int fcl_vitis_edit_dump(struct fcl_vitis_edit *edit, const struct fcl_vitis_section_spec *spec,
			bool force, struct fcl_err *err);

/* "USER:key:value" or "SYS:key:value" with the keys PlatformVBNV and XclbinUUID. */
int fcl_vitis_edit_key_value(struct fcl_vitis_edit *edit, char *text, struct fcl_err *err);
int fcl_vitis_edit_remove_key(struct fcl_vitis_edit *edit, const char *key, struct fcl_err *err);

/* Writes the result. A changed one has a new uuid, unless it was set. */
int fcl_vitis_edit_write(struct fcl_vitis_edit *edit, const char *path, bool force,
			 struct fcl_err *err);

#endif
