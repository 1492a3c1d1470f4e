#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# refusals.sh <fpgacl> <designs>: files that contradict each other, or that no card can be made of, are refused, with what
# was expected and what was found; nothing is written then.
# shellcheck disable=SC1091
set -eu
. "$(dirname "$0")/import.sh"
fpgacl=$1 designs=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0

# Copies of the files, to spoil one: fresh <design>
fresh() {
	rm -rf "$folder/in" "$folder/out"
	cp -r "$designs/$1" "$folder/in"
	chmod -R u+w "$folder/in"
}

# refused <text> <file or option>...: and the text is in the message.
refused() {
	text=$1
	shift
	if (cd "$folder/in" && "$fpgacl" card import "$@" -o "$folder/out") >"$folder/said" 2>"$folder/errors"; then
		echo "accepted, but expected: $text"
		failed=1
	elif ! grep -q -- "$text" "$folder/errors" || [ -e "$folder/out" ]; then
		echo "expected: $text"
		cat "$folder/errors"
		failed=1
	fi
}

# accepted <text> <file or option>...: and the text is in what is said.
accepted() {
	text=$1
	shift
	(cd "$folder/in" && "$fpgacl" card import "$@" -o "$folder/out") >"$folder/said" 2>&1 || failed=1
	grep -q -- "$text" "$folder/said" || {
		echo "expected: $text"
		cat "$folder/said"
		failed=1
	}
}

spoil() {
	sed -i "$2" "$folder/in/$1"
}

# --- the design ---
fresh kcu116
refused 'expected the .hwh, .bd or .xsa file of a design' xvadd_hw.h
refused 'expected one .hwh, .bd or .xsa file' top.hwh top.hwh
refused 'expected one description of kernel vadd' top.hwh xvadd_hw.h xvadd_hw.h
refused 'expected a name of 1 to 32 letters' top.hwh --name 'a/b'
refused 'No such file' nothing.hwh
spoil top.hwh 's/xilinx.com:ip:xdma:/xilinx.com:ip:qdma:/'
refused 'expected a design with XDMA' top.hwh xvadd_hw.h
fresh kcu116
spoil top.hwh 's/VALUE="AXI_Memory_Mapped"/VALUE="AXI_Stream"/'
refused 'streams are not supported' top.hwh xvadd_hw.h
fresh kcu116
spoil top.hwh 's/NAME="axilite_master_en" VALUE="true"/NAME="axilite_master_en" VALUE="false"/'
refused 'expected the interface M_AXI_LITE' top.hwh xvadd_hw.h
fresh kcu116
spoil top.hwh 's/NAME="pciebar2axibar_axil_master" VALUE="0x/NAME="pciebar2axibar_axil_master" VALUE="x/'
refused 'expected an address as pciebar2axibar_axil_master, found "x0000000044A00000"' top.hwh xvadd_hw.h
fresh kcu116
spoil top.hwh '/ADDRESS_BLOCK\|Mem0/d'
refused 'expected memory that xdma_0 reaches by M_AXI, found none' top.hwh xvadd_hw.h
fresh kcu116
spoil top.hwh 's/HIGHVALUE="0xBFFFFFFF"/HIGHVALUE="0xC0000FFF"/'
refused 'expected memories apart' top.hwh xvadd_hw.h
fresh kcu116
spoil top.hwh 's/HIGHVALUE="0xBFFFFFFF"/HIGHVALUE="0x7FFFFFFF"/'
refused 'top.hwh:[0-9]*: <MEMRANGE>: expected an address from BASEVALUE on in HIGHVALUE, found "0x7FFFFFFF"' top.hwh
fresh kcu116
spoil top.hwh 's/<EDKSYSTEM/<!DOCTYPE x><EDKSYSTEM/'
refused 'without a DOCTYPE' top.hwh
fresh kcu116
spoil top.hwh "\$d"
refused 'expected well-formed XML' top.hwh
fresh litefury
spoil top.bd '/"pf0_device_id"/,/}/d'
refused 'say it with --ids <vendor>:<device>' top.bd component.xml
accepted 'board litefury: 10ee:7011' top.bd component.xml --ids 10ee:7011
fresh litefury
spoil top.bd "\$d"
refused "top.bd:[0-9]*: expected ',' or '}' in a block design" top.bd
fresh litefury
echo '<?xml version="1.0"?><bd/>' >"$folder/in/top.bd"
refused 'found XML, as older versions of Vivado have it' top.bd
fresh litefury
spoil top.bd 's/"512M"/"512X"/'
refused 'a range such as 64K, found "512X"' top.bd

