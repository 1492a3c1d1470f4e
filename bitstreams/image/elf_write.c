/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Adds sections to a shared object without moving a byte of what is loaded: they, a new section
 * name table and a new table of section headers go behind the end, and the ELF header is pointed at
 * the new table.
 */
#include <elf.h>
#include <errno.h>
#include <string.h>

#include "bitstreams/image/axlf.h"
#include "bitstreams/image/elf_container.h"
#include "bitstreams/image/kinds.h"

#define ALIGNMENT 8u

/* The payload as it is, and the tables that its copy gets. */
struct rebuild {
	struct fcl_writer *w;
	const char *bytes;
	size_t size;
	Elf64_Ehdr header;
	Elf64_Shdr *sections; /* those that stay, with room for ours */
	size_t nsections;
	const char *names; /* the payload's section names */
	size_t names_size;
	bool has_ours;
	uint64_t first; /* where the first section of ours began */
};

static int refuse(struct rebuild *e, const char *what)
{
	return fcl_err_set(e->w->err, -EINVAL, "payload: %s", what);
}

/* The name of a section, NULL when the name table does not hold all of it. */
static const char *section_name(const struct rebuild *e, const Elf64_Shdr *section)
{
	size_t at = section->sh_name;

	if (at >= e->names_size || !memchr(e->names + at, '\0', e->names_size - at))
		return NULL;
	return e->names + at;
}

static bool is_ours(const struct rebuild *e, const Elf64_Shdr *section)
{
	const char *name = section_name(e, section);

	return name && !strncmp(name, FCL_ELF_PREFIX, strlen(FCL_ELF_PREFIX));
}

static bool is_inside(const struct rebuild *e, uint64_t offset, uint64_t size)
{
	return offset <= e->size && size <= e->size - offset;
}

/* Indices are what symbols and sh_link refer to: a section of ours is blanked, and cut at the end.
 */
static void drop_ours(struct rebuild *e)
{
	for (size_t i = 0; i < e->nsections; i++) {
		if (!is_ours(e, &e->sections[i]))
			continue;
		if (!e->has_ours || e->sections[i].sh_offset < e->first)
			e->first = e->sections[i].sh_offset;
		e->has_ours = true;
		memset(&e->sections[i], 0, sizeof(e->sections[i]));
	}
	while (e->has_ours && e->nsections > 1 &&
	       e->sections[e->nsections - 1].sh_type == SHT_NULL &&
	       e->nsections - 1 != e->header.e_shstrndx)
		e->nsections--;
}

static int open_payload(struct rebuild *e)
{
	const struct fcl_image *image = e->w->image;
	uint64_t table;
	int rc = fcl_elf_check(image->payload, image->payload_size, "payload", e->w->err);

	if (rc)
		return rc;
	e->bytes = image->payload;
	e->size = image->payload_size;
	memcpy(&e->header, e->bytes, sizeof(e->header));
	e->nsections = e->header.e_shoff ? e->header.e_shnum : 0;
	table = e->nsections * sizeof(Elf64_Shdr);
	if ((e->header.e_shoff && !e->nsections) || e->header.e_shnum >= SHN_LORESERVE)
		return refuse(e, "the ELF has 65280 sections or more");
	if (e->nsections &&
	    (e->header.e_shentsize != sizeof(Elf64_Shdr) ||
	     !is_inside(e, e->header.e_shoff, table) || e->header.e_shstrndx >= e->nsections))
		return refuse(e, "the ELF's table of section headers is damaged");
	e->sections = fcl_writer_alloc(e->w, e->nsections + e->w->noutputs + (size_t)3,
				       sizeof(*e->sections));
	if (!e->sections)
		return -ENOMEM;
	if (!e->nsections)
		return 0;
	memcpy(e->sections, e->bytes + e->header.e_shoff, table);
	if (e->header.e_shstrndx != SHN_UNDEF) {
		const Elf64_Shdr *names = &e->sections[e->header.e_shstrndx];

		if (names->sh_type != SHT_STRTAB || !is_inside(e, names->sh_offset, names->sh_size))
			return refuse(e, "the ELF's section name table is damaged");
		e->names = e->bytes + names->sh_offset;
		e->names_size = names->sh_size;
	}
	drop_ours(e);
	return 0;
}

