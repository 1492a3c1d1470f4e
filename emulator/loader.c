/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/loader.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/log.h"
#include "emulator/construct.h"
#include "emulator/dormant.h"
#include "emulator/execution/access/blocks.h"
#include "emulator/execution/access/guard.h"
#include "emulator/execution/access/reach.h"
#include "emulator/execution/fifos/chain.h"
#include "emulator/execution/fifos/fifo.h"
#include "emulator/execution/running/joint.h"
#include "emulator/execution/running/timeline.h"
#include "emulator/execution/running/traffic.h"
#include "emulator/execution/running/usage.h"
#include "emulator/execution/tasks/wake.h"
#include "emulator/execution/units/context.h"
#include "emulator/execution/units/groups.h"
#include "emulator/execution/units/links.h"
#include "emulator/execution/units/services.h"
#include "emulator/execution/units/shift.h"
#include "emulator/execution/units/submitted.h"
#include "emulator/execution/units/unit.h"
#include "emulator/linker.h"
#include "emulator/models.h"
#include "emulator/primitives/elf_object.h"
#include "emulator/primitives/elf_tables.h"
#include "emulator/state/board.h"
#include "emulator/state/fifo.h"
#include "emulator/state/program.h"
#include "emulator/state/task.h"
#include "emulator/state/unit.h"

/* How long to wait for a CU that does not check stop_requested(), and how often to check. */
enum { STOP_PATIENCE_S = 2, CHECK_NS = 5000000 };

/* "/proc/<up to 31>/fd/", two characters for each bit of the counter, and a descriptor. */
enum { PATH_BYTES = 192 };

/*
 * --- checks before loading ----------------------------------------------------------------------
 */

/*
 * The levels of the x86-64 psABI, tested by those of their features that compilers use. "" is any
 * CPU of this architecture.
 */
static bool cpu_has(const char *isa)
{
#if defined(__x86_64__)
	bool v2, v3;

	__builtin_cpu_init();
	v2 = __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt");
	v3 = v2 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
	     __builtin_cpu_supports("fma");
	if (!strcmp(isa, "x86-64-v2"))
		return v2;
	if (!strcmp(isa, "x86-64-v3"))
		return v3;
	if (!strcmp(isa, "x86-64-v4"))
		return v3 && __builtin_cpu_supports("avx512f") &&
		       __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
		       __builtin_cpu_supports("avx512dq");
#endif
	return !*isa || !strcmp(isa, FCL_IMAGE_BASIC_ISA);
}

/* The error names a way to get the board that the image is for, if there is such a board. */
static int wrong_board(const struct fcl_emu_board *board, const struct fcl_image *image,
		       struct fcl_err *err)
{
	struct fcl_err unknown = {0};
	struct fcl_board *other;

	if (fcl_board_load(image->vbnv, &other, &unknown))
		return fcl_err_set(err, -EINVAL, "the image is for platform %s, the board is %s",
				   image->vbnv, board->desc->vbnv);
	fcl_err_set(
		err, -EINVAL,
		"the image is for platform %s, the board is %s; 'emconfigutil --platform %s' or FPGACL_DEVICES=emu:%s selects that platform's board",
		image->vbnv, board->desc->vbnv, image->vbnv, other->name);
	fcl_board_free(other);
	return -EINVAL;
}

int fcl_emu_check_image(struct fcl_emu_board *board, const struct fcl_image *image,
			struct fcl_err *err)
{
	if (image->target != FCL_TARGET_SW_EMU && image->target != FCL_TARGET_HW_EMU)
		return fcl_err_set(
			err, -EINVAL,
			"the image is for target %s; an emulated board takes images for sw_emu and hw_emu",
			fcl_image_target_name(image->target));
	if (!fcl_board_is(board->desc, image->vbnv))
		return wrong_board(board, image, err);
	if (!image->payload || !image->payload_size)
		return fcl_err_set(err, -EINVAL, "the image has no payload (BITSTREAM) to load");
	if (!cpu_has(image->isa))
		return fcl_err_set(
			err, -EINVAL,
			"the image was built for %s, which this processor does not support; build it with --march " FCL_IMAGE_BASIC_ISA,
			image->isa);
	return 0;
}

