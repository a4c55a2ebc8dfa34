// A piece of a formula that is wider than its column is made smaller, down to a size that can still be read; only then it
// scrolls. For paper, what is folded is unfolded.
"use strict";
{
  const SMALLEST = 0.65;
  function fit(within) {
    const boxes = [...within.querySelectorAll(".bd-article .math")].filter((box) => box.offsetParent);
    for (const box of boxes) {
      box.style.removeProperty("font-size");
      box.classList.remove("scrolls");
    }
    const sizes = boxes.map((box) => {
      const around = box.parentElement.closest("td, p, li, dd, div, article");
      return [Math.max(...[...box.children].map((piece) => piece.getBoundingClientRect().width)), around.clientWidth];
    });
    sizes.forEach(([natural, room], k) => {
      if (natural <= room) return;
      boxes[k].style.fontSize = `${Math.max(SMALLEST, (room - 1) / natural)}em`;
      boxes[k].classList.toggle("scrolls", SMALLEST * natural > room);
    });
  }
  document.fonts.ready.then(() => {
    fit(document);
    document.addEventListener("toggle", (event) => fit(event.target), true); // what was folded had no width
    let late, width = window.innerWidth;
    window.addEventListener("resize", () => {
      if (width === (width = window.innerWidth)) return;
      clearTimeout(late);
      late = setTimeout(() => fit(document), 150);
    });
  });

  let folded = [];
  window.addEventListener("beforeprint", () => {
    folded = [...document.querySelectorAll("details:not([open])")];
    for (const one of folded) one.open = true;
  });
  window.addEventListener("afterprint", () => {
    for (const one of folded) one.open = false;
  });
}
