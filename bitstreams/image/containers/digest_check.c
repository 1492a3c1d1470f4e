/* SPDX-License-Identifier: Apache-2.0 */
#include "bitstreams/image/containers/digests.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bitstreams/image/codec/digest.h"
#include "bitstreams/image/model/names.h"

/* Digest entries by key; other entries of the KEYVALUE section are ignored. */
struct digests {
	struct fcl_image_name *names; /* sorted; index into the reader's entries */
	size_t count;
};

static int digest_collect(struct fcl_image_reader *r, struct digests *d)
{
	const char *twice;

	d->names = fcl_image_reader_alloc(r, r->nentries, sizeof(*d->names));
	if (!d->names)
		return -ENOMEM;
	for (uint32_t i = 0; i < r->nentries; i++) {
		const struct fcl_image_keyvalue_entry *entry = &r->entries[i];

		if (strncmp(entry->key, FCL_IMAGE_KEY_DIGEST, strlen(FCL_IMAGE_KEY_DIGEST)) != 0)
			continue;
		d->names[d->count++] = (struct fcl_image_name){entry->key, i};
		if (entry->value_length != FCL_IMAGE_DIGEST_HEX ||
		    strspn(entry->value, "0123456789abcdef") != FCL_IMAGE_DIGEST_HEX)
			return fcl_err_set(
				r->err, -EBADMSG,
				"KEYVALUE_METADATA: %s is \"%s\", expected %u lower-case hexadecimal digits",
				entry->key, entry->value, FCL_IMAGE_DIGEST_HEX);
	}
	fcl_image_names_sort(d->names, d->count);
	twice = fcl_image_names_duplicate(d->names, d->count);
	if (twice)
		return fcl_err_set(r->err, -EBADMSG, "KEYVALUE_METADATA: the key %s appears twice",
				   twice);
	return 0;
}

static const struct fcl_image_keyvalue_entry *digest_find(const struct fcl_image_reader *r,
							  const struct digests *d, const char *key)
{
	uint32_t index;

	if (!fcl_image_names_find(d->names, d->count, key, strlen(key), &index))
		return NULL;
	return &r->entries[index];
}

static int digest_check_section(struct fcl_image_reader *r, const struct digests *d,
				struct fcl_image_section *section, uint32_t ordinal)
{
	const struct fcl_image_keyvalue_entry *entry;
	char key[FCL_IMAGE_DIGEST_KEY_SIZE], hex[FCL_IMAGE_DIGEST_HEX + 1];

	fcl_image_digest_key(section->kind, ordinal, key);
	entry = digest_find(r, d, key);
	if (!entry) {
		if (!r->strict)
			return 0;
		return fcl_err_set(r->err, -EBADMSG, "the digest %s is missing", key);
	}
	fcl_image_digest_hex(section->data, section->size, hex);
	if (strcmp(hex, entry->value) != 0)
		return fcl_err_set(r->err, -EBADMSG,
				   "%s: the section's bytes have the digest %s, expected %s", key,
				   hex, entry->value);
	section->has_digest = true;
	return 0;
}

/* Sections ordered by kind, and by file position within a kind. */
struct by_kind {
	struct fcl_image_section *section;
};

static int compare_kinds(const void *left, const void *right)
{
	const struct fcl_image_section *a = ((const struct by_kind *)left)->section;
	const struct fcl_image_section *b = ((const struct by_kind *)right)->section;

	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	return (a > b) - (a < b);
}

static int digest_check_sections(struct fcl_image_reader *r, const struct digests *d)
{
	uint32_t count = r->image->nsections, ordinal = 0;
	struct by_kind *order = fcl_image_reader_alloc(r, count, sizeof(*order));

	if (!order)
		return -ENOMEM;
	for (uint32_t i = 0; i < count; i++)
		order[i].section = &r->image->sections[i];
	qsort(order, count, sizeof(*order), compare_kinds);
	for (uint32_t i = 0; i < count; i++) {
		struct fcl_image_section *section = order[i].section;
		int error = 0;

		ordinal = i && section->kind == order[i - 1].section->kind ? ordinal + 1 : 0;
		/* The container digest covers the section that contains the digests. */
		if (section != r->keyvalue)
			error = digest_check_section(r, d, section, ordinal);
		if (error)
			return error;
	}
	return 0;
}

static int compare_spans(const void *left, const void *right)
{
	const struct fcl_image_digest_span *a = left, *b = right;

	return (a->offset > b->offset) - (a->offset < b->offset);
}

static int check_container(struct fcl_image_reader *r, const struct digests *d, size_t size)
{
	const struct fcl_image_keyvalue_entry *entry = digest_find(r, d,
								   FCL_IMAGE_DIGEST_CONTAINER);
	const struct fcl_image *image = r->image;
	const char *bytes = image->bytes;
	struct fcl_image_digest_span *spans;
	char hex[FCL_IMAGE_DIGEST_HEX + 1];
	size_t nspans = 0;

	if (!entry)
		return !r->strict ? 0
				  : fcl_err_set(r->err, -EBADMSG, "the digest %s is missing",
						FCL_IMAGE_DIGEST_CONTAINER);
	spans = fcl_image_reader_alloc(r, image->nsections, sizeof(*spans));
	if (!spans)
		return -ENOMEM;
	for (uint32_t i = 0; i < image->nsections; i++) {
		const struct fcl_image_section *s = &image->sections[i];

		if (s->has_digest && s->size)
			spans[nspans++] = (struct fcl_image_digest_span){
				(size_t)((const char *)s->data - bytes), s->size};
	}
	qsort(spans, nspans, sizeof(*spans), compare_spans);
	fcl_image_digest_container(
		bytes, size, spans, nspans,
		(size_t)((const char *)r->keyvalue->data - bytes) + entry->value_offset, hex);
	if (strcmp(hex, entry->value) != 0)
		return fcl_err_set(r->err, -EBADMSG,
				   "%s: the file's bytes have the digest %s, expected %s",
				   FCL_IMAGE_DIGEST_CONTAINER, hex, entry->value);
	((struct fcl_image_section *)r->keyvalue)->has_digest = true;
	return 0;
}

int fcl_image_digest_check(struct fcl_image_reader *r, size_t size)
{
	struct digests digests = {0};
	int error = digest_collect(r, &digests);

	if (!error && r->strict && !digests.count)
		error = fcl_err_set(
			r->err, -EBADMSG,
			"an image for %s must contain digests (KEYVALUE_METADATA entries %s*): it was not written for this driver, or has lost them",
			fcl_image_target_name(r->image->target), FCL_IMAGE_KEY_DIGEST);
	if (!error)
		error = digest_check_sections(r, &digests);
	if (!error)
		error = check_container(r, &digests, size);
	return error;
}
