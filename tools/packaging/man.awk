# SPDX-License-Identifier: Apache-2.0
# Makes a man page of what `TOOL --help` prints: awk -f man.awk name=TOOL version=V summary=TEXT see=OTHER HELP [FURTHER HELP]...
#
# Help texts begin with "usage:" and its lines. Then "  term   text" is an entry, whose text goes on in lines indented
# by at least 20; lines indented by 4 are an example; "Words:" is a heading; the rest is text. A further help text, of
# one of the tool's commands, becomes a section of its own.

function plain(text) {
	gsub(/\\/, "\\e", text)
	gsub(/-/, "\\-", text)
	sub(/^[.']/, "\\\\\\&&", text)
	return text
}

function quoted(text) {
	gsub(/"/, "", text)
	return "\"" plain(text) "\""
}

function end_example() {
	if (example)
		print ".EE"
	example = 0
}

# The entries below an entry.
function nest(deeper) {
	if (deeper != nested)
		print deeper ? ".RS" : ".RE"
	nested = deeper
}

# The first line of a help text.
FNR == 1 {
	end_example()
	nest(0)
	if (++file == 1) {
		print ".\\\" Made from `" name " --help`."
		print ".TH " toupper(name) " 1 \"\" " quoted(name " " version) " " quoted("User Commands")
		print ".SH NAME\n" name " \\- " plain(summary) "\n.SH SYNOPSIS\n.nf"
	} else {
		print ".SH " quoted(toupper(substr($0, 8, index(substr($0, 8), "[") - 2))) "\n.nf"
	}
	in_usage = 1
	gap = 0
}

in_usage && /^$/ {
	print ".fi"
	if (file == 1)
		print ".SH DESCRIPTION"
	in_usage = 0
	gap = 1
	next
}

in_usage {
	print plain(substr($0, 8))
	next
}

/^ *$/ {
	gap = 1
	next
}

{
	match($0, /^ */)
	indent = RLENGTH
	text = substr($0, indent + 1)
	if (indent == 4) {
		if (!example)
			print ".PP\n.EX"
		example = 1
		print plain(text)
		next
	}
	end_example()
}

indent >= 20 {
	print plain(text)
	next
}

indent > 0 {
	nest(indent > 4)
	print ".TP"
	at = match(text, /   */)
	# Two blanks end a term, and so does the end of the line.
	print ".B " quoted(at ? substr(text, 1, at - 1) : text)
	if (at)
		print plain(substr(text, at + RLENGTH))
	gap = 0
	next
}

{
	nest(0)
}

/^[A-Z].*:$/ {
	print ".SS " quoted(substr(text, 1, length(text) - 1))
	gap = 0
	next
}

{
	if (gap)
		print ".PP"
	gap = 0
	print plain(text)
}

END {
	end_example()
	nest(0)
	if (see)
		print ".SH SEE ALSO\n.BR " see " (1)"
}
