/* SPDX-License-Identifier: Apache-2.0 */
#include "base/trace.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/config.h"
#include "base/file.h"

/* 0 until the environment is read, then 1 (off) or 2 (on); racing readers find the same. */
static atomic_int trace_state;
static _Atomic uint64_t last_wait; /* the number of the last wait, which pairs its start and end */

bool fcl_trace_enabled(void)
{
	int state = atomic_load_explicit(&trace_state, memory_order_relaxed);

	if (!state) {
		state = *fcl_config_string(FCL_CONFIG_TRACE) ? 2 : 1;
		atomic_store_explicit(&trace_state, state, memory_order_relaxed);
	}
	return state == 2;
}

static void put_text(FILE *out, const char *text)
{
	putc('"', out);
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;

		if (c == '"' || c == '\\')
			fprintf(out, "\\%c", c);
		else if (c < 0x20 || c >= 0x7f)
			fprintf(out, "\\u%04x", c);
		else
			putc(c, out);
	}
	putc('"', out);
}

static void put_args(FILE *out, const struct fcl_trace_arg *args, uint32_t nargs)
{
	fputs(",\"args\":{", out);
	for (uint32_t i = 0; i < nargs; i++) {
		if (i)
			putc(',', out);
		put_text(out, args[i].key);
		putc(':', out);
		if (args[i].text)
			put_text(out, args[i].text);
		else
			fprintf(out, "%.15g", args[i].number);
	}
	putc('}', out);
}

/* Writes all fields but those of the kind of event. */
static void put_head(FILE *out, const char *category, const char *name, char phase, uint64_t ns)
{
	fputs("{\"cat\":", out);
	put_text(out, category);
	fputs(",\"name\":", out);
	put_text(out, name);
	fprintf(out, ",\"ph\":\"%c\",\"ts\":%.3f,\"pid\":%d,\"tid\":%d", phase, (double)ns / 1e3,
		getpid(), gettid());
}

/*
 * One write, so that lines of threads and processes stay whole; a full disk loses only the trace.
 */
static void append(const char *text, size_t size)
{
	const char *path = fcl_config_string(FCL_CONFIG_TRACE);
	int fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	ssize_t written = 0;

	if (fd >= 0 && fcl_file_append_allowed(fd, 2))
		written = write(fd, "[\n", 2);
	else if (fd < 0)
		fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
	if (fd < 0)
		return;
	if (fcl_file_append_allowed(fd, size))
		written = write(fd, text, size);
	(void)written;
	close(fd);
}

void fcl_trace_span(const char *category, const char *name, uint64_t start_ns, uint64_t end_ns,
		    const struct fcl_trace_arg *args, uint32_t nargs)
{
	char *text = NULL;
	size_t size;
	FILE *out = fcl_trace_enabled() ? open_memstream(&text, &size) : NULL;

	if (!out)
		return;
	put_head(out, category, name, 'X', start_ns);
	fprintf(out, ",\"dur\":%.3f", (double)(end_ns - start_ns) / 1e3);
	put_args(out, args, nargs);
	fputs("},\n", out);
	if (!fclose(out))
		append(text, size);
	free(text);
}

void fcl_trace_wait(const char *category, const char *name, uint64_t start_ns, uint64_t end_ns,
		    const struct fcl_trace_arg *args, uint32_t nargs)
{
	unsigned long long id = atomic_fetch_add(&last_wait, 1) + 1;
	char *text = NULL;
	size_t size;
	FILE *out = fcl_trace_enabled() ? open_memstream(&text, &size) : NULL;

	if (!out)
		return;
	put_head(out, category, name, 'b', start_ns);
	fprintf(out, ",\"id\":\"%d.%llu\"", getpid(), id);
	put_args(out, args, nargs);
	fputs("},\n", out);
	put_head(out, category, name, 'e', end_ns);
	fprintf(out, ",\"id\":\"%d.%llu\"},\n", getpid(), id);
	if (!fclose(out))
		append(text, size);
	free(text);
}
