// SPDX-License-Identifier: Apache-2.0
// Free-running kernel: adds `amount` to each 32-bit half of the data in packets, which pass through
// an asynchronous FIFO to a second clock domain and back.
`timescale 1ns / 1ps

module plus #(
	parameter integer AMOUNT = 5
) (
	input  logic        ap_clk,
	input  logic        ap_rst_n,
	input  logic        ap_clk_2,
	input  logic        ap_rst_n_2,
	input  logic        from_tvalid,
	output logic        from_tready,
	input  logic [63:0] from_tdata,
	input  logic [7:0]  from_tkeep,
	input  logic        from_tlast,
	output logic        to_tvalid,
	input  logic        to_tready,
	output logic [63:0] to_tdata,
	output logic [7:0]  to_tkeep,
	output logic        to_tlast
);

logic [72:0] middle, added, back;
logic there_full, there_empty, back_full, back_empty, moves;

assign from_tready = !there_full;
assign moves = !there_empty && !back_full;
assign added = {middle[72:64], middle[63:32] + 32'(AMOUNT), middle[31:0] + 32'(AMOUNT)};
assign to_tvalid = !back_empty;
assign {to_tlast, to_tkeep, to_tdata} = back;

xpm_fifo_async #(
	.FIFO_WRITE_DEPTH(16), .WRITE_DATA_WIDTH(73), .READ_DATA_WIDTH(73), .READ_MODE("fwft"), .FIFO_READ_LATENCY(0)
) there (
	.rst(!ap_rst_n), .sleep(1'b0), .injectsbiterr(1'b0), .injectdbiterr(1'b0),
	.wr_clk(ap_clk), .wr_en(from_tvalid && from_tready), .din({from_tlast, from_tkeep, from_tdata}), .full(there_full),
	.rd_clk(ap_clk_2), .rd_en(moves), .dout(middle), .empty(there_empty)
);

xpm_fifo_async #(
	.FIFO_WRITE_DEPTH(16), .WRITE_DATA_WIDTH(73), .READ_DATA_WIDTH(73), .READ_MODE("fwft"), .FIFO_READ_LATENCY(0)
) home (
	.rst(!ap_rst_n_2), .sleep(1'b0), .injectsbiterr(1'b0), .injectdbiterr(1'b0),
	.wr_clk(ap_clk_2), .wr_en(moves), .din(added), .full(back_full),
	.rd_clk(ap_clk), .rd_en(to_tvalid && to_tready), .dout(back), .empty(back_empty)
);

endmodule
