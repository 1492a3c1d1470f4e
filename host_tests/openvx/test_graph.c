/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs, user kernels on the host, delays, replication, callbacks: OpenVX's framework. */
#include <malloc.h>
#include <pthread.h>
#include <unistd.h>

#include "host_tests/openvx/vx_test.h"

static struct {
	int initialized, deinitialized, called, last;
	void *local;
} seen;

static vx_status VX_CALLBACK same_meta(vx_node node, const vx_reference parameters[], vx_uint32 num,
				       vx_meta_format metas[])
{
	vx_enum type;

	(void)node;
	(void)num;
	if (vxQueryScalar((vx_scalar)parameters[0], VX_SCALAR_TYPE, &type, sizeof(type)) ||
	    type != VX_TYPE_INT32)
		return VX_ERROR_INVALID_TYPE;
	return vxSetMetaFormatAttribute(metas[1], VX_SCALAR_TYPE, &type, sizeof(type));
}

static vx_status VX_CALLBACK initialize(vx_node node, const vx_reference *parameters, vx_uint32 num)
{
	vx_size size = 24;

	(void)parameters;
	(void)num;
	seen.initialized++;
	return vxSetNodeAttribute(node, VX_NODE_LOCAL_DATA_SIZE, &size, sizeof(size));
}

static vx_status VX_CALLBACK deinitialize(vx_node node, const vx_reference *parameters,
					  vx_uint32 num)
{
	(void)node;
	(void)parameters;
	(void)num;
	seen.deinitialized++;
	return VX_SUCCESS;
}

/* out = in + 1 */
static vx_status VX_CALLBACK add_one(vx_node node, const vx_reference *parameters, vx_uint32 num)
{
	vx_int32 value;

	(void)num;
	seen.called++;
	vxQueryNode(node, VX_NODE_LOCAL_DATA_PTR, &seen.local, sizeof(seen.local));
	if (vxCopyScalar((vx_scalar)parameters[0], &value, VX_READ_ONLY, VX_MEMORY_TYPE_HOST))
		return VX_FAILURE;
	if (value == 1000)
		return VX_ERROR_NOT_SUFFICIENT;
	value++;
	seen.last = value;
	return vxCopyScalar((vx_scalar)parameters[1], &value, VX_WRITE_ONLY, VX_MEMORY_TYPE_HOST);
}

static vx_kernel add_kernel(void)
{
	vx_enum id;
	vx_kernel kernel;

	memset(&seen, 0, sizeof(seen));
	OK(vxAllocateUserKernelId(vx_test.context, &id));
	kernel = vxAddUserKernel(vx_test.context, "test.add_one", id, add_one, 2, same_meta,
				 initialize, deinitialize);
	GOOD(kernel);
	assert_int_equal(vxFinalizeKernel(kernel), VX_ERROR_INVALID_PARAMETERS);
	OK(vxAddParameterToKernel(kernel, 0, VX_INPUT, VX_TYPE_SCALAR,
				  VX_PARAMETER_STATE_REQUIRED));
	OK(vxAddParameterToKernel(kernel, 1, VX_OUTPUT, VX_TYPE_SCALAR,
				  VX_PARAMETER_STATE_REQUIRED));
	assert_int_equal(vxAddParameterToKernel(kernel, 2, VX_INPUT, VX_TYPE_SCALAR,
						VX_PARAMETER_STATE_REQUIRED),
			 VX_ERROR_INVALID_PARAMETERS);
	assert_null(vxGetContext(REF(vxCreateGenericNode(NULL, kernel))));
	OK(vxFinalizeKernel(kernel));
	return kernel;
}

static vx_scalar number(vx_int32 value)
{
	return vxCreateScalar(vx_test.context, VX_TYPE_INT32, &value);
}

static vx_int32 value_of(vx_scalar scalar)
{
	vx_int32 value = 0;

	OK(vxCopyScalar(scalar, &value, VX_READ_ONLY, VX_MEMORY_TYPE_HOST));
	return value;
}

static vx_node add_node(vx_graph graph, void *in, void *out)
{
	return vx_test_node(graph, "test.add_one", in, out, NULL, NULL);
}

