/* SPDX-License-Identifier: Apache-2.0 */
/*
 * BUILD_METADATA, for people and vendor tools; the reader keeps it, but the runtime does not use
 * it.
 */
#include "bitstreams/image/sections/sections.h"

#include "base/json.h"

static void build_metadata_write_kernel(struct fcl_text *json, const struct fcl_image *image,
					uint32_t index)
{
	const struct fcl_image_kernel *kernel = &image->kernels[index];
	const char *separator = "";

	fcl_text_format(json, "{\"name\": ");
	fcl_json_append(json, kernel->name);
	fcl_text_format(json, ", \"instances\": [");
	for (uint32_t i = 0; i < image->ncus; i++) {
		if (image->cus[i].kernel != index)
			continue;
		fcl_text_format(json, "%s{\"name\": ", separator);
		fcl_json_append(json, image->cus[i].name);
		fcl_text_format(json, "}");
		separator = ", ";
	}
	fcl_text_format(json, "]}");
}

int fcl_image_build_metadata_write(struct fcl_image_writer *w, uint32_t kind)
{
	const struct fcl_image *image = w->image;
	struct fcl_text json = {0};

	fcl_text_format(
		&json,
		"{\"build_metadata\": {\"schema_version\": {\"major\": \"1\", \"minor\": \"0\", \"patch\": \"0\"}, \"dsa\": {\"name\": ");
	fcl_json_append(&json, image->vbnv ? image->vbnv : "");
	fcl_text_format(
		&json,
		"}, \"xclbin\": {\"generated_by\": {\"name\": \"fpgacl\"}, \"target\": \"%s\", \"kernels\": [",
		fcl_image_target_name(image->target));
	for (uint32_t i = 0; i < image->nkernels; i++) {
		fcl_text_format(&json, i ? ",\n" : "\n");
		build_metadata_write_kernel(&json, image, i);
	}
	fcl_text_format(&json, "]}}}\n");
	return fcl_image_writer_add(w, kind, &json);
}
