/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/common/driver.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/folder.h"
#include "tools/fpgaclc/common/cache.h"
#include "tools/fpgaclc/common/source.h"

extern char **environ;

/* The directory that the exit handler removes; empty if there is none. */
static char remove_at_exit[PATH_MAX];
static volatile sig_atomic_t caught;

enum { FCLC_PROGRESS_S = 10 };

void fclc_argv_add(struct fclc_argv *argv, const char *format, ...)
{
	va_list args;

	/* Keep room for the NULL that ends the list. */
	argv->list = fclc_grow(argv->arena, argv->list, argv->count + 1, &argv->capacity,
			       sizeof(*argv->list));
	va_start(args, format);
	argv->list[argv->count++] = fclc_vformat(argv->arena, format, args);
	va_end(args);
	argv->list[argv->count] = NULL;
}

static int remove_one(const char *path, const struct stat *stat, int type, struct FTW *ftw)
{
	(void)stat;
	(void)type;
	(void)ftw;
	remove(path);
	return 0;
}

static void remove_tmp(void)
{
	if (remove_at_exit[0])
		nftw(remove_at_exit, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	remove_at_exit[0] = 0;
}

static void on_signal(int number)
{
	if (number != SIGALRM)
		caught = number;
}

static void catch_signals(void)
{
	/* SIGALRM only interrupts the wait, so that progress can be shown. */
	static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGALRM};
	struct sigaction action = {.sa_handler = on_signal};

	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		sigaction(numbers[i], &action, NULL);
}

/* "<output>.temps", or a directory of that name in --temp_dir. Created if missing. */
static char *kept_tmp(const struct fclc_program *program)
{
	const char *output = program->options.output, *folder = program->options.temp_dir;

	if (!folder)
		return fclc_format(program->arena, "%s.temps", output);
	fcl_folder_make(folder);
	return fclc_format(program->arena, "%s/%s.temps", folder, fclc_base_name(output));
}

static int make_tmp(struct fclc_program *program, struct fcl_err *err)
{
	const char *base = getenv("TMPDIR");
	char *path;

	if (program->options.save_temps) {
		path = kept_tmp(program);
		if (mkdir(path, 0777) && errno != EEXIST)
			return fcl_err_set(err, -errno, "fpgaclc: error: cannot create '%s': %s",
					   path, strerror(errno));
	} else {
		path = fclc_format(program->arena, "%s/fpgaclc-XXXXXX",
				   base && *base ? base : "/tmp");
		if (!mkdtemp(path))
			return fcl_err_set(err, -errno,
					   "fpgaclc: error: cannot create a directory '%s': %s",
					   path, strerror(errno));
		if (strlen(path) >= sizeof(remove_at_exit)) {
			rmdir(path);
			return fcl_err_set(err, -ENAMETOOLONG,
					   "fpgaclc: error: the path in TMPDIR is too long");
		}
		strcpy(remove_at_exit, path);
	}
	/* -ffile-prefix-map compares path prefixes literally, so resolve symbolic links. */
	path = realpath(path, NULL);
	if (!path)
		return fcl_err_set(err, -errno, "fpgaclc: error: temporary directory: %s",
				   strerror(errno));
	program->tmp = fclc_copy(program->arena, path, strlen(path));
	free(path);
	return 0;
}

int fclc_driver_open(struct fclc_program *program, struct fcl_err *err)
{
	char *cwd = getcwd(NULL, 0);

	if (!cwd)
		return fcl_err_set(err, -errno, "fpgaclc: error: current directory: %s",
				   strerror(errno));
	program->cwd = fclc_format(program->arena, "%s/", strcmp(cwd, "/") ? cwd : "");
	free(cwd);
	/* Makes __DATE__ and __TIME__ the same in every build. */
	setenv("SOURCE_DATE_EPOCH", "0", 0);
	fclc_cache_open(program);
	atexit(remove_tmp);
	catch_signals();
	return make_tmp(program, err);
}

void fclc_driver_close(struct fclc_program *program)
{
	(void)program;
	remove_tmp();
	if (caught) {
		signal(caught, SIG_DFL);
		raise(caught);
	}
}

static void show_command(const struct fclc_argv *argv)
{
	for (uint32_t i = 0; i < argv->count; i++)
		fprintf(stderr, "%s%s", i ? " " : "+ ", argv->list[i]);
	fputc('\n', stderr);
}

bool fclc_interrupted(void)
{
	return caught != 0;
}

static void set_progress_timer(time_t seconds)
{
	struct itimerval timer = {{seconds, 0}, {seconds, 0}};

	setitimer(ITIMER_REAL, &timer, NULL);
}

void fclc_progress_begin(void)
{
	set_progress_timer(FCLC_PROGRESS_S);
}

void fclc_progress_end(void)
{
	set_progress_timer(0);
}

void fclc_show_progress(const char *what, time_t began)
{
	printf("INFO: [fpgaclc] %s: running for %lld s\n", what, (long long)(time(NULL) - began));
	fflush(stdout);
}

int fclc_exit_error(int status, const char *name, struct fcl_err *err)
{
	if (WIFSIGNALED(status))
		return fcl_err_set(err, -EINVAL, "fpgaclc: error: %s was killed by signal %d", name,
				   WTERMSIG(status));
	if (!WEXITSTATUS(status))
		return 0;
	return fcl_err_set(err, -EINVAL, "fpgaclc: error: %s exited with status %d", name,
			   WEXITSTATUS(status));
}

