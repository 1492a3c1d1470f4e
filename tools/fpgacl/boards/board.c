/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/boards/board.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <uuid/uuid.h>

#include "base/clock.h"
#include "base/folder.h"
#include "base/trust.h"
#include "hal/board/client/backend.h"
#include "hal/board/wire/socket.h"
#include "tools/board/execute.h"
#include "tools/board/executor.h"
#include "tools/board/serve.h"
#include "tools/board/server.h"
#include "tools/fpgacl/common/option.h"
#include "tools/fpgacl/common/put.h"
#include "tools/fpgacl/common/status.h"

static int board_complain(const char *problem, const char *what)
{
	fprintf(stderr, "fpgacl: %s%s%s; `fpgacl --help` lists the commands\n", problem,
		*what ? " " : "", what);
	return TOOL_USAGE;
}

static int board_fail(const struct fcl_err *err)
{
	fprintf(stderr, "fpgacl: %s\n", err->text);
	return TOOL_FAILED;
}

/* The log file is next to the socket. */
static int board_log_path(const char *name, unsigned index, char *path, size_t size,
			  struct fcl_err *err)
{
	int error = fcl_bd_path(name, index, path, size, err);
	size_t length = error ? 0 : strlen(path);

	if (error)
		return error;
	if (length > 5 && !strcmp(path + length - 5, ".sock"))
		path[length -= 5] = '\0';
	if (length + 5 > size)
		return fcl_err_set(err, -EINVAL, "the path of '%s' is too long", name);
	memcpy(path + length, ".log", 5);
	return 0;
}

/* --- start ------------------------------------------------------------------------------------ */

static bool read_mode(const char *text, unsigned *ret_mode)
{
	char *end;
	unsigned long mode = strtoul(text, &end, 8);

	*ret_mode = (unsigned)mode;
	return *text && !*end && mode <= 0777 && mode & 0600;
}

static bool board_read_group(const char *text, gid_t *ret_group)
{
	const struct group *group = getgrnam(text);
	char *end;
	unsigned long number = strtoul(text, &end, 10);

	*ret_group = group ? group->gr_gid : (gid_t)number;
	return group || (*text >= '0' && *text <= '9' && !*end && number < UINT32_MAX);
}

static bool read_share(const char *text, unsigned most, unsigned *ret_share)
{
	char *end;
	unsigned long share = strtoul(text, &end, 10);

	*ret_share = (unsigned)share;
	return *text >= '0' && *text <= '9' && !*end && share >= 1 && share <= most;
}

/* The options of board_is_right(). */
static int read_right(const char *name, const char *value, struct fcl_bd_options *options)
{
	if (!strcmp(name, "--mode"))
		return read_mode(value, &options->mode)
			       ? TOOL_OK
			       : board_complain("--mode takes octal permissions such as 0660, not",
						value);
	if (!strcmp(name, "--users"))
		return board_read_group(value, &options->users)
			       ? TOOL_OK
			       : board_complain("--users takes the name of a group, not", value);
	if (!strcmp(name, "--operators"))
		return board_read_group(value, &options->operators)
			       ? TOOL_OK
			       : board_complain("--operators takes the name of a group, not",
						value);
	if (!strcmp(name, "--user-seats"))
		return read_share(value, FCL_BD_CLIENTS, &options->user_seats)
			       ? TOOL_OK
			       : board_complain("--user-seats takes a number from 1 to 64, not",
						value);
	return read_share(value, 100, &options->user_memory_percent)
		       ? TOOL_OK
		       : board_complain("--user-memory takes a percentage from 1 to 100, not",
					value);
}

static bool board_is_right(const char *name)
{
	static const char *const names[] = {"--mode", "--users", "--operators", "--user-seats",
					    "--user-memory"};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strcmp(name, names[i]))
			return true;
	return false;
}

static int print_started(const struct fcl_bd_options *options, bool json)
{
	struct fcl_text out = {0};
	char devices[300];

	snprintf(devices, sizeof(devices), "board:%s", options->name);
	if (!json) {
		printf("board %s (%s) is started: FPGACL_DEVICES=%s\n", options->name,
		       options->spec, devices);
		return TOOL_OK;
	}
	fcl_tool_put_open(&out, NULL, '{');
	fcl_tool_put_text(&out, "name", options->name);
	fcl_tool_put_text(&out, "board", options->spec);
	fcl_tool_put_text(&out, "device", devices);
	fcl_tool_put_close(&out, '{');
	return fcl_tool_put_print(&out, TOOL_OK);
}

