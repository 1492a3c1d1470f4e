/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_RT_H
#define FPGACLC_RT_H

/*
 * The functions that generated wrappers and the HLS headers call inside a payload. Only uses
 * built-in types, because a kernel's source may define any macro before including this.
 */

#ifdef __cplusplus
extern "C" {
#endif

struct fcl_cu;

#pragma GCC visibility push(hidden)

/*
 * The host pointer for the device address in the register at `offset`, as seen from memory port
 * `port`.
 */
void *fclc_rt_memory(struct fcl_cu *cu, unsigned port, unsigned offset);
/* Copies an argument's value from the register file. */
void fclc_rt_value(struct fcl_cu *cu, unsigned offset, void *to, unsigned long size);
/* Copies an argument's final value back to the register file. */
void fclc_rt_return(struct fcl_cu *cu, unsigned offset, const void *from, unsigned long size);

void fclc_rt_stream_read(struct fcl_cu *cu, unsigned port, void *packet);
void fclc_rt_stream_write(struct fcl_cu *cu, unsigned port, const void *packet);
/* Returns 1 if a packet was transferred, 0 if the FIFO is empty or full. */
int fclc_rt_stream_try_read(struct fcl_cu *cu, unsigned port, void *packet);
int fclc_rt_stream_try_write(struct fcl_cu *cu, unsigned port, const void *packet);
unsigned fclc_rt_stream_count(struct fcl_cu *cu, unsigned port);

/* An array behind an AXI4-Stream port, whose elements are packets. */
struct fclc_rt_sequence {
	unsigned port;
	int output;
	unsigned long count, size, done;
	unsigned char *bytes;
};

/* Transfers all packets of the output arrays or of the input arrays. */
void fclc_rt_sequences(struct fcl_cu *cu, struct fclc_rt_sequence *const *list, unsigned long count,
		       int output);

struct fcl_model_fifo;
/* The port's FIFO if this code may access it directly; NULL if it must use the calls above. */
struct fcl_model_fifo *fclc_rt_fifo(struct fcl_cu *cu, unsigned port, unsigned long packet_size);

/* Allocates memory for a C++ object, which may be static and so outlive the current execution. */
void *fclc_rt_object_alloc(const void *owner, unsigned long bytes);
void fclc_rt_object_free(void *pointer);

/* Fails the execution with this text. Does not return. */
void fclc_rt_fail(const char *text) __attribute__((noreturn));

/* The CU that runs on this thread; NULL if none does. */
struct fcl_cu *fclc_rt_current(void);
/* Whether the caller is in an execution. Static constructors and destructors are not. */
int fclc_rt_executing(void);

struct fcl_cu;

/* From now on, memory allocated by this CU outlives its execution. */
void fclc_rt_keep_memory(const struct fcl_cu *cu);

/* Describes the exception that is being handled. */
void fclc_rt_describe_exception(char *text, unsigned long size);

/* Calls run(); an exception in it fails the execution. Only defined in payloads with C++. */
__attribute__((weak)) void fclc_rt_catch(void (*run)(void));

/* --- tasks (payload_tasks.cpp) --- */

struct fclc_task;
struct fclc_task_value;

/* Whether there are tasks. */
extern int fclc_rt_tasking;

/* What a task, or the kernel's body, waits for. */
typedef enum { FCLC_DATA, FCLC_INPUT, FCLC_OUTPUT, FCLC_POLL } fclc_wait;
typedef enum {
	FCLC_NOTHING, /* no task can provide it */
	FCLC_AGAIN,   /* other tasks had a turn */
	FCLC_BLOCK,   /* block on this port and on nothing else */
} fclc_wait_result;

/* Gives other tasks a turn. `again`: the caller has done nothing since its last wait. */
fclc_wait_result fclc_rt_wait(fclc_wait what, int again);
/* Reports that a poll succeeded, so that waiting tasks poll again. */
void fclc_rt_worked(void);
/* Reports that a packet passed through a port while there were tasks. */
void fclc_rt_port_moved(void);
/*
 * Passes an argument to the task that is started or updated next: `size` bytes, which are copied if
 * they are on a stack; or a stream, and how to count its transfers; or NULL for any other object.
 */
struct fclc_task_value *fclc_rt_task_value(void *place, unsigned long size,
					   unsigned long (*moves)(const void *));
/* Where the value's bytes are now. */
void *fclc_rt_task_value_get(struct fclc_task_value *value);
struct fclc_task *fclc_rt_task_start(void (*body)(void *), void *object);
/* Replaces the arguments of a running task. */
void fclc_rt_task_update(struct fclc_task *task, int unused);
/* Ends a task once it has no data left, and frees its object. */
void fclc_rt_task_end(struct fclc_task *task);
/* Called before and after the kernel's body. */
void fclc_rt_tasks_begin(void);
void fclc_rt_tasks_finish(int free_running);

#ifdef __cplusplus
/* Mark a stream as read or written. fpgaclc follows these calls in the unoptimised IR. */
inline void fclc_rt_reads(const void *)
{
}
inline void fclc_rt_writes(const void *)
{
}
#endif

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
