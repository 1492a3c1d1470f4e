/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_RT_H
#define FPGACLC_RT_H

/*
 * What generated wrappers and the HLS headers call inside a payload. Declared with builtin types
 * only: a kernel's source may have defined any macro before it is included.
 */

#ifdef __cplusplus
extern "C" {
#endif

struct fcl_cu;

#pragma GCC visibility push(hidden)

/* Host pointer for the device address in the register at `offset`, seen from memory port `port`. */
void *fclc_rt_memory(struct fcl_cu *cu, unsigned port, unsigned offset);
/* Copies the value of an argument out of the register file. */
void fclc_rt_value(struct fcl_cu *cu, unsigned offset, void *to, unsigned long size);
/* Puts what the kernel left in it back. */
void fclc_rt_return(struct fcl_cu *cu, unsigned offset, const void *from, unsigned long size);

void fclc_rt_stream_read(struct fcl_cu *cu, unsigned port, void *packet);
void fclc_rt_stream_write(struct fcl_cu *cu, unsigned port, const void *packet);
/* 1: moved, 0: empty or full. */
int fclc_rt_stream_try_read(struct fcl_cu *cu, unsigned port, void *packet);
int fclc_rt_stream_try_write(struct fcl_cu *cu, unsigned port, const void *packet);
unsigned fclc_rt_stream_count(struct fcl_cu *cu, unsigned port);

struct fcl_model_fifo;
/* The port's FIFO, if this code may use it itself; NULL: only the calls above reach it. */
struct fcl_model_fifo *fclc_rt_fifo(struct fcl_cu *cu, unsigned port, unsigned long packet_size);

/* Memory for a C++ object that may be static, and so outlive the execution that asks for it. */
void *fclc_rt_object_alloc(const void *owner, unsigned long bytes);
void fclc_rt_object_free(void *pointer);

/* Fails the execution with this text; does not return. */
void fclc_rt_fail(const char *text) __attribute__((noreturn));

/* Describes the exception being handled. */
void fclc_rt_describe_exception(char *text, unsigned long size);

#ifdef __cplusplus
/* Mark which way a stream is used; fpgaclc follows these calls in the unoptimized code. */
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
