/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_READER_H
#define FCL_IMAGE_READER_H

#include "bitstreams/image/model/image.h"
#include "bitstreams/image/model/names.h"

#define FCL_IMAGE_NO_CU UINT32_MAX

/* A KEYVALUE entry; the location of its raw value allows the container digest to exclude it. */
struct fcl_image_keyvalue_entry {
	const char *key, *value;
	size_t value_offset, value_length; /* of the raw text between the quotes, in the section */
};

/*
 * A <connection> of EMBEDDED_METADATA between CUs, or between a CU and the host, with unresolved
 * names. The CU of the host's end is NULL.
 */
struct fcl_image_link {
	const char *name; /* "" if the file has none */
	const char *src_cu, *src_port;
	const char *dst_cu, *dst_port;
	uint32_t depth, packet_size; /* 0: not stated */
	long line;
};

/*
 * The state of one read. These tables only serve to connect the sections; like everything else,
 * they are in the image's arena, so error paths have nothing to free.
 */
struct fcl_image_reader {
	struct fcl_image *image;
	struct fcl_err *err;
	const char *document; /* name of the XML in messages: "EMBEDDED_METADATA" */
	bool strict; /* an emulation image, which only this project writes: any deviation is an error */
	struct fcl_image_keyvalue_entry *entries;
	uint32_t nentries;
	const struct fcl_image_section *keyvalue; /* the section that `entries` come from */
	struct fcl_image_name *kernel_names;      /* sorted; index into image->kernels */
	struct fcl_image_name *instances; /* <instance> names, sorted; index of the kernel */
	uint32_t ninstances;
	struct fcl_image_name *cu_names; /* sorted; index into image->cus */
	uint32_t *cu_of_ip; /* CU of each IP_LAYOUT entry; FCL_IMAGE_NO_CU for other IPs */
	uint32_t nips;
	struct fcl_image_link *links;
	uint32_t nlinks;
	uint64_t compared; /* character comparisons of names so far */
};

/*
 * Accounts for a search for a name in a list of `count` names; -EINVAL if the total exceeds that of
 * any real design, so that no file keeps the host busy for seconds.
 */
int fcl_image_reader_compared(struct fcl_image_reader *r, const char *name, uint32_t count);

/* Returns zeroed arena memory; NULL, with the error set. */
void *fcl_image_reader_alloc(struct fcl_image_reader *r, size_t count, size_t size);

/* Copies `length` characters at `text`; NULL, with the error set. */
const char *fcl_image_reader_string(struct fcl_image_reader *r, const char *text, size_t length);

/*
 * Reads a fixed-size character field of a section entry, which must be terminated within its `size`
 * bytes. `what` is its name in messages: "m_tag".
 */
int fcl_image_reader_field(struct fcl_image_reader *r, const struct fcl_image_section *section,
			   uint32_t index, const char *what, const void *bytes, size_t size,
			   const char **ret_text);

/* Checks that `count` entries of `entry` bytes fit after the first `head` bytes of the section. */
int fcl_image_reader_count(struct fcl_image_reader *r, const struct fcl_image_section *section,
			   int64_t count, size_t head, size_t entry);

#endif
