/* SPDX-License-Identifier: Apache-2.0 */

/* Verilator's writer of VCD. */
#include "verilated_vcd_c.cpp"
