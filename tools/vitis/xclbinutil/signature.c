/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/vitis/xclbinutil/signature.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xrt/xclbin.h>

#include "base/file.h"
#include "base/text.h"
#include "bitstreams/image/fcl_image.h"

/* An xclbin, and what follows it. */
struct signed_file {
	char *bytes;
	size_t size, image_size;
	const char *text; /* of the signature; NULL: there is none */
	size_t text_size;
};

static int signature_parse(const char *path, struct signed_file *file, struct fcl_err *err)
{
	struct axlf header;

	if (file->size < sizeof(header) || memcmp(file->bytes, "xclbin2", 8) != 0)
		return fcl_err_set(err, -EINVAL,
				   "'%s': expected an xclbin, as no other file has signatures",
				   path);
	memcpy(&header, file->bytes, sizeof(header));
	if (header.m_header.m_length > file->size)
		return fcl_err_set(err, -EINVAL,
				   "'%s': m_length is %llu, but the file has %zu bytes", path,
				   (unsigned long long)header.m_header.m_length, file->size);
	file->image_size = header.m_header.m_length;
	if (file->image_size == file->size ||
	    fcl_image_signature_read(file->bytes + file->image_size, file->size - file->image_size,
				     &file->text, &file->text_size))
		return 0;
	return fcl_err_set(err, -EINVAL,
			   "'%s': expected a signature behind the image, found %zu other bytes",
			   path, file->size - file->image_size);
}

static int signature_open_file(const char *path, struct signed_file *file, struct fcl_err *err)
{
	int error;

	*file = (struct signed_file){0};
	error = fcl_file_read(path, SIZE_MAX, &file->bytes, &file->size, err);
	return error ? error : signature_parse(path, file, err);
}

static int open_signed(const char *path, struct signed_file *file, struct fcl_err *err)
{
	int error = signature_open_file(path, file, err);

	if (!error && !file->text)
		error = fcl_err_set(err, -ENOENT, "'%s' has no signature", path);
	return error;
}

static int write_with(const struct signed_file *file, const char *output, const char *text,
		      struct fcl_err *err)
{
	struct fcl_image_signature signature;
	size_t length = strlen(text), size = file->size + sizeof(signature) + length;
	char *bytes = malloc(size);
	int error;

	if (!bytes)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	fcl_image_signature_init(&signature, (uint32_t)length);
	memcpy(bytes, file->bytes, file->size);
	memcpy(bytes + file->size, &signature, sizeof(signature));
	for (size_t i = 0; i < length; i++) /* not terminated there */
		bytes[file->size + sizeof(signature) + i] = text[i];
	error = fcl_file_write(output, bytes, size, err);
	free(bytes);
	return error;
}

int fcl_vitis_signature_add(const char *input, const char *output, const char *text,
			    struct fcl_err *err)
{
	struct signed_file file;
	int error = signature_open_file(input, &file, err);

	if (!error && file.text)
		error = fcl_err_set(err, -EEXIST, "'%s' has a signature: --remove-signature first",
				    input);
	if (!error)
		error = write_with(&file, output, text, err);
	free(file.bytes);
	return error;
}

int fcl_vitis_signature_print(const char *input, struct fcl_err *err)
{
	struct signed_file file;
	int error = open_signed(input, &file, err);
	char *text = error ? NULL : strndup(file.text, file.text_size);

	if (text) {
		fcl_text_make_printable(text);
		printf("%s %zu\n", text, file.size - file.image_size);
	} else if (!error) {
		error = fcl_err_set(err, -ENOMEM, "out of memory");
	}
	free(text);
	free(file.bytes);
	return error;
}

int fcl_vitis_signature_remove(const char *input, const char *output, struct fcl_err *err)
{
	struct signed_file file;
	int error = open_signed(input, &file, err);

	if (!error)
		error = fcl_file_write(output, file.bytes, file.image_size, err);
	free(file.bytes);
	return error;
}
