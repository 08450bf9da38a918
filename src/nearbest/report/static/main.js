// Draw everything, and again when the width changes.

const place = (name) => {
  const figure = document.querySelector(`#${name} .figure`);
  figure.replaceChildren();
  return figure;
};
const figures = [
  raceFigure(place('race')),
  curvesFigure(place('curves')),
  timeFigure(place('time')),
];
sortableTable();

let drawnAt = 0;
function draw() {
  const width = document.documentElement.clientWidth;
  if (width === drawnAt) return;
  drawnAt = width;
  for (const figure of figures) figure();
}
draw();
select(0);
window.addEventListener('resize', draw);
document.documentElement.dataset.drawn = 'yes';