static void order_and_callbacks(void **state)
{
	vx_graph graph = vxCreateGraph(vx_test.context);
	vx_scalar in = number(5), out = number(0);
	vx_scalar between = vxCreateVirtualScalar(graph, VX_TYPE_INT32);
	vx_enum what = 0;

	(void)state;
	add_kernel();
	add_node(graph, between, out);
	add_node(graph, in, between);
	OK(vxVerifyGraph(graph));
	assert_int_equal(seen.initialized, 2);
	OK(vxProcessGraph(graph));
	assert_int_equal(value_of(out), 7);
	assert_non_null(seen.local);
	OK(vxQueryGraph(graph, VX_GRAPH_STATE, &what, sizeof(what)));
	assert_int_equal(what, VX_GRAPH_STATE_COMPLETED);
	OK(vxVerifyGraph(graph));
	assert_int_equal(seen.deinitialized, 2);
	OK(vxReleaseGraph(&graph));
	assert_int_equal(seen.deinitialized, 4);
}

/* References of nodes that the program has not released end with their graph. */
static void nodes_go(void **state)
{
	vx_uint32 before = 0, after = 0;
	vx_graph graph;
	vx_image in = vx_test_image(1), out = vx_test_image(0);
	vx_node kept, released;

	(void)state;
	OK(vxQueryContext(vx_test.context, VX_CONTEXT_REFERENCES, &before, sizeof(before)));
	graph = vxCreateGraph(vx_test.context);
	kept = vx_test_node(graph, "test.invert", REF(in), REF(out), NULL, NULL);
	released = vx_test_node(graph, "test.invert", REF(out), REF(in), NULL, NULL);
	OK(vxReleaseNode(&released));
	OK(vxReleaseGraph(&graph));
	OK(vxQueryContext(vx_test.context, VX_CONTEXT_REFERENCES, &after, sizeof(after)));
	assert_int_equal(after, before);
	assert_int_equal(vxReleaseNode(&kept), VX_ERROR_INVALID_REFERENCE);
}

static void wrong_graphs(void **state)
{
	vx_graph graph = vxCreateGraph(vx_test.context), other = vxCreateGraph(vx_test.context);
	vx_context stranger = vxCreateContext();
	vx_scalar a = number(1), b = number(2), c = number(3), far;
	vx_scalar virtual = vxCreateVirtualScalar(other, VX_TYPE_INT32), wide, orphan;
	vx_graph gone;
	vx_node first, second;

	(void)state;
	add_kernel();
	assert_int_equal(vxVerifyGraph(graph), VX_ERROR_INVALID_GRAPH);
	first = add_node(graph, a, NULL);
	assert_int_equal(vxVerifyGraph(graph), VX_ERROR_INVALID_PARAMETERS);
	OK(vxSetParameterByIndex(first, 1, REF(b)));
	second = add_node(graph, b, a);
	assert_int_equal(vxProcessGraph(graph), VX_ERROR_INVALID_GRAPH); /* a cycle */
	assert_non_null(strstr(vx_test.log, "cycle"));
	OK(vxSetParameterByIndex(second, 1, REF(b)));
	assert_int_equal(vxVerifyGraph(graph), VX_ERROR_MULTIPLE_WRITERS);
	OK(vxSetParameterByIndex(second, 1, REF(c)));
	OK(vxVerifyGraph(graph));
	assert_int_equal(vxSetParameterByIndex(second, 2, REF(c)), VX_ERROR_INVALID_PARAMETERS);
	assert_int_equal(vxSetParameterByIndex(second, 1, REF(virtual)), VX_ERROR_INVALID_SCOPE);
	assert_int_equal(vxSetParameterByIndex(second, 1, REF(graph)), VX_ERROR_INVALID_TYPE);
	assert_int_equal(vxSetParameterByIndex(second, 1, NULL), VX_ERROR_INVALID_REFERENCE);
	far = vxCreateScalar(stranger, VX_TYPE_INT32, NULL);
	assert_int_equal(vxSetParameterByIndex(second, 1, REF(far)), VX_ERROR_INVALID_REFERENCE);
	OK(vxReleaseContext(&stranger));
	assert_int_equal(vxSetParameterByIndex(second, 1, REF(far)), VX_ERROR_INVALID_REFERENCE);
	assert_int_equal(vxReleaseScalar(&far), VX_ERROR_INVALID_REFERENCE);
	wide = vxCreateScalar(vx_test.context, VX_TYPE_INT64, NULL);
	OK(vxSetParameterByIndex(second, 1, REF(wide)));
	assert_int_equal(vxVerifyGraph(graph), VX_ERROR_INVALID_TYPE);
	/* A virtual object whose graph was released belongs to no graph. */
	gone = vxCreateGraph(vx_test.context);
	orphan = vxCreateVirtualScalar(gone, VX_TYPE_INT32);
	OK(vxReleaseGraph(&gone));
	OK(vxSetParameterByIndex(second, 1, REF(orphan)));
	assert_int_equal(vxVerifyGraph(graph), VX_ERROR_INVALID_SCOPE);
}

