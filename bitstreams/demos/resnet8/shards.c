/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs the network on a folder of pictures, in shards. Each task of a Slurm array runs one shard;
 * compiled with MPI, each rank runs its share on its own board. Either can be restarted after a
 * failure, and then computes what is missing.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef RESNET8_MPI
#include <mpi.h>
#endif

#include "runner.h"
#include "shard.h"

/* The shards of this process: first, first + step, ... */
struct rank {
	unsigned first, step;
	int local; /* index among the processes on this machine; -1: use any board */
};

static bool read_number(const char *text, unsigned least, unsigned *ret)
{
	char *end;
	unsigned long number = strtoul(text, &end, 10);

	if (*text < '0' || *text > '9' || *end || number < least || number > 1000000)
		return false;
	*ret = (unsigned)number;
	return true;
}

#ifdef RESNET8_MPI
/* One board per rank, numbered within the machine, however the ranks were started. */
static struct rank start(int *argc, char ***argv)
{
	MPI_Comm machine;
	int rank, count, local;

	MPI_Init(argc, argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &count);
	MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &machine);
	MPI_Comm_rank(machine, &local);
	MPI_Comm_free(&machine);
	return (struct rank){(unsigned)rank, (unsigned)count, local};
}

static int finish(int status)
{
	if (status)
		MPI_Abort(MPI_COMM_WORLD, status);
	MPI_Finalize();
	return status;
}
#else
static struct rank start(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	return (struct rank){0, 1, -1};
}

static int finish(int status)
{
	return status;
}
#endif

static int usage(const char *name)
{
	fprintf(stderr,
		"usage: %s IMAGE PICTURES RESULTS SHARDS [SHARD]\n"
		"Classifies the 32 x 32 PGM files of folder PICTURES; RESULTS gets a file for each shard.\n"
		"Without SHARD, all shards (of an MPI rank: its share). IMAGE - computes in plain C.\n",
		name);
	return finish(2);
}

static int choose_device(const struct rank *self)
{
	int count = resnet8_count_devices();

	return self->local < 0 || !count ? -1 : self->local % count;
}

int main(int argc, char **argv)
{
	struct rank self = start(&argc, &argv);
	struct resnet8_runner *runner = NULL;
	struct shard_job job = {0};
	unsigned only;
	char why[1024];
	int error = 0;

	if (argc < 5 || argc > 6 || !read_number(argv[4], 1, &job.shards) ||
	    (argc == 6 && !read_number(argv[5], 0, &only)))
		return usage(argv[0]);
	if (strcmp(argv[1], "-") != 0)
		job.image = argv[1];
	job.pictures = argv[2];
	job.results = argv[3];
	job.device = job.image ? choose_device(&self) : -1;
	/* shard_run() rejects numbers that are too large. */
	if (argc == 6)
		error = shard_run(&job, only, &runner, why, sizeof(why));
	for (unsigned i = self.first; argc == 5 && !error && i < job.shards; i += self.step)
		error = shard_run(&job, i, &runner, why, sizeof(why));
	if (error)
		fprintf(stderr, "%s: %s\n", argv[0], why);
	resnet8_close(runner);
	return finish(error ? 1 : 0);
}
