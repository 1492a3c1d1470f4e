/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_NUMBERS_H
#define FCL_SERVE_NUMBERS_H

#include "tools/serve/repository/datatype.h"

/*
 * Converts the text of a JSON number, or true or false, to an element. `text` need not end after
 * `length` bytes, but a byte must follow that belongs to no number. Returns false if it is not valid
 * JSON or does not fit the type. FP16 and BF16 have no numbers in JSON here.
 */
bool fcl_serve_number_bytes(const char *text, size_t length, const struct fcl_serve_datatype *type,
			    void *ret_bytes);

#endif