# --- BARs, and memory that is a processor's ---
fresh kcu116
spoil top.hwh 's/0x0000000044A00000/0x44A0_0000/; /"axilite_master_en"/a <PARAMETER NAME="BARLITE_EXT_PF0" VALUE="0x02"/><PARAMETER NAME="BARLITE_INT_PF0" VALUE="0x10"/>'
accepted 'XDMA in BAR 4, 2 and 2 channels; registers in BAR 1, 0x100000 bytes from 0x44a00000' top.hwh xvadd_hw.h
rm -r "$folder/out"
spoil top.hwh 's/VALUE="0x10"/VALUE="0x02"/'
refused 'expected another BAR than barlite_ext_pf0 as barlite_int_pf0, found "0x02"' top.hwh xvadd_hw.h
spoil top.hwh 's/NAME="BARLITE_INT_PF0" VALUE="0x02"/NAME="BARLITE_INT_PF0" VALUE="0x40"/'
refused 'expected a bit for one of six BARs as barlite_int_pf0, found "0x40"' top.hwh xvadd_hw.h
fresh kcu116
spoil top.hwh 's/0x0000000044A00000/0x44A0_/'
refused 'expected an address as pciebar2axibar_axil_master, found "0x44A0_"' top.hwh xvadd_hw.h
fresh kcu116
spoil top.hwh 's/xilinx.com:ip:ddr4:2.2/xilinx.com:ip:zynq_ultra_ps_e:3.5/; s/C0_DDR4_ADDRESS_BLOCK/HPC0_DDR_LOW/'
spoil top.hwh 's/^ *<MEMRANGE ADDRESSBLOCK="HPC0_DDR_LOW".*MASTERBUSINTERFACE="M_AXI".*/&\n&/'
spoil top.hwh '0,/HPC0_DDR_LOW/s/HPC0_DDR_LOW" BASEVALUE="0x80000000" HIGHVALUE="0xBFFFFFFF/HPC0_QSPI" BASEVALUE="0x20000000" HIGHVALUE="0x3FFFFFFF/'
accepted 'HPC0_QSPI of ddr4_0 is left out: it is not DDR memory' top.hwh xvadd_hw.h
accepted "HPC0_DDR_LOW of ddr4_0 is memory of the processor's software, too" top.hwh xvadd_hw.h
if grep -q '0x20000000' "$folder/out/kcu116/board.xml"; then
	echo "a processor's flash became a bank"
	failed=1
fi

# --- options ---
fresh kcu116
for option in -o --name --ids --uuid --identify --value --buffer; do
	refused "expected a value after $option" top.hwh "$option" ''
	refused "expected a value after $option" top.hwh "$option"
done
refused 'expected once, found twice: --name' top.hwh --name a --name b
refused 'expected once, found twice: -o' top.hwh -o "$folder/other"
refused 'unexpected option --nane' top.hwh --nane x
for ids in 10ee 10ee: :7011 0:7011 ffff:7011 10ee:70111 -1:7011 '10ee: 11'; do refused 'value after --ids\|--ids takes' top.hwh --ids "$ids"; done
for id in 1 @0 1@ -1@0 1@-1 4294967295@0 4294967296@0 1@18446744073709551616; do
	refused 'value after --identify\|--identify takes' top.hwh --identify "$id"
done
refused '--uuid takes' top.hwh --uuid 00000000-0000-0000-0000-000000000000@0x44a00000
refused '--uuid takes' top.hwh --uuid 6f1c7c52-5d11-4ff9-8f3b-6b4f6e0f7a1@0x44a00000
refused 'expected one --value or --buffer, found two for vadd.a' top.hwh xvadd_hw.h --value vadd.a --buffer vadd.a
refused 'no kernel of these files has an argument "vadd."' top.hwh xvadd_hw.h --value vadd.
refused 'expected <kernel>.<argument>, found vadd' top.hwh xvadd_hw.h --value vadd
accepted '0x01c  b                a number of 64 bits' top.hwh xvadd_hw.h --value vadd.a --value vadd.b

