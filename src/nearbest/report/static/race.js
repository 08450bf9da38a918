// The race: every interval over time, and the field at the moment of the slider.

const MOST_ROWS = 40;

function raceFigure(parent) {
  const view = { k: K, by: 'time', all: false, playing: null };

  const controls = put(parent, 'div', { class: 'controls' });
  const play = put(controls, 'button', { type: 'button', id: 'play' }, '▶ Play');
  const slider = put(controls, 'input', {
    type: 'range', id: 'slider', min: 0, max: K, value: K, 'aria-label': 'Probe',
  });
  const by = put(controls, 'button', { type: 'button', id: 'by' });
  const now = put(parent, 'p', { class: 'now', 'aria-live': 'polite' });
  const timeline = put(parent, 'div', { class: 'plot', id: 'timeline' });
  put(parent, 'p', { class: 'legend' }).append(
    ...legend(['winner', 'winner'], ['in-the-race', 'in the race'], ['excluded', 'excluded'],
      ['bar', story.line]),
  );
  const field = put(parent, 'div', { class: 'plot', id: 'field' });
  const more = put(parent, 'button', { type: 'button', id: 'more' });

  let timelineView = { move() {}, mark() {} };
  let moveField = () => {};
  highlight.seen.push((index) => timelineView.mark(index));

  function go(k) {
    view.k = k;
    slider.value = k;
    now.replaceChildren();
    const moment = moments[k - 1];
    put(now, 'b', {}, `Probe ${k} of ${K}`);
    put(now, 'span', {}, duration(timeAt(k)));
    if (moment) {
      const left = candidates.filter((c) => isContender(c, k)).length;
      put(now, 'span', {}, `${left} in the race`);
      put(now, 'span', {}, `${story.kind} ${number(k === K ? story.gap : moment.gap)}`);
    }
    timelineView.move();
    moveField();
  }

  function stop() {
    clearInterval(view.playing);
    view.playing = null;
    play.textContent = '▶ Play';
  }

  play.addEventListener('click', () => {
    if (view.playing) return stop();
    const step = Math.max(1, Math.round(K / 150));
    if (view.k >= K) go(0);
    play.textContent = '❚❚ Pause';
    view.playing = setInterval(() => {
      go(Math.min(K, view.k + step));
      if (view.k >= K) stop();
    }, 80);
  });
  slider.addEventListener('input', () => { stop(); go(Number(slider.value)); });
  by.addEventListener('click', () => {
    view.by = view.by === 'time' ? 'probes' : 'time';
    draw();
  });
  more.addEventListener('click', () => { view.all = !view.all; draw(); });

  function draw() {
    by.textContent = view.by === 'time' ? 'Show by probes' : 'Show by time';
    more.hidden = candidates.length <= MOST_ROWS;
    more.textContent = view.all ? `Show the first ${MOST_ROWS}` : `Show all ${candidates.length}`;
    timelineView = drawTimeline(timeline, view);
    moveField = drawField(field, view);
    go(view.k);
  }
  return draw;
}

function legend(...entries) {
  return entries.map(([kind, text]) => {
    const item = document.createElement('span');
    put(item, 'i', { class: `swatch ${kind}` });
    item.append(text);
    return item;
  });
}

// Steps of a value from one state to another; `x` places a state.
function stepPath(steps, value, x, y, until) {
  let path = '';
  for (const step of steps) {
    if (step.k > until) break;
    const at = y(value(step)).toFixed(1);
    path += path ? `H${x(step.k).toFixed(1)}V${at}` : `M${x(step.k).toFixed(1)},${at}`;
  }
  return path && `${path}H${x(until).toFixed(1)}`;
}

