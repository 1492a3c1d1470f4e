# SPDX-License-Identifier: Apache-2.0
# The module that scripts of `vitis -s` import (UG1702 "Vitis Python CLI"): workspaces with HLS components, whose
# steps vitis-run and v++ run. Everything else is refused by name.
import json
import os
import shutil
import subprocess
import sys

from config_file import ConfigFile, Refused

TREE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

ONLY_HLS = "there are only HLS components here; compile and link kernels with v++, and hosts with g++"
INSTEAD = {
    "create_app_component": "hosts are built with g++ or the project's Makefile",
    "create_sys_project": "systems are linked with v++ -l and packaged with v++ -p",
    "create_aie_component": "AI engines are not emulated",
    "create_platform_component": "platforms are the boards of `fpgacl boards`, named with v++ --platform",
    "find_platform_in_repos": "a platform's name is enough: v++ --platform u250",
    "get_platform": "platforms are the boards of `fpgacl boards`",
}
SKIPPED = {
    "CO_SIMULATION": "there is no RTL to simulate; C_SIMULATION runs the test bench",
    "IMPLEMENTATION": "there is no RTL to implement",
}


def _say(text):
    print("vitis: " + text, file=sys.stderr)


def _refuse(name, what):
    raise Refused(f"{name}: {INSTEAD.get(name, what)}")


def _report(kind, error, trace, default=sys.excepthook):
    if not issubclass(kind, Refused):
        default(kind, error, trace)
        return
    _say(f"error: {error}")
    while trace.tb_next and not trace.tb_next.tb_frame.f_code.co_filename.startswith(os.path.dirname(__file__)):
        trace = trace.tb_next
    _say(f"in {trace.tb_frame.f_code.co_filename}, line {trace.tb_lineno}")


sys.excepthook = _report


class HLSComponent:
    """A folder of the workspace with a config file, which says what its sources are."""

    def __init__(self, client, name, cfg_file, work_dir):
        self.name = name
        self.location = os.path.join(client.workspace, name)
        self.component_location = self.location
        self.cfg_file = cfg_file
        self._work = os.path.join(self.location, work_dir)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        _refuse(name, "this stand-in for Vitis runs a component's steps; edit its config file for the rest")

    def _execute(self, step, command):
        tool = [os.path.join(TREE, "bin", command[0])] + command[1:]
        sys.stdout.flush()
        status = subprocess.run(tool + ["--config", self.cfg_file, "--work_dir", self._work]).returncode
        if status:
            raise Refused(f"component '{self.name}': {step} failed")
        return True

    def run(self, operation="", **_):
        if operation == "C_SIMULATION":
            return self._execute(operation, ["vitis-run", "--mode", "hls", "--csim"])
        if operation in ("SYNTHESIS", "C_SYNTHESIS"):
            return self._execute(operation, ["v++", "-c", "--mode", "hls"])
        if operation == "PACKAGE":
            return self._execute(operation, ["vitis-run", "--mode", "hls", "--package"])
        if operation in SKIPPED:
            _say(f"warning: {operation} is skipped: {SKIPPED[operation]}")
            return True
        raise Refused(f"component '{self.name}': run: expected C_SIMULATION, SYNTHESIS or PACKAGE, found "
                      f"'{operation}'")

    execute = run

    def clean(self, operation="", **_):
        shutil.rmtree(self._work, ignore_errors=True)
        return True

    def report(self, **_):
        print(f"name: {self.name}\ntype: HLS\nlocation: {self.location}\nconfig file: {self.cfg_file}")

    def get_config_file(self, **_):
        return ConfigFile(self.cfg_file)


class Client:
    def __init__(self, workspace=None):
        self.workspace = None
        if workspace:
            self.set_workspace(workspace)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        _refuse(name, ONLY_HLS)

    def _need_workspace(self, what):
        if not self.workspace:
            raise Refused(f"{what}: there is no workspace: set_workspace comes first")

    def set_workspace(self, path, **_):
        os.makedirs(path, exist_ok=True)
        self.workspace = os.path.abspath(path)
        return True

    update_workspace = set_workspace

    def get_workspace(self):
        return self.workspace

    check_workspace = get_workspace

    def _record(self, name):
        return os.path.join(self.workspace, name, "vitis-comp.json")

    def _locate(self, name, cfg_file):
        """Beside the component's own files, in the script's folder, or a new one."""
        own = os.path.join(self.workspace, name, cfg_file)
        return os.path.abspath(cfg_file) if not os.path.exists(own) and os.path.exists(cfg_file) else own

    def create_hls_component(self, name, part=None, cfg_file=None, template=None, platform=None, **_):
        self._need_workspace("create_hls_component")
        if os.path.exists(self._record(name)):
            raise Refused(f"create_hls_component: there is a component '{name}' already: delete_component removes it")
        if template not in (None, "", "empty", "empty_hls_component"):
            raise Refused(f"create_hls_component: there is no template '{template}': expected empty_hls_component")
        files = [cfg_file] if isinstance(cfg_file, str) else list(cfg_file or ["hls_config.cfg"])
        if len(files) != 1:
            raise Refused(f"create_hls_component: expected one config file, found {len(files)}")
        path = self._locate(name, files[0])
        os.makedirs(os.path.join(self.workspace, name), exist_ok=True)
        if not os.path.exists(path):
            with open(path, "w") as file:
                file.write((f"part={part}\n\n" if part else "") + "[hls]\nflow_target=vitis\npackage.output.format=xo\n")
        record = {"name": name, "type": "HLS", "configuration": {
            "componentType": "HLS", "configFiles": [path], "work_dir": name}}
        with open(self._record(name), "w") as file:
            json.dump(record, file, indent=2)
        return self.get_component(name)

    def get_component(self, name, **_):
        self._need_workspace("get_component")
        try:
            with open(self._record(name)) as file:
                configuration = json.load(file)["configuration"]
            cfg_file = configuration["configFiles"][0]
        except (OSError, ValueError, KeyError, IndexError):
            raise Refused(f"get_component: there is no HLS component '{name}' in {self.workspace}") from None
        if configuration.get("componentType", "HLS") != "HLS":
            _refuse("get_component", ONLY_HLS)
        return HLSComponent(self, name, self._locate(name, cfg_file), configuration.get("work_dir", name))

    def list_components(self, **_):
        self._need_workspace("list_components")
        return [self.get_component(name) for name in sorted(os.listdir(self.workspace))
                if os.path.exists(self._record(name))]

    def delete_component(self, name, **_):
        self.get_component(name)
        shutil.rmtree(os.path.join(self.workspace, name))
        return True

    def get_config_file(self, path, **_):
        return ConfigFile(path)

    def info(self, **_):
        print(f"workspace: {self.workspace}")

    def close(self, **_):
        return True


def create_client(workspace=None, **_):
    return Client(workspace)


def dispose(**_):
    return True


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    _refuse(name, ONLY_HLS)
