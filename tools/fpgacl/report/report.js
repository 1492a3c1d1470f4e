'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const CALL = 0, COMMAND = 1, DMA = 2, CU = 3, STALL = 4, SWAP = 5, WAIT = 6, FAULT = 7;
const GROUP = 1 << 22;
const $ = id => document.getElementById(id);
const style = name => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
const color = ['api', 'command', 'dma', 'cu', 'stall', 'swap', 'swap', 'stall'].map(style);

function time(us) {
  const size = Math.abs(us);
  if (size >= 1e6) return (us / 1e6).toFixed(3) + ' s';
  if (size >= 1e3) return (us / 1e3).toFixed(3) + ' ms';
  return us.toFixed(size >= 100 ? 1 : 2) + ' \u00b5s';
}
function bytes(n) {
  for (const unit of ['B', 'KiB', 'MiB', 'GiB']) {
    if (n < 1024 || unit === 'GiB') return (unit === 'B' ? n : n.toFixed(1)) + ' ' + unit;
    n /= 1024;
  }
}
const grouped = n => n.toLocaleString('en');
const percent = (part, whole) => (whole > 0 ? 100 * part / whole : 0).toFixed(1) + ' %';

function element(tag, text, parent, className) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  if (parent) parent.append(made);
  return made;
}

// --- numbers ---

function card(value, label, bad) {
  const made = element('div', undefined, $('cards'), bad ? 'card bad' : 'card');
  element('b', value, made);
  element('span', label, made);
}

function table(id, head, rows, empty) {
  if (!rows.length) { element('p', empty, $(id), 'none'); return; }
  const made = element('table', undefined, $(id));
  const line = element('tr', undefined, made);
  for (const cell of head) element('th', cell, line);
  for (const row of rows) {
    const tr = element('tr', undefined, made);
    for (const cell of row) {
      if (Array.isArray(cell)) meter(element('td', undefined, tr, 'meter'), cell);
      else element('td', cell, tr, /failed$/.test(cell) ? 'failed' : '');
    }
  }
}

function meter(td, parts) {
  const box = element('div', undefined, td);
  for (const [share, name] of parts) {
    const bar = element('i', undefined, box);
    bar.style.width = Math.min(100, 100 * share) + '%';
    bar.style.background = style(name);
  }
}

const rows = kind => data.rows.filter(row => row.kind === kind);
const failed = row => row.failed ? row.failed + ' failed' : '';
const link = device => (data.boards.filter(board => board.device === device).pop() || {}).link || 0;

function rate(row) {
  const perSecond = row.busy > 0 ? row.bytes / row.busy * 1e6 : 0, peak = link(row.device);
  const onLink = peak > 0 && row.name !== 'on the board';
  return [perSecond, onLink ? peak : 0];
}

