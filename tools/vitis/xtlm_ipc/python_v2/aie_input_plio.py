# SPDX-License-Identifier: Apache-2.0
"""The class of this name (UG1393, "Writing Python Traffic Generators")."""
from xtlm_ipc_ports import number_sender


class aie_input_plio(number_sender):
    pass
