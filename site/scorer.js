// The order of search results: a title that holds what was asked for first, or most of its words, and a function by its own
// name; chapters before other pages.
var Scorer = {
  score: (result) => {
    const [docname, title, anchor, descr, score] = result;
    const asked = (new URLSearchParams(window.location.search).get("q") || "").trim().toLowerCase();
    const name = title.toLowerCase(), words = asked.split(/\s+/);
    const share = name.includes(asked) ? 1 : words.filter((word) => name.includes(word)).length / words.length;
    const own = name.split(/[\s(]/)[0].split(".").pop() === asked;
    const named = asked && (anchor ? own : share >= 0.75) ? 60 : 0;
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
