#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# xclbinutil.sh TOOL IMAGE FPGACL: what xclbinutil prints, changes and refuses, with a vadd.xclbin
# for the u250. `fpgacl info` verifies the result: it checks every digest.
. "$(dirname "$0")/lib.sh"
tool=$1 image=$2 fpgacl=$3
cp "$image" vadd.xclbin

# run STATUS ARGUMENT...: a failure must print a reason.
run() {
	call "$1" "$tool" "${@:2}"
	[ "$expected" = 0 ] || grep -q '^xclbinutil: ' err || problem "$command: gave no reason"
}

# sound FILE [PATTERN]: all digests of the image are correct.
sound() {
	"$fpgacl" info "$1" >out 2>err || problem "$command: $1 is damaged"
	[ $# = 1 ] || says out "$2"
}

run 0 -i vadd.xclbin --info
says out '^   Kernels: +vadd$'
says out '^   Content: +SW Emulation Binary$'
says out '^   Platform VBNV: +xilinx_u250_'
says out 'MEM_TOPOLOGY'
says out '^   Frequency: 300 MHz$'
says out '^   Name: +DDR\[0\]$'
says out '^   Type: +MEM_DDR4$'
says out '^   Signature: vadd \(const int\* '
says out '^Instance: +vadd_1$'
says out '^   Base Address: 0x1800000$'
says out '^   Memory: +DDR\[0\] \(MEM_DDR4\)$'
says out "'fpgaclc.version'"
# No escape sequence of a key reaches a terminal.
run 0 -i vadd.xclbin --key-value "$(printf 'USER:wild:a\033[31m\302\2331m')" -o wild.xclbin
run 0 -i wild.xclbin --info
says out "'wild' = 'a\?\[31m\?\?1m'"
run 0 --input vadd.xclbin --info=info.txt
says info.txt '^   Kernels: +vadd$'

# Each table survives the round trip through JSON byte for byte.
for kind in MEM_TOPOLOGY IP_LAYOUT CONNECTIVITY CLOCK_FREQ_TOPOLOGY GROUP_TOPOLOGY GROUP_CONNECTIVITY; do
	run 0 -i vadd.xclbin --dump-section $kind:RAW:a.bin --dump-section $kind:JSON:a.json -f
	run 0 -i vadd.xclbin --replace-section $kind:JSON:a.json -o b.xclbin -f
	sound b.xclbin
	run 0 -i b.xclbin --dump-section $kind:RAW:b.bin -f
	cmp -s a.bin b.bin || problem "$kind: not the same after JSON"
done
says a.json '"group_connectivity": \{'
run 0 -i vadd.xclbin --dump-section EMBEDDED_METADATA:RAW:m.xml
says m.xml '<kernel '
run 0 -i vadd.xclbin --dump-section mem_topology:json:m.json
says m.json '"m_sizeKB": "0x1000000"'
says m.json '"m_type": "MEM_DDR4"'

# A change is in the new image, under a new uuid, and nothing else has changed.
sed 's/DDR\[1\]/bank1/' m.json >n.json
run 0 -i vadd.xclbin --replace-section CONNECTIVITY:RAW:m.json -o broken.xclbin
says err 'warning: the result is not an image yet: .*CONNECTIVITY'
run 0 -i vadd.xclbin --replace-section MEM_TOPOLOGY:JSON:n.json -o c.xclbin
run 0 -i c.xclbin --info
says out '^   Name: +bank1$'
[ "$(stat -c %s c.xclbin)" = "$(stat -c %s vadd.xclbin)" ] || problem "the size has changed"
run 0 -i vadd.xclbin -o same.xclbin
[ "$("$fpgacl" info same.xclbin | grep uuid)" = "$("$fpgacl" info vadd.xclbin | grep uuid)" ] ||
	problem "a copy has another uuid"
[ "$("$fpgacl" info c.xclbin | grep uuid)" != "$("$fpgacl" info vadd.xclbin | grep uuid)" ] ||
	problem "a changed one has the same uuid"

echo '{"who": "me"}' >user.json
run 0 -i vadd.xclbin --add-section USER_METADATA:RAW:user.json --key-value USER:built:by:hand \
	--key-value USER:twice:1 --key-value USER:twice:2 -o d.xclbin
sound d.xclbin '^key +built=by:hand$'
sound d.xclbin '^key +twice=2$'
run 0 -i d.xclbin --dump-section USER_METADATA:RAW:back.json --force
cmp -s user.json back.json || problem "the section came back otherwise"
run 0 -i d.xclbin --remove-section USER_METADATA --remove-key built -o e.xclbin
run 1 -i e.xclbin --dump-section USER_METADATA:RAW:gone
says err 'there is no section USER_METADATA'
sound e.xclbin
grep -q built out && problem "the key is still there"
run 0 -i vadd.xclbin --key-value SYS:XclbinUUID:00112233445566778899aabbccddeeff -o f.xclbin
sound f.xclbin '00112233-4455-6677-8899-aabbccddeeff'
run 0 -i vadd.xclbin --add-section 'SOFT_KERNEL[one]:RAW:user.json' \
	--add-section 'SOFT_KERNEL[two]:RAW:m.json' -o g.xclbin
run 0 -i g.xclbin --dump-section 'SOFT_KERNEL[two]:RAW:two' --remove-section 'SOFT_KERNEL[one]' -o h.xclbin
cmp -s m.json two || problem "the wrong one of two sections"

# Entries appended to a table follow those that it has; an option takes several words.
cat >more.json <<'END'
{"schema_version": {"major": "1"}, "ip_layout": {"m_count": "1", "m_ip_data": [{"m_type": "IP_MEM_DDR4",
"m_index": "3", "m_pc_index": "2", "m_base_address": "0x20", "m_name": "added"}]}}
END
run 0 -i vadd.xclbin --dump-section IP_LAYOUT:JSON:first.json
run 0 -i vadd.xclbin --append-section :JSON:more.json -o j.xclbin
run 0 -i j.xclbin --dump-section IP_LAYOUT:JSON:both.json
names() { sed -n 's/.*"m_name": "\(.*\)".*/\1/p' "$1" | paste -sd,; }
[ "$(names both.json)" = "$(names first.json),added" ] || problem "appended: found $(names both.json)"
says both.json '"properties": "0x20003"'
run 0 -i vadd.xclbin --add-merge-section IP_LAYOUT:JSON:more.json -o k.xclbin
run 0 -i k.xclbin --dump-section IP_LAYOUT:JSON:merged.json
cmp -s both.json merged.json || problem 'merging is not appending'
run 0 --add-merge-section IP_LAYOUT:JSON:more.json --dump-section IP_LAYOUT:JSON:alone.json
[ "$(names alone.json)" = added ] || problem "merged into nothing: found $(names alone.json)"
run 0 --add-section 'VENDER_METADATA[a]:RAW:m.json' 'VENDER_METADATA[b]:RAW:n.json' \
	--dump-section 'VENDER_METADATA[b]:RAW:b.json' -f
cmp -s n.json b.json || problem 'the second word of an option has no effect'
run 1 --append-section IP_LAYOUT:JSON:more.json -o x
says err 'there is no section IP_LAYOUT to append to'
run 1 -i vadd.xclbin --append-section IP_LAYOUT:RAW:more.json -o x
says err 'IP_LAYOUT: only the entries of a JSON file can be appended'
run 1 -i vadd.xclbin --add-merge-section EMBEDDED_METADATA:JSON:more.json -o x
says err 'EMBEDDED_METADATA has no JSON form'
run 1 -i vadd.xclbin --append-section :JSON:user.json -o x
says err "'user.json': byte .*: expected the name of a table, such as ip_layout, before this"

# Sections of several parts: an image with facts about it, and several images.
printf 'the image' >object
echo '{"soft_kernel_metadata": {"mpo_version": "1.2", "m_num_instances": 3}}' >facts.json
run 0 --add-section 'SOFT_KERNEL[one]-OBJ:RAW:object' 'SOFT_KERNEL[one]-METADATA:JSON:facts.json' -o parts.xclbin
run 0 -i parts.xclbin --dump-section 'SOFT_KERNEL[one]-OBJ:RAW:object2' 'SOFT_KERNEL[one]-METADATA:JSON:facts2.json'
cmp -s object object2 || problem 'the image came back otherwise'
for fact in '"mpo_name": "one"' '"mpo_version": "1.2"' '"m_num_instances": "3"' '"mpo_symbol_name": ""'; do
	says facts2.json "$fact"
done
run 0 -i parts.xclbin --replace-section 'SOFT_KERNEL[one]-OBJ:RAW:user.json' -o parts2.xclbin
run 0 -i parts2.xclbin --dump-section 'SOFT_KERNEL[one]-OBJ:RAW:object3' 'SOFT_KERNEL[one]-METADATA:JSON:facts3.json'
cmp -s user.json object3 && cmp -s facts2.json facts3.json || problem 'replacing the image changed its facts'
run 0 --add-section BMC-FW:RAW:object BMC-METADATA:JSON:<(echo '{"bmc_metadata": {"m_version": "3"}}') \
	--dump-section BMC-METADATA:JSON:bmc.json BMC:RAW:bmc.bin
says bmc.json '"m_version": "3"'
[ "$(stat -c %s bmc.bin)" = $((248 + 9)) ] || problem "the section has $(stat -c %s bmc.bin) bytes"
run 0 --add-section MCS-SECONDARY:RAW:user.json MCS-PRIMARY:RAW:object -o mcs.xclbin
run 0 -i mcs.xclbin --dump-section MCS-PRIMARY:RAW:mcs1 MCS-SECONDARY:RAW:mcs2 MCS:RAW:mcs.bin
cmp -s object mcs1 && cmp -s user.json mcs2 || problem 'the images of an MCS are mixed up'
run 1 -i mcs.xclbin --add-section MCS-PRIMARY:RAW:object -o x
says err 'the image PRIMARY exists'
run 1 --add-section BMC-METADATA:JSON:facts.json
says err 'facts need an image: add the part FW first'
run 1 --add-section BMC-FW:JSON:facts.json
says err 'BMC-FW: expected RAW'
run 1 --add-section BMC-BOOT:RAW:object
says err "there is no kind of section 'BMC-BOOT'"
for text in '{"mpo_symbol_name": "a_name_of_20_letters"}' '{"m_num_instances": 129}' '{"colour": 1}' '3'; do
	run 1 --add-section 'SOFT_KERNEL[a]-OBJ:RAW:object' 'SOFT_KERNEL[a]-METADATA:JSON:'<(
		echo "{\"soft_kernel_metadata\": $text}")
	says err 'byte [0-9]+: expected'
done
# Damaged ones are refused, whatever is cut off or points elsewhere.
run 0 -i parts.xclbin --dump-section 'SOFT_KERNEL[one]:RAW:whole.bin'
for damage in 'head -c 79 whole.bin' 'head -c 85 whole.bin' 'printf "\377\377\377\377"; tail -c +5 whole.bin' \
	'head -c 4 whole.bin; printf "\377\377\377\377"; tail -c +9 whole.bin'; do
	run 1 --add-section 'SOFT_KERNEL[one]:RAW:'<(eval "$damage") --dump-section 'SOFT_KERNEL[one]-METADATA:JSON:x'
	says err 'soft_kernel_metadata: '
done
run 1 --add-section MCS:RAW:<(head -c 40 mcs.bin) --dump-section MCS-PRIMARY:RAW:x
says err 'MCS: 2 chunks do not fit into 40 bytes'

# Debug cores have a number whose bytes are apart.
echo '{"debug_ip_layout": {"m_count": "1", "m_debug_ip_data": [{"m_type": "AXI_NOC", "m_index": "515", "m_major": "1",
"m_minor": "2", "m_properties": "4", "m_base_address": "0xdead", "m_name": "noc"}]}}' >debug.json
run 0 --add-section DEBUG_IP_LAYOUT:JSON:debug.json --dump-section DEBUG_IP_LAYOUT:JSON:debug2.json \
	--dump-section DEBUG_IP_LAYOUT:RAW:debug.bin --key-value SYS:PlatformVBNV:a_b_c -o l.xclbin
