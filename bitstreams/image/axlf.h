/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_AXLF_H
#define FCL_IMAGE_AXLF_H

#include <xrt/xclbin.h>

#include "bitstreams/image/read.h"
#include "bitstreams/image/write.h"

#define FCL_AXLF_MAGIC "xclbin2" /* with its terminating zero: 8 bytes */
/* What stands in front of the section headers: struct axlf ends with the first of them. */
#define FCL_AXLF_HEADER_SIZE offsetof(struct axlf, m_sections)

/* Target, uuid and platform from the FCL_AXLF_HEADER_SIZE bytes at `header`. */
int fcl_axlf_header_read(struct fcl_reader *r, const struct axlf *header);

/* Fills the header of a container of `length` bytes and `nsections` sections. */
void fcl_axlf_header_write(struct fcl_writer *w, uint64_t length, uint32_t nsections,
			   struct axlf *header);

int fcl_axlf_read(struct fcl_reader *r);
int fcl_axlf_write(struct fcl_writer *w, struct fcl_text *file);

#endif
