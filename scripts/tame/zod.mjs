import { of } from "./cut.mjs";

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
  { file: "zod/v4/core/json-schema-processors.js", why: "constants that only define things", pure: true },
  {
    file: "zod/v4/core/schemas.js",
    why: "writes code for each shape and runs it; never reached once the probe says no",
    from: /(?<=\$ZodObject\.init\(inst, def\);\n) {4}const superParse = inst\._zod\.parse;\n.*?\n(?=\}\);\n)/s,
    to: "",
  },
  ...of("zod/v4/classic/from-json-schema.js", [
    {
      why: "an object of all schemas keeps them all; a namespace keeps what is used of it",
      from: /import \* as _checks from .*?\n\};\n/s,
      to: 'import * as z from "./external.js";\n',
    },
    {
      why: "keywords that no schema has once it is narrowed (note/action/schema.ts), and what only tells of one",
      lines: {
        "if (schema.not !== undefined) {": "",
        "if (schema.unevaluatedItems !== undefined) {": "",
        "if (schema.unevaluatedProperties !== undefined) {": "",
        "if (schema.if !== undefined ||": "",
        "if (schema.dependentSchemas !== undefined ||": "",
        "if (schema.$ref) {": "",
        "if (schema.format) {": "",
        "if (schema.pattern) {": "",
        "const hasKeyGuard =": "",
        "const minProperties =": "",
        "const maxProperties =": "",
        "if (hasKeyGuard ||": "",
        "const prefixItems =": "",
        "if (guards.containsSchema) {": "",
        "containsSchema: schema.contains !==": "",
        "if (schema.nullable === true &&": "",
        "if (schema.readOnly === true) {": "",
        "if (schema.default !== undefined) {": "",
        "if (schema.description) {": "",
      },
    },
    { why: "the same", from: /if \(schema\.patternProperties\) \{\n.*?\n {12}\}\n {12}else (?=\{)/s, to: "" },
    {
      why: "the same",
      from: /if \(prefixItems && Array\.isArray\(prefixItems\)\) \{\n.*?\n {12}else (?=if \(items !== undefined\))/s,
      to: "",
    },
    { why: "the same", from: / {4}const extraMeta = \{\};\n.*?(?= {4}\/\/ Apply description last)/s, to: "" },
  ]),
  ...of("zod/v4/classic/errors.js", [
    {
      why: "faults told as trees; agent/structured.ts and note/action/fit.ts tell them by their paths",
      lines: { '_lazyMethod(proto, "format",': "", '_lazyMethod(proto, "flatten",': "" },
    },
  ]),
  ...of("zod/v4/classic/schemas.js", [
    {
      why: "the same of what it calls",
      from: 'import { util } from "../core/index.js";',
      to: 'import * as util from "../core/util.js";',
    },
    { why: "the same", from: "core.util.constantCatch(", to: "util.constantCatch(" },
    {
      why: "JSON Schemas are written by agent/structured.ts, for the few kinds of shapes that anyone is told",
      from: /^ *inst\._zod\.processJSONSchema = .*\n/m,
      to: "",
      times: 41,
    },
    {
      why: "the same",
      lines: {
        "import { createStandardJSONSchemaMethod,": "",
        "jsonSchema: {": "",
        "toJSONSchema(params) {": "",
        "import * as processors from": `const processors = {
    aggregateChecks() { throw new Error("zod does not tell the limits of a shape here."); },
};`,
      },
    },
    {
      why: "ways to write a shape that nobody here writes; a method keeps what it names",
      methods: [
        ...["email", "jwt", "emoji", "guid", "uuid", "uuidv4", "uuidv6", "uuidv7", "nanoid", "cuid"],
        ...["cuid2", "ulid", "base64", "base64url", "xid", "ksuid", "ipv4", "ipv6", "cidrv4", "cidrv6"],
        ...["e164", "datetime", "date", "time", "duration", "keyof", "safeExtend", "with", "brand"],
        ...["nonoptional", "exactOptional", "and", "isOptional", "isNullable", "apply"],
      ],
    },
    {
      why: "the way back, from the value of a shape to its input",
      lines: {
        "encode: function _encode(": "",
        "decode: function _decode(": "",
        "encodeAsync: async function": "",
        "decodeAsync: async function": "",
      },
    },
    { why: "the same", methods: ["safeEncode", "safeDecode", "safeEncodeAsync", "safeDecodeAsync"] },
    {
      why: "values that contain themselves, which no JSON does",
      from: "core.config({ memoizer: core.memoizer() });",
      to: "void 0;",
    },
  ]),
];
