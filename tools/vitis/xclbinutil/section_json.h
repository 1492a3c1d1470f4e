/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_XCLBINUTIL_SECTION_JSON_H
#define FCL_XCLBINUTIL_SECTION_JSON_H

#include <stdbool.h>

#include "base/text.h"
#include "bitstreams/image/fcl_image.h"

/*
 * Sections of binary tables (MEM_TOPOLOGY, IP_LAYOUT, CONNECTIVITY, CLOCK_FREQ_TOPOLOGY, GROUP_*)
 * as JSON, in the layout that xclbinutil gives them: {"<table>": {"m_count": "1", "<entries>":
 * [{...}]}} with every value as a string. Sections that are JSON already are copied.
 */

/* Whether a section of that kind has a JSON form. */
bool fcl_vitis_section_has_json(uint32_t kind);

/* Appends the section as JSON. -EINVAL: its count does not fit its size. */
int fcl_vitis_section_to_json(const struct fcl_image_section *section, struct fcl_text *out,
			      struct fcl_err *err);

/* Appends the section's bytes that the JSON text describes. -EINVAL with the place in the text. */
int fcl_vitis_section_from_json(uint32_t kind, const char *text, size_t size, struct fcl_text *out,
				struct fcl_err *err);

/* The names of struct mem_data's, clock_freq's types as that JSON has them; "?" for others. */
const char *fcl_vitis_section_mem_type(uint32_t type);
const char *fcl_vitis_section_clock_type(uint32_t type);

#endif
