#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random kernels with barriers: random_groups.py FIRST COUNT KERNELS.cl EXPECTED.txt

Writes COUNT kernels in OpenCL C 2.0, each generated from a seed, and their expected results. A
kernel has barriers in loops, branches, switches and functions, private arrays, work-items that
return early, and any of the three dimensions innermost. Cases of a switch may fall through. The
results come from an interpreter of the same program that runs all work-items of a group in
lockstep: as no program has a race, any other order gives the same results. A line of
EXPECTED.txt:

    <kernel> <global sizes, 3> <local sizes, 3> <n> <results ...>
"""
import random
import sys

MASK = 0xFFFFFFFF
VARIABLES = 4
ARRAY = 4
CASES = 4  # in a switch; the last one is its default


class Program:
    """A kernel as nested lists, generated from a seed."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.counters = 0
        self.early = self.random.random() < 0.25
        self.body = self.block(3, True, [])

    def pick(self, *choices):
        return self.random.choice(choices)

    # --- expressions: tuples (operator, operands ...) ---

    def uniform(self, counters):
        kinds = [("number", self.random.randrange(16)), ("n",), ("group",)]
        kinds += [("counter", counter) for counter in counters]
        value = self.random.choice(kinds)
        if self.random.random() < 0.3:
            value = (self.pick("+", "^", "*"), value, self.random.choice(kinds))
        return value

    def expression(self, depth, counters):
        if depth == 0 or self.random.random() < 0.2:
            return self.random.choice([
                ("variable", self.random.randrange(VARIABLES)), ("local",), ("global",),
                ("number", self.random.randrange(1000)), self.uniform(counters)])
        if self.random.random() < 0.15:
            return ("element", self.expression(depth - 1, counters))
        if self.random.random() < 0.15:
            return ("?", self.condition(counters), self.expression(depth - 1, counters),
                    self.expression(depth - 1, counters))
        return (self.pick("+", "-", "*", "^", "&", ">>"), self.expression(depth - 1, counters),
                self.expression(depth - 1, counters))

    def condition(self, counters):
        return (self.pick("<", "==", "!="), ("%", self.expression(1, counters), 4),
                ("number", self.random.randrange(4)))

    # --- statements ---

    def block(self, depth, barriers, counters):
        return [self.statement(depth, barriers, counters)
                for _ in range(self.random.randrange(1, 5))]

    def new_counter(self):
        self.counters += 1
        return self.counters - 1

    def statement(self, depth, barriers, counters):
        kinds = ["set", "set", "store"]
        if depth:
            kinds += ["if", "for", "switch"]
        if barriers:
            kinds += ["exchange", "exchange", "count", "call"]
            if depth:
                kinds += ["if all", "for all", "for all", "switch all"]
        kind = self.random.choice(kinds)
        variable = self.random.randrange(VARIABLES)
        if kind == "set":
            return ("set", variable, self.expression(2, counters))
        if kind == "store":
            return ("store", self.expression(1, counters), self.expression(2, counters))
        if kind in ("exchange", "call"):
            return (kind, variable, self.expression(2, counters), self.random.randrange(64))
        if kind == "count":
            return ("count", variable, self.expression(1, counters))
        if kind == "if":
            return ("if", self.condition(counters), self.block(depth - 1, False, counters),
                    self.block(depth - 1, False, counters))
        if kind == "if all":
            return ("if", ("<", ("%", self.uniform(counters), 4), ("number", self.random.randrange(5))),
                    self.block(depth - 1, True, counters), self.block(depth - 1, True, counters))
        if kind == "switch":
            return self.switch(("%", self.expression(1, counters), CASES + 1), depth, False, counters)
        if kind == "switch all":
            return self.switch(("%", self.uniform(counters), CASES + 1), depth, True, counters)
        counter = self.new_counter()
        if kind == "for":
            count = ("%", self.expression(1, counters), 4)
            return ("for", counter, count, self.block(depth - 1, False, counters + [counter]), None)
        leave = None
        if self.random.random() < 0.3:
            leave = ("==", ("%", self.uniform(counters + [counter]), 3), ("number", 2))
        return ("for", counter, ("%", self.uniform(counters), 5),
                self.block(depth - 1, True, counters + [counter]), leave)

    def switch(self, value, depth, barriers, counters):
        """("switch", value, cases). A case: its block, and whether it falls through."""
        return ("switch", value, [(self.block(depth - 1, barriers, counters), self.random.random() < 0.5)
                                  for _ in range(CASES)])


# --- source code ---------------------------------------------------------------------------------


def text(e):
    kind = e[0]
    if kind == "number":
        return f"{e[1]}u"
    if kind in ("n", "group"):
        return kind
    if kind in ("local", "global"):
        return kind[0] + "id"
    if kind == "variable":
        return f"v{e[1]}"
    if kind == "counter":
        return f"i{e[1]}"
    if kind == "element":
        return f"p[{text(e[1])} % {ARRAY}]"
    if kind == "%":
        return f"({text(e[1])} % {e[2]}u)"
    if kind == "?":
        return f"({text(e[1])} ? {text(e[2])} : {text(e[3])})"
    if kind == ">>":
        return f"({text(e[1])} >> ({text(e[2])} & 31u))"
    return f"({text(e[1])} {kind} {text(e[2])})"


