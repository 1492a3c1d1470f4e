/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stands in for headers of interfaces that were added after XRT 2.13, with which hosts are built
 * here. A copy of the headers would not help, because the libraries lack the functions.
 */
#error "XRT 2.13 has no xrt::hw_context, runlist, ext, module, elf, fence, exception or version: open kernels with xrt::device::load_xclbin() and xrt::kernel(device, uuid, name), or set up a newer XRT before settings64.sh; see docs/xrt-native.md"
