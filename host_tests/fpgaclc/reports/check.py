#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check.py WRITE DESIGN: what public parsers of HLS reports look for, in those that WRITE makes of DESIGN.

They read XML by the names of elements (hls4ml, HLSFactory, FINN, scripts of papers), and the text by titles, by rows of
tables and by how many lines below a title a row is.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ET
from xml.dom import minidom

WRITE, DESIGN = sys.argv[1:3]


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


class Reports(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = os.path.join(cls.temporary.name, "solution1/syn/report")
        subprocess.run([WRITE, DESIGN, cls.folder], check=True)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def root(self, name):
        return ET.parse(os.path.join(self.folder, name)).getroot()

    def text(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8") as file:
            return file.read()

    def row(self, lines, title, below):
        """The cells of the row so many lines below the first line that begins with the title."""
        at = next(i for i, line in enumerate(lines) if line.strip().startswith(title))
        return cells(lines[at + below])

    def test_files(self):
        self.assertEqual(sorted(os.listdir(self.folder)), sorted([
            "csynth.rpt", "csynth.xml", "top_csynth.rpt", "top_csynth.xml", "helper_csynth.rpt", "helper_csynth.xml",
            "helper_1_csynth.rpt", "helper_1_csynth.xml",
            "top_Pipeline_rows_columns_csynth.rpt", "top_Pipeline_rows_columns_csynth.xml"]))

    def test_latency_and_area_of_the_top(self):
        for name in ("csynth.xml", "top_csynth.xml"):
            root = self.root(name)
            performance = root.find("./PerformanceEstimates")
            self.assertEqual(root.find("ReportVersion").find("Version").text, "2022.2")
            self.assertEqual(float(root.find("./UserAssignments/TargetClockPeriod").text), 4.0)
            self.assertEqual(root.find("UserAssignments").find("Part").text, "xcu250-figd2104-2L-e")
            self.assertEqual(root.find("UserAssignments/TopModelName").text, "top")
            self.assertEqual(performance.find("SummaryOfTimingAnalysis/unit").text, "ns")
            self.assertEqual(float(performance.find("./SummaryOfTimingAnalysis/EstimatedClockPeriod").text), 2.5)
            overall = performance.find("./SummaryOfOverallLatency")
            self.assertEqual(int(overall.find("Best-caseLatency").text), 59)
            self.assertEqual(int(overall.find("Worst-caseLatency").text), 20480)
            self.assertEqual(overall.find("Average-caseRealTimeLatency").text.split(), ["41.078", "us"])
            self.assertEqual(int(overall.find("Interval-min").text), 60)
            self.assertEqual(int(overall.find("Interval-max").text), 20481)
            used = {each.tag: int(each.text) for each in root.find("./AreaEstimates/Resources")}
            self.assertEqual(used, {"BRAM_18K": 2, "DSP": 5, "FF": 400, "LUT": 612, "URAM": 0})
            available = {each.tag: int(each.text) for each in root.find("./AreaEstimates/AvailableResources")}
            self.assertEqual(available["DSP"], 12288)

    def test_loops_are_nested_elements(self):
        loops = self.root("top_csynth.xml").find("PerformanceEstimates/SummaryOfLoopLatency")
        self.assertEqual([loop.tag for loop in loops], ["outer", "Loop_2"])
        outer = loops.find("outer")
        self.assertEqual(outer.find("TripCount/range/max").text, "256")
        self.assertEqual(outer.find("Latency/range/min").text, "50")
        self.assertEqual(outer.find("inner/IterationLatency").text, "3")
        self.assertEqual(outer.find("inner/inmost/TripCount").text, "undef")
        self.assertIsNone(outer.find("PipelineII"))
        self.assertEqual(loops.find("Loop_2/PipelineII").text, "1")
        self.assertEqual(loops.find("Loop_2/Name").text, "Loop 2")

    def test_modules_of_csynth_xml(self):
        root = self.root("csynth.xml")
        self.assertEqual(root.find("RTLDesignHierarchy").find("TopModule").find("ModuleName").text, "top")
        modules = {each.findtext("Name"): each for each in root.findall("ModuleInformation/Module")}
        self.assertEqual(list(modules), ["helper", "helper_1", "top_Pipeline_rows_columns", "top"])
        loop = modules["top_Pipeline_rows_columns"].find("PerformanceEstimates/SummaryOfLoopLatency/rows_columns")
        self.assertEqual([loop.findtext(tag) for tag in ("PipelineII", "PipelineDepth", "TripCount", "Latency")],
                         ["6", "9", "64", "386"])
        latency = modules["top_Pipeline_rows_columns"].find("PerformanceEstimates/SummaryOfOverallLatency")
        self.assertEqual(latency.findtext("Worst-caseLatency"), "388")
        self.assertEqual(modules["helper"].findtext("PerformanceEstimates/SummaryOfOverallLatency/Best-caseLatency"),
                         "undef")
        self.assertEqual([each.tag for each in modules["top"].find("Loops")], ["outer", "inner", "inmost", "Loop_2"])

    def test_minidom_finds_the_estimated_clock(self):
        tree = minidom.parse(os.path.join(self.folder, "top_csynth.xml"))
        self.assertEqual(tree.getElementsByTagName("EstimatedClockPeriod")[0].firstChild.data, "2.500")

    def test_text_of_the_top(self):
        lines = self.text("top_csynth.rpt").split("\n")
        self.assertTrue(any(line.startswith("== Performance Estimates") for line in lines))
        self.assertEqual(self.row(lines, "+ Timing:", 5), ["ap_clk", "4.00 ns", "2.500 ns", "1.08 ns"])
        self.assertEqual(self.row(lines, "+ Latency:", 6),
                         ["59", "20480", "0.236 us", "81.920 us", "60", "20481", "no"])
        self.assertIn("Latency (cycles)", "\n".join(lines))
        loops = [cells(line) for line in lines if re.match(r"\s*\|\s*[-+]+ \w", line)]
        self.assertEqual([row[0] for row in loops], ["- outer", "+ inner", "++ inmost", "- Loop 2"])
        self.assertEqual(loops[0], ["- outer", "50", "20470", "50 ~ 80", "-", "-", "1 ~ 256", "no"])
        self.assertEqual(loops[2][1:], ["?", "?", "2", "-", "-", "?", "no"])
        self.assertEqual(loops[3][1:], ["11", "11", "3", "1", "1", "10", "yes"])
        instances = [cells(line) for line in lines if "|grp_" in line]
        self.assertEqual([row[1] for row in instances], ["top_Pipeline_rows_columns", "helper", "helper_1"])
        self.assertEqual([row[2] for row in instances], ["388", "?", "3"])
        total = next(cells(line) for line in lines if line.startswith("|Total"))
        self.assertEqual(total, ["Total", "2", "5", "400", "612", "0"])
        share = next(cells(line) for line in lines if line.startswith("|Utilization (%)"))
        self.assertEqual(share, ["Utilization (%)", "~0", "~0", "~0", "~0", "0"])

    def test_tables_are_even(self):
        for name in os.listdir(self.folder):
            for block in re.findall(r"(?:^ *[|+].*[|+]\n)+", self.text(name), re.M):
                self.assertEqual(len({len(line) for line in block.strip("\n").split("\n")}), 1, block)

    def test_summary_has_modules_and_loops(self):
        rows = [cells(line) for line in self.text("csynth.rpt").split("\n") if re.match(r"\s*\| *[o+] ", line)]
        self.assertEqual([row[0] for row in rows], ["+ top", "o outer", "o inner", "o inmost", "o Loop 2",
                                                    "+ top_Pipeline_rows_columns", "o rows_columns", "+ helper",
                                                    "+ helper_1"])
        self.assertEqual(rows[6][1:9], ["II", "2.92", "386", "1.544e+03", "9", "6", "64", "yes"])
        self.assertEqual(rows[0][9:], ["2", "5", "400", "612", "-"])

    def test_each_says_that_it_is_an_estimate(self):
        for name in os.listdir(self.folder):
            self.assertRegex(self.text(name), "(?i)estimate.* by fpgacl 9.9", name)
        self.assertIn("latency interpolated", self.text("top_csynth.rpt"))
        self.assertIn("latency not known", self.text("helper_csynth.rpt"))
        self.assertIn("`sum +=` adds a float each iteration (top.cpp:12)", self.text("csynth.rpt"))
        self.assertIn("top.cpp:30: the operator `fpow` has no data", self.text("top_csynth.rpt"))

    def test_what_is_not_known_has_no_figure(self):
        root = self.root("helper_csynth.xml")
        self.assertEqual(len(root.find("AreaEstimates/Resources")), 0)
        self.assertEqual(root.findtext("PerformanceEstimates/SummaryOfOverallLatency/Interval-max"), "undef")

    def refused(self, schedule):
        path = os.path.join(self.temporary.name, "bad.json")
        with open(path, "w", encoding="utf-8") as file:
            file.write(schedule if isinstance(schedule, str) else json.dumps(schedule))
        run = subprocess.run([WRITE, path, os.path.join(self.temporary.name, "bad")], capture_output=True, text=True)
        self.assertEqual(run.returncode, 1)
        self.assertFalse(os.path.exists(os.path.join(self.temporary.name, "bad")))
        return run.stderr

    def test_bad_schedules(self):
        with open(DESIGN, encoding="utf-8") as file:
            good = json.load(file)
        self.assertIn("expected a schedule of version 1, found 2", self.refused({**good, "version": 2}))
        self.assertIn("expected a schedule, found other JSON", self.refused({"format": "x"}))
        self.assertIn("no top function 'top'", self.refused({**good, "functions": good["functions"][1:]}))
        loops = good["functions"][0]["loops"]
        for wrong in ({"id": 7}, {"parent": 1}, {"parent": 9}):
            changed = [{**good["functions"][0], "loops": [loops[0], {**loops[1], **wrong}, *loops[2:]]}]
            self.assertIn("loop 1 of '_Z3topv'", self.refused({**good, "functions": changed}))
        self.assertIn("byte", self.refused(json.dumps(good)[:-2]))
        self.assertIn("expected", self.refused(""))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
