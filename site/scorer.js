// The order of search results: a title that holds what was asked for first, chapters before other pages.
var Scorer = {
  score: (result) => {
    const [docname, title, anchor, descr, score] = result;
    const asked = (new URLSearchParams(window.location.search).get("q") || "").trim().toLowerCase();
    const isPage = !anchor;
    const named = asked && (isPage ? title.toLowerCase().includes(asked) : title.toLowerCase() === asked) ? 60 : 0;
    const chapter = docname.startsWith("notebooks/") ? 40 : 0;
    return score + named + chapter;
  },
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
