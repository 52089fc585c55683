/** zod checks shapes, in English and without code that it wrote itself. */
export const zodRows = [
  {
    file: "zod/v4/core/util.js",
    why: "probes whether text may be run as code; the answer here is always no",
    from: 'const F = Function;\n        new F("");\n        return true;',
    to: "return false;",
  },
  {
    file: "zod/v4/core/doc.js",
    why: "runs generated text as code; never reached once the probe says no",
    from: /const F = Function;\n.*?\n {8}return factory\(\.\.\.Object\.values\(this\.closed\)\);/s,
    to: 'throw new Error("zod may not run generated code here");',
  },
  {
    file: "zod/v4/core/compile.js",
    why: "thirty kilobytes that write code and run it; a schema that cannot be compiled works as it is",
    to: `export const INVALID = Symbol.for("zod.compile.invalid");
export class ZodCompileAsyncError extends Error {}
export class ZodCompileUnsupportedError extends Error {}
const no = () => { throw new Error("zod may not run generated code here"); };
export { no as withParser, no as compileFn };
export const compile = (schema) => schema;
`,
  },
  {
    file: "zod/v4/locales/index.js",
    why: "fifty languages of messages; ours are in English",
    to: 'export { default as en } from "./en.js";',
  },
  {
    file: "zod/v4/core/schemas.js",
    why: "writes code for each shape and runs it; never reached once the probe says no",
    from: /(?<=\$ZodObject\.init\(inst, def\);\n) {4}const superParse = inst\._zod\.parse;\n.*?\n(?=\}\);\n)/s,
    to: "",
  },
  {
    file: "zod/v4/classic/from-json-schema.js",
    why: "an object of all schemas keeps them all; a namespace keeps what is used of it",
    from: /import \* as _checks from .*?\n\};\n/s,
    to: 'import * as z from "./external.js";\n',
  },
  {
    file: "zod/v4/classic/schemas.js",
    why: "the same of what it calls",
    from: 'import { util } from "../core/index.js";',
    to: 'import * as util from "../core/util.js";',
  },
];
