# SPDX-License-Identifier: Apache-2.0
"""same_waves.py FULL.vcd PART.vcd CYCLES [LATER]: PART has two times for each of CYCLES clock cycles, with the values that
all signals have at the end of FULL, or LATER cycles before it."""
import sys


def states(path):
    """The times, each with the values of all signals by name."""
    names, scope, values, now, result = {}, [], {}, None, []
    for line in open(path):
        words = line.split()
        if not words:
            continue
        if words[0] == "$scope":
            scope.append(words[2])
        elif words[0] == "$upscope":
            scope.pop()
        elif words[0] == "$var":
            names.setdefault(words[3], ".".join(scope + words[4:-1]))
        elif line[0] == "#":
            if now is not None:
                result.append((now, dict(values)))
            now = int(line[1:])
        elif line[0] in "01":
            values[names[line[1:].strip()]] = line[0]
        elif line[0] == "b":
            values[names[words[1]]] = words[0][1:]
    return result + [(now, dict(values))]


full, part = states(sys.argv[1]), states(sys.argv[2])
count, later = 2 * int(sys.argv[3]), 2 * int(sys.argv[4]) if len(sys.argv) > 4 else 0
if len(part) != count:
    sys.exit(f"{sys.argv[2]}: expected {count} times, found {len(part)}")
full = full[: len(full) - later][-count:]
if len(part[0][1]) < 20:
    sys.exit(f"{sys.argv[2]}: expected the values of all signals, found {len(part[0][1])}")
for wanted, found in zip(full, part):
    if wanted[0] != found[0]:
        sys.exit(f"{sys.argv[2]}: expected time {wanted[0]}, found {found[0]}")
    for name, value in wanted[1].items():
        if found[1].get(name) != value:
            sys.exit(f"{sys.argv[2]}: time {wanted[0]}: expected {name} {value}, found {found[1].get(name)}")