says debug2.json '"m_index": "515"'
[ "$(od -An -tu1 -j8 -N6 debug.bin | tr -s ' ')" = ' 13 3 4 1 2 2' ] || problem "the bytes are $(od -An -tu1 -j8 -N6 debug.bin)"
run 0 --file-check -i l.xclbin
run 0 --key-value SYS:PlatformVBNV:a_b_c -o nothing.xclbin
run 1 --file-check -i nothing.xclbin
says err 'it has no section'
run 1 -i vadd.xclbin --add-pskernel a.so -o x
says err 'are not emulated: v\+\+ -l adds kernels'
run 1 -i vadd.xclbin --private-key a --certificate b -o x
says err 'signatures with certificates are neither written nor checked'

# A signature is a text behind the image, which stays as it is.
run 1 -i vadd.xclbin --get-signature
says err "'vadd.xclbin' has no signature"
run 0 -i vadd.xclbin --add-signature 'by me' -o signed.xclbin
sound signed.xclbin
run 0 -i signed.xclbin --get-signature
says out '^by me 49$'
[ "$(tail -c 49 signed.xclbin | od -An -tx1 -N44 | tr -d ' \n')" = "5349474e9dff41c08ccb82a7131cc9f3$(
	)00000000000000003100000000000000""2c0000000500000031000000" ] || problem 'the signature has another form'
