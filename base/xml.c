/* SPDX-License-Identifier: Apache-2.0 */
#include "base/xml.h"

#include <errno.h>
#include <libxml/parser.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/fork.h"

#if LIBXML_VERSION >= 21200
#define ERROR const xmlError
#else
#define ERROR xmlError
#endif

/* State that the parser's callbacks set. */
struct parse {
	struct fcl_xml_refusal *refusal;
	bool failed; /* the first message is kept: later ones follow from it */
	bool starved;
};

static pthread_once_t init_once = PTHREAD_ONCE_INIT;
static pthread_mutex_t library_lock = PTHREAD_MUTEX_INITIALIZER; /* see lock_library() */

static void refuse_doctype(void *context, const xmlChar *name, const xmlChar *external,
			   const xmlChar *system)
{
	xmlParserCtxt *parser = context;
	struct parse *parse = parser->_private;

	(void)name;
	(void)external;
	(void)system;
	parse->refusal->has_doctype = true;
	xmlStopParser(parser);
}

static void xml_keep_error(void *context, ERROR *error)
{
	const xmlParserCtxt *parser = context;
	struct parse *parse = parser->_private;
	const char *message = error->message ? error->message : "not well-formed";

	if (error->code == XML_ERR_NO_MEMORY)
		parse->starved = true;
	if (parse->failed || error->level < XML_ERR_ERROR)
		return;
	parse->failed = true;
	parse->refusal->line = error->line;
	snprintf(parse->refusal->text, sizeof(parse->refusal->text), "%.*s",
		 (int)strcspn(message, "\n"), message);
}

/*
 * For allocation failures that libxml2 reports outside of a parser: the parser continues without
 * the attribute or its value.
 */
static void note_error(void *context, ERROR *error)
{
	struct parse *parse = context;

	if (parse && error->code == XML_ERR_NO_MEMORY)
		parse->starved = true;
}

/*
 * xmlInitParser() may report that memory ran out; before it, even setting a thread's handler is not
 * safe.
 */
static void xml_init(void)
{
	xmlStructuredErrorFunc host_handler = xmlStructuredError;
	void *host_context = xmlStructuredErrorContext;

	xmlSetStructuredErrorFunc(NULL, note_error);
	xmlInitParser();
	xmlSetStructuredErrorFunc(host_context, host_handler);
}

/*
 * libxml2 has per-thread variables. Before 2.12, it crashes if there is no memory for them, so they
 * are created here. The second call is needed as the first one, if it fails, reports an error,
 * which may create them.
 */
static bool has_variables(void)
{
#if LIBXML_VERSION < 21200
	void *room = malloc(2 * sizeof(xmlGlobalState));

	free(room);
	return room && (xmlIsMainThread() || xmlGetGlobalState() || xmlGetGlobalState());
#else
	return !xmlCheckThreadLocalStorage();
#endif
}

static xmlDoc *parse_document(const char *bytes, size_t size, struct parse *parse)
{
	const int options = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING |
			    XML_PARSE_NOBLANKS | XML_PARSE_NOCDATA | XML_PARSE_COMPACT;
	/* The calling thread's error handler is the host program's: it is restored below. */
	xmlStructuredErrorFunc host_handler = xmlStructuredError;
	void *host_context = xmlStructuredErrorContext;
	xmlParserCtxt *parser;
	xmlDoc *doc = NULL;

	xmlSetStructuredErrorFunc(parse, note_error);
	parser = xmlNewParserCtxt();
	if (parser) {
		parser->_private = parse;
		parser->sax->serror = xml_keep_error;
		parser->sax->internalSubset = refuse_doctype;
		doc = xmlCtxtReadMemory(parser, bytes, (int)size, NULL, NULL, options);
		xmlFreeParserCtxt(parser);
	}
	xmlSetStructuredErrorFunc(host_context, host_handler);
	return doc;
}

/* The quoted text after `name` in the XML declaration, if there is one. */
static bool find_declared(const char *bytes, size_t size, const char *name, const char **ret_text,
			  int *ret_length)
{
	const char *end = size > 5 && !memcmp(bytes, "<?xml", 5) ? memmem(bytes, size, "?>", 2)
								 : NULL;
	const char *at = end ? memmem(bytes, (size_t)(end - bytes), name, strlen(name)) : NULL;
	const char *close;

	while (at && at < end && *at != '"' && *at != '\'')
		at++;
	close = at && at < end ? memchr(at + 1, *at, (size_t)(end - at - 1)) : NULL;
	if (!close)
		return false;
	*ret_text = at + 1;
	*ret_length = (int)(close - at - 1);
	return true;
}

