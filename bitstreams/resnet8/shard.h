/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RESNET8_SHARD_H
#define RESNET8_SHARD_H

#include <stddef.h>

/*
 * A part of a folder of pictures, and its result, for jobs of many processes that may die at any time and
 * may be started twice. Nobody assigns work: which shard a picture belongs to follows from its name and the
 * number of shards alone. A result is written aside and renamed, so it is there whole or not at all.
 */

struct shard_job {
	const char *image;    /* of the network; NULL: compute in plain C, without a board */
	int device;           /* as resnet8_open() takes it */
	const char *pictures; /* the folder: PGM files (P5) of 32 x 32, names ending in ".pgm" */
	const char *results;  /* the folder that gets a file for each shard */
	unsigned shards;
};

struct resnet8_runner;

/*
 * Computes one shard, unless its result is there. `*runner` is opened at first need; the caller closes it. 0, or
 * -1 with a sentence in `why`. The result shard-I-of-N.tsv has a line for each picture, in the order of
 * their names: name, class, the 10 logits, separated by tabs.
 */
int shard_run(const struct shard_job *job, unsigned shard, struct resnet8_runner **runner,
	      char *why, size_t size);

#endif
