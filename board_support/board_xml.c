/* SPDX-License-Identifier: Apache-2.0 */
#include "board_support/board_xml.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <libxml/parser.h>
#include <libxml/relaxng.h>

/* board.rng, embedded. */
extern const unsigned char fcl_board_schema[];
extern const size_t fcl_board_schema_size;

/* The first errors of a validation: later ones are mostly consequences of these. */
struct complaints {
	char text[400];
	size_t used;
	int line; /* of the first one that has a place */
	char element[64];
	xmlNode *node; /* in the document; valid while it is being validated */
	unsigned count;
};

static void trim_line(const char *message, char *out, size_t size)
{
	size_t length = strcspn(message ? message : "unknown error", "\n");

	snprintf(out, size, "%.*s", (int)length, message ? message : "unknown error");
}

/* Called by libxml2's xmlStructuredErrorFunc, below, whose error is const since 2.12. */
static void complain(struct complaints *complaints, const xmlError *error)
{
	xmlNode *node = error->node;
	char line[256];
	int length;

	if (complaints->count++ >= 3)
		return;
	trim_line(error->message, line, sizeof(line));
	/* The first error may have no place, and the next one, of the same mistake, has it. */
	if (!complaints->node && node && node->type == XML_ELEMENT_NODE) {
		complaints->node = node;
		complaints->line = error->line;
		snprintf(complaints->element, sizeof(complaints->element), "%s",
			 node->name ? (const char *)node->name : "board");
	}
	length = snprintf(complaints->text + complaints->used,
			  sizeof(complaints->text) - complaints->used, "%s%s",
			  complaints->used ? "; " : "", line);
	if (length > 0 && complaints->used + (size_t)length < sizeof(complaints->text))
		complaints->used += (size_t)length;
}

#if LIBXML_VERSION >= 21200
static void on_error(void *user, const xmlError *error)
#else
static void on_error(void *user, xmlError *error)
#endif
{
	complain(user, error);
}

static xmlRelaxNG *load_schema(struct complaints *complaints)
{
	xmlRelaxNGParserCtxt *parser;
	xmlRelaxNG *schema;

	parser = xmlRelaxNGNewMemParserCtxt((const char *)fcl_board_schema,
					    (int)fcl_board_schema_size);
	if (!parser)
		return NULL;
	xmlRelaxNGSetParserStructuredErrors(parser, on_error, complaints);
	schema = xmlRelaxNGParse(parser);
	xmlRelaxNGFreeParserCtxt(parser);
	return schema;
}

/* Appends to a text of fixed size; what does not fit is truncated. */
__attribute__((format(printf, 3, 4))) static void append(char *text, size_t size,
							 const char *format, ...)
{
	size_t used = strlen(text);
	va_list args;

	va_start(args, format);
	vsnprintf(text + used, size - used, format, args);
	va_end(args);
}

/* Finds the schema's <element name="…">, depth first. */
static xmlNode *find_rule(xmlNode *node, const char *name)
{
	xmlNode *found = NULL;
	xmlChar *own;

	for (; node && !found; node = node->next) {
		own = xmlGetNoNsProp(node, (const xmlChar *)"name");
		if (own && xmlStrEqual(node->name, (const xmlChar *)"element") &&
		    xmlStrEqual(own, (const xmlChar *)name))
			found = node;
		else
			found = find_rule(node->children, name);
		xmlFree(own);
	}
	return found;
}

/* Appends what a rule allows: the name of a referenced definition, or the values of a choice. */
static void describe_values(xmlNode *node, char *text, size_t size)
{
	xmlChar *word = NULL;

	for (; node; node = node->next) {
		if (xmlStrEqual(node->name, (const xmlChar *)"ref"))
			word = xmlGetNoNsProp(node, (const xmlChar *)"name");
		else if (xmlStrEqual(node->name, (const xmlChar *)"value") ||
			 xmlStrEqual(node->name, (const xmlChar *)"param"))
			word = xmlNodeGetContent(node);
		if (word)
			append(text, size, " %s", (const char *)word);
		xmlFree(word);
		word = NULL;
		describe_values(node->children, text, size);
	}
}

static void describe_attributes(xmlNode *rule, char *text, size_t size)
{
	xmlNode *node;
	xmlChar *name;

	for (node = rule->children; node; node = node->next) {
		if (xmlStrEqual(node->name, (const xmlChar *)"optional"))
			describe_attributes(node, text, size);
		if (!xmlStrEqual(node->name, (const xmlChar *)"attribute"))
			continue;
		name = xmlGetNoNsProp(node, (const xmlChar *)"name");
		append(text, size, "%s%s:", *text ? ", " : "", (const char *)name);
		describe_values(node->children, text, size);
		xmlFree(name);
	}
}

