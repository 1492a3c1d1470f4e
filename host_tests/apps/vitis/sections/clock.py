# SPDX-License-Identifier: Apache-2.0
"""The clocks of the design: clock.py DEFAULT_MHZ MHZ"""
import sys

print("[clock]\ndefaultFreqHz=%s000000\nfreqHz=%s000000:left.ap_clk,right" % tuple(sys.argv[1:]))
