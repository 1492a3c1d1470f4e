/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_XML_H
#define FCL_XML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <libxml/tree.h>

/* Why a document was refused. */
struct fcl_xml_refusal {
	bool has_doctype; /* then the rest is not set */
	int line;
	char text[256];
};

/*
 * Parses untrusted XML: no network, no DOCTYPE, no entities but the predefined ones, bounded depth,
 * and only encodings that extend ASCII: UTF-8, or ISO-8859-1 if declared. libxml2's messages reach
 * the caller only, not the host's error handler. -EINVAL: *ret_refusal says why. -ENOMEM: an
 * allocation failed somewhere, so a document that is returned is complete. fcl_xml_free() frees
 * *ret_doc.
 */
int fcl_xml_parse(const char *bytes, size_t size, xmlDoc **ret_doc,
		  struct fcl_xml_refusal *ret_refusal);

/* NULL is allowed. */
void fcl_xml_free(xmlDoc *doc);

/*
 * An attribute's text, valid as long as the document; NULL if it is absent. Unlike libxml2's own
 * functions, it does not allocate, so NULL never means that memory ran out.
 */
const char *fcl_xml_attr(const xmlNode *node, const char *name);

/*
 * The first child with that name, in any namespace, and the next sibling named like `node`; NULL if there is
 * none. `parent` may be NULL.
 */
xmlNode *fcl_xml_child(const xmlNode *parent, const char *name);
xmlNode *fcl_xml_next(const xmlNode *node);
/* How many children have that name. */
uint32_t fcl_xml_count(const xmlNode *parent, const char *name);

/*
 * The text of an element without the white space around it, which need not end with a zero byte; "" if it
 * does not begin with text, or `element` is NULL.
 */
const char *fcl_xml_text(const xmlNode *element, size_t *ret_length);

#endif
