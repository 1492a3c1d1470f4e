/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BOARD_BOARD_XML_H
#define FCL_BOARD_BOARD_XML_H

#include <libxml/tree.h>

#include "board_support/board.h"

/* Parses XML text and checks it against the grammar; no DOCTYPEs, entities or network access. */
int fcl_board_xml_read(const char *text, size_t size, const char *file, xmlDoc **ret_doc,
		       struct fcl_err *err);

#endif
