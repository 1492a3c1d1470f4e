/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/fifos/deadlocked.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "emulator/execution/fifos/fifo.h"
#include "emulator/state/program.h"

/*
 * Which depth would resolve a deadlock depends on what its executions do next. So they go on, and
 * each time they block in a cycle again, the smallest full FIFO in it grows (stall.c; Parks' rule).
 * On a board they would hang, and sooner or later so would all that FIFOs connect with them: all of
 * these executions fail, whatever they compute. When the last one has ended, the FIFOs get their
 * depths back, and lose the packets that were written after the deadlock, so that no execution that
 * is started later gets data which it would not get on a board.
 */

static bool deadlocked_is_over(const struct fcl_emu_cu *cu)
{
	return cu->state == FCL_EMU_IDLE || cu->state == FCL_EMU_ENDING;
}

/* Adds a CU at the end of a list; returns the list's end. */
static struct fcl_emu_cu *deadlocked_mark(struct fcl_emu_cu *last, struct fcl_emu_cu *cu)
{
	if (!cu || cu->deadlocked)
		return last;
	cu->deadlocked = true;
	cu->next_deadlocked = NULL;
	last->next_deadlocked = cu;
	return cu;
}

static struct fcl_emu_cu *mark_neighbours(struct fcl_emu_cu *last, const struct fcl_emu_cu *cu)
{
	for (uint32_t i = 0; i < cu->model->nports; i++) {
		struct fcl_emu_fifo *fifo = cu->wired[i];

		if (!fifo)
			continue;
		fifo->before = fcl_emu_fifo_tail(fifo);
		last = deadlocked_mark(last, fifo->end[FCL_EMU_READER]);
		last = deadlocked_mark(last, fifo->end[FCL_EMU_WRITER]);
	}
	return last;
}

void fcl_emu_deadlock_begin(struct fcl_emu_cu *cu, const char *text)
{
	struct fcl_emu_program *program = cu->program;
	struct fcl_emu_cu *first = cu->first, *last = first;

	if (first->deadlocked)
		return;
	if (!program->deadlocked)
		snprintf(program->deadlock, sizeof(program->deadlock), "%s: %s", cu->name, text);
	first->deadlocked = true;
	first->next_deadlocked = NULL;
	for (struct fcl_emu_cu *at = first; at; at = at->next_deadlocked)
		last = mark_neighbours(last, at);
	last->next_deadlocked = program->deadlocked;
	program->deadlocked = first;
}

/* Lists the depths that the FIFOs have come to, as many as fit. */
static void list_depths(const struct fcl_emu_program *program, char *text, size_t size)
{
	const char *separator = "";
	size_t length = 0;

	text[0] = '\0';
	for (const struct fcl_emu_cu *cu = program->deadlocked; cu; cu = cu->next_deadlocked)
		for (uint32_t i = 0; i < cu->model->nports; i++) {
			const struct fcl_emu_fifo *fifo = cu->wired[i];
			int more;

			if (!fifo || fifo->end[FCL_EMU_WRITER] != cu ||
			    fifo->pub.depth == fifo->depth)
				continue;
			more = snprintf(text + length, size - length, "%sof %llu for FIFO %s",
					separator, (unsigned long long)fifo->pub.depth, fifo->name);
			if (more < 0 || (size_t)more >= size - length) {
				text[length] = '\0';
				return;
			}
			length += (size_t)more;
			separator = ", ";
		}
}

/* An execution that is not in the cycle has no error of its own. */
static void begin_error(struct fcl_emu_cu *cu)
{
	if (!cu->error[0])
		snprintf(cu->error, sizeof(cu->error),
			 "FIFOs connect it with a deadlock, of %.400s", cu->program->deadlock);
}

void fcl_emu_deadlock_give_up(struct fcl_emu_cu *cu, const char *advice)
{
	size_t length;

	begin_error(cu);
	length = strlen(cu->error);
	snprintf(cu->error + length, sizeof(cu->error) - length, "; %s", advice);
}

/* Whether an execution other than `but` has not ended yet; free-running kernels do not end. */
static bool any_goes_on(const struct fcl_emu_program *program, const struct fcl_emu_cu *but)
{
	for (const struct fcl_emu_cu *cu = program->deadlocked; cu; cu = cu->next_deadlocked)
		for (const struct fcl_emu_cu *one = cu; one; one = one->next_context)
			if (one != but && !deadlocked_is_over(one) &&
			    cu->model->control != FCL_MODEL_CTRL_NONE)
				return true;
	return false;
}

/* Whether a thread runs one of the CUs, other than `but`. */
static bool any_runs(const struct fcl_emu_program *program, const struct fcl_emu_cu *but)
{
	for (const struct fcl_emu_cu *cu = program->deadlocked; cu; cu = cu->next_deadlocked)
		for (const struct fcl_emu_cu *one = cu; one; one = one->next_context)
			if (one != but && one->state == FCL_EMU_RUNNING)
				return true;
	return false;
}

static void deadlocked_restore(struct fcl_emu_program *program)
{
	struct fcl_emu_cu *cu;

	while ((cu = program->deadlocked)) {
		for (uint32_t i = 0; i < cu->model->nports; i++)
			if (cu->wired[i] && cu->wired[i]->end[FCL_EMU_WRITER] == cu)
				fcl_emu_fifo_shrink(cu->wired[i], cu->wired[i]->before);
		cu->deadlocked = false;
		program->deadlocked = cu->next_deadlocked;
	}
}

static void advise(const struct fcl_emu_program *program, bool last, char *text, size_t size)
{
	char depths[320];

	list_depths(program, depths, sizeof(depths));
	if (!depths[0])
		snprintf(depths, sizeof(depths), "of FIFOs that is greater");
	snprintf(
		text, size,
		"would not occur with a depth %s%s (in stream_connect=, or as the depth of a channel or pipe)",
		last ? "" : "of at least ", last ? depths : depths + strlen("of "));
}

void fcl_emu_deadlock_end(struct fcl_emu_cu *cu)
{
	char text[512] = "it ";
	bool last;

	if (!cu->first->deadlocked)
		return;
	last = !any_goes_on(cu->program, cu);
	advise(cu->program, last, text + strlen(text), sizeof(text) - strlen(text));
	if (!cu->status) {
		fcl_emu_deadlock_give_up(cu, text);
		cu->status = -EDEADLK;
		if (last)
			fcl_log(FCL_LOG_ERROR, "emulator", "the deadlock %s", text + strlen("it "));
	}
	fcl_emu_deadlock_check(cu->program, cu);
}

void fcl_emu_deadlock_check(struct fcl_emu_program *program, const struct fcl_emu_cu *ended)
{
	if (!any_goes_on(program, ended) && !any_runs(program, ended))
		deadlocked_restore(program);
}

bool fcl_emu_deadlock_rests(const struct fcl_emu_program *program)
{
	for (const struct fcl_emu_cu *cu = program->deadlocked; cu; cu = cu->next_deadlocked)
		for (const struct fcl_emu_cu *one = cu; one; one = one->next_context)
			if (one->state == FCL_EMU_READY || one->state == FCL_EMU_RUNNING)
				return false;
	return true;
}
