/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_DESIGN_XML_H
#define FCL_TOOL_DESIGN_XML_H

#include <libxml/tree.h>

#include "tools/fpgacl/design/build.h"

/* Reading the vendor's XML files. Elements have the names without their namespace. */

/* Parses a file's bytes; fcl_xml_free() frees *ret_doc. */
int fcl_design_xml_parse(const char *file, const char *bytes, size_t size, xmlDoc **ret_doc,
			 struct fcl_err *err);
/* An attribute, copied; "" if there is none. NULL: out of memory. */
const char *fcl_design_xml_attr(struct fcl_design *design, const xmlNode *node, const char *name,
				struct fcl_err *err);
/* The text of a child element, without white space around it; likewise. */
const char *fcl_design_xml_text(struct fcl_design *design, const xmlNode *node, const char *name,
				struct fcl_err *err);
uint32_t fcl_design_xml_line(const xmlNode *node);

#endif
