import { of } from "./cut.mjs";

/** gray-matter tells the properties of a note, js-yaml reads YAML, minisearch finds words; nothing else is asked. */
export const noteRows = [
  {
    file: "gray-matter/lib/engines.js",
    why: "`---js` runs the note as code, and the built-in YAML engine is an old js-yaml; the caller gives the only engine",
    to: "module.exports = {};",
  },
  ...of("gray-matter/index.js", [
    {
      why: "reading files is not its business, and a phone has none",
      from: "const fs = require('fs');",
      to: "",
    },
    {
      why: "needs the line above",
      from: "const str = fs.readFileSync(filepath, 'utf8');",
      to: "throw new Error('not here: ' + filepath); const str = '';",
    },
    {
      why: "sections of a note, which nobody asks for",
      lines: {
        "const sections = require('section-matter');": "",
        "if (opts.sections === true || typeof opts.section ===":
          "if (opts.sections || opts.section) throw new Error('No sections here.');",
      },
    },
  ]),
  {
    file: "gray-matter/lib/to-file.js",
    why: "tells fifty kinds of values apart; a note is given as a text",
    from: "const typeOf = require('kind-of');",
    to: "const typeOf = (value) => typeof value;",
  },
  {
    file: "gray-matter/lib/stringify.js",
    why: "writes a note anew, without its comments and layout",
    to: "module.exports = () => { throw new Error('No note is written by this.'); };",
  },
  {
    file: "gray-matter/lib/excerpt.js",
    why: "the beginning of a note, which nobody asks for",
    to: "module.exports = (file, opts) => { if (opts && opts.excerpt) throw new Error('No excerpt here.'); };",
  },
  ...of("gray-matter/lib/utils.js", [
    {
      why: "a phone has no Buffer; `orig` is the text itself",
      from: "return typeof input === 'string' ? Buffer.from(input) : input;",
      to: "return input;",
    },
    {
      why: "tells fifty kinds of values apart; none is a buffer",
      lines: { "const typeOf = require('kind-of');": "const typeOf = (value) => typeof value;" },
    },
  ]),
  {
    file: "js-yaml/dist/js-yaml.mjs",
    why: "constants that only define things: YAML 1.1, and everything that writes YAML",
    pure: true,
  },
  ...of("minisearch/dist/es/index.js", [
    { why: "no note is taken out of an index", lines: { "if (!this._documentIds.has(docId)) {": "" } },
    {
      why: "an index is filled, asked once, and let go: nothing is taken out of it, kept, or completed while typing",
      methods: [
        ...["addAllAsync", "remove", "removeAll", "discard", "discardAll", "replace", "getStoredFields"],
        ...["maybeAutoVacuum", "vacuum", "conditionalVacuum", "performVacuuming", "vacuumConditionsMet"],
        ...["loadJSON", "loadJSONAsync", "loadJS", "loadJSAsync", "instantiateMiniSearch", "getDefault"],
        ...["toJSON", "autoSuggest", "removeTerm", "removeFieldLength", "warnDocumentChanged"],
      ],
    },
    {
      why: "the same of its tree",
      lines: {
        "clear() {": "",
        "delete(key) {": "",
        "update(key, fn) {": "",
        "values() {": "",
        "static from(entries) {": "",
        "static fromObject(object) {": "",
      },
    },
  ]),
];
