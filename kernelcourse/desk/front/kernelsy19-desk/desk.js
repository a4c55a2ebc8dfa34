// "Run them", below a saved explorer or walk: it waits for the kernel, and says that cells run until they have. A cell that
// is not trusted is left to JupyterLab, which asks first.
// JupyterLab asks a script for its plugins as webpack's containers are asked; this one is written by hand.
(() => {
  const BUTTON = ".kernelsy19-twin button[data-commandlinker-command]";
  const COMMANDS = ["notebook:run-all-above", "notebook:run-cell"];

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

  const plugin = {
    id: "kernelsy19-desk:plugin",
    autoStart: true,
    activate: ({ commands, shell }) => document.addEventListener("click", (event) => {
      const button = event.target.closest?.(BUTTON), panel = shell.currentWidget;
      const cell = button && panel?.content?.widgets?.find((one) => one.node.contains(button));
      if (!cell?.model.trusted) return;
      event.stopPropagation();
      run(commands, panel, cell, button);
    }, true),
  };
  window._JUPYTERLAB ??= {};
  window._JUPYTERLAB["kernelsy19-desk"] = { init() {}, get: async () => () => ({ __esModule: true, default: plugin }) };
})();
