/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/common/archive.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef FCLC_HAS_ZIP
#include <zip.h>
#endif

#include "base/err.h"

bool fclc_archive_is(const char *bytes, size_t size)
{
	return size >= 4 && !memcmp(bytes, "PK\3\4", 4);
}

bool fclc_archive_climbs(const char *name)
{
	for (; *name; name += strcspn(name, "/"), name += *name == '/')
		if (!strncmp(name, "..", 2) && (!name[2] || name[2] == '/'))
			return true;
	return false;
}

#ifdef FCLC_HAS_ZIP

/* Far more than real sources need: archives can claim any size. */
static const uint64_t most_files = 100000, most_bytes = 1ull << 30;

static int take(zip_t *zip, uint64_t index, const zip_stat_t *stat,
		const struct fclc_archive_reader *reader, struct fcl_err *err)
{
	char *contents = malloc(stat->size + 1);
	zip_file_t *file = contents ? zip_fopen_index(zip, index, 0) : NULL;
	zip_int64_t size = file ? zip_fread(file, contents, stat->size) : -1;
	int error;

	if (file)
		zip_fclose(file);
	if (!contents) {
		error = fcl_err_set(err, -ENOMEM, "out of memory");
	} else if (size < 0 || (uint64_t)size != stat->size) {
		error = fcl_err_set(err, -EINVAL, "cannot unpack %s", stat->name);
	} else {
		contents[size] = '\0';
		error = reader->take(reader->data, stat->name, contents, (size_t)size, err);
	}
	free(contents);
	return error;
}

/* Adds the file's size to *bytes. */
static int check(const zip_stat_t *stat, uint64_t *bytes, struct fcl_err *err)
{
	if (*stat->name == '/' || fclc_archive_climbs(stat->name))
		return fcl_err_set(err, -EINVAL, "a file name leads outside the archive: %s",
				   stat->name);
	*bytes += stat->size;
	return stat->size > most_bytes || *bytes > most_bytes
		       ? fcl_err_set(err, -EINVAL, "expected at most 1 GiB of files, found more")
		       : 0;
}

static int read_files(zip_t *zip, const struct fclc_archive_reader *reader, struct fcl_err *err)
{
	uint64_t count = (uint64_t)zip_get_num_entries(zip, 0), bytes = 0;
	int error = 0;

	if (count > most_files)
		return fcl_err_set(err, -EINVAL, "expected at most 100,000 files, found more");
	for (uint64_t i = 0; !error && i < count; i++) {
		zip_stat_t stat;
		size_t length;

		if (zip_stat_index(zip, i, 0, &stat) ||
		    !(stat.valid & ZIP_STAT_NAME && stat.valid & ZIP_STAT_SIZE))
			return fcl_err_set(err, -EINVAL, "its directory is damaged");
		length = strlen(stat.name);
		if (!length || stat.name[length - 1] == '/')
			continue;
		error = check(&stat, &bytes, err);
		if (!error && reader->wants(reader->data, stat.name))
			error = take(zip, i, &stat, reader, err);
	}
	return error;
}

int fclc_archive_read(const char *bytes, size_t size, const struct fclc_archive_reader *reader,
		      struct fcl_err *err)
{
	zip_error_t problem;
	zip_source_t *source;
	zip_t *zip = NULL;
	int error;

	zip_error_init(&problem);
	source = zip_source_buffer_create(bytes, size, 0, &problem);
	if (source)
		zip = zip_open_from_source(source, ZIP_RDONLY, &problem);
	if (zip) {
		error = read_files(zip, reader, err);
		zip_discard(zip); /* also frees the source */
	} else {
		error = fcl_err_set(err, -EINVAL, "this archive is damaged: %s",
				    zip_error_strerror(&problem));
		zip_source_free(source);
	}
	zip_error_fini(&problem);
	return error;
}

#else

int fclc_archive_read(const char *bytes, size_t size, const struct fclc_archive_reader *reader,
		      struct fcl_err *err)
{
	(void)bytes, (void)size, (void)reader;
	return fcl_err_set(
		err, -EINVAL,
		"this is one of the vendor's .xo files; this program was built without libzip, which reads them");
}

#endif
