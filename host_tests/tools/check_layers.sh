#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# check_layers.sh CHECK ROOT: what `tools/check-layers` finds in small trees, and nothing in ours.
. "$(dirname "$0")/lib.sh"
check=$1
root=$2

cat >layers <<'END'
Layers on one row are on one level:

| layer | contents |
|---|---|
| `ground` | |
| `left` `right` | both sides |
| `attic` | `junk` |
| `attic/lift` | |
| not checked: `attic/boxes` | |
END

# file NAME INCLUDE...
file() {
	mkdir -p "tree/$(dirname "$1")"
	printf '#include "%s"\n' "${@:2}" >"tree/$1"
}

# A tree in which nothing is wrong.
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

look() { call "$1" "$check" --root tree --layers layers; }

# One mistake: one line, which says where and why.
finds() {
	look 1
	says err "^$1"
	[ "$(wc -l <err)" = 1 ] || problem "$command: expected one line"
}

fresh
look 0

# Up, by the name from the root and by the one beside the file.
fresh
file ground/a.h stdio.h left/b.h
finds 'ground/a.h:2: upward: .*left/b.h'
fresh
file attic/g.c lift/f.h
finds 'attic/g.c:1: upward: .*attic/lift/f.h'

# Layers on one level may use each other one way only, and not around a corner.
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

# Static functions in sources; those in headers are for others.
fresh
echo 'static const char *fcl_name(int n)' >>tree/right/c.c
finds "right/c.c:4: static: 'fcl_name'"
fresh
echo 'static inline int fclc_value(int n)' >>tree/left/b.h
echo 'static struct fcl_it of_it = {fcl_call(1)};' >>tree/right/c.c
look 0

# Functions for other files are declared in the header of their file's name.
fresh
echo 'int fcl_twice(int n);' >>tree/left/b.h
printf 'int fcl_twice(int n)\n{\n}\n' >tree/left/b.c
look 0
mv tree/left/b.c tree/left/other.c
finds "left/other.c:1: header: 'fcl_twice' is declared in 'left/b.h', expected in 'left/other.h'"

# A new folder must be in the list; a check of nothing is not a success.
fresh
sed -i '/`attic`/d' layers
finds 'attic/d.c:1: layer: '
rm -rf tree
mkdir tree
look 1
says err 'no source files'

call 0 "$check" --root "$root"
[ "$failures" = 0 ]
