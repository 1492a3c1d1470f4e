/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels in Verilog: what the cache saves, and how errors in HDL are reported. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "tool.h"

#define LINK "--verbose -t hw_emu --platform u250 -k odd kernel.xml src/odd.sv "

static char *read_text(const char *name)
{
	size_t size;
	char *bytes = tool_read(name, &size), *text = calloc(1, size + 1);

	assert_non_null(text);
	memcpy(text, bytes, size);
	free(bytes);
	return text;
}

/* The kernel that fails on request, with a part of it replaced. */
static void put_sources(const char *from, const char *to)
{
	char *description = read_text(TROUBLE "/kernel.xml"), *hdl = read_text(TROUBLE "/odd.sv");
	char *at = from ? strstr(hdl, from) : NULL, *changed = NULL;

	tool_write("kernel.xml", description);
	if (from) {
		assert_non_null(at);
		assert_true(asprintf(&changed, "%.*s%s%s", (int)(at - hdl), hdl, to,
				     at + strlen(from)) > 0);
	}
	tool_write("src/odd.sv", changed ? changed : hdl);
	free(description);
	free(changed);
	free(hdl);
}

static int setup(void **state)
{
	int error = tool_setup(state);

	return error || setenv("FPGACL_CACHE_DIR", "cache", 1) || system("mkdir src bin") ? -1 : 0;
}

static bool same(const char *a, const char *b)
{
	size_t sizes[2];
	char *bytes[] = {tool_read(a, &sizes[0]), tool_read(b, &sizes[1])};
	bool equal = sizes[0] == sizes[1] && !memcmp(bytes[0], bytes[1], sizes[0]);

	free(bytes[0]);
	free(bytes[1]);
	return equal;
}

/* The second link runs neither Verilator nor a compiler, and gives the same image. */
static void test_cached(void **state)
{
	(void)state;
	put_sources(NULL, NULL);
	tool_compile(LINK "-o first.xclbin");
	assert_non_null(strstr(tool_output, "+ verilator"));
	/* What does not depend on the kernel was compiled when fpgaclc was built. */
	assert_null(strstr(tool_output, "rtl_verilated.cpp"));
	tool_compile(LINK "-o second.xclbin");
	assert_string_equal(tool_output, "");
	assert_true(same("first.xclbin", "second.xclbin"));
	/* Another clock frequency affects the tables, not Verilator's output. */
	tool_compile(LINK "--kernel_frequency 200 -o third.xclbin");
	assert_null(strstr(tool_output, "+ verilator"));
	assert_false(same("first.xclbin", "third.xclbin"));
}

static void test_changed(void **state)
{
	(void)state;
	put_sources(NULL, NULL);
	tool_compile(LINK "-o first.xclbin");
	put_sources("counter + 1", "counter + 2");
	tool_compile(LINK "-o second.xclbin");
	assert_non_null(strstr(tool_output, "+ verilator"));
	assert_false(same("first.xclbin", "second.xclbin"));
}

/* Links with this script instead of verilator; the script may call the real one. */
static void link_with_verilator(const char *script)
{
	char *path = strdup(getenv("PATH")), *longer = NULL, cwd[4096];

	tool_write("bin/verilator", script);
	assert_int_equal(chmod("bin/verilator", 0755), 0);
	assert_non_null(path);
	assert_non_null(getcwd(cwd, sizeof(cwd)));
	assert_true(asprintf(&longer, "%s/bin:%s", cwd, path) > 0);
	setenv("PATH", longer, 1);
	tool_compile(LINK "-o first.xclbin");
	setenv("PATH", path, 1);
	free(longer);
	free(path);
}

/* Verilator 5's report on itself is not shown to users; its warnings are. */
static void test_report(void **state)
{
	(void)state;
	put_sources(NULL, NULL);
	link_with_verilator("#!/bin/sh\n"
			    "PATH=${PATH#*:}\n"
			    "case $1 in --version | --getenv) exec verilator \"$@\" ;; esac\n"
			    "echo '- V e r i l a t i o n   R e p o r t: Verilator 5.032'\n"
			    "echo '%Warning-ODD: src/odd.sv:1: a warning'\n"
			    "echo '- Verilator: Walltime 0.010 s'\n"
			    "exec verilator \"$@\"\n");
	assert_non_null(strstr(tool_output, "%Warning-ODD: src/odd.sv:1: a warning\n"));
	assert_null(strstr(tool_output, "V e r i l a t i o n"));
	assert_null(strstr(tool_output, "Walltime"));
}

