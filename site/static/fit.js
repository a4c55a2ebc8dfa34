// A formula that is wider than its column is made smaller, down to a size that can still be read; only then it scrolls.
"use strict";
{
  const SMALLEST = 0.65;
  function fit(within) {
    const boxes = [...within.querySelectorAll(".bd-article mjx-container:not([width=full])")].filter((box) => box.offsetParent);
    const drawn = boxes.map((box) => box.querySelector("svg"));
    for (const svg of drawn) svg.style.removeProperty("--fit");
    const sizes = boxes.map((box, k) => {
      const around = box.hasAttribute("display") ? box : box.parentElement.closest("td, p, li, dd, div, article");
      return [drawn[k].getBoundingClientRect().width, around.clientWidth];
    });
    sizes.forEach(([natural, room], k) => {
      // Its width, which course.css takes on a screen; not the size of its font, of which an ex is a whole number of pixels.
      if (natural > room) drawn[k].style.setProperty("--fit", `${Math.max(SMALLEST * natural, room - 1)}px`);
    });
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
