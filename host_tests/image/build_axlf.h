/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BUILD_AXLF_H
#define FCL_BUILD_AXLF_H

#include <stddef.h>
#include <stdint.h>
#include <xrt/xclbin.h>

/*
 * Containers built by hand, section by section, without any of the writer's code: files as written
 * by vendors' tools, damaged, or malicious.
 */
struct test_section {
	uint32_t kind;
	const void *data;
	size_t size;
	const char *name; /* NULL: none */
};

/* An axlf2 file of mode `mode` without digests. The bytes come from malloc(). */
void *build_axlf(uint16_t mode, const struct test_section *sections, uint32_t count,
		 size_t *ret_size);

/* A 4-byte count, padding up to `head`, and `count` entries. */
struct test_section build_table(uint32_t kind, const void *entries, int32_t count, size_t entry,
				size_t head);

/* The sections of a small vendor-like hardware design: kernel vadd with two CUs. */
enum { VENDOR_MEM, VENDOR_IP, VENDOR_CONNECTIVITY, VENDOR_XML, VENDOR_BITSTREAM, VENDOR_SECTIONS };
struct vendor {
	struct test_section sections[VENDOR_SECTIONS];
	struct mem_data mems[3];
	struct ip_data ips[4];
	struct connection connections[7];
};

extern const char vendor_xml[];

/* Builds the sections from the tables, which a test may have changed; vendor_free() frees them. */
void vendor_init(struct vendor *vendor);
void vendor_make(struct vendor *vendor);
void vendor_free(struct vendor *vendor);

#endif
