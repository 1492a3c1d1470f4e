/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_DESIGN_OUTPUT_H
#define FCL_TOOL_DESIGN_OUTPUT_H

#include "base/text.h"
#include "tools/fpgacl/design/design.h"

/* The board.xml of the card. out->failed: no memory. */
void fcl_design_put_board(const struct fcl_design_card *card, struct fcl_text *out);

/* The image with target hw, as an xclbin; free() frees *ret_bytes. */
int fcl_design_make_image(const struct fcl_design_card *card, void **ret_bytes, size_t *ret_size,
			  struct fcl_err *err);

/* The platform's name in both. */
const char *fcl_design_vbnv(const struct fcl_design_card *card, char vbnv[96]);

#endif
