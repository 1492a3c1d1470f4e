/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/design/bit.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <strings.h>

/*
 * A .bit file: a field of 9 bytes, the number 1, then fields with a letter, a length (big-endian, 2
 * bytes) and a text: a the design, b the part, c and d date and time; e has 4 bytes of length, and the
 * configuration data.
 */
static const unsigned char magic[] = {0x00, 0x09, 0x0f, 0xf0, 0x0f, 0xf0, 0x0f,
				      0xf0, 0x0f, 0xf0, 0x00, 0x00, 0x01};
static const unsigned char sync_word[] = {0xaa, 0x99, 0x55, 0x66};

enum { SYNC_WITHIN = 4096 }; /* bytes of data, after which a device would have found it */

struct cursor {
	const unsigned char *at;
	size_t left;
};

static bool bit_take_text(struct cursor *cursor, char letter, const unsigned char **ret_text,
			  size_t *ret_length)
{
	size_t length;

	if (cursor->left < 3 || cursor->at[0] != (unsigned char)letter)
		return false;
	length = (size_t)cursor->at[1] << 8 | cursor->at[2];
	if (cursor->left - 3 < length)
		return false;
	*ret_text = cursor->at + 3;
	*ret_length = length;
	cursor->at += 3 + length;
	cursor->left -= 3 + length;
	return true;
}

static int bit_keep(struct fcl_design *design, struct cursor *cursor, char letter, const char *file,
		    const char **ret_text, struct fcl_err *err)
{
	const unsigned char *text;
	size_t length;

	if (!bit_take_text(cursor, letter, &text, &length))
		return fcl_err_set(err, -EINVAL,
				   "%s: expected the field '%c' of a .bit file's header, %s", file,
				   letter, cursor->left ? "found another" : "found its end");
	*ret_text = fcl_design_copy(design, (const char *)text, strnlen((const char *)text, length),
				    err);
	return *ret_text ? 0 : -ENOMEM;
}

static int check_data(const struct cursor *cursor, const char *file, struct fcl_err *err)
{
	const unsigned char *at = cursor->at;
	size_t size, within;

	if (cursor->left < 5 || *at != 'e')
		return fcl_err_set(err, -EINVAL, "%s: expected the field 'e', the data, found none",
				   file);
	size = (size_t)at[1] << 24 | (size_t)at[2] << 16 | (size_t)at[3] << 8 | at[4];
	if (size != cursor->left - 5)
		return fcl_err_set(err, -EINVAL,
				   "%s: expected %zu bytes of data, as its header says, found %zu",
				   file, size, cursor->left - 5);
	within = size < SYNC_WITHIN ? size : SYNC_WITHIN;
	if (!memmem(at + 5, within, sync_word, sizeof(sync_word)))
		return fcl_err_set(
			err, -EINVAL,
			"%s: expected the word 0xaa995566 near the beginning of the data, found none",
			file);
	return 0;
}

int fcl_design_bit_read(struct fcl_design *design, const char *file, const char *bytes, size_t size,
			struct fcl_design_bit *ret_bit, struct fcl_err *err)
{
	struct fcl_design_bit bit = {.file = file, .bytes = bytes, .size = size};
	struct cursor cursor = {(const unsigned char *)bytes, size};
	const char **const texts[] = {&bit.name, &bit.part, &bit.date, &bit.time};
	int error = 0;

	if (size < sizeof(magic) || memcmp(bytes, magic, sizeof(magic)) != 0)
		return fcl_err_set(err, -EINVAL,
				   "%s: expected a .bit file of Vivado, found other bytes", file);
	cursor.at += sizeof(magic);
	cursor.left -= sizeof(magic);
	for (int i = 0; i < 4 && !error; i++)
		error = bit_keep(design, &cursor, (char)('a' + i), file, texts[i], err);
	if (!error)
		error = check_data(&cursor, file, err);
	if (!error)
		*ret_bit = bit;
	return error;
}

/* Without "xc" and dashes, which only some files have: "7a100tfgg484". */
static size_t normalise(const char *part, char text[64])
{
	size_t length = 0;

	part += strncasecmp(part, "xc", 2) ? 0 : 2;
	for (; *part && length < 63; part++)
		if (isalnum((unsigned char)*part))
			text[length++] = (char)tolower((unsigned char)*part);
	text[length] = '\0';
	return length;
}

/* Some have the speed grade at the end, others do not. */
bool fcl_design_same_part(const char *bit, const char *design)
{
	char one[64], other[64];
	size_t first = normalise(bit, one), second = normalise(design, other);

	return first && second && !memcmp(one, other, first < second ? first : second);
}
