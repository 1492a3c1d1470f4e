/* SPDX-License-Identifier: Apache-2.0 */
#include "bitstreams/image/sections/metadata_xml.h"

#include <errno.h>
#include <libxml/parser.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The largest vendor designs have a few megabytes. */
#define MAX_SIZE (32u * 1024u * 1024u)
/*
 * libxml2 compares each attribute of an element with all others. v++ writes about twenty, 16 million
 * comparisons in the largest XML that is read; more than this many take half a second.
 */
#define MAX_ATTRIBUTES 512u
#define MAX_COMPARISONS (64u * 1024u * 1024u)

/* What the parser's callbacks leave for the caller. */
struct parse {
	struct fcl_err *err;
	bool doctype;
	bool failed; /* the first message is kept: later ones follow from it */
	int error;   /* of that message */
};

static pthread_once_t init_once = PTHREAD_ONCE_INIT;

static void refuse_doctype(void *context, const xmlChar *name, const xmlChar *external,
			   const xmlChar *system)
{
	xmlParserCtxt *parser = context;
	struct parse *parse = parser->_private;

	(void)name;
	(void)external;
	(void)system;
	parse->doctype = true;
	xmlStopParser(parser);
}

static void keep_error(void *context, xmlError *error)
{
	const xmlParserCtxt *parser = context;
	struct parse *parse = parser->_private;
	const char *message = error->message ? error->message : "not well-formed";

	if (parse->failed || error->level < XML_ERR_ERROR)
		return;
	parse->failed = true;
	if (error->code == XML_ERR_NO_MEMORY) {
		parse->error = fcl_image_no_memory(parse->err);
		return;
	}
	parse->error = -EINVAL;
	fcl_err_set(parse->err, -EINVAL, "EMBEDDED_METADATA line %d: %.*s", error->line,
		    (int)strcspn(message, "\n"), message);
}

/* For errors that libxml2 raises without a parser, on a shortage of memory. */
static void drop_error(void *context, xmlError *error)
{
	(void)context;
	(void)error;
}

static int check_attributes(const char *bytes, size_t size, struct fcl_err *err)
{
	unsigned count = 0, comparisons = 0;

	for (size_t i = 0; i < size; i++) {
		if (bytes[i] == '<')
			count = 0;
		if (bytes[i] != '=')
			continue;
		comparisons += count++;
		if (count > MAX_ATTRIBUTES)
			return fcl_err_set(
				err, -EINVAL,
				"EMBEDDED_METADATA byte %zu: an element has more than %u attributes",
				i, MAX_ATTRIBUTES);
		if (comparisons > MAX_COMPARISONS)
			return fcl_err_set(
				err, -EINVAL,
				"EMBEDDED_METADATA byte %zu: so many elements with so many "
				"attributes take more than %u comparisons to read",
				i, MAX_COMPARISONS);
	}
	return 0;
}

/* On a shortage of memory this raises errors as well; not even setting a handler is safe before it. */
static void init(void)
{
	xmlStructuredErrorFunc host_handler = xmlStructuredError;
	void *host_context = xmlStructuredErrorContext;

	xmlSetStructuredErrorFunc(NULL, drop_error);
	xmlInitParser();
	xmlSetStructuredErrorFunc(host_context, host_handler);
}

static xmlDoc *parse_document(const char *bytes, size_t size, struct parse *parse)
{
	const int options = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING |
			    XML_PARSE_NOBLANKS | XML_PARSE_COMPACT;
	/* The calling thread's error handler is the host program's: it is restored below. */
	xmlStructuredErrorFunc host_handler = xmlStructuredError;
	void *host_context = xmlStructuredErrorContext;
	xmlParserCtxt *parser;
	xmlDoc *doc = NULL;

	xmlSetStructuredErrorFunc(NULL, drop_error);
	parser = xmlNewParserCtxt();
	if (!parser)
		goto restore;
	parser->_private = parse;
	parser->sax->serror = keep_error;
	parser->sax->internalSubset = refuse_doctype;
	doc = xmlCtxtReadMemory(parser, bytes, (int)size, NULL, NULL, options);
	xmlFreeParserCtxt(parser);
restore:
	xmlSetStructuredErrorFunc(host_context, host_handler);
	return doc;
}