/*
 * Describes the attributes that the schema expects of an element, and those found: libxml2 itself
 * only reports that they are invalid.
 */
static void describe(const char *element, xmlNode *node, char *text, size_t size)
{
	xmlDoc *doc = xmlReadMemory((const char *)fcl_board_schema, (int)fcl_board_schema_size,
				    "board.rng", NULL, XML_PARSE_NONET);
	xmlNode *rule = doc ? find_rule(xmlDocGetRootElement(doc), element) : NULL;
	char wanted[400] = "";
	xmlAttr *attribute;
	xmlChar *value;

	if (rule)
		describe_attributes(rule, wanted, sizeof(wanted));
	xmlFreeDoc(doc);
	if (!*wanted)
		return;
	append(text, size, "; expected %s; found", wanted);
	for (attribute = node ? node->properties : NULL; attribute; attribute = attribute->next) {
		value = xmlNodeGetContent((xmlNode *)attribute);
		append(text, size, " %s=\"%s\"", (const char *)attribute->name,
		       value ? (const char *)value : "");
		xmlFree(value);
	}
}

static int validate(xmlDoc *doc, const char *file, struct fcl_err *err)
{
	struct complaints complaints = {.element = "board"};
	xmlRelaxNG *schema = load_schema(&complaints);
	xmlRelaxNGValidCtxt *valid = schema ? xmlRelaxNGNewValidCtxt(schema) : NULL;
	char details[700] = "";
	int error = 0;

	if (!valid) {
		error = fcl_err_set(err, -ENOMEM, "%s: the board schema cannot be loaded: %s", file,
				    complaints.used ? complaints.text : "out of memory");
	} else {
		xmlRelaxNGSetValidStructuredErrors(valid, on_error, &complaints);
		if (xmlRelaxNGValidateDoc(valid, doc)) {
			describe(complaints.element, complaints.node, details, sizeof(details));
			error = fcl_err_set(err, -EINVAL, "%s:%d: element <%s>: %s%s", file,
					    complaints.line, complaints.element, complaints.text,
					    details);
		}
	}
	xmlRelaxNGFreeValidCtxt(valid);
	xmlRelaxNGFree(schema);
	return error;
}

static int refuse(xmlParserCtxt *parser, const char *file, struct fcl_err *err)
{
	const xmlError *error = xmlCtxtGetLastError(parser);
	char line[256];

	trim_line(error ? error->message : NULL, line, sizeof(line));
	return fcl_err_set(err, -EINVAL, "%s:%d: not well-formed XML: %s", file,
			   error ? error->line : 0, line);
}

static int parse(const char *text, size_t size, const char *file, xmlDoc **ret_doc,
		 struct fcl_err *err)
{
	const int options = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING |
			    XML_PARSE_NOCDATA | XML_PARSE_COMPACT;
	xmlParserCtxt *parser = xmlNewParserCtxt();
	xmlDoc *doc;
	int error = 0;

	if (!parser)
		return fcl_err_set(err, -ENOMEM, "%s: out of memory", file);
	doc = xmlCtxtReadMemory(parser, text, (int)size, file, NULL, options);
	if (!doc)
		error = refuse(parser, file, err);
	else if (doc->intSubset || doc->extSubset)
		error = fcl_err_set(err, -EINVAL,
				    "%s: expected no DOCTYPE in a board file, found one", file);
	xmlFreeParserCtxt(parser);
	if (error) {
		xmlFreeDoc(doc);
		return error;
	}
	*ret_doc = doc;
	return 0;
}

int fcl_board_xml_read(const char *text, size_t size, const char *file, xmlDoc **ret_doc,
		       struct fcl_err *err)
{
	xmlDoc *doc = NULL;
	int error;

	if (size > FCL_BOARD_MAX_BYTES)
		return fcl_err_set(err, -EINVAL,
				   "%s: expected a board file of at most %u bytes, found %zu", file,
				   FCL_BOARD_MAX_BYTES, size);
	error = parse(text, size, file, &doc, err);
	if (error)
		return error;
	error = validate(doc, file, err);
	if (error) {
		xmlFreeDoc(doc);
		return error;
	}
	*ret_doc = doc;
	return 0;
}