def lines(block, indent):
    out = []
    tab = "\t" * indent
    for s in block:
        if s[0] == "set":
            out.append(f"{tab}v{s[1]} = {text(s[2])};")
        elif s[0] == "store":
            out.append(f"{tab}p[{text(s[1])} % {ARRAY}] = {text(s[2])};")
        elif s[0] == "exchange":
            out += [f"{tab}shared[lid] = {text(s[2])};", f"{tab}barrier(CLK_LOCAL_MEM_FENCE);",
                    f"{tab}v{s[1]} = shared[(lid + {s[3]}u) % items];",
                    f"{tab}barrier(CLK_LOCAL_MEM_FENCE);"]
        elif s[0] == "call":
            out.append(f"{tab}v{s[1]} = swap(shared, {text(s[2])}, {s[3]}u);")
        elif s[0] == "count":
            out += [f"{tab}total = 0;", f"{tab}barrier(CLK_LOCAL_MEM_FENCE);",
                    f"{tab}atomic_add(&total, {text(s[2])});", f"{tab}barrier(CLK_LOCAL_MEM_FENCE);",
                    f"{tab}v{s[1]} = total;", f"{tab}barrier(CLK_LOCAL_MEM_FENCE);"]
        elif s[0] == "if":
            out += [f"{tab}if {text(s[1])} {{"] + lines(s[2], indent + 1)
            out += [f"{tab}}} else {{"] + lines(s[3], indent + 1) + [f"{tab}}}"]
        elif s[0] == "switch":
            out.append(f"{tab}switch {text(s[1])} {{")
            for number, (part, runs_on) in enumerate(s[2]):
                out.append(f"{tab}case {number}:" if number < CASES - 1 else f"{tab}default:")
                out += lines(part, indent + 1) + ([] if runs_on else [f"{tab}\tbreak;"])
            out.append(f"{tab}}}")
        else:
            out.append(f"{tab}for (uint i{s[1]} = 0; i{s[1]} < {text(s[2])}; i{s[1]}++) {{")
            if s[4]:
                out.append(f"{tab}\tif {text(s[4])} break;")
            out += lines(s[3], indent + 1) + [f"{tab}}}"]
    return out


HEAD = """/* Made by random_groups.py. */
uint swap(local uint *shared, uint value, uint distance)
{
	uint items = get_local_size(0) * get_local_size(1) * get_local_size(2), result;

	shared[get_local_linear_id()] = value;
	barrier(CLK_LOCAL_MEM_FENCE);
	result = shared[(get_local_linear_id() + distance) % items];
	barrier(CLK_LOCAL_MEM_FENCE);
	return result;
}
"""


# Never runs, since n is less than 20, but makes this dimension the innermost loop over work-items.
FAVOUR = """	for (uint a = 20; a < n; a++)
		for (uint b = a; b < n; b++)
			for (uint c = b; c < n; c++)
				out[get_global_id(0) * n + get_global_id(%d)] = c;"""


def source(name, program, required, inner):
    attribute = "__attribute__((reqd_work_group_size(%d, %d, %d)))\n" % required if required else ""
    early = ["\tif (gid % 7 == 3) return;"] if program.early else []
    out = [f"{attribute}kernel void {name}(global uint *out, uint n, local uint *shared)", "{",
           "\tlocal uint total;", "\tuint v0 = 1, v1 = 2, v2 = 3, v3 = 4, p[4] = {5, 6, 7, 8};",
           "\tuint lid = get_local_linear_id(), gid = get_global_linear_id();",
           "\tuint group = get_group_id(0) + get_group_id(1) * 3 + get_group_id(2) * 5;",
           "\tuint items = get_local_size(0) * get_local_size(1) * get_local_size(2);", "",
           *([FAVOUR % inner] if inner else []), "\tshared[lid] = 9;", "\tbarrier(CLK_LOCAL_MEM_FENCE);", *early]
    out += lines(program.body, 1)
    out += ["\tout[gid] = v0 ^ v1 * 3 ^ v2 * 5 ^ v3 * 7 ^ p[0] ^ p[1] * 9 ^ p[2] * 11 ^ p[3] * 13;", "}"]
    return "\n".join(out)


# --- as results ----------------------------------------------------------------------------------