/*
 * An optimisation in which Verilator crashes is left out, and the messages about the crash are not
 * shown.
 */
static void test_internal_error(void **state)
{
	(void)state;
	put_sources(NULL, NULL);
	link_with_verilator(
		"#!/bin/sh\n"
		"PATH=${PATH#*:}\n"
		"case \"$*\" in\n"
		"*-fno-gate* | *--version* | *--getenv*) exec verilator \"$@\" ;;\n"
		"esac\n"
		"echo '%Error: Internal Error: src/odd.sv:1:2: ../V3Gate.cpp:1004: ...' >&2\n"
		"exit 1\n");
	assert_null(strstr(tool_output, "Internal Error"));
}

/*
 * Inputs in a combinational loop through different bits of one signal: if Verilator detects changes
 * by comparing the signal with a copy, the logic that depends on inputs needs its own copy.
 */
static void test_loop(void **state)
{
	static const char loop[] =
		"module loop (input logic clk, valid, input logic [31:0] from, output logic [32:0] to);\n"
		"logic odd, ready;\nlogic [1:0] readies;\nlogic [32:0] answer;\n"
		"logic [1:0][32:0] answers;\n"
		"always_ff @(posedge clk) odd <= !odd;\n"
		"always_comb begin answers[0] = {valid & (odd | readies[1]), from};\n"
		"  answers[1] = {odd & readies[0], 32'h55}; end\n"
		"always_comb begin answer = '0; readies = '0;\n"
		"  for (int i = 0; i < 2; i++) if (odd == (i == 0)) begin\n"
		"    answer = answers[i]; readies[i] = ready; end end\n"
		"always_comb begin ready = '0; if (answer[32]) ready = odd | !readies[1]; end\n"
		"assign to = {ready, answer[31:0]};\nendmodule\n";

	(void)state;
	put_sources(
		"assign m_axi_gmem_rready = 1'b1;",
		"logic [32:0] looped;\nloop l (ap_clk, m_axi_gmem_rvalid, m_axi_gmem_rdata, looped);\n"
		"assign m_axi_gmem_rready = ^looped;");
	tool_write("src/loop.sv", loop);
	tool_compile(
		"--save-temps -t hw_emu --platform u250 -k odd kernel.xml src/odd.sv src/loop.sv "
		"-o x.xclbin");
	assert_int_not_equal(
		system("sed -n '/^void .*eval_triggers__ico/,/^}/p' x.xclbin.temps/rtl0/model/*.cpp "
		       ">ico && grep -q __Vtrigrprev__ ico"),
		0);
}

/* An error refers to the user's file, and no temporary file name appears. */
static void test_error_places(void **state)
{
	(void)state;
	put_sources("running <= 1'b0;", "running <= 1'b0:");
	assert_int_not_equal(
		tool_run(NULL,
			 "-t hw_emu --platform u250 -k odd kernel.xml src/odd.sv -o x.xclbin"),
		0);
	assert_non_null(strstr(tool_output, "src/odd.sv:71:"));
	assert_null(strstr(tool_output, "/rtl0/"));
	/* Linked later, the file is still shown under its original name. */
	tool_compile("-c -k odd kernel.xml src/odd.sv -o odd.xo");
	tool_refuse("-l -t hw_emu --platform u250 odd.xo -o x.xclbin", "src/odd.sv:71:");
	assert_null(strstr(tool_output, "/rtl0/"));
}

#define CHECKS(end)                                                                                \
	"module checks #(parameter BITS = 8) ();\n"                                                \
	"wire unused;\n"                                                                           \
	"initial begin\n"                                                                          \
	"  if (BITS > 64)\n"                                                                       \
	"    $error(\"%m: more than 64 bits\");\n"                                                 \
	"  else if ($bits(BITS) < 8) $warning(\"%m: fewer than 8\");\n" end "\n"                   \
	"endmodule\n"

