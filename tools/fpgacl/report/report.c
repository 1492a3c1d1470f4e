/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/report/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/trace/analysis/analyse.h"
#include "base/trace/analysis/events.h"
#include "base/trace/analysis/summary.h"
#include "tools/fpgacl/common/status.h"
#include "tools/fpgacl/report/report_json.h"
#include "tools/fpgacl/report/report_page.h"
#include "tools/fpgacl/report/report_schedule.h"

struct options {
	const char *trace, *page;
	bool json;
	uint32_t pid;
};

static int report_wrong(const char *problem, const char *what)
{
	fprintf(stderr,
		"fpgacl: report: %s%s; usage: fpgacl report <trace> [--json] [-o <page.html>] [--pid "
		"<process>], or fpgacl report <image> [--json]\n",
		problem, what);
	return TOOL_USAGE;
}

static int report_parse(int argc, char **argv, struct options *ret_options)
{
	struct options options = {0};

	for (int i = 0; i < argc; i++) {
		bool page = !strcmp(argv[i], "-o"), pid = !strcmp(argv[i], "--pid");
		char *end = "x";

		if (!strcmp(argv[i], "--json")) {
			options.json = true;
			continue;
		}
		if ((page || pid) && i + 1 == argc)
			return report_wrong(argv[i], " needs a value");
		if (page)
			options.page = argv[++i];
		else if (pid)
			options.pid = (uint32_t)strtoul(argv[++i], &end, 10);
		else if (*argv[i] == '-' || options.trace)
			return report_wrong("unexpected argument ", argv[i]);
		else
			options.trace = argv[i];
		if (pid && (*end || !options.pid))
			return report_wrong("expected the number of a process, found ", argv[i]);
	}
	if (!options.trace)
		return report_wrong("no trace or image given", "");
	if (options.json && options.page)
		return report_wrong(
			"expected --json, for standard output, or -o, for a page, found both", "");
	*ret_options = options;
	return TOOL_OK;
}

static int report_write_text(const struct options *options, struct fcl_text *text)
{
	struct fcl_err err = {0};
	int error = 0;

	if (text->failed) {
		fprintf(stderr, "fpgacl: no memory for the report\n");
		return TOOL_FAILED;
	}
	if (!options->page) {
		fwrite(text->bytes, 1, text->size, stdout);
		return TOOL_OK;
	}
	error = fcl_file_write(options->page, text->bytes, text->size, &err);
	if (error)
		fprintf(stderr, "fpgacl: %s\n", err.text);
	else
		printf("wrote %s\n", options->page);
	return error ? TOOL_FAILED : TOOL_OK;
}

static int report_make(const struct options *options, const struct fcl_trace_events *events)
{
	struct fcl_report report;
	struct fcl_text text = {0};
	int status;

	if (fcl_report_make(&report, events)) {
		fprintf(stderr, "fpgacl: no memory for the report\n");
		return TOOL_FAILED;
	}
	if (options->json)
		fcl_tool_report_json(&text, &report, events);
	else if (options->page)
		fcl_tool_report_page(&text, options->trace, &report, events);
	else
		fcl_summary_put(&text, &report, events);
	status = report_write_text(options, &text);
	fcl_text_free(&text);
	fcl_report_free(&report);
	return status;
}

static int report_image(const struct options *options)
{
	struct fcl_text text = {0};
	int status;

	if (options->page || options->pid)
		return report_wrong("-o and --pid are for traces, and this is an image: ",
				    options->trace);
	status = fcl_tool_report_schedules(&text, options->trace, options->json);
	if (!status)
		status = report_write_text(options, &text);
	fcl_text_free(&text);
	return status;
}

int fcl_tool_report(int argc, char **argv)
{
	struct fcl_trace_events events;
	struct options options;
	struct fcl_err err = {0};
	int status = report_parse(argc, argv, &options);

	if (status)
		return status;
	if (fcl_tool_is_image(options.trace))
		return report_image(&options);
	if (fcl_trace_events_read(&events, options.trace, options.pid, &err)) {
		fprintf(stderr, "fpgacl: %s\n", err.text);
		return TOOL_FAILED;
	}
	if (!events.count) {
		fprintf(stderr, "fpgacl: %s: there are no events%s\n", options.trace,
			options.pid ? " of that process" : "");
		status = TOOL_FAILED;
	} else {
		status = report_make(&options, &events);
	}
	fcl_trace_events_free(&events);
	return status;
}
