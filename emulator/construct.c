/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/construct.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/fork.h"
#include "base/log.h"
#include "emulator/execution/access/guard.h"
#include "emulator/execution/running/running.h"
#include "emulator/execution/units/services.h"
#include "emulator/linker.h"
#include "emulator/primitives/elf_object.h"
#include "emulator/state/board.h"
#include "emulator/state/unit.h"

enum { STACK_BYTES = 8 << 20 };

/*
 * A CU without a kernel, in whose name the payload's functions run, so that their faults are
 * attributed to the payload.
 */
struct stage {
	struct fcl_emu_cu cu;
	struct fcl_emu_program program; /* contains only this payload */
	struct fcl_emu_elf elf;
	uint64_t base; /* the payload's load address */
};

/*
 * The watchdog only covers executions, so a timer signals this thread repeatedly. A signal that
 * arrives outside payload code has no effect.
 */
static bool start_timer(struct fcl_emu_cu *cu, timer_t *ret_timer)
{
	uint64_t limit = cu->program->board->timeout_ns;
	struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID};
	struct itimerspec times = {
		.it_value = {(time_t)(limit / 1000000000u), (long)(limit % 1000000000u)},
		.it_interval = {0, 10 * 1000 * 1000},
	};

	if (!limit)
		return false;
	event.sigev_signo = fcl_emu_guard_signal();
	event._sigev_un._tid = gettid();
	if (timer_create(CLOCK_MONOTONIC, &event, ret_timer))
		return false;
	atomic_store(&cu->overdue, 1);
	timer_settime(*ret_timer, 0, &times, NULL);
	return true;
}

static void construct_run(struct fcl_emu_cu *cu)
{
	struct fcl_emu_cu *outer = fcl_emu_current;
	timer_t timer;
	bool timed = start_timer(cu, &timer);

	fcl_emu_current = cu;
	fcl_emu_fiber_resume(cu->fiber);
	fcl_emu_current = outer;
	if (timed)
		timer_delete(timer);
}

/*
 * Calls `body` on a separate stack, as an execution of the CU. -ENOMEM; -ENOEXEC: it did not
 * return.
 */
static int run_contained(struct fcl_emu_cu *cu, void (*body)(void *data), void *data,
			 struct fcl_err *err)
{
	struct fcl_emu_fiber_pools pools = {0};
	int error = 0;

	cu->fiber = fcl_emu_fiber_get(&pools, STACK_BYTES);
	if (!cu->fiber)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	fcl_emu_guard_install();
	fcl_emu_guard_thread();
	fcl_emu_fiber_start(cu->fiber, body, data);
	cu->status = 0; /* left by an earlier execution */
	cu->error[0] = 0;
	cu->asked = true;
	construct_run(cu);
	if (cu->status)
		error = fcl_err_set(err, -ENOEXEC, "%s", cu->error);
	else if (!cu->fiber->finished)
		error = fcl_err_set(err, -ENOEXEC,
				    "it blocks, which is only possible in a running kernel");
	if (!cu->fiber->finished) {
		cu->fiber->sp = NULL;
		cu->fiber->finished = true;
	}
	fcl_emu_fiber_put(&pools, cu->fiber);
	fcl_emu_fiber_pools_fini(&pools);
	cu->fiber = NULL;
	cu->status = 0;
	atomic_store(&cu->overdue, 0);
	return error;
}

static struct stage *new_stage(struct fcl_emu_board *board, struct fcl_image *image,
			       struct fcl_emu_payload *payload, struct fcl_err *err)
{
	struct stage *stage = calloc(1, sizeof(*stage));
	struct link_map *map = NULL;

	if (!stage) {
		fcl_err_set(err, -ENOMEM, "out of memory");
		return NULL;
	}
	if (dlinfo(payload->handle, RTLD_DI_LINKMAP, &map) || !map ||
	    fcl_emu_elf_open(&stage->elf, image->payload, image->payload_size, err)) {
		fcl_err_set(err, -ENOEXEC, "the payload cannot be found");
		free(stage);
		return NULL;
	}
	stage->base = map->l_addr;
	stage->program.board = board;
	stage->program.image = image;
	stage->program.payloads = payload;
	stage->program.npayloads = 1;
	stage->cu.program = &stage->program;
	stage->cu.pub.size = sizeof(stage->cu.pub);
	stage->cu.pub.host = &fcl_emu_host;
	return stage;
}

