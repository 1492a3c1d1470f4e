# SPDX-License-Identifier: Apache-2.0
# A component's config file, edited line by line so that what others wrote stays as it is.
import os
import re


class Refused(Exception):
    """What this stand-in for Vitis cannot do, in a sentence for the user."""


class ConfigFile:
    def __init__(self, path):
        self.path = path
        if not os.path.isfile(path):
            raise Refused(f"get_config_file: there is no file '{path}'")

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        raise Refused(f"{name}: config files here have get_value, get_values, set_value, set_values, add_values, "
                      "add_lines, get_lines and remove")

    def _lines(self):
        with open(self.path) as file:
            return file.read().splitlines()

    def _write(self, lines):
        with open(self.path, "w") as file:
            file.write("".join(line + "\n" for line in lines))
        return True

    def _of(self, section):
        """(line number, key, value) of a section's lines; section "" is what comes before the first."""
        current = ""
        for number, line in enumerate(self._lines()):
            head = re.fullmatch(r"\s*\[\s*(.*?)\s*\]\s*(#.*)?", line)
            pair = re.match(r"\s*([^#=\s][^=]*?)\s*=\s*(.*?)\s*$", line)
            if head:
                current = head[1]
            elif pair and current == (section or ""):
                yield number, pair[1], pair[2]

    def _end(self, section):
        """Where a section's new lines go, and those that have to come before them."""
        lines = self._lines()
        if not section:
            first = [n for n, line in enumerate(lines) if line.strip().startswith("[")]
            return (first[0] if first else len(lines)), []
        last = None
        current = ""
        for number, line in enumerate(lines):
            head = re.fullmatch(r"\s*\[\s*(.*?)\s*\]\s*(#.*)?", line)
            current = head[1] if head else current
            if current == section and line.strip():
                last = number
        return (len(lines), [f"[{section}]"]) if last is None else (last + 1, [])

    def get_lines(self, section=""):
        return [f"{key}={value}" for _, key, value in self._of(section)]

    def get_values(self, section="", key=""):
        return [value for _, name, value in self._of(section) if name == key]

    def get_value(self, section="", key=""):
        values = self.get_values(section, key)
        return values[-1] if values else None

    def add_lines(self, section="", lines=()):
        at, head = self._end(section)
        lines = [lines] if isinstance(lines, str) else list(lines)
        old = self._lines()
        return self._write(old[:at] + head + lines + old[at:])

    # UG1702 calls it so.
    add_line = add_lines

    def add_values(self, section="", key="", values=()):
        return self.add_lines(section, [f"{key}={value}" for value in values])

    def remove(self, section="", key="", value=None):
        gone = {n for n, name, text in self._of(section) if name == key and value in (None, text)}
        return self._write([line for n, line in enumerate(self._lines()) if n not in gone])

    def set_values(self, section="", key="", values=()):
        self.remove(section, key)
        return self.add_values(section, key, values)

    def set_value(self, section="", key="", value=""):
        return self.set_values(section, key, [value])
