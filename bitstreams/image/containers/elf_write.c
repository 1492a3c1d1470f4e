/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Adds sections to a shared object without moving any loaded byte: they are appended, along with a
 * new section name table and a new section header table, to which the ELF header is updated to
 * point.
 */
#include "bitstreams/image/containers/elf.h"

#include <elf.h>
#include <errno.h>
#include <string.h>

#include "bitstreams/image/containers/axlf.h"
#include "bitstreams/image/model/kinds.h"

#define ALIGNMENT 8u

/* FCL_IMAGE_ELF_ORIGIN_SECTION: the state of the payload before our sections were added. */
struct origin {
	Elf64_Ehdr header;
	uint64_t size; /* bytes; everything that we add comes after */
};

/* The original payload, and the tables of its copy. */
struct rebuild {
	struct fcl_image_writer *w;
	const char *bytes;
	size_t size;
	Elf64_Ehdr header;
	Elf64_Shdr *sections; /* the payload's sections, with room for ours */
	size_t nsections;
	const char *names; /* the payload's section names */
	size_t names_size;
};

static int elf_write_refuse(struct rebuild *e, const char *what)
{
	return fcl_err_set(e->w->err, -EINVAL, "payload: %s", what);
}

/* The name of a section, "" if it is not entirely within the name table. */
static const char *section_name(const struct rebuild *e, const Elf64_Shdr *section)
{
	size_t at = section->sh_name;

	if (at >= e->names_size || !memchr(e->names + at, '\0', e->names_size - at))
		return "";
	return e->names + at;
}

static bool elf_write_is_inside(const struct rebuild *e, uint64_t offset, uint64_t size)
{
	return offset <= e->size && size <= e->size - offset;
}

/* Loads the tables that e->header refers to, within e->size bytes. */
static int load_sections(struct rebuild *e)
{
	const Elf64_Shdr *names;
	uint64_t table;

	e->nsections = e->header.e_shoff ? e->header.e_shnum : 0;
	e->names_size = 0;
	table = e->nsections * sizeof(Elf64_Shdr);
	if ((e->header.e_shoff && !e->nsections) || e->header.e_shnum >= SHN_LORESERVE)
		return elf_write_refuse(e, "the ELF has 65280 sections or more");
	if (!e->nsections)
		return 0;
	if (e->header.e_shentsize != sizeof(Elf64_Shdr) ||
	    !elf_write_is_inside(e, e->header.e_shoff, table) ||
	    e->header.e_shstrndx >= e->nsections)
		return elf_write_refuse(e, "the ELF's table of section headers is damaged");
	e->sections = fcl_image_writer_alloc(e->w, e->nsections, sizeof(*e->sections));
	if (!e->sections)
		return -ENOMEM;
	memcpy(e->sections, e->bytes + e->header.e_shoff, table);
	if (e->header.e_shstrndx == SHN_UNDEF)
		return 0;
	names = &e->sections[e->header.e_shstrndx];
	if (names->sh_type != SHT_STRTAB ||
	    !elf_write_is_inside(e, names->sh_offset, names->sh_size))
		return elf_write_refuse(e, "the ELF's section name table is damaged");
	e->names = e->bytes + names->sh_offset;
	e->names_size = names->sh_size;
	return 0;
}

/* The first section whose name has that prefix, or NULL. */
static const Elf64_Shdr *find_section(const struct rebuild *e, const char *prefix)
{
	for (size_t i = 0; i < e->nsections; i++) {
		if (!strncmp(section_name(e, &e->sections[i]), prefix, strlen(prefix)))
			return &e->sections[i];
	}
	return NULL;
}

/* Whether two headers differ only in the location of the section header table. */
static bool elf_write_is_same_object(const Elf64_Ehdr *a, const Elf64_Ehdr *b)
{
	Elf64_Ehdr other = *b;

	other.e_shoff = a->e_shoff;
	other.e_shentsize = a->e_shentsize;
	other.e_shnum = a->e_shnum;
	other.e_shstrndx = a->e_shstrndx;
	return !memcmp(a, &other, sizeof(other));
}

/* Removes the additions of an earlier write. */
static int restore_origin(struct rebuild *e)
{
	const Elf64_Shdr *section = find_section(e, FCL_IMAGE_ELF_ORIGIN_SECTION);
	struct origin origin;
	int error;

	if (!section)
		return !find_section(e, FCL_IMAGE_ELF_PREFIX)
			       ? 0
			       : elf_write_refuse(
					 e, "the ELF has " FCL_IMAGE_ELF_PREFIX
					    " sections, but no " FCL_IMAGE_ELF_ORIGIN_SECTION);
	if (section->sh_size != sizeof(origin) ||
	    !elf_write_is_inside(e, section->sh_offset, section->sh_size))
		return elf_write_refuse(e, FCL_IMAGE_ELF_ORIGIN_SECTION " is damaged");
	memcpy(&origin, e->bytes + section->sh_offset, sizeof(origin));
	if (origin.size < sizeof(origin.header) || origin.size > section->sh_offset ||
	    !elf_write_is_same_object(&origin.header, &e->header))
		return elf_write_refuse(e, FCL_IMAGE_ELF_ORIGIN_SECTION " is damaged");
	e->size = origin.size;
	e->header = origin.header;
	error = load_sections(e);
	if (!error && find_section(e, FCL_IMAGE_ELF_PREFIX))
		error = elf_write_refuse(e, FCL_IMAGE_ELF_ORIGIN_SECTION " is damaged");
	return error;
}

static int open_payload(struct rebuild *e)
{
	const struct fcl_image *image = e->w->image;
	int error = fcl_image_elf_check(image->payload, image->payload_size, "payload", e->w->err);

	if (error)
		return error;
	e->bytes = image->payload;
	e->size = image->payload_size;
	memcpy(&e->header, e->bytes, sizeof(e->header));
	error = load_sections(e);
	return error ? error : restore_origin(e);
}

