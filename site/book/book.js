/* Formulas of the book: drawn by MathJax, shrunk by a fifth at most, else broken as `make_book.py` proposes. */
const LEAST = 0.8; // of their size: 8 points, where the text has 10
function draw(node, tex) {
  const drawn = MathJax.tex2svg(tex, { display: node.className === "shown" });
  const svg = drawn.querySelector("svg");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", node.dataset.tex);
  node.replaceChildren(svg);
  return svg;
}
function room(node) {
  const number = node.dataset.number ? 50 : 0;
  return (node.closest("td") ? 240 : node.parentElement.clientWidth) - number;
}
window.drawFormulas = () => {
  const wide = [];
  document.querySelectorAll("[data-tex]").forEach((node, k) => {
    const svg = draw(node, node.dataset.tex);
    if (node.className === "shown" && svg.getBoundingClientRect().width > room(node)) wide.push([k, node.dataset.tex]);
  });
  return wide;
};
/* proposals: the number of a formula and the ways to write it, the least broken first; returns those that fit in none */
window.fitFormulas = (proposals) => {
  const nodes = [...document.querySelectorAll("[data-tex]")], left = [];
  for (const [k, ways] of proposals) {
    const fits = ways.some((tex) => {
      const svg = draw(nodes[k], tex), part = room(nodes[k]) / svg.getBoundingClientRect().width;
      if (part >= 1) return true;
      if (part < LEAST) return false;
      svg.style.width = `${parseFloat(svg.getAttribute("width")) * part}ex`;
      svg.style.height = "auto";
      return true;
    });
    if (!fits) left.push(nodes[k].dataset.tex);
  }
  return left;
};