# start_refused <text> <option>...
start_refused() {
	text=$1
	shift
	if timeout 10 "$fpgacl" card start u250 "$@" --socket "$folder/socket" >"$folder/said" 2>&1 || ! grep -q -- "$text" "$folder/said"; then
		echo "expected of card start: $text"
		cat "$folder/said"
		failed=1
	fi
}
for option in --image --design --channels --ids --window --fault; do start_refused "expected a value after $option" "$option" ''; done
start_refused 'expected once, found twice: --socket' --socket "$folder/other"
for channels in 0 5 11 x; do start_refused '--channels takes a number from 1 to 4' --channels "$channels"; done
for window in 0 3 2097152 99999999999999999999 1x; do start_refused '--window takes MiB' --window "$window"; done
for ids in 0:1 ffff:1 10ee; do start_refused '--ids takes' --ids "$ids"; done

# --- kernels against the design ---
fresh kcu116
spoil top.hwh 's/xilinx.com:hls:vadd:/xilinx.com:hls:vmul:/'
refused 'xvadd_hw.h: expected a core vadd in top.hwh, found none' top.hwh xvadd_hw.h
accepted 'vadd_1 (xilinx.com:hls:vmul:1.0) is left out' top.hwh
fresh kcu116
spoil top.hwh 's/VALUE="0x28"/VALUE="0x24"/'
refused 'expected the register sum_1 of vadd_1 at 0x28, as xvadd_hw.h says, found it at 0x24' top.hwh xvadd_hw.h
fresh kcu116
spoil top.hwh 's/NAME="n"/NAME="m"/'
refused 'expected a register of vadd_1 for argument n' top.hwh xvadd_hw.h
fresh kcu116
spoil top.hwh 's/HIGHVALUE="0x44A1FFFF"/HIGHVALUE="0x44A1001F"/'
refused 'expected at least 0x38 bytes of addresses for the registers of vadd_1' top.hwh xvadd_hw.h
fresh kcu116
spoil top.hwh 's/0x44A1/0x44B1/g'
refused 'expected vadd_1 within the BAR of M_AXI_LITE, 0x44a00000 to 0x44afffff, found it at 0x44b10000' top.hwh xvadd_hw.h
fresh kcu116
spoil top.hwh '/INSTANCE="vadd_1" MASTERBUSINTERFACE="M_AXI_LITE"/d'
refused "expected the registers of vadd_1 at an address of xdma_0's M_AXI_LITE, found none" top.hwh xvadd_hw.h
fresh kcu116
spoil top.hwh '/m_axi_gmem.*MEMORY/s/BASEVALUE="0x80000000" HIGHVALUE="0xBFFFFFFF"/BASEVALUE="0x0" HIGHVALUE="0x3FFFFFFF"/'
refused 'expected ddr4_0 at 0x80000000 for vadd_1, too, as xdma_0 sees it, found it at 0x0' top.hwh xvadd_hw.h
fresh kcu116
spoil top.hwh '/m_axi_gmem.*MEMORY/s/0xBFFFFFFF/0x8FFFFFFF/'
accepted 'DDR\[0\] has 0x10000000 bytes: vadd_1 reaches no more' top.hwh xvadd_hw.h
fresh vcu118
spoil top.hwh '/m_axi_gmem/d'
refused 'within reach of kernels/vadd_1 for argument a (port M_AXI_GMEM), found none' top.hwh kernel.xml
fresh vcu118
spoil top.hwh 's/NAME="In0"/NAME="InX"/; s/NAME="In1"/NAME="In0"/'
accepted '0 of 2 compute units interrupt; the others are polled' top.hwh kernel.xml
fresh vcu118
spoil top.hwh 's/BASEVALUE="0x30000"/BASEVALUE="0x20000"/'
refused 'expected registers apart, found those of kernels/vadd_[12] and kernels/vadd_[12] both at 0x20000' top.hwh kernel.xml
refused 'expected the identification at a multiple of 4 within the BAR' top.hwh --identify 1@0x2000000
refused 'expected the identification at a multiple of 4 within the BAR' top.hwh --uuid 6f1c7c52-5d11-4ff9-8f3b-6b4f6e0f7a10@0x10000 \
	--identify 1@0x2000000
