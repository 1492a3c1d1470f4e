/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_METADATA_XML_H
#define FCL_IMAGE_METADATA_XML_H

#include <libxml/tree.h>

#include "bitstreams/image/codec/reader.h"

/*
 * Parses untrusted XML: no network, no DTD, no entities but the predefined ones, bounded size,
 * depth and number of attributes. libxml2's messages do not reach the host process; they are stored
 * in `r->err`, with the line. The document must be freed with fcl_xml_free().
 */
int fcl_image_xml_parse(struct fcl_image_reader *r, const char *bytes, size_t size,
			xmlDoc **ret_doc);

/*
 * Copies an attribute into the arena. If it is absent, uses `fallback`; NULL: the attribute is
 * required.
 */
int fcl_image_xml_string(struct fcl_image_reader *r, const xmlNode *node, const char *name,
			 const char *fallback, const char **ret_text);

/*
 * Reads a decimal or 0x number up to `most`. If it is absent or empty: an error if `required`, else
 * *ret_number is unchanged.
 */
int fcl_image_xml_number(struct fcl_image_reader *r, const xmlNode *node, const char *name,
			 bool required, uint64_t most, uint64_t *ret_number);

/* Sets -EINVAL with "<document> line N: <element> "name": " before the text. */
int fcl_image_xml_error(struct fcl_image_reader *r, const xmlNode *node, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