static int board_read_options(int argc, char **argv, struct fcl_bd_options *ret_options,
			      bool *ret_json)
{
	for (int i = 0; i < argc; i++) {
		const char *value = i + 1 < argc ? argv[i + 1] : NULL;

		if (!strcmp(argv[i], "--foreground")) {
			ret_options->foreground = true;
		} else if (!strcmp(argv[i], "--no-swap")) {
			ret_options->swaps = false;
		} else if (!strcmp(argv[i], "--json")) {
			*ret_json = true;
		} else if (!strcmp(argv[i], "--name") && value) {
			ret_options->name = argv[++i];
		} else if (board_is_right(argv[i]) && value) {
			int status = read_right(argv[i++], value, ret_options);

			if (status)
				return status;
		} else if (argv[i][0] != '-' && !ret_options->spec) {
			ret_options->spec = argv[i];
		} else {
			return board_complain("board start: unexpected argument", argv[i]);
		}
	}
	if (!ret_options->mode)
		ret_options->mode = ret_options->users == (gid_t)FCL_BD_NO_GROUP ? 0600 : 0660;
	if (!ret_options->spec)
		return board_complain("board start needs",
				      "a board such as u250 or xrt:0000:17:00.1");
	return TOOL_OK;
}

/* "u250" means the emulated board. It also becomes the board's name if none is given. */
static bool board_complete(struct fcl_bd_options *options, char *spec, size_t size)
{
	bool named = strchr(options->spec, ':');

	if (!options->name && !named)
		options->name = options->spec;
	if (named)
		snprintf(spec, size, "%s", options->spec);
	else
		snprintf(spec, size, "emu:%s", options->spec);
	options->spec = spec;
	return options->name;
}

/* In the process that stays: detaches from the terminal and redirects output to the log. */
static void go_to_background(int log)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	setsid();
	dup2(null, STDIN_FILENO);
	dup2(null, STDOUT_FILENO);
	dup2(log, STDERR_FILENO);
}

/* Waits until the board can be used. On failure, errors are at the end of the log. */
static int board_wait_ready(int ready, const struct fcl_bd_options *options, const char *path,
			    bool json)
{
	char byte, line[1200] = "", last[1200] = "";
	FILE *log;

	if (read(ready, &byte, 1) == 1)
		return print_started(options, json);
	log = fopen(path, "re");
	while (log && fgets(line, sizeof(line), log))
		memcpy(last, line, sizeof(line));
	if (log)
		fclose(log);
	fprintf(stderr, "%s", *last ? last : "fpgacl: the board process ended immediately\n");
	return TOOL_FAILED;
}

static int start_in_background(const struct fcl_bd_options *options, bool json)
{
	struct fcl_err err = {0};
	char path[600], folder[600];
	int ends[2], log;
	pid_t pid;

	if (board_log_path(options->name, 0, path, sizeof(path), &err))
		return board_fail(&err);
	snprintf(folder, sizeof(folder), "%s", path);
	*strrchr(folder, '/') = '\0';
	if (*folder)
		fcl_folder_make(folder);
	if (fcl_trust_folder_of(path, NULL, &err) ||
	    fcl_trust_open(path, O_WRONLY | O_CREAT | O_APPEND, 0600, &log, &err))
		return board_fail(&err);
	if (pipe2(ends, O_CLOEXEC))
		return fcl_err_set(&err, -errno, "no pipe: %s", strerror(errno)), board_fail(&err);
	pid = fork();
	if (!pid) {
		close(ends[0]);
		go_to_background(log);
		_exit(fcl_bd_serve(options, ends[1]));
	}
	close(ends[1]);
	if (pid < 0)
		return fcl_err_set(&err, -errno, "no process: %s", strerror(errno)),
		       board_fail(&err);
	return board_wait_ready(ends[0], options, path, json);
}

