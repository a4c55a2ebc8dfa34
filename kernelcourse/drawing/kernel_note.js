// A line that stays empty while the kernel lives; then it says what to do, and stops the controls beside it.

export default () => {
  let gone = false; // for good: the kernel that comes after knows nothing of this widget
  const hearers = new Set();

  function lose() {
    gone = true;
    hearers.forEach((hear) => hear());
  }

  return {
    initialize: ({ model }) => whenGone(model, lose),

    render({ model, el }) {
      el.classList.add("kernelsy19-alive");
      el.setAttribute("role", "status");
      const show = () => {
        el.textContent = gone ? model.get("note") : "";
        el.parentElement?.querySelectorAll(":scope > .kernelsy19-controls").forEach((controls) => {
          controls.inert = gone;
          controls.addEventListener("focusin", keepKeys);
        });
      };
      const frame = requestAnimationFrame(show); // the controls beside it may come later
      hearers.add(show);
      return () => {
        cancelAnimationFrame(frame);
        hearers.delete(show);
      };
    },
  };
};