function numbers() {
  const board = data.boards[data.boards.length - 1];
  $('file').textContent = data.file + ' \u00b7 ' + data.count.toLocaleString('en') + ' events' +
    (data.notDrawn ? ', of which the ' + data.notDrawn.toLocaleString('en') + ' shortest are not drawn' : '') +
    (data.leftOut ? ' \u00b7 ' + data.leftOut.toLocaleString('en') + ' events of earlier runs left out' : '') +
    (data.cut ? ' \u00b7 the program was killed while it wrote' : '');
  if (board) $('board').textContent = board.name + (board.mhz ? ' \u00b7 ' + board.mhz + ' MHz' : '') +
    (board.link ? ' \u00b7 host link ' + (board.link / 1e9).toFixed(1) + ' GB/s' : '');
  card(time(data.length), 'run');
  card(data.commands.toLocaleString('en'), 'commands');
  card(percent(data.executions, data.length), 'of the run in kernels');
  card(percent(data.transfers, data.length), 'of the run in transfers');
  card(percent(data.both, Math.min(data.executions, data.transfers)), 'of the time in which transfers and kernels could overlap, they do');
  if (data.swaps) card(String(data.swaps), (data.swaps === 1 ? 'image swap, ' : 'image swaps, ') + time(data.swapTime));
  if (data.faults) card(String(data.faults), 'faults', true);
  for (const sentence of data.advice) element('li', sentence, $('advice'));
  table('units', ['compute unit', 'executions', 'mean', 'longest', 'busy', 'stalled', 'of the run', ''],
    rows(CU).map(row => [row.where, String(row.count), time(row.total / row.count), time(row.longest), time(row.busy),
      time(row.stalled), [[Math.max(0, row.busy - row.stalled) / data.length, 'cu'],
        [Math.min(row.stalled, row.busy) / data.length, 'stall']],
      failed(row) || percent(row.busy, data.length)]), 'No executions were recorded.');
  const counted = rows(CU).filter(row => row.counted);
  $('cycleSection').hidden = !counted.length;
  table('cycles', ['compute unit', 'executions', 'mean', 'most', 'total'],
    counted.map(row => [row.where, String(row.counted), grouped(Math.round(row.cycles / row.counted)), grouped(row.mostCycles),
      grouped(row.cycles)]), '');
  const estimated = rows(CU).filter(row => row.least > 0);
  $('estimateSection').hidden = !estimated.length;
  table('estimates', ['compute unit', 'executions', 'bytes', 'at least', 'bound'],
    estimated.map(row => [row.where, String(row.count), bytes(row.bytes), time(row.least), row.bound]), '');
  table('transfers', ['direction', 'bank', 'transfers', 'bytes', 'busy', 'rate', 'of the host link', ''],
    rows(DMA).map(row => {
      const [perSecond, peak] = rate(row);
      return [row.name, row.where, String(row.count), bytes(row.bytes), time(row.busy),
        (perSecond / 1e9).toFixed(3) + ' GB/s', [[peak ? Math.min(1, perSecond / peak) : 0, 'dma']],
        failed(row) || (!peak ? '' : perSecond > peak ? 'faster than the link' : percent(perSecond, peak))];
    }), 'Nothing was transferred.');
  table('stalls', ['compute unit', 'FIFO', 'state', 'times', 'longest', 'total'],
    rows(STALL).map(row => [row.where, row.fifo, row.name.replace('FIFO ', ''), String(row.count), time(row.longest),
      time(row.total)]), 'No compute unit waited for a FIFO.');
  const waits = rows(WAIT);
  $('waitSection').hidden = !waits.length;
  table('waits', ['kernel', 'launches', 'mean', 'longest', 'total', 'why'],
    waits.map(row => [row.name, String(row.count), time(row.total / row.count), time(row.longest), time(row.total),
      row.where]), '');
  table('commands', ['command', 'count', 'mean', 'longest', 'total', 'from enqueueing to start', ''],
    rows(COMMAND).map(row => [row.name, String(row.count), time(row.total / row.count), time(row.longest),
      time(row.total), time(row.waited / row.count), failed(row)]), 'There are no commands.');
  table('calls', ['call', 'count', 'mean', 'longest', 'total'],
    rows(CALL).slice(0, 20).map(row => [row.name, String(row.count), time(row.total / row.count), time(row.longest),
      time(row.total)]), 'No calls were recorded.');
  const faults = data.events.filter(event => event[0] === FAULT);
  $('faultSection').hidden = !faults.length;
  table('faults', ['where', 'when', 'why'], faults.map(event => [event[5], time(event[3]), event[6]]), '');
}

function stack(id, parts, whole) {
  const bar = element('div', undefined, $(id), 'stack'), keys = element('div', undefined, $(id), 'keys');
  for (const [label, value, name] of parts) {
    if (value <= 0) continue;
    const part = element('i', undefined, bar);
    part.style.width = 100 * value / whole + '%';
    part.style.background = name ? style(name) : 'transparent';
    part.title = label;
    const key = element('span', undefined, keys);
    element('i', undefined, key).style.background = name ? style(name) : style('line');
    key.append(label);
    element('span', time(value), keys);
    element('span', percent(value, whole), keys);
  }
}

function stacks() {
  const whole = data.onPath.reduce((sum, part) => sum + part, 0);
  if (whole > 0)
    stack('path', [['kernels', data.onPath[0], 'cu'], ['transfers', data.onPath[1], 'dma'],
      ['other commands', data.onPath[2], 'command'], ['waiting to start', data.onPath[3], 'swap'],
      ['the host', data.onPath[4], 'host']], whole);
  else element('p', 'There are no commands.', $('path'), 'none');
  stack('overlap', [['kernels only', data.executions - data.both, 'cu'], ['both', data.both, 'command'],
    ['transfers only', data.transfers - data.both, 'dma'],
    ['neither', data.length - data.executions - data.transfers + data.both, '']], data.length);
}

// --- the timeline ---

const canvas = $('canvas'), pen = canvas.getContext('2d');
const ROW = 20, HEAD = 24, LABEL = 190, FONT = '11px system-ui, "DejaVu Sans", sans-serif';
let lines = [], view = { start: 0, end: data.length || 1 };

function nameOf(list, pid, tid) {
  const found = list.filter(item => item[0] === pid && (tid === undefined || item[1] === tid)).pop();
  return found ? found[2] : '';
}

