/* Formulas of the book, drawn by MathJax. What is too wide is shrunk by a fifth at most, to 8 points where the text has
10; what is wider still is written in one of the ways that `make_book.py` proposes. All is measured before anything is
drawn: in a document of 400 pages a layout takes a second. */
const LEAST = 0.8;
let rooms; // of each formula, in units of its letter x
function measure() {
  const ruler = document.createElement("span");
  ruler.style.cssText = "position: absolute; width: 1ex; height: 1px";
  const units = {};
  rooms = [...document.querySelectorAll("[data-tex]")].map((node) => {
    const shown = node.className === "shown", size = getComputedStyle(node).fontSize;
    const room = shown ? node.parentElement.clientWidth - (node.dataset.number ? 50 : 0) - (node.closest(".lines") ? 28 : 0) : Infinity;
    return { node, shown, size, room };
  });
  for (const size of new Set(rooms.map((one) => one.size))) {
    ruler.style.fontSize = size;
    document.body.append(ruler);
    units[size] = ruler.getBoundingClientRect().width;
  }
  ruler.remove();
  for (const one of rooms) one.room /= units[one.size];
}
/* ways: the formula as written, then broken more and more; returns whether one of them fits */
function draw({ node, shown, room }, ways) {
  for (const tex of ways) {
    const svg = MathJax.tex2svg(tex, { display: shown }).querySelector("svg");
    const wide = parseFloat(svg.getAttribute("width")) / room;
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", node.dataset.tex);
    if (wide > 1) {
      svg.style.width = `${room}ex`;
      svg.style.height = `${parseFloat(svg.getAttribute("height")) / wide}ex`;
    }
    node.replaceChildren(svg);
    if (wide * LEAST <= 1) return true;
  }
  return false;
}
window.drawFormulas = () => {
  measure();
  return rooms.flatMap((one, k) => (draw(one, [one.node.dataset.tex]) ? [] : [[k, one.node.dataset.tex]]));
};
window.fitFormulas = (proposals) => proposals.filter(([k, ways]) => !draw(rooms[k], ways)).map(([k]) => rooms[k].node.dataset.tex);
