/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CAPTURE_STORED_H
#define FCL_CAPTURE_STORED_H

#include "base/capture/reader.h"

/* The contents that a capture stores. */

/* Whether the value has bytes, or their hashes; value->number says how many. */
bool fcl_value_has_contents(const struct fcl_value *value);

/* Copies all bytes of a value. -ENOENT: it has hashes. */
int fcl_capture_contents(const struct fcl_capture *capture, const struct fcl_value *value, void *to,
			 struct fcl_err *err);

/* The hash of the piece at that offset. */
int fcl_capture_hash(const struct fcl_capture *capture, const struct fcl_value *value, uint64_t at,
		     uint64_t ret_hash[2]);

/* The first difference between captured contents and others. */
struct fcl_difference {
	bool found;
	uint64_t at;   /* its offset; that of a piece if only hashes are known */
	uint64_t size; /* of that piece; 0: the bytes are known */
	uint8_t expected, instead;
};

/* Compares the value's contents with as many bytes. */
int fcl_capture_compare(const struct fcl_capture *capture, const struct fcl_value *value,
			const void *bytes, struct fcl_difference *ret_difference,
			struct fcl_err *err);

#endif