// Boards first, then queues, then the host; the critical path is above them.
function order(pid) { const place = Math.floor(pid / GROUP); return place >= 2 ? place : place === 1 ? 1e6 : 1e7; }

function layOut() {
  const tracks = new Map();
  for (const event of data.events) {
    if (event[0] === FAULT) continue;
    const key = event[1] + '/' + event[2];
    if (!tracks.has(key)) tracks.set(key, { pid: event[1], tid: event[2], events: [] });
    tracks.get(key).events.push(event);
  }
  for (const track of tracks.values()) track.label = nameOf(data.tracks, track.pid, track.tid) || 'track ' + track.tid;
  const all = [...tracks.values()].sort((a, b) => order(a.pid) - order(b.pid) || a.pid - b.pid ||
    a.label.localeCompare(b.label, 'en', { numeric: true }));
  let group = 0;
  if (data.path.length)
    lines.push({ label: 'critical path', events: data.path.map(step => [[CU, DMA, COMMAND, SWAP, 8][step[0]], 0, 0, step[1],
      step[2] - step[1], ['', '', '', 'waiting: ', 'host before '][step[0]] + step[3], '', 0, -1, 0]) });
  for (const track of all) {
    if (track.pid !== group) lines.push({ title: nameOf(data.groups, track.pid) || 'process ' + track.pid });
    group = track.pid;
    lines.push({ label: track.label, events: track.events });
  }
}

const width = () => canvas.clientWidth - LABEL;
const x = at => LABEL + (at - view.start) / (view.end - view.start) * width();

function drawAxis(height) {
  const span = view.end - view.start;
  let step = Math.pow(10, Math.floor(Math.log10(span / 8)));
  for (const factor of [1, 2, 5, 10]) if (span / (step * factor) <= 10) { step *= factor; break; }
  pen.strokeStyle = style('line');
  pen.fillStyle = style('soft');
  pen.textAlign = 'center';
  for (let at = Math.ceil(view.start / step) * step; at <= view.end; at += step) {
    pen.beginPath(); pen.moveTo(x(at), HEAD); pen.lineTo(x(at), height); pen.stroke();
    pen.fillText(time(at), x(at), HEAD / 2);
  }
}

// Events narrower than a pixel are drawn once a pixel: a track costs its pixels, not its events.
function drawEvents(line, y) {
  let drawnTo = -1, last = -1;
  for (const event of line.events) {
    const from = x(event[3]), to = x(event[3] + event[4]);
    if (to < LABEL || from > canvas.clientWidth) continue;
    const left = Math.max(from, LABEL), wide = Math.max(1, Math.min(to, canvas.clientWidth) - left);
    if (left + wide <= drawnTo && wide <= 1 && last === event[0]) continue;
    last = event[0];
    drawnTo = left + Math.max(wide, 1);
    pen.fillStyle = event[9] ? style('stall') : event[0] === 8 ? style('host') : color[event[0]];
    const inset = event[0] === STALL ? 8 : 3;
    pen.fillRect(left, y + inset, wide > 3 ? wide - 0.6 : wide, ROW - inset - 3);
    if (wide > 44 && event[0] !== STALL) {
      pen.save();
      pen.beginPath(); pen.rect(left, y, wide - 4, ROW); pen.clip();
      pen.fillStyle = '#fff'; pen.textAlign = 'left';
      pen.fillText(event[5], left + 5, y + ROW / 2 + 0.5);
      pen.restore();
    }
  }
}

function draw() {
  const height = HEAD + lines.length * ROW + 6, scale = window.devicePixelRatio || 1;
  canvas.style.height = height + 'px';
  canvas.width = canvas.clientWidth * scale;
  canvas.height = height * scale;
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.font = FONT;
  pen.textBaseline = 'middle';
  drawAxis(height);
  lines.forEach((line, i) => {
    const y = HEAD + i * ROW;
    pen.textAlign = 'left';
    if (line.title) {
      pen.fillStyle = style('ground'); pen.fillRect(0, y, canvas.clientWidth, ROW);
      pen.fillStyle = style('ink'); pen.font = '600 ' + FONT; pen.fillText(line.title, 10, y + ROW / 2); pen.font = FONT;
      return;
    }
    pen.save();
    pen.beginPath(); pen.rect(0, y, LABEL - 8, ROW); pen.clip();
    pen.fillStyle = style('soft'); pen.fillText(line.label, 18, y + ROW / 2);
    pen.restore();
    drawEvents(line, y);
  });
  for (const event of data.events)
    if (event[0] === FAULT && x(event[3]) >= LABEL) {
      pen.strokeStyle = style('stall'); pen.beginPath(); pen.moveTo(x(event[3]), HEAD); pen.lineTo(x(event[3]), height); pen.stroke();
    }
  $('range').textContent = time(view.start) + ' \u2026 ' + time(view.end) + ' (' + time(view.end - view.start) + ')';
  canvas.dataset.span = String(view.end - view.start);
}

