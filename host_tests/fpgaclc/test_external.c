/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels for traffic generators, which are .xo files without code; ../traffic runs them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tool.h"

#define LINK "-l -t hw_emu --platform u250 -o o.xclbin k.xo "

static const char kernels[] =
	"#include <ap_axi_sdata.h>\n"
	"#include <hls_stream.h>\n"
	"typedef hls::axis<ap_uint<32>, 16, 0, 0> user_packet;\n"
	"typedef hls::axis<ap_uint<32>, 0, 0, 0, AXIS_ENABLE_DATA | AXIS_ENABLE_LAST> bare_packet;\n"
	"struct three { int a, b, c; };\n"
	"extern \"C\" void sides(hls::stream<ap_axiu<32, 0, 0, 0>> &in, hls::stream<int> &out)\n"
	"{\n\tout.write(in.read().data);\n}\n"
	"extern \"C\" void user(hls::stream<user_packet> &in, hls::stream<bare_packet> &out)\n"
	"{\n\tbare_packet p;\n\tp.data = in.read().data;\n\tout.write(p);\n}\n"
	"extern \"C\" void odd(hls::stream<three> &in, hls::stream<long> &out)\n"
	"{\n\tout.write(in.read().a);\n}\n";

static int setup(void **state)
{
	static const char *const names[] = {"sim_ipc_axis_master_32", "sim_ipc_axis_slave_32",
					    "sim_ipc_axis_slave_64"};
	char file[64], text[64];

	if (tool_setup(state))
		return -1;
	tool_write("k.cpp", kernels);
	tool_compile("-c -t hw_emu --platform u250 -k sides -k user -k odd k.cpp -o k.xo");
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		snprintf(file, sizeof(file), "%s.xo", names[i]);
		snprintf(text, sizeof(text), "fpgaclc-external 1 %s\n", names[i]);
		tool_write(file, text);
	}
	return 0;
}

/* Packets of the connected stream, or 0. */
static uint32_t packet_size(const struct fcl_image *image, const char *cu)
{
	for (uint32_t i = 0; i < image->nstreams; i++) {
		const struct fcl_image_stream *stream = &image->streams[i];

		if (!strcmp(image->cus[stream->src_cu].name, cu) ||
		    !strcmp(image->cus[stream->dst_cu].name, cu))
			return stream->packet_size;
	}
	return 0;
}

static void test_facts(void **state)
{
	struct fcl_image *image;
	const struct fcl_image_kernel *kernel;

	(void)state;
	tool_compile(LINK
		     "sim_ipc_axis_master_32.xo sim_ipc_axis_slave_32.xo "
		     "--connectivity.nk sim_ipc_axis_master_32:2:one.two "
		     "--connectivity.nk sim_ipc_axis_slave:1:three " /* as older projects say */
		     "--connectivity.sc one.M00_AXIS:sides_1.in "
		     "--connectivity.sc sides_1.out:three.s00_axis");
	image = tool_image("o.xclbin");
	kernel = &image->kernels[fcl_image_find_kernel(image, "sim_ipc_axis_master_32")];
	assert_int_equal(kernel->nargs, 1);
	assert_string_equal(kernel->args[0].name, "M00_AXIS");
	assert_int_equal(kernel->args[0].direction, FCL_DIR_OUT);
	assert_int_equal(packet_size(image, "one"), 12);
	assert_int_equal(packet_size(image, "two"), 0);
	assert_int_equal(packet_size(image, "three"), 4);
	fcl_image_unref(image);
}

/* The vendor's own file: its name says what it is. */
static void test_file_of_vendor(void **state)
{
	(void)state;
	tool_write("sim_ipc_axis_slave_512.xo", "PK\003\004");
	tool_compile(LINK "sim_ipc_axis_slave_512.xo --connectivity.nk "
			  "sim_ipc_axis_slave_512:1:gt_slave");
	tool_write("sim_ipc_axis_slave_24.xo", "PK\003\004");
	tool_refuse(LINK "sim_ipc_axis_slave_24.xo", "power of two from 8 to 2048");
	tool_write("sim_ipc_aximm_master.xo", "PK\003\004");
	tool_refuse(LINK "sim_ipc_aximm_master.xo",
		    "'sim_ipc_aximm_master.xo' is not supported: of the kernels for traffic "
		    "generators, only those of AXI4-Stream are");
}

static void test_refusals(void **state)
{
	static const struct {
		const char *arguments, *message;
	} refusals[] = {
		{"sim_ipc_axis_slave_32.xo --connectivity.sc odd_1.out:sim_ipc_axis_slave_32_1."
		 "S00_AXIS",
		 "expected a stream of 32 bits at the other end of sim_ipc_axis_slave_32, found "
		 "'out' with packets of 8 bytes (stream<long>)"},
		/* As large as a packet with side channels, but it is none. */
		{"sim_ipc_axis_master_32.xo --connectivity.sc sim_ipc_axis_master_32_1.M00_AXIS:"
		 "odd_1.in",
		 "found 'in' with packets of 12 bytes (stream<three>)"},
		/* The two have the same size. */
		{"sim_ipc_axis_master_32.xo --connectivity.nk sim_ipc_axis_master_32:2:a.b "
		 "--connectivity.sc a.M00_AXIS:sides_1.in --connectivity.sc b.M00_AXIS:user_1.in",
		 "all streams of that kernel must have the same"},
		{"sim_ipc_axis_slave_32.xo sim_ipc_axis_slave_64.xo --connectivity.nk "
		 "sim_ipc_axis_slave:1:a",
		 "there is no kernel 'sim_ipc_axis_slave'"},
		{"sim_ipc_axis_slave_32.xo --connectivity.sc sim_ipc_axis_slave_32_1.S00_AXIS:"
		 "sides_1.in",
		 "so it cannot be the source"},
	};
	char arguments[512];

	(void)state;
	for (size_t i = 0; i < sizeof(refusals) / sizeof(refusals[0]); i++) {
		snprintf(arguments, sizeof(arguments), LINK "%s", refusals[i].arguments);
		tool_refuse(arguments, refusals[i].message);
	}
	tool_refuse("-c -t hw_emu --platform u250 sim_ipc_axis_slave_32.xo -o o.xo",
		    "-c takes source files");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_facts),
		cmocka_unit_test(test_file_of_vendor),
		cmocka_unit_test(test_refusals),
	};

	return cmocka_run_group_tests(tests, setup, tool_teardown);
}
