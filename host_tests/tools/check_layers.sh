#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# check_layers.sh CHECK ROOT: what `tools/check-layers` finds in small trees, and that it finds
# nothing in ours.
. "$(dirname "$0")/lib.sh"
check=$1
root=$2

cat >layers <<'END'
Layers without a comma between them are on one level:

| layer | contents |
|---|---|
| `ground`, `left` `right` | both sides |
| `attic` | `junk` |
| `attic/lift` | |
| not checked: `attic/boxes` | |
END

# file NAME INCLUDE...
file() {
	mkdir -p "tree/$(dirname "$1")"
	printf '#include "%s"\n' "${@:2}" >"tree/$1"
}

# fresh: makes a tree without errors.
fresh() {
	rm -rf tree
	file ground/a.h stdio.h
	file left/b.h ground/a.h
	file right/c.c ground/a.h left/b.h
	file attic/d.c left/b.h missing.h
	file attic/boxes/e.c attic/lift/f.h
	file attic/lift/f.h attic/d.h
	echo 'static int count(void);' >>tree/right/c.c
}

run_check() { call "$1" "$check" --root tree --layers layers; }

# finds LINE: one error gives one line, which tells its place and reason.
finds() {
	run_check 1
	says err "^$1"
	[ "$(wc -l <err)" = 1 ] || problem "$command: expected one line"
}

fresh
run_check 0

# An upward include, by the path from the root and by the path relative to the file.
fresh
file ground/a.h stdio.h left/b.h
finds 'ground/a.h:2: upward: .*left/b.h'
fresh
file attic/g.c lift/f.h
finds 'attic/g.c:1: upward: .*attic/lift/f.h'

# Layers on one level may use each other in one direction only, also through a third layer.
fresh
file left/g.c right/c.c
finds 'left/g.c:1: circle: left -> right -> left'
fresh
sed 's/`right`/`right` `middle`/' layers >more && mv more layers
file middle/h.h left/b.h
file left/g.c middle/h.h
finds 'left/g.c:1: circle: left -> middle -> left'
fresh
file middle/h.h right/c.c
file left/g.c middle/h.h
finds 'left/g.c:1: circle: left -> middle -> right -> left'

# Files with their headers use each other by includes or by what they define; a header without a file is no part.
fresh
file left/g.c left/h.h
file left/h.c left/shared.h
file left/shared.h left/g.h
file left/g.h stdio.h
file left/h.h stdio.h
run_check 0
file left/h.h left/g.h
finds 'left/g.c:1: circle: files use each other: left/g, left/h$'
file left/h.h stdio.h
printf 'int fcl_one(void)\n{\n}\n' >>tree/left/g.c
echo 'static int two(void) { return fcl_one(); }' >>tree/left/h.c
echo '/* fcl_one */ static const char *one = "/*";' >>tree/left/b.h
finds 'left/g.c:1: circle: files use each other: left/g, left/h$'

# Static functions must not be prefixed in sources; in headers they are for other files.
fresh
echo 'static const char *fcl_name(int n)' >>tree/right/c.c
finds "right/c.c:4: static: 'fcl_name'"
fresh
echo 'static inline int fclc_value(int n)' >>tree/left/b.h
echo 'static struct fcl_it of_it = {fcl_call(1)};' >>tree/right/c.c
run_check 0

# Functions for other files are declared in the header with the name of their file, or in one without a file.
fresh
echo 'int fcl_twice(int n);' >>tree/left/b.h
printf 'int fcl_twice(int n)\n{\n}\n' >tree/left/b.c
run_check 0
mv tree/left/b.c tree/left/other.c
run_check 0
touch tree/left/b.c
finds "left/other.c:1: header: 'fcl_twice' is declared in 'left/b.h', expected in 'left/other.h'"

# A new folder must be added to the list; a check that covers no files is not a success.
fresh
sed -i '/`attic`/d' layers
finds 'attic/d.c:1: layer: '
rm -rf tree
mkdir tree
run_check 1
says err 'no source files'

call 0 "$check" --root "$root"
[ "$failures" = 0 ]
