#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Memories and FIFOs of the vendor's macros with random parameters:
random_memories.py SEED COUNT HDL TABLE

HDL gets a module `top` with all of them, TABLE the parameters that models.cpp needs."""
import random
import sys


def port(rng, side, width, fixed_latency=None):
    byte = rng.choice([b for b in (8, 9, width) if width % b == 0])
    return {
        "width": width,
        "byte": byte,
        "latency": rng.choice([1, 2, 3, 4]) if fixed_latency is None else fixed_latency,
        "mode": rng.choice(["read_first", "write_first", "no_change"]),
        "rst": rng.choice(["SYNC", "SYNC", "ASYNC"]),
        "reset": rng.randrange(1 << width),
    }


def memory(rng, index):
    kind = rng.choice(["tdpram", "tdpram", "sdpram", "spram", "sprom"])
    common = rng.randrange(2) == 1 or kind in ("spram", "sprom")
    ultra = common and kind == "tdpram" and rng.randrange(3) == 0
    narrow, ratio = rng.choice([(4, 4), (8, 8), (9, 2), (12, 2), (16, 4), (24, 1), (32, 2), (36, 1), (64, 1)])
    if ultra or kind in ("spram", "sprom"):
        ratio = 1
    widths = [narrow, narrow * ratio]
    rng.shuffle(widths)
    direct = 0 if rng.randrange(6) == 0 else None
    a, b = port(rng, "A", widths[0], direct), port(rng, "B", widths[1], direct)
    if direct == 0:
        a["mode"] = b["mode"] = "read_first"
    if kind == "sprom":
        a["byte"], a["mode"] = a["width"], "read_first"
    if kind == "sdpram":
        b["byte"] = b["width"]
    units = rng.choice([8, 16]) * ratio
    size = units * narrow
    init = [rng.randrange(1 << narrow) for _ in range(rng.randrange(1, units + 1))] if rng.randrange(2) else []
    if kind == "sprom" and not init:
        init = [rng.randrange(1 << narrow) for _ in range(units)]
    address = [(size // w - 1).bit_length() for w in widths]
    digits = [rng.choice(["%x", "%X"]) % v for v in init]
    clock = "common_clock" if common else "independent_clock"
    text = ["." + name + "(" + (str(value) if isinstance(value, int) else '"' + value + '"') + ")" for name, value in [
        ("MEMORY_SIZE", size), ("MEMORY_PRIMITIVE", "ultra" if ultra else "auto"),
        ("MEMORY_INIT_PARAM", ",".join(digits) if init else rng.choice(["", "0"]))]]
    pins = [".sleep(1'b0)", ".injectsbiterra(1'b0)", ".injectdbiterra(1'b0)", ".clka(clka)", ".ena(ena)",
            f".addra(addra[{address[0] - 1}:0])"]
    reads_a, reads_b = kind != "sdpram", kind in ("tdpram", "sdpram")
    writes_a, writes_b = kind != "sprom", kind == "tdpram"
    for side, p, bits, reads, writes in (("A", a, address[0], reads_a, writes_a), ("B", b, address[1], reads_b, writes_b)):
        low = side.lower()
        if reads or writes:
            text.append(f".ADDR_WIDTH_{side}({bits})")
        if writes:
            text += [f".WRITE_DATA_WIDTH_{side}({p['width']})", f".BYTE_WRITE_WIDTH_{side}({p['byte']})"]
            pins += [f".we{low}(we{low}[{p['width'] // p['byte'] - 1}:0])", f".din{low}(din{low}[{p['width'] - 1}:0])"]
        if reads:
            text += [f".READ_DATA_WIDTH_{side}({p['width']})", f".READ_LATENCY_{side}({p['latency']})",
                     f".READ_RESET_VALUE_{side}(\"{p['reset']:X}\")", f".RST_MODE_{side}(\"{p['rst']}\")"]
            pins += [f".rst{low}(rst{low})", f".regce{low}(regce{low})", f".dout{low}(dout{low}{index})"]
            if kind != "sprom":
                text.append(f".WRITE_MODE_{side}(\"{p['mode']}\")")
    if kind in ("tdpram", "sdpram"):
        text.append(f'.CLOCKING_MODE("{clock}")')
        pins += [".clkb(clkb)", ".enb(enb)", f".addrb(addrb[{address[1] - 1}:0])"]
    if kind == "tdpram":
        pins += [".injectsbiterrb(1'b0)", ".injectdbiterrb(1'b0)"]
    hdl = (f"logic [{widths[0] - 1}:0] douta{index};\nlogic [{widths[1] - 1}:0] doutb{index};\n"
           f"xpm_memory_{kind} #({', '.join(text)}) memory{index} ({', '.join(pins)});\n"
           f"assign douta[{index}] = 64'(douta{index});\nassign doutb[{index}] = 64'(doutb{index});\n")
    if not reads_a:
        hdl += f"assign douta{index} = '0;\n"
    if not reads_b:
        hdl += f"assign doutb{index} = '0;\n"
    entry = [f"{{{p['width']}, {p['byte']}, {p['latency']}, '{p['mode'][0]}', {int(p['rst'] == 'ASYNC')}, "
             f"{p['reset']}u, {int(reads)}, {int(writes)}}}"
             for p, reads, writes in ((a, reads_a, writes_a), (b, reads_b, writes_b))]
    return hdl, f"{{{size}, {narrow}, {int(common)}, {int(ultra)}, {{{', '.join(entry)}}}, {{{', '.join(f'{v}u' for v in init)}}}}},\n"


def plain_fifo(rng, index):
    common, falls, depth = rng.randrange(2), rng.randrange(2), rng.choice([16, 32])
    full, empty, features = rng.randrange(7, depth - 5), rng.randrange(5, depth - 5), rng.choice([0, 0x0E0E, 0x0202, 0x1808])
    bits = depth.bit_length()
    hdl = (f"xpm_fifo_{'sync' if common else 'async'} #(.FIFO_WRITE_DEPTH({depth}), .READ_MODE(\"{'fwft' if falls else 'std'}\"),"
           f" .FIFO_READ_LATENCY({1 - falls}), .FULL_RESET_VALUE(1), .PROG_FULL_THRESH({full}), .PROG_EMPTY_THRESH({empty}),"
           f" .USE_ADV_FEATURES(\"{features:04X}\"), .WRITE_DATA_WIDTH(41), .READ_DATA_WIDTH(41), .WR_DATA_COUNT_WIDTH({bits}),"
           f" .RD_DATA_COUNT_WIDTH({bits})) fifo{index} (.sleep(1'b0), .rst(!aresetn), .wr_clk(clka),"
           f"{'' if common else ' .rd_clk(clkb),'} .wr_en(put), .din(packet[40:0]), .full(full{index}), .rd_en(get),"
           f" .dout(out[{index}][40:0]), .empty(empty{index}), .prog_full(flags[{index}][2]), .prog_empty(flags[{index}][3]),"
           f" .almost_full(flags[{index}][4]), .almost_empty(flags[{index}][5]), .wr_data_count(flags[{index}][{8 + bits - 1}:8]),"
           f" .rd_data_count(flags[{index}][{16 + bits - 1}:16]), .injectsbiterr(1'b0), .injectdbiterr(1'b0));\n"
           f"logic full{index}, empty{index};\nassign flags[{index}][0] = !full{index};\nassign flags[{index}][1] = !empty{index};\n"
           f"assign out[{index}][63:41] = '0;\nassign flags[{index}][7:6] = '0;\nassign flags[{index}][15:{8 + bits}] = '0;\n"
           f"assign flags[{index}][31:{16 + bits}] = '0;\n")
    holds = depth + 2 * falls - (1 - common)
    return hdl, f"{{{holds}, {common}, 0, {falls}, {full}, {empty}, {features}u}},\n"


def packet_fifo(rng, index):
    common, packets = rng.randrange(2), rng.randrange(2)
    depth = rng.choice([16, 32])
    full, empty, features = rng.randrange(7, depth - 5), rng.randrange(5, depth - 5), rng.choice([0, 0x0E0E, 0x0202, 0x1808])
    clock = "common_clock" if common else "independent_clock"
    bits = depth.bit_length()
    hdl = (f"xpm_fifo_axis #(.FIFO_DEPTH({depth}), .CLOCKING_MODE(\"{clock}\"), .PACKET_FIFO(\"{'true' if packets else 'false'}\"),"
           f" .PROG_FULL_THRESH({full}), .PROG_EMPTY_THRESH({empty}), .USE_ADV_FEATURES(\"{features:04X}\"),"
           f" .TDATA_WIDTH(24), .TID_WIDTH(3), .TDEST_WIDTH(2), .TUSER_WIDTH(5), .WR_DATA_COUNT_WIDTH({bits}),"
           f" .RD_DATA_COUNT_WIDTH({bits})) fifo{index} (.s_aclk(clka), .m_aclk(clkb), .s_aresetn(aresetn),"
           f" .s_axis_tvalid(put), .s_axis_tready(flags[{index}][0]), .s_axis_tlast(packet[40]), .s_axis_tuser(packet[39:35]),"
           f" .s_axis_tdest(packet[34:33]), .s_axis_tid(packet[32:30]), .s_axis_tkeep(packet[29:27]), .s_axis_tstrb(packet[26:24]),"
           f" .s_axis_tdata(packet[23:0]), .m_axis_tvalid(flags[{index}][1]), .m_axis_tready(get), .m_axis_tlast(out[{index}][40]),"
           f" .m_axis_tuser(out[{index}][39:35]), .m_axis_tdest(out[{index}][34:33]), .m_axis_tid(out[{index}][32:30]),"
           f" .m_axis_tkeep(out[{index}][29:27]), .m_axis_tstrb(out[{index}][26:24]), .m_axis_tdata(out[{index}][23:0]),"
           f" .prog_full_axis(flags[{index}][2]), .prog_empty_axis(flags[{index}][3]), .almost_full_axis(flags[{index}][4]),"
           f" .almost_empty_axis(flags[{index}][5]), .wr_data_count_axis(flags[{index}][{8 + bits - 1}:8]),"
           f" .rd_data_count_axis(flags[{index}][{16 + bits - 1}:16]), .injectsbiterr_axis(1'b0), .injectdbiterr_axis(1'b0));\n"
           f"assign out[{index}][63:41] = '0;\nassign flags[{index}][7:6] = '0;\nassign flags[{index}][15:{8 + bits}] = '0;\n"
           f"assign flags[{index}][31:{16 + bits}] = '0;\n")
    return hdl, f"{{{depth}, {common}, {packets}, 1, {full}, {empty}, {features}u}},\n"


def main():
    rng, count = random.Random(int(sys.argv[1])), int(sys.argv[2])
    memories = [memory(rng, i) for i in range(count)]
    fifos = [(packet_fifo if i % 2 else plain_fifo)(rng, i) for i in range(count // 2)]
    with open(sys.argv[3], "w", encoding="ascii") as out:
        out.write("module top (input logic clka, clkb, rsta, rstb, ena, enb, regcea, regceb, aresetn, put, get,\n"
                  "input logic [7:0] wea, web, addra, addrb, input logic [63:0] dina, dinb, packet,\n"
                  f"output logic [63:0] douta [{count}], doutb [{count}], out [{len(fifos)}], output logic [31:0] flags [{len(fifos)}]);\n")
        out.write("".join(hdl for hdl, _ in memories + fifos) + "endmodule\n")
    with open(sys.argv[4], "w", encoding="ascii") as out:
        out.write("static const memory memories[] = {\n" + "".join(row for _, row in memories) + "};\n")
        out.write("static const fifo fifos[] = {\n" + "".join(row for _, row in fifos) + "};\n")


main()