fresh kcu116
refused 'expected the identification outside of the registers of vadd_1, found 0x44a10000' top.hwh xvadd_hw.h --identify 1@0x44a10000

# An argument that an older description lacks.
fresh kcu116
spoil top.hwh 's/^ *<REGISTER NAME="n">/&<PROPERTY NAME="DESCRIPTION" VALUE="Data signal of n"\/>/'
accepted '0x034  n                a number of 32 bits' top.hwh xvadd_hw.h
rm -r "$folder/out"
spoil xvadd_hw.h '/Data signal of n/,/reserved/d; /_N_DATA/d'
refused 'expected an argument at 0x34 in xvadd_hw.h, as vadd_1 has its register n there, found none' top.hwh xvadd_hw.h

# --- descriptions of kernels ---
fresh kcu116
spoil xvadd_hw.h 's/ADDR_B_DATA 0x1c/ADDR_B_DATA 0x18/'
refused 'xvadd_hw.h:[0-9]*: expected b at 0x1c, as line [0-9]* says, found it at 0x18' top.hwh xvadd_hw.h
fresh kcu116
spoil xvadd_hw.h '/Data signal of n/d'
refused 'expected a comment "Data signal of" before the definition of a register, found "N_DATA"' top.hwh xvadd_hw.h
fresh kcu116
spoil xvadd_hw.h '/BITS_N_DATA/d'
refused 'expected a definition of the bits of n' top.hwh xvadd_hw.h
fresh kcu116
spoil xvadd_hw.h '/AP_CTRL/d'
refused 'expected a control register (AP_CTRL), found none' top.hwh xvadd_hw.h
fresh kcu116
spoil xvadd_hw.h 's/XVADD_CONTROL_ADDR_N/XVADD_OTHER_ADDR_N/'
refused 'expected n in s_axi_OTHER alone, found it in s_axi_CONTROL, too' top.hwh xvadd_hw.h
fresh kcu116
cat >>"$folder/in/xvadd_hw.h" <<'EOF'
// 0x40 : Data signal of ap_return
//        bit 31~0 - ap_return[31:0] (Read)
#define XVADD_CONTROL_ADDR_AP_RETURN 0x40
#define XVADD_CONTROL_BITS_AP_RETURN 32
EOF
accepted '0x034  n                a number of 32 bits' top.hwh xvadd_hw.h
if grep -q ap_return "$folder/said"; then
	echo "a result became an argument"
	failed=1
fi
# Inputs with a handshake, and an interface of 64 bits.
fresh kcu116
echo '// 0x38 : Control signal of n' >>"$folder/in/xvadd_hw.h"
refused 'expected an argument without a handshake (ap_none), found "n' top.hwh xvadd_hw.h
fresh litefury
spoil component.xml 's/>Data signal of sum</>Control signal of b</'
refused 'the interface: expected an argument without a handshake (ap_none), found "b"' top.bd component.xml
fresh litefury
spoil component.xml '/<spirit:name>IP_IER</,/<spirit:access>/s/0x8</0x10</; /<spirit:name>a_1</,/<spirit:access>/s/0x10</0x20</; /<spirit:name>a_2</,/<spirit:access>/s/0x14</0x24</'
spoil component.xml '/<spirit:name>b_[12]</,/<spirit:access>/s/0x1c</0x40</; /<spirit:name>b_[12]</,/<spirit:access>/s/0x20</0x44</'
accepted 'polled: its interrupt registers are not at 0x4, 0x8 and 0xc' top.bd component.xml
if grep -q 'IP_IER' "$folder/said"; then
	echo "an interrupt register became an argument"
	failed=1