run 1 -i signed.xclbin --add-signature again -o x
says err 'has a signature: --remove-signature first'
run 1 -i signed.xclbin --remove-signature
says err 'no output'
run 1 -i signed.xclbin --remove-signature -o vadd.xclbin
says err "'vadd.xclbin' exists"
run 0 -i signed.xclbin --remove-signature -o unsigned.xclbin
cmp -s vadd.xclbin unsigned.xclbin || problem 'the image has changed'
run 1 -i signed.xclbin --get-signature --info
says err 'no other operation'
run 0 -i signed.xclbin --key-value USER:a:b -o edited.xclbin
run 1 -i edited.xclbin --get-signature
run 1 -i user.json --get-signature
says err 'expected an xclbin'
# Nothing else may be behind the image.
for damage in 'head -c -1 signed.xclbin' 'cat signed.xclbin; echo' \
	'cat vadd.xclbin; tail -c 49 signed.xclbin | head -c 32; printf "\377\377\377\377"; tail -c 13 signed.xclbin'; do
	eval "$damage" >damaged.xclbin
	run 1 -i damaged.xclbin --get-signature
	says err 'expected a signature behind the image, found [0-9]+ other bytes'
	"$fpgacl" info damaged.xclbin >out 2>&1 && problem "$damage: accepted"
