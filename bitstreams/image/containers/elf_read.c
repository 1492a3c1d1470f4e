/* SPDX-License-Identifier: Apache-2.0 */
#include "bitstreams/image/containers/elf.h"

#include <errno.h>
#include <gelf.h>
#include <pthread.h>
#include <string.h>

#include "bitstreams/image/containers/axlf.h"
#include "bitstreams/image/containers/digests.h"
#include "bitstreams/image/containers/overlaps.h"
#include "bitstreams/image/model/kinds.h"
#include "bitstreams/image/sections/sections.h"

/* The structs of xclbin are little-endian, and are copied unchanged. */
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the readers need a little-endian host");

static pthread_once_t init_once = PTHREAD_ONCE_INIT;

static void elf_read_init(void)
{
	elf_version(EV_CURRENT);
}

static bool elf_read_is_ours(const char *name)
{
	return name && !strncmp(name, FCL_IMAGE_ELF_PREFIX, strlen(FCL_IMAGE_ELF_PREFIX));
}

static int check_extent(struct fcl_image_reader *r, const char *name, const GElf_Shdr *header)
{
	size_t size = r->image->bytes_size;

	if (header->sh_type != SHT_NOBITS && header->sh_offset <= size &&
	    header->sh_size <= size - header->sh_offset)
		return 0;
	return fcl_err_set(
		r->err, -EINVAL,
		"section \"%.80s\": offset %llu and size %llu, expected within the %zu bytes of the ELF",
		name, (unsigned long long)header->sh_offset, (unsigned long long)header->sh_size,
		size);
}

/* Reads a section ".fpgacl.<kind>" or ".fpgacl.<kind>:<name>". */
static int elf_read_section(struct fcl_image_reader *r, const char *name, const GElf_Shdr *header)
{
	struct fcl_image_section *section = &r->image->sections[r->image->nsections];
	const char *kind = name + strlen(FCL_IMAGE_ELF_PREFIX);
	size_t length = strcspn(kind, ":");

	if (!fcl_image_kind_from_name(kind, length, &section->kind))
		return fcl_err_set(r->err, -EINVAL,
				   "section \"%.80s\": not the name of a section kind", name);
	kind += length;
	kind += *kind == ':';
	section->name = fcl_image_reader_string(r, kind, strlen(kind));
	if (!section->name)
		return -ENOMEM;
	section->data = (const char *)r->image->bytes + header->sh_offset;
	section->size = header->sh_size;
	r->image->nsections++;
	return 0;
}

static int read_header(struct fcl_image_reader *r, const GElf_Shdr *section)
{
	struct axlf header = {0};

	if (section->sh_size != FCL_IMAGE_AXLF_HEADER_SIZE)
		return fcl_err_set(r->err, -EINVAL,
				   FCL_IMAGE_ELF_HEADER_SECTION " has %llu bytes, expected %zu",
				   (unsigned long long)section->sh_size,
				   FCL_IMAGE_AXLF_HEADER_SIZE);
	memcpy(&header, (const char *)r->image->bytes + section->sh_offset,
	       FCL_IMAGE_AXLF_HEADER_SIZE);
	return fcl_image_axlf_header_read(r, &header);
}

static int elf_read_sections(struct fcl_image_reader *r, Elf *elf, size_t names)
{
	bool has_header = false;
	Elf_Scn *scn = NULL;

	while ((scn = elf_nextscn(elf, scn))) {
		GElf_Shdr header;
		const char *name;
		int error;

		if (!gelf_getshdr(scn, &header))
			continue;
		name = elf_strptr(elf, names, header.sh_name);
		if (!elf_read_is_ours(name))
			continue;
		error = check_extent(r, name, &header);
		if (!error && !strcmp(name, FCL_IMAGE_ELF_HEADER_SECTION)) {
			has_header = true;
			error = read_header(r, &header);
		} else if (!error && strcmp(name, FCL_IMAGE_ELF_ORIGIN_SECTION) != 0) {
			error = elf_read_section(r, name, &header);
		}
		if (error)
			return error;
	}
	if (!has_header)
		return fcl_err_set(r->err, -EINVAL,
				   "an ELF without a " FCL_IMAGE_ELF_HEADER_SECTION
				   " section: a shared object, but not an image");
	return 0;
}

static int read_elf(struct fcl_image_reader *r, Elf *elf)
{
	size_t count = 0, names = 0;

	if (!elf || elf_kind(elf) != ELF_K_ELF || elf_getshdrnum(elf, &count) ||
	    elf_getshdrstrndx(elf, &names))
		return errno == ENOMEM ? fcl_image_no_memory(r->err)
				       : fcl_err_set(r->err, -EINVAL,
						     "the ELF's section headers are damaged: %s",
						     elf_errmsg(-1));
	r->image->sections = fcl_image_reader_alloc(r, count, sizeof(*r->image->sections));
	if (!r->image->sections)
		return -ENOMEM;
	return elf_read_sections(r, elf, names);
}

/* libelf requires a writable pointer but only reads; the bytes are our own copy. */
static int read_with_libelf(struct fcl_image_reader *r)
{
	Elf *elf;
	int error;

	pthread_once(&init_once, elf_read_init);
	errno = 0; /* libelf's own error codes are not public */
	elf = elf_memory((char *)r->image->bytes, r->image->bytes_size);
	error = read_elf(r, elf);
	elf_end(elf);
	return error;
}

int fcl_image_elf_read(struct fcl_image_reader *r)
{
	const struct fcl_image_section *keyvalue;
	int error = fcl_image_elf_check(r->image->bytes, r->image->bytes_size, "image", r->err);

	r->image->container = FCL_IMAGE_ELF;
	if (!error)
		error = read_with_libelf(r);
	if (!error && !r->strict)
		error = fcl_err_set(r->err, -EINVAL,
				    FCL_IMAGE_ELF_HEADER_SECTION
				    ": m_mode says hw, but a bare ELF is for an emulated board");
	if (!error)
		error = fcl_image_overlaps_check(r);
	if (error)
		return error;
	keyvalue = fcl_image_section(r->image, KEYVALUE_METADATA);
	if (keyvalue)
		error = fcl_image_keyvalue_read(r, keyvalue);
	if (!error)
		error = fcl_image_digest_check(r, r->image->bytes_size);
	r->image->payload = r->image->bytes;
	r->image->payload_size = r->image->bytes_size;
	return error;
}
