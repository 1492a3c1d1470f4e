#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# xbutil.sh TREE IMAGE: what scripts ask XRT's tool about boards, as text and as JSON, and what it refuses.
. "$(dirname "$0")/lib.sh"
tree=$1 image=$2
unset OCL_ICD_VENDORS PLATFORM_REPO_PATHS
. "$tree/settings64.sh"
export FPGACL_DEVICES=emu:u250,emu:u50

# The tree has fpgacl itself, too.
[ "$(command -v fpgacl)" = "$XILINX_VITIS/bin/fpgacl" ] || problem 'settings64.sh leaves fpgacl off PATH'
# The tree is named as XRT's root, and the log does not complain that XRT is elsewhere.
call 0 env -u FPGACL_DEVICES FPGACL_LOG=warn fpgacl list
grep -q 'XILINX_XRT is' err && problem "the log complains about the tree's own XILINX_XRT"

call 0 xbutil --new examine
says out '^XRT$'
says out '^Devices present$'
says out '^\[[0-9a-f:.]*\] *:  xilinx_u250_.*Yes$'
says out '^\[[0-9a-f:.]*\] *:  xilinx_u50_.*Yes$'
second=$(sed -n 's/^\[\([0-9a-f:.]*\)\] *:  xilinx_u50_.*/\1/p' out)
call 0 xrt-smi examine -r memory thermal -d "$second"
says out "^\[$second\] : xilinx_u50_"
says out '^  HBM\[0\] *MEM_HBM *[0-9]+ KB  0x'
grep -q u250 out && problem 'another device is shown'
call 0 xbutil examine --report all --format JSON --output all.json
cat >look.py <<'END'
import json
facts = json.load(open("all.json"))
assert [d["is_ready"] for d in facts["system"]["host"]["devices"]] == ["true", "true"]
assert facts["devices"][1]["platforms"][0]["static_region"]["vbnv"].startswith("xilinx_u50_")
assert any(m["tag"] == "DDR[0]" for m in facts["devices"][0]["mem_topology"]["board"]["memory"]["memories"])
END
call 0 python3 look.py
call 1 xbutil examine -f JSON -o all.json
says err "'all.json' exists; --force replaces it"
call 0 xbutil examine -f JSON -o all.json --force

call 0 xbutil validate -d "${second#0000:}" --run dma
says out "^Validate Device *: \[$second\]$"
says out '^ *Test Status *: \[PASSED\]$'
says out '^Validation completed$'
call 0 xbutil validate --device 1 -f JSON -o checked.json
grep -q '"status": "PASSED"' checked.json || problem 'the JSON says nothing of the test'
call 0 xbutil reset --device 0 --force
says out '^Successfully reset Device\['
call 0 xbutil program --device 0 --user "$image"
says out 'Successfully downloaded xclbin'

call 1 xbutil reset
says err 'expected --device with one of 0000:'
call 1 xbutil examine -d ff:00.1
says err "there is no device 'ff:00.1': expected one of 0000:"
call 1 xbutil examine --report taste
says err "expected one of host, .*, found 'taste'"
call 1 xbutil examine --format yaml
says err "expected plain or JSON, found 'yaml'"
call 2 xbutil query
says err 'xbutil examine --report all --device BDF'
call 2 xbutil flash scan
says err 'emulated boards have no such thing'
call 2 xbutil examine --bogus
says err "unknown option or word '--bogus'"
call 1 xbutil program --device 0
says err 'expected --user FILE.xclbin'
call 1 xbutil configure --device 0 --host-mem
says err 'there is nothing to configure'
exit $((failures > 0))
