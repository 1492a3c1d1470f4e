/* SPDX-License-Identifier: Apache-2.0 */
/* hls::stream: ports of a compute unit, and queues inside a kernel. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "board.h"
#include "tool.h"

struct packet {
	int data;
	short keep;
	_Bool last;
};

static struct board board;

static int setup(void **state)
{
	char arguments[4096];

	if (tool_setup(state))
		return -1;
	snprintf(
		arguments, sizeof(arguments),
		"-t sw_emu --platform u250 -k pipeline -k polling -k history -k starving -k hidden --connectivity.sc polling_1.out:hidden_2.in --connectivity.nk hidden:2 %s -o streams.elf",
		tool_kernel("streams.cpp"));
	/* polling writes long, hidden reads int: this must be detected. */
	tool_refuse(arguments, "with 8 bytes (stream<long>) and hidden_2.in with 4");
	snprintf(
		arguments, sizeof(arguments),
		"-t sw_emu --platform u250 -k pipeline -k polling -k history -k starving -k choose -k wraps %s -o streams.elf",
		tool_kernel("streams.cpp"));
	tool_compile(arguments);
	board_load(&board, "streams.elf");
	return 0;
}

static int teardown(void **state)
{
	board_unload(&board);
	return tool_teardown(state);
}

static void feed(unsigned port, const void *packets, size_t size)
{
	memcpy(board_run.streams[port].bytes, packets, size);
	board_run.streams[port].size = size;
}

static void test_ports(void **state)
{
	const struct fcl_model *model = board_model(&board, "pipeline");
	struct fcl_image *image = tool_image("streams.elf");
	const struct fcl_image_kernel *kernel;

	(void)state;
	assert_int_equal(model->nports, 2);
	assert_int_equal(model->ports[0].kind, FCL_MODEL_PORT_STREAM_IN);
	assert_string_equal(model->ports[0].name, "in");
	assert_int_equal(model->ports[0].packet_size, sizeof(struct packet));
	assert_int_equal(model->ports[0].arg, 0);
	assert_int_equal(model->ports[1].kind, FCL_MODEL_PORT_STREAM_OUT);
	assert_int_equal(model->ports[1].arg, 2);
	assert_int_equal(board_model(&board, "polling")->control, FCL_MODEL_CTRL_NONE);
	kernel = &image->kernels[fcl_image_find_kernel(image, "pipeline")];
	assert_int_equal(kernel->args[0].qualifier, FCL_ARG_STREAM);
	assert_int_equal(kernel->args[0].direction, FCL_DIR_IN);
	assert_int_equal(kernel->args[2].direction, FCL_DIR_OUT);
	assert_int_equal(kernel->args[1].offset, 0x10);
	assert_int_equal(kernel->ports[0].mode, FCL_PORT_READ_ONLY);
	assert_int_equal(kernel->ports[1].mode, FCL_PORT_WRITE_ONLY);
	fcl_image_unref(image);
}

static void test_pipeline(void **state)
{
	struct packet in[3] = {{5, 1, 0}, {6, 2, 0}, {7, 3, 0}}, out[3];
	int count = 3;

	(void)state;
	board_reset();
	feed(0, in, sizeof(in));
	board_arg(0x10, &count, sizeof(count));
	assert_int_equal(board_start(&board, "pipeline"), 0);
	assert_int_equal(board_run.streams[1].size, sizeof(out));
	memcpy(out, board_run.streams[1].bytes, sizeof(out));
	for (int i = 0; i < 3; i++) {
		assert_int_equal(out[i].data, in[i].data * 2);
		assert_int_equal(out[i].keep, in[i].keep);
		assert_int_equal(out[i].last, i == 2);
	}
	/* One packet too few: the kernel blocks, and the engine decides how to continue. */
	board_reset();
	feed(0, in, sizeof(in[0]) * 2);
	board_arg(0x10, &count, sizeof(count));
	assert_int_equal(board_start(&board, "pipeline"), -1);
	assert_string_equal(board_run.failure, "blocked on an empty stream");
}

/* A non-blocking write to a full port is refused, and every failed poll reaches the board. */
static void test_polling(void **state)
{
	int in[4] = {1, 2, 3, 4};
	long out[3];

	(void)state;
	board_reset();
	feed(0, in, sizeof(in));
	board_run.streams[1].room = 3 * sizeof(long);
	assert_int_equal(board_start(&board, "polling"), -1);
	assert_string_equal(board_run.failure, "blocked on a full stream");
	memcpy(out, board_run.streams[1].bytes, sizeof(out));
	assert_int_equal(out[0], 2);
	assert_int_equal(out[2], 4);
	assert_int_equal(board_run.empty_counts, 2);
	board_reset();
	feed(0, in, sizeof(in));
	assert_int_equal(board_start(&board, "polling"), 0);
	assert_int_equal(board_run.streams[1].size, 5 * sizeof(long));
	memcpy(out, board_run.streams[1].bytes + 4 * sizeof(long), sizeof(long));
	assert_int_equal(out[0], -4);
}

