/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Work-items of kernels in OpenCL C, linked into payloads that have such kernels. Defines the
 * symbols that PoCL's kernel library leaves undefined. They are plain variables: every compute unit
 * has a private copy of the payload and runs one work-group at a time.
 */

#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "fpgacl_model.h"
#include "fpgaclc_items.h"
#include "fpgaclc_rt.h"

#pragma GCC visibility push(hidden)

uint32_t _work_dim;
uint64_t _local_id_x, _local_id_y, _local_id_z;
uint64_t _local_size_x, _local_size_y, _local_size_z;
uint64_t _num_groups_x, _num_groups_y, _num_groups_z;
uint64_t _group_id_x, _group_id_y, _group_id_z;
uint64_t _global_offset_x, _global_offset_y, _global_offset_z;

/* What the work-item has printed, and the buffer of one printf(). */
static char fclc_printed[16384], fclc_print_buffer[16384];
static uint32_t fclc_printed_bytes, fclc_print_position;
static int fclc_printing;

/* printf() of fpgaclc_opencl.h calls these before and after the library's. */
char *fclc_printf_buffer(void);
uint32_t *fclc_printf_position(void);
uint32_t fclc_printf_capacity(void);
void fclc_printf_end(void);

char *fclc_printf_buffer(void)
{
	fclc_printing = 1;
	fclc_print_position = 0;
	return fclc_print_buffer;
}

uint32_t *fclc_printf_position(void)
{
	return &fclc_print_position;
}

uint32_t fclc_printf_capacity(void)
{
	return sizeof(fclc_print_buffer) - 1;
}

static void fclc_keep_printed(const char *text, size_t size)
{
	if (size > sizeof(fclc_printed) - fclc_printed_bytes)
		size = sizeof(fclc_printed) - fclc_printed_bytes;
	memcpy(fclc_printed + fclc_printed_bytes, text, size);
	fclc_printed_bytes += (uint32_t)size;
}

void fclc_printf_end(void)
{
	fclc_printing = 0;
	fclc_keep_printed(fclc_print_buffer, fclc_print_position);
}

/*
 * Since PoCL 4 the library may write the text to standard output instead of leaving it in the
 * buffer. fpgaclc links with --wrap=write.
 */
__attribute__((visibility("default"))) ssize_t __real_write(int fd, const void *bytes, size_t size);
ssize_t __wrap_write(int fd, const void *bytes, size_t size);

ssize_t __wrap_write(int fd, const void *bytes, size_t size)
{
	if (!fclc_printing || fd != STDOUT_FILENO)
		return __real_write(fd, bytes, size);
	fclc_keep_printed(bytes, size);
	return (ssize_t)size;
}

/* A work-item that waits at a barrier, or has ended. */
struct fclc_item {
	void *stack_pointer;
	int done;
};

struct fclc_group {
	struct fcl_cu *cu;
	void (*item)(unsigned long *args);
	unsigned long *args;
	struct fclc_item *current;
	void *scheduler; /* stack pointer of fclc_items_run() */
};

static struct fclc_group fclc_group;

/*
 * Saves the callee-saved registers (System V ABI, AMD64) on the stack, stores the stack pointer to
 * *from and resumes the context saved at `to`.
 */
void fclc_switch(void **from, void *to);
__asm__(".text\n"
	".type fclc_switch, @function\n"
	"fclc_switch:\n"
	"	pushq %rbp\n"
	"	pushq %rbx\n"
	"	pushq %r12\n"
	"	pushq %r13\n"
	"	pushq %r14\n"
	"	pushq %r15\n"
	"	movq %rsp, (%rdi)\n"
	"	movq %rsi, %rsp\n"
	"	popq %r15\n"
	"	popq %r14\n"
	"	popq %r13\n"
	"	popq %r12\n"
	"	popq %rbx\n"
	"	popq %rbp\n"
	"	ret\n"
	".size fclc_switch, .-fclc_switch\n");

static int fclc_print(struct fcl_cu *cu, const char *format, ...)
{
	va_list args;
	int length;

	va_start(args, format);
	length = cu->host->vprintf(cu, format, args);
	va_end(args);
	return length;
}

/* Prints the work-item's text; the library may have cut a long one. */
static void fclc_flush(struct fcl_cu *cu)
{
	if (!fclc_printed_bytes)
		return;
	fclc_print(cu, "%.*s", (int)fclc_printed_bytes, fclc_printed);
	fclc_printed_bytes = 0;
}

/* The library calls this for every kind of barrier. */
void fclc_barrier(void) __asm__("pocl.barrier");
void fclc_barrier(void)
{
	struct fclc_item *item = fclc_group.current;

	if (item)
		fclc_switch(&item->stack_pointer, fclc_group.scheduler);
}

static void fclc_item_entry(void)
{
	struct fclc_item *item;
	void *unused;

	fclc_group.item(fclc_group.args);
	item = fclc_group.current;
	item->done = 1;
	fclc_switch(&unused, fclc_group.scheduler);
	__builtin_trap();
}

/* Of the current work-group: the last one in a row may be smaller than _local_size_*. */
static uint64_t fclc_size[3];

static void fclc_set_id(uint64_t index)
{
	_local_id_x = index % fclc_size[0];
	_local_id_y = index / fclc_size[0] % fclc_size[1];
	_local_id_z = index / fclc_size[0] / fclc_size[1];
}

/*
 * Six registers, the start address, and one word in place of the return address, so that the stack
 * is aligned as after a call.
 */
