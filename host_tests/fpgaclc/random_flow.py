#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random DATAFLOW regions of loops and functions: random_flow.py FIRST COUNT KERNELS.cpp EXPECTED.txt

Writes COUNT kernels `void flow_N(const int *in, int *out)`, each generated from a seed, and their expected
results for in[i] = i. Their processes are connected by streams, arrays and scalars; some regions are in a
loop or in a separate function, statements between the processes use the same variables, and some processes
make their calls in an unrolled loop. In designs with streams only, which have small depths, each process
reads and writes one packet at a time; if processes wait for an array or a scalar, streams are deep enough
for all packets. A line of EXPECTED.txt:

    <kernel> <n> <results ...>
"""
import random
import sys

MASK = 0xFFFFFFFF
HEADS = ["for (int {i} = 0; {i} < {n}; {i}++) {{ {body} }}",
         "int {i} = 0; while ({i} < {n}) {{ {body} {i}++; }}",
         "for (int {i} = 0;; {i}++) {{ if ({i} == {n}) break; {body} }}",
         "for (int {i} = -1; ++{i} < {n};) {{ if ({i} % 3 == 1) {{ {body} continue; }} {body} }}",
         "for (ap_uint<12> {i} = 0; {i} < {n}; {i}++) {{ {body} }}",
         "for (shared = 0; shared < {n}; shared++) {{ {body} }}",
         "int {i} = 0; do {{ {body} }} while (++{i} < {n});"]


def wrap(value):
    value &= MASK
    return value - (1 << 32) if value >> 31 else value


class Design:
    """A kernel generated from a seed. The values of its variables are known as it is written."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.name = "flow_%d" % seed
        self.deep = self.random.random() < 0.6
        self.functions = []
        self.declared = []
        self.body = []
        self.streams = []  # (name, values): streams not read yet
        self.arrays = []
        self.scalars = []
        self.out = []
        self.count = 0
        self.n = self.random.randrange(4, 41)
        self.elements = 0

    def new(self, letter):
        self.count += 1
        return "%s%d" % (letter, self.count)

    # --- variables ---

    def stream(self, values):
        depth = 400 if self.deep else self.random.choice([1, 2, 2, 3, 5])
        if self.random.random() < 0.25:
            name = "many[%d]" % self.elements
            self.elements += 1
        else:
            name = self.new("s")
            kind = "static " if self.random.random() < 0.2 else ""
            self.declared.append("%shls::stream<int> %s(\"%s\");" % (kind, name, name))
        self.declared.append("// depth %s" % name)
        self.declared.append("\n#pragma HLS STREAM variable=%s depth=%d\n" % (name, depth))
        self.streams.append((name, values))
        return name

    def take(self):
        return self.streams.pop(self.random.randrange(len(self.streams)))

    def take_pair(self):
        """Two streams of the same length."""
        first = self.take()
        for i, (_, values) in enumerate(self.streams):
            if len(values) == len(first[1]):
                return first, self.streams.pop(i)
        return first, None

    # --- processes ---

    def process(self, count, body, uses, before="", after="", as_loop=None):
        """`body` runs `count` times, with {i} as the index; `uses` are the (type, name) of
        variables used."""
        i = self.new("i")
        if as_loop is None:
            as_loop = self.random.random() < 0.6
        heads = HEADS if count else HEADS[:6]
        if as_loop:
            head = self.random.choice(heads)
            index = "shared" if "shared" in head else "int(%s)" % i if "ap_uint" in head else i
            text = head.format(i=i, n=count, body=body.format(i=index))
            text = "%s%s%s" % (before, text, after)
            # Variables that live across iterations are declared in an enclosing block.
            self.body.append("{ %s }" % text if self.random.random() < 0.5 or "int %s" % i in text.split("for")[0]
                             else text)
            return
        head = self.random.choice([h for h in heads if "shared" not in h])
        index = "int(%s)" % i if "ap_uint" in head else i
        name = "%s_%s" % (self.name, self.new("f"))
        parameters, arguments = [], []
        for k, (kind, what) in enumerate(uses):
            parameters.append(kind % ("p%d" % k))
            arguments.append(what)
        text = "%s%s%s" % (before, head.format(i=i, n=count, body=body.format(i=index)), after)
        for k, (kind, what) in sorted(enumerate(uses), key=lambda e: -len(e[1][1])):
            text = text.replace("<" + what + ">", "p%d" % k)
        self.functions.append("static void %s(%s) { %s }" % (name, ", ".join(parameters), text))
        self.body.append("%s(%s);" % (name, ", ".join(arguments)))

    STREAM = "hls::stream<int> &%s"
    ARRAY = "int %s[64]"
    VALUE = "int %s"
    RESULT = "int &%s"

    def source(self):
        k = self.random.randrange(1, 9)
        values = [wrap(i * k + 1) for i in range(self.n)]
        s = self.stream(values)
        self.process(self.n, "<%s>.write(<in>[{i}] * %d + 1);" % (s, k),
                     [("const int *%s", "in"), (self.STREAM, s)])

    def map(self):
        name, values = self.take()
        k = self.random.randrange(2, 9)
        t = self.stream([wrap(v * k - i) for i, v in enumerate(values)])
        body = self.random.choice(["int x = <%s>.read(); <%s>.write(x * %d - {i});",
                                   "int x; <%s> >> x; <%s> << x * %d - {i};"])
        self.process(len(values), body % (name, t, k), [(self.STREAM, name), (self.STREAM, t)])

    def accumulate(self):
        name, values = self.take()
        total, sums = 0, []
        for v in values:
            total = wrap(total + v)
            sums.append(total)
        t = self.stream(sums)
        before = "int acc = 0; "
        body = "acc += <%s>.read(); <%s>.write(acc);" % (name, t)
        self.process(len(values), body, [(self.STREAM, name), (self.STREAM, t)],
                     before if self.random.random() < 0.5 else "int unused = 0, acc = unused; ", as_loop=False)

    def fork(self):
        name, values = self.take()
        t = self.stream(list(values))
        u = self.stream([wrap(v + 3) for v in values])
        self.process(len(values), "int x = <%s>.read(); <%s>.write(x); <%s>.write(x + 3);" % (name, t, u),
                     [(self.STREAM, name), (self.STREAM, t), (self.STREAM, u)])

    def join(self):
        (name, values), other = self.take_pair()
        if not other:
            self.streams.append((name, values))
            return
        t = self.stream([wrap(a ^ b) for a, b in zip(values, other[1])])
        self.process(len(values), "int x = <%s>.read(); <%s>.write(x ^ <%s>.read());" % (name, t, other[0]),
                     [(self.STREAM, name), (self.STREAM, t), (self.STREAM, other[0])])

    def echo(self):
        """Two processes, each of which waits for the other."""
        there, back = self.new("s"), self.new("s")
        k = self.random.randrange(1, 5)
        name, values = self.take()
        self.declared.append("hls::stream<int> %s, %s;" % (there, back))
        t = self.stream([wrap(v * 2 + k) for v in values])
        self.process(len(values), "<%s>.write(<%s>.read()); <%s>.write(<%s>.read() + %d);" % (there, name, t, back, k),
                     [(self.STREAM, there), (self.STREAM, name), (self.STREAM, t), (self.STREAM, back)])
        self.process(len(values), "int x = <%s>.read(); <%s>.write(x * 2);" % (there, back),
                     [(self.STREAM, there), (self.STREAM, back)])

    def lanes(self):
        """An unrolled loop, whose calls run concurrently unless they share something."""
        name, values = self.take()
        lanes, k = self.random.randrange(2, 5), self.random.randrange(9)
        kind = self.random.choice(["apart", "chained", "ordered"] if self.deep else ["apart"])
        there, back, f = self.new("w"), self.new("w"), "%s_%s" % (self.name, self.new("f"))
        results, total = list(values), k
        for lane in range(lanes):
            for i in range(lane, len(values), lanes):
                total = wrap(3 * total + values[i])
                results[i] = total if kind == "ordered" else wrap(values[i] + k * lane)
        t = self.stream(results)
        for w in (there, back):
            self.declared.append("hls::stream<int> %s[%d];" % (w, lanes))
            self.declared.append("\n#pragma HLS STREAM variable=%s depth=%d\n" % (w, 400 if self.deep else 2))
        if kind == "ordered":
            self.functions.append("static void %s_one(hls::stream<int> &in, hls::stream<int> &out, int n, int &total) "
                                  "{ for (int i = 0; i < n; i++) { total = 3 * total + in.read(); out.write(total); } }"
                                  % f)
            calls = "%s_one(in[k], out[k], (%d - k) / %d, total);" % (f, len(values) + lanes - 1, lanes)
        else:
            self.functions.append("static void %s_one(hls::stream<int> &in, hls::stream<int> &out, int n, int add) "
                                  "{ for (int i = 0; i < n; i++) out.write(in.read() + add); }" % f)
            calls = "%s_one(in[k], %s, n, %d * k);" % (f, "mid[k]" if kind == "chained" else "out[k]", k)
            if kind == "chained":
                calls += " %s_one(mid[k], out[k], n, 0);" % f
            calls = "int n = (%d - k) / %d; " % (len(values) + lanes - 1, lanes) + calls
        self.functions.append(
            "static void %s(hls::stream<int> in[%d], hls::stream<int> out[%d]) {\n\tint total = %d; (void)total;\n"
            "\thls::stream<int> mid[%d];\n\tfor (int k = 0; k < %d; k++) {\n#pragma HLS UNROLL\n\t\t%s\n\t}\n}" %
            (f, lanes, lanes, k, lanes, lanes, calls))
        for g, body in (("deal", "w[i %% %d].write(s.read());"), ("collect", "s.write(w[i %% %d].read());")):
            self.functions.append("static void %s_%s(hls::stream<int> &s, hls::stream<int> w[%d], int n) "
                                  "{ for (int i = 0; i < n; i++) %s }" % (f, g, lanes, body % lanes))
        self.body.append("%s_deal(<%s>, %s, %d);" % (f, name, there, len(values)))
        self.body.append("%s(%s, %s);" % (f, there, back))
        self.body.append("%s_collect(<%s>, %s, %d);" % (f, t, back, len(values)))

    # --- for designs with deep streams ---

    def filter(self):
        name, values = self.take()
        t = self.stream([v for v in values if v % 3 != 1])
        self.process(len(values), "int x = <%s>.read(); if (((x %% 3) + 3) %% 3 != 1) <%s>.write(x);" % (name, t),
                     [(self.STREAM, name), (self.STREAM, t)])

    def store(self):
        name, values = self.take()
        a = self.new("a")
        if len(values) > 64:
            self.streams.append((name, values))
            return
        kind = "static " if self.random.random() < 0.2 else ""
        self.declared.append("%sint %s[64];" % (kind, a))
        self.process(len(values), "<%s>[{i}] = <%s>.read();" % (a, name), [(self.ARRAY, a), (self.STREAM, name)])
        self.arrays.append([a, list(values)])

    def change(self):
        if not self.arrays:
            return
        array = self.random.choice(self.arrays)
        k = self.random.randrange(9)
        array[1] = [wrap(v + k + i) for i, v in enumerate(array[1])]
        # Only loops keep the order of several writers.
        self.process(len(array[1]), "<%s>[{i}] += %d + {i};" % (array[0], k), [(self.ARRAY, array[0])], as_loop=True)

    def load(self):
        if not self.arrays:
            return
        name, values = self.random.choice(self.arrays)
        t = self.stream(list(reversed(values)))
        self.process(len(values), "<%s>.write(<%s>[%d - {i}]);" % (t, name, len(values) - 1),
                     [(self.STREAM, t), (self.ARRAY, name)])

    def sum(self):
        if not self.arrays:
            return
        name, values = self.random.choice(self.arrays)
        v = self.new("v")
        self.declared.append("int %s = 5;" % v)
        self.process(len(values), "<%s> += <%s>[{i}];" % (v, name), [(self.RESULT, v), (self.ARRAY, name)])
        self.scalars.append([v, wrap(5 + sum(values))])

    def scale(self):
        if not self.scalars:
            return
        scalar, k = self.random.choice(self.scalars)
        name, values = self.take()
        t = self.stream([wrap(v + k) for v in values])
        self.process(len(values), "<%s>.write(<%s>.read() + <%s>);" % (t, name, scalar),
                     [(self.STREAM, t), (self.STREAM, name), (self.VALUE, scalar)])

    def statement(self):
        if self.scalars and self.random.random() < 0.6:
            scalar = self.random.choice(self.scalars)
            scalar[1] = wrap(scalar[1] * 3 + 1)
            self.body.append("%s = %s * 3 + 1;" % (scalar[0], scalar[0]))
        elif self.arrays and self.random.random() < 0.5:
            array = self.random.choice([a for a in self.arrays if a[1]] or [None])
            if array:
                array[1][0] = wrap(array[1][0] + 100)
                self.body.append("%s[0] += 100;" % array[0])
        elif self.streams:
            name, values = self.random.choice(self.streams)
            values.append(-9)
            self.body.append("%s.write(-9);" % name)

    # --- the whole design ---

    def finish(self):
        for name, values in self.streams:
            at = len(self.out)
            self.process(len(values), "<out>[%d + {i}] = <%s>.read();" % (at, name),
                         [("int *%s", "out"), (self.STREAM, name)])
            self.out += values
        for name, values in self.arrays:
            at = len(self.out)
            self.process(len(values), "<out>[%d + {i}] = <%s>[{i}];" % (at, name),
                         [("int *%s", "out"), (self.ARRAY, name)])
            self.out += values
        for name, value in self.scalars:
            self.body.append("out[%d] = %s;" % (len(self.out), name))
            self.out.append(value)

    def make(self):
        kinds = ["map", "map", "fork", "join", "echo", "accumulate", "lanes", "source"]
        if self.deep:
            kinds += ["filter", "store", "store", "change", "load", "sum", "scale", "statement", "statement"]
        self.source()
        for _ in range(self.random.randrange(3, 12)):
            kind = self.random.choice(kinds)
            if not self.streams or kind == "source":
                self.source()
            elif len(self.streams) < 5 or kind not in ("fork", "load"):
                getattr(self, kind)()
        self.finish()

    def text(self):
        declared = [line for line in self.declared if not line.startswith("// depth")]
        if self.elements:
            declared.insert(0, "hls::stream<int> many[%d];" % self.elements)
        lines = ["\n#pragma HLS DATAFLOW\n", "int shared;"] + declared + self.body
        inner = "\n\t".join(lines).replace("<in>", "in").replace("<out>", "out")
        for mark in ("s", "a", "v"):
            for k in range(self.count + 1):
                inner = inner.replace("<%s%d>" % (mark, k), "%s%d" % (mark, k))
        for k in range(self.elements):
            inner = inner.replace("<many[%d]>" % k, "many[%d]" % k)
        shape = self.random.randrange(4)
        if shape == 0:
            inner = "for (int round = 0; round < 2; round++) {\n\t%s\n\t}" % inner
        functions = list(self.functions)
        if shape == 1:
            functions.append("static void %s_region(const int *in, int *out)\n{\n\t%s\n}" % (self.name, inner))
            inner = "%s_region(in, out);\n\t%s_region(in, out);" % (self.name, self.name)
        # The compiler emits functions that are not static before their callers.
        if self.random.random() < 0.5:
            functions = [text.replace("static void", "void", 1) for text in functions]
        return "%s\n\nextern \"C\" void %s(const int *in, int *out)\n{\n\t%s\n}\n" % (
            "\n".join(functions), self.name, inner)


def main():
    first, count = int(sys.argv[1]), int(sys.argv[2])
    with open(sys.argv[3], "w") as source, open(sys.argv[4], "w") as expected:
        source.write("#include <ap_int.h>\n#include <hls_stream.h>\n\n")
        for seed in range(first, first + count):
            design = Design(seed)
            design.make()
            source.write(design.text() + "\n")
            expected.write("%s %d %s\n" % (design.name, len(design.out), " ".join(map(str, design.out))))


main()
