# SPDX-License-Identifier: Apache-2.0
# Sourced by bash or zsh: what Intel's SDK calls its settings. The tree is the one around this folder.
if [ -n "${BASH_SOURCE:-}" ]; then
	fpgacl_intel=$(eval 'echo "${BASH_SOURCE[0]}"') # hidden from shells that cannot parse it
else
	fpgacl_intel=$0
fi
. "$(dirname "$fpgacl_intel")/../settings64.sh"
unset fpgacl_intel