/* --- functions that the ELF names -------------------------------------------------------------- */

typedef void loading(int argc, char **argv, char **environment);

static uint64_t construct_count(const struct stage *stage, enum fcl_emu_elf_tag array,
				enum fcl_emu_elf_tag size)
{
	return stage->elf.has[array] ? stage->elf.tags[size] / sizeof(loading *) : 0;
}

/* The tables have been relocated by now. */
static loading *entry(const struct stage *stage, enum fcl_emu_elf_tag array, uint64_t index)
{
	return ((loading **)(uintptr_t)(stage->base + stage->elf.tags[array]))[index];
}

static loading *one(const struct stage *stage, enum fcl_emu_elf_tag tag)
{
	return (loading *)(uintptr_t)(stage->base + stage->elf.tags[tag]);
}

/*
 * In the dynamic linker's order. The functions get the arguments of main(), here empty: payloads do
 * not use them.
 */
static void call_loading(void *user)
{
	const struct stage *stage = user;
	char *none[] = {NULL};

	if (stage->elf.has[FCL_ELF_INIT])
		one(stage, FCL_ELF_INIT)(0, none, environ);
	for (uint64_t i = 0; i < construct_count(stage, FCL_ELF_INIT_ARRAY, FCL_ELF_INIT_ARRAYSZ);
	     i++)
		entry(stage, FCL_ELF_INIT_ARRAY, i)(0, none, environ);
}

static void call_unloading(void *user)
{
	const struct stage *stage = user;
	char *none[] = {NULL};

	for (uint64_t i = construct_count(stage, FCL_ELF_FINI_ARRAY, FCL_ELF_FINI_ARRAYSZ); i; i--)
		entry(stage, FCL_ELF_FINI_ARRAY, i - 1)(0, none, environ);
	if (stage->elf.has[FCL_ELF_FINI])
		one(stage, FCL_ELF_FINI)(0, none, environ);
}

static bool has_unloading(const struct stage *stage)
{
	return stage->elf.has[FCL_ELF_FINI] ||
	       construct_count(stage, FCL_ELF_FINI_ARRAY, FCL_ELF_FINI_ARRAYSZ);
}

/*
 * --- payloads that are still loaded at exit ------------------------------------------------------
 */

/* Their termination functions are called here, as they are hidden from the dynamic linker. */
struct loaded {
	struct fcl_emu_board *board;
	struct fcl_image *image;
	struct fcl_emu_payload payload;
	struct loaded *next;
};

static pthread_mutex_t loaded_lock = PTHREAD_MUTEX_INITIALIZER;
static struct loaded *loaded;
/*
 * The process that loaded them. A forked child must not end what belongs to its parent, such as
 * open waveforms.
 */
static pid_t loaded_by;

static struct loaded *take_loaded(const struct fcl_emu_payload *payload)
{
	struct loaded **at = &loaded, *found;

	pthread_mutex_lock(&loaded_lock);
	while (*at && payload && (*at)->payload.handle != payload->handle)
		at = &(*at)->next;
	found = *at;
	if (found)
		*at = found->next;
	pthread_mutex_unlock(&loaded_lock);
	return found;
}

static void unload_at_exit(void)
{
	struct loaded *each;

	while (getpid() == loaded_by && (each = take_loaded(NULL))) {
		struct fcl_err why = {0};
		struct stage *stage = new_stage(each->board, each->image, &each->payload, &why);

		if (stage && run_contained(&stage->cu, call_unloading, stage, &why))
			fcl_log(FCL_LOG_ERROR, "emulator",
				"destructors of an image failed at exit: %s", why.text);
		free(stage);
		free(each);
	}
}

static void construct_prepare(void)
{
	fcl_fork_protect(&loaded_lock);
	atexit(unload_at_exit);
}

static int construct_remember(const struct stage *stage, const struct fcl_emu_payload *payload)
{
	struct loaded *each = malloc(sizeof(*each));

	if (!each)
		return -ENOMEM;
	*each = (struct loaded){stage->program.board, stage->program.image, *payload, NULL};
	pthread_mutex_lock(&loaded_lock);
	if (loaded_by != getpid())
		loaded = NULL;
	loaded_by = getpid();
	each->next = loaded;
	loaded = each;
	pthread_mutex_unlock(&loaded_lock);
	return 0;
}

