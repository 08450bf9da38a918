// Learning curves: test score against training rows, with intervals.

function curvesFigure(parent) {
  const controls = put(parent, 'div', { class: 'controls' });
  const label = put(controls, 'label', {}, 'Highlight ');
  const chooser = put(label, 'select', { id: 'chooser' });
  for (const candidate of candidates) {
    if (candidate.steps.length) {
      put(chooser, 'option', { value: candidate.index }, fitted(candidate.name, 420));
    }
  }
  chooser.addEventListener('change', () => select(Number(chooser.value)));
  const shown = { other: -1 };
  const plot = put(parent, 'div', { class: 'plot', id: 'learning' });
  let mark = () => {};
  highlight.seen.push((index) => { chooser.value = index; mark(index); });
  const draw = () => { mark = drawCurves(plot, shown.other); mark(highlight.index); };
  if (story.others.length) chooseScore(controls, (other) => { shown.other = other; draw(); });
  return draw;
}

// Which of several scores is drawn: the one that decides, with intervals, or another.
function chooseScore(controls, see) {
  const label = put(controls, 'label', {}, 'Score ');
  const chooser = put(label, 'select', { id: 'score' });
  [story, ...story.others].forEach((each, i) => {
    put(chooser, 'option', { value: i - 1 }, each.score);
  });
  chooser.addEventListener('change', () => see(Number(chooser.value)));
}

// The probes of a candidate with another score in place of the one that decides.
function byOther(steps, other) {
  return steps.filter((s) => s.o[other]).map((s) => {
    const [tr, te] = s.o[other];
    return { ...s, tr, te, l: te, u: te };
  });
}

function windowOf(other) {
  const tested = moments.filter((m) => m.o && m.o[other]).map((m) => m.o[other][1]);
  const [low, high] = [Math.min(...tested), Math.max(...tested)];
  const room = 0.1 * (high - low || Math.abs(high) || 1);
  return [low - room, high + room];
}

function powers(from, to) {
  const found = [];
  for (let power = 10 ** Math.floor(Math.log10(from)); power <= to; power *= 10) {
    for (const m of [1, 2, 5]) if (m * power >= from && m * power <= to) found.push(m * power);
  }
  return found;
}

function drawCurves(parent, other = -1) {
  parent.replaceChildren();
  const { svg, width, height } = canvas(parent, 400, 'Learning curves with intervals');
  const [left, right, top, bottom] = [46, width - 20, 22, height - 40];
  const sizes = moments.map((m) => m.n);
  const range = [Math.min(...sizes), Math.max(...sizes, story.rows)];
  const x = logarithmic(range, [left + 12, right]);
  const rangeY = other < 0 ? scores : windowOf(other);
  const drawn = other < 0 ? story : story.others[other];
  const y = linear(rangeY, [bottom, top]);
  const all = powers(...range);
  const marks = width < 560 ? all.filter((v) => /^1/.test(v)) : all;
  const told = (value) => score(value, drawn);
  const marksY = ticks(...rangeY, 6);
  const format = scoreFormat(marksY, drawn);
  axisX(svg, x, marks, rows, { top, bottom, right, title: 'training rows (log)' });
  axisY(svg, y, marksY, format, { left, right, title: `test ${drawn.score}` });

  const clip = put(put(svg, 'defs'), 'clipPath', { id: 'within' });
  put(clip, 'rect', { x: left, y: top - 4, width: right - left + 8, height: bottom - top + 8 });
  const layer = put(svg, 'g', { 'clip-path': 'url(#within)' });
  const at = (step, value) => `${x(step.n).toFixed(1)},${y(value).toFixed(1)}`;
  const line = (steps, key) => steps.map((s) => at(s, s[key])).join('L');
  const groups = [];
  const points = [];
  for (const candidate of [...candidates].reverse()) {
    const sorted = [...candidate.steps].sort((a, b) => a.n - b.n);
    const steps = other < 0 ? sorted : byOther(sorted, other);
    if (!steps.length) continue;
    const group = put(layer, 'g', { class: `runner curve ${fate(candidate)}` });
    groups[candidate.index] = group;
    const band = `M${line(steps, 'u')}L${line([...steps].reverse(), 'l')}Z`;
    put(group, 'path', { class: 'band', d: band });
    // Side by side, because most candidates share their sizes.
    const side = candidate.index % 2 ? 7 : -7;
    const aside = (side * candidate.index) / candidates.length;
    const whisker = (s) => `M${(x(s.n) + aside).toFixed(1)},${y(s.l).toFixed(1)}V${y(s.u).toFixed(1)}`;
    const whiskers = steps.map(whisker).join('');
    put(group, 'path', { class: 'whisker', d: whiskers });
    if (candidate.expected && other < 0) {
      const [low, high] = candidate.expected.map((value) => y(value).toFixed(1));
      const from = steps[steps.length - 1];
      const full = x(candidate.size);
      put(group, 'path', { class: 'cone', d: `M${at(from, from.te)}L${full},${high}V${low}Z` });
      const beside = (full - (30 * candidate.index) / candidates.length).toFixed(1);
      put(group, 'path', { class: 'expected', d: `M${beside},${low}m-2,0h4m-2,0V${high}m-2,0h4` });
    }
    // A full run scores no training rows.
    const scored = steps.filter((s) => s.tr !== null);
    if (scored.length) put(group, 'path', { class: 'train', d: `M${line(scored, 'tr')}` });
    put(group, 'path', { class: 'line', d: `M${line(steps, 'te')}` });
    const end = steps[steps.length - 1];
    const beyond = x(end.n) + 8 + 7 * candidate.name.length > right;
    put(group, 'text', {
      class: 'name', y: y(end.te) + (beyond ? -10 : 4),
      x: x(end.n) + (beyond ? 0 : 8), 'text-anchor': beyond ? 'end' : 'start',
    }, fitted(candidate.name, (right - left) / 2));
    for (const step of steps) {
      put(group, 'circle', { class: 'dot', cx: x(step.n), cy: y(step.te), r: 2.5 });
      points.push({ candidate, step, px: x(step.n), py: y(step.te) });
    }
  }

  function nearest(event) {
    const [px, py] = pointer(svg, event);
    let best = null;
    for (const point of points) {
      const away = Math.hypot(point.px - px, point.py - py);
      if (!best || away < best.away) best = { ...point, away };
    }
    return best;
  }
  function mark(index) {
    groups.forEach((group, i) => group.classList.toggle('hot', i === index));
    if (groups[index]) layer.append(groups[index]);
  }
  svg.addEventListener('pointermove', (event) => {
    const found = nearest(event);
    if (!found) return;
    mark(found.candidate.index);
    const { step, candidate: { expected } } = found;
    showTip(event, found.candidate.name, [
      `${rows(step.n)} rows, ${duration(step.s)}`,
      `test ${told(step.te)}` + (step.tr === null ? '' : `, training ${told(step.tr)}`),
      ...(other < 0 ? [`full data ${interval(step.l, step.u)}, ${story.claim}`] : []),
      ...(expected && other < 0 ? [`full data ${interval(...expected)}, forecast`] : []),
    ]);
  });
  svg.addEventListener('pointerleave', () => { hideTip(); mark(highlight.index); });
  svg.addEventListener('click', (event) => {
    const found = nearest(event);
    if (found) select(found.candidate.index);
  });
  return mark;
}