done

# A new image without an input file.
run 0 --target hw --add-section BITSTREAM:RAW:user.json --add-section MEM_TOPOLOGY:JSON:m.json -o i.xclbin
run 0 -i i.xclbin --info
says out '^   Content: +Bitstream$'

run 1 -i vadd.xclbin -o vadd.xclbin
says err "'vadd.xclbin' exists; --force replaces it"
run 1 -i vadd.xclbin --add-section MEM_TOPOLOGY:JSON:m.json -o x
says err 'section MEM_TOPOLOGY exists: use --replace-section'
run 1 -i vadd.xclbin --replace-section USER_METADATA:RAW:m.json -o x
says err 'no section USER_METADATA to replace'
run 1 -i vadd.xclbin --remove-section NONSENSE -o x
says err "there is no kind of section 'NONSENSE'"
run 1 -i vadd.xclbin --dump-section EMBEDDED_METADATA:JSON:x
says err 'has no JSON form: use RAW'
run 1 -i vadd.xclbin --dump-section MEM_TOPOLOGY:HTML:x
says err "format 'HTML': expected RAW or JSON"
run 1 -i vadd.xclbin --dump-section MEM_TOPOLOGY
says err 'expected KIND:RAW:file'
run 1 -i vadd.xclbin --key-value USER:alone -o x
says err 'expected USER:<key>:<value>'
run 1 -i vadd.xclbin --key-value USER:fpgacl.isa:x86-64 -o x
run 1 -i vadd.xclbin --remove-key nothing -o x
run 1 -i vadd.xclbin --remove-section BITSTREAM -o x
says err 'payload'
# Without an output, changes are made in memory: their dumps show them.
run 0 -i vadd.xclbin --add-section USER_METADATA:RAW:user.json --dump-section USER_METADATA:RAW:memory.json
cmp -s user.json memory.json || problem 'a section added in memory is not there'
says err 'warning: the changed image is not written: there is no --output FILE'
run 1 --info
says err 'no input'
run 1 -i user.json --info
run 1 -i missing --info
says err "cannot read 'missing': No such file"
run 1 -i . --info
says err "cannot read '.': Is a directory"
# A pipe is read to its end.
run 0 -i <(cat vadd.xclbin) --info
says out '^   Kernels: +vadd$'
run 1 -i vadd.xclbin --bogus
for text in '{}' '{"mem_topology": {"m_mem_data": [{"m_used": "300"}]}}' \
	'{"mem_topology": {"m_mem_data": [{"m_type": "MEM_TAPE"}]}}' \
	'{"mem_topology": {"m_mem_data": [{"m_colour": "1"}]}}' \
	'{"mem_topology": {"m_mem_data": [{"m_tag": "a tag that is much too long"}]}}' '[' ''; do
	echo "$text" >bad.json
	run 1 -i vadd.xclbin --replace-section MEM_TOPOLOGY:JSON:bad.json -o x
	says err "^xclbinutil: error: 'bad.json': "
done
[ -e x ] && problem "a failed run has written its output"

exit $((failures > 0))
