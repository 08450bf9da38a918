// Time: what each configuration took, against what its full run would take.

function timeFigure(parent) {
  const timed = candidates.filter((c) => c.full !== null).sort((a, b) => b.full - a.full);
  const longest = Math.max(...timed.map((c) => Math.max(c.full, c.seconds)), 1e-9);
  const list = put(parent, 'ol', { id: 'bars' });
  const more = put(parent, 'button', { type: 'button' }, `Show all ${timed.length}`);
  more.hidden = timed.length <= MOST_ROWS;
  more.addEventListener('click', () => { list.classList.add('all'); more.hidden = true; });
  timed.forEach((candidate, i) => {
    const item = put(list, 'li', { class: `${fate(candidate)}${i < MOST_ROWS ? '' : ' folded'}` });
    put(item, 'span', { class: 'name', title: candidate.name }, candidate.name);
    const track = put(item, 'span', { class: 'track' });
    put(track, 'i', { class: 'full' }).style.width = `${(100 * candidate.full) / longest}%`;
    put(track, 'i', { class: 'spent' }).style.width = `${(100 * candidate.seconds) / longest}%`;
    const share = candidate.full > 0 ? (100 * candidate.seconds) / candidate.full : 0;
    const about = candidate.measured ? '' : '≈ ';
    const told = `${duration(candidate.seconds)} of ${about}${duration(candidate.full)}`;
    put(item, 'span', { class: 'told' }, `${told} · ${share.toFixed(share < 10 ? 1 : 0)} %`);
    item.addEventListener('pointermove', (event) => showTip(event, candidate.name, [
      `spent ${duration(candidate.seconds)} on ${candidate.steps.length} probes`,
      `full run ${about}${duration(candidate.full)}${candidate.measured ? ', measured' : ' (estimate)'}`,
    ]));
    item.addEventListener('pointerleave', hideTip);
    item.addEventListener('click', () => select(candidate.index));
  });
  return () => {};
}