/*
 * Vendors' tools accept $error and similar tasks in Verilog; an error next to them has the right
 * location.
 */
static void test_system_tasks(void **state)
{
	static const char options[] =
		"-t hw_emu --platform u250 -k odd kernel.xml src/odd.sv src/checks.v -o x.xclbin";

	(void)state;
	put_sources("assign write =", "checks #(.BITS(32)) c ();\nassign write =");
	tool_write("src/checks.v", CHECKS("end"));
	tool_compile(options);
	tool_write("src/checks.v", CHECKS("end ,"));
	tool_refuse(options, "src/checks.v:7:");
	assert_null(strstr(tool_output, "/rtl0/"));
	assert_null(strstr(tool_output, "checks.v.sv"));
	/*
	 * If $error is only mentioned in a comment or string, the file stays Verilog, in which 'do'
	 * and 'bit' are identifiers.
	 */
	tool_write("src/checks.v", "module checks #(parameter BITS = 8) (); // no $error \"\n"
				   "/* nor $bits */ wire do, bit;\n"
				   "initial if (0) $display(\"\\\" $fatal\");\n"
				   "endmodule\n");
	tool_compile(options);
}

/*
 * A header's directory may be part of the name under which it is included, however the file is
 * given.
 */
static void test_header_folders(void **state)
{
	char cwd[4096], command[5000];

	(void)state;
	put_sources("`timescale", "`include \"axi/mode.svh\"\n`timescale");
	assert_int_equal(system("mkdir -p lib/include/axi"), 0);
	tool_write("lib/include/axi/mode.svh", "`define MODE 1\n");
	assert_non_null(getcwd(cwd, sizeof(cwd)));
	for (int absolute = 0; absolute < 2; absolute++) {
		snprintf(command, sizeof(command),
			 "-t hw_emu --platform u250 -k odd kernel.xml src/odd.sv "
			 "%s%slib/include/axi/mode.svh -o x.xclbin",
			 absolute ? cwd : "", absolute ? "/" : "");
		tool_compile(command);
	}
}

/*
 * Several headers with the same name: each file means the one in its own directory, whatever the
 * order of files.
 */
static void test_own_headers(void **state)
{
	static const char *const orders[] = {"src/a/a.sv src/b/b.sv", "src/b/b.sv src/a/a.sv"};

	(void)state;
	put_sources(NULL, NULL);
	assert_int_equal(system("mkdir -p src/a src/b"), 0);
	tool_write("src/defs.vh", "`define OUTER\n");
	tool_write("src/a/defs.vh", "`define SIDE_A\n");
	tool_write("src/b/defs.vh", "`define SIDE_B\n");
	tool_write("src/a/a.sv", "`include \"defs.vh\"\n`ifndef SIDE_A\n~\n`endif\n");
	tool_write("src/b/b.sv", "`include \"defs.vh\"\n`ifndef SIDE_B\n~\n`endif\n");
	for (size_t i = 0; i < sizeof(orders) / sizeof(orders[0]); i++) {
		char command[400];

		snprintf(command, sizeof(command),
			 "-t hw_emu --platform u250 -k odd kernel.xml src/odd.sv src/defs.vh "
			 "src/a/defs.vh src/b/defs.vh %s -o x.xclbin",
			 orders[i]);
		tool_compile(command);
	}
}

/* Headers, and data for memories, that have the same bytes under two names. */
static void test_same_bytes(void **state)
{
	(void)state;
	put_sources("endmodule",
		    "`include \"one.vh\"\n`include \"two.vh\"\nlogic [7:0] first [2], second [2];\n"
		    "initial begin $readmemh(\"first.mem\", first);\n"
		    "$readmemh(\"second.mem\", second); end\nendmodule");
	tool_write("src/one.vh", "`define NOTHING\n");
	tool_write("src/two.vh", "`define NOTHING\n");
	tool_write("first.mem", "01\n02\n");
	tool_write("second.mem", "01\n02\n");
	tool_compile("-t hw_emu --platform u250 -k odd kernel.xml src/odd.sv src/one.vh src/two.vh "
		     "first.mem second.mem -o x.xclbin");
}