/* The queue is static: the third execution sees data from the first ones. */
static void test_static_queue(void **state)
{
	int out = 0;

	(void)state;
	for (int i = 1; i <= 3; i++) {
		board_reset();
		feed(1, &i, sizeof(i));
		board_pointer(0x10, &out);
		assert_int_equal(board_start(&board, "history"), 0);
		assert_int_equal(out, i < 3 ? i : 123);
		/* Memory of an execution would be freed before the next one. */
		assert_int_equal(board_run.allocations, 0);
	}
}

static void test_wrapped_queue(void **state)
{
	int out[75] = {0};

	(void)state;
	board_reset();
	board_pointer(0x10, out);
	assert_int_equal(board_start(&board, "wraps"), 0);
	for (int i = 0; i < 75; i++)
		assert_int_equal(out[i], i);
}

static void test_empty_queue(void **state)
{
	int out = 0;

	(void)state;
	board_reset();
	board_pointer(0x10, &out);
	assert_int_equal(board_start(&board, "starving"), -1);
	assert_string_equal(
		board_run.failure,
		"hls::stream 'nothing': read while empty: on a board the kernel would hang, unless a later process of a DATAFLOW region writes it and fpgaclc ran with --dataflow sequential; fpgaclc's --empty-stream default gives a default value instead");
}

/* With the option, the kernel continues with a default value, and reports it. */
static void test_empty_default(void **state)
{
	struct board other;
	int out = 7;

	(void)state;
	tool_write("s.cpp",
		   "#include <hls_stream.h>\n"
		   "void s(int *out) { hls::stream<int> none(\"none\"); *out = none.read(); }\n");
	tool_compile("-t sw_emu -f u250 -k s --empty-stream default s.cpp -o s.elf");
	board_load(&other, "s.elf");
	board_reset();
	board_pointer(0x10, &out);
	assert_int_equal(board_start(&other, "s"), 0);
	assert_int_equal(out, 0);
	assert_non_null(strstr(board_run.printed, "hls::stream 'none': read while empty"));
	board_unload(&other);
	tool_refuse("-t sw_emu -f u250 -k s --empty-stream no s.cpp -o s.elf",
		    "--empty-stream 'no': expected fail or default");
}

static void test_choice(void **state)
{
	int left = 5, right = 6, out = 0, which = 1;

	(void)state;
	board_reset();
	feed(1, &left, sizeof(left));
	feed(2, &right, sizeof(right));
	board_pointer(0x10, &out);
	board_arg(0x1c, &which, sizeof(which));
	assert_int_equal(board_start(&board, "choose"), 0);
	assert_int_equal(out, 5);
	assert_int_equal(board_run.streams[2].read, 0);
}

/* A connection determines the direction that the code does not show. */
static void test_hidden_direction(void **state)
{
	char arguments[4096];
	struct fcl_image *image;

	(void)state;
	snprintf(arguments, sizeof(arguments), "-t sw_emu --platform u250 -k hidden %s -o h.elf",
		 tool_kernel("streams.cpp"));
	tool_refuse(
		arguments,
		"kernel 'hidden', argument 'in': cannot tell whether the kernel reads or writes this stream: connect it with --connectivity.sc");
	tool_write("feed.cpp", "#include <hls_stream.h>\n"
			       "void feed(hls::stream<int> &out) { out << 1; }\n");
	snprintf(
		arguments, sizeof(arguments),
		"-t sw_emu --platform u250 -k hidden -k feed --connectivity.sc feed_1.out:hidden_1.in:5 feed.cpp %s -o h.elf",
		tool_kernel("streams.cpp"));
	tool_compile(arguments);
	image = tool_image("h.elf");
	assert_int_equal(image->nstreams, 1);
	assert_int_equal(image->streams[0].depth, 5);
	assert_int_equal(image->streams[0].packet_size, 4);
	assert_int_equal(image->kernels[0].args[0].direction, FCL_DIR_IN);
	fcl_image_unref(image);
}

/* Mode axis on arrays and values of a C++ kernel: each element is a packet. */
static void test_sequences(void **state)
{
	const struct {
		short c;
		int i;
	} in[4] = {{1, 10}, {2, 20}, {3, 30}, {4, 40}};
	const int words[6] = {1, 2, 3, 4, 5, 0xffffff};
	const short c = -7;
	char arguments[4096];
	struct board sequences;
	int n = 3, out[8], x[6];

	(void)state;
	snprintf(arguments, sizeof(arguments),
		 "-t sw_emu --platform u250 -k sequences %s -o sequences.elf",
		 tool_kernel("sequences.cpp"));
	tool_compile(arguments);
	board_load(&sequences, "sequences.elf");
	board_reset();
	feed(0, in, sizeof(in));
	feed(2, words, sizeof(words));
	feed(5, &c, sizeof(c));
	board_arg(0x10, &n, sizeof(n));
	assert_int_equal(board_start(&sequences, "sequences"), 0);
	assert_int_equal(board_run.streams[0].read, sizeof(in));
	assert_int_equal(board_run.streams[2].read, sizeof(words));
	assert_int_equal(board_run.streams[1].size, sizeof(in));
	memcpy(out, board_run.streams[1].bytes, sizeof(out));
	assert_int_equal(out[0] & 0xffff, 2);
	assert_int_equal(out[7], 80);
	assert_int_equal(board_run.streams[3].size, sizeof(x));
	memcpy(x, board_run.streams[3].bytes, sizeof(x));
	assert_int_equal(x[0], 4);
	assert_int_equal(x[5], 2); /* 24 bits */
	assert_int_equal(board_run.streams[4].size, 4);
	memcpy(&n, board_run.streams[4].bytes, sizeof(n));
	assert_int_equal(n, -4);
	board_unload(&sequences);
}

