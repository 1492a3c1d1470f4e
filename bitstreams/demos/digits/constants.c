/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writes the network's weights as binary files for `fpgacl serve`:
 *
 *     digits_constants FOLDER
 *
 * Its only scalar constant, hidden_multiplier, is in model.json.
 */
#include <stdio.h>
#include <stdlib.h>

#include "weights.h"

static void write_file(const char *folder, const char *name, const void *bytes, size_t size)
{
	char path[4096];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s.bin", folder, name);
	file = fopen(path, "wb");
	if (!file || fwrite(bytes, 1, size, file) != size || fclose(file)) {
		fprintf(stderr, "digits_constants: %s cannot be written\n", path);
		exit(1);
	}
}

#define WRITE(name) write_file(argv[1], #name, name, sizeof(name))

int main(int argc, char **argv)
{
	if (argc != 2) {
		fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
		return 2;
	}
	WRITE(conv_weights);
	WRITE(conv_bias);
	WRITE(conv_multiplier);
	WRITE(hidden_weights);
	WRITE(hidden_bias);
	WRITE(output_weights);
	WRITE(output_bias);
	return 0;
}
