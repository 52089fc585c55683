import { of } from "./cut.mjs";

/** gray-matter splits a note, and does nothing else here. */
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
  ]),
  {
    file: "gray-matter/lib/utils.js",
    why: "a phone has no Buffer; `orig` is the text itself",
    from: "return typeof input === 'string' ? Buffer.from(input) : input;",
    to: "return input;",
  },
];