/* --- payloads --------------------------------------------------------------------------------- */

/*
 * Returns a path to the file behind a descriptor, for dlopen().
 *
 * The dynamic linker returns the same object for a path that it has loaded before, so every path is
 * different: after the folder follows a counter in binary digits, "./" for 1 and "/" for 0, which
 * have no effect on path resolution.
 *
 * A debugger opens the path from its own process. /proc/self would refer to its own descriptors,
 * and if the one with that number is a pipe, gdb blocks on it forever. So the path contains this
 * process's number in the /proc that is mounted here. In a forked child, the paths of copies loaded
 * before the fork name the parent: a debugger finds them as long as the parent lives, and works
 * without them afterwards.
 */
static void copy_path(int fd, char path[PATH_BYTES])
{
	static atomic_uint_fast64_t copies;
	char self[32];
	ssize_t length = readlink("/proc/self", self, sizeof(self) - 1);
	char *end = path;

	self[length > 0 ? length : 0] = '\0';
	end += snprintf(end, PATH_BYTES, "/proc/%s/fd/", length > 0 ? self : "self");
	for (uint64_t left = atomic_fetch_add(&copies, 1); left; left >>= 1)
		end = stpcpy(end, left & 1 ? "./" : "/");
	snprintf(end, (size_t)(path + PATH_BYTES - end), "%d", fd);
}

/*
 * The payload's symbols are bound to the libraries that it names, even if the host program exports
 * functions of the same names. The sanitizers' runtimes abort if this is requested.
 */
static int binding(void)
{
	return dlsym(RTLD_DEFAULT, "__sanitizer_print_stack_trace") ? 0 : RTLD_DEEPBIND;
}

/*
 * All copies share one descriptor, as a program may have thousands. Each copy is a separate file,
 * and the next one takes over the descriptor. Their contents are identical, so a debugger that
 * follows an earlier copy's path reads the right bytes.
 */
static int open_copy(struct fcl_emu_program *program, struct fcl_emu_payload *payload,
		     struct fcl_err *err)
{
	const struct fcl_image *image = program->image;
	char path[PATH_BYTES];
	struct fcl_emu_elf elf;
	int fd = -1, error = fcl_emu_elf_open(&elf, image->payload, image->payload_size, err);

	if (error)
		return error;
	error = fcl_file_in_memory("fpgacl-payload", image->payload, image->payload_size, &fd);
	/* The board calls these functions itself, so that it can end them (construct.h). */
	if (!error && (error = fcl_emu_elf_hide_calls(&elf, fd)))
		close(fd);
	if (!error && program->payload_fd >= 0) {
		if (dup3(fd, program->payload_fd, O_CLOEXEC) < 0)
			error = -errno;
		close(fd);
	} else if (!error) {
		program->payload_fd = fd;
	}
	if (error)
		return fcl_err_set(err, -ENOMEM, "cannot copy the payload to memory: %s",
				   strerror(-error));
	copy_path(program->payload_fd, path);
	payload->handle = fcl_emu_dlopen(path, RTLD_NOW | RTLD_LOCAL | binding());
	if (!payload->handle)
		return fcl_err_set(err, -ENOEXEC, "the payload cannot be loaded: %s", dlerror());
	return 0;
}

struct code_search {
	uintptr_t inside; /* an address in the object */
	struct fcl_emu_payload *payload;
};

static int note_code(struct dl_phdr_info *info, size_t size, void *data)
{
	struct code_search *search = data;
	uintptr_t start = UINTPTR_MAX, end = 0;
	bool found = false;

	(void)size;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *header = &info->dlpi_phdr[i];
		uintptr_t from = info->dlpi_addr + header->p_vaddr, to = from + header->p_memsz;

		if (header->p_type != PT_LOAD)
			continue;
		found |= search->inside >= from && search->inside < to;
		if (!(header->p_flags & PF_X))
			continue;
		start = from < start ? from : start;
		end = to > end ? to : end;
	}
	if (!found)
		return 0;
	search->payload->code_start = start;
	search->payload->code_end = end;
	return 1;
}