static int board_start(int argc, char **argv)
{
	struct fcl_bd_options options = {.swaps = true,
					 .users = (gid_t)FCL_BD_NO_GROUP,
					 .operators = (gid_t)FCL_BD_NO_GROUP,
					 .user_seats = 16,
					 .user_memory_percent = 75};
	char spec[256];
	bool json = false;
	int status = board_read_options(argc, argv, &options, &json);

	if (status)
		return status;
	if (!board_complete(&options, spec, sizeof(spec)))
		return board_complain("board start needs --name",
				      "if the board is <backend>:<board>");
	/* Anyone who may write to the directory can replace this socket with another one. */
	umask(umask(0) | 022);
	return options.foreground ? fcl_bd_serve(&options, -1)
				  : start_in_background(&options, json);
}

/* --- the other commands ----------------------------------------------------------------------- */

static int print_stopped(const char *name, bool json)
{
	struct fcl_text out = {0};

	if (!json) {
		printf("board %s is stopped\n", name);
		return TOOL_OK;
	}
	fcl_tool_put_open(&out, NULL, '{');
	fcl_tool_put_text(&out, "name", name);
	fcl_tool_put_bool(&out, "stopped", true);
	fcl_tool_put_close(&out, '{');
	return fcl_tool_put_print(&out, TOOL_OK);
}

static int board_stop(const char *name, bool json)
{
	struct fcl_err err = {0};
	struct fcl_bd_state state;
	int error = fcl_bd_stop(name, &err);

	if (error)
		return board_fail(&err);
	for (int i = 0; i < 500; i++) {
		if (fcl_bd_query(name, &state, NULL))
			return print_stopped(name, json);
		fcl_pause_us(20000);
	}
	fcl_err_set(&err, -ETIMEDOUT, "process %d of board %s does not end", (int)state.pid, name);
	return board_fail(&err);
}

static void board_print_uuid(const uint8_t uuid[16])
{
	char text[37];

	uuid_unparse_lower(uuid, text);
	fputs(text, stdout);
}

static void board_list_one(void *user, const char *name)
{
	struct fcl_bd_state state;
	struct fcl_err err = {0};

	(void)user;
	if (fcl_bd_query(name, &state, &err)) {
		printf("%-12s %s\n", name, err.text);
		return;
	}
	printf("%-12s %-24s process %-8d clients %-3u memory %.1f of %.1f MiB  busy CUs %u  image ",
	       name, state.spec, (int)state.pid, state.nusers, (double)state.bytes / (1 << 20),
	       (double)state.capacity / (1 << 20), state.busy_cus);
	if (state.has_image)
		board_print_uuid(state.uuid);
	else
		printf("none");
	printf("\n");
}

void fcl_tool_put_board(struct fcl_text *out, const struct fcl_bd_state *state)
{
	fcl_tool_put_text(out, "board", state->spec);
	fcl_tool_put_number(out, "process", (uint64_t)state->pid);
	fcl_tool_put_number(out, "clients", state->nusers);
	fcl_tool_put_number(out, "memory", state->bytes);
	fcl_tool_put_number(out, "capacity", state->capacity);
	fcl_tool_put_number(out, "busy_cus", state->busy_cus);
	fcl_tool_put_number(out, "swaps", state->swaps);
	fcl_tool_put_number(out, "executors_lost", state->deaths);
	if (state->has_image)
		fcl_tool_put_uuid(out, "image", state->uuid);
}

static int list_text(void)
{
	struct fcl_err err = {0};

	return fcl_bd_list(board_list_one, NULL, &err) ? board_fail(&err) : TOOL_OK;
}

static void board_put_one(void *user, const char *name)
{
	struct fcl_text *out = user;
	struct fcl_bd_state state;
	struct fcl_err err = {0};

	fcl_tool_put_open(out, NULL, '{');
	fcl_tool_put_text(out, "name", name);
	if (fcl_bd_query(name, &state, &err))
		fcl_tool_put_text(out, "problem", err.text);
	else
		fcl_tool_put_board(out, &state);
	fcl_tool_put_close(out, '{');
}

static int list_json(void)
{
	struct fcl_text out = {0};
	struct fcl_err err = {0};

	fcl_tool_put_open(&out, NULL, '[');
	if (fcl_bd_list(board_put_one, &out, &err)) {
		fcl_text_free(&out);
		return board_fail(&err);
	}
	fcl_tool_put_close(&out, '[');
	return fcl_tool_put_print(&out, TOOL_OK);
}

