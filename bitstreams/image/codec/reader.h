/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_READER_H
#define FCL_IMAGE_READER_H

#include "bitstreams/image/model/image.h"
#include "bitstreams/image/model/names.h"

#define FCL_IMAGE_NO_CU UINT32_MAX

/* A KEYVALUE entry; the raw value's place lets the container digest leave its own value out. */
struct fcl_image_keyvalue_entry {
	const char *key, *value;
	size_t value_offset, value_length; /* of the raw text between the quotes, in the section */
};

/*
 * A <connection> of EMBEDDED_METADATA between CUs, or a CU and the host, before its names are looked
 * up. The host's end has no CU: NULL.
 */
struct fcl_image_link {
	const char *name; /* "" when the file gives none */
	const char *src_cu, *src_port;
	const char *dst_cu, *dst_port;
	uint32_t depth, packet_size; /* 0: not stated */
	long line;
};

/*
 * One read in progress. The tables here serve only to tie the sections together; like everything
 * else they live in the image's arena, so no error path has anything to free.
 */
struct fcl_image_reader {
	struct fcl_image *image;
	struct fcl_err *err;
	const char *document; /* what messages call the XML: "EMBEDDED_METADATA" */
	bool strict; /* an emulation image, which only this project writes: oddities are errors */
	struct fcl_image_keyvalue_entry *entries;
	uint32_t nentries;
	const struct fcl_image_section *keyvalue; /* the section that `entries` come from */
	struct fcl_image_name *kernel_names;      /* sorted; index into image->kernels */
	struct fcl_image_name *instances; /* <instance> names, sorted; index of the kernel */
	uint32_t ninstances;
	struct fcl_image_name *cu_names; /* sorted; index into image->cus */
	uint32_t *cu_of_ip; /* CU of each IP_LAYOUT entry, FCL_IMAGE_NO_CU for other IPs */
	uint32_t nips;
	struct fcl_image_link *links;
	uint32_t nlinks;
	uint64_t compared; /* characters of names that were searched for in lists */
};

/*
 * Counts that a name was searched for in a list of `count` names; -EINVAL beyond what any design takes, so that no file
 * keeps the host busy for seconds.
 */
int fcl_image_reader_compared(struct fcl_image_reader *r, const char *name, uint32_t count);

/* Zeroed arena memory; NULL with the error set. */
void *fcl_image_reader_alloc(struct fcl_image_reader *r, size_t count, size_t size);

/* A copy of the `length` characters at `text`; NULL with the error set. */
const char *fcl_image_reader_string(struct fcl_image_reader *r, const char *text, size_t length);

/*
 * A fixed character field of a section entry, which must be terminated within its `size` bytes.
 * `what` names it in the message: "m_tag".
 */
int fcl_image_reader_field(struct fcl_image_reader *r, const struct fcl_image_section *section,
			   uint32_t index, const char *what, const void *bytes, size_t size,
			   const char **ret_text);

/* Checks that `count` entries of `entry` bytes follow the first `head` bytes of the section. */
int fcl_image_reader_count(struct fcl_image_reader *r, const struct fcl_image_section *section,
			   int64_t count, size_t head, size_t entry);

#endif
