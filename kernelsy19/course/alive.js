// Says whether the kernel that answers a widget is still there. Jupyter's own front end notices only restarts that
// the reader asks for; a kernel that died or was shut down leaves sliders that move while the picture stands.

const GONE = new Set(["restarting", "autorestarting", "terminating", "dead"]);

// In Notebook 7 an arrow key goes on to the next heading, unless what has the focus says that its keys are its own.
function keepKeys(event) {
  event.target.dataset.lmSuppressShortcuts = "";
}

export default () => {
  let gone = false; // for good: the kernel that comes after knows nothing of this widget
  const hearers = new Set();

  function lose() {
    gone = true;
    hearers.forEach((hear) => hear());
  }

  return {
    initialize({ model }) {
      const manager = model.widget_manager;
      const session = manager?.context?.sessionContext; // not every front end has one
      const heard = (_, status) => GONE.has(status) && lose();
      session?.statusChanged.connect(heard);
      session?.kernelChanged.connect(lose);
      // What anywidget hands over does not tell whether its kernel listens; the model behind it does.
      const find = async () => {
        const behind = model.get("ident") && (await manager?.get_model?.(model.get("ident")));
        if (!behind) return;
        const look = () => behind.comm_live || lose();
        behind.on("comm_live_update", look);
        look();
      };
      model.on("change:ident", find); // a new widget learns it a moment after it was made
      find();
      return () => {
        session?.statusChanged.disconnect(heard);
        session?.kernelChanged.disconnect(lose);
      };
    },

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
