// Save what a reader can still see tomorrow, as `keep_twins` in kernelcourse/desk/server.py does where there is a server:
// the view of an explorer dies with its kernel, so it is dropped where a static picture stands beside it.
// JupyterLab asks a script for its plugins as webpack's containers are asked; this one is written by hand.
(() => {
    const VIEW = "application/vnd.jupyter.widget-view+json", TWIN = "kernelsy19-twin";
    const joined = (text) => [].concat(text ?? "").join("");

    function withoutViews(notebook) {
        const kept = structuredClone(notebook);
        for (const output of (kept.cells ?? []).flatMap((cell) => cell.outputs ?? [])) {
            const data = output.data ?? {};
            if ([data["text/html"], data["text/markdown"]].some((text) => joined(text).includes(TWIN))) delete data[VIEW];
        }
        delete kept.metadata?.widgets;
        return kept;
    }

    const plugin = {
        id: "kernelsy19-keep-twins:plugin",
        autoStart: true,
        activate: ({ serviceManager: { contents } }) => {
            const save = contents.save.bind(contents);
            contents.save = (path, file = {}) =>
                save(path, file.type === "notebook" && file.content ? { ...file, content: withoutViews(file.content) } : file);
        },
    };
    window._JUPYTERLAB ??= {};
    window._JUPYTERLAB["kernelsy19-keep-twins"] = { init() {}, get: async () => () => ({ __esModule: true, default: plugin }) };
})();
