/** All three packages of models answer in a stream, with the function tools that they are given. */

const ANTHROPIC = "@ai-sdk/anthropic/dist/internal/index.js";
const GOOGLE = "@ai-sdk/google/dist/internal/index.js";
const COMPATIBLE = "@ai-sdk/openai-compatible/dist/index.js";

const each = (files, row) => files.map(([file, ...more]) => ({ file, ...row(...more) }));

export const modelRows = [
  {
    file: "@ai-sdk/provider-utils/dist/index.js",
    why: "schemas of the zod before this one, which nobody here has",
    from: 'jsonSchema(() => zod3ToJsonSchema(zodSchema, { $refStrategy: useReferences ? "root" : "none" })',
    to: 'jsonSchema(() => { throw new Error("Only schemas of zod 4."); }',
  },
  ...each(
    [
      [ANTHROPIC, 1],
      [GOOGLE, 2],
      [COMPATIBLE, 2],
    ],
    (times) => ({
      why: "answers in one piece; ours stream",
      times,
      from: /\tasync doGenerate\(options\) \{\n(?:(?!\n\t\}\n).)*\n\t\}\n(?=\tasync doStream)/s,
      to: '\tdoGenerate() { throw new Error("Only streams."); }\n',
    }),
  ),
  ...each([[ANTHROPIC], [GOOGLE], [COMPATIBLE]], () => ({
    why: "the object z keeps all of zod; a namespace keeps what is used of it",
    from: 'import { z } from "zod/v4";',
    to: 'import * as z from "zod/v4";',
  })),
  ...["SERIALIZE", "DESERIALIZE"].flatMap((name) =>
    each(
      [
        [ANTHROPIC, 1],
        [GOOGLE, 3],
        [COMPATIBLE, 4],
      ],
      (times) => ({
        why: "a computed name keeps classes that nothing uses (speech, images, embeddings); no workflow runs here",
        times,
        from: `static [WORKFLOW_${name}](`,
        to: `static ${name}(`,
      }),
    ),
  ),
  ...each(
    [
      [ANTHROPIC, "lazySchema", 55],
      [ANTHROPIC, "createProviderDefinedToolFactory", 11],
      [ANTHROPIC, "createProviderExecutedToolFactory", 12],
      [GOOGLE, "lazySchema", 9],
      [GOOGLE, "createProviderExecutedToolFactory", 4],
    ],
    (name, times) => ({
      why: "a call that is not said to be pure keeps the schemas of tools that nobody here uses",
      times,
      from: `= ${name}(`,
      to: `= /* @__PURE__ */ ${name}(`,
    }),
  ),
];