fi
fresh kcu116
spoil xvadd_hw.h 's/\(ADDR_GIE *\)0x0*4/\10x08/'
accepted 'vadd_1 is polled: its interrupt registers are not at 0x4, 0x8 and 0xc' top.hwh xvadd_hw.h
grep -q 'irqs="0"' "$folder/out/kcu116/board.xml" || failed=1
fresh litefury
spoil component.xml 's/0x34</0x2c</'
refused 'expected the registers of sum and n apart' top.bd component.xml
fresh litefury
spoil component.xml 's/0x34</elsewhere</'
refused 'component.xml:[0-9]*: n: expected an addressOffset below 1 MiB, found "elsewhere"' top.bd component.xml
fresh vcu118
spoil kernel.xml 's/ap_ctrl_chain/ap_ctrl_none/'
refused 'expected ap_ctrl_hs or ap_ctrl_chain, found "ap_ctrl_none"' top.hwh kernel.xml
fresh litefury
refused 'no kernel of these files has an argument "vadd.m"' top.bd component.xml --value vadd.m
accepted '0x01c  b                a number of 64 bits' top.bd component.xml --value vadd.b

# --- streams, and .xo files: a host counts a stream like any other argument ---
fresh vcu118
spoil kernel.xml 's/ id="\([123]\)"/ id="+\1"/; s/"+3"/"4"/; s/"+2"/"3"/; s/"+1"/"2"/'
spoil kernel.xml '/name="a"/a <arg name="s" addressQualifier="4" id="1" port="s_in" size="0x4" offset="0x0" type="stream" hostOffset="0x0" hostSize="0x4"/>'
spoil kernel.xml '/<ports>/a <port name="s_in" mode="read_only" dataWidth="32" portType="stream"/>'
accepted '  -      s                a stream' top.hwh kernel.xml
accepted '0x034  n                a number of 32 bits' top.hwh kernel.xml
"$fpgacl" info "$folder/out/vcu118/vcu118.xclbin" >"$folder/said"
if ! grep -q '^ *1 s  *stream  *stream ' "$folder/said" || ! grep -q '^ *2 b  *int\* .* 0x01c' "$folder/said"; then
	echo "arguments have other places than in kernel.xml:"
	cat "$folder/said"
	failed=1
fi
rm -r "$folder/out"
refused 'no kernel of these files has an argument "vadd.s"' top.hwh kernel.xml --buffer vadd.s
if ldd "$fpgacl" | grep -q libzip; then
	mkdir -p "$folder/in/vadd" "$folder/in/ip_repo/inner"
	cp "$folder/in/kernel.xml" "$folder/in/vadd"
	cp "$designs/litefury/component.xml" "$folder/in/ip_repo"
	sed 's/>vadd</>inner</' "$designs/litefury/component.xml" >"$folder/in/ip_repo/inner/component.xml"
	(cd "$folder/in" && python3 -m zipfile -c vadd.xo ip_repo vadd && python3 -m zipfile -c older.xo ip_repo &&
		python3 -m zipfile -c empty.xo top.hwh && python3 -m zipfile -c two.xo vadd kernel.xml)
	accepted '  -      s                a stream' top.hwh vadd.xo
	accepted 'kernel vadd (older.xo): ap_ctrl_hs' top.hwh older.xo
	rm -r "$folder/out"
	refused 'empty.xo: expected a kernel.xml or component.xml in this archive, found neither' top.hwh empty.xo
	refused 'two.xo: expected one kernel.xml, found another one: kernel.xml' top.hwh two.xo
	head -c 400 "$folder/in/vadd.xo" >"$folder/in/short.xo"
	cp "$folder/in/kernel.xml" "$folder/in/top.xo"
	refused 'short.xo: this archive is damaged' top.hwh short.xo
	refused 'top.xo: expected an .xo file of the vendor' top.hwh top.xo
fi