static int find_code(struct fcl_emu_payload *payload, struct fcl_err *err)
{
	struct link_map *map = NULL;
	struct code_search search = {.payload = payload};

	if (dlinfo(payload->handle, RTLD_DI_LINKMAP, &map) || !map)
		return fcl_err_set(err, -ENOEXEC, "the payload cannot be found: %s", dlerror());
	search.inside = (uintptr_t)map->l_ld;
	fcl_emu_dl_iterate(note_code, &search);
	return 0;
}

static int loader_add_payload(struct fcl_emu_program *program, struct fcl_err *err)
{
	struct fcl_emu_payload *payload = &program->payloads[program->npayloads];
	struct fcl_emu_board *board = program->board;
	struct fcl_image *image = program->image;
	int error = program->npayloads
			    ? 0
			    : fcl_emu_elf_check(image->payload, image->payload_size, err);

	if (!error)
		error = open_copy(program, payload, err);
	if (error)
		return error;
	program->npayloads++;
	error = find_code(payload, err);
	if (!error)
		error = fcl_emu_payload_begin(board, image, payload, err);
	if (error)
		return error;
	payload->bitstream = dlsym(payload->handle, FCL_BITSTREAM_SYMBOL);
	error = fcl_emu_models_check(image, payload, err);
	return error ? error : fcl_emu_payload_construct(board, image, payload, err);
}

static const struct fcl_model *loader_find_model(const struct fcl_bitstream *bitstream,
						 const char *kernel)
{
	for (uint32_t i = 0; i < bitstream->nmodels; i++)
		if (bitstream->models[i] && bitstream->models[i]->kernel &&
		    !strcmp(bitstream->models[i]->kernel, kernel))
			return bitstream->models[i];
	return NULL;
}

static int loader_check_model(const struct fcl_model *model, const char *kernel,
			      struct fcl_err *err)
{
	if (!model)
		return fcl_err_set(err, -EINVAL, "the payload has no model of kernel %s", kernel);
	/* Members that were added later are checked where they are used. */
	if (model->size < offsetof(struct fcl_model, parts))
		return fcl_err_set(
			err, -EINVAL,
			"the model of kernel %s has %u bytes; at least %zu were expected", kernel,
			model->size, offsetof(struct fcl_model, parts));
	if (model->kind != FCL_MODEL_RUN && model->kind != FCL_MODEL_STEP)
		return fcl_err_set(
			err, -EINVAL,
			"the model of kernel %s is of kind %u; %u (run) or %u (step) was expected",
			kernel, model->kind, FCL_MODEL_RUN, FCL_MODEL_STEP);
	if (model->kind == FCL_MODEL_RUN ? !model->run : !model->step)
		return fcl_err_set(err, -EINVAL, "the model of kernel %s has no %s function",
				   kernel, model->kind == FCL_MODEL_RUN ? "run" : "step");
	if (model->regs_size < 16 || model->regs_size > 1u << 20 || model->regs_size % 4)
		return fcl_err_set(
			err, -EINVAL,
			"the model of kernel %s has a register file of %u bytes; 16 bytes to 1 MiB, a multiple of 4, were expected",
			kernel, model->regs_size);
	if (model->nports && !model->ports)
		return fcl_err_set(err, -EINVAL, "the model of kernel %s has no table of ports",
				   kernel);
	return 0;
}

/*
 * Returns the model for a CU: from the shared copy of the payload or, if executions write static
 * data, from a copy that no other such CU uses.
 */
static int model_for(struct fcl_emu_program *program, const char *kernel,
		     const struct fcl_model **ret_model, struct fcl_err *err)
{
	struct fcl_emu_payload *payload = &program->payloads[0];
	const struct fcl_model *model = loader_find_model(payload->bitstream, kernel);
	int error = loader_check_model(model, kernel, err);

	if (error)
		return error;
	if (model->flags & FCL_MODEL_PRIVATE_DATA) {
		if (payload->private_taken) {
			error = loader_add_payload(program, err);
			if (error)
				return error;
			payload = &program->payloads[program->npayloads - 1];
			model = loader_find_model(payload->bitstream, kernel);
		}
		payload->private_taken = true;
	}
	*ret_model = model;
	return model ? 0 : -EINVAL;
}

