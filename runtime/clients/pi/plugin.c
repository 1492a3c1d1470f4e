/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "runtime/clients/pi/opencl.h"

struct entry {
	unsigned since, until;
	void *function;
};

/* The rows are in the order of every table version that is supported. */
static const struct entry entries[] = {
#define PI_FUNCTION(name, since, until, behind, parameters) {since, until, (void *)(name)},
#include "runtime/clients/pi/functions.inc"
#undef PI_FUNCTION
};

static const struct version {
	const char *text;
	unsigned number;
} versions[] = {{"12.23", PI_12_23}, {"14.42", PI_14_42}, {"15.48", PI_15_48}};

static const struct version *plugin_find_version(const struct pi_plugin *plugin)
{
	for (size_t i = 0; i < sizeof(versions) / sizeof(versions[0]); i++)
		if (!strncmp(plugin->pi_version, versions[i].text, sizeof(plugin->pi_version)))
			return &versions[i];
	return NULL;
}

static void fill_table(struct pi_plugin *plugin, unsigned version)
{
	void **at = plugin->table;

	for (size_t i = 0; i < sizeof(entries) / sizeof(entries[0]); i++)
		if (entries[i].since <= version &&
		    (!entries[i].until || version < entries[i].until))
			*at++ = entries[i].function;
}

/*
 * The order and length of the table depend on the interface version, so a host with an unsupported
 * one is refused, and its structure is not modified.
 */
pi_result piPluginInit(struct pi_plugin *plugin)
{
	const struct version *version;
	pi_result result;

	if (!plugin)
		return fcl_pi_refuse(CL_INVALID_VALUE,
				     "piPluginInit: expected a structure to fill in");
	version = plugin_find_version(plugin);
	if (!version)
		return fcl_pi_refuse(
			CL_INVALID_OPERATION,
			"expected version 12.23, 14.42 or 15.48 of the interface, found '%.*s'",
			(int)sizeof(plugin->pi_version), plugin->pi_version);
	result = fcl_pi_open();
	if (result)
		return result;
	snprintf(plugin->plugin_version, sizeof(plugin->plugin_version), "%s.%s", version->text,
		 FPGACL_VERSION);
	fill_table(plugin, version->number);
	return PI_SUCCESS;
}

/* The plugin has no memory or threads of its own. It only releases what it has opened. */
pi_result piTearDown(void *parameter)
{
	(void)parameter;
	fcl_pi_close();
	return PI_SUCCESS;
}

pi_result piextPluginGetOpaqueData(void *parameter, void **data)
{
	(void)parameter;
	(void)data;
	return fcl_pi_refuse(CL_INVALID_OPERATION, "the plugin has no opaque data");
}
