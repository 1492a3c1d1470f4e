#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# check.sh FPGACL REPOSITORY: `fpgacl serve --check` accepts the digits model, and names everything
# that is wrong in repositories derived from it.
. "$(dirname "$0")/../tools/lib.sh"
fpgacl=$1 digits=$2/digits/1
export FPGACL_DEVICES=emu:u250

# broken NAME: makes a repository of that name, with a version of the digits model to break.
broken() {
	rm -rf "$1"
	mkdir -p "$1/m"
	cp -r "$digits" "$1/m/1"
	model=$1/m/1/model.json
}
# edit FROM TO: replaces text in the description.
edit() {
	grep -qF -- "$1" "$model" || problem "model.json has no $1"
	python3 -c 'import sys; p, a, b = sys.argv[1:]; s = open(p).read(); open(p, "w").write(s.replace(a, b, 1))' \
		"$model" "$1" "$2"
}
# refused PATTERN...: the check fails with a line for each pattern.
refused() {
	call 1 "$fpgacl" serve --check --json "$name"
	python3 -c 'import json; j = json.load(open("out")); print(*("%(what)s: %(problem)s" % p for p in j["problems"]), sep="\n")' >lines
	call 1 "$fpgacl" serve --check "$name"
	diff lines out >&2 || problem "$command: --json says something else"
	for pattern in "$@"; do says out "$pattern"; done
	! grep -q '::' out || problem "$command: a colon too many: $(grep '::' out)"
}

call 0 "$fpgacl" serve --check "$2"
says out '^digits/1: fits \(inputs: 1, outputs: 1, items per launch: 256\)$'

call 0 "$fpgacl" serve --check --json "$2"
python3 -c 'import json; j = json.load(open("out")); assert j["fits"] and not j["problems"] and j["models"] == [
	{"model": "digits/1", "inputs": 1, "outputs": 1, "items_a_launch": 256}], j' || problem "$command: wrong JSON"
call 2 "$fpgacl" serve --json "$2"
mkdir -p names "$(printf 'names/caf\351')"
call 1 "$fpgacl" serve --check --json names
python3 -c 'import json; j = json.load(open("out")); assert not j["fits"] and not j["models"], j' || problem "$command: wrong JSON"
[ -s err ] || grep -q caf out || problem "$command: the folder is not named"

# Folders.
call 1 "$fpgacl" serve --check nowhere
says out "'nowhere' cannot be read: No such file"
mkdir empty
call 1 "$fpgacl" serve --check empty
says out 'there is no model'
name=half && broken half
rm "$model"
mkdir half/other half/.hidden "half/a b"
refused "m/1: .*model.json" "other: the folder .* has no version" "'a b': the name of a model"
name=cut && broken cut
truncate -s 5000 cut/m/1/digits.xclbin
refused 'the image is refused'
name=cut && broken cut
: >cut/m/1/digits.xclbin
refused 'digits.xclbin: expected an image, found an empty file'
name=noimage && broken noimage
rm noimage/m/1/digits.xclbin noimage/m/1/conv_bias.bin
refused 'm/1: .*digits.xclbin' 'm/1: .*conv_bias.bin'
name=pipe && broken pipe
rm pipe/m/1/conv_bias.bin
mkfifo pipe/m/1/conv_bias.bin
refused 'conv_bias.bin.*is not a regular file'
rm pipe/m/1/model.json
mkfifo pipe/m/1/model.json
refused 'model.json.*is not a regular file'

# An image for another board.
name=board && broken board
export FPGACL_DEVICES=emu:u50
refused 'm/1: board emu:u50: .*the image is for platform xilinx_u250.*, the board is xilinx_u50'
# If another board accepts the image, this is only a note.
export FPGACL_DEVICES=emu:u50,emu:u250
call 0 "$fpgacl" serve --check board
says out '^m/1: note: board emu:u50: .*the image is for platform xilinx_u250.*, the board is xilinx_u50'
says out '^m/1: fits'
call 0 "$fpgacl" serve --check --json board
python3 -c 'import json; j = json.load(open("out")); assert j["fits"] and not j["problems"] and [
	n["what"] for n in j["notes"]] == ["m/1"] and "xilinx_u50" in j["notes"][0]["note"], j' || problem "$command: wrong JSON"
export FPGACL_DEVICES=emu:u250