/* --- compute units ---------------------------------------------------------------------------- */

static bool has_streams(const struct fcl_model *model)
{
	for (uint32_t i = 0; i < model->nports; i++)
		if (model->ports[i].kind != FCL_MODEL_PORT_MEMORY)
			return true;
	return false;
}

static int init_cu(struct fcl_emu_program *program, uint32_t index, struct fcl_err *err)
{
	const struct fcl_image_cu *facts = &program->image->cus[index];
	struct fcl_emu_cu *cu = &program->cus[index];
	const char *kernel = program->image->kernels[facts->kernel].name;
	int error = model_for(program, kernel, &cu->model, err);

	if (error)
		return error;
	cu->program = program;
	cu->index = index;
	cu->kernel = &program->kernels[facts->kernel];
	cu->kernel->streams = has_streams(cu->model);
	cu->task.kind = FCL_EMU_TASK_CU;
	cu->ports = calloc(cu->model->nports + 1, sizeof(struct fcl_emu_fifo *));
	cu->wired = calloc(cu->model->nports + 1, sizeof(struct fcl_emu_fifo *));
	cu->inlined = calloc(cu->model->nports + 1, sizeof(struct fcl_model_fifo *));
	cu->waits = calloc(cu->model->nports + 1, sizeof(*cu->waits));
	cu->pub.regs = calloc(1, cu->model->regs_size);
	cu->pub.state = cu->model->state_size ? calloc(1, cu->model->state_size) : NULL;
	if (asprintf(&cu->name, "%s:%s", kernel, facts->name) < 0)
		cu->name = NULL;
	if (!cu->ports || !cu->wired || !cu->inlined || !cu->waits || !cu->pub.regs || !cu->name ||
	    (cu->model->state_size && !cu->pub.state))
		return fcl_err_set(err, -ENOMEM, "out of memory");
	if (fcl_emu_reach_create(cu))
		return fcl_err_set(err, -ENOMEM, "out of memory");
	cu->pub.size = sizeof(cu->pub);
	cu->pub.regs_size = cu->model->regs_size;
	cu->pub.host = &fcl_emu_host;
	cu->pub.name = cu->name;
	cu->pub.range = &cu->range;
	cu->pub.fifos = cu->inlined;
	if (!fcl_emu_chain_init(cu) || !fcl_emu_groups_init(cu) || !fcl_emu_traffic_init(cu))
		return fcl_err_set(err, -ENOMEM, "out of memory");
	return fcl_emu_unit_begin(cu, err);
}

static int wire_end(struct fcl_emu_program *program, struct fcl_emu_fifo *fifo, uint32_t index,
		    uint32_t arg, int side, struct fcl_err *err)
{
	struct fcl_emu_cu *cu;
	uint32_t kind = side == FCL_EMU_READER ? FCL_MODEL_PORT_STREAM_IN
					       : FCL_MODEL_PORT_STREAM_OUT;

	if (index == FCL_IMAGE_HOST)
		return 0;
	cu = &program->cus[index];
	for (uint32_t i = 0; i < cu->model->nports; i++) {
		const struct fcl_model_port *port = &cu->model->ports[i];

		if (port->arg != arg || port->kind != kind)
			continue;
		if (port->packet_size != fifo->pub.packet_size)
			return fcl_err_set(err, -EINVAL,
					   "%s, port %s has packets of %u bytes, its FIFO %s of %u",
					   cu->name, port->name, port->packet_size, fifo->name,
					   fifo->pub.packet_size);
		cu->wired[i] = fifo;
		fcl_emu_cu_connect(cu, i, fifo);
		fifo->end[side] = cu;
		return 0;
	}
	return fcl_err_set(err, -EINVAL, "%s has no stream %s for argument %u, which FIFO %s needs",
			   cu->name, side == FCL_EMU_READER ? "input" : "output", arg, fifo->name);
}

