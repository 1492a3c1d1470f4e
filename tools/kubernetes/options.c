/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/kubernetes/options.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
	"usage: fpgacl-device-plugin [options]\n"
	"\n"
	"A Kubernetes device plugin (v1beta1) that offers this node's FPGA boards to pods. Cards are found in\n"
	"sysfs, shared boards by the sockets of their board processes.\n"
	"\n"
	"  --plugins <folder>     the kubelet's folder for plugins; /var/lib/kubelet/device-plugins by default\n"
	"  --boards <folder>      where board processes have their sockets; /run/fpgacl by default\n"
	"  --sysfs <folder>       /sys by default\n"
	"  --domain <name>        resources are named <name>/<type of board>; fpgacl by default\n"
	"  --fpgacl <program>     the program that checks boards; fpgacl by default, found on PATH\n"
	"  --interval <seconds>   how often to look for boards; 2 by default\n"
	"  --ask <seconds>        how often to check a healthy board; 30 by default\n"
	"  --patience <seconds>   how long to wait for its answer; 15 by default\n"
	"  --help\n"
	"\n"
	"The exit status is 0 after SIGTERM or SIGINT; 1 if it cannot continue; 2 if the command line is wrong.\n";

static enum fcl_kube_parsed options_wrong(const char *what, const char *text)
{
	fprintf(stderr, "fpgacl-device-plugin: %s%s%s; --help lists the options\n", what,
		*text ? " " : "", text);
	return FCL_KUBE_WRONG;
}

static enum fcl_kube_parsed take_seconds(const char *name, const char *text, unsigned *ret_seconds)
{
	char *end;
	unsigned long value;

	errno = 0;
	value = strtoul(text, &end, 10);
	if (errno || *end || *text < '0' || *text > '9' || value < 1 || value > 86400) {
		fprintf(stderr,
			"fpgacl-device-plugin: %s: expected seconds from 1 to 86400, found '%s'\n",
			name, text);
		return FCL_KUBE_WRONG;
	}
	*ret_seconds = (unsigned)value;
	return FCL_KUBE_RUN;
}

static enum fcl_kube_parsed options_take(struct fcl_kube_options *options, const char *name,
					 const char *value)
{
	const struct {
		const char *name;
		const char **text;
		unsigned *seconds;
	} all[] = {
		{"--plugins", &options->plugins, NULL}, {"--boards", &options->boards, NULL},
		{"--sysfs", &options->sysfs, NULL},     {"--domain", &options->domain, NULL},
		{"--fpgacl", &options->fpgacl, NULL},   {"--interval", NULL, &options->interval_s},
		{"--ask", NULL, &options->ask_s},       {"--patience", NULL, &options->patience_s},
	};

	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++) {
		if (strcmp(all[i].name, name) != 0)
			continue;
		if (!value || !*value)
			return options_wrong(name, "needs a value");
		if (all[i].seconds)
			return take_seconds(name, value, all[i].seconds);
		*all[i].text = value;
		return FCL_KUBE_RUN;
	}
	return options_wrong("unknown argument", name);
}

/*
 * Kubernetes' rule for the part of a resource name before the slash: DNS labels of lower-case
 * letters and digits.
 */
static enum fcl_kube_parsed check_domain(const char *domain)
{
	static const char inner[] = "abcdefghijklmnopqrstuvwxyz0123456789";
	size_t length = strlen(domain);
	char previous = '.';

	for (size_t i = 0; i <= length; i++) {
		char one = i < length ? domain[i] : '.';
		bool edge = one == '.' || one == '-';

		if (length > 253 || (!edge && !strchr(inner, one)) ||
		    (one == '.' && (previous == '.' || previous == '-')) ||
		    (one == '-' && previous == '.'))
			return options_wrong("--domain: expected a DNS name in lower case, found",
					     domain);
		previous = one;
	}
	return FCL_KUBE_RUN;
}

enum fcl_kube_parsed fcl_kube_options_parse(struct fcl_kube_options *options, int argc, char **argv)
{
	*options = (struct fcl_kube_options){
		.plugins = "/var/lib/kubelet/device-plugins",
		.boards = "/run/fpgacl",
		.sysfs = "/sys",
		.domain = "fpgacl",
		.fpgacl = "fpgacl",
		.interval_s = 2,
		.ask_s = 30,
		.patience_s = 15,
	};
	for (int i = 1; i < argc; i += 2) {
		if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
			fputs(help, stdout);
			return FCL_KUBE_HELP;
		}
		if (options_take(options, argv[i], i + 1 < argc ? argv[i + 1] : NULL) !=
		    FCL_KUBE_RUN)
			return FCL_KUBE_WRONG;
	}
	return check_domain(options->domain);
}
