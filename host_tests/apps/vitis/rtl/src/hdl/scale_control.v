// SPDX-License-Identifier: Apache-2.0
// The registers of ap_ctrl_hs behind AXI4-Lite: control at 0, arguments from 0x10 on.
`timescale 1ns / 1ps
`include "scale.vh"

module scale_control (
	input  wire        clk,
	input  wire        rst_n,
	input  wire        awvalid,
	output wire        awready,
	input  wire [11:0] awaddr,
	input  wire        wvalid,
	output wire        wready,
	input  wire [31:0] wdata,
	input  wire [3:0]  wstrb,
	output reg         bvalid,
	input  wire        bready,
	output wire [1:0]  bresp,
	input  wire        arvalid,
	output wire        arready,
	input  wire [11:0] araddr,
	output reg         rvalid,
	input  wire        rready,
	output reg  [31:0] rdata,
	output wire [1:0]  rresp,
	output reg         ap_start,
	input  wire        ap_done,
	input  wire        ap_idle,
	output reg  [63:0] from,
	output reg  [63:0] to,
	output reg  [31:0] count,
	output reg  [15:0] factor
);

reg done;
wire write = awvalid && wvalid && !bvalid;
wire read = arvalid && !rvalid;

assign awready = write;
assign wready = write;
assign bresp = 2'b00;
assign arready = read;
assign rresp = 2'b00;

always @(posedge clk) begin
	if (!rst_n) begin
		bvalid <= 0;
		ap_start <= 0;
		from <= 0;
		to <= 0;
		count <= 0;
		factor <= 0;
	end else begin
		if (bvalid && bready)
			bvalid <= 0;
		if (ap_done)
			ap_start <= 0;
		if (write) begin
			bvalid <= 1;
			case (awaddr)
			`SCALE_CTRL:        if (wstrb[0] && wdata[0]) ap_start <= 1;
			`SCALE_FROM:        from[31:0] <= wdata;
			`SCALE_FROM + 4:    from[63:32] <= wdata;
			`SCALE_TO:          to[31:0] <= wdata;
			`SCALE_TO + 4:      to[63:32] <= wdata;
			`SCALE_COUNT:       count <= wdata;
			`SCALE_FACTOR:      factor <= wdata[15:0];
			default: ;
			endcase
		end
	end
end

always @(posedge clk) begin
	if (!rst_n) begin
		rvalid <= 0;
		done <= 0;
	end else begin
		if (rvalid && rready)
			rvalid <= 0;
		if (read) begin
			rvalid <= 1;
			case (araddr)
			`SCALE_CTRL:   rdata <= {28'b0, ap_done, ap_idle, done, ap_start};
			`SCALE_COUNT:  rdata <= count;
			`SCALE_FACTOR: rdata <= {16'b0, factor};
			default:       rdata <= 0;
			endcase
			if (araddr == `SCALE_CTRL)
				done <= 0;
		end
		if (ap_done)
			done <= 1;
	end
end

endmodule
