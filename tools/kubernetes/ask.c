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
static const uint64_t REAP_SOON_NS = 5000000u,
		      REAP_LATER_NS = 200000000u; /* delay before checking again whether a
							    * process has ended, normally and after
							    * killing it */
enum { END_MS = 1000 };

static bool is_asked(const struct fcl_kube_questions *questions, const char *id)
{
	for (unsigned i = 0; i < FCL_KUBE_ASKING; i++)
		if (questions->all[i].busy && !strcmp(questions->all[i].id, id))
			return true;
	return false;
}

/*
 * When to query the board next. An unhealthy board is queried more often, to notice its recovery
 * soon.
 */
static uint64_t due(const struct fcl_kube_questions *questions, const struct fcl_kube_board *board)
{
	unsigned wait_s = board->answered ? questions->options->ask_s
					  : questions->options->interval_s;

	if (!board->present)
		return UINT64_MAX;
	return board->asked ? board->asked_at + wait_s * SECOND : 0;
}

/* Starts the program in its own process group, so that its helpers can be killed with it. */
static int ask_spawn(const struct fcl_kube_options *options, const char *name, int output,
		     int errors, int *ret_pid)
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

static int ask_start(const struct fcl_kube_options *options, const struct fcl_kube_board *board,
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
	error = ask_spawn(options, name, output[1], errors[1], &question->pid);
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
	int error = ask_start(questions->options, board, question);

	if (error) {
		fcl_kube_answer_problem(board, "%s cannot be run: %s", questions->options->fpgacl,
					strerror(error));
		return;
	}
	question->busy = true;
	snprintf(question->id, sizeof(question->id), "%s", board->id);
	question->number = board->number;
	question->killed = false;
	question->reap_at = 0;
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

/* Output that does not fit is read and dropped, so that the process can end. */
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

static void close_sides(struct fcl_kube_question *question)
{
	for (unsigned side = 0; side < 2; side++) {
		if (question->fds[side] >= 0)
			close(question->fds[side]);
		question->fds[side] = -1;
		question->text[side][question->used[side]] = '\0';
	}
}

/* Whether the process has ended, and its status from waitpid(). Does not block. */
static bool ask_reap(struct fcl_kube_question *question, int *ret_status)
{
	*ret_status = -1;
	if (!waitpid(question->pid, ret_status, WNOHANG)) {
		question->reap_at = fcl_now_ns() +
				    (question->killed ? REAP_LATER_NS : REAP_SOON_NS);
		return false;
	}
	question->busy = false;
	return true;
}

/* The board that was queried; NULL: it is gone, or has been replaced by another one. */
static struct fcl_kube_board *asked(const struct fcl_kube_question *question,
				    struct fcl_kube_boards *boards)
{
	struct fcl_kube_board *board = fcl_kube_boards_get(boards, question->id);

	return board && board->present && board->number == question->number ? board : NULL;
}

/* Both pipes are closed: once the status is known, the answer is complete. */
static void ask_take_answer(struct fcl_kube_question *question, struct fcl_kube_boards *boards)
{
	struct fcl_kube_board *board = asked(question, boards);
	int status;

	if (!ask_reap(question, &status))
		return;
	close_sides(question);
	if (board)
		fcl_kube_answer(board, status, question->text[0], question->text[1]);
}

/* Kills the process and its helpers. */
static void ask_give_up(struct fcl_kube_question *question, struct fcl_kube_boards *boards,
			unsigned patience_s)
{
	struct fcl_kube_board *board = asked(question, boards);
	int status;

	if (board)
		fcl_kube_answer_problem(board, "it did not answer within %u s", patience_s);
	question->killed = true;
	kill(-question->pid, SIGKILL);
	close_sides(question);
	ask_reap(question, &status);
}

void fcl_kube_ask_read(struct fcl_kube_questions *questions, struct fcl_kube_boards *boards)
{
	for (unsigned i = 0; i < FCL_KUBE_ASKING; i++) {
		struct fcl_kube_question *question = &questions->all[i];
		int status;

		if (!question->busy)
			continue;
		if (question->killed) {
			ask_reap(question, &status);
			continue;
		}
		read_side(question, 0);
		read_side(question, 1);
		if (question->fds[0] < 0 && question->fds[1] < 0)
			ask_take_answer(question, boards);
		if (question->busy && fcl_now_ns() >= question->deadline)
			ask_give_up(question, boards, questions->options->patience_s);
	}
}

/* When to handle the query again if no data arrives on its pipes. */
static uint64_t question_due(const struct fcl_kube_question *question)
{
	bool reaping = question->killed ||
		       (question->reap_at && question->reap_at < question->deadline);

	return reaping ? question->reap_at : question->deadline;
}

uint64_t fcl_kube_ask_next(const struct fcl_kube_questions *questions,
			   const struct fcl_kube_boards *boards)
{
	uint64_t next = UINT64_MAX;
	bool room = false;

	for (unsigned i = 0; i < FCL_KUBE_ASKING; i++) {
		room |= !questions->all[i].busy;
		if (questions->all[i].busy && question_due(&questions->all[i]) < next)
			next = question_due(&questions->all[i]);
	}
	/* Without a free slot, wait for a query to end first. */
	for (unsigned i = 0; i < boards->count && room; i++) {
		uint64_t when = due(questions, &boards->boards[i]);

		if (when < next && !is_asked(questions, boards->boards[i].id))
			next = when;
	}
	return next;
}

/* Reaps processes and returns the number of those that have not ended. */
static unsigned reap_all(struct fcl_kube_questions *questions)
{
	unsigned left = 0;
	int status;

	for (unsigned i = 0; i < FCL_KUBE_ASKING; i++)
		left += questions->all[i].busy && !ask_reap(&questions->all[i], &status);
	return left;
}

void fcl_kube_ask_end(struct fcl_kube_questions *questions)
{
	for (unsigned i = 0; i < FCL_KUBE_ASKING; i++)
		if (questions->all[i].busy) {
			kill(-questions->all[i].pid, SIGKILL);
			close_sides(&questions->all[i]);
		}
	for (unsigned ms = 0; reap_all(questions) && ms < END_MS; ms++)
		fcl_pause_us(1000);
}