void fcl_tool_board_state(const char *name)
{
	struct fcl_bd_state state;
	struct fcl_err err = {0};
	int own = getpid();

	if (fcl_bd_query(name, &state, &err)) {
		printf("users         unknown: %s\n", err.text);
		return;
	}
	printf("behind        %s, process %d\nmemory used   %.1f MiB\nbusy CUs      %u\n"
	       "swaps         %" PRIu64 "\nexecutors lost %" PRIu64 "\n",
	       state.spec, (int)state.pid, (double)state.bytes / (1 << 20), state.busy_cus,
	       state.swaps, state.deaths);
	for (uint32_t i = 0; i < state.nusers; i++) {
		const struct fcl_bd_user *user = &state.users[i];

		if (user->pid == own)
			continue;
		printf("user          process %d (user %u), executor %d, %.1f MiB, %u running%s, image ",
		       (int)user->pid, user->uid, (int)user->executor,
		       (double)user->bytes / (1 << 20), user->running,
		       user->waits ? ", waits for its image" : "");
		if (user->leases)
			board_print_uuid(user->uuid);
		else
			printf("none");
		printf("\n");
	}
}

/* A log line with its time in front, unless it was not written by the board process. */
static void put_record(struct fcl_text *out, char *line)
{
	enum { TIME = sizeof("2026-01-31 23:59:59") - 1 };
	int end = 0;

	line[strcspn(line, "\n")] = '\0';
	sscanf(line, "%*4u-%*2u-%*2u %*2u:%*2u:%*2u %n", &end);
	fcl_tool_put_open(out, NULL, '{');
	if (end == TIME + 1) {
		line[TIME] = '\0';
		fcl_tool_put_text(out, "time", line);
		line += end;
	}
	fcl_tool_put_text(out, "text", line);
	fcl_tool_put_close(out, '{');
}

static int print_log_json(FILE *log)
{
	struct fcl_text out = {0};
	char *line = NULL;
	size_t size = 0;

	fcl_tool_put_open(&out, NULL, '[');
	while (getline(&line, &size, log) >= 0)
		put_record(&out, line);
	free(line);
	fcl_tool_put_close(&out, '[');
	return fcl_tool_put_print(&out, TOOL_OK);
}

static int print_log(const char *name, bool json)
{
	struct fcl_err err = {0};
	char path[600], line[4096];
	FILE *log = NULL;
	int status = TOOL_OK;

	for (unsigned i = 0; !log && i < 2; i++)
		if (!board_log_path(name, i, path, sizeof(path), &err))
			log = fopen(path, "re");
	if (!log) {
		if (!*err.text)
			fcl_err_set(
				&err, -ENOENT,
				"board %s has no log: a board process in the foreground logs to "
				"standard error",
				name);
		return board_fail(&err);
	}
	if (json)
		status = print_log_json(log);
	while (fgets(line, sizeof(line), log))
		fputs(line, stdout);
	fclose(log);
	return status;
}

int fcl_tool_board(int argc, char **argv)
{
	const char *verb = argc ? argv[0] : "";
	bool json;

	if (!strcmp(verb, "executor") && argc == 4)
		return fcl_bd_execute(argv[1], (unsigned)strtoul(argv[2], NULL, 10),
				      (int)strtol(argv[3], NULL, 10));
	if (!strcmp(verb, "start"))
		return board_start(argc - 1, argv + 1);
	json = fcl_tool_take_option(&argc, argv, "--json");
	if (!strcmp(verb, "stop") && argc == 2)
		return board_stop(argv[1], json);
	if (!strcmp(verb, "ls") && argc == 1)
		return json ? list_json() : list_text();
	if (!strcmp(verb, "logs") && argc == 2)
		return print_log(argv[1], json);
	if (!strcmp(verb, "ls"))
		return board_complain("board ls: unexpected argument", argv[1]);
	if (!strcmp(verb, "stop") || !strcmp(verb, "logs"))
		return board_complain("board stop and board logs need", "the name of one board");
	return board_complain("board takes start, stop, ls or logs, not",
			      argc ? verb : "an empty command line");
}
