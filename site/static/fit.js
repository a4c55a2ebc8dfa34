// A formula that is wider than its column is made smaller, down to a size that can still be read; only then it scrolls.
"use strict";
{
  const SMALLEST = 0.7;
  const shown = (box) => box.offsetParent !== null;
  function fit(within) {
    const boxes = [...within.querySelectorAll('.bd-article mjx-container[jax="SVG"]')].filter(shown);
    for (const box of boxes) box.style.fontSize = "";
    const shares = boxes.map((box) => {
      const around = box.closest("td, div.math, p, li, dd, section, article") || box;
      return around.clientWidth / box.querySelector("svg").getBoundingClientRect().width;
    });
    boxes.forEach((box, k) => { if (shares[k] < 1) box.style.fontSize = `${100 * Math.max(SMALLEST, 0.99 * shares[k])}%`; });
  }
  window.addEventListener("load", () => window.MathJax?.startup?.promise?.then(() => {
    fit(document);
    document.addEventListener("toggle", (event) => fit(event.target), true); // what was folded had no width
    let late, width = window.innerWidth;
    window.addEventListener("resize", () => {
      if (width === (width = window.innerWidth)) return;
      clearTimeout(late);
      late = setTimeout(() => fit(document), 150);
    });
  }));
}
