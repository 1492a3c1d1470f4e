/* SPDX-License-Identifier: Apache-2.0 */

/* Verilator's VCD writer. */
#include "verilated_vcd_c.cpp"