static void failures(void **state)
{
	vx_graph graph = vxCreateGraph(vx_test.context);
	vx_scalar in = number(1000), out = number(0);
	vx_status status = VX_SUCCESS;
	vx_node node;

	(void)state;
	add_kernel();
	node = add_node(graph, in, out);
	assert_int_equal(vxProcessGraph(graph), VX_ERROR_NOT_SUFFICIENT);
	OK(vxQueryNode(node, VX_NODE_STATUS, &status, sizeof(status)));
	assert_int_equal(status, VX_ERROR_NOT_SUFFICIENT);
	OK(vxScheduleGraph(graph));
	assert_int_equal(vxWaitGraph(graph), VX_ERROR_NOT_SUFFICIENT);
}

static vx_action VX_CALLBACK abandon(vx_node node)
{
	(void)node;
	return seen.last > 11 ? VX_ACTION_ABANDON : VX_ACTION_CONTINUE;
}

static void abandoned(void **state)
{
	vx_graph graph = vxCreateGraph(vx_test.context);
	vx_scalar a = number(10), b = number(0), c = number(0);
	vx_node node;

	(void)state;
	add_kernel();
	node = add_node(graph, a, b);
	add_node(graph, b, c);
	OK(vxAssignNodeCallback(node, abandon));
	assert_ptr_equal(vxRetrieveNodeCallback(node), abandon);
	OK(vxProcessGraph(graph));
	assert_int_equal(seen.called, 2);
	OK(vxCopyScalar(a, &(vx_int32){11}, VX_WRITE_ONLY, VX_MEMORY_TYPE_HOST));
	assert_int_equal(vxProcessGraph(graph), VX_ERROR_GRAPH_ABANDONED);
	assert_int_equal(seen.called, 3);
}

/* A delay's slots advance after each execution, and nodes follow them. */
static void delays(void **state)
{
	vx_graph graph = vxCreateGraph(vx_test.context);
	vx_scalar zero = number(0);
	vx_delay delay = vxCreateDelay(vx_test.context, REF(zero), 3);
	vx_reference now = vxGetReferenceFromDelay(delay, 0), before;

	(void)state;
	add_kernel();
	before = vxGetReferenceFromDelay(delay, -1);
	assert_int_equal(vxGetStatus(vxGetReferenceFromDelay(delay, 1)),
			 VX_ERROR_INVALID_PARAMETERS);
	assert_int_equal(vxGetStatus(vxGetReferenceFromDelay(delay, -3)),
			 VX_ERROR_INVALID_PARAMETERS);
	add_node(graph, before, now);
	OK(vxRegisterAutoAging(graph, delay));
	OK(vxRegisterAutoAging(graph, delay));
	for (int i = 1; i <= 10; i++) {
		OK(vxProcessGraph(graph));
		assert_int_equal(value_of((vx_scalar)vxGetReferenceFromDelay(delay, -1)), i);
	}
}