static int wire(struct fcl_emu_program *program, struct fcl_err *err)
{
	const struct fcl_image *image = program->image;

	program->fifos = calloc(image->nstreams + 1, sizeof(struct fcl_emu_fifo *));
	if (!program->fifos)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	for (uint32_t i = 0; i < image->nstreams; i++) {
		const struct fcl_image_stream *facts = &image->streams[i];
		struct fcl_emu_fifo *fifo = fcl_emu_fifo_create(facts->name, facts->packet_size,
								facts->depth);
		int error;

		if (!fifo)
			return fcl_err_set(err, -ENOMEM, "no memory for FIFO %s of %u packets",
					   facts->name, facts->depth);
		program->fifos[program->nfifos++] = fifo;
		/* Several threads of the host may use the host's end. */
		fifo->shared = fcl_image_stream_has_host(facts);
		error = wire_end(program, fifo, facts->src_cu, facts->src_arg, FCL_EMU_WRITER, err);
		if (!error)
			error = wire_end(program, fifo, facts->dst_cu, facts->dst_arg,
					 FCL_EMU_READER, err);
		if (error)
			return error;
	}
	return 0;
}

static int init_program(struct fcl_emu_program *program, struct fcl_err *err)
{
	const struct fcl_image *image = program->image;
	int error;

	program->kernels = calloc(image->nkernels + 1, sizeof(*program->kernels));
	program->cus = calloc(image->ncus + 1, sizeof(*program->cus));
	program->payloads = calloc(image->ncus + 1, sizeof(*program->payloads));
	if (!program->kernels || !program->cus || !program->payloads)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	for (uint32_t i = 0; i < image->nkernels; i++) {
		program->kernels[i].facts = &image->kernels[i];
		program->kernels[i].waiting_last = &program->kernels[i].waiting;
		atomic_init(&program->kernels[i].last_run_ns, UINT64_MAX);
	}
	if (fcl_emu_reach_sort(program))
		return fcl_err_set(err, -ENOMEM, "out of memory");
	error = fcl_emu_dormant_take(program) ? 0 : loader_add_payload(program, err);
	for (uint32_t i = 0; !error && i < image->ncus; i++) {
		error = init_cu(program, i, err);
		program->ncus = i + 1;
	}
	if (!error)
		error = wire(program, err);
	if (!error)
		error = fcl_emu_joints_create(program, err);
	if (!error)
		fcl_emu_usage_loaded(program);
	return error;
}

static void loader_free_program(struct fcl_emu_program *program)
{
	for (uint32_t i = 0; i < program->ncus; i++) {
		struct fcl_emu_cu *cu = &program->cus[i];

		fcl_emu_unit_end(cu);
		fcl_emu_timeline_destroy(cu);
		fcl_emu_chain_fini(cu);
		fcl_emu_groups_fini(cu);
		free(cu->ports);
		free(cu->wired);
		free(cu->inlined);
		fcl_emu_reach_destroy(cu);
		free(cu->waits);
		free(cu->pub.regs);
		free(cu->pub.state);
		free(cu->line);
		free(cu->args_cache);
		free(cu->traffic);
		fcl_emu_blocks_close(cu);
		free(cu->name);
	}
	fcl_emu_joints_destroy(program);
	for (uint32_t i = 0; i < program->nfifos; i++)
		fcl_emu_fifo_unref(program->fifos[i]);
	for (uint32_t i = fcl_emu_dormant_put(program); i < program->npayloads; i++)
		fcl_emu_payload_end(program->board, program->image, &program->payloads[i]);
	if (program->payload_fd >= 0)
		close(program->payload_fd);
	free(program->fifos);
	free(program->connections);
	free(program->starts);
	free(program->cus);
	free(program->kernels);
	free(program->payloads);
	fcl_image_unref(program->image);
	free(program);
}

static void start_free_running(struct fcl_emu_program *program)
{
	struct fcl_emu_board *board = program->board;

	pthread_mutex_lock(&board->lock);
	for (uint32_t i = 0; i < program->ncus; i++)
		if (program->cus[i].model->control == FCL_MODEL_CTRL_NONE)
			fcl_emu_start(&program->cus[i]);
	if (board->nready)
		fcl_emu_wake_worker(board);
	pthread_mutex_unlock(&board->lock);
}

int fcl_emu_load(struct fcl_emu_board *board, uint32_t slot, struct fcl_image *image,
		 struct fcl_emu_program **ret_program, struct fcl_err *err)
{
	struct fcl_emu_program *program;
	int error = fcl_emu_check_image(board, image, err);