static void extend(size_t *end, uint64_t offset, uint64_t size)
{
	if (offset + size > *end)
		*end = offset + size;
}

/*
 * How many of the payload's bytes stay. Ours were appended, so all in front of them is the payload;
 * should another tool have moved things since, whatever is still referred to stays as well.
 */
static int kept_size(struct rebuild *e, size_t *ret_size)
{
	size_t end = e->first > sizeof(Elf64_Ehdr) ? e->first : sizeof(Elf64_Ehdr);
	uint64_t segments = (uint64_t)e->header.e_phnum * sizeof(Elf64_Phdr);

	*ret_size = e->size;
	if (!e->has_ours)
		return 0;
	if (e->first > e->size)
		return refuse(e, "a section reaches beyond the end of the ELF");
	if (!is_inside(e, e->header.e_phoff, segments))
		return refuse(e, "the ELF's table of segments is damaged");
	extend(&end, e->header.e_phoff, segments);
	for (size_t i = 0; i < e->header.e_phnum; i++) {
		Elf64_Phdr segment;

		memcpy(&segment, e->bytes + e->header.e_phoff + i * sizeof(segment),
		       sizeof(segment));
		if (!is_inside(e, segment.p_offset, segment.p_filesz))
			return refuse(e, "a segment reaches beyond the end of the ELF");
		extend(&end, segment.p_offset, segment.p_filesz);
	}
	for (size_t i = 0; i < e->nsections; i++) {
		const Elf64_Shdr *section = &e->sections[i];

		if (section->sh_type == SHT_NOBITS || i == e->header.e_shstrndx)
			continue;
		if (!is_inside(e, section->sh_offset, section->sh_size))
			return refuse(e, "a section reaches beyond the end of the ELF");
		extend(&end, section->sh_offset, section->sh_size);
	}
	*ret_size = end;
	return 0;
}

/* Appends bytes to the file and a section header for them. */
static void add_section(struct rebuild *e, struct fcl_buffer *file, struct fcl_buffer *names,
			const char *name, const void *data, size_t size)
{
	Elf64_Shdr *section = &e->sections[e->nsections++];

	fcl_buffer_align(file, ALIGNMENT);
	*section = (Elf64_Shdr){.sh_name = (Elf64_Word)names->size,
				.sh_type = SHT_PROGBITS,
				.sh_offset = file->size,
				.sh_size = size,
				.sh_addralign = ALIGNMENT};
	fcl_buffer_append(names, name, strlen(name) + 1);
	fcl_buffer_append(file, data, size);
}

static void add_output(struct rebuild *e, struct fcl_buffer *file, struct fcl_buffer *names,
		       struct fcl_output *output)
{
	char kind[FCL_KIND_NAME_SIZE];
	struct fcl_buffer name = {0};

	fcl_kind_name(output->kind, kind);
	for (char *c = kind; *c; c++)
		*c = *c >= 'A' && *c <= 'Z' ? (char)(*c | 0x20) : *c;
	fcl_buffer_format(&name, FCL_ELF_PREFIX "%s%s%s", kind, output->name[0] ? ":" : "",
			  output->name);
	if (name.failed)
		file->failed = true;
	else
		add_section(e, file, names, name.bytes, output->data, output->size);
	output->offset = e->sections[e->nsections - 1].sh_offset;
	fcl_buffer_free(&name);
}

