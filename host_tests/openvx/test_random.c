/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random calls with objects that are right, of another type, of another context, released, or not
 * objects at all. Whatever the calls return, nothing crashes, and all that they hold is released.
 */
#include "host_tests/openvx/vx_test.h"

enum { SLOTS = 48, CALLS = 2000 };

static struct {
	vx_reference refs[SLOTS]; /* some released, some NULL */
	vx_context other;
	uint64_t seed;
	unsigned executed;
	char stranger[256]; /* not an object */
} box;

static unsigned draw(unsigned below)
{
	box.seed = box.seed * UINT64_C(6364136223846793005) + 1442695040888963407;
	return (unsigned)(box.seed >> 33) % below;
}

static vx_reference any(void)
{
	unsigned what = draw(20);

	if (what == 0)
		return NULL;
	if (what == 1)
		return (vx_reference)box.stranger;
	return box.refs[draw(SLOTS)];
}

static void keep(void *ref)
{
	box.refs[draw(SLOTS)] = ref;
}

static vx_context context(void)
{
	unsigned what = draw(12);

	return what == 0 ? box.other : what == 1 ? (vx_context)any() : vx_test.context;
}

static vx_df_image format(void)
{
	static const vx_df_image formats[] = {
		VX_DF_IMAGE_U8,   VX_DF_IMAGE_S16, VX_DF_IMAGE_RGB,  VX_DF_IMAGE_NV12,
		VX_DF_IMAGE_IYUV, VX_DF_IMAGE_U1,  VX_DF_IMAGE_VIRT, 0x1234};

	return formats[draw(8)];
}

static void create(void)
{
	static const vx_size dims[] = {3, 4, 0};
	vx_context c = context();
	vx_graph graph = (vx_graph)any();
	vx_rectangle_t rect = {draw(9), draw(9), draw(20), draw(20)};

	switch (draw(24)) {
	case 0:
	case 1:
		keep(vxCreateImage(c, draw(20), draw(20), format()));
		break;
	case 2:
		keep(vxCreateVirtualImage(graph, draw(20), draw(20), format()));
		break;
	case 3:
		keep(vxCreateImageFromROI((vx_image)any(), &rect));
		break;
	case 4:
		keep(vxCreateUniformImage(c, 8, 8, format(), &(vx_pixel_value_t){.U32 = 5}));
		break;
	case 5:
		keep(vxCreateImageFromChannel((vx_image)any(), VX_CHANNEL_Y + (vx_enum)draw(3)));
		break;
	case 6:
		keep(vxCreateArray(c, (vx_enum)draw(0x30), draw(8)));
		break;
	case 7:
		keep(vxCreateScalar(c, (vx_enum)draw(0x30), NULL));
		break;
	case 8:
		keep(vxCreateLUT(c, VX_TYPE_UINT8, draw(300)));
		break;
	case 9:
		keep(vxCreateDistribution(c, draw(20), 0, draw(300)));
		break;
	case 10:
		keep(vxCreateMatrix(c, (vx_enum)draw(14), draw(4), draw(4)));
		break;
	case 11:
		keep(vxCreateConvolution(c, draw(6), draw(6)));
		break;
	case 12:
		keep(vxCreateRemap(c, draw(4), draw(4), draw(4), draw(4)));
		break;
	case 13:
		keep(vxCreateThresholdForImage(c, VX_THRESHOLD_TYPE_BINARY + (vx_enum)draw(3),
					       format(), format()));
		break;
	case 14:
		keep(vxCreatePyramid(c, draw(4), VX_SCALE_PYRAMID_HALF, draw(20), draw(20),
				     format()));
		break;
	case 15:
		keep(vxCreateObjectArray(c, any(), draw(4)));
		break;
	case 16:
		keep(vxCreateDelay(c, any(), draw(4)));
		break;
	case 17:
		keep(vxCreateTensor(c, draw(4), dims, (vx_enum)draw(16), 0));
		break;
	case 18:
		keep(vxCreateGraph(c));
		break;
	case 19:
	case 20:
		keep(vxGetKernelByName(c, draw(2) ? "test.invert" : "test.shift"));
		break;
	case 21:
		keep(vxCreateGenericNode(graph, (vx_kernel)any()));
		break;
	case 22:
		keep(vxGetParameterByIndex((vx_node)any(), draw(4)));
		break;
	default:
		keep(vxGetPyramidLevel((vx_pyramid)any(), draw(4)));
		break;
	}
}

/*
 * References that nobody holds any more stay in the pool: the library must refuse them, not follow
 * them.
 */
static void release(void)
{
	vx_reference ref = any();

	if (ref != (vx_reference)vx_test.context && ref != (vx_reference)box.other)
		vxReleaseReference(&ref);
}

static void query(void)
{
	vx_reference ref = any();
	unsigned char room[64];
	vx_enum attribute = VX_ATTRIBUTE_BASE(VX_ID_KHRONOS, 0x800 + (int)draw(0x16)) +
			    (vx_enum)draw(0x11);
	vx_size size = 1U << draw(7);

	switch (draw(10)) {
	case 0:
		vxQueryImage((vx_image)ref, attribute, room, size);
		break;
	case 1:
		vxQueryGraph((vx_graph)ref, attribute, room, size);
		break;
	case 2:
		vxQueryNode((vx_node)ref, attribute, room, size);
		break;
	case 3:
		vxQueryKernel((vx_kernel)ref, attribute, room, size);
		break;
	case 4:
		vxQueryArray((vx_array)ref, attribute, room, size);
		break;
	case 5:
		vxQueryPyramid((vx_pyramid)ref, attribute, room, size);
		break;
	case 6:
		vxQueryTensor((vx_tensor)ref, attribute, room, size);
		break;
	case 7:
		vxQueryDelay((vx_delay)ref, attribute, room, size);
		break;
	case 8:
		vxSetNodeAttribute((vx_node)ref, attribute, room, size);
		break;
	default:
		vxQueryReference(ref, attribute, room, size);
		break;
	}
}

