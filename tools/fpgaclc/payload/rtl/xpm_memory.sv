// SPDX-License-Identifier: Apache-2.0
// Simulation models of the vendor's parameterized memory macros (interfaces and behaviour: UG974
// "Xilinx Parameterized Macros"). Synthesis parameters have no effect; unsupported parameter values
// are rejected by name.
`timescale 1ns / 1ps
/* verilator lint_off DECLFILENAME */

// Parses a hexadecimal string parameter.
module fpgacl_hexadecimal #(
	parameter NAME = "",
	parameter TEXT = "0",
	parameter integer WIDTH = 32
) (
	output logic [WIDTH-1:0] value
);

localparam integer LENGTH = $bits(TEXT) / 8;

function automatic logic is_hexadecimal();
	logic [7:0] c;

	is_hexadecimal = 1'b1;
	for (int i = 0; i < LENGTH; i++) begin
		c = TEXT[8 * i +: 8];
		if (c != 0 && !(c >= "0" && c <= "9") && !(c >= "A" && c <= "F") && !(c >= "a" && c <= "f"))
			is_hexadecimal = 1'b0;
	end
endfunction

function automatic logic [WIDTH-1:0] parsed();
	logic [7:0] c;

	parsed = '0;
	for (int i = LENGTH - 1; i >= 0; i--) begin
		c = TEXT[8 * i +: 8];
		// In both cases, the low bits of the letters are 1 to 6.
		if (c != 0)
			parsed = WIDTH'({parsed, c >= "A" ? c[3:0] + 4'd9 : c[3:0]});
	end
endfunction

generate
if (!is_hexadecimal())
	$fatal(1, "%0s: expected hexadecimal digits, found \"%0s\"", NAME, TEXT);
endgenerate

assign value = parsed();

endmodule

// The read pipeline: the memory's own output register and further stages up to the port. Reset only
// affects the last one.
module fpgacl_memory_read #(
	parameter integer WIDTH = 32,
	parameter integer LATENCY = 1,
	parameter RESET_VALUE = "0", // hexadecimal
	parameter RST_MODE = "SYNC"
) (
	input  logic             clk,
	input  logic             rst,
	input  logic             load,
	input  logic             regce,
	input  logic [WIDTH-1:0] found,
	output logic [WIDTH-1:0] dout
);

localparam integer STAGES = LATENCY > 1 ? LATENCY : 1;
logic [WIDTH-1:0] reset_value;

fpgacl_hexadecimal #(.NAME("READ_RESET_VALUE"), .TEXT(RESET_VALUE), .WIDTH(WIDTH)) parsed (.value(reset_value));

generate
if (LATENCY == 0) begin : direct
	assign dout = found;
end else begin : registers
	logic [WIDTH-1:0] stages [STAGES], last;

	// With one stage this is the memory's register, otherwise one after it.
	assign last = LATENCY == 1 ? found : stages[STAGES > 1 ? STAGES - 2 : 0];
	assign dout = stages[STAGES - 1];
	for (genvar i = 0; i + 1 < STAGES; i++) begin : earlier
		always_ff @(posedge clk)
			if (i > 0 || load)
				stages[i] <= i > 0 ? stages[i > 0 ? i - 1 : 0] : found;
	end
	if (RST_MODE == "ASYNC") begin : asynchronous
		always_ff @(posedge clk or posedge rst)
			if (rst)
				stages[STAGES - 1] <= '0;
			else if (LATENCY == 1 ? load : regce)
				stages[STAGES - 1] <= last;
	end else begin : synchronous
		always_ff @(posedge clk)
			if (rst)
				stages[STAGES - 1] <= reset_value;
			else if (LATENCY == 1 ? load : regce)
				stages[STAGES - 1] <= last;
	end
end
endgenerate

endmodule

// The core of all memories. Ports of different widths access the same memory; the low bits of a
// wide word are at lower addresses.
module fpgacl_memory #(
	parameter integer SIZE = 2048,
	parameter PRIMITIVE = "auto",
	parameter CLOCKING_MODE = "common_clock",
	parameter INIT_FILE = "none",
	parameter INIT_PARAM = "0",
	parameter ECC_MODE = "no_ecc",
	parameter WAKEUP_TIME = "disable_sleep",
	parameter integer AUTO_SLEEP_TIME = 0,
	parameter logic NEWEST_B = 1'b0, // port B reads what port A writes in the same cycle
	parameter integer ADDRESS_A = 6,
	parameter integer WIDTH_A = 32,
	parameter integer READ_WIDTH_A = WIDTH_A,
	parameter integer BYTE_A = 32,
	parameter integer LATENCY_A = 2,
	parameter RESET_VALUE_A = "0",
	parameter RST_MODE_A = "SYNC",
	parameter MODE_A = "no_change",
	parameter integer ADDRESS_B = ADDRESS_A,
	parameter integer WIDTH_B = WIDTH_A,
	parameter integer READ_WIDTH_B = WIDTH_B,
	parameter integer BYTE_B = WIDTH_B,
	parameter integer LATENCY_B = 1,
	parameter RESET_VALUE_B = "0",
	parameter RST_MODE_B = "SYNC",
	parameter MODE_B = "no_change"
) (
	input  logic                      clka,
	input  logic                      rsta,
	input  logic                      ena,
	input  logic                      regcea,
	input  logic [WIDTH_A/BYTE_A-1:0] wea,
	input  logic [ADDRESS_A-1:0]      addra,
	input  logic [WIDTH_A-1:0]        dina,
	output logic [WIDTH_A-1:0]        douta,
	input  logic                      clkb,
	input  logic                      rstb,
	input  logic                      enb,
	input  logic                      regceb,
	input  logic [WIDTH_B/BYTE_B-1:0] web,
	input  logic [ADDRESS_B-1:0]      addrb,
	input  logic [WIDTH_B-1:0]        dinb,
	output logic [WIDTH_B-1:0]        doutb
);

localparam integer UNIT = WIDTH_A < WIDTH_B ? WIDTH_A : WIDTH_B; // width of the narrower port
localparam integer RATIO = (WIDTH_A < WIDTH_B ? WIDTH_B : WIDTH_A) / UNIT;
localparam integer PER_A = WIDTH_A / UNIT;
localparam integer PER_B = WIDTH_B / UNIT;
// The smallest part written at once: the bits of one unit with a common write enable.
localparam integer PART_A = common_divisor(BYTE_A, UNIT);
localparam integer PART_B = common_divisor(BYTE_B, UNIT);
localparam logic COMMON = CLOCKING_MODE == "common_clock";
localparam logic HAS_PARAM = INIT_PARAM != "" && INIT_PARAM != "0";

function automatic integer common_divisor(integer a, integer b);
	common_divisor = a;
	for (integer i = 1; i <= a; i++)
		if (a % i == 0 && b % i == 0)
			common_divisor = i;
endfunction

function automatic logic is_mode(logic [8*16-1:0] mode);
	is_mode = mode == "read_first" || mode == "write_first" || mode == "no_change";
endfunction

function automatic logic is_byte(integer width, integer part);
	is_byte = width % part == 0 && (part == 8 || part == 9 || part == width);
endfunction

generate
if (ECC_MODE != "no_ecc")
	$fatal(1, "ECC_MODE: the model has only \"no_ecc\"");
if (WAKEUP_TIME != "disable_sleep")
	$fatal(1, "WAKEUP_TIME: the model has only \"disable_sleep\"");
if (AUTO_SLEEP_TIME != 0)
	$fatal(1, "AUTO_SLEEP_TIME: the model has only 0");
if (!COMMON && CLOCKING_MODE != "independent_clock")
	$fatal(1, "CLOCKING_MODE: expected \"common_clock\" or \"independent_clock\"");
if (SIZE % WIDTH_A != 0 || SIZE % WIDTH_B != 0)
	$fatal(1, "MEMORY_SIZE: expected a multiple of the widths of all ports");
if ((1 << $clog2(RATIO)) * UNIT != (WIDTH_A < WIDTH_B ? WIDTH_B : WIDTH_A))
	$fatal(1, "READ_DATA_WIDTH_B: expected the width of port A, multiplied or divided by a power of two");
if (PRIMITIVE == "ultra" && RATIO != 1)
	$fatal(1, "MEMORY_PRIMITIVE: \"ultra\" has ports of one width");
if (READ_WIDTH_A != WIDTH_A)
	$fatal(1, "READ_DATA_WIDTH_A: expected WRITE_DATA_WIDTH_A");
if (READ_WIDTH_B != WIDTH_B)
	$fatal(1, "READ_DATA_WIDTH_B: expected WRITE_DATA_WIDTH_B");
if (!is_byte(WIDTH_A, BYTE_A))
	$fatal(1, "BYTE_WRITE_WIDTH_A: expected 8, 9 or WRITE_DATA_WIDTH_A, which has to be a multiple of it");
if (!is_byte(WIDTH_B, BYTE_B))
	$fatal(1, "BYTE_WRITE_WIDTH_B: expected 8, 9 or WRITE_DATA_WIDTH_B, which has to be a multiple of it");
if (!is_mode(128'(MODE_A)))
	$fatal(1, "WRITE_MODE_A: expected \"read_first\", \"write_first\" or \"no_change\"");
if (!is_mode(128'(MODE_B)))
	$fatal(1, "WRITE_MODE_B: expected \"read_first\", \"write_first\" or \"no_change\"");
if (RST_MODE_A != "SYNC" && RST_MODE_A != "ASYNC")
	$fatal(1, "RST_MODE_A: expected \"SYNC\" or \"ASYNC\"");
if (RST_MODE_B != "SYNC" && RST_MODE_B != "ASYNC")
	$fatal(1, "RST_MODE_B: expected \"SYNC\" or \"ASYNC\"");
endgenerate

logic [UNIT-1:0] storage [SIZE / UNIT];
logic [WIDTH_A-1:0] old_a, new_a;
logic [WIDTH_B-1:0] old_b, new_b;
logic clock_b, bad;

// Initial values of the memory's units, "AB,12,…", from address 0. The file is only used without
// them.
initial begin
	automatic logic [UNIT-1:0] value = '0;
	automatic integer at = 0;
	automatic logic [7:0] c;

	bad = 1'b0;
	if (HAS_PARAM) begin
		for (integer i = $bits(INIT_PARAM) / 8 - 1; i >= 0; i--) begin
			c = INIT_PARAM[8 * i +: 8];
			if (c == ",") begin
				if (at < SIZE / UNIT)
					storage[at] = value;
				at = at + 1;
				value = '0;
			end else if (c >= "0" && c <= "9") begin
				value = UNIT'({value, c[3:0]});
			end else if ((c >= "A" && c <= "F") || (c >= "a" && c <= "f")) begin
				value = UNIT'({value, c[3:0] + 4'd9});
			end else if (c > " " && c != "_") begin
				bad = 1'b1;
			end
		end
		if (at < SIZE / UNIT)
			storage[at] = value;
	end else if (INIT_FILE != "none" && INIT_FILE != "") begin
		$readmemh(INIT_FILE, storage);
	end
end

generate
if (HAS_PARAM) begin : initialised
	// A violation ends the execution in the cycle in which it occurs.
	always_ff @(posedge clka)
		if (bad)
			$fatal(1, "MEMORY_INIT_PARAM: expected hexadecimal values with commas between them");
end
endgenerate

assign clock_b = COMMON ? clka : clkb;

always_comb begin
	for (int i = 0; i < PER_A; i++)
		old_a[i * UNIT +: UNIT] = storage[addra * PER_A + i];
	new_a = old_a;
	for (int i = 0; i < WIDTH_A / BYTE_A; i++)
		if (wea[i])
			new_a[i * BYTE_A +: BYTE_A] = dina[i * BYTE_A +: BYTE_A];
end

always_comb begin
	for (int i = 0; i < PER_B; i++)
		old_b[i * UNIT +: UNIT] = storage[addrb * PER_B + i];
	if (NEWEST_B && ena && 32'(addra) == 32'(addrb))
		old_b = WIDTH_B'(new_a);
	new_b = old_b;
	for (int i = 0; i < WIDTH_B / BYTE_B; i++)
		if (web[i])
			new_b[i * BYTE_B +: BYTE_B] = dinb[i * BYTE_B +: BYTE_B];
end

// If both ports write the same bits, port B wins.
generate
for (genvar i = 0; i < WIDTH_A / PART_A; i++) begin : write_a
	always @(posedge clka)
		if (ena && wea[i * PART_A / BYTE_A])
			storage[addra * PER_A + i * PART_A / UNIT][i * PART_A % UNIT +: PART_A] <=
				dina[i * PART_A +: PART_A];
end
for (genvar i = 0; i < WIDTH_B / PART_B; i++) begin : write_b
	always @(posedge clock_b)
		if (enb && web[i * PART_B / BYTE_B])
			storage[addrb * PER_B + i * PART_B / UNIT][i * PART_B % UNIT +: PART_B] <=
				dinb[i * PART_B +: PART_B];
end
endgenerate

fpgacl_memory_read #(
	.WIDTH(WIDTH_A), .LATENCY(LATENCY_A), .RESET_VALUE(RESET_VALUE_A), .RST_MODE(RST_MODE_A)
) read_a (
	.clk(clka), .rst(rsta), .load(ena && (MODE_A != "no_change" || wea == 0)), .regce(regcea),
	.found(MODE_A == "write_first" ? new_a : old_a), .dout(douta)
);
fpgacl_memory_read #(
	.WIDTH(WIDTH_B), .LATENCY(LATENCY_B), .RESET_VALUE(RESET_VALUE_B), .RST_MODE(RST_MODE_B)
) read_b (
	.clk(clock_b), .rst(rstb), .load(enb && (MODE_B != "no_change" || web == 0)), .regce(regceb),
	.found(MODE_B == "write_first" ? new_b : old_b), .dout(doutb)
);

endmodule

// In UltraRAM, which has one clock, port A comes first in each cycle.
module xpm_memory_tdpram #(
	parameter integer ADDR_WIDTH_A = 6,
	parameter integer ADDR_WIDTH_B = 6,
	parameter integer AUTO_SLEEP_TIME = 0,
	parameter integer BYTE_WRITE_WIDTH_A = 32,
	parameter integer BYTE_WRITE_WIDTH_B = 32,
	parameter integer CASCADE_HEIGHT = 0,
	parameter CLOCKING_MODE = "common_clock",
	parameter ECC_BIT_RANGE = "7:0",
	parameter ECC_MODE = "no_ecc",
	parameter ECC_TYPE = "none",
	parameter integer IGNORE_INIT_SYNTH = 0,
	parameter MEMORY_INIT_FILE = "none",
	parameter MEMORY_INIT_PARAM = "0",
	parameter MEMORY_OPTIMIZATION = "true",
	parameter MEMORY_PRIMITIVE = "auto",
	parameter integer MEMORY_SIZE = 2048,
	parameter integer MESSAGE_CONTROL = 0,
	parameter RAM_DECOMP = "auto",
	parameter integer READ_DATA_WIDTH_A = 32,
	parameter integer READ_DATA_WIDTH_B = 32,
	parameter integer READ_LATENCY_A = 2,
	parameter integer READ_LATENCY_B = 2,
	parameter READ_RESET_VALUE_A = "0",
	parameter READ_RESET_VALUE_B = "0",
	parameter RST_MODE_A = "SYNC",
	parameter RST_MODE_B = "SYNC",
	parameter integer SIM_ASSERT_CHK = 0,
	parameter integer USE_EMBEDDED_CONSTRAINT = 0,
	parameter integer USE_MEM_INIT = 1,
	parameter integer USE_MEM_INIT_MMI = 0,
	parameter WAKEUP_TIME = "disable_sleep",
	parameter integer WRITE_DATA_WIDTH_A = 32,
	parameter integer WRITE_DATA_WIDTH_B = 32,
	parameter WRITE_MODE_A = "no_change",
	parameter WRITE_MODE_B = "no_change",
	parameter integer WRITE_PROTECT = 1
) (
	input  logic                                             sleep,
	input  logic                                             clka,
	input  logic                                             rsta,
	input  logic                                             ena,
	input  logic                                             regcea,
	input  logic [WRITE_DATA_WIDTH_A/BYTE_WRITE_WIDTH_A-1:0] wea,
	input  logic [ADDR_WIDTH_A-1:0]                          addra,
	input  logic [WRITE_DATA_WIDTH_A-1:0]                    dina,
	input  logic                                             injectsbiterra,
	input  logic                                             injectdbiterra,
	output logic [READ_DATA_WIDTH_A-1:0]                     douta,
	output logic                                             sbiterra,
	output logic                                             dbiterra,
	input  logic                                             clkb,
	input  logic                                             rstb,
	input  logic                                             enb,
	input  logic                                             regceb,
	input  logic [WRITE_DATA_WIDTH_B/BYTE_WRITE_WIDTH_B-1:0] web,
	input  logic [ADDR_WIDTH_B-1:0]                          addrb,
	input  logic [WRITE_DATA_WIDTH_B-1:0]                    dinb,
	input  logic                                             injectsbiterrb,
	input  logic                                             injectdbiterrb,
	output logic [READ_DATA_WIDTH_B-1:0]                     doutb,
	output logic                                             sbiterrb,
	output logic                                             dbiterrb
);

assign {sbiterra, dbiterra, sbiterrb, dbiterrb} = 4'b0;

fpgacl_memory #(
	.SIZE(MEMORY_SIZE), .PRIMITIVE(MEMORY_PRIMITIVE), .CLOCKING_MODE(CLOCKING_MODE), .INIT_FILE(MEMORY_INIT_FILE),
	.INIT_PARAM(MEMORY_INIT_PARAM), .ECC_MODE(ECC_MODE), .WAKEUP_TIME(WAKEUP_TIME), .AUTO_SLEEP_TIME(AUTO_SLEEP_TIME),
	.NEWEST_B(MEMORY_PRIMITIVE == "ultra" && CLOCKING_MODE == "common_clock"),
	.ADDRESS_A(ADDR_WIDTH_A), .WIDTH_A(WRITE_DATA_WIDTH_A), .READ_WIDTH_A(READ_DATA_WIDTH_A), .BYTE_A(BYTE_WRITE_WIDTH_A),
	.LATENCY_A(READ_LATENCY_A), .RESET_VALUE_A(READ_RESET_VALUE_A), .RST_MODE_A(RST_MODE_A), .MODE_A(WRITE_MODE_A),
	.ADDRESS_B(ADDR_WIDTH_B), .WIDTH_B(WRITE_DATA_WIDTH_B), .READ_WIDTH_B(READ_DATA_WIDTH_B), .BYTE_B(BYTE_WRITE_WIDTH_B),
	.LATENCY_B(READ_LATENCY_B), .RESET_VALUE_B(READ_RESET_VALUE_B), .RST_MODE_B(RST_MODE_B), .MODE_B(WRITE_MODE_B)
) memory (.*);

endmodule

module xpm_memory_sdpram #(
	parameter integer ADDR_WIDTH_A = 6,
	parameter integer ADDR_WIDTH_B = 6,
	parameter integer AUTO_SLEEP_TIME = 0,
	parameter integer BYTE_WRITE_WIDTH_A = 32,
	parameter integer CASCADE_HEIGHT = 0,
	parameter CLOCKING_MODE = "common_clock",
	parameter ECC_BIT_RANGE = "7:0",
	parameter ECC_MODE = "no_ecc",
	parameter ECC_TYPE = "none",
	parameter integer IGNORE_INIT_SYNTH = 0,
	parameter MEMORY_INIT_FILE = "none",
	parameter MEMORY_INIT_PARAM = "0",
	parameter MEMORY_OPTIMIZATION = "true",
	parameter MEMORY_PRIMITIVE = "auto",
	parameter integer MEMORY_SIZE = 2048,
	parameter integer MESSAGE_CONTROL = 0,
	parameter RAM_DECOMP = "auto",
	parameter integer READ_DATA_WIDTH_B = 32,
	parameter integer READ_LATENCY_B = 2,
	parameter READ_RESET_VALUE_B = "0",
	parameter RST_MODE_A = "SYNC",
	parameter RST_MODE_B = "SYNC",
	parameter integer SIM_ASSERT_CHK = 0,
	parameter integer USE_EMBEDDED_CONSTRAINT = 0,
	parameter integer USE_MEM_INIT = 1,
	parameter integer USE_MEM_INIT_MMI = 0,
	parameter WAKEUP_TIME = "disable_sleep",
	parameter integer WRITE_DATA_WIDTH_A = 32,
	parameter WRITE_MODE_B = "no_change",
	parameter integer WRITE_PROTECT = 1
) (
	input  logic                                             sleep,
	input  logic                                             clka,
	input  logic                                             ena,
	input  logic [WRITE_DATA_WIDTH_A/BYTE_WRITE_WIDTH_A-1:0] wea,
	input  logic [ADDR_WIDTH_A-1:0]                          addra,
	input  logic [WRITE_DATA_WIDTH_A-1:0]                    dina,
	input  logic                                             injectsbiterra,
	input  logic                                             injectdbiterra,
	input  logic                                             clkb,
	input  logic                                             rstb,
	input  logic                                             enb,
	input  logic                                             regceb,
	input  logic [ADDR_WIDTH_B-1:0]                          addrb,
	output logic [READ_DATA_WIDTH_B-1:0]                     doutb,
	output logic                                             sbiterrb,
	output logic                                             dbiterrb
);

assign {sbiterrb, dbiterrb} = 2'b0;

fpgacl_memory #(
	.SIZE(MEMORY_SIZE), .PRIMITIVE(MEMORY_PRIMITIVE), .CLOCKING_MODE(CLOCKING_MODE), .INIT_FILE(MEMORY_INIT_FILE),
	.INIT_PARAM(MEMORY_INIT_PARAM), .ECC_MODE(ECC_MODE), .WAKEUP_TIME(WAKEUP_TIME), .AUTO_SLEEP_TIME(AUTO_SLEEP_TIME),
	.ADDRESS_A(ADDR_WIDTH_A), .WIDTH_A(WRITE_DATA_WIDTH_A), .BYTE_A(BYTE_WRITE_WIDTH_A), .RST_MODE_A(RST_MODE_A),
	.ADDRESS_B(ADDR_WIDTH_B), .WIDTH_B(READ_DATA_WIDTH_B), .LATENCY_B(READ_LATENCY_B),
	.RESET_VALUE_B(READ_RESET_VALUE_B), .RST_MODE_B(RST_MODE_B), .MODE_B(WRITE_MODE_B)
) memory (.rsta(1'b0), .regcea(1'b0), .douta(), .web(1'b0), .dinb('0), .*);

endmodule

module xpm_memory_spram #(
	parameter integer ADDR_WIDTH_A = 6,
	parameter integer AUTO_SLEEP_TIME = 0,
	parameter integer BYTE_WRITE_WIDTH_A = 32,
	parameter integer CASCADE_HEIGHT = 0,
	parameter ECC_BIT_RANGE = "7:0",
	parameter ECC_MODE = "no_ecc",
	parameter ECC_TYPE = "none",
	parameter integer IGNORE_INIT_SYNTH = 0,
	parameter MEMORY_INIT_FILE = "none",
	parameter MEMORY_INIT_PARAM = "0",
	parameter MEMORY_OPTIMIZATION = "true",
	parameter MEMORY_PRIMITIVE = "auto",
	parameter integer MEMORY_SIZE = 2048,
	parameter integer MESSAGE_CONTROL = 0,
	parameter RAM_DECOMP = "auto",
	parameter integer READ_DATA_WIDTH_A = 32,
	parameter integer READ_LATENCY_A = 2,
	parameter READ_RESET_VALUE_A = "0",
	parameter RST_MODE_A = "SYNC",
	parameter integer SIM_ASSERT_CHK = 0,
	parameter integer USE_MEM_INIT = 1,
	parameter integer USE_MEM_INIT_MMI = 0,
	parameter WAKEUP_TIME = "disable_sleep",
	parameter integer WRITE_DATA_WIDTH_A = 32,
	parameter WRITE_MODE_A = "read_first",
	parameter integer WRITE_PROTECT = 1
) (
	input  logic                                             sleep,
	input  logic                                             clka,
	input  logic                                             rsta,
	input  logic                                             ena,
	input  logic                                             regcea,
	input  logic [WRITE_DATA_WIDTH_A/BYTE_WRITE_WIDTH_A-1:0] wea,
	input  logic [ADDR_WIDTH_A-1:0]                          addra,
	input  logic [WRITE_DATA_WIDTH_A-1:0]                    dina,
	input  logic                                             injectsbiterra,
	input  logic                                             injectdbiterra,
	output logic [READ_DATA_WIDTH_A-1:0]                     douta,
	output logic                                             sbiterra,
	output logic                                             dbiterra
);

assign {sbiterra, dbiterra} = 2'b0;

fpgacl_memory #(
	.SIZE(MEMORY_SIZE), .PRIMITIVE(MEMORY_PRIMITIVE), .INIT_FILE(MEMORY_INIT_FILE), .INIT_PARAM(MEMORY_INIT_PARAM),
	.ECC_MODE(ECC_MODE), .WAKEUP_TIME(WAKEUP_TIME), .AUTO_SLEEP_TIME(AUTO_SLEEP_TIME),
	.ADDRESS_A(ADDR_WIDTH_A), .WIDTH_A(WRITE_DATA_WIDTH_A), .READ_WIDTH_A(READ_DATA_WIDTH_A), .BYTE_A(BYTE_WRITE_WIDTH_A),
	.LATENCY_A(READ_LATENCY_A), .RESET_VALUE_A(READ_RESET_VALUE_A), .RST_MODE_A(RST_MODE_A), .MODE_A(WRITE_MODE_A)
) memory (
	.clkb(1'b0), .rstb(1'b0), .enb(1'b0), .regceb(1'b0), .web(1'b0), .addrb('0), .dinb('0), .doutb(), .*
);

endmodule

module xpm_memory_sprom #(
	parameter integer ADDR_WIDTH_A = 6,
	parameter integer AUTO_SLEEP_TIME = 0,
	parameter integer CASCADE_HEIGHT = 0,
	parameter ECC_BIT_RANGE = "7:0",
	parameter ECC_MODE = "no_ecc",
	parameter ECC_TYPE = "none",
	parameter integer IGNORE_INIT_SYNTH = 0,
	parameter MEMORY_INIT_FILE = "none",
	parameter MEMORY_INIT_PARAM = "0",
	parameter MEMORY_OPTIMIZATION = "true",
	parameter MEMORY_PRIMITIVE = "auto",
	parameter integer MEMORY_SIZE = 2048,
	parameter integer MESSAGE_CONTROL = 0,
	parameter RAM_DECOMP = "auto",
	parameter integer READ_DATA_WIDTH_A = 32,
	parameter integer READ_LATENCY_A = 2,
	parameter READ_RESET_VALUE_A = "0",
	parameter RST_MODE_A = "SYNC",
	parameter integer SIM_ASSERT_CHK = 0,
	parameter integer USE_MEM_INIT = 1,
	parameter integer USE_MEM_INIT_MMI = 0,
	parameter WAKEUP_TIME = "disable_sleep"
) (
	input  logic                         sleep,
	input  logic                         clka,
	input  logic                         rsta,
	input  logic                         ena,
	input  logic                         regcea,
	input  logic [ADDR_WIDTH_A-1:0]      addra,
	input  logic                         injectsbiterra,
	input  logic                         injectdbiterra,
	output logic [READ_DATA_WIDTH_A-1:0] douta,
	output logic                         sbiterra,
	output logic                         dbiterra
);

xpm_memory_spram #(
	.ADDR_WIDTH_A(ADDR_WIDTH_A), .AUTO_SLEEP_TIME(AUTO_SLEEP_TIME), .BYTE_WRITE_WIDTH_A(READ_DATA_WIDTH_A),
	.ECC_MODE(ECC_MODE), .MEMORY_INIT_FILE(MEMORY_INIT_FILE), .MEMORY_INIT_PARAM(MEMORY_INIT_PARAM),
	.MEMORY_PRIMITIVE(MEMORY_PRIMITIVE), .MEMORY_SIZE(MEMORY_SIZE), .READ_DATA_WIDTH_A(READ_DATA_WIDTH_A),
	.READ_LATENCY_A(READ_LATENCY_A), .READ_RESET_VALUE_A(READ_RESET_VALUE_A), .RST_MODE_A(RST_MODE_A),
	.WAKEUP_TIME(WAKEUP_TIME), .WRITE_DATA_WIDTH_A(READ_DATA_WIDTH_A)
) memory (.wea(1'b0), .dina('0), .*);

endmodule
