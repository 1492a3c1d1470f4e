/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_XML_H
#define FCL_XML_H

#include <stdbool.h>
#include <stddef.h>

#include <libxml/tree.h>

/* Why a text was refused. */
struct fcl_xml_refusal {
	bool has_doctype; /* then the rest is not set */
	int line;
	char text[256];
};

/*
 * Parses XML that may be hostile: no network, no DOCTYPE, no entities but the predefined ones, bounded depth,
 * and an encoding that extends ASCII: UTF-8, or ISO-8859-1 if declared. Nobody but the caller sees libxml2's messages.
 * -EINVAL: *ret_refusal says why; -ENOMEM if memory ran out anywhere, so that a document from here is complete.
 * fcl_xml_free() frees *ret_doc.
 */
int fcl_xml_parse(const char *bytes, size_t size, xmlDoc **ret_doc,
		  struct fcl_xml_refusal *ret_refusal);

/* NULL is allowed. */
void fcl_xml_free(xmlDoc *doc);

/*
 * An attribute's text, valid as long as the document; NULL if it is absent. Takes no memory, as the functions of
 * libxml2 do, which return NULL if there is none.
 */
const char *fcl_xml_attr(const xmlNode *node, const char *name);

#endif