# --- exports: the design, its bitstream, and the headers of all that HLS has made ---
if ldd "$fpgacl" | grep -q libzip; then
	fresh kcu116
	bitstream ku5p-ffvb676-2-e >"$folder/in/kcu116.bit"
	mkdir -p "$folder/in/drivers/src"
	mv "$folder/in/xvadd_hw.h" "$folder/in/drivers/src"
	sed 's/vadd/vother/g; s/VADD/VOTHER/g' "$folder/in/drivers/src/xvadd_hw.h" >"$folder/in/drivers/src/xvother_hw.h"
	sed 's/NAME="kcu116"/NAME="inner"/' "$folder/in/top.hwh" >"$folder/in/smc.hwh"
	cat >"$folder/in/sysdef.xml" <<'EOF'
<?xml version="1.0"?>
<Project>
	<File Type="HW_HANDOFF" Name="smc.hwh"/>
	<File Type="HW_HANDOFF" Name="top.hwh" BD_TYPE="DEFAULT_BD"/>
	<File Type="BIT" Name="kcu116.bit"/>
</Project>
EOF
	pack() {
		(cd "$folder/in" && rm -f top.xsa && python3 -m zipfile -c top.xsa smc.hwh top.hwh kcu116.bit drivers "$@")
	}
	pack sysdef.xml
	accepted 'kernel vadd (top.xsa: drivers/src/xvadd_hw.h): ap_ctrl_hs' top.xsa
	accepted 'bitstream top.xsa: kcu116.bit: top, for ku5p-ffvb676-2-e' top.xsa
	accepted 'vadd_1   registers at 0x44a10000, interrupt 0' top.xsa
	rm -r "$folder/out"
	cp "$folder/in/top.xsa" "$folder/in/older.hdf"
	accepted 'board kcu116: 10ee:9038' older.hdf
	rm -r "$folder/out"
	refused 'expected one .hwh, .bd or .xsa file, found top.xsa: top.hwh and top.hwh' top.xsa top.hwh
	refused 'expected one .bit file' top.xsa kcu116.bit
	# A description beside the export comes first.
	cp "$designs/litefury/component.xml" "$folder/in"
	accepted 'kernel vadd (component.xml): ap_ctrl_hs' top.xsa component.xml
	rm -r "$folder/out"
	sed -i 's/XVADD_CONTROL_ADDR_N/XVADD_OTHER_ADDR_N/' "$folder/in/drivers/src/xvadd_hw.h"
	pack sysdef.xml
	accepted 'vadd_1 is left out: top.xsa: drivers/src/xvadd_hw.h:[0-9]*: expected n in s_axi_OTHER alone' top.xsa
	rm -r "$folder/out"
	pack
	refused 'top.xsa: expected a .hwh file in it, and a sysdef.xml that says which one' top.xsa
	spoil sysdef.xml 's/top.hwh/other.hwh/'
	pack sysdef.xml
	refused 'top.xsa: expected a .hwh file in it, and a sysdef.xml that says which one' top.xsa
	echo '<Project' >"$folder/in/sysdef.xml"
	pack sysdef.xml
	refused 'top.xsa: sysdef.xml:[0-9]*: expected well-formed XML' top.xsa
	cp "$folder/in/top.hwh" "$folder/in/top.xsa"
	refused 'top.xsa: expected an .xsa file, a Zip archive, found other bytes' top.xsa
fi
fresh litefury
spoil component.xml '/<spirit:version>/a <spirit:busInterfaces><spirit:busInterface><spirit:name>s</spirit:name><spirit:busType spirit:name="axis"/></spirit:busInterface></spirit:busInterfaces>'
accepted 'does not say where among the arguments the streams of vadd are' top.bd component.xml

fresh kcu116
spoil top.hwh '/<MODULE FULLNAME="\/vadd_1"/a <BUSINTERFACES><BUSINTERFACE NAME="s" TYPE="TARGET" VLNV="xilinx.com:interface:axis:1.0"/></BUSINTERFACES>'
accepted 'xvadd_hw.h does not say where among the arguments the streams of vadd are' top.hwh xvadd_hw.h

