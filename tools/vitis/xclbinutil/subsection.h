/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_XCLBINUTIL_SUBSECTION_H
#define FCL_XCLBINUTIL_SUBSECTION_H

#include <stdbool.h>

#include "base/text.h"
#include "bitstreams/image/fcl_image.h"

/*
 * Sections that hold an image and facts about it have two parts, which the options of xclbinutil
 * name apart: SOFT_KERNEL[x]-OBJ and -METADATA, BMC-FW and -METADATA, FLASH[x]-DATA and -METADATA,
 * AIE_RESOURCES_BIN[x]-OBJ and -METADATA. MCS has several images: MCS-PRIMARY and -SECONDARY.
 */

/* Whether `part` is one of the kind's parts. *ret_json is whether it is given as JSON, or as it is. */
bool fcl_vitis_subsection_is(uint32_t kind, const char *part, bool *ret_json);

/*
 * Appends the section's bytes with this part as given. `section` has the kind and the name, and the
 * old bytes if there are any. -EEXIST if it has the part and may not be replaced.
 */
int fcl_vitis_subsection_put(const struct fcl_image_section *section, const char *part,
			     bool replace, const char *bytes, size_t size, struct fcl_text *out,
			     struct fcl_err *err);

int fcl_vitis_subsection_get(const struct fcl_image_section *section, const char *part,
			     struct fcl_text *out, struct fcl_err *err);

#endif
