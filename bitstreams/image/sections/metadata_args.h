/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_METADATA_ARGS_H
#define FCL_IMAGE_METADATA_ARGS_H

#include "bitstreams/image/sections/metadata_xml.h"

/* Reads the <arg> elements of a kernel whose ports have been read. */
int fcl_image_metadata_args_read(struct fcl_image_reader *r, const xmlNode *node,
				 struct fcl_image_kernel *kernel);

#endif