int fcl_emu_payload_begin(struct fcl_emu_board *board, struct fcl_image *image,
			  struct fcl_emu_payload *payload, struct fcl_err *err)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	struct stage *stage = new_stage(board, image, payload, err);
	struct fcl_err why = {0};
	int error = 0;

	pthread_once(&once, construct_prepare);
	if (!stage)
		return -ENOEXEC;
	if (stage->elf.has[FCL_ELF_INIT] ||
	    construct_count(stage, FCL_ELF_INIT_ARRAY, FCL_ELF_INIT_ARRAYSZ))
		error = run_contained(&stage->cu, call_loading, stage, &why);
	if (!error && has_unloading(stage) && construct_remember(stage, payload))
		error = fcl_err_set(&why, -ENOMEM, "out of memory");
	free(stage);
	return error ? fcl_err_set(err, error, "a static constructor of the image failed: %s",
				   why.text)
		     : 0;
}

/* --- functions that the bitstream names -------------------------------------------------------- */

static void call_construct(void *user)
{
	struct stage *stage = user;

	stage->program.payloads->bitstream->construct(&stage->cu.pub);
}

static void construct_call_attach(void *user)
{
	const struct stage *stage = user;

	stage->program.payloads->bitstream->attach(&fcl_emu_host);
}

int fcl_emu_payload_construct(struct fcl_emu_board *board, struct fcl_image *image,
			      struct fcl_emu_payload *payload, struct fcl_err *err)
{
	const struct fcl_bitstream *bitstream = payload->bitstream;
	bool constructs = bitstream->size >= sizeof(*bitstream) && bitstream->construct;
	struct fcl_err why = {0};
	struct stage *stage;
	int error = 0;

	if (constructs || bitstream->attach) {
		stage = new_stage(board, image, payload, err);
		if (!stage)
			return -ENOEXEC;
		error = constructs ? run_contained(&stage->cu, call_construct, stage, &why) : 0;
		if (error)
			fcl_err_set(err, error, "a static constructor of the image failed: %s",
				    why.text);
		else if (bitstream->attach &&
			 (error = run_contained(&stage->cu, construct_call_attach, stage, &why)))
			fcl_err_set(err, error, "the payload cannot be attached: %s", why.text);
		free(stage);
	}
	payload->ready = !error;
	return error;
}

void fcl_emu_payload_end(struct fcl_emu_board *board, struct fcl_image *image,
			 struct fcl_emu_payload *payload)
{
	struct fcl_err why = {0};
	struct stage *stage = new_stage(board, image, payload, &why);
	int error = stage ? 0 : -ENOEXEC;

	free(take_loaded(payload));
	if (stage && has_unloading(stage))
		error = run_contained(&stage->cu, call_unloading, stage, &why);
	free(stage);
	if (!error)
		fcl_emu_dlclose(payload->handle);
	else
		fcl_log(FCL_LOG_ERROR, "emulator",
			"the payload of an image stays in memory because its destructors failed: %s",
			why.text);
}

/* --- functions of the model of a unit ----------------------------------------------------------- */

struct call {
	struct fcl_emu_cu *cu;
	int result;
};

static void call_init(void *user)
{
	struct call *call = user;

	call->result = call->cu->model->init(&call->cu->pub);
}

static void call_fini(void *user)
{
	struct call *call = user;

	call->cu->model->fini(&call->cu->pub);
}

int fcl_emu_unit_begin(struct fcl_emu_cu *cu, struct fcl_err *err)
{
	struct call call = {.cu = cu};
	struct fcl_err why = {0};
	int error;

	if (!cu->model->init)
		return 0;
	cu->preparing = true;
	error = run_contained(cu, call_init, &call, &why);
	cu->preparing = false;
	fcl_emu_line_end(cu);
	if (error)
		return fcl_err_set(err, error, "compute unit %s: its model's init failed: %s",
				   cu->name, why.text);
	if (call.result < 0)
		return fcl_err_set(err, -EIO, "compute unit %s: %s", cu->name,
				   *cu->error ? cu->error : "its model's init failed");
	return 0;
}

void fcl_emu_unit_end(struct fcl_emu_cu *cu)
{
	struct call call = {.cu = cu};
	struct fcl_err why = {0};

	if (!cu->model || !cu->model->fini || !cu->pub.host)
		return;
	if (run_contained(cu, call_fini, &call, &why))
		fcl_log(FCL_LOG_ERROR, cu->name, "its model's fini failed: %s", why.text);
	fcl_emu_line_end(cu);
}