static void test_sequences_in_c(void **state)
{
	const int in[8] = {1, 2, 3, 4, 5, 6, 7, 8}, last[2] = {100, 0};
	struct fcl_image *image;
	struct board sequences;
	int out[4];

	(void)state;
	tool_write("sequences.c", "typedef struct { int a, b; } pair;\nenum { N = 2 };\n"
				  "void k(pair in[2 * N], int out[2 * N], pair last) {\n"
				  "#pragma HLS INTERFACE axis port=in\n"
				  "#pragma HLS INTERFACE axis port=out\n"
				  "#pragma HLS INTERFACE axis port=last\n"
				  "for (int i = 0; i < 2 * N; i++)\n"
				  "out[i] = in[i].a + in[i].b + last.a;\n}\n");
	tool_compile("-t sw_emu --platform u250 -k k sequences.c -o c.elf");
	image = tool_image("c.elf");
	assert_string_equal(image->kernels[0].args[0].type_name, "stream<pair>");
	assert_int_equal(image->kernels[0].args[0].direction, FCL_DIR_IN);
	assert_int_equal(image->kernels[0].args[1].direction, FCL_DIR_OUT);
	fcl_image_unref(image);
	board_load(&sequences, "c.elf");
	board_reset();
	feed(0, in, sizeof(in));
	feed(2, last, sizeof(last));
	assert_int_equal(board_start(&sequences, "k"), 0);
	assert_int_equal(board_run.streams[1].size, sizeof(out));
	memcpy(out, board_run.streams[1].bytes, sizeof(out));
	assert_int_equal(out[0], 103);
	assert_int_equal(out[3], 115);
	board_unload(&sequences);
}

/* Each member of a class with streams is an argument: a port, or a register. */
static void test_records(void **state)
{
	const int a[2] = {5, 6}, b[2] = {70, 80}, first = 3;
	const short scale = -2;
	char arguments[4096];
	struct fcl_image *image;
	struct board records;
	long sums[2];
	int count;

	(void)state;
	snprintf(
		arguments, sizeof(arguments),
		"-t sw_emu --platform u250 -k records -k feed -k take --connectivity.sc feed_1.out:records_1.d_pair_0 --connectivity.sc feed_1.more:records_1.d_pair_1 --connectivity.sc records_1.d_inner_out:take_1.in %s -o records.elf",
		tool_kernel("records.cpp"));
	tool_compile(arguments);
	image = tool_image("records.elf");
	assert_int_equal(image->kernels[0].nargs, 6);
	assert_string_equal(image->kernels[0].args[0].name, "d_first");
	assert_string_equal(image->kernels[0].args[2].name, "d_pair_1");
	assert_int_equal(image->kernels[0].args[2].direction, FCL_DIR_IN);
	assert_string_equal(image->kernels[0].args[3].name, "d_inner_out");
	assert_int_equal(image->kernels[0].args[3].direction, FCL_DIR_OUT);
	board_load(&records, "records.elf");
	board_reset();
	feed(0, a, sizeof(a));
	feed(1, b, sizeof(b));
	board_arg(image->kernels[0].args[0].offset, &first, sizeof(first));
	board_arg(image->kernels[0].args[4].offset, &scale, sizeof(scale));
	assert_int_equal(board_start(&records, "records"), 0);
	assert_int_equal(board_run.streams[2].size, sizeof(sums));
	memcpy(sums, board_run.streams[2].bytes, sizeof(sums));
	assert_int_equal(sums[0], (5 + 70 + 3) * -2);
	assert_int_equal(sums[1], (6 + 80 + 3) * -2);
	memcpy(&count, board_run.regs + image->kernels[0].args[5].offset, sizeof(count));
	assert_int_equal(count, 2);
	fcl_image_unref(image);
	board_unload(&records);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ports),          cmocka_unit_test(test_pipeline),
		cmocka_unit_test(test_polling),        cmocka_unit_test(test_static_queue),
		cmocka_unit_test(test_wrapped_queue),  cmocka_unit_test(test_empty_queue),
		cmocka_unit_test(test_choice),         cmocka_unit_test(test_hidden_direction),
		cmocka_unit_test(test_empty_default),  cmocka_unit_test(test_sequences),
		cmocka_unit_test(test_sequences_in_c), cmocka_unit_test(test_records),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
