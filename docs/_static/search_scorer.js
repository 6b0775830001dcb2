// How the search orders what it finds: guides first, then pages that list or measure, then the rules of the contracts one
// by one, and the reference.
const LISTS = ["architecture", "benchmarks", "commands", "comparison", "hardening", "mutants", "operations", "proved_against"];
var Scorer = {
  score: ([docname, title, anchor, descr, score]) => {
    if (descr && / (attribute|property|parameter), /.test(descr)) return score - 80;
    if (docname.startsWith("reference/")) return score - 40;
    if (docname.startsWith("rules/") || docname === "changelog") return score - 30;
    if (LISTS.includes(docname)) return score - 10;
    return score;
  },
  objNameMatch: 60, // the whole name of an object: its entry in the reference comes first
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
