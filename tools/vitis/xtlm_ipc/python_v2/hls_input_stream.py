# SPDX-License-Identifier: Apache-2.0
"""The class of this name (UG1393, "Writing Python Traffic Generators")."""
from xtlm_ipc_ports import number_sender


class hls_input_stream(number_sender):
    pass