# --- registers in two interfaces ---
two_interfaces() {
	fresh kcu116
	into_two_interfaces "$folder/in"
}
two_interfaces
refused 'do not say the order of its arguments: say it with --args vadd.<argument>' top.hwh xvadd_hw.h
accepted '0x010  n                a number of 32 bits' top.hwh xvadd_hw.h --args vadd.a,b,sum,n
accepted "0x10028  sum              a buffer's address of 64 bits" top.hwh xvadd_hw.h --args vadd.n,sum,a,b
"$fpgacl" info "$folder/out/kcu116/kcu116.xclbin" >"$folder/said"
if ! grep -q '^ *0 n .* 0x010' "$folder/said" || ! grep -q '^ *1 sum .* 0x10028' "$folder/said" ||
	! grep -q '^ *3 b .* 0x1001c' "$folder/said"; then
	echo "arguments have other places than --args says:"
	cat "$folder/said"
	failed=1
fi
rm -r "$folder/out"
for order in a,b,sum a,b,sum,n, a,b,sum,n,n a,b,sum,m ,a,b,sum,n a,,b,sum,n ''; do
	refused '--args: expected' top.hwh xvadd_hw.h --args "vadd.$order"
done
refused '--args: no file describes a kernel "vmul"' top.hwh xvadd_hw.h --args vmul.a
refused 'expected <kernel>.<argument>' top.hwh xvadd_hw.h --args vadd
spoil top.hwh '/SLAVEBUSINTERFACE="s_axi_control_r"/s/0x44A2/0x44A0/g'
refused 'expected s_axi_control_r of vadd_1 less than 1 MiB after s_axi_control, and' top.hwh xvadd_hw.h --args vadd.a,b,sum,n
spoil top.hwh '/SLAVEBUSINTERFACE="s_axi_control_r"/d'
refused "expected the registers of vadd_1, s_axi_CONTROL_R at an address of xdma_0's M_AXI_LITE, found none" top.hwh \
	xvadd_hw.h --args vadd.a,b,sum,n
two_interfaces
spoil top.hwh '/SLAVEBUSINTERFACE="s_axi_control_r"/s/0x44A2FFFF/0x44A2001F/'
refused 'expected at least 0x30 bytes of addresses for the registers of vadd_1' top.hwh xvadd_hw.h --args vadd.a,b,sum,n
two_interfaces
spoil top.hwh 's/VALUE="0x28"/VALUE="0x24"/'
refused 'expected the register sum_1 of vadd_1 at 0x28, as xvadd_hw.h says, found it at 0x24' top.hwh xvadd_hw.h \
	--args vadd.a,b,sum,n
fresh litefury
python3 - "$folder/in/component.xml" <<'EOF'
import sys

text = open(sys.argv[1]).read()
at = text.index('<spirit:register>', text.index('IP_ISR'))
end = text.rindex('<spirit:register>')
other = '<spirit:memoryMap><spirit:name>s_axi_control_r</spirit:name><spirit:addressBlock>'
other += text[at:end] + '</spirit:addressBlock></spirit:memoryMap></spirit:memoryMaps>'
text = text[:at] + text[end:].replace('0x34', '0x10').replace('</spirit:memoryMaps>', other)
open(sys.argv[1], 'w').write(text)
EOF
refused 'do not say the order of its arguments' top.bd component.xml
refused 'expected the registers of vadd_1, s_axi_control_r at an address' top.bd component.xml --args vadd.a,b,sum,n

# --- bitstreams ---
fresh litefury
bitstream 7a100tfgg484 >"$folder/in/top.bit"
accepted 'bitstream top.bit: top, for 7a100tfgg484, of 2026/11/29 08:00:00' top.bd component.xml top.bit
"$fpgacl" info "$folder/out/litefury/litefury.xclbin" | grep -q 'fpgacl.part=7a100tfgg484' || failed=1
fresh litefury
bitstream 7a35tfgg484 >"$folder/in/top.bit"
refused 'expected a bitstream for xc7a100tfgg484-2L, the part of top.bd, found one for 7a35tfgg484' top.bd top.bit
bitstream 7a100tfgg484 | head -c 80 >"$folder/in/top.bit"
refused 'expected 16 bytes of data, as its header says, found' top.bd top.bit
bitstream 7a100tfgg484 | tr '\252' '\000' >"$folder/in/top.bit"
refused 'expected the word 0xaa995566' top.bd top.bit
echo text >"$folder/in/top.bit"
refused 'expected a .bit file of Vivado' top.bd top.bit
exit $failed
