// What a chapter does before its cells have run: its first explorer moves through scenes that were computed before, and the
// button "Run them" waits for the kernel and says that cells run until they have. A cell that is not trusted is left to
// JupyterLab, which asks first; the scenes and what draws them come from the course, and never from the notebook.
// JupyterLab asks a script for its plugins as webpack's containers are asked; this one is written by hand.
(() => {
  const BUTTON = ".kernelsy19-twin button[data-commandlinker-command], .ks-site button[data-commandlinker-command]";
  const COMMANDS = ["notebook:run-all-above", "notebook:run-cell"];
  const TWIN = ".kernelsy19-twin:has(> div > div > img)", SHOWN = /^explorers\.(\w+)\(\)$/m;
  const seen = new WeakSet(); // notebooks

  async function run(commands, { content: notebook, sessionContext }, cell, button) {
    const words = button.textContent, index = notebook.widgets.indexOf(cell);
    Object.assign(button, { textContent: "Running …", disabled: true });
    try {
      await sessionContext.ready;
      await sessionContext.session?.kernel?.info;
      for (const command of COMMANDS) {
        notebook.deselectAll();
        notebook.activeCellIndex = index; // a reader may have gone on meanwhile
        await commands.execute(command);
      }
    } finally {
      Object.assign(button, { textContent: words, disabled: false }); // it is still there where a cell above raised
    }
  }

  const cellOf = (panel, node) => panel?.content?.widgets?.find((one) => one.node.contains(node));

  let renderer = null; // loaded once
  function load(folder) {
    return renderer ??= new Promise((resolve, reject) => {
      const script = Object.assign(document.createElement("script"), { src: `${folder}explorers.js`, onload: resolve, onerror: reject });
      document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: `${folder}live.css` }), script);
    });
  }

  /** Let the explorer behind a picture move, with what the picture says of running its cells. */
  async function open(panel, twin, folder) {
    const name = SHOWN.exec(cellOf(panel, twin)?.model.sharedModel.source)?.[1];
    if (!name) return;
    await load(folder);
    twin.dataset.explorer = name;
    const shown = await window.kernelsy19.show(twin, "The others move once the cells have run.");
    const note = twin.querySelector("p").cloneNode(true), reason = shown.querySelector(".ks-reason");
    if (reason.textContent) return reason.append(" ", note.querySelector("button"));
    note.querySelector("b").textContent = "It stops at a few places. To move it freely, run the cells above and then this one.";
    return shown.querySelector(".ks-side").prepend(note);
  }

  /** Open the first explorer of a chapter, as soon as it is there. */
  async function look(panel, folder) {
    if (!panel?.content?.widgets || seen.has(panel)) return;
    seen.add(panel);
    await panel.context.ready;
    if (!panel.context.model.getMetadata("kernelsy19")) return;
    const find = () => panel.content.node.querySelector(TWIN), now = find();
    if (now) return open(panel, now, folder);
    const watch = new MutationObserver(() => {
      const twin = find();
      if (!twin) return;
      watch.disconnect();
      open(panel, twin, folder).catch(console.warn);
    });
    watch.observe(panel.content.node, { childList: true, subtree: true });
  }

  const plugin = {
    id: "kernelsy19-desk:plugin",
    autoStart: true,
    activate: ({ commands, shell, serviceManager }) => {
      const folder = `${serviceManager.serverSettings.baseUrl}kernelsy19/`;
      const current = () => look(shell.currentWidget, folder).catch(console.warn); // then the picture stays as it is
      shell.currentChanged.connect(current);
      current();
      document.addEventListener("click", (event) => {
        const button = event.target.closest?.(BUTTON), panel = shell.currentWidget, cell = button && cellOf(panel, button);
        if (!cell?.model.trusted) return;
        event.stopPropagation();
        run(commands, panel, cell, button);
      }, true);
    },
  };
  window._JUPYTERLAB ??= {};
  window._JUPYTERLAB["kernelsy19-desk"] = { init() {}, get: async () => () => ({ __esModule: true, default: plugin }) };
})();
