/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_STREAMS_H
#define FCL_IMAGE_STREAMS_H

#include "bitstreams/image/codec/reader.h"
#include "bitstreams/image/codec/writer.h"

/* Reads the streams; must come after all sections that describe them. */
int fcl_image_streams_read(struct fcl_image_reader *r);

/* Adds the memories and connections that carry streams to the writer's tables. */
int fcl_image_streams_plan(struct fcl_image_writer *w);

#endif