static void *fclc_first_frame(char *stack, unsigned long bytes)
{
	uintptr_t top = (uintptr_t)(stack + bytes) & ~(uintptr_t)63;
	uint64_t *frame = (uint64_t *)top - 8;
	void (*entry)(void) = fclc_item_entry;

	memset(frame, 0, 8 * sizeof(*frame));
	frame[6] = (uint64_t)(uintptr_t)entry;
	return frame;
}

/* Runs every work-item to its next barrier, again and again, until all have ended. */
static void fclc_run_in_turns(struct fcl_cu *cu, uint64_t count, unsigned long stack)
{
	struct fclc_item *items = cu->host->allocate(cu, count * sizeof(*items));
	char *stacks = cu->host->allocate(cu, count * stack);
	uint64_t left = count;

	if (!items || !stacks)
		cu->host->fail(cu, "no memory for the stacks of a work-group's work-items");
	for (uint64_t i = 0; i < count; i++) {
		items[i].done = 0;
		items[i].stack_pointer = fclc_first_frame(stacks + i * stack, stack);
	}
	while (left) {
		left = 0;
		for (uint64_t i = 0; i < count; i++) {
			if (items[i].done)
				continue;
			fclc_set_id(i);
			fclc_group.current = &items[i];
			fclc_switch(&fclc_group.scheduler, items[i].stack_pointer);
			fclc_flush(cu);
			left += !items[i].done;
		}
	}
	fclc_group.current = 0;
	cu->host->release(cu, stacks);
	cu->host->release(cu, items);
}

static uint64_t fclc_at_least_one(uint64_t value)
{
	return value ? value : 1;
}

static uint64_t fclc_set_range(const struct fcl_model_range *range)
{
	uint64_t size[3], groups[3];

	for (int i = 0; i < 3; i++) {
		uint64_t global = fclc_at_least_one(range->global_size[i]), left;

		size[i] = fclc_at_least_one(range->local_size[i]);
		groups[i] = (global + size[i] - 1) / size[i];
		left = global - range->group_id[i] * size[i];
		fclc_size[i] = left < size[i] ? left : size[i];
	}
	_work_dim = range->work_dim;
	_local_size_x = size[0], _local_size_y = size[1], _local_size_z = size[2];
	_num_groups_x = groups[0], _num_groups_y = groups[1], _num_groups_z = groups[2];
	_group_id_x = range->group_id[0];
	_group_id_y = range->group_id[1];
	_group_id_z = range->group_id[2];
	_global_offset_x = range->global_offset[0];
	_global_offset_y = range->global_offset[1];
	_global_offset_z = range->global_offset[2];
	return fclc_size[0] * fclc_size[1] * fclc_size[2];
}

/* The widest value, a vector of 16 doubles, needs this alignment. */
#define FCLC_ALIGNMENT 128u

static unsigned long fclc_space(struct fcl_cu *cu, const struct fclc_item_arg *arg)
{
	uint64_t bytes = arg->kind == FCLC_ITEM_VALUE ? arg->size : 0;

	if (arg->kind == FCLC_ITEM_LOCAL)
		fclc_rt_value(cu, arg->offset, &bytes, sizeof(bytes));
	return (bytes + FCLC_ALIGNMENT - 1) / FCLC_ALIGNMENT * FCLC_ALIGNMENT;
}

/* One address for each argument. Values and local memory are in `space`. */
static void fclc_fill(struct fcl_cu *cu, const struct fclc_item_arg *args, char *space,
		      unsigned long *to)
{
	for (; args->kind != FCLC_ITEM_END; args++) {
		if (args->kind == FCLC_ITEM_MEMORY) {
			uint64_t address = 0;

			/* A buffer argument may be NULL. */
			fclc_rt_value(cu, args->offset, &address, sizeof(address));
			*to++ = address ? (unsigned long)fclc_rt_memory(cu, args->port,
									args->offset)
					: 0;
			continue;
		}
		if (args->kind == FCLC_ITEM_VALUE)
			fclc_rt_value(cu, args->offset, space, args->size);
		*to++ = (unsigned long)space;
		space += fclc_space(cu, args);
	}
}

int fclc_items_run(struct fcl_cu *cu, void (*item)(unsigned long *args),
		   const struct fclc_item_arg *args, unsigned long stack, int barriers)
{
	uint64_t count = fclc_set_range(cu->range);
	unsigned long bytes = FCLC_ALIGNMENT, nargs = 0;
	unsigned long *addresses;
	char *space;

	for (; args[nargs].kind != FCLC_ITEM_END; nargs++)
		bytes += fclc_space(cu, &args[nargs]);
	addresses = cu->host->allocate(cu, (nargs + 1) * sizeof(*addresses));
	space = cu->host->allocate(cu, bytes);
	if (!addresses || !space)
		cu->host->fail(cu, "no memory for the arguments of a work-group");
	fclc_fill(
		cu, args,
		(char *)(((uintptr_t)space + FCLC_ALIGNMENT - 1) / FCLC_ALIGNMENT * FCLC_ALIGNMENT),
		addresses);
	fclc_group = (struct fclc_group){.cu = cu, .item = item, .args = addresses};
	if (barriers && count > 1)
		fclc_run_in_turns(cu, count, (stack + 63) & ~63ul);
	for (uint64_t i = 0; !(barriers && count > 1) && i < count; i++) {
		fclc_set_id(i);
		item(addresses);
		fclc_flush(cu);
	}
	cu->host->release(cu, space);
	cu->host->release(cu, addresses);
	return 0;
}