/* New names behind the old ones, so that the kept sections' names stay where they are. */
static void start_names(struct rebuild *e, struct fcl_buffer *names)
{
	fcl_buffer_append(names, e->names, e->names_size);
	/* Of a payload that has been here before, only the names in use; they come first. */
	if (e->has_ours) {
		size_t end = 0;

		for (size_t i = 0; i < e->nsections; i++) {
			const char *name = section_name(e, &e->sections[i]);

			if (name && e->sections[i].sh_type != SHT_NULL)
				extend(&end, e->sections[i].sh_name, strlen(name) + 1);
		}
		if (end < names->size)
			names->size = end;
	}
	if (!names->size || names->bytes[names->size - 1])
		fcl_buffer_zeros(names, 1);
}

/* The name table keeps its place among the headers; without one it gets the next, before ours. */
static size_t names_index(struct rebuild *e, struct fcl_buffer *names)
{
	size_t index = e->header.e_shstrndx;

	if (!e->nsections)
		e->nsections = 1; /* index 0 means "no section" */
	if (index == SHN_UNDEF) {
		index = e->nsections++;
		e->sections[index].sh_name = (Elf64_Word)names->size;
		fcl_buffer_append(names, ".shstrtab", sizeof(".shstrtab"));
	}
	return index;
}

static void finish(struct rebuild *e, struct fcl_buffer *file, struct fcl_buffer *names,
		   size_t index)
{
	e->sections[index] = (Elf64_Shdr){.sh_name = e->sections[index].sh_name,
					  .sh_type = SHT_STRTAB,
					  .sh_offset = file->size,
					  .sh_size = names->size,
					  .sh_addralign = 1};
	fcl_buffer_append(file, names->bytes, names->size);
	fcl_buffer_align(file, ALIGNMENT);
	e->header.e_shoff = file->size;
	e->header.e_shnum = (Elf64_Half)e->nsections;
	e->header.e_shentsize = sizeof(Elf64_Shdr);
	e->header.e_shstrndx = (Elf64_Half)index;
	fcl_buffer_append(file, e->sections, e->nsections * sizeof(*e->sections));
	if (!file->failed)
		memcpy(file->bytes, &e->header, sizeof(e->header));
}

static int rebuild(struct rebuild *e, struct fcl_buffer *file, bool with_ours)
{
	struct fcl_buffer names = {0};
	struct fcl_writer *w = e->w;
	struct axlf header;
	size_t kept, index;
	int rc = kept_size(e, &kept);

	if (rc)
		return rc;
	if (e->nsections + w->noutputs + 3 >= SHN_LORESERVE)
		return refuse(e, "the ELF would have 65280 sections or more");
	start_names(e, &names);
	fcl_buffer_append(file, e->bytes, kept);
	index = names_index(e, &names);
	if (with_ours) {
		fcl_axlf_header_write(w, 0, 0, &header);
		add_section(e, file, &names, FCL_ELF_HEADER_SECTION, &header, FCL_AXLF_HEADER_SIZE);
		for (uint32_t i = 0; i < w->noutputs; i++)
			add_output(e, file, &names, &w->outputs[i]);
	}
	finish(e, file, &names, index);
	file->failed |= names.failed;
	fcl_buffer_free(&names);
	return file->failed ? fcl_image_no_memory(w->err) : 0;
}

int fcl_elf_write(struct fcl_writer *w, struct fcl_buffer *file)
{
	struct rebuild e = {.w = w};
	size_t room = w->image->payload_size;
	int rc;

	if (!fcl_image_is_emulation(w->image))
		return fcl_err_set(w->err, -EINVAL,
				   "target is hw, but a bare ELF is for an emulated board");
	rc = open_payload(&e);
	if (rc)
		return rc;
	for (uint32_t i = 0; i < w->noutputs; i++)
		room += w->outputs[i].size + 256;
	fcl_buffer_reserve(file, room);
	return rebuild(&e, file, true);
}

int fcl_elf_strip(struct fcl_writer *w, struct fcl_buffer *file, bool *ret_changed)
{
	struct rebuild e = {.w = w};
	int rc = open_payload(&e);

	if (!rc && e.has_ours)
		rc = rebuild(&e, file, false);
	if (rc) {
		fcl_buffer_free(file);
		return rc;
	}
	*ret_changed = e.has_ours;
	return 0;
}