static void flights(void **state)
{
	vx_graph graph = vxCreateGraph(vx_test.context);
	vx_scalar zero = number(0);
	vx_object_array in = vxCreateObjectArray(vx_test.context, REF(zero), 5);
	vx_object_array out = vxCreateObjectArray(vx_test.context, REF(zero), 5);
	vx_bool all[] = {vx_true_e, vx_true_e}, some[] = {vx_true_e, vx_false_e}, flags[2];
	vx_reference first[2];
	vx_node node;

	(void)state;
	add_kernel();
	for (vx_uint32 i = 0; i < 5; i++) {
		vx_reference item = vxGetObjectArrayItem(in, i);

		OK(vxCopyScalar((vx_scalar)item, &(vx_int32){(int)i * 10}, VX_WRITE_ONLY,
				VX_MEMORY_TYPE_HOST));
		OK(vxReleaseReference(&item));
	}
	first[0] = vxGetObjectArrayItem(in, 0);
	first[1] = vxGetObjectArrayItem(out, 0);
	node = add_node(graph, first[0], first[1]);
	assert_int_equal(vxReplicateNode(graph, node, some, 2), VX_ERROR_INVALID_PARAMETERS);
	OK(vxReplicateNode(graph, node, all, 2));
	OK(vxQueryNode(node, VX_NODE_REPLICATE_FLAGS, flags, sizeof(flags)));
	assert_int_equal(flags[1], vx_true_e);
	OK(vxProcessGraph(graph));
	assert_int_equal(seen.called, 5);
	for (vx_uint32 i = 0; i < 5; i++)
		assert_int_equal(value_of((vx_scalar)vxGetObjectArrayItem(out, i)), i * 10 + 1);
}

/* Graphs with host code run on threads of their own, as often as they were scheduled. */
static void scheduled(void **state)
{
	vx_graph graph = vxCreateGraph(vx_test.context);
	vx_scalar in = number(1), out = number(0);

	(void)state;
	add_kernel();
	add_node(graph, in, out);
	assert_int_equal(vxWaitGraph(graph), VX_FAILURE);
	for (int i = 0; i < 50; i++)
		OK(vxScheduleGraph(graph));
	OK(vxWaitGraph(graph));
	assert_int_equal(seen.called, 50);
	assert_int_equal(value_of(out), 2);
	/* Releasing a graph that is scheduled waits until it has ended. */
	OK(vxScheduleGraph(graph));
	OK(vxReleaseGraph(&graph));
	assert_int_equal(seen.called, 51);
}

/* What a callback does to the graph that calls it, selected by `attempt`. */
static struct {
	enum { NOTHING, REMOVE, ADD, VERIFY, WAIT, RELEASE, RELEASE_CONTEXT, REPLACE } attempt;
	vx_graph graph;
	vx_node node;
	vx_status status; /* the result */
} meddler;

static vx_status VX_CALLBACK meddle(vx_node node, const vx_reference *parameters, vx_uint32 num)
{
	vx_kernel kernel = vxGetKernelByName(vx_test.context, "test.meddle");
	vx_graph graph = meddler.graph;
	vx_context context = vx_test.context;

	(void)parameters;
	(void)num;
	switch (meddler.attempt) {
	case NOTHING:
		break;
	case REMOVE:
		meddler.status = vxRemoveNode(&node);
		break;
	case ADD:
		meddler.status = vxGetStatus(REF(vxCreateGenericNode(graph, kernel)));
		break;
	case VERIFY:
		meddler.status = vxVerifyGraph(graph);
		break;
	case WAIT:
		meddler.status = vxWaitGraph(graph);
		break;
	case RELEASE:
		meddler.status = vxReleaseGraph(&graph);
		break;
	case RELEASE_CONTEXT:
		meddler.status = vxReleaseContext(&context);
		break;
	case REPLACE:
		meddler.status = vxSetParameterByIndex(meddler.node, 0, REF(number(5)));
		break;
	}
	vxReleaseKernel(&kernel);
	return VX_SUCCESS;
}