// The area between its bounds while it is in the race.
function bandPath(steps, x, y, until) {
  const told = steps.filter((step) => step.k <= until);
  if (!told.length) return '';
  const upper = stepPath(told, (step) => step.u, x, y, until);
  let back = `V${y(told[told.length - 1].l).toFixed(1)}`;
  for (let i = told.length - 1; i > 0; i -= 1) {
    back += `H${x(told[i].k).toFixed(1)}V${y(told[i - 1].l).toFixed(1)}`;
  }
  return `${upper}${back}H${x(told[0].k).toFixed(1)}Z`;
}

function drawTimeline(parent, view) {
  parent.replaceChildren();
  const { svg, width, height } = canvas(parent, 360, 'Intervals of all configurations over time');
  const [left, right, top, bottom] = [46, width - 20, 22, height - 40];
  const place = view.by === 'time' ? timeAt : (k) => k;
  const across = linear([0, place(K) || 1], [left, left + 0.98 * (right - left)]);
  const x = (k) => (k > K ? right : across(place(k)));
  const y = linear(scores, [bottom, top]);
  const [marksX, asTime] = view.by === 'time'
    ? timeTicks(place(K) || 1, width / 110)
    : [ticks(0, K, width / 110), String];
  const marksY = ticks(...scores, 6);
  const format = scoreFormat(marksY);
  axisX(svg, across, marksX, asTime,
    { top, bottom, right, title: view.by === 'time' ? 'time' : 'probes' });
  axisY(svg, y, marksY, format, { left, right, title: story.score });

  const clip = put(put(svg, 'defs'), 'clipPath', { id: 'inside' });
  put(clip, 'rect', { x: left, y: top - 4, width: right - left, height: bottom - top + 8 });
  const layer = put(svg, 'g', { 'clip-path': 'url(#inside)' });
  layer.style.setProperty('--thin', Math.min(0.05, 0.6 / candidates.length));
  const groups = [];
  for (const candidate of [...candidates].reverse()) {
    const until = leftAt(candidate);
    const group = put(layer, 'g', { class: `runner ${fate(candidate)}` });
    groups[candidate.index] = group;
    put(group, 'path', { class: 'band', d: bandPath(candidate.steps, x, y, until) });
    put(group, 'path', { class: 'edge', d: stepPath(candidate.steps, (s) => s.u, x, y, until) });
    put(group, 'path', { class: 'edge low', d: stepPath(candidate.steps, (s) => s.l, x, y, until) });
    const last = stepAt(candidate, until);
    if (until <= K && last) {
      const gone = { x1: x(until), x2: right, y1: y(last.u), y2: y(last.u), class: 'gone' };
      put(group, 'line', gone);
      put(group, 'circle', { cx: x(until), cy: y(last.u), r: 3, class: 'end' });
    }
  }
  const bars = moments.filter((m) => m.bar !== null);
  put(layer, 'path', { class: 'threshold', d: stepPath(bars, (m) => m.bar, x, y, K + 1) });
  const cursor = put(svg, 'line', { class: 'cursor', y1: top - 4, y2: bottom });

  function mark(index) {
    groups.forEach((group, i) => group.classList.toggle('hot', i === index));
  }
  function nearest(event) {
    const [px, py] = pointer(svg, event);
    const k = lastUpTo(states, across.invert(px), place) ?? 0;
    let best = null;
    for (const candidate of candidates) {
      const step = stepAt(candidate, k);
      if (!step) continue;
      const away = Math.min(Math.abs(y(step.u) - py), Math.abs(y(step.l) - py))
        + (isContender(candidate, k) ? 0 : 6);
      if (!best || away < best.away) best = { candidate, step, away, k };
    }
    return best;
  }
  svg.addEventListener('pointermove', (event) => {
    const found = nearest(event);
    if (!found) return hideTip();
    mark(found.candidate.index);
    showTip(event, found.candidate.name, [
      `after ${duration(timeAt(found.k))}, probe ${found.k}: ${standingAt(found.candidate, found.k)}`,
      `${story.score} ${interval(found.step.l, found.step.u)}`,
      `from ${rows(found.step.n)} rows`,
    ]);
  });
  svg.addEventListener('pointerleave', () => {
    hideTip();
    mark(highlight.index);
  });
  svg.addEventListener('click', (event) => {
    const found = nearest(event);
    if (found) select(found.candidate.index);
  });
  mark(highlight.index);
  return {
    mark,
    move() {
      cursor.setAttribute('x1', x(view.k));
      cursor.setAttribute('x2', x(view.k));
    },
  };
}

