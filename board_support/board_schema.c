/* SPDX-License-Identifier: Apache-2.0 */
#include "board_support/board_schema.h"

#include <errno.h>
#include <libxml/parser.h>
#include <libxml/relaxng.h>

/* board.rng, embedded. */
extern const unsigned char fcl_board_schema[];
extern const size_t fcl_board_schema_size;

__attribute__((format(printf, 2, 3))) static void drop(void *user, const char *format, ...)
{
	(void)user;
	(void)format;
}

static xmlRelaxNG *board_schema_load(void)
{
	xmlRelaxNGParserCtxt *parser = xmlRelaxNGNewMemParserCtxt((const char *)fcl_board_schema,
								  (int)fcl_board_schema_size);
	xmlRelaxNG *schema = parser ? xmlRelaxNGParse(parser) : NULL;

	xmlRelaxNGFreeParserCtxt(parser);
	return schema;
}

int fcl_board_schema_check(const char *text, size_t size, int is_loud)
{
	xmlDoc *doc = xmlReadMemory(
		text, (int)size, "board.xml", NULL,
		XML_PARSE_NONET | (is_loud ? 0 : XML_PARSE_NOERROR | XML_PARSE_NOWARNING));
	xmlRelaxNG *schema = board_schema_load();
	xmlRelaxNGValidCtxt *valid = schema ? xmlRelaxNGNewValidCtxt(schema) : NULL;
	int error = valid ? 0 : -ENOMEM;

	if (valid && !is_loud)
		xmlRelaxNGSetValidErrors(valid, drop, drop, NULL);
	if (valid && (!doc || xmlRelaxNGValidateDoc(valid, doc)))
		error = -EINVAL;
	xmlRelaxNGFreeValidCtxt(valid);
	xmlRelaxNGFree(schema);
	xmlFreeDoc(doc);
	return error;
}
