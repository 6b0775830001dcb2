// Sphinx leaves numbers out of a query; the index of this site has those of HTTP statuses (conf.py).
if (typeof Search !== "undefined") {
  const parseQuery = Search._parseQuery;
  Search._parseQuery = (query) => {
    const parsed = parseQuery(query);
    const [, searchTerms, , highlightTerms] = parsed;
    for (const number of splitQuery(query.trim()).filter((term) => /^\d+$/.test(term))) {
      searchTerms.add(number);
      highlightTerms.add(number);
    }
    return parsed;
  };
}