function drawField(parent, view) {
  parent.replaceChildren();
  const shown = view.all ? candidates : candidates.slice(0, MOST_ROWS);
  const narrow = parent.clientWidth < 560;
  const row = narrow ? 32 : 22;
  const top = 8;
  const { svg, width, height } = canvas(
    parent, top + shown.length * row + 44, 'Intervals of the candidates at one moment',
  );
  const [left, right, bottom] = [narrow ? 8 : Math.min(340, width * 0.34), width - 20, height - 40];
  const x = linear(scores, [left, right]);
  const inside = (value) => Math.max(left, Math.min(right, x(value)));
  const marks = ticks(...scores, width / 110);
  const format = scoreFormat(marks);
  axisX(svg, x, marks, format, { top, bottom, right, title: story.score });
  const lanes = shown.map((candidate, i) => {
    const lane = put(svg, 'g', { class: 'lane', 'data-index': candidate.index });
    const y = top + i * row;
    const middle = y + (narrow ? 22 : row / 2);
    put(lane, 'rect', { class: 'touch', x: 0, y, width, height: row });
    put(lane, 'text', narrow
      ? { x: left, y: y + 12 }
      : { x: left - 10, y: middle + 4, 'text-anchor': 'end' },
    fitted(candidate.name, narrow ? right - left : left - 16));
    const span = put(lane, 'rect', { class: 'span', y: middle - 5, height: 10, rx: 3 });
    const score = put(lane, 'circle', { class: 'score', cy: middle, r: 3 });
    const below = put(lane, 'text', { class: 'below', x: left + 6, y: middle + 4 }, '‹');
    lane.addEventListener('pointermove', (event) => describe(event, candidate, view.k));
    lane.addEventListener('pointerleave', hideTip);
    lane.addEventListener('click', () => select(candidate.index));
    return { candidate, lane, span, score, below };
  });
  const line = put(svg, 'line', { class: 'threshold', y1: top, y2: bottom });

  return () => {
    for (const { candidate, lane, span, score, below } of lanes) {
      const step = stepAt(candidate, view.k);
      const [lower, upper] = step ? [step.l, step.u] : story.possible;
      const standing = standingAt(candidate, view.k);
      lane.setAttribute('class', `lane ${asClass(standing)}`);
      span.setAttribute('x', inside(lower));
      span.setAttribute('width', Math.max(2, inside(upper) - inside(lower)));
      below.setAttribute('visibility', x(upper) < left ? 'visible' : 'hidden');
      const hidden = !step || x(step.te) < left;
      score.setAttribute('visibility', hidden ? 'hidden' : 'visible');
      if (!hidden) score.setAttribute('cx', inside(step.te));
    }
    const bar = view.k > 0 ? moments[view.k - 1].bar : null;
    line.setAttribute('visibility', bar === null ? 'hidden' : 'visible');
    if (bar !== null) {
      line.setAttribute('x1', inside(bar));
      line.setAttribute('x2', inside(bar));
    }
  };
}

function describe(event, candidate, k) {
  const step = stepAt(candidate, k);
  const lines = [standingAt(candidate, k)];
  if (step) {
    lines.push(`${story.score} ${interval(step.l, step.u)}`);
    lines.push(`${score(step.te)} on ${rows(step.m)} test rows, from ${rows(step.n)} rows`);
  }
  if (candidate.parameters) lines.push(candidate.parameters);
  showTip(event, candidate.name, lines);
}
