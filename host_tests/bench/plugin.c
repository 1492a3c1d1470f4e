/* SPDX-License-Identifier: Apache-2.0 */
/* The overhead of a call through the plugin for DPC++'s runtime over the underlying OpenCL call. */
#include <CL/cl_icd.h>
#include <dlfcn.h>
#include <string.h>

#include "bench.h"
#include "runtime/clients/pi/pi.h"

enum { TURNS = 21, CALLS = 20000 };

typedef pi_result set_arg_fn(pi_kernel kernel, pi_uint32 index, size_t size, const void *value);
typedef pi_result tear_down_fn(void *parameter);

/* A host's plugin structure; no table has more entries. */
struct host {
	char pi_version[20], plugin_version[20];
	char *targets;
	void *table[256];
};

/* Finds a function in the table of version 12.23. */
static void *find_entry(const struct host *host, const char *wanted)
{
	static const struct {
		const char *name;
		unsigned since;
	} rows[] = {
#define PI_FUNCTION(name, since, until, behind, parameters) {#name, since},
#include "runtime/clients/pi/functions.inc"
#undef PI_FUNCTION
	};
	size_t at = 0;

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (!strcmp(rows[i].name, wanted))
			return host->table[at];
		at += rows[i].since <= PI_12_23;
	}
	return NULL;
}

static double call_opencl(const struct _cl_icd_dispatch *opencl, struct bench *bench, int count)
{
	double start = bench_now_us();
	cl_int value = 0;

	for (int i = 0; i < count; i++)
		opencl->clSetKernelArg(bench->kernel, bench->scalar_arg, sizeof(value), &value);
	return (bench_now_us() - start) * 1e3 / count;
}

static double call_plugin(set_arg_fn *set_arg, struct bench *bench, int count)
{
	double start = bench_now_us();
	cl_int value = 0;

	for (int i = 0; i < count; i++)
		set_arg(bench->kernel, bench->scalar_arg, sizeof(value), &value);
	return (bench_now_us() - start) * 1e3 / count;
}

/* The two alternate. The plugin calls the driver's function, not the loader's. */
static double compare(set_arg_fn *set_arg, struct bench *bench)
{
	const struct _cl_icd_dispatch *opencl = *(const struct _cl_icd_dispatch **)bench->platform;
	double plugin[TURNS], direct[TURNS], over;
	int count = bench_times(bench, CALLS);

	for (int i = 0; i < TURNS; i++) {
		direct[i] = call_opencl(opencl, bench, count);
		plugin[i] = call_plugin(set_arg, bench, count);
	}
	over = bench_median(plugin, TURNS) - bench_median(direct, TURNS);
	return over > 0 ? over : 0;
}

double bench_plugin(struct bench *bench)
{
	struct host host = {.pi_version = "12.23"};
	pi_result (*init)(struct host * host);
	void *library;
	double over = -1;

	if (!bench->plugin)
		return -1;
	library = dlopen(bench->plugin, RTLD_NOW | RTLD_LOCAL);
	init = library ? (pi_result(*)(struct host *))dlsym(library, "piPluginInit") : NULL;
	if (init && !init(&host)) {
		over = compare((set_arg_fn *)find_entry(&host, "piKernelSetArg"), bench);
		((tear_down_fn *)find_entry(&host, "piTearDown"))(NULL);
	}
	if (library)
		dlclose(library);
	return over;
}