/* Copies the original sections, with room for ours after them. */
static int elf_write_make_room(struct rebuild *e)
{
	/* Four more: index 0, name table, header, origin. */
	size_t count = e->nsections + e->w->noutputs + 4;
	Elf64_Shdr *sections;

	if (count >= SHN_LORESERVE)
		return elf_write_refuse(e, "the ELF would have 65280 sections or more");
	sections = fcl_image_writer_alloc(e->w, count, sizeof(*sections));
	if (!sections)
		return -ENOMEM;
	if (e->nsections)
		memcpy(sections, e->sections, e->nsections * sizeof(*sections));
	e->sections = sections;
	return 0;
}

/* Appends bytes to the file and a section header for them. */
static void add_section(struct rebuild *e, struct fcl_text *file, struct fcl_text *names,
			const char *name, const void *data, size_t size)
{
	Elf64_Shdr *section = &e->sections[e->nsections++];

	fcl_text_align(file, ALIGNMENT);
	*section = (Elf64_Shdr){.sh_name = (Elf64_Word)names->size,
				.sh_type = SHT_PROGBITS,
				.sh_offset = file->size,
				.sh_size = size,
				.sh_addralign = ALIGNMENT};
	fcl_text_append(names, name, strlen(name) + 1);
	fcl_text_append(file, data, size);
}

static void elf_write_add_output(struct rebuild *e, struct fcl_text *file, struct fcl_text *names,
				 struct fcl_image_output *output)
{
	char kind[FCL_IMAGE_KIND_NAME_SIZE];
	struct fcl_text name = {0};

	fcl_image_kind_name(output->kind, kind);
	for (char *c = kind; *c; c++)
		*c = *c >= 'A' && *c <= 'Z' ? (char)(*c | 0x20) : *c;
	fcl_text_format(&name, FCL_IMAGE_ELF_PREFIX "%s%s%s", kind, output->name[0] ? ":" : "",
			output->name);
	if (name.failed)
		file->failed = true;
	else
		add_section(e, file, names, name.bytes, output->data, output->size);
	output->offset = e->sections[e->nsections - 1].sh_offset;
	fcl_text_free(&name);
}

/* The name table keeps its index; if there is none, it gets the next one, before our sections. */
static size_t names_index(struct rebuild *e, struct fcl_text *names)
{
	size_t index = e->nsections ? e->header.e_shstrndx : SHN_UNDEF;

	if (!e->nsections)
		e->nsections = 1; /* index 0 means "no section" */
	if (index == SHN_UNDEF) {
		index = e->nsections++;
		e->sections[index].sh_name = (Elf64_Word)names->size;
		fcl_text_append(names, ".shstrtab", sizeof(".shstrtab"));
	}
	return index;
}

static void elf_write_finish(struct rebuild *e, struct fcl_text *file, struct fcl_text *names,
			     size_t index)
{
	e->sections[index] = (Elf64_Shdr){.sh_name = e->sections[index].sh_name,
					  .sh_type = SHT_STRTAB,
					  .sh_offset = file->size,
					  .sh_size = names->size,
					  .sh_addralign = 1};
	fcl_text_append(file, names->bytes, names->size);
	fcl_text_align(file, ALIGNMENT);
	e->header.e_shoff = file->size;
	e->header.e_shnum = (Elf64_Half)e->nsections;
	e->header.e_shentsize = sizeof(Elf64_Shdr);
	e->header.e_shstrndx = (Elf64_Half)index;
	fcl_text_append(file, e->sections, e->nsections * sizeof(*e->sections));
	if (!file->failed)
		memcpy(file->bytes, &e->header, sizeof(e->header));
}

static int rebuild(struct rebuild *e, struct fcl_text *file)
{
	struct origin origin = {e->header, e->size};
	struct fcl_text names = {0};
	struct fcl_image_writer *w = e->w;
	struct axlf header;
	size_t index;
	int error = elf_write_make_room(e);

	if (error)
		return error;
	/* New names are appended, so that the offsets of existing names stay valid. */
	fcl_text_append(&names, e->names, e->names_size);
	if (!names.size || names.bytes[names.size - 1])
		fcl_text_zeros(&names, 1);
	fcl_text_append(file, e->bytes, e->size);
	index = names_index(e, &names);
	fcl_image_axlf_header_write(w, 0, 0, &header);
	add_section(e, file, &names, FCL_IMAGE_ELF_HEADER_SECTION, &header,
		    FCL_IMAGE_AXLF_HEADER_SIZE);
	add_section(e, file, &names, FCL_IMAGE_ELF_ORIGIN_SECTION, &origin, sizeof(origin));
	for (uint32_t i = 0; i < w->noutputs; i++)
		elf_write_add_output(e, file, &names, &w->outputs[i]);
	elf_write_finish(e, file, &names, index);
	file->failed |= names.failed;
	fcl_text_free(&names);
	return file->failed ? fcl_image_no_memory(w->err) : 0;
}

int fcl_image_elf_write(struct fcl_image_writer *w, struct fcl_text *file)
{
	struct rebuild e = {.w = w};
	size_t room = w->image->payload_size;
	int error;

	if (!fcl_image_is_emulation(w->image))
		return fcl_err_set(w->err, -EINVAL,
				   "target is hw, but a bare ELF is for an emulated board");
	error = open_payload(&e);
	if (error)
		return error;
	for (uint32_t i = 0; i < w->noutputs; i++)
		room += w->outputs[i].size + 256;
	fcl_text_reserve(file, room);
	return rebuild(&e, file);
}