class Group:
    """Runs all work-items of a group in lockstep."""

    def __init__(self, ids, group, n):
        self.items = len(ids)
        self.global_ids = ids
        self.group, self.n = group, n
        self.variables = [[k + 1] * self.items for k in range(VARIABLES)]
        self.arrays = [[5, 6, 7, 8] for _ in range(self.items)]
        self.counters = {}
        self.shared = [9] * self.items

    def value(self, e, item):
        kind = e[0]
        if kind == "number":
            return e[1]
        if kind == "n":
            return self.n
        if kind == "group":
            return self.group
        if kind == "local":
            return item
        if kind == "global":
            return self.global_ids[item]
        if kind == "variable":
            return self.variables[e[1]][item]
        if kind == "counter":
            return self.counters[e[1]][item]
        if kind == "element":
            return self.arrays[item][self.value(e[1], item) % ARRAY]
        if kind == "%":
            return self.value(e[1], item) % e[2]
        if kind == "?":
            return self.value(e[2] if self.value(e[1], item) else e[3], item)
        a, b = self.value(e[1], item), self.value(e[2], item)
        return {"+": lambda: (a + b) & MASK, "-": lambda: (a - b) & MASK, "*": lambda: (a * b) & MASK,
                "^": lambda: a ^ b, "&": lambda: a & b, ">>": lambda: a >> (b & 31),
                "<": lambda: int(a < b), "==": lambda: int(a == b), "!=": lambda: int(a != b)}[kind]()

    def run(self, block, active):
        for s in block:
            self.step(s, active)

    def step(self, s, active):
        if s[0] == "set":
            for item in active:
                self.variables[s[1]][item] = self.value(s[2], item)
        elif s[0] == "store":
            for item in active:
                at = self.value(s[1], item) % ARRAY
                self.arrays[item][at] = self.value(s[2], item)
        elif s[0] in ("exchange", "call"):
            for item, value in [(item, self.value(s[2], item)) for item in active]:
                self.shared[item] = value
            for item in active:
                self.variables[s[1]][item] = self.shared[(item + s[3]) % self.items]
        elif s[0] == "count":
            total = sum(self.value(s[2], item) for item in active) & MASK
            for item in active:
                self.variables[s[1]][item] = total
        elif s[0] == "if":
            chosen = [item for item in active if self.value(s[1], item)]
            self.run(s[2], chosen)
            self.run(s[3], [item for item in active if item not in set(chosen)])
        elif s[0] == "switch":
            self.switch(s, active)
        else:
            self.loop(s, active)

    def switch(self, s, active):
        first = {item: min(self.value(s[1], item), CASES - 1) for item in active}
        inside = set()
        for number, (block, runs_on) in enumerate(s[2]):
            inside |= {item for item in active if first[item] == number}
            self.run(block, [item for item in active if item in inside])
            if not runs_on:
                inside = set()

    def loop(self, s, active):
        counter = self.counters[s[1]] = [0] * self.items
        while True:
            active = [item for item in active if counter[item] < self.value(s[2], item)]
            if s[4]:
                active = [item for item in active if not self.value(s[4], item)]
            if not active:
                return
            self.run(s[3], active)
            for item in active:
                counter[item] += 1

    def result(self, item):
        v = [self.variables[k][item] for k in range(VARIABLES)]
        p = self.arrays[item]
        return (v[0] ^ v[1] * 3 ^ v[2] * 5 ^ v[3] * 7 ^ p[0] ^ p[1] * 9 ^ p[2] * 11 ^ p[3] * 13) & MASK


def groups_of(sizes, local):
    """For each group, its id in each dimension and its global linear ids, in local order."""
    counts = [size // part for size, part in zip(sizes, local)]
    for z in range(counts[2]):
        for y in range(counts[1]):
            for x in range(counts[0]):
                start = [x * local[0], y * local[1], z * local[2]]
                end = [start[d] + local[d] for d in range(3)]
                yield (x, y, z), [(c * sizes[1] + b) * sizes[0] + a for c in range(start[2], end[2])
                                  for b in range(start[1], end[1]) for a in range(start[0], end[0])]


def results(program, sizes, local, n):
    out = [0] * (sizes[0] * sizes[1] * sizes[2])
    for (x, y, z), ids in groups_of(sizes, local):
        group = Group(ids, x + y * 3 + z * 5, n)
        active = [item for item in range(len(ids)) if not (program.early and ids[item] % 7 == 3)]
        group.run(program.body, active)
        for item in active:
            out[ids[item]] = group.result(item)
    return out


def main():
    first, count = int(sys.argv[1]), int(sys.argv[2])
    with open(sys.argv[3], "w") as kernels, open(sys.argv[4], "w") as expected:
        kernels.write(HEAD)
        for seed in range(first, first + count):
            program = Program(seed)
            chance = random.Random(-seed)
            local = chance.choice([(1, 1, 1), (8, 1, 1), (17, 1, 1), (64, 1, 1), (4, 4, 1), (3, 2, 5), (16, 4, 1)])
            groups = chance.choice([(1, 1, 1), (3, 1, 1), (2, 2, 1)])
            sizes = [a * b for a, b in zip(local, groups)]
            required = local if chance.random() < 0.3 else None
            n = chance.randrange(20)
            inner = chance.choice([0, 0, 1, 2])
            kernels.write("\n" + source(f"k{seed}", program, required, inner) + "\n")
            values = results(program, sizes, local, n)
            print(f"k{seed}", *sizes, *local, n, *values, file=expected)


main()
