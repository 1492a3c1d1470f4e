/* SPDX-License-Identifier: Apache-2.0 */
#include "board_support/board_xml.h"

#include <errno.h>

#include "base/xml.h"
#include "board_support/board_check.h"

int fcl_board_xml_read(const char *text, size_t size, const char *file, xmlDoc **ret_doc,
		       struct fcl_err *err)
{
	struct fcl_xml_refusal refusal;
	int error;

	if (size > FCL_BOARD_MAX_BYTES)
		return fcl_err_set(err, -EINVAL,
				   "%s: expected a board file of at most %u bytes, found %zu", file,
				   FCL_BOARD_MAX_BYTES, size);
	error = fcl_xml_parse(text, size, ret_doc, &refusal);
	if (error == -ENOMEM)
		return fcl_err_set(err, error, "%s: out of memory", file);
	if (error && refusal.has_doctype)
		return fcl_err_set(err, error, "%s: expected no DOCTYPE in a board file, found one",
				   file);
	if (error)
		return fcl_err_set(err, error, "%s:%d: not well-formed XML: %s", file, refusal.line,
				   refusal.text);
	error = fcl_board_check(*ret_doc, file, err);
	if (error)
		fcl_xml_free(*ret_doc);
	return error;
}
