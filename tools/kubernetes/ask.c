/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/kubernetes/ask.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "tools/kubernetes/answer.h"

extern char **environ;

static const uint64_t SECOND = 1000000000u;

static bool is_asked(const struct fcl_kube_questions *questions, const char *id)
{
	for (unsigned i = 0; i < FCL_KUBE_ASKING; i++)
		if (questions->all[i].busy && !strcmp(questions->all[i].id, id))
			return true;
	return false;
}

/* When to ask the board next. An unhealthy one is asked more often, so that it is soon back. */
static uint64_t due(const struct fcl_kube_questions *questions, const struct fcl_kube_board *board)
{
	unsigned wait_s = board->answered ? questions->options->ask_s
					  : questions->options->interval_s;

	if (!board->present)
		return UINT64_MAX;
	return board->asked ? board->asked_at + wait_s * SECOND : 0;
}

/* In a group of its own, so that helpers which it starts can be killed with it. */
static int spawn(const struct fcl_kube_options *options, const char *name, int output, int errors,
		 int *ret_pid)
{
	char *arguments[] = {(char *)options->fpgacl, "info", "--json", "-d", (char *)name, NULL};
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attributes;
	sigset_t none;
	int error;

	sigemptyset(&none);
	posix_spawn_file_actions_init(&files);
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
	posix_spawnattr_setsigmask(&attributes, &none);
	posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
	posix_spawn_file_actions_adddup2(&files, errors, STDERR_FILENO);
	error = posix_spawnp(ret_pid, options->fpgacl, &files, &attributes, arguments, environ);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&files);
	return error;
}

static int start(const struct fcl_kube_options *options, const struct fcl_kube_board *board,
		 struct fcl_kube_question *question)
{
	char name[600];
	int output[2], errors[2], error;

	fcl_kube_board_name(board, name, sizeof(name));
	if (pipe2(output, O_CLOEXEC))
		return errno;
	if (pipe2(errors, O_CLOEXEC)) {
		error = errno;
		close(output[0]);
		close(output[1]);
		return error;
	}
	error = spawn(options, name, output[1], errors[1], &question->pid);
	close(output[1]);
	close(errors[1]);
	question->fds[0] = output[0];
	question->fds[1] = errors[0];
	if (error) {
		close(output[0]);
		close(errors[0]);
		return error;
	}
	fcntl(output[0], F_SETFL, O_NONBLOCK);
	fcntl(errors[0], F_SETFL, O_NONBLOCK);
	return 0;
}

static void ask_one(struct fcl_kube_questions *questions, struct fcl_kube_question *question,
		    struct fcl_kube_board *board)
{
	int error = start(questions->options, board, question);

	if (error) {
		fcl_kube_answer_problem(board, "%s cannot be run: %s", questions->options->fpgacl,
					strerror(error));
		return;
	}
	question->busy = true;
	snprintf(question->id, sizeof(question->id), "%s", board->id);
	question->number = board->number;
	question->used[0] = question->used[1] = 0;
	question->deadline = fcl_now_ns() + questions->options->patience_s * SECOND;
}

void fcl_kube_ask(struct fcl_kube_questions *questions, const struct fcl_kube_boards *boards)
{
	uint64_t now = fcl_now_ns();
	unsigned at = 0;

	for (unsigned i = 0; i < boards->count; i++) {
		struct fcl_kube_board *board = &boards->boards[i];

		if (due(questions, board) > now || is_asked(questions, board->id))
			continue;
		while (at < FCL_KUBE_ASKING && questions->all[at].busy)
			at++;
		if (at == FCL_KUBE_ASKING)
			return;
		ask_one(questions, &questions->all[at], board);
	}
}

unsigned fcl_kube_ask_fds(const struct fcl_kube_questions *questions, struct pollfd *ret_fds)
{
	unsigned count = 0;

	for (unsigned i = 0; i < FCL_KUBE_ASKING; i++)
		for (unsigned side = 0; side < 2 && questions->all[i].busy; side++)
			if (questions->all[i].fds[side] >= 0)
				ret_fds[count++] = (struct pollfd){
					.fd = questions->all[i].fds[side], .events = POLLIN};
	return count;
}

/* What does not fit is read and dropped, so that the process can end. */
static void read_side(struct fcl_kube_question *question, unsigned side)
{
	char rest[512];
	ssize_t got = 1;

	while (question->fds[side] >= 0) {
		size_t room = sizeof(question->text[side]) - 1 - question->used[side];

		got = room ? read(question->fds[side], question->text[side] + question->used[side],
				  room)
			   : read(question->fds[side], rest, sizeof(rest));
		if (got < 0 && (errno == EAGAIN || errno == EINTR))
			return;
		if (got <= 0) {
			close(question->fds[side]);
			question->fds[side] = -1;
		} else if (room) {
			question->used[side] += (unsigned)got;
		}
	}
}

/* Ends the process and what it has started; returns its status as waitpid() has it. */
static int reap(struct fcl_kube_question *question, bool whole)
{
	int status = -1;

	if (!whole)
		kill(-question->pid, SIGKILL);
	while (waitpid(question->pid, &status, 0) < 0 && errno == EINTR)
		;
	for (unsigned side = 0; side < 2; side++) {
		if (question->fds[side] >= 0)
			close(question->fds[side]);
		question->fds[side] = -1;
		question->text[side][question->used[side]] = '\0';
	}
	question->busy = false;
	return status;
}

static void finish(struct fcl_kube_questions *questions, struct fcl_kube_question *question,
		   struct fcl_kube_boards *boards, bool whole)
{
	int status = reap(question, whole);
	struct fcl_kube_board *board = fcl_kube_boards_get(boards, question->id);

	/* Another board may be at this place by now. */
	if (!board || !board->present || board->number != question->number)
		return;
	if (!whole)
		fcl_kube_answer_problem(board, "it did not answer within %u s",
					questions->options->patience_s);
	else
		fcl_kube_answer(board, status, question->text[0], question->text[1]);
}

void fcl_kube_ask_read(struct fcl_kube_questions *questions, struct fcl_kube_boards *boards)
{
	uint64_t now = fcl_now_ns();

	for (unsigned i = 0; i < FCL_KUBE_ASKING; i++) {
		struct fcl_kube_question *question = &questions->all[i];
		bool whole;

		if (!question->busy)
			continue;
		read_side(question, 0);
		read_side(question, 1);
		whole = question->fds[0] < 0 && question->fds[1] < 0;
		if (whole || now >= question->deadline)
			finish(questions, question, boards, whole);
	}
}

uint64_t fcl_kube_ask_next(const struct fcl_kube_questions *questions,
			   const struct fcl_kube_boards *boards)
{
	uint64_t next = UINT64_MAX;
	bool room = false;

	for (unsigned i = 0; i < FCL_KUBE_ASKING; i++) {
		room |= !questions->all[i].busy;
		if (questions->all[i].busy && questions->all[i].deadline < next)
			next = questions->all[i].deadline;
	}
	/* Without room, the next thing to happen is that a question ends. */
	for (unsigned i = 0; i < boards->count && room; i++) {
		uint64_t when = due(questions, &boards->boards[i]);

		if (when < next && !is_asked(questions, boards->boards[i].id))
			next = when;
	}
	return next;
}

void fcl_kube_ask_end(struct fcl_kube_questions *questions)
{
	for (unsigned i = 0; i < FCL_KUBE_ASKING; i++)
		if (questions->all[i].busy)
			reap(&questions->all[i], false);
}