/* Callbacks can neither release what runs them nor wait for themselves. */
static void meddling(void **state)
{
	vx_graph graph = vxCreateGraph(vx_test.context);
	vx_scalar scalars[] = {number(1), number(2), number(3)};
	vx_kernel kernel;
	vx_enum id;

	(void)state;
	vxReleaseKernel(&(vx_kernel){add_kernel()});
	OK(vxAllocateUserKernelId(vx_test.context, &id));
	kernel = vxAddUserKernel(vx_test.context, "test.meddle", id, meddle, 2, same_meta, NULL,
				 NULL);
	OK(vxAddParameterToKernel(kernel, 0, VX_INPUT, VX_TYPE_SCALAR,
				  VX_PARAMETER_STATE_REQUIRED));
	OK(vxAddParameterToKernel(kernel, 1, VX_OUTPUT, VX_TYPE_SCALAR,
				  VX_PARAMETER_STATE_REQUIRED));
	OK(vxFinalizeKernel(kernel));
	meddler.graph = graph;
	vx_test_node(graph, "test.meddle", REF(scalars[0]), REF(scalars[1]), NULL, NULL);
	meddler.node = vx_test_node(graph, "test.add_one", REF(scalars[1]), REF(scalars[2]), NULL,
				    NULL);
	for (int i = REMOVE; i <= RELEASE_CONTEXT; i++) {
		meddler.attempt = i;
		meddler.status = VX_SUCCESS;
		OK(vxScheduleGraph(graph));
		OK(vxWaitGraph(graph));
		assert_int_equal(meddler.status, VX_FAILURE);
	}
	/* The rest of the execution would use a graph that is not verified. */
	meddler.attempt = REPLACE;
	assert_int_equal(vxProcessGraph(graph), VX_FAILURE);
	OK(meddler.status);
	meddler.attempt = NOTHING;
	OK(vxProcessGraph(graph));
	assert_int_equal(value_of(scalars[2]), 6);
	OK(vxReleaseGraph(&graph));
}

static void *build_and_run(void *unused)
{
	(void)unused;
	for (int i = 0; i < 20; i++) {
		vx_graph graph = vxCreateGraph(vx_test.context);
		vx_image in = vx_test_image(1), out = vx_test_image(0);
		vx_image between = vxCreateVirtualImage(graph, 0, 0, VX_DF_IMAGE_VIRT);
		unsigned char pixels[VX_TEST_PIXELS];

		vx_test_node(graph, "test.invert", REF(in), REF(between), NULL, NULL);
		vx_test_node(graph, "test.invert", REF(between), REF(out), NULL, NULL);
		if (vxProcessGraph(graph))
			return NULL;
		vx_test_read(out, pixels);
		if (pixels[77] != 77 || vxReleaseGraph(&graph) || vxReleaseImage(&in) ||
		    vxReleaseImage(&between) || vxReleaseImage(&out))
			return NULL;
	}
	return &vx_test;
}

/* Each thread has its own graphs and images in one context. */
static void several_threads(void **state)
{
	enum { THREADS = 4 };
	pthread_t threads[THREADS];
	void *result;

	(void)state;
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, build_and_run, NULL), 0);
	for (int i = 0; i < THREADS; i++) {
		pthread_join(threads[i], &result);
		assert_non_null(result);
	}
}

static size_t bytes_in_use(void)
{
	struct mallinfo2 info = mallinfo2();

	return info.uordblks + info.hblkhd;
}

/* Handles of objects that have been released are known as such, and leave nothing behind. */
static void objects_come_and_go(void **state)
{
	enum { KEPT = 500, MADE = 1 << 16, LEFT = 64 * 1024 };
	static vx_scalar kept[KEPT];
	vx_int32 value = 1;
	unsigned place = 1;
	size_t before = bytes_in_use();

	(void)state;
	for (int i = 0; i < MADE; i++) {
		vx_scalar *scalar = &kept[place % KEPT], before = *scalar;

		if (before) {
			GOOD(before);
			OK(vxReleaseScalar(scalar));
			assert_int_equal(vxGetStatus(REF(before)), VX_ERROR_INVALID_REFERENCE);
		}
		*scalar = vxCreateScalar(vx_test.context, VX_TYPE_INT32, &value);
		GOOD(*scalar);
		place = place * 1103515245 + 12345;
	}
	for (int i = 0; i < KEPT; i++) {
		GOOD(kept[i]);
		OK(vxReleaseScalar(&kept[i]));
	}
	assert_true(bytes_in_use() < before + LEFT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		VX_TEST(objects_come_and_go),
		VX_TEST(order_and_callbacks),
		VX_TEST(wrong_graphs),
		VX_TEST(nodes_go),
		VX_TEST(failures),
		VX_TEST(abandoned),
		VX_TEST(delays),
		VX_TEST(flights),
		VX_TEST(scheduled),
		VX_TEST(meddling),
		VX_TEST(several_threads),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
