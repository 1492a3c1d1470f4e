/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RESNET8_SHARD_H
#define RESNET8_SHARD_H

#include <stddef.h>

/*
 * A part of a folder of pictures, and its result, for jobs of many processes that may die at any
 * time and may be started twice. Work is not assigned centrally: the shard of a picture depends
 * only on its name and the number of shards. A result is written to a temporary file and renamed,
 * so it appears atomically.
 */

struct shard_job {
	const char *image;    /* image of the network; NULL: compute in plain C, without a board */
	int device;           /* as in resnet8_open() */
	const char *pictures; /* the folder: PGM files (P5) of 32 x 32, names ending in ".pgm" */
	const char *results;  /* the folder for the results, one file per shard */
	unsigned shards;
};

struct resnet8_runner;

/*
 * Computes one shard, unless its result exists. `*runner` is opened when first needed; the caller
 * closes it. 0, or -1 with a sentence in `why`. The result, shard-I-of-N.tsv, has a line for each
 * picture, sorted by name: name, class and the 10 logits, separated by tabs.
 */
int shard_run(const struct shard_job *job, unsigned shard, struct resnet8_runner **runner,
	      char *why, size_t size);

#endif
