/* SPDX-License-Identifier: Apache-2.0 */
#include "bitstreams/image/sections/metadata_xml.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/xml.h"

/* The largest vendor designs have a few megabytes. */
#define MAX_SIZE (32u * 1024u * 1024u)
/*
 * libxml2 compares each attribute of an element with all others. v++ writes about twenty per
 * element, which are 16 million comparisons in the largest XML that is accepted; more than this
 * many would take half a second.
 */
#define MAX_ATTRIBUTES 512u
#define MAX_COMPARISONS (64u * 1024u * 1024u)

static int metadata_xml_check_attributes(const struct fcl_image_reader *r, const char *bytes,
					 size_t size)
{
	unsigned count = 0, comparisons = 0;

	for (size_t i = 0; i < size; i++) {
		if (bytes[i] == '<')
			count = 0;
		if (bytes[i] != '=')
			continue;
		comparisons += count++;
		if (count > MAX_ATTRIBUTES)
			return fcl_err_set(r->err, -EINVAL,
					   "%s byte %zu: an element has more than %u attributes",
					   r->document, i, MAX_ATTRIBUTES);
		if (comparisons > MAX_COMPARISONS)
			return fcl_err_set(r->err, -EINVAL,
					   "%s byte %zu: checking the attributes of all "
					   "elements would take more than %u comparisons",
					   r->document, i, MAX_COMPARISONS);
	}
	return 0;
}

int fcl_image_xml_parse(struct fcl_image_reader *r, const char *bytes, size_t size,
			xmlDoc **ret_doc)
{
	struct fcl_xml_refusal refusal;
	int error;

	while (size && !bytes[size - 1])
		size--;
	if (!size || size > MAX_SIZE)
		return fcl_err_set(r->err, -EINVAL, "%s: %zu bytes of XML, expected 1 to %u",
				   r->document, size, MAX_SIZE);
	error = metadata_xml_check_attributes(r, bytes, size);
	if (error)
		return error;
	error = fcl_xml_parse(bytes, size, ret_doc, &refusal);
	if (error == -ENOMEM)
		return fcl_image_no_memory(r->err);
	if (error && refusal.has_doctype)
		return fcl_err_set(r->err, error,
				   "%s: the XML has a DOCTYPE, which is not accepted", r->document);
	if (error)
		return fcl_err_set(r->err, error, "%s line %d: %s", r->document, refusal.line,
				   refusal.text);
	return 0;
}

int fcl_image_xml_error(struct fcl_image_reader *r, const xmlNode *node, const char *format, ...)
{
	const char *name = fcl_xml_attr(node, "name");
	char text[512];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	return fcl_err_set(r->err, -EINVAL, "%s line %ld: %s%s%.64s%s: %s", r->document,
			   xmlGetLineNo(node), (const char *)node->name, name ? " \"" : "",
			   name ? name : "", name ? "\"" : "", text);
}

int fcl_image_xml_string(struct fcl_image_reader *r, const xmlNode *node, const char *name,
			 const char *fallback, const char **ret_text)
{
	const char *text = fcl_xml_attr(node, name);

	if (!text || (!fallback && !text[0])) {
		if (!fallback)
			return fcl_image_xml_error(r, node, "the attribute %s is %s", name,
						   text ? "empty" : "missing");
		text = fallback;
	}
	*ret_text = fcl_image_reader_string(r, text, strlen(text));
	return *ret_text ? 0 : -ENOMEM;
}

static bool metadata_xml_parse_number(const char *text, uint64_t *ret_number)
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
	const char *text = fcl_xml_attr(node, name);
	uint64_t number;

	if (!text || !text[0]) {
		if (!required)
			return 0;
		return fcl_image_xml_error(r, node, "the attribute %s is %s", name,
					   text ? "empty" : "missing");
	}
	if (!metadata_xml_parse_number(text, &number) || number > most)
		return fcl_image_xml_error(r, node,
					   "%s is \"%.64s\", expected a number from 0 to %llu",
					   name, text, (unsigned long long)most);
	*ret_number = number;
	return 0;
}