/* Outputs of the kernel without a driver, and signals with two, are named; the inside of cores may have open ends. */
static void test_drivers(void **state)
{
	(void)state;
	put_sources("assign m_axi_gmem_rready = 1'b1;",
		    "logic open, used, twice; logic [7:0] shared [4];\n"
		    "always @(posedge ap_clk) used <= open;\n"
		    "assign twice = ap_rst_n;\nassign twice = ap_clk_2;\n"
		    "always @(posedge ap_clk) shared[0] <= {7'd0, twice};\n"
		    "always @(posedge ap_clk_2) shared[1] <= shared[0];\n");
	assert_int_equal(system("sed -i 's/ap_rst_n,/ap_rst_n, ap_clk_2,/' src/odd.sv"), 0);
	for (int cached = 0; cached < 2; cached++) {
		tool_compile("-t hw_emu --platform u250 -k odd kernel.xml src/odd.sv -o x.xclbin");
		assert_non_null(strstr(tool_output, "Signal is not driven: 'm_axi_gmem_rready'"));
		assert_non_null(strstr(tool_output, "'twice' have multiple combinational drivers"));
		assert_null(strstr(tool_output, "'open'"));
		assert_null(strstr(tool_output, "'shared'"));
	}
}

/* Features that the models of the vendor's macros lack are refused, naming the parameter. */
static void test_macros(void **state)
{
	static const struct {
		const char *macro, *parameter, *value;
	} refused[] = {
		{"xpm_memory_tdpram", "ECC_MODE", "\"both_encode_and_decode\""},
		{"xpm_memory_tdpram", "WRITE_MODE_B", "\"last\""},
		{"xpm_memory_tdpram", "READ_DATA_WIDTH_A", "16"},
		{"xpm_memory_tdpram", "READ_RESET_VALUE", "\"12h\""},
		{"xpm_memory_sdpram", "READ_DATA_WIDTH_B", "24"},
		{"xpm_memory_spram", "BYTE_WRITE_WIDTH_A", "16"},
		{"xpm_memory_sprom", "AUTO_SLEEP_TIME", "3"},
		{"xpm_memory_sprom", "WAKEUP_TIME", "\"use_sleep_pin\""},
		{"xpm_fifo_sync", "READ_MODE", "\"low_latency\""},
		{"xpm_fifo_async", "ECC_MODE", "\"en_ecc\""},
		{"xpm_fifo_axis", "PACKET_FIFO", "\"1\""},
		{"xpm_fifo_axis", "CLOCKING_MODE", "\"two\""},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
		char *instance = NULL, message[120];
		/* The parameter of one port is also the memory's. */
		bool reset = !strcmp(refused[i].parameter, "READ_RESET_VALUE");

		assert_true(asprintf(&instance, "%s #(.%s%s(%s)) m ();\nassign write =",
				     refused[i].macro, refused[i].parameter, reset ? "_A" : "",
				     refused[i].value) > 0);
		put_sources("assign write =", instance);
		free(instance);
		snprintf(message, sizeof(message), "%s: ", refused[i].parameter);
		tool_refuse("-t hw_emu --platform u250 -k odd kernel.xml src/odd.sv -o x.xclbin",
			    message);
		assert_non_null(strstr(tool_output, "In instance odd.m"));
		assert_null(strstr(tool_output, "/rtl/"));
	}
}

/* Names tell whether a reset is active high or low. */
static void test_resets(void **state)
{
	static const char *const bound[] = {
		"{\"ap_rst_n\", 0}",   "{\"nreset\", 0}", "{\"rstb\", 0}",  "{\"rst_ni\", 0}",
		"{\"m_next_rst\", 1}", "{\"p_rsta\", 1}", "{\"p_rstb\", 1}"};
	char *text;

	(void)state;
	put_sources("input  logic        ap_rst_n,",
		    "input logic ap_rst_n, nreset, rstb, rst_ni, m_next_rst, p_rsta, p_rstb,");
	tool_compile(
		"--save-temps -t hw_emu --platform u250 -k odd kernel.xml src/odd.sv -o x.xclbin");
	text = read_text("x.xclbin.temps/rtl0/bind.cpp");
	for (size_t i = 0; i < sizeof(bound) / sizeof(bound[0]); i++)
		assert_non_null(strstr(text, bound[i]));
	free(text);
}

