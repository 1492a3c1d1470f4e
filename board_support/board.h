/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BOARD_INTERNAL_H
#define FCL_BOARD_INTERNAL_H

#include <libxml/tree.h>

#include "board_support/fcl_board.h"

extern const unsigned char fcl_board_schema[];
extern const size_t fcl_board_schema_size;

#define FCL_BOARD_MAX_BYTES (1u << 20) /* a board.xml beyond this is not one */

/* Parses XML text and validates it against board.rng. DOCTYPEs, entities and the network are off.
 */
int fcl_board_xml_read(const char *text, size_t size, const char *file, xmlDoc **ret_doc,
		       struct fcl_err *err);

/*
 * Text of <dir>/<name>/board.xml from the directories of FPGACL_BOARD_PATH. -ENOENT: in none of
 * them. *ret_text and *ret_file come from malloc.
 */
int fcl_board_path_read(const char *name, char **ret_text, size_t *ret_size, char **ret_file,
			struct fcl_err *err);

/* Calls found() with each folder in FPGACL_BOARD_PATH that holds a board.xml. */
void fcl_board_path_list(fcl_board_found *found, void *user);

#endif