static void connect(void)
{
	vx_delay delay = (vx_delay)any();

	switch (draw(8)) {
	case 0:
		vxAddParameterToGraph((vx_graph)any(), (vx_parameter)any());
		break;
	case 1:
		vxSetGraphParameterByIndex((vx_graph)any(), draw(2), any());
		break;
	case 2:
		vxSetParameterByReference((vx_parameter)any(), any());
		break;
	case 3:
		vxSetParameterByIndex((vx_node)any(), draw(3), vxGetReferenceFromDelay(delay, 0));
		break;
	case 4:
		vxRegisterAutoAging((vx_graph)any(), delay);
		vxAgeDelay(delay);
		break;
	case 5: {
		vx_node node = (vx_node)any();

		vxRemoveNode(&node);
		break;
	}
	default:
		vxSetParameterByIndex((vx_node)any(), draw(3), any());
		break;
	}
}

/* Builds a graph that can be executed, which later calls change. */
static void build(void)
{
	vx_graph graph = vxCreateGraph(vx_test.context);
	vx_image in = vx_test_image(draw(5)), out = vx_test_image(0);
	vx_node node = vx_test_node(graph, "test.invert", REF(in), REF(out), NULL, NULL);

	keep(graph);
	keep(in);
	keep(out);
	keep(node);
	if (!vxProcessGraph(graph))
		box.executed++;
}

static void run(void)
{
	vx_graph graph = (vx_graph)any();

	switch (draw(4)) {
	case 0:
		vxVerifyGraph(graph);
		break;
	case 1:
		vxProcessGraph(graph);
		break;
	case 2:
		vxScheduleGraph(graph);
		break;
	default:
		vxWaitGraph(graph);
		break;
	}
}

static void reach(void)
{
	vx_imagepatch_addressing_t addr = {20, 20, 3, 60, VX_SCALE_UNITY, VX_SCALE_UNITY, 1, 1, 8};
	vx_rectangle_t rect = {draw(9), draw(9), draw(20), draw(20)};
	static unsigned char room[8192];
	vx_enum usage = VX_READ_ONLY + (vx_enum)draw(4),
		memory = draw(2) ? VX_MEMORY_TYPE_HOST : VX_MEMORY_TYPE_OPENCL_BUFFER;
	vx_image image = (vx_image)any();
	void *ptr = draw(2) && memory == VX_MEMORY_TYPE_HOST ? room : NULL;
	vx_map_id map;
	vx_size count;

	switch (draw(7)) {
	case 0:
		vxCopyImagePatch(image, draw(2) ? &rect : NULL, draw(3), &addr, ptr, usage, memory);
		break;
	case 1:
		if (!vxMapImagePatch(image, draw(2) ? &rect : NULL, draw(3), &map, &addr, &ptr,
				     usage, memory, 0))
			vxUnmapImagePatch(draw(8) ? image : (vx_image)any(), map);
		break;
	case 2:
		vxSetImagePixelValues(image, &(vx_pixel_value_t){.U32 = draw(1000)});
		break;
	case 3:
		vxAddArrayItems((vx_array)any(), draw(4), room, draw(100));
		vxTruncateArray((vx_array)any(), draw(4));
		break;
	case 4:
		if (!vxMapLUT((vx_lut)any(), &map, &ptr, usage, memory, 0))
			vxUnmapLUT((vx_lut)any(), map + draw(2));
		break;
	case 5:
		vxCopyMatrix((vx_matrix)any(), ptr, usage, memory);
		break;
	default:
		if (!vxQueryArray((vx_array)any(), VX_ARRAY_NUMITEMS, &count, sizeof(count)))
			vxCopyArrayRange((vx_array)any(), 0, count, draw(40), ptr, usage, memory);
		break;
	}
}

static void exchange(void)
{
	vx_reference refs[3] = {any(), any(), any()}, made[3] = {NULL, NULL, NULL};
	vx_enum uses[3];
	const vx_uint8 *ptr;
	vx_size length, count = draw(3) + 1;
	vx_import import;

	for (int i = 0; i < 3; i++)
		uses[i] = VX_IX_USE_APPLICATION_CREATE + (vx_enum)draw(3);
	if (vxExportObjectsToMemory(vx_test.context, count, refs, uses, &ptr, &length))
		return;
	memcpy(made, refs, sizeof(made));
	import = vxImportObjectsFromMemory(draw(2) ? vx_test.context : box.other, count, made, uses,
					   ptr, length);
	if (!vxGetStatus(REF(import)))
		vxReleaseImport(&import);
	assert_int_equal(vxReleaseExportedMemory(vx_test.context, &ptr), VX_SUCCESS);
}

static void calls(void **state)
{
	static void (*const kinds[])(void) = {create,  create, create, release, query, connect,
					      connect, run,    run,    build,   reach, exchange};
	const char *seed = getenv("VX_TEST_SEED");

	(void)state;
	for (unsigned round = 0; round < 3; round++) {
		memset(&box, 0, sizeof(box));
		box.seed = seed ? strtoull(seed, NULL, 0) : round + 1;
		box.other = vxCreateContext();
		GOOD(box.other);
		for (unsigned i = 0; i < CALLS; i++)
			kinds[draw(sizeof(kinds) / sizeof(kinds[0]))]();
		OK(vxReleaseContext(&box.other));
		assert_true(box.executed > 50);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {VX_TEST(calls)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
