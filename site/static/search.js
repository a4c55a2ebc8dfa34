// The search: MiniSearch ranks pages, chapters first; of each page the section that holds most of what was asked for is shown.
// What it looks through is fetched with the first question, as scripts: so it also works where a page is opened as a file.
"use strict";
{
  const folder = document.currentScript.src.replace(/[^/]*$/, "");
  const root = document.documentElement.dataset.content_root;
  const WEIGHTS = { title: 6, also: 6, heads: 2, text: 1 };
  const KINDS = { Chapter: 6, Appendix: 1.2, Equation: 0.8 }, NAMED = 40;
  const SHOWN = 12, AROUND = 90;
  const GREEK = Object.fromEntries([..."αβγδεηθλμνξρσφ"].map((letter, k) => [letter, "alpha beta gamma delta epsilon eta theta lambda mu nu xi rho sigma phi".split(" ")[k]]));
  const SAYS_NOTHING = new Set("a an and are as at be by can do does for from how i in is it its my of on or that the this to use used using was what when where which why with you".split(" "));

  // A word with hyphens or dots counts as a whole, and so do its parts.
  const whole = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").match(/[\p{L}\p{N}_]+(?:[-–.][\p{L}\p{N}_]+)*/gu) || [];
  const words = (text) => whole(text).flatMap((word) => [word, ...(/[-–.]/.test(word) ? word.split(/[-–.]/).filter((part) => part.length > 2) : [])]);
  function stem(word) {
    if (GREEK[word]) return GREEK[word];
    if (SAYS_NOTHING.has(word)) return null;
    for (const [end, put] of [[/ies$/, "y"], [/(ss)es$/, "$1"], [/([^s])s$/, "$1"]])
      if (word.length > 3 && end.test(word)) { word = word.replace(end, put); break; }
    const short = word.replace(/(?:ing|ed)$/, "");
    return short !== word && short.length > 3 ? short.replace(/([^aeiousl])\1$/, "$1") : word;
  }

  const load = (name) => new Promise((done, failed) => {
    const script = Object.assign(document.createElement("script"), { src: folder + name, onload: done, onerror: failed });
    document.head.append(script);
  });
  // What has a name of code, as a function or an equation has, is what was asked for where that name is asked for.
  const namesOf = (page) => new Set([page[1], ...page[4].map((one) => one[1])].flatMap((title) => title.split(/[\s.]+/))
    .filter((name) => /_|[a-z][A-Z]|[A-Z]+\d*-/.test(name)).map((name) => stem(name.toLowerCase())));
  // What a section is also called, or else a chapter, is the answer where just that is asked for.
  const key = (text) => whole(text).map(stem).filter(Boolean).join(" ");
  let ready, names, called;
  const index = () => (ready ||= Promise.all([load("vendor/index.js"), load("search-index.js")]).then(() => {
    const made = new MiniSearch({ fields: Object.keys(WEIGHTS), tokenize: words, processTerm: stem });
    made.addAll(SOUGHT_PAGES.map(([, title, , also, sections], id) => ({
      id, title, also, heads: sections.slice(1).map((s) => s[1]).join(" "), text: sections.map((s) => s[2]).join(" "),
    })));
    called = new Map();
    SOUGHT_PAGES.forEach((page, id) => page[4].forEach(([, , , also = ""], k) => also.split(", ").map(key).forEach((one) => {
      called.set(one, [...(called.get(one) ?? []), { id, k }]);
    })));
    names = SOUGHT_PAGES.map((page) => (/Equation|Library/.test(page[2]) ? namesOf(page) : new Set()));
    return made;
  }));

  function find(made, asked) {
    const exact = new Set(whole(asked).map(stem));
    const options = {
      boost: WEIGHTS, boostDocument: (id, term) => (exact.has(term) && names[id].has(term) ? NAMED : KINDS[SOUGHT_PAGES[id][2]] || 1), tokenize: whole,
      prefix: (term, k, all) => k === all.length - 1 && term.length > 2, weights: { prefix: 0.2, fuzzy: 0.1 },
    };
    const every = made.search(asked, { ...options, combineWith: "AND" });
    const found = every.length ? every : made.search(asked, { ...options, tokenize: words, fuzzy: 0.2 });
    const terms = key(asked).split(" "), named = called.get(key(asked)) ?? [], sections = named.filter(({ k }) => k);
    const first = (sections.length ? sections : named).map((one) => ({ ...one, terms, queryTerms: terms }));
    return [...first, ...found.filter(({ id }) => first.every((one) => one.id !== id))];
  }

  // Where in a section the words stand that were found: pairs of places.
  const places = (text, terms) => [...text.matchAll(/[\p{L}\p{N}_]+(?:[-–.][\p{L}\p{N}_]+)*/gu)]
    .filter(([word]) => words(word).some((part) => terms.has(stem(part)))).map((hit) => [hit.index, hit.index + hit[0].length]);

  function section(page, terms) {
    const worth = ([, title, text, also = ""], k) => {
      const distinct = new Set([title, also, text].flatMap(words).map(stem).filter((term) => terms.has(term)));
      const named = (which) => new Set(places(which, terms).map(([a, b]) => stem(which.slice(a, b).toLowerCase()))).size / terms.size;
      const opens = k === 0 && page[2] === "Chapter";
      const listed = opens || /^(?:Summary|Do you have it)/.test(title) ? 0.5 : 0; // it names everything, and explains nothing
      return distinct.size - listed + 0.9 * Math.max(named(title), opens ? 0 : named(also)) + Math.min(0.09, places(text, terms).length / 100);
    };
    return page[4].map((one, k) => [worth(one, k), one]).reduce((best, one) => (one[0] > best[0] ? one : best))[1];
  }

  function snippet(text, terms) {
    const hits = places(text, terms), part = document.createElement("p");
    const near = hits.map(([start]) => hits.filter(([other]) => other >= start && other < start + AROUND).length);
    const from = Math.max(0, (hits[near.indexOf(Math.max(...near))] || [0])[0] - AROUND);
    let at = from ? text.indexOf(" ", from) + 1 : 0;
    const until = Math.min(text.length, at + 3 * AROUND), end = until < text.length ? text.lastIndexOf(" ", until) : until;
    part.append(at ? "… " : "");
    for (const [start, stop] of hits.filter(([start, stop]) => start >= at && stop <= end)) {
      part.append(text.slice(at, start), Object.assign(document.createElement("mark"), { textContent: text.slice(start, stop) }));
      at = stop;
    }
    part.append(text.slice(at, end), end < text.length ? " …" : "");
    return part;
  }

  function result({ id, k, terms, queryTerms }) {
    const exact = terms.filter((term) => queryTerms.includes(term)), asked = new Set(exact.length ? exact : terms);
    const page = SOUGHT_PAGES[id], [anchor, title, text] = k ? page[4][k] : section(page, asked);
    const item = document.createElement("li"), link = document.createElement("a"), kind = document.createElement("span");
    link.href = root + page[0] + (title === page[1] ? "" : `#${anchor}`);
    link.textContent = title === page[1] ? title : `${page[1]} › ${title}`;
    kind.textContent = page[2];
    item.append(link, " ", kind, snippet(text, asked));
    return item;
  }

  async function answer(place, asked) {
    const made = asked.trim() && (await index());
    if (place.dataset.asked !== asked) return; // something else was asked meanwhile
    const found = made ? find(made, asked) : [], said = document.createElement("p"), list = document.createElement("ol");
    said.setAttribute("role", "status");
    said.textContent = !made ? "" : found.length ? `${found.length} ${found.length === 1 ? "page" : "pages"}` : "No page says this. Try another word for it.";
    list.className = "search";
    list.append(...found.slice(0, SHOWN).map(result));
    place.replaceChildren(said, list);
    place.dataset.answered = asked;
  }

  document.addEventListener("DOMContentLoaded", () => {
    const own = document.querySelector("#search-results"), dialog = document.querySelector("#pst-search-dialog");
    const over = dialog && dialog.appendChild(document.createElement("div"));
    if (over) over.className = "bd-search-container";
    for (const [place, form] of [[own, own?.parentElement.querySelector("form")], [over, dialog?.querySelector("form")]]) {
      if (!place || !form) continue;
      const ask = (asked) => answer(place, (place.dataset.asked = asked));
      form.elements.q.addEventListener("input", () => ask(form.elements.q.value));
      if (place !== own) continue;
      form.elements.q.value = new URLSearchParams(window.location.search).get("q") || "";
      ask(form.elements.q.value);
    }
  });
}