# The description.
name=json && broken json
edit '"image":' '"image"'
refused 'model.json: malformed JSON: line 2, column'
name=json && broken json
edit '"max_batch"' '"max_bach"'
refused "model.json: there is no member 'max_bach' here; expected: image max_batch" 'only the first may be -1, with .max_batch.'
name=path && broken path
edit '"digits.xclbin"' '"../../../digits.xclbin"'
edit '"conv_bias.bin"' '"/etc/passwd"'
refused "'../../../digits.xclbin' is not the name of a file" "'/etc/passwd' is not the name of a file"
name=types && broken types
edit '"UINT8"' '"UINT7"'
edit '[-1, 10]' '[10, -1]'
edit '163' '1630000000000'
refused "'UINT7' is not a data type" 'with .max_batch. a shape begins with -1' "multiplier: 'value' is not of type INT32"
name=refer && broken refer
edit '{"input": "images"}' '{"input": "pictures"}'
edit '{"constant": "conv_bias"}' '{"constnt": "conv_bias"}'
refused "kernels\[0\] images: there is no input 'pictures'" "expected one of 'input', 'output'"
name=beyond && broken beyond
edit '"file": "conv_bias.bin"' '"file": "conv_bias.bin", "offset": 32, "size": 40'
refused 'constants\[1\]: the file has 64 bytes'

# All files together have a limit, which parts of a file only count for with their own size.
name=total && broken total
truncate -s 3G total/m/1/huge.bin
edit '"file": "conv_bias.bin"' '"file": "huge.bin"'
call 1 "$fpgacl" serve --check --max-files 64 total
says out "m/1: model.json: constants\[1\]: 3221225472 bytes of '.*huge.bin' do not fit: .* may have 64 MiB \(--max-files\), and 0 MiB"
edit '"file": "huge.bin"' '"file": "huge.bin", "offset": 3221225408, "size": 64'
call 0 "$fpgacl" serve --check --max-files 64 total

# Which versions are served.
name=policy && broken policy
cp -r policy/m/1 policy/m/4
policy() {
	printf '%s\n' "$1" >policy/m/config.json
	call 1 "$fpgacl" serve --check policy
	says out "^m: config.json: $2"
}
policy '{"version_policy": {"specific": {"versions": [1, 3]}}}' 'version_policy specific: the model has no version 3'
policy '{"version_policy": {"specific": {"versions": ["1"]}}}' 'version_policy specific: expected versions from 1'
policy '{"version_policy": {"specific": {}}}' "version_policy specific: expected 'versions', an array that is not empty"
policy '{"version_policy": {"latest": {"num_versions": 0}}}' "version_policy latest: expected 'num_versions' to be a whole number from 1"
policy '{"version_policy": {"newest": {}}}' "version_policy: expected one of 'latest', 'all' and 'specific'"
policy '{"version_policy": {"latest": {}, "all": {}}}' "version_policy: expected one of"
policy '{"max_batch_size": 8}' "there is no member 'max_batch_size' here"
policy '{' 'malformed JSON: line 2'
for good in '{"latest": {"num_versions": 2}}' '{"latest": {}}' '{"all": {}}' '{"specific": {"versions": [4]}}'; do
	echo "{\"version_policy\": $good}" >policy/m/config.json
	call 0 "$fpgacl" serve --check policy
done

# Errors that only the image can reveal.
name=kernels && broken kernels
edit '"name": "conv"' '"name": "convolution"'
edit '"logits": {"output"' '"lgits": {"output"'
refused "the image has no kernel 'convolution'; it has: .*conv" "kernel store: it has no argument 'lgits'" \
	"kernel store: model.json does not describe argument 'logits'"
name=kinds && broken kinds
edit '"INT32", "shape": [-1, 10]' '"INT64", "shape": [-1, 10]'
edit '"arguments": {"images": {"input": "images"}, "count": {"batch": true}}' \
	'"arguments": {"images": {"input": "images"}, "count": {"batch": true, "datatype": "INT64"}, "rows": {"batch": true}}'
refused "kernel store: argument 'logits' is int\*, and the tensor 'logits' has INT64" \
	"kernel load: argument 'count' is int and does not accept INT64, which takes 8 bytes" "argument 'rows' is a stream"
name=unit && broken unit
edit '"kernels":' '"instances": [{"load": "load_1", "conv": "conv_2", "hidden": "hidden_1", "output": "output_1", "store": "store_1"}], "kernels":'
refused "kernel conv: it has no compute unit 'conv_2'"

# The command line.
call 2 "$fpgacl" serve
says err 'expected a model repository'
call 2 "$fpgacl" serve --idle 0 empty
says err '^fpgacl serve: --idle: expected a number from 1 to 86400, found .0.$'
call 2 "$fpgacl" serve --sing empty
# A body that is allowed but can never fit would be refused forever, with a request to retry.
call 2 "$fpgacl" serve --max-body 3 --max-bodies 2 empty
says err '^fpgacl serve: expected --max-bodies to be at least --max-body'
call 2 "$fpgacl" serve --max-bodies 1 empty
call 2 "$fpgacl" serve --drain
call 0 "$fpgacl" serve --help
says out '^usage: fpgacl serve'
[ "$failures" = 0 ]