/* Each stream needs its own bus, and only stream buses can be streams. */
static void test_stream_buses(void **state)
{
	static const struct {
		const char *bus, *message;
	} refusals[] = {
		{"m_axi_gmem", "argument 'r': it is a stream, but bus 'm_axi_gmem' is not"},
		{"pipe", "argument 's': its bus 'pipe' is already that of 'r'"},
	};
	char *description, *at, line[600];

	(void)state;
	put_sources(NULL, NULL);
	description = read_text("kernel.xml");
	at = strstr(description, "</args>");
	assert_non_null(at);
	for (size_t i = 0; i < sizeof(refusals) / sizeof(refusals[0]); i++) {
		const char *bus = refusals[i].bus;
		char *text = NULL;

		snprintf(line, sizeof(line),
			 "<arg name=\"r\" addressQualifier=\"4\" port=\"%s\"/>"
			 "<arg name=\"s\" addressQualifier=\"4\" port=\"%s\"/>",
			 bus, bus);
		assert_true(asprintf(&text, "%.*s%s%s", (int)(at - description), description, line,
				     at) > 0);
		tool_write("kernel.xml", text);
		free(text);
		assert_int_equal(
			system("sed -i 's,</ports>,<port name=\"pipe\" mode=\"read_only\" portType=\"stream\"/>&,' kernel.xml"),
			0);
		tool_refuse("-t hw_emu --platform u250 -k odd kernel.xml src/odd.sv -o x.xclbin",
			    refusals[i].message);
	}
	free(description);
}

/* What a description says must fit the HDL, and itself. */
static void test_descriptions(void **state)
{
	static const struct {
		const char *edit, *message;
	} refusals[] = {
		{"s/0xFFFFFFFFFFFFFFFF. dataWidth=.32/0x1000\" dataWidth=\"64/",
		 "bus 'M_AXI_GMEM' has 32 bits of data in module 'odd', but dataWidth=\"64\""},
		{"s/range=.0x1000. dataWidth=.32/range=\"0x1000\" dataWidth=\"64/",
		 "bus 'S_AXI_CONTROL' has 32 bits of data in module 'odd', but dataWidth=\"64\""},
		{"s/dataWidth=.32/dataWidth=\"wide/",
		 "port 'M_AXI_GMEM': expected a number as its dataWidth, found 'wide'"},
		{"s/range=.0x1000/range=\"0x1c/",
		 "argument 'buffer': expected a register below 0x1c, the range of its slave, found '0x18 and 8 bytes'"},
		{"s/range=.0x1000/range=\"page/",
		 "port 'S_AXI_CONTROL': expected a number of bytes as its range, found 'page'"},
		{"s/offset=.0x18/offset=\"0x12/",
		 "argument 'buffer': expected a register apart from that of 'mode', found '0x12 and 8 bytes'"},
		{"s/mode=.slave/mode=\"slaves/",
		 "expected mode master, slave, read_only or write_only, found 'slaves'"},
		{"s/<port name=.S_AXI_CONTROL/<port name=\"M_AXI_GMEM/",
		 "kernel.xml:7: error: expected one port of each name, found two with 'M_AXI_GMEM'"},
		{"s/name=.buffer/name=\"mode/",
		 "expected one argument of each name, found two with 'mode'"},
		{"s/id=.1/id=\"0/",
		 "argument 'buffer': expected ids from 0 to 1, each of one argument, found '0'"},
		{"s/id=.1/id=\"2/",
		 "argument 'buffer': expected ids from 0 to 1, each of one argument, found '2'"},
		{"s/id=.1/id=\"one/",
		 "argument 'buffer': expected a number as its id, found 'one'"},
		{"s/offset=.0x18/offset=\"0x10/",
		 "argument 'buffer': expected a register apart from that of 'mode'"},
	};
	char command[256];

	(void)state;
	for (size_t i = 0; i < sizeof(refusals) / sizeof(refusals[0]); i++) {
		put_sources(NULL, NULL);
		snprintf(command, sizeof(command), "sed -i '%s' kernel.xml", refusals[i].edit);
		assert_int_equal(system(command), 0);
		tool_refuse("-t hw_emu --platform u250 -k odd kernel.xml src/odd.sv -o x.xclbin",
			    refusals[i].message);
	}
	/* The width is part of a .xo file. */
	put_sources(NULL, NULL);
	assert_int_equal(system("sed -i 's/dataWidth=.32/dataWidth=\"64/' kernel.xml"), 0);
	tool_compile("-c -k odd kernel.xml src/odd.sv -o odd.xo");
	tool_refuse("-l -t hw_emu --platform u250 odd.xo -o x.xclbin", "but dataWidth=\"64\"");
}