int fcl_image_xml_parse(const char *bytes, size_t size, xmlDoc **ret_doc, struct fcl_err *err)
{
	struct parse parse = {.err = err};
	xmlDoc *doc;
	int error;

	while (size && !bytes[size - 1])
		size--;
	if (!size || size > MAX_SIZE)
		return fcl_err_set(err, -EINVAL,
				   "EMBEDDED_METADATA: %zu bytes of XML, expected 1 to %u", size,
				   MAX_SIZE);
	error = check_attributes(bytes, size, err);
	if (error)
		return error;
	pthread_once(&init_once, init);
	doc = parse_document(bytes, size, &parse);
	if (parse.doctype)
		error = fcl_err_set(
			err, -EINVAL,
			"EMBEDDED_METADATA: the XML has a DOCTYPE, which is not accepted");
	else if (parse.failed)
		error = parse.error;
	else if (!doc)
		error = fcl_image_no_memory(err);
	if (error) {
		xmlFreeDoc(doc);
		return error;
	}
	*ret_doc = doc;
	return 0;
}

static bool is_element(const xmlNode *node, const char *name)
{
	return node->type == XML_ELEMENT_NODE && !strcmp((const char *)node->name, name);
}

const xmlNode *fcl_image_xml_child(const xmlNode *node, const char *name)
{
	node = node->children;
	while (node && !is_element(node, name))
		node = node->next;
	return node;
}

const xmlNode *fcl_image_xml_next(const xmlNode *node)
{
	const char *name = (const char *)node->name;

	do
		node = node->next;
	while (node && !is_element(node, name));
	return node;
}

uint32_t fcl_image_xml_count(const xmlNode *node, const char *name)
{
	uint32_t count = 0;

	for (const xmlNode *child = fcl_image_xml_child(node, name); child;
	     child = fcl_image_xml_next(child))
		count++;
	return count;
}

const char *fcl_image_xml_attr(const xmlNode *node, const char *name)
{
	for (const xmlAttr *attr = node->properties; attr; attr = attr->next) {
		if (strcmp((const char *)attr->name, name) != 0)
			continue;
		/* Without entities the value is one text node, or none for an empty one. */
		return attr->children && attr->children->content
			       ? (const char *)attr->children->content
			       : "";
	}
	return NULL;
}

int fcl_image_xml_error(struct fcl_image_reader *r, const xmlNode *node, const char *format, ...)
{
	const char *name = fcl_image_xml_attr(node, "name");
	char text[512];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	return fcl_err_set(r->err, -EINVAL, "EMBEDDED_METADATA line %ld: %s%s%.64s%s: %s",
			   xmlGetLineNo(node), (const char *)node->name, name ? " \"" : "",
			   name ? name : "", name ? "\"" : "", text);
}

int fcl_image_xml_string(struct fcl_image_reader *r, const xmlNode *node, const char *name,
			 const char *fallback, const char **ret_text)
{
	const char *text = fcl_image_xml_attr(node, name);

	if (!text || (!fallback && !text[0])) {
		if (!fallback)
			return fcl_image_xml_error(r, node, "the attribute %s is %s", name,
						   text ? "empty" : "missing");
		text = fallback;
	}
	*ret_text = fcl_image_reader_string(r, text, strlen(text));
	return *ret_text ? 0 : -ENOMEM;
}

static bool parse_number(const char *text, uint64_t *ret_number)
{
	bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
	const char *digits = hex ? "0123456789abcdef" : "0123456789";
	uint64_t number = 0;

	text += hex ? 2 : 0;
	if (!*text)
		return false;
	for (; *text; text++) {
		char c = *text >= 'A' && *text <= 'F' ? (char)(*text | 0x20) : *text;
		const char *digit = strchr(digits, c);

		if (!digit || __builtin_mul_overflow(number, hex ? 16u : 10u, &number) ||
		    __builtin_add_overflow(number, (uint64_t)(digit - digits), &number))
			return false;
	}
	*ret_number = number;
	return true;
}

int fcl_image_xml_number(struct fcl_image_reader *r, const xmlNode *node, const char *name,
			 bool required, uint64_t most, uint64_t *ret_number)
{
	const char *text = fcl_image_xml_attr(node, name);
	uint64_t number;

	if (!text || !text[0]) {
		if (!required)
			return 0;
		return fcl_image_xml_error(r, node, "the attribute %s is %s", name,
					   text ? "empty" : "missing");
	}
	if (!parse_number(text, &number) || number > most)
		return fcl_image_xml_error(r, node,
					   "%s is \"%.64s\", expected a number from 0 to %llu",
					   name, text, (unsigned long long)most);
	*ret_number = number;
	return 0;
}
