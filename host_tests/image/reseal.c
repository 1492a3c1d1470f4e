/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/image/reseal.h"

#include <elf.h>
#include <nettle/sha2.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xrt/xclbin.h>

#define MAX_SPANS 64u
#define HEX 64u

struct span {
	size_t offset, size;
};

struct seal {
	uint8_t *bytes;
	size_t size;
	struct span spans[MAX_SPANS]; /* in the order of the file's table; KEYVALUE is the last */
	size_t count;
};

static void hex(struct sha256_ctx *hash, uint8_t *text)
{
	uint8_t digest[SHA256_DIGEST_SIZE];

	sha256_digest(hash, sizeof(digest), digest);
	for (size_t i = 0; i < sizeof(digest); i++) {
		text[2 * i] = (uint8_t) "0123456789abcdef"[digest[i] >> 4];
		text[2 * i + 1] = (uint8_t) "0123456789abcdef"[digest[i] & 15];
	}
}

/* The start of the value of the next digest key in the KEYVALUE section; NULL: there is none. */
static uint8_t *next_value(const struct seal *s, uint8_t *from, bool *container)
{
	static const char prefix[] = "\"fpgacl.sha256.", separator[] = "\"value\": \"";
	const struct span *kv = &s->spans[s->count - 1];
	uint8_t *end = s->bytes + kv->offset + kv->size, *key, *value;

	key = memmem(from, (size_t)(end - from), prefix, sizeof(prefix) - 1);
	if (!key)
		return NULL;
	value = memmem(key, (size_t)(end - key), separator, sizeof(separator) - 1);
	if (!value || (size_t)(end - value) < sizeof(separator) - 1 + HEX)
		return NULL;
	*container = !memcmp(key + sizeof(prefix) - 1, "container", 9);
	return value + sizeof(separator) - 1;
}

static int compare(const void *left, const void *right)
{
	const struct span *a = left, *b = right;

	return (a->offset > b->offset) - (a->offset < b->offset);
}

static void seal_container(const struct seal *s, uint8_t *value)
{
	struct span spans[MAX_SPANS];
	struct sha256_ctx hash;
	size_t count = s->count - 1, at = 0;

	memset(value, '0', HEX);
	memcpy(spans, s->spans, count * sizeof(*spans));
	qsort(spans, count, sizeof(*spans), compare);
	sha256_init(&hash);
	for (size_t i = 0; i < count; i++) {
		if (!spans[i].size)
			continue;
		if (spans[i].offset < at)
			return;
		sha256_update(&hash, spans[i].offset - at, s->bytes + at);
		at = spans[i].offset + spans[i].size;
	}
	sha256_update(&hash, s->size - at, s->bytes + at);
	hex(&hash, value);
}

static void seal(const struct seal *s)
{
	uint8_t *at;
	bool container = false;
	size_t i = 0;

	for (size_t j = 0; j < s->count; j++) {
		if (s->spans[j].offset > s->size || s->spans[j].size > s->size - s->spans[j].offset)
			return;
	}
	at = s->count ? s->bytes + s->spans[s->count - 1].offset : NULL;
	while (at && (at = next_value(s, at, &container))) {
		struct sha256_ctx hash;

		if (container) {
			seal_container(s, at);
			return;
		}
		if (i + 1 >= s->count)
			return;
		sha256_init(&hash);
		sha256_update(&hash, s->spans[i].size, s->bytes + s->spans[i].offset);
		hex(&hash, at);
		i++;
	}
}

void reseal_xclbin(uint8_t *bytes, size_t size)
{
	struct axlf *axlf = (struct axlf *)bytes;
	struct seal s = {.bytes = bytes, .size = size};

	if (size < sizeof(*axlf) || axlf->m_header.m_numSections > MAX_SPANS ||
	    size < sizeof(*axlf) + axlf->m_header.m_numSections * sizeof(axlf->m_sections[0]))
		return;
	for (uint32_t i = 0; i < axlf->m_header.m_numSections; i++)
		s.spans[s.count++] = (struct span){axlf->m_sections[i].m_sectionOffset,
						   axlf->m_sections[i].m_sectionSize};
	seal(&s);
}

void reseal_elf(uint8_t *bytes, size_t size)
{
	static const char prefix[] = ".fpgacl.", axlf[] = ".fpgacl.axlf", elf[] = ".fpgacl.elf";
	struct seal s = {.bytes = bytes, .size = size};
	Elf64_Ehdr header;
	Elf64_Shdr names, section;

	memcpy(&header, bytes, sizeof(header));
	if (header.e_shoff > size || header.e_shnum * sizeof(section) > size - header.e_shoff ||
	    header.e_shstrndx >= header.e_shnum)
		return;
	memcpy(&names, bytes + header.e_shoff + header.e_shstrndx * sizeof(names), sizeof(names));
	for (size_t i = 0; i < header.e_shnum && s.count < MAX_SPANS; i++) {
		size_t name;

		memcpy(&section, bytes + header.e_shoff + i * sizeof(section), sizeof(section));
		name = names.sh_offset + section.sh_name;
		if (name >= size || size - name < 16 ||
		    memcmp(bytes + name, prefix, sizeof(prefix) - 1) != 0 ||
		    !memcmp(bytes + name, axlf, sizeof(axlf)) ||
		    !memcmp(bytes + name, elf, sizeof(elf)))
			continue;
		s.spans[s.count++] = (struct span){section.sh_offset, section.sh_size};
	}
	seal(&s);
}
