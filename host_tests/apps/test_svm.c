/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lists that the host builds and kernels traverse: shared virtual memory, as in OpenCL 2.0 hosts.
 */
#define CL_TARGET_OPENCL_VERSION 300
#include "host_tests/apps/app.h"

#include "host_tests/apps/list.h"

enum { NODES = 300 };

static struct app app;
static cl_long *sum;

static int open_app(void **state)
{
	(void)state;
	app = app_open("list.xclbin", 0);
	sum = clSVMAlloc(app.context, CL_MEM_READ_WRITE, sizeof(*sum), 0);
	return sum ? 0 : -1;
}

static int close_app(void **state)
{
	(void)state;
	clSVMFree(app.context, sum);
	app_close(&app);
	return 0;
}

static void run(cl_kernel kernel, cl_event *event)
{
	const size_t one = 1;

	OK(clEnqueueNDRangeKernel(app.queue, kernel, 1, NULL, &one, &one, 0, NULL, event));
}

static struct node *make_node(void)
{
	struct node *node = clSVMAlloc(app.context, CL_MEM_READ_WRITE, sizeof(*node), 0);

	assert_non_null(node);
	return node;
}

/* Each node is a separate allocation. */
static void make_list(struct node **nodes)
{
	for (int i = 0; i < NODES; i++)
		nodes[i] = make_node();
	for (int i = 0; i < NODES; i++) {
		OK(clEnqueueSVMMap(app.queue, CL_TRUE, CL_MAP_WRITE, nodes[i], sizeof(struct node),
				   0, NULL, NULL));
		nodes[i]->next = i + 1 < NODES ? nodes[i + 1] : NULL;
		nodes[i]->value = i * i;
		OK(clEnqueueSVMUnmap(app.queue, nodes[i], 0, NULL, NULL));
	}
}

static void free_list(struct node **nodes)
{
	OK(clEnqueueSVMFree(app.queue, NODES, (void **)nodes, NULL, NULL, 0, NULL, NULL));
	OK(clFinish(app.queue));
}

static cl_long sum_from(struct node **nodes, const struct node *first)
{
	cl_kernel kernel = app_kernel(&app, "list_sum");
	cl_long found;

	OK(clSetKernelArgSVMPointer(kernel, 0, first));
	OK(clSetKernelArgSVMPointer(kernel, 1, sum));
	OK(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, NODES * sizeof(*nodes),
			       (const void *)nodes));
	run(kernel, NULL);
	OK(clEnqueueSVMMap(app.queue, CL_TRUE, CL_MAP_READ, sum, sizeof(*sum), 0, NULL, NULL));
	found = *sum;
	OK(clEnqueueSVMUnmap(app.queue, sum, 0, NULL, NULL));
	OK(clReleaseKernel(kernel));
	return found;
}

static void kernels_follow_pointers(void **state)
{
	cl_long all = 0, some = 0;
	struct node *nodes[NODES];

	(void)state;
	for (int i = 0; i < NODES; i++) {
		all += (cl_long)i * i;
		some += i >= 100 ? (cl_long)i * i : 0;
	}
	make_list(nodes);
	assert_int_equal(sum_from(nodes, nodes[0]), all);
	assert_int_equal(sum_from(nodes, nodes[100]), some);
	assert_int_equal(sum_from(nodes, NULL), 0);
	free_list(nodes);
}

/* The host can follow pointers that a kernel has stored. */
static void the_host_follows_pointers(void **state)
{
	cl_kernel kernel = app_kernel(&app, "list_reverse");
	struct node *nodes[NODES], *head = make_node();
	const struct node *node;

	(void)state;
	make_list(nodes);
	OK(clSetKernelArgSVMPointer(kernel, 0, nodes[0]));
	OK(clSetKernelArgSVMPointer(kernel, 1, head));
	OK(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof(nodes),
			       (const void *)nodes));
	run(kernel, NULL);
	OK(clFinish(app.queue));
	node = head->next;
	for (int i = NODES - 1; i >= 0; i--, node = node->next)
		assert_ptr_equal(node, nodes[i]);
	assert_null(node);
	OK(clReleaseKernel(kernel));
	clSVMFree(app.context, head);
	free_list(nodes);
}

static cl_int run_smash(struct node *first, struct node *known, cl_int count)
{
	cl_kernel kernel = app_kernel(&app, "list_smash");
	void *others[] = {known};
	cl_int status = 1;
	cl_event event;

	OK(clSetKernelArgSVMPointer(kernel, 0, first));
	OK(clSetKernelArg(kernel, 1, sizeof(count), &count));
	OK(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof(others), others));
	run(kernel, &event);
	clFinish(app.queue);
	OK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL));
	OK(clReleaseEvent(event));
	OK(clReleaseKernel(kernel));
	return status;
}

/*
 * A kernel's write past an allocation is reported, even if it got there through a stored pointer.
 * The struct ends with four bytes of padding.
 */
static void overruns_are_told(void **state)
{
	struct node *first = make_node(), *second = make_node();

	(void)state;
	first->next = second;
	assert_int_equal(run_smash(first, second, 2), CL_COMPLETE);
	assert_true(run_smash(first, second, 3) < 0);
	assert_int_equal(run_smash(first, second, 1), CL_COMPLETE);
	first->next = first;
	assert_int_equal(run_smash(first, NULL, 1), CL_COMPLETE);
	assert_true(run_smash(first, NULL, 3) < 0);
	clSVMFree(app.context, first);
	clSVMFree(app.context, second);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kernels_follow_pointers),
		cmocka_unit_test(the_host_follows_pointers),
		cmocka_unit_test(overruns_are_told),
	};

	return cmocka_run_group_tests(tests, open_app, close_app);
}
