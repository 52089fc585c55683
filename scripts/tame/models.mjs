import { of } from "./cut.mjs";

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
  ...of("@ai-sdk/provider-utils/dist/index.js", [
    {
      why: "a tool of ours has its JSON Schema; the shapes here only read answers",
      from: /addAdditionalPropertiesToJsonSchema\(toJSONSchema\(zodSchema, \{.*?\n\t\}\)\)/s,
      to: '{ throw new Error("Shapes only read answers here."); }',
    },
    { why: "the same", from: "import { config, toJSONSchema } from", to: "import { config } from" },
  ]),
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
  ...["provider-utils", "provider"].map((name) => ({
    file: `@ai-sdk/${name}/dist/index.js`,
    why: "constants and classes that only define things",
    pure: true,
  })),
  ...of(COMPATIBLE, [
    { why: "constants that only define things", pure: true },
    {
      why: "options of a question that nobody here gives; what hangs on them goes with them",
      from: "async getArgs({ prompt, maxOutputTokens, temperature, topP, topK, frequencyPenalty, presencePenalty, reasoning, providerOptions, stopSequences, responseFormat, seed, toolChoice, tools }) {",
      to: `async getArgs({ prompt, maxOutputTokens, toolChoice, tools }) {
		const temperature = void 0, topP = void 0, topK = void 0, frequencyPenalty = void 0, presencePenalty = void 0,
			stopSequences = void 0, responseFormat = void 0, seed = void 0, reasoningEffort = void 0, providerOptions = void 0;`,
    },
    {
      why: "what those options would have done",
      lines: {
        "const { options: resolvedCompatibleOptions, namespaces } =": "",
        'if (namespaces.includes("openai-compatible")) warnings.push({': "",
        "const compatibleOptions = resolvedCompatibleOptions ?? {};": "const compatibleOptions = {};",
        "const reasoningEffort = compatibleOptions": "",
        "...Object.fromEntries(Object.entries({": "",
      },
    },
    {
      why: "parts of a question other than one text, and a list of what models can do",
      lines: {
        "function convertToOpenAICompatibleContentPart(part, provider) {":
          'function convertToOpenAICompatibleContentPart() { throw new Error("Only one text."); }',
        'getOpenAICompatibleModelEntry("*");': "",
      },
    },
    { why: "answers in one piece", methods: ["convertResponse", "convertGenerateResponse"] },
  ]),
];
