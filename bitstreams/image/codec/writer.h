/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_WRITER_H
#define FCL_IMAGE_WRITER_H

#include "base/arena.h"
#include "base/text.h"
#include "bitstreams/image/model/image.h"

/* A section to be written. */
struct fcl_image_output {
	uint32_t kind;
	uint32_t ordinal; /* number of preceding sections of its kind */
	const char *name; /* m_sectionName */
	const void *data;
	size_t size;
	void *owned;   /* data if the writer owns it */
	size_t offset; /* in the file, set during layout */
};

/* The state of one write. The image is not changed; data that only the container needs is here. */
struct fcl_image_writer {
	const struct fcl_image *image;
	struct fcl_err *err;
	enum fcl_image_container container;
	bool launched; /* started by XRT's hardware emulation: see launcher.h */
	struct fcl_arena scratch;
	uint8_t uuid[16];
	uint32_t *cu_of_ip; /* in the order of IP_LAYOUT: by base address */
	uint32_t *ip_of_cu;
	/* The image's mems and connections, plus those that carry its streams. */
	struct fcl_image_mem *mems;
	uint32_t nmems;
	struct fcl_image_connection *connections;
	uint32_t nconnections;
	struct fcl_image_output *outputs;
	uint32_t noutputs;
	uint32_t keyvalue;      /* index of the KEYVALUE section among the outputs */
	size_t container_value; /* offset of the container digest in the KEYVALUE section */
};

/* Returns zeroed memory that lives as long as the writer; NULL, with the error set. */
void *fcl_image_writer_alloc(struct fcl_image_writer *w, size_t count, size_t size);

/* Takes ownership of the buffer's bytes, even on failure. */
int fcl_image_writer_add(struct fcl_image_writer *w, uint32_t kind, struct fcl_text *buffer);

/* Borrows the bytes, which must outlive the writer. */
void fcl_image_writer_add_borrowed(struct fcl_image_writer *w, uint32_t kind, const char *name,
				   const void *data, size_t size);

/* Frees the writer's memory. */
void fcl_image_writer_fini(struct fcl_image_writer *w);

#endif
