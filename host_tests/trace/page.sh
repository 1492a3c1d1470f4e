#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The page of `fpgacl report` in a browser: it draws, zooms, and shows the numbers of the trace.
#   page.sh BIN
set -euo pipefail

bin=$1
browser=$(command -v chromium || command -v chromium-browser || true)
if [ -z "$browser" ]; then
  echo "page.sh: skipped: the package chromium is not installed"
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "page.sh: $*" >&2; exit 1; }

# Two executions of 1 and 2 ms, a transfer of 1 MiB in 0.5 ms, and a name that tries to break out of
# its script.
cat >"$folder/trace.json" <<'JSON'
[
{"ph":"M","name":"process_name","pid":8388615,"tid":0,"args":{"name":"board u250"}},
{"ph":"M","name":"thread_name","pid":8388615,"tid":1,"args":{"name":"vadd:vadd_1"}},
{"ph":"M","cat":"board","name":"process_labels","pid":7,"tid":7,"ts":1,"args":{"labels":"u250","device":"u250","name":"some_board","clock_mhz":300,"link_bytes_per_s":16000000000}},
{"ph":"X","cat":"dma","name":"host to board","pid":8388615,"tid":2,"ts":0,"dur":500,"args":{"bytes":1048576,"bank":"DDR[1]","device":"u250","status":0}},
{"ph":"X","cat":"cu","name":"vadd","pid":8388615,"tid":1,"ts":500,"dur":1000,"args":{"cu":"vadd:vadd_1","device":"u250","cycles":3000,"status":0}},
{"ph":"X","cat":"cu","name":"vadd","pid":8388615,"tid":1,"ts":2000,"dur":2000,"args":{"cu":"vadd:vadd_1","device":"u250","cycles":6001,"status":0}},
{"ph":"X","cat":"command","name":"</script><b id=escaped>","pid":4194311,"tid":1,"ts":500,"dur":1000,"args":{"id":1,"queue":1,"type":"TASK","device":"u250","queued":400,"status":0}}
]
JSON
"$bin/fpgacl" report "$folder/trace.json" -o "$folder/page.html" >/dev/null
! grep -Eq '(src|href)=|https?://' "$folder/page.html" || fail "the page needs the network"

# Simulates a user's actions and checks the canvas after them.
cat >>"$folder/page.html" <<'HTML'
<script>
const facts = { before: Number(canvas.dataset.span) };
const ink = () => new Set(pen.getImageData(0, 0, canvas.width, canvas.height).data).size;
facts.ink = ink();
$('in').click();
facts.button = Number(canvas.dataset.span);
canvas.dispatchEvent(new WheelEvent('wheel', { deltaY: -400, clientX: canvas.getBoundingClientRect().left + 600 }));
facts.wheel = Number(canvas.dataset.span);
$('all').click();
facts.all = Number(canvas.dataset.span);
facts.escaped = document.getElementById('escaped') !== null;
document.body.dataset.facts = JSON.stringify(facts);
</script>
HTML
timeout -k 5 100 "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$folder/profile" \
  --window-size=1400,1900 --dump-dom "file://$folder/page.html" >"$folder/dom.html" 2>"$folder/log" || {
  cat "$folder/log" >&2
  fail "the browser failed"
}
python3 - "$folder/dom.html" <<'PY'
import html, json, re, sys

dom = open(sys.argv[1]).read()
assert 'data-ready="4"' in dom, "the timeline has not its four lines"
facts = json.loads(html.unescape(re.search(r'data-facts="([^"]*)"', dom).group(1)))
assert facts["before"] == 4000, facts
assert facts["ink"] > 20, "the canvas is empty: %s" % facts
assert facts["button"] == 2000, facts
assert facts["wheel"] < 1000, facts
assert facts["all"] == 4000, facts
assert not facts["escaped"], "a name of the trace became part of the page"
text = html.unescape(re.sub(r"<script.*?</script>|<[^>]*>", " ", dom, flags=re.S))
# The run; kernels: 3 of 4 ms; 1 MiB in 0.5 ms, of 16 GB/s; the critical path: 0.1 of waiting, 1 of
# a kernel; cycles.
for number in ("4.000 ms", "75.0 %", "12.5 %", "2.097 GB/s", "13.1 %", "some_board", "vadd:vadd_1", "1.0 MiB", "90.9 %", "4,501", "6,001", "9,001"):
    assert number in text, "the page does not show %s" % number
PY
echo "page.sh: passed"
