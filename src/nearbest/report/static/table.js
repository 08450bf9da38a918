// The table of all candidates: sorting by a click on a head, filtering by any text.

function sortableTable() {
  const table = document.getElementById('table');
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const all = [...body.rows];

  const key = (row, column) => {
    const cell = row.cells[column];
    const value = cell.dataset.value;
    return value === undefined ? cell.textContent : value === '' ? null : Number(value);
  };
  function compare(a, b) {
    if (a === null || b === null) return 0;
    return typeof a === 'number' ? a - b : a.localeCompare(b, 'en', { numeric: true });
  }
  heads.forEach((head, column) => {
    head.addEventListener('click', () => {
      const rising = head.getAttribute('aria-sort') !== 'ascending';
      for (const other of heads) other.removeAttribute('aria-sort');
      head.setAttribute('aria-sort', rising ? 'ascending' : 'descending');
      const keyed = all.map((row) => [key(row, column), row]);
      keyed.sort(([a], [b]) => (a === null) - (b === null) || (rising ? 1 : -1) * compare(a, b));
      body.append(...keyed.map(([, row]) => row));
    });
  });
  heads[0].setAttribute('aria-sort', 'ascending');

  document.getElementById('filter').addEventListener('input', (event) => {
    const wanted = event.target.value.toLowerCase();
    for (const row of all) row.hidden = !row.textContent.toLowerCase().includes(wanted);
  });
  for (const row of all) row.addEventListener('click', () => select(Number(row.dataset.index)));
  highlight.seen.push((index) => {
    for (const row of all) row.classList.toggle('hot', Number(row.dataset.index) === index);
  });
}
