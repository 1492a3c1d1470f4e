/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_SECTIONS_H
#define FCL_IMAGE_SECTIONS_H

#include "bitstreams/image/codec/reader.h"
#include "bitstreams/image/codec/writer.h"

/* Each kind of section: what it says of an image, and how it is written. */

/* EMBEDDED_METADATA: the kernels, and what connects CUs and streams to them. */
int fcl_image_metadata_read(struct fcl_image_reader *r, const struct fcl_image_section *section);

/* Reads the kernels of a kernel.xml: `size` bytes at `xml`. */
int fcl_image_metadata_read_kernels(struct fcl_image_reader *r, const char *xml, size_t size);

int fcl_image_metadata_write(struct fcl_image_writer *w, uint32_t kind);

/* IP_LAYOUT: the CUs. Reading requires the kernels of EMBEDDED_METADATA. */
int fcl_image_ip_layout_read(struct fcl_image_reader *r, const struct fcl_image_section *section);

/* Determines the order of the entries, which connections refer to. */
int fcl_image_ip_layout_plan(struct fcl_image_writer *w);
int fcl_image_ip_layout_write(struct fcl_image_writer *w, uint32_t kind);

/* MEM_TOPOLOGY and GROUP_TOPOLOGY: the memories, in the order that connections refer to. */
int fcl_image_mem_topology_read(struct fcl_image_reader *r,
				const struct fcl_image_section *section);
int fcl_image_mem_topology_write(struct fcl_image_writer *w, uint32_t kind);

/* CONNECTIVITY and GROUP_CONNECTIVITY. Requires the CUs and the memories. */
int fcl_image_connectivity_read(struct fcl_image_reader *r,
				const struct fcl_image_section *section);
int fcl_image_connectivity_write(struct fcl_image_writer *w, uint32_t kind);

/* Reads the streams; must come after all sections that describe them. */
int fcl_image_streams_read(struct fcl_image_reader *r);

/* Adds the memories and connections that carry streams to the writer's tables. */
int fcl_image_streams_plan(struct fcl_image_writer *w);

/* CLOCK_FREQ_TOPOLOGY. */
int fcl_image_clocks_read(struct fcl_image_reader *r, const struct fcl_image_section *section);
int fcl_image_clocks_write(struct fcl_image_writer *w, uint32_t kind);

int fcl_image_build_metadata_write(struct fcl_image_writer *w, uint32_t kind);

/* Reads all entries, including ours, into the reader. */
int fcl_image_keyvalue_read(struct fcl_image_reader *r, const struct fcl_image_section *section);

/* Copies the entries that are not ours into the image. */
int fcl_image_keyvalue_publish(struct fcl_image_reader *r);

/* Writes the section. Must come last, as it contains the digests of all outputs so far. */
int fcl_image_keyvalue_write(struct fcl_image_writer *w);

#endif
