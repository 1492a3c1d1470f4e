#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# vitis_script.sh TREE: scripts of `vitis -s` create components, edit their config files and run their steps; what
# they cannot do here is refused by name.
. "$(dirname "$0")/lib.sh"
tree=$1
unset OCL_ICD_VENDORS PLATFORM_REPO_PATHS
. "$tree/settings64.sh"

# script STATUS TEXT [ARGUMENT...]
script() {
	printf 'import vitis\nclient = vitis.create_client()\nclient.set_workspace(path="work")\n%s\n' "$2" >s.py
	call "$1" vitis -s s.py "${@:3}"
}

mkdir src
cat >src/scale.cpp <<'END'
void scale(const int *in, int *out)
{
	for (int i = 0; i < 4; i++)
		out[i] = in[i] * FACTOR;
}
END
cat >src/tb.cpp <<'END'
void scale(const int *in, int *out);
int main()
{
	int in[4] = {1, 2, 3, 4}, out[4];
	scale(in, out);
	return out[3] != 12;
}
END
script 0 'import os, sys
component = client.create_hls_component(name="scale", part="xcu250-figd2104-2L-e", cfg_file=["hls_config.cfg"],
                                        template="empty_hls_component")
config = client.get_config_file(os.path.join("work", "scale", "hls_config.cfg"))
config.set_value("", key="part", value="xcu280-fsvh2892-2L-e")
config.add_lines("hls", ["syn.file=" + os.path.abspath("src/scale.cpp")])
config.set_values(section="hls", key="syn.top", values=["other"])
config.set_value(section="hls", key="syn.top", value="scale")
config.add_values("hls", "tb.file", [os.path.abspath("src/tb.cpp"), "gone.cpp"])
config.remove("hls", "tb.file", "gone.cpp")
config.set_value("hls", "syn.cflags", "-DFACTOR=" + sys.argv[1])
config.add_lines("advanced", ["param=a.b=c"])
print(config.get_values("hls", "syn.top"), config.get_value("", "part"), config.get_lines("advanced"))
print([component.name for component in client.list_components()])
for step in ("C_SIMULATION", "SYNTHESIS", "CO_SIMULATION", "PACKAGE"):
    client.get_component(name="scale").run(operation=step)
vitis.dispose()' 3
says out "^\['scale'\] xcu280-fsvh2892-2L-e \['param=a.b=c'\]$"
says out "^\['scale'\]$"
says out 'CSim done with 0 errors'
says err 'CO_SIMULATION is skipped: there is no RTL'
run=$(ls work/scale/scale/*.xo 2>/dev/null)
call 0 v++ -l -t sw_emu --platform u280 "$run" -o scale.xclbin
[ "$(grep -c '^part=' work/scale/hls_config.cfg)" = 1 ] || problem 'the part is not replaced'

# A failing step ends the script, unless it expects that.
script 1 'component = client.get_component("scale")
client.get_config_file("work/scale/hls_config.cfg").set_value("hls", "syn.cflags", "-DFACTOR=4")
component.run("C_SIMULATION")'
says err "error: component 'scale': C_SIMULATION failed"
says err 'in .*s.py, line 6'
script 0 'try:
    client.get_component("scale").run("C_SIMULATION")
except Exception as error:
    print("caught", error)'
says out "^caught component 'scale': C_SIMULATION failed"

for line in 'client.create_app_component(name="a")|create_app_component: hosts are built with g\+\+' \
	'client.create_sys_project(name="a")|create_sys_project: systems are linked with v\+\+ -l' \
	'client.make_coffee()|make_coffee: there are only HLS components here' \
	'vitis.tea()|tea: there are only HLS components here' \
	'client.get_component("none")|no HLS component .none. in ' \
	'client.create_hls_component("scale")|there is a component .scale. already' \
	'client.create_hls_component("b", template="fir")|no template .fir.' \
	'client.create_hls_component("b", cfg_file=["a.cfg", "b.cfg"])|expected one config file, found 2' \
	'client.get_config_file("none.cfg")|no file .none.cfg.' \
	'client.get_component("scale").run("DANCE")|expected C_SIMULATION, SYNTHESIS or PACKAGE, found .DANCE.' \
	'vitis.create_client().get_component("a")|set_workspace comes first'; do
	script 1 "${line%%|*}"
	says err "vitis: error: .*${line#*|}"
done
script 0 'client.delete_component("scale")'
[ -e work/scale ] && problem 'the component is still there'
call 1 vitis -s gone.py
says err "cannot read 'gone.py': expected a script in Python"
call 1 vitis -w work
says err 'no graphical environment'
call 0 vitis --version
exit $((failures > 0))