/* Hosts set arguments by the ids that a kernel.xml gives them. */
static void test_ids(void **state)
{
	struct fcl_image *image;

	(void)state;
	put_sources(NULL, NULL);
	assert_int_equal(
		system("sed -i 's/id=.0/id=\"x/; s/id=.1/id=\"0/; s/id=.x/id=\"1/' kernel.xml"), 0);
	tool_compile("-t hw_emu --platform u250 -k odd kernel.xml src/odd.sv -o x.xclbin");
	image = tool_image("x.xclbin");
	assert_string_equal(image->kernels[0].args[0].name, "buffer");
	assert_int_equal(image->kernels[0].args[0].offset, 0x18);
	assert_string_equal(image->kernels[0].args[1].name, "mode");
	fcl_image_unref(image);
}

/* A kernel in VHDL that only raises ap_done. */
static const char vhdl[] =
	"library ieee;\nuse ieee.std_logic_1164.all;\n"
	"entity Odd is port (\n"
	"  ap_clk, ap_rst_n : in std_logic;\n"
	"  m_axi_gmem_arvalid : out std_logic; m_axi_gmem_arready : in std_logic;\n"
	"  m_axi_gmem_araddr : out std_logic_vector(63 downto 0);\n"
	"  m_axi_gmem_rvalid : in std_logic; m_axi_gmem_rready : out std_logic;\n"
	"  m_axi_gmem_rdata : in std_logic_vector(31 downto 0);\n"
	"  s_axi_control_awvalid : in std_logic; s_axi_control_awready : out std_logic;\n"
	"  s_axi_control_awaddr : in std_logic_vector(7 downto 0);\n"
	"  s_axi_control_wvalid : in std_logic; s_axi_control_wready : out std_logic;\n"
	"  s_axi_control_wdata : in std_logic_vector(31 downto 0);\n"
	"  s_axi_control_bvalid : out std_logic; s_axi_control_bready : in std_logic;\n"
	"  s_axi_control_arvalid : in std_logic; s_axi_control_arready : out std_logic;\n"
	"  s_axi_control_araddr : in std_logic_vector(7 downto 0);\n"
	"  s_axi_control_rvalid : out std_logic; s_axi_control_rready : in std_logic;\n"
	"  s_axi_control_rdata : out std_logic_vector(31 downto 0));\nend entity;\n"
	"architecture rtl of Odd is\n  signal b, r : std_logic;\nbegin\n"
	"  m_axi_gmem_arvalid <= '0'; m_axi_gmem_araddr <= (others => '0'); m_axi_gmem_rready <= '1';\n"
	"  s_axi_control_awready <= s_axi_control_awvalid and s_axi_control_wvalid and not b;\n"
	"  s_axi_control_wready <= s_axi_control_awvalid and s_axi_control_wvalid and not b;\n"
	"  s_axi_control_arready <= s_axi_control_arvalid and not r;\n"
	"  s_axi_control_bvalid <= b; s_axi_control_rvalid <= r;\n"
	"  s_axi_control_rdata <= x\"00000006\";\n"
	"  process (ap_clk) begin\n    if rising_edge(ap_clk) then\n"
	"      b <= ap_rst_n and s_axi_control_awvalid and s_axi_control_wvalid and not b;\n"
	"      r <= ap_rst_n and s_axi_control_arvalid and not r;\n"
	"    end if;\n  end process;\nend architecture;\n";

