// SPDX-License-Identifier: Apache-2.0
// As HLS generates it for vadd.cpp. Not tried on hardware.
// control
// 0x00 : Control signals
//        bit 0  - ap_start (Read/Write/COH)
//        bit 1  - ap_done (Read/COR)
//        bit 2  - ap_idle (Read)
//        bit 3  - ap_ready (Read/COR)
//        bit 7  - auto_restart (Read/Write)
// 0x04 : Global Interrupt Enable Register
// 0x08 : IP Interrupt Enable Register (Read/Write)
// 0x0c : IP Interrupt Status Register (Read/TOW)
// 0x10 : Data signal of a
//        bit 31~0 - a[31:0] (Read/Write)
// 0x14 : Data signal of a
//        bit 31~0 - a[63:32] (Read/Write)
// 0x18 : reserved
// 0x1c : Data signal of b
//        bit 31~0 - b[31:0] (Read/Write)
// 0x20 : Data signal of b
//        bit 31~0 - b[63:32] (Read/Write)
// 0x24 : reserved
// 0x28 : Data signal of sum
//        bit 31~0 - sum[31:0] (Read/Write)
// 0x2c : Data signal of sum
//        bit 31~0 - sum[63:32] (Read/Write)
// 0x30 : reserved
// 0x34 : Data signal of n
//        bit 31~0 - n[31:0] (Read/Write)
// 0x38 : reserved

#define XVADD_CONTROL_ADDR_AP_CTRL  0x00
#define XVADD_CONTROL_ADDR_GIE      0x04
#define XVADD_CONTROL_ADDR_IER      0x08
#define XVADD_CONTROL_ADDR_ISR      0x0c
#define XVADD_CONTROL_ADDR_A_DATA 0x10
#define XVADD_CONTROL_BITS_A_DATA 64
#define XVADD_CONTROL_ADDR_B_DATA 0x1c
#define XVADD_CONTROL_BITS_B_DATA 64
#define XVADD_CONTROL_ADDR_SUM_DATA 0x28
#define XVADD_CONTROL_BITS_SUM_DATA 64
#define XVADD_CONTROL_ADDR_N_DATA 0x34
#define XVADD_CONTROL_BITS_N_DATA 32
