// SPDX-License-Identifier: Apache-2.0
// Offsets of the registers.
`define SCALE_CTRL   12'h000
`define SCALE_FROM   12'h010
`define SCALE_TO     12'h01c
`define SCALE_COUNT  12'h028
`define SCALE_FACTOR 12'h030