/* Callers search the bytes for characters, which fails in, say, UTF-16 or EBCDIC. */
static bool is_like_ascii(const char *bytes, size_t size, struct fcl_xml_refusal *ret_refusal)
{
	static const char *const known[] = {"utf-8", "us-ascii", "ascii", "iso-8859-1"};
	const char *encoding = "one of another kind";
	int length = (int)strlen(encoding);
	bool good = size > 1 && !strchr("\xFE\xFF\x4C", bytes[0]) && bytes[1];

	if (good && find_declared(bytes, size, "encoding", &encoding, &length)) {
		good = false;
		for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
			good |= length == (int)strlen(known[i]) &&
				!strncasecmp(encoding, known[i], (size_t)length);
	}
	if (!good) {
		ret_refusal->line = 1;
		snprintf(ret_refusal->text, sizeof(ret_refusal->text),
			 "expected the encoding UTF-8, found %.*s", length, encoding);
	}
	return good;
}

/* Keeps fork() out of libxml2, whose internal locks the child would otherwise inherit locked. */
static void lock_library(void)
{
	fcl_fork_protect(&library_lock);
	pthread_mutex_lock(&library_lock);
}

void fcl_xml_free(xmlDoc *doc)
{
	if (!doc)
		return;
	lock_library();
	xmlFreeDoc(doc);
	pthread_mutex_unlock(&library_lock);
}

int fcl_xml_parse(const char *bytes, size_t size, xmlDoc **ret_doc,
		  struct fcl_xml_refusal *ret_refusal)
{
	struct parse parse = {.refusal = ret_refusal};
	xmlDoc *doc;

	memset(ret_refusal, 0, sizeof(*ret_refusal));
	pthread_once(&init_once, xml_init);
	if (!has_variables() || size > INT_MAX)
		return -ENOMEM;
	if (!is_like_ascii(bytes, size, ret_refusal))
		return -EINVAL;
	lock_library();
	doc = parse_document(bytes, size, &parse);
	pthread_mutex_unlock(&library_lock);
	if (!parse.starved && doc && !parse.failed && !ret_refusal->has_doctype) {
		*ret_doc = doc;
		return 0;
	}
	fcl_xml_free(doc);
	if (ret_refusal->has_doctype)
		return -EINVAL;
	return parse.failed && !parse.starved ? -EINVAL : -ENOMEM;
}

const char *fcl_xml_attr(const xmlNode *node, const char *name)
{
	for (const xmlAttr *attr = node->properties; attr; attr = attr->next) {
		if (strcmp((const char *)attr->name, name) != 0)
			continue;
		/* With no entities, the value is one text node, or none if it is empty. */
		return attr->children && attr->children->content
			       ? (const char *)attr->children->content
			       : "";
	}
	return NULL;
}

/* The first element with that name among a node and its later siblings. */
static xmlNode *xml_named(xmlNode *node, const char *name)
{
	while (node &&
	       (node->type != XML_ELEMENT_NODE || strcmp((const char *)node->name, name) != 0))
		node = node->next;
	return node;
}

xmlNode *fcl_xml_child(const xmlNode *parent, const char *name)
{
	return parent ? xml_named(parent->children, name) : NULL;
}

xmlNode *fcl_xml_next(const xmlNode *node)
{
	return xml_named(node->next, (const char *)node->name);
}

uint32_t fcl_xml_count(const xmlNode *parent, const char *name)
{
	uint32_t count = 0;

	for (const xmlNode *child = fcl_xml_child(parent, name); child; child = fcl_xml_next(child))
		count++;
	return count;
}

const char *fcl_xml_text(const xmlNode *element, size_t *ret_length)
{
	const xmlNode *inner = element ? element->children : NULL;
	bool has_text = inner && inner->type == XML_TEXT_NODE && inner->content;
	const char *from = has_text ? (const char *)inner->content : "";

	from += strspn(from, " \t\r\n");
	*ret_length = strlen(from);
	while (*ret_length && strchr(" \t\r\n", from[*ret_length - 1]))
		(*ret_length)--;
	return from;
}