#define LINK_VHDL "-t hw_emu --platform u250 -k odd kernel.xml src/odd.vhd -o vhdl.xclbin"

static void test_vhdl(void **state)
{
	static const char leaf[] =
		"library ieee;\nuse ieee.std_logic_1164.all;\n"
		"entity leaf is generic (n : natural := 0);\n"
		"port (clk, d : in std_logic; q : out std_logic;\n"
		"  lanes : in std_logic_vector(n - 1 downto 0) := (others => '1'));\nend entity;\n"
		"architecture rtl of leaf is\nbegin\n"
		"  process (clk) begin if rising_edge(clk) then q <= d; end if; end process;\n"
		"end architecture;\n";
	static const char ready[] = " m_axi_gmem_rready <= '1';";
	const char *at;
	char *with_leaf = NULL;
	struct fcl_image *image;

	(void)state;
	if (system("command -v ghdl >/dev/null")) {
		print_message("needs the package ghdl\n");
		skip();
	}
	put_sources(NULL, NULL);
	tool_write("src/odd.vhd", vhdl);
	tool_compile(LINK_VHDL);
	image = tool_image("vhdl.xclbin");
	assert_string_equal(image->kernels[0].name, "odd");
	fcl_image_unref(image);
	/* A port without elements, for which GHDL writes invalid Verilog. */
	at = strstr(vhdl, ready);
	assert_non_null(at);
	assert_true(
		asprintf(&with_leaf, "%.*s%s%s", (int)(at - vhdl), vhdl,
			 " leaf : entity work.leaf port map (ap_clk, ap_rst_n, m_axi_gmem_rready);",
			 at + strlen(ready)) > 0);
	tool_write("src/leaf.vhd", leaf);
	tool_write("src/odd.vhd", with_leaf);
	free(with_leaf);
	tool_compile(
		"-t hw_emu --platform u250 -k odd kernel.xml src/leaf.vhd src/odd.vhd -o vhdl.xclbin");
	tool_write("src/odd.vhd", strchr(vhdl, '\n'));
	tool_refuse(LINK_VHDL, "src/odd.vhd:2:");
	assert_null(strstr(tool_output, "/rtl0/"));
}

static void test_encrypted(void **state)
{
	(void)state;
	put_sources(NULL, NULL);
	tool_write("src/odd.sv", "module odd;\n`pragma protect begin_protected\nendmodule\n");
	tool_refuse("-t hw_emu --platform u250 -k odd kernel.xml src/odd.sv -o x.xclbin",
		    "src/odd.sv:1: error: this source is encrypted");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_cached, setup, tool_teardown),
		cmocka_unit_test_setup_teardown(test_report, setup, tool_teardown),
		cmocka_unit_test_setup_teardown(test_changed, setup, tool_teardown),
		cmocka_unit_test_setup_teardown(test_vhdl, setup, tool_teardown),
		cmocka_unit_test_setup_teardown(test_encrypted, setup, tool_teardown),
		cmocka_unit_test_setup_teardown(test_error_places, setup, tool_teardown),
		cmocka_unit_test_setup_teardown(test_resets, setup, tool_teardown),
		cmocka_unit_test_setup_teardown(test_loop, setup, tool_teardown),
		cmocka_unit_test_setup_teardown(test_header_folders, setup, tool_teardown),
		cmocka_unit_test_setup_teardown(test_own_headers, setup, tool_teardown),
		cmocka_unit_test_setup_teardown(test_same_bytes, setup, tool_teardown),
		cmocka_unit_test_setup_teardown(test_drivers, setup, tool_teardown),
		cmocka_unit_test_setup_teardown(test_macros, setup, tool_teardown),
		cmocka_unit_test_setup_teardown(test_internal_error, setup, tool_teardown),
		cmocka_unit_test_setup_teardown(test_system_tasks, setup, tool_teardown),
		cmocka_unit_test_setup_teardown(test_stream_buses, setup, tool_teardown),
		cmocka_unit_test_setup_teardown(test_descriptions, setup, tool_teardown),
		cmocka_unit_test_setup_teardown(test_ids, setup, tool_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
