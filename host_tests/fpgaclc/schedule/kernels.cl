/* Kernels in OpenCL C with the figures that their schedules must have; check.py says what the comments mean. */

__attribute__((overloadable, const)) ulong get_global_id(uint dimension);
__attribute__((overloadable, const)) ulong get_local_id(uint dimension);
__attribute__((overloadable)) void barrier(uint flags);
__attribute__((overloadable, const)) float _cl_sqrt(float x);
__attribute__((overloadable, const)) float _cl_erf(float x);

/* One work-item: a float sum. */
/* LOOP sum/SUM: trip_count 1024, ii 4, asked auto, why recurrence adds a float */
__kernel void sum(__global const float *restrict a, __global float *restrict r)
{
	float s = 0;
SUM:
	for (int i = 0; i < 1024; i++)
		s += a[i];
	*r = s;
}

/* LOOP paced/VITIS_LOOP_27_1: trip_count 64, ii 4, asked pragma */
/* LOOP paced/VITIS_LOOP_31_2: trip_count 8, pipelined false, asked off */
__kernel void paced(__global const int *restrict a, __global int *restrict r)
{
#define FOUR (2 + 2)
PACED:
#pragma ii FOUR
	for (int i = 0; i < 64; i++)
		r[i] = a[i] * 3;
ALONE:
#pragma disable_loop_pipelining
	for (int i = 0; i < 8; i++)
		r[i] = a[i] * 5;
}

/* Two of the inner loop's iterations at once. */
/* LOOP unrolled/VITIS_LOOP_41_1: trip_count 32 */
__kernel void unrolled(__global const int *restrict a, __global int *restrict r)
{
UNROLLED:
#pragma unroll 2
	for (int i = 0; i < 64; i++)
		r[i] = a[i] * 3;
}

/* MISSING independent: ivdep of a loop */
/* SCHEDULE independent: latency 1~10000 bound */
__kernel void independent(__global int *restrict r, __global const int *restrict at)
{
#pragma ivdep
	for (int i = 0; i < 64; i++)
		r[at[i]] += i;
}

/* A group of 64 work-items is a pipeline, which starts one each cycle. */
/* SCHEDULE items: latency 64~400 */
/* LOOP items/WORK_ITEMS: trip_count 64, ii 1, asked auto */
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void items(__global const float *a, __global float *b)
{
	int i = get_global_id(0);

	b[i] = _cl_sqrt(a[i]) * 2.0f;
}

/* Four work-items at once, which the one port of the memory gives their elements one by one. */
/* LOOP lanes/WORK_ITEMS: trip_count 16, ii 4 */
__kernel __attribute__((num_simd_work_items(4), reqd_work_group_size(64, 1, 1)))
void lanes(__global const int *a, __global int *b)
{
	b[get_global_id(0)] = a[get_global_id(0)] + 1;
}

/* Memory of the group is no port. */
/* LOOP local_memory/WORK_ITEMS: trip_count 64, ii 1 */
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void local_memory(__global const int *a, __local int *t)
{
	t[get_local_id(0)] = a[get_global_id(0)];
}

/* SCHEDULE open: latency number of iterations depends on data */
/* LOOP open/WORK_ITEMS: ii 1 */
__kernel void open(__global const int *a, __global int *b)
{
	b[get_global_id(0)] = a[get_global_id(0)] * 3;
}

/* What is not modelled has no figure. */
/* LOOP waits/WORK_ITEMS: ii none, iteration_latency how long work-items wait */
/* SCHEDULE waits: latency how long work-items wait */
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void waits(__global int *a, __local int *t)
{
	t[get_local_id(0)] = a[get_global_id(0)];
	barrier(1);
	a[get_global_id(0)] = t[63 - get_local_id(0)];
}

/* SCHEDULE turns: latency take turns in a loop */
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void turns(__global const int *a, __global int *b, int n)
{
	int s = 0;

	for (int i = 0; i < n; i++)
		s += a[i * 64 + get_global_id(0)];
	b[get_global_id(0)] = s;
}

/* SCHEDULE channel: latency pipes and channels */
void fclc_pipe_write(int x);
__kernel void channel(__global const int *a)
{
	fclc_pipe_write(*a);
}

/* MISSING no_data: _cl_erf */
__kernel void no_data(__global const float *a, __global float *b)
{
	*b = _cl_erf(*a);
}
