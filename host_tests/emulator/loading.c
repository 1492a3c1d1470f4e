/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A payload for test_loading.c: each function that runs at load or unload time records that, and
 * fails on request.
 */
#include <stdlib.h>
#include <string.h>

#include "bitstreams/image/fcl_image.h"
#include "emulator/include/fpgacl_model.h"
#include "host_tests/emulator/loading.h"

static int *volatile nowhere;

static void note(const char *letter)
{
	const char *before = getenv(LOADING_SEEN), *fails = getenv(LOADING_FAILS);
	char seen[100] = "";

	if (before)
		strncat(seen, before, sizeof(seen) - 2);
	strcat(seen, letter);
	setenv(LOADING_SEEN, seen, 1);
	if (fails && strstr(fails, letter))
		*nowhere = 0;
}

void loading_first(void);
void loading_last(void);

/* Passed to the linker as -init and -fini. */
__attribute__((visibility("default"))) void loading_first(void)
{
	note("a");
}

__attribute__((visibility("default"))) void loading_last(void)
{
	note("z");
}

__attribute__((constructor(201))) static void load_early(void)
{
	note("b");
}

__attribute__((constructor(202))) static void load_late(void)
{
	note("c");
}

__attribute__((destructor(202))) static void unload_early(void)
{
	note("x");
}

__attribute__((destructor(201))) static void unload_late(void)
{
	note("y");
}

static void construct(struct fcl_cu *cu)
{
	(void)cu;
	note("d");
}

static void attach(const struct fcl_model_host *host)
{
	(void)host;
	note("e");
}

/* "r" refuses the image; "v" waits for something that init() never gets. */
static int init(struct fcl_cu *cu)
{
	const char *fails = getenv(LOADING_FAILS);

	note("f");
	if (fails && strchr(fails, 'v'))
		cu->host->yield(cu);
	if (!fails || !strchr(fails, 'r'))
		return 0;
	cu->host->log(cu, FCL_MODEL_LOG_ERROR, "there is no table");
	return -5;
}

static void fini(struct fcl_cu *cu)
{
	(void)cu;
	note("w");
}

static int run(struct fcl_cu *cu)
{
	(void)cu;
	return 0;
}

static const struct fcl_model model = {
	.size = sizeof(struct fcl_model),
	.kind = FCL_MODEL_RUN,
	.kernel = "nothing",
	.regs_size = 0x10,
	.init = init,
	.fini = fini,
	.run = run,
};

static const struct fcl_model *const models[] = {&model};

extern const struct fcl_bitstream fcl_bitstream;

__attribute__((visibility("default"))) const struct fcl_bitstream fcl_bitstream = {
	.size = sizeof(struct fcl_bitstream),
	.version = FCL_MODEL_VERSION,
	.isa = FCL_IMAGE_BASIC_ISA,
	.nmodels = 1,
	.models = models,
	.attach = attach,
	.construct = construct,
};
