/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/design/xml.h"

#include <errno.h>
#include <string.h>

#include "base/xml.h"

int fcl_design_xml_parse(const char *file, const char *bytes, size_t size, xmlDoc **ret_doc,
			 struct fcl_err *err)
{
	struct fcl_xml_refusal refusal = {0};
	int error = fcl_xml_parse(bytes, size, ret_doc, &refusal);

	if (error == -EINVAL)
		return fcl_err_set(err, error, "%s:%d: expected well-formed XML%s: %s", file,
				   refusal.line, refusal.has_doctype ? " without a DOCTYPE" : "",
				   refusal.has_doctype ? "found one" : refusal.text);
	return error ? fcl_err_set(err, error, "no memory for %s", file) : 0;
}

const char *fcl_design_xml_attr(struct fcl_design *design, const xmlNode *node, const char *name,
				struct fcl_err *err)
{
	const char *text = node ? fcl_xml_attr(node, name) : NULL;

	return text ? fcl_design_copy(design, text, strlen(text), err) : "";
}

const char *fcl_design_xml_text(struct fcl_design *design, const xmlNode *node, const char *name,
				struct fcl_err *err)
{
	size_t length;
	const char *from = fcl_xml_text(fcl_xml_child(node, name), &length);

	return fcl_design_copy(design, from, length, err);
}

uint32_t fcl_design_xml_line(const xmlNode *node)
{
	long line = xmlGetLineNo((xmlNode *)(uintptr_t)node);

	return line > 0 ? (uint32_t)line : 0;
}
