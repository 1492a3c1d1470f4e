// SPDX-License-Identifier: Apache-2.0
// Simulation models of the vendor's parameterized macros used by RTL kernels (interfaces and
// behaviour: UG974 "Xilinx Parameterized Macros"). Synthesis parameters have no effect. A
// dual-clock FIFO's contents are exact; the number of cycles that its flags take to cross clock
// domains is not.
`timescale 1ns / 1ps
/* verilator lint_off DECLFILENAME */

module xpm_cdc_single #(
	parameter integer DEST_SYNC_FF = 4,
	parameter integer INIT_SYNC_FF = 0,
	parameter integer SIM_ASSERT_CHK = 0,
	parameter integer SRC_INPUT_REG = 1
) (
	input  logic src_clk,
	input  logic src_in,
	input  logic dest_clk,
	output logic dest_out
);

xpm_cdc_array_single #(
	.DEST_SYNC_FF(DEST_SYNC_FF), .SRC_INPUT_REG(SRC_INPUT_REG), .WIDTH(1)
) bits (.*);

endmodule

module xpm_cdc_array_single #(
	parameter integer DEST_SYNC_FF = 4,
	parameter integer INIT_SYNC_FF = 0,
	parameter integer SIM_ASSERT_CHK = 0,
	parameter integer SRC_INPUT_REG = 1,
	parameter integer WIDTH = 2
) (
	input  logic             src_clk,
	input  logic [WIDTH-1:0] src_in,
	input  logic             dest_clk,
	output logic [WIDTH-1:0] dest_out
);

logic [WIDTH-1:0] source, stages [DEST_SYNC_FF];

always_ff @(posedge src_clk)
	source <= src_in;
always_ff @(posedge dest_clk) begin
	stages[0] <= SRC_INPUT_REG != 0 ? source : src_in;
	for (int i = 1; i < DEST_SYNC_FF; i++)
		stages[i] <= stages[i - 1];
end
assign dest_out = stages[DEST_SYNC_FF - 1];

endmodule

// In Gray code, a counter that counts by one changes one bit at a time; this model transfers the
// whole value.
module xpm_cdc_gray #(
	parameter integer DEST_SYNC_FF = 4,
	parameter integer INIT_SYNC_FF = 0,
	parameter integer REG_OUTPUT = 0,
	parameter integer SIM_ASSERT_CHK = 0,
	parameter integer SIM_LOSSLESS_GRAY_CHK = 0,
	parameter integer WIDTH = 2
) (
	input  logic             src_clk,
	input  logic [WIDTH-1:0] src_in_bin,
	input  logic             dest_clk,
	output logic [WIDTH-1:0] dest_out_bin
);

xpm_cdc_array_single #(
	.DEST_SYNC_FF(DEST_SYNC_FF + (REG_OUTPUT != 0 ? 1 : 0)), .WIDTH(WIDTH)
) bits (.src_in(src_in_bin), .dest_out(dest_out_bin), .*);

endmodule

module xpm_cdc_sync_rst #(
	parameter integer DEST_SYNC_FF = 4,
	parameter integer INIT = 1,
	parameter integer INIT_SYNC_FF = 0,
	parameter integer SIM_ASSERT_CHK = 0
) (
	input  logic src_rst,
	input  logic dest_clk,
	output logic dest_rst
);

xpm_cdc_array_single #(
	.DEST_SYNC_FF(DEST_SYNC_FF), .SRC_INPUT_REG(0), .WIDTH(1)
) bits (.src_clk(1'b0), .src_in(src_rst), .dest_out(dest_rst), .*);

endmodule

module xpm_cdc_async_rst #(
	parameter integer DEST_SYNC_FF = 4,
	parameter integer INIT_SYNC_FF = 0,
	parameter integer RST_ACTIVE_HIGH = 0
) (
	input  logic src_arst,
	input  logic dest_clk,
	output logic dest_arst
);

localparam logic ACTIVE = RST_ACTIVE_HIGH != 0;
logic stages [DEST_SYNC_FF];
logic on;

assign on = src_arst == ACTIVE;
always_ff @(posedge dest_clk or posedge on)
	for (int i = 0; i < DEST_SYNC_FF; i++)
		stages[i] <= on ? ACTIVE : i == 0 ? !ACTIVE : stages[i - 1];
assign dest_arst = stages[DEST_SYNC_FF - 1];

endmodule

module xpm_cdc_pulse #(
	parameter integer DEST_SYNC_FF = 4,
	parameter integer INIT_SYNC_FF = 0,
	parameter integer REG_OUTPUT = 0,
	parameter integer RST_USED = 1,
	parameter integer SIM_ASSERT_CHK = 0
) (
	input  logic src_clk,
	input  logic src_pulse,
	input  logic src_rst,
	input  logic dest_clk,
	input  logic dest_rst,
	output logic dest_pulse
);

logic level, previous, arrived, last;

always_ff @(posedge src_clk) begin
	previous <= src_pulse;
	if (RST_USED != 0 && src_rst)
		level <= 1'b0;
	else if (src_pulse && !previous)
		level <= !level;
end
xpm_cdc_array_single #(.DEST_SYNC_FF(DEST_SYNC_FF), .SRC_INPUT_REG(0), .WIDTH(1)) bits (
	.src_clk(src_clk), .src_in(level), .dest_clk(dest_clk), .dest_out(arrived));
always_ff @(posedge dest_clk)
	last <= RST_USED != 0 && dest_rst ? 1'b0 : arrived;
assign dest_pulse = arrived != last;

endmodule

module xpm_cdc_handshake #(
	parameter integer DEST_EXT_HSK = 1,
	parameter integer DEST_SYNC_FF = 4,
	parameter integer INIT_SYNC_FF = 0,
	parameter integer SIM_ASSERT_CHK = 0,
	parameter integer SRC_SYNC_FF = 4,
	parameter integer WIDTH = 1
) (
	input  logic             src_clk,
	input  logic [WIDTH-1:0] src_in,
	input  logic             src_send,
	output logic             src_rcv,
	input  logic             dest_clk,
	output logic [WIDTH-1:0] dest_out,
	output logic             dest_req,
	input  logic             dest_ack
);

logic [WIDTH-1:0] kept;
logic sent, previous, back;

always_ff @(posedge src_clk) begin
	previous <= src_send;
	if (src_send && !previous)
		kept <= src_in;
end
xpm_cdc_array_single #(.DEST_SYNC_FF(DEST_SYNC_FF), .WIDTH(1)) forth (
	.src_clk(src_clk), .src_in(src_send), .dest_clk(dest_clk), .dest_out(sent));
always_ff @(posedge dest_clk) begin
	dest_req <= sent;
	if (sent)
		dest_out <= kept;
end
assign back = DEST_EXT_HSK != 0 ? dest_ack : dest_req;
xpm_cdc_array_single #(.DEST_SYNC_FF(SRC_SYNC_FF), .SRC_INPUT_REG(0), .WIDTH(1)) home (
	.src_clk(dest_clk), .src_in(back), .dest_clk(src_clk), .dest_out(src_rcv));

endmodule