function show(start, end) {
  const most = data.length || 1, span = Math.min(most, Math.max(end - start, most / 1e7, 1e-3));
  start = Math.max(0, Math.min(start, most - span));
  view = { start, end: start + span };
  draw();
}
function zoom(factor, at) {
  const middle = at === undefined ? (view.start + view.end) / 2 : at;
  show(middle - (middle - view.start) * factor, middle + (view.end - middle) * factor);
}
const timeAt = px => view.start + (px - LABEL) / width() * (view.end - view.start);

function eventAt(px, py) {
  const line = lines[Math.floor((py - HEAD) / ROW)], at = timeAt(px), slack = (view.end - view.start) / width();
  let found;
  if (!line || !line.events || px < LABEL) return undefined;
  for (const event of line.events)
    if (event[3] - slack <= at && at <= event[3] + event[4] + slack && (!found || event[4] <= found[4])) found = event;
  return found;
}

function describe(event) {
  const parts = [event[5], time(event[4]) + ', from ' + time(event[3])];
  if (event[6]) parts.push((event[0] === STALL ? 'FIFO ' : '') + event[6]);
  if (event[7]) parts.push(bytes(event[7]) + (event[4] > 0 ? ', ' + (event[7] / event[4] / 1e3).toFixed(3) + ' GB/s' : ''));
  if (event[8] >= 0) parts.push('enqueued ' + time(event[3] - event[8]) + ' before');
  if (event[10]) parts.push(grouped(event[10]) + ' cycles');
  if (event[9]) parts.push('failed: status ' + event[9]);
  return parts.join('\n');
}

function hover(mouse) {
  const event = eventAt(mouse.offsetX, mouse.offsetY), tip = $('tip');
  tip.hidden = !event;
  if (!event) return;
  tip.textContent = describe(event);
  tip.style.left = Math.min(mouse.offsetX + 14, Math.max(0, canvas.clientWidth - tip.offsetWidth - 8)) + 'px';
  tip.style.top = Math.max(0, Math.min(mouse.offsetY + 16, canvas.clientHeight - tip.offsetHeight - 4)) + 'px';
}

function listen() {
  let drag = null;
  canvas.addEventListener('wheel', event => {
    event.preventDefault();
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      const move = event.deltaX / width() * (view.end - view.start);
      show(view.start + move, view.end + move);
    } else zoom(Math.exp(event.deltaY / 400), timeAt(Math.max(LABEL, event.offsetX)));
  }, { passive: false });
  canvas.addEventListener('pointerdown', event => {
    drag = { from: event.offsetX, start: view.start, end: view.end };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener('pointerup', () => { drag = null; });
  canvas.addEventListener('pointermove', event => {
    if (!drag) return hover(event);
    const move = (drag.from - event.offsetX) / width() * (drag.end - drag.start);
    $('tip').hidden = true;
    show(drag.start + move, drag.end + move);
  });
  canvas.addEventListener('pointerleave', () => { $('tip').hidden = true; });
  canvas.addEventListener('dblclick', mouse => {
    const event = eventAt(mouse.offsetX, mouse.offsetY);
    if (event) show(event[3] - event[4] * 0.1, event[3] + event[4] * 1.1);
  });
  canvas.addEventListener('keydown', event => {
    const step = (view.end - view.start) / 5;
    const action = { '+': () => zoom(0.5), '=': () => zoom(0.5), '-': () => zoom(2), '0': () => show(0, data.length),
      ArrowLeft: () => show(view.start - step, view.end - step), ArrowRight: () => show(view.start + step, view.end + step) }[event.key];
    if (action) { action(); event.preventDefault(); }
  });
  $('in').onclick = () => zoom(0.5);
  $('out').onclick = () => zoom(2);
  $('all').onclick = () => show(0, data.length);
  window.addEventListener('resize', draw);
}

function legend() {
  for (const [label, name] of [['kernel', 'cu'], ['transfer', 'dma'], ['command', 'command'], ['call', 'api'],
    ['waits for a FIFO', 'stall'], ['image swap, wait', 'swap']]) {
    const key = element('span', undefined, $('legend'));
    element('i', undefined, key).style.background = style(name);
    key.append(label);
  }
}

numbers();
stacks();
legend();
layOut();
listen();
draw();
document.body.dataset.ready = String(lines.filter(line => line.events).length);
