#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""manifest.py SERVE MODELS IMAGES serve.yaml: the manifest for Kubernetes, against what a worker does with it."""
import os
import re
import sys

try:
    import yaml
except ImportError:
    print("skipped: Python has no module yaml")
    sys.exit(0)
from worker import Digits, Worker, check_right, main

serve, models, images, manifest = sys.argv[1:]
digits = Digits(os.path.join(models, "digits", "1"), images)
with open(manifest, encoding="utf-8") as file:
    objects = {each["kind"]: each for each in yaml.safe_load_all(file)}
pod = objects["Deployment"]["spec"]["template"]
(container,) = pod["spec"]["containers"]
arguments = container["args"]
port = container["ports"][0]


def option(name):
    return arguments[arguments.index(name) + 1]


def test_worker():
    """The command line is accepted, the probes' paths answer, and the autoscaler's metric is there."""
    assert container["command"] == ["fpgacl-serve"]
    assert arguments[-1] == container["volumeMounts"][0]["mountPath"]
    place = arguments.index("--listen")
    others = arguments[:place] + arguments[place + 2:-1]
    worker = Worker(serve, models, *others)
    for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
        assert container[probe]["httpGet"]["port"] == port["name"]
        assert worker.call("GET", container[probe]["httpGet"]["path"])[0] == 200, probe
    assert check_right(worker, digits, 0, 3) == 200
    text = worker.call("GET", pod["metadata"]["annotations"]["prometheus.io/path"])[2].decode()
    for metric in objects["HorizontalPodAutoscaler"]["spec"]["metrics"]:
        name = metric["pods"]["metric"]["name"]
        assert f"# TYPE {name} gauge\n" in text and re.search(rf"^{name}{{.*}} \d+$", text, re.M), text
    assert worker.stop() == 0, worker.said()


def test_names():
    """What refers to something refers to it by its name."""
    labels = pod["metadata"]["labels"]
    for selector in (objects["Deployment"]["spec"]["selector"]["matchLabels"], objects["Service"]["spec"]["selector"],
                     objects["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"]):
        assert selector.items() <= labels.items(), selector
    target = objects["HorizontalPodAutoscaler"]["spec"]["scaleTargetRef"]
    assert (target["kind"], target["name"]) == ("Deployment", objects["Deployment"]["metadata"]["name"])
    assert target["apiVersion"] == objects["Deployment"]["apiVersion"]
    listens = option("--listen").rsplit(":", 1)[1]
    assert str(port["containerPort"]) == listens == pod["metadata"]["annotations"]["prometheus.io/port"]
    assert objects["Service"]["spec"]["ports"][0]["targetPort"] == port["name"]
    volumes = {volume["name"] for volume in pod["spec"]["volumes"]}
    assert {mount["name"] for mount in container["volumeMounts"]} == volumes


def test_limits():
    """Accepted requests are finished before the pod is killed, and the worker's memory is enough for its limits."""
    pause = int(container["lifecycle"]["preStop"]["exec"]["command"][1])
    assert pod["spec"]["terminationGracePeriodSeconds"] > pause + int(option("--drain"))
    limits = container["resources"]["limits"]
    assert limits["memory"].endswith("Gi") and int(limits["memory"][:-2]) >= 2
    assert [name for name in limits if re.fullmatch(r"fpgacl/\w+", name)], limits
    assert objects["PodDisruptionBudget"]["spec"]["minAvailable"] < objects["Deployment"]["spec"]["replicas"]


main(globals())
