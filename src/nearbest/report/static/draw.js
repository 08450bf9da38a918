// Drawing: SVG elements, scales, axes and the one tooltip. Text is only ever set as text.

const SVG = 'http://www.w3.org/2000/svg';

function put(parent, name, attributes = {}, text = null) {
  const element = parent.namespaceURI === SVG || name === 'svg'
    ? document.createElementNS(SVG, name)
    : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== null) element.textContent = text;
  parent.append(element);
  return element;
}

function linear([from, to], [start, end]) {
  const scale = (value) => start + ((value - from) / (to - from || 1)) * (end - start);
  scale.invert = (at) => from + ((at - start) / (end - start || 1)) * (to - from);
  return scale;
}

function logarithmic([from, to], range) {
  const scale = linear([Math.log(from), Math.log(to)], range);
  return (value) => scale(Math.log(value));
}

// About `count` round numbers between two values.
function ticks(from, to, count) {
  const rough = (to - from) / Math.max(1, count) || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= rough * 0.75);
  const found = [];
  for (let i = Math.ceil(from / step - 1e-9); i * step <= to + step * 1e-9; i += 1) {
    found.push(Number((i * step).toPrecision(12)));
  }
  return found;
}

function decimals(values) {
  const step = values.length > 1 ? values[1] - values[0] : 1;
  return Math.max(0, Math.min(6, -Math.floor(Math.log10(step) + 1e-9)));
}

function rows(n) {
  if (n >= 1e6) return `${Number((n / 1e6).toPrecision(3))} M`;
  return n >= 1e4 ? `${Number((n / 1e3).toPrecision(3))} k` : n.toLocaleString('en');
}

function duration(seconds) {
  if (seconds === 0) return '0 s';
  if (seconds < 0.9995) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 120) return `${whole} s`;
  if (whole < 7200) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

// A difference of scores, and a score as users write it: a loss without its minus.
// `of` is the score that decides, or a further one.
const number = (value, of = story) => (of.digits > 8
  ? value.toPrecision(4)
  : value.toLocaleString('en', { minimumFractionDigits: of.digits, maximumFractionDigits: of.digits }));
const score = (value, of = story) => number(of.sign * value, of);
const interval = (lower, upper) => {
  const ends = story.sign > 0 ? [lower, upper] : [upper, lower];
  return ends.map((end) => score(end)).join(' – ');
};
// The format of an axis of scores with these marks. Better is always up, or to the right.
function scoreFormat(marks, of = story) {
  const digits = decimals(marks);
  const large = marks.some((value) => Math.abs(value) >= 1e7);
  const small = digits === 6 && Math.max(...marks.map(Math.abs)) < 1e-4;
  return (value) => {
    const shown = value === 0 ? 0 : of.sign * value;
    return large || small ? Number(shown.toPrecision(4)).toExponential() : shown.toFixed(digits);
  };
}

// As much of a name as fits into so many pixels of 12 px text. Its middle goes first:
// names made from parameters differ at their ends.
function fitted(name, width) {
  const most = Math.max(5, Math.floor(width / 7.4));
  if (name.length <= most) return name;
  const head = Math.ceil((most - 1) / 3);
  return `${name.slice(0, head)}…${name.slice(name.length - (most - 1 - head))}`;
}

// Round times up to `to` seconds, and how to write them: all in one unit.
function timeTicks(to, count) {
  const [unit, sign] = [[3600, 'h'], [60, 'min'], [1, 's'], [0.001, 'ms']]
    .find(([size, name]) => to >= 2 * size || name === 'ms');
  const values = ticks(0, to / unit, count).map((value) => value * unit);
  return [values, (value) => `${Number((value / unit).toPrecision(6))} ${sign}`];
}

// An empty SVG as wide as its parent; its units are pixels until the window changes.
function canvas(parent, height, label) {
  const width = Math.max(280, parent.clientWidth);
  const svg = put(parent, 'svg', {
    viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label,
  });
  return { svg, width, height };
}

function axisX(svg, scale, values, format, { top, bottom, title, right }) {
  const axis = put(svg, 'g', { class: 'axis' });
  for (const value of values) {
    const x = scale(value);
    put(axis, 'line', { x1: x, x2: x, y1: top, y2: bottom });
    put(axis, 'text', { x, y: bottom + 16, 'text-anchor': 'middle' }, format(value));
  }
  put(axis, 'text', { x: right, y: bottom + 33, 'text-anchor': 'end', class: 'title' }, title);
}

function axisY(svg, scale, values, format, { left, right, title }) {
  const axis = put(svg, 'g', { class: 'axis' });
  for (const value of values) {
    const y = scale(value);
    put(axis, 'line', { x1: left, x2: right, y1: y, y2: y });
    put(axis, 'text', { x: left - 6, y: y + 4, 'text-anchor': 'end' }, format(value));
  }
  put(axis, 'text', { x: left - 36, y: 12, class: 'title' }, title);
}

const tip = put(document.body, 'div', { class: 'tip', role: 'status', hidden: '' });

function showTip(event, title, lines) {
  tip.replaceChildren();
  put(tip, 'b', {}, title);
  for (const line of lines) put(tip, 'span', {}, line);
  tip.hidden = false;
  const { width, height } = tip.getBoundingClientRect();
  const right = document.documentElement.clientWidth;
  const x = Math.min(event.clientX + 14, right - width - 8);
  const above = event.clientY - height - 12;
  tip.style.left = `${Math.max(8, x)}px`;
  tip.style.top = `${above > 8 ? above : event.clientY + 18}px`;
}

function hideTip() {
  tip.hidden = true;
}

// The pointer in the units of an SVG.
function pointer(svg, event) {
  const box = svg.getBoundingClientRect();
  const unit = svg.viewBox.baseVal.width / box.width;
  return [(event.clientX - box.left) * unit, (event.clientY - box.top) * unit];
}
