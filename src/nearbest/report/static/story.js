// The story that the page was written with, and questions to it.
// "k" counts probes told: state k is the race after the k-th probe, state 0 before any.

const story = JSON.parse(document.getElementById('story').textContent);
const { candidates, moments, window: scores } = story;
const K = moments.length;
const states = [...Array(K + 1).keys()];

candidates.forEach((candidate, index) => {
  Object.assign(candidate, { index, steps: [], changes: [] });
});
moments.forEach((moment, index) => {
  moment.k = index + 1;
  if (!moment.status) candidates[moment.c].steps.push(moment);
  for (const c of moment.left || []) candidates[c].changes.push([moment.k, false]);
  for (const c of moment.back || []) candidates[c].changes.push([moment.k, true]);
});

// The last entry of a list, rising by `key`, that is not beyond k; undefined if none is.
function lastUpTo(list, k, key) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (key(list[middle]) <= k) low = middle + 1;
    else high = middle;
  }
  return list[low - 1];
}

const stepAt = (candidate, k) => lastUpTo(candidate.steps, k, (step) => step.k);

function isContender(candidate, k) {
  if (k === K) return !['excluded', 'failed'].includes(candidate.standing); // as in the table
  const change = lastUpTo(candidate.changes, k, ([at]) => at);
  return change ? change[1] : true;
}

// When it last left the race; beyond the end if it never did.
function leftAt(candidate) {
  const change = candidate.changes[candidate.changes.length - 1];
  return change && !change[1] ? change[0] : K + 1;
}

const timeAt = (k) => (k === 0 ? 0 : moments[k - 1].t);

function standingAt(candidate, k) {
  if (k === K) return candidate.standing;
  if (k > 0 && moments[k - 1].i === candidate.index) return 'current winner';
  if (!isContender(candidate, k)) {
    return candidate.standing === 'failed' ? 'failed' : 'excluded';
  }
  return stepAt(candidate, k) ? 'in the race' : 'waiting';
}

// One candidate is highlighted in all figures.
const highlight = { index: 0, seen: [] };

function select(index) {
  highlight.index = index;
  for (const see of highlight.seen) see(index);
}

const asClass = (standing) => standing.replaceAll(' ', '-');
const fate = (candidate) => asClass(candidate.standing)
  + (candidate.excluded === 'past curves' ? ' by-forecast' : '');