	if (error)
		return error;
	program = calloc(1, sizeof(*program));
	if (!program)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	program->board = board;
	program->slot = slot;
	program->payload_fd = -1;
	program->image = fcl_image_ref(image);
	fcl_emu_guard_install();
	fcl_emu_dormant_drop(board, false);
	error = init_program(program, err);
	if (error) {
		loader_free_program(program);
		return error;
	}
	start_free_running(program);
	*ret_program = program;
	return 0;
}

/* --- ending ----------------------------------------------------------------------------------- */

/*
 * Fails launches that wait for a CU. Called with the board's lock held, which is temporarily
 * dropped.
 */
static void fail_waiting(struct fcl_emu_program *program)
{
	struct fcl_emu_board *board = program->board;

	for (uint32_t i = 0; i < program->image->nkernels; i++) {
		struct fcl_emu_kernel *kernel = &program->kernels[i];

		while (kernel->waiting) {
			struct fcl_emu_item *item = kernel->waiting;

			kernel->waiting = item->next;
			atomic_fetch_sub_explicit(&kernel->nwaiting, 1, memory_order_relaxed);
			if (!kernel->waiting)
				kernel->waiting_last = &kernel->waiting;
			pthread_mutex_unlock(&board->lock);
			item->request->done(item->request, -EIO,
					    "the board was reset or programmed");
			pthread_mutex_lock(&board->lock);
		}
	}
}

/* Whether a thread is going to end the execution: the one that runs it, or ends an older one. */
static bool ends_by_itself(const struct fcl_emu_cu *cu)
{
	return cu->state == FCL_EMU_RUNNING || cu->state == FCL_EMU_HELD ||
	       cu->state == FCL_EMU_ENDING;
}

/*
 * Requests all CUs to stop, and ends those that are on no thread; true: all are idle. The board's
 * lock is held.
 */
static bool stop_cus(struct fcl_emu_program *program)
{
	bool idle = true;

	for (uint32_t i = 0; i < program->ncus; i++)
		for (struct fcl_emu_cu *cu = &program->cus[i]; cu; cu = cu->next_context) {
			atomic_store(&cu->stop, 1);
			cu->auto_restart = false;
			fcl_emu_reclaim(cu);
			idle &= !fcl_emu_is_reported(cu);
			if (cu->state == FCL_EMU_IDLE)
				continue;
			if (!ends_by_itself(cu)) {
				snprintf(cu->error, sizeof(cu->error),
					 "the board was reset or programmed");
				fcl_emu_cu_kill(cu, -EIO);
			}
			idle &= cu->state == FCL_EMU_IDLE;
		}
	return idle;
}

static void forget_stop(struct fcl_emu_program *program)
{
	for (uint32_t i = 0; i < program->ncus; i++)
		for (struct fcl_emu_cu *cu = &program->cus[i]; cu; cu = cu->next_context)
			atomic_store(&cu->stop, 0);
}

bool fcl_emu_stop(struct fcl_emu_program *program)
{
	struct fcl_emu_board *board = program->board;
	uint64_t end = fcl_now_ns() + STOP_PATIENCE_S * UINT64_C(1000000000);
	bool idle;

	pthread_mutex_lock(&board->lock);
	fcl_emu_admit(board);
	fail_waiting(program);
	/* Polled, as a CU that leaves its thread to wait sends no signal. */
	while (!(idle = stop_cus(program)) && fcl_now_ns() < end)
		fcl_emu_wait_until(board, &board->quiet, fcl_now_ns() + CHECK_NS);
	if (idle)
		forget_stop(program);
	pthread_mutex_unlock(&board->lock);
	return idle;
}

void fcl_emu_unload(struct fcl_emu_program *program)
{
	if (!program)
		return;
	fcl_emu_links_drain(program);
	if (fcl_emu_stop(program))
		loader_free_program(program);
	else
		/* Its code is still running on a thread, so unloading it would crash the host. */
		fcl_log(FCL_LOG_ERROR, "emulator",
			"a kernel of the image in slot %u does not stop: that image stays in memory alongside the next one",
			program->slot);
}
