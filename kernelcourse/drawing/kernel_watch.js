// Says whether the kernel that answers a widget is still there. Jupyter's own front end notices only restarts that
// the reader asks for; a kernel that died or was shut down leaves sliders that move while the picture stands.

const GONE = new Set(["restarting", "autorestarting", "terminating", "dead"]);

/** Call `lose(saved)` once the kernel is gone, with `saved` where it never was there; returns what ends the watch. */
function whenGone(model, lose) {
  const manager = model.widget_manager;
  const session = manager?.context?.sessionContext; // not every front end has one
  const gone = () => lose(false);
  const heard = (_, status) => GONE.has(status) && gone();
  session?.statusChanged.connect(heard);
  session?.kernelChanged.connect(gone);
  // What anywidget hands over does not tell whether its kernel listens; the model behind it does.
  const find = async () => {
    const behind = model.get("ident") && (await manager?.get_model?.(model.get("ident")));
    if (!behind) return;
    behind.on("comm_live_update", () => behind.comm_live || gone());
    if (!behind.comm_live) lose(true);
  };
  model.on("change:ident", find); // a new widget learns it a moment after it was made
  find();
  return () => {
    session?.statusChanged.disconnect(heard);
    session?.kernelChanged.disconnect(gone);
  };
}

// In Notebook 7 an arrow key goes on to the next heading, unless what has the focus says that its keys are its own.
function keepKeys(event) {
  event.target.dataset.lmSuppressShortcuts = "";
}