static int wait_for(pid_t pid, const char *name, struct fcl_err *err)
{
	time_t began = time(NULL);
	int status, error = 0;

	fclc_progress_begin();
	while (!error && waitpid(pid, &status, 0) < 0) {
		if (errno != EINTR)
			error = fcl_err_set(err, -errno, "fpgaclc: error: waiting for %s: %s", name,
					    strerror(errno));
		/*
		 * Interrupted: wait for the child, which still writes to the temporary directory.
		 */
		else if (caught)
			kill(pid, SIGTERM);
		else
			fclc_show_progress(name, began);
	}
	fclc_progress_end();
	if (error)
		return error;
	if (caught)
		return fcl_err_set(err, -EINTR, "fpgaclc: error: interrupted");
	return fclc_exit_error(status, name, err);
}

static int spawn_program(const struct fclc_program *program, const struct fclc_argv *argv,
			 const posix_spawn_file_actions_t *actions, pid_t *ret_pid,
			 struct fcl_err *err)
{
	int error;

	if (program->options.verbose)
		show_command(argv);
	error = posix_spawnp(ret_pid, argv->list[0], actions, NULL, (char *const *)argv->list,
			     environ);
	if (error == ENOENT)
		return fclc_error(err, FCLC_NOWHERE, "%s is not on PATH: install the package %s",
				  argv->list[0],
				  !strcmp(argv->list[0], "verilator") ? "verilator"
				  : !strcmp(argv->list[0], "ghdl") ? "ghdl, which translates VHDL"
								   : "binutils");
	if (error)
		return fcl_err_set(err, -error, "fpgaclc: error: cannot run %s: %s", argv->list[0],
				   strerror(error));
	return 0;
}

int fclc_run(const struct fclc_program *program, const struct fclc_argv *argv, struct fcl_err *err)
{
	pid_t pid;
	int error = spawn_program(program, argv, NULL, &pid, err);

	return error ? error : wait_for(pid, argv->list[0], err);
}

/*
 * Redirects standard output to the file `out` and standard error to `log`, and standard input from
 * `in`; NULL, or less than 0, leaves it unchanged.
 */
static int spawn_to(const struct fclc_program *program, const struct fclc_argv *argv, int in,
		    const char *out, const char *log, pid_t *ret_pid, struct fcl_err *err)
{
	posix_spawn_file_actions_t actions;
	int error;

	if (posix_spawn_file_actions_init(&actions))
		return fcl_err_set(err, -ENOMEM, "fpgaclc: error: out of memory");
	error = -posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, out,
						  O_WRONLY | O_CREAT | O_TRUNC, 0600);
	if (!error && in >= 0)
		error = -posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
	if (!error && log == out)
		error = -posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
	else if (!error && log)
		error = -posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log,
							  O_WRONLY | O_CREAT | O_TRUNC, 0600);
	if (error)
		fcl_err_set(err, error, "fpgaclc: error: out of memory");
	else
		error = spawn_program(program, argv, &actions, ret_pid, err);
	posix_spawn_file_actions_destroy(&actions);
	return error;
}

int fclc_spawn(const struct fclc_program *program, const struct fclc_argv *argv, int in,
	       const char *log, pid_t *ret_pid, struct fcl_err *err)
{
	return spawn_to(program, argv, in, log, log, ret_pid, err);
}

int fclc_run_logged(const struct fclc_program *program, const struct fclc_argv *argv,
		    const char *log, struct fcl_err *err)
{
	pid_t pid;
	int error = spawn_to(program, argv, -1, log, log, &pid, err);

	return error ? error : wait_for(pid, argv->list[0], err);
}

int fclc_run_split(const struct fclc_program *program, const struct fclc_argv *argv,
		   const char *out, const char *log, struct fcl_err *err)
{
	pid_t pid;
	int error = spawn_to(program, argv, -1, out, log, &pid, err);

	return error ? error : wait_for(pid, argv->list[0], err);
}

int fclc_first_line(const struct fclc_program *program, const struct fclc_argv *argv,
		    const char **ret_line, struct fcl_err *err)
{
	const char *path = fclc_format(program->arena, "%s/first-line", program->tmp);
	char *text;
	size_t size;
	pid_t pid;
	int error = spawn_to(program, argv, -1, path, NULL, &pid, err);

	if (!error)
		error = wait_for(pid, argv->list[0], err);
	if (!error)
		error = fclc_read_file(program, path, &text, &size, err);
	if (error)
		return error;
	*ret_line = fclc_copy(program->arena, text, strcspn(text, "\n"));
	return 0;
}

int fclc_read_file(const struct fclc_program *program, const char *path, char **ret_bytes,
		   size_t *ret_size, struct fcl_err *err)
{
	char *bytes;
	int error = fcl_file_read(path, SIZE_MAX, &bytes, ret_size, err);

	if (error) {
		fcl_err_prefix(err, "fpgaclc: error");
		return error;
	}
	*ret_bytes = fclc_copy(program->arena, bytes, *ret_size);
	free(bytes);
	return 0;
}

int fclc_write_file(const char *path, const void *bytes, size_t size, struct fcl_err *err)
{
	int error = fcl_file_write(path, bytes, size, err);

	if (error)
		fcl_err_prefix(err, "fpgaclc: error");
	return error;
}

int fclc_make_folder(const char *path, struct fcl_err *err)
{
	int error = fcl_folder_make(path);

	return error ? fclc_error(err, FCLC_NOWHERE, "cannot create '%s': %s", path,
				  strerror(-error))
		     : 0;
}

int fclc_make_folder_of(const struct fclc_program *program, const char *path, struct fcl_err *err)
{
	size_t length = (size_t)(fclc_base_name(path) - path);

	/* The current directory and the root always exist. */
	return length > 1 ? fclc_make_folder(fclc_copy(program->arena, path, length - 1), err) : 0;
}
