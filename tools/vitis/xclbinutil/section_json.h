/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_XCLBINUTIL_SECTION_JSON_H
#define FCL_XCLBINUTIL_SECTION_JSON_H

#include <stdbool.h>

#include "base/text.h"
#include "bitstreams/image/fcl_image.h"

/*
 * Converts sections with binary tables (MEM_TOPOLOGY, IP_LAYOUT, CONNECTIVITY, CLOCK_FREQ_TOPOLOGY,
 * GROUP_*, DEBUG_IP_LAYOUT) to and from JSON in xclbinutil's layout: {"<table>": {"m_count": "1", "<entries>":
 * [{...}]}}, with every value as a string. Sections that already are JSON are copied.
 */

/* Whether a section of that kind has a JSON form. */
bool fcl_vitis_section_has_json(uint32_t kind);

/* Appends the section as JSON. Returns -EINVAL if its count does not match its size. */
int fcl_vitis_section_to_json(const struct fcl_image_section *section, struct fcl_text *out,
			      struct fcl_err *err);

/*
 * Appends the section's bytes as described by the JSON text. Returns -EINVAL, with the position in
 * the text.
 */
int fcl_vitis_section_from_json(uint32_t kind, const char *text, size_t size, struct fcl_text *out,
				struct fcl_err *err);

/* The same with the entries of an existing table before those of the text. */
int fcl_vitis_section_append_json(const struct fcl_image_section *old, const char *text,
				  size_t size, struct fcl_text *out, struct fcl_err *err);

/*
 * Sets a bit for each kind of table that the text holds, {"ip_layout": ..., "mem_topology": ...}.
 * Returns -EINVAL if it holds anything else than tables and a schema_version.
 */
int fcl_vitis_section_kinds_in_json(const char *text, size_t size, uint64_t *ret_kinds,
				    struct fcl_err *err);

/*
 * The names of memory and clock types (struct mem_data, clock_freq) in that JSON; "?" for unknown
 * ones.
 */
const char *fcl_vitis_section_mem_type(uint32_t type);
const char *fcl_vitis_section_clock_type(uint32_t type);

#endif
