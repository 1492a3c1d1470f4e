/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/ops/options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
	"usage: fpgacl serve [options] <repository>\n"
	"\n"
	"Serves the models of a folder over the Open Inference Protocol (KServe v2), on all boards that\n"
	"OpenCL offers (FPGACL_DEVICES). Leave TLS and authentication to a front end such as nginx.\n"
	"\n"
	"  --check                 check the repository and print what does not fit, without serving it\n"
	"  --json                  with --check: print JSON\n"
	"  --listen <address>      127.0.0.1:8000 by default; or [::1]:8000, 0.0.0.0:8000, unix:/run/serve.sock\n"
#ifdef FPGACL_HAVE_GRPC
	"  --grpc <address>        also serve the protocol's gRPC form there, such as 127.0.0.1:8001\n"
#endif
	"  --http-threads <n>      threads that receive requests and send answers; 2 by default\n"
	"  --connections <n>       maximum number of open connections; 1024 by default\n"
	"  --max-body <MiB>        maximum size of a request; 64 by default\n"
	"  --max-bodies <MiB>      maximum size of all requests together; 512 by default, at least --max-body\n"
	"  --max-files <MiB>       maximum size of all loaded models' images and constants; half of the memory by default\n"
	"  --share <percent>       maximum share of connections and of --max-bodies for one client (its address, or for\n"
	"                          a local socket its user); 50 by default; 100 if all come from one proxy\n"
	"  --idle <seconds>        how long a connection may be idle before it is closed; 30 by default\n"
	"  --receive <seconds>     how long a request may take to arrive; 60 by default\n"
	"  --rate <KiB/s>          how slowly a request may arrive after five seconds; 16 by default; 0: any rate\n"
	"  --drain <seconds>       how long accepted requests may take to finish after SIGTERM; 30 by default\n"
	"  --run <seconds>         how long a launch may take before it is run again on another board; 10 by default\n"
	"  --lost <seconds>        how long to go on without a board, or without a model; 30 by default\n"
	"  --capture <MiB>         keep the last calls in that much memory, and write them to a file when something\n"
	"                          fails: docs/capture.md\n"
	"  --help, --version\n"
	"\n"
	"The exit status is 0 after SIGTERM or SIGINT, or if everything fits; 1 if something does not fit, or\n"
	"all boards are lost, or no model could be loaded; 2 if the command line is wrong.\n";

struct number {
	const char *name;
	uint64_t least, most;
	unsigned *small; /* where the value is stored: one of these two */
	uint64_t *large; /* given in MiB */
};

static enum fcl_serve_parsed ops_options_wrong(const char *what, const char *text)
{
	fprintf(stderr, "fpgacl serve: %s%s%s; `fpgacl serve --help` lists the options\n", what,
		*text ? " " : "", text);
	return FCL_SERVE_WRONG;
}

static bool options_store(const struct number *number, const char *text)
{
	char *end;
	unsigned long long value;

	errno = 0;
	value = strtoull(text, &end, 10);
	if (errno || *end || *text < '0' || *text > '9' || value < number->least ||
	    value > number->most) {
		fprintf(stderr,
			"fpgacl serve: %s: expected a number from %llu to %llu, found '%s'\n",
			number->name, (unsigned long long)number->least,
			(unsigned long long)number->most, text);
		return false;
	}
	if (number->small)
		*number->small = (unsigned)value;
	else
		*number->large = (uint64_t)value << 20;
	return true;
}

enum taken { TAKEN, NOT_A_NUMBER, TAKEN_WRONG };

static enum taken options_take_number(struct fcl_serve_options *options, const char *name,
				      const char *value)
{
	const struct number numbers[] = {
		{"--http-threads", 1, 256, &options->threads, NULL},
		{"--connections", 1, 100000, &options->connections, NULL},
		{"--max-body", 1, 1 << 20, NULL, &options->max_body},
		{"--max-bodies", 1, 1 << 20, NULL, &options->max_bodies},
		{"--max-files", 1, 1 << 30, NULL, &options->max_files},
		{"--share", 1, 100, &options->share, NULL},
		{"--rate", 0, 1 << 20, &options->rate_kib, NULL},
		{"--idle", 1, 86400, &options->idle_s, NULL},
		{"--receive", 1, 86400, &options->receive_s, NULL},
		{"--drain", 0, 86400, &options->drain_s, NULL},
		{"--run", 1, 86400, &options->run_s, NULL},
		{"--lost", 0, 86400, &options->lost_s, NULL},
		{"--capture", 1, 1 << 20, &options->capture_mib, NULL},
	};

	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++)
		if (!strcmp(numbers[i].name, name)) {
			if (value)
				return options_store(&numbers[i], value) ? TAKEN : TAKEN_WRONG;
			ops_options_wrong(name, "needs a number");
			return TAKEN_WRONG;
		}
	return NOT_A_NUMBER;
}

static enum fcl_serve_parsed ops_options_take(struct fcl_serve_options *options, int argc,
					      char **argv, int *at)
{
	const char *argument = argv[*at], *value = *at + 1 < argc ? argv[*at + 1] : NULL;
	enum taken taken = options_take_number(options, argument, value);

	if (taken == TAKEN_WRONG)
		return FCL_SERVE_WRONG;
	if (taken == TAKEN) {
		++*at;
		return FCL_SERVE_RUN;
	}
	if (!strcmp(argument, "--check")) {
		options->check = true;
	} else if (!strcmp(argument, "--json")) {
		options->json = true;
	} else if (!strcmp(argument, "--listen")) {
		if (!value)
			return ops_options_wrong("--listen needs an address", "");
		options->listen = value;
		++*at;
	} else if (!strcmp(argument, "--grpc")) {
#ifndef FPGACL_HAVE_GRPC
		return ops_options_wrong("this worker is built without gRPC (-DFPGACL_GRPC=ON):",
					 argument);
#endif
		if (!value)
			return ops_options_wrong("--grpc needs an address", "");
		options->grpc = value;
		++*at;
	} else if (*argument == '-') {
		return ops_options_wrong("unknown option", argument);
	} else if (options->repository) {
		return ops_options_wrong("unexpected argument", argument);
	} else {
		options->repository = argument;
	}
	return FCL_SERVE_RUN;
}

enum fcl_serve_parsed fcl_serve_options_parse(struct fcl_serve_options *options, int argc,
					      char **argv)
{
	*options = (struct fcl_serve_options){
		.listen = "127.0.0.1:8000",
		.threads = 2,
		.connections = 1024,
		.max_body = (uint64_t)64 << 20,
		.max_bodies = (uint64_t)512 << 20,
		.share = 50,
		.rate_kib = 16,
		.idle_s = 30,
		.receive_s = 60,
		.drain_s = 30,
		.run_s = 10,
		.lost_s = 30,
	};
	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
			fputs(help, stdout);
			return FCL_SERVE_DONE;
		}
		if (!strcmp(argv[i], "--version")) {
			puts("fpgacl-serve " FPGACL_VERSION);
			return FCL_SERVE_DONE;
		}
		if (ops_options_take(options, argc, argv, &i) == FCL_SERVE_WRONG)
			return FCL_SERVE_WRONG;
	}
	if (options->json && !options->check)
		return ops_options_wrong("--json is for --check", "");
	if (options->max_body > options->max_bodies)
		return ops_options_wrong("expected --max-bodies to be at least --max-body", "");
	return options->repository ? FCL_SERVE_RUN
				   : ops_options_wrong("expected a model repository", "");
}
